#include "TH/dispatch/THDispatch.h"

#include "TH/cpu/THCpu.h"
#include "TH/geometry/THTensor.h"
#include "TH/memory/THMemory.h"

static const THBackend *registered[TH_MAX_DEVICES];

int TH_registerBackend(int device, const THBackend *backend)
{
  if (device <= 0 || device >= TH_MAX_DEVICES)
    return th_fail(TH_EINVAL, "registerBackend: device %d is not in 1..%d", device,
                   TH_MAX_DEVICES - 1);
  if (backend && !backend->allocator)
    return th_fail(TH_EINVAL, "registerBackend: the backend %s has no allocator", backend->name);
  th_setDeviceAllocator(device, backend ? backend->allocator : NULL);
  __atomic_store_n(&registered[device], backend, __ATOMIC_RELEASE);
  return TH_OK;
}

const THBackend *TH_backend(int device)
{
  if (device <= 0 || device >= TH_MAX_DEVICES) return NULL;
  return __atomic_load_n(&registered[device], __ATOMIC_ACQUIRE);
}

const char *TH_deviceName(int device)
{
  const THBackend *backend = TH_backend(device);
  return backend ? backend->name : device ? "an unknown device" : "cpu";
}

int TH_transfer(const char *op, const THTensor *dst, const THTensor *src)
{
  int to = THTensor_device(dst), from = THTensor_device(src);
  const THBackend *backend = TH_backend(to ? to : from);
  if (backend && backend->transfer) return backend->transfer(dst, src);
  return th_fail(TH_EUNSUPPORTED, "%s: nothing copies from device %d to device %d", op, from, to);
}

static const THTables *tables_of(int device)
{
  const THBackend *backend = TH_backend(device);
  return backend ? backend->tables : NULL;
}

const void *TH_entries(int chapter, int dtype, int device)
{
  const THTables *tables = device ? tables_of(device) : THCpu_tables();
  return tables ? THTables_entries(tables, chapter, dtype) : NULL;
}

int TH_missing(const char *op, int dtype, int device)
{
  if (device && !TH_backend(device))
    return th_fail(TH_EUNSUPPORTED, "%s: nothing is registered for device %d", op, device);
  return th_fail(TH_EDTYPE, "%s: not defined for %s on %s; convert it, as in x:float()", op,
                 THTensor_typeText(dtype).text, TH_deviceName(device));
}
