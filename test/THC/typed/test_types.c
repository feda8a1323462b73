/* The typed API of devices, for every dtype, on each device and between devices. */
#include "child.h"

#include "TH.h"

static void good(int status)
{
  if (!CHECK(!status)) fprintf(stderr, "  in: %s\n", TH_error());
}

#define THC_GENERIC_FILE "types.c"
#include "THC/typed/THCGenerateAllTypes.h"

static int test_every_type(long n)
{
  (void)n;
  CHECK(!THC_open());
  for (int device = 1; device <= THC_deviceCount(); device++) {
    good(THC_setDevice(device));
#define X(Name, CODE, type, kind) THC##Name##Tensor_check(), THC##Name##Storage_check();
    TH_FORALL_DTYPES(X)
#undef X
  }
  good(THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

/* Operations run on their operands' device; first storages are made on the current device. */
static int test_devices(long n)
{
  (void)n;
  THCFloatTensor x = {0}, y = {0}, z = {0};
  THCHalfTensor h = {0};
  double value = 0;
  CHECK(!THC_open());
  good(THC_setDevice(2));
  good(THCFloatTensor_resize1d(&x, 4));
  good(THC_setDevice(1));
  good(THCFloatTensor_fill(&x, 1.5));
  good(THCFloatTensor_add(&y, &x, 1));
  CHECK(THTensor_device(&y.base) == 2);
  good(THCFloatTensor_get1d(&y, 3, &value)), CHECK(value == 2.5);
  good(THCFloatTensor_dot(&value, &x, &y)), CHECK(value == 15);
  good(THCFloatTensor_resize1d(&z, 4));
  FAILS(TH_EUNSUPPORTED, THCFloatTensor_cmul(&z, &z, &x), "1, operand 2 on device 2");
  good(THCFloatTensor_copyCudaFloat(&z, &x));
  good(THCFloatTensor_cmul(&z, &z, &z));
  good(THCHalfTensor_resizeNd(&h, 1, z.size, NULL));
  good(THCHalfTensor_copyCudaFloat(&h, &z));
  good(THCHalfTensor_get1d(&h, 0, &value)), CHECK(value == 2.25);
  THCFloatTensor_clear(&x), THCFloatTensor_clear(&y), THCFloatTensor_clear(&z);
  THCHalfTensor_clear(&h);
  CLEAN();
  return TH_OK;
}

int main(void)
{
  isolated(test_every_type);
  isolated(test_devices);
  return CHECK_RESULT();
}
