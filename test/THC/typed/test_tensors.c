/* Tensors on devices: every point-wise row and every conversion, for all dtypes and several
   geometries, against the CPU; growing storages; single elements; errors; other streams. */
#include "child.h"

#include "TH.h"

#define LIST(...) (const int64_t[]){__VA_ARGS__}

static int good(int status)
{
  if (!CHECK(!status)) fprintf(stderr, "  in: %s\n", TH_error());
  return !status;
}

/* Fill with positive and negative numbers, with zeros if wanted, and with a NaN and an infinity for
   floating dtypes. */
static void make(THTensor *t, int dtype, int64_t n, unsigned seed, int zeros)
{
  if (!good(THTensor_new(t, 0, dtype, 1, &n))) exit(1);
  for (int64_t i = 0; i < n; i++) {
    seed = seed * 1103515245u + 12345u;
    double x = (double)(int)(seed >> 16 & 255) / 8 - 16;
    if (THDtype_traits(dtype)->integral) x = (double)(int64_t)x;
    if (x == 0 && !zeros) x = 1;
    if (i == 5 && THDtype_traits(dtype)->floating) x = __builtin_nan("");
    if (i == 6 && THDtype_traits(dtype)->floating) x = __builtin_inf();
    CHECK(!THTensor_put(t, i, TH_real(x)));
  }
}

/* How many elements of there (on a device) differ from here (on the CPU): bit for bit but for NaNs,
   or by more than bound relative to the value. */
static int64_t differences(const THTensor *there, const THTensor *here, double bound)
{
  THTensor copy = {0}, packed = {0};
  int64_t differ = 0, n = THTensor_nElement(here);
  const size_t width = (size_t)THDtype_traits(here->dtype)->size;
  if (!CHECK(there->dtype == here->dtype && THTensor_isSameSizeAs(there, here))) return n;
  if (!good(THTensor_to(&copy, there, 0, TH_UNDEFINED))) return n;
  if (!good(THTensor_contiguous(&packed, here))) return n;
  const char *p = THTensor_data(&copy), *q = THTensor_data(&packed);
  for (int64_t i = 0; i < n; i++) {
    double a = TH_asReal(THDtype_load(here->dtype, p + (size_t)i * width));
    double b = TH_asReal(THDtype_load(here->dtype, q + (size_t)i * width));
    int same = !memcmp(p + (size_t)i * width, q + (size_t)i * width, width) || (a != a && b != b);
    differ += !same && !(bound && (a > b ? a - b : b - a) <= bound * (a < 0 ? -a : a));
  }
  THTensor_clear(&copy), THTensor_clear(&packed);
  return differ;
}

/* Geometries of 60 elements. */
enum { PACKED, UNALIGNED, STRIDED, TURNED, REPEATED, GEOMETRIES };

static void shape(THTensor *t, int geometry)
{
  const int64_t two[] = {6, 10};
  if (geometry == UNALIGNED) good(THTensor_narrow(t, t, 0, 1, 43));
  if (geometry == STRIDED) good(THTensor_unfold(t, t, 0, 1, 3));
  if (geometry == STRIDED) good(THTensor_select(t, t, 1, 0));
  if (geometry >= TURNED) good(THTensor_view(t, t, 2, two));
  if (geometry == TURNED) good(THTensor_transpose(t, t, 0, 1));
  if (geometry == REPEATED) good(THTensor_narrow(t, t, 0, 2, 1));
  if (geometry == REPEATED) good(THTensor_expand(t, t, 2, two));
}

/* The same operand on the CPU and on device 1. */
typedef struct Pair { THTensor here, there; } Pair;

static Pair pair(int dtype, unsigned seed, int zeros, int geometry)
{
  Pair p = {.here.dtype = 0};
  make(&p.here, dtype, 60, seed, zeros);
  good(THTensor_to(&p.there, &p.here, 1, TH_UNDEFINED));
  shape(&p.here, geometry), shape(&p.there, geometry);
  return p;
}

static void drop(Pair *p)
{
  THTensor_clear(&p->here), THTensor_clear(&p->there);
}

/* The bound for a row: the CPU computes some of them in long double, which devices do not have. */
static double bound_of(const THOp *op, int dtype)
{
  static const char *const wide[] = {"log10", "sinh", "cosh", "asinh", "acosh", "atanh",
                                     "softplus"};
  for (size_t k = 0; k < sizeof wide / sizeof *wide; k++)
    if (dtype == TH_DOUBLE && !strcmp(op->name, wide[k])) return 0x1p-50;
  return 0;
}

static void check_row(const THOp *op, int dtype, int geometry)
{
  Pair x[3], r = {.here.dtype = 0};
  THOperand here[5], there[5];
  const int divides = op->kind == TH_KIND_DIVISION || op->kind == TH_KIND_DIVISION1;
  for (int k = 0; k < op->operands; k++) {
    x[k] = pair(dtype, (unsigned)k + 1, !divides, k ? geometry : geometry == REPEATED ? TURNED + 1
                                                                                     : geometry);
    here[k] = TH_tensorOperand(&x[k].here), there[k] = TH_tensorOperand(&x[k].there);
  }
  for (int k = op->operands; k < 5; k++)
    here[k] = there[k] = TH_numberOperand(TH_integer(k - op->operands + 2));
  int status = THOp_apply(op, &r.here, here);
  if (status == TH_EDTYPE) {
    CHECK(THOp_apply(op, &r.there, there) == TH_EDTYPE);
  } else if (good(status) && good(THOp_apply(op, &r.there, there))) {
    CHECK(THTensor_device(&r.there) == 1);
    int64_t differ = differences(&r.there, &r.here, bound_of(op, dtype));
    if (!CHECK(!differ))
      fprintf(stderr, "  %s of %s, geometry %d: %d differ\n", op->name,
              THDtype_traits(dtype)->name, geometry, (int)differ);
  }
  for (int k = 0; k < op->operands; k++) drop(&x[k]);
  drop(&r);
}

static int test_rows(long n)
{
  (void)n;
  CHECK(!THC_open());
  for (const THOp *op = TH_ops; op < TH_ops + TH_NUM_POINTWISE; op++)
    for (int dtype = 1; dtype < TH_NUM_REAL; dtype++)
      for (int geometry = 0; geometry < GEOMETRIES; geometry++) check_row(op, dtype, geometry);
  CHECK(!THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

static int test_conversions(long n)
{
  (void)n;
  CHECK(!THC_open());
  for (int from = 1; from < TH_NUM_REAL; from++)
    for (int to = 1; to < TH_NUM_REAL; to++)
      for (int geometry = 0; geometry < GEOMETRIES; geometry++) {
        Pair x = pair(from, 7, 1, geometry), y = {.here.dtype = 0};
        if (good(THTensor_clone(&y.here, &x.here, to)) &&
            good(THTensor_clone(&y.there, &x.there, to)))
          CHECK(!differences(&y.there, &y.here, 0));
        good(THTensor_to(&y.there, &x.here, 2, to));
        CHECK(THTensor_device(&y.there) == 2 && !differences(&y.there, &y.here, 0));
        good(THTensor_to(&y.there, &x.there, 2, to));
        CHECK(THTensor_device(&y.there) == 2 && !differences(&y.there, &y.here, 0));
        if (geometry < REPEATED) {
          THTensor window = x.there;
          good(THTensor_copy(&window, &y.here));
          good(THTensor_copy(&x.here, &y.here));
          CHECK(!differences(&x.there, &x.here, 0));
        }
        drop(&x), drop(&y);
      }
  CHECK(!THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

static int test_storages(long n)
{
  (void)n;
  CHECK(!THC_open());
  THTensor t = {0}, row = {0};
  THNumber number;
  good(THTensor_new(&t, 2, TH_FLOAT, 2, LIST(3, 4)));
  good(THTensor_fill(&t, TH_real(1.5)));
  good(THTensor_put(&t, 7, TH_real(9)));
  good(THTensor_get(&t, 7, &number)), CHECK(number.real == 9);
  good(THTensor_resize("resize", &t, 2, LIST(30, 4), NULL));
  good(THTensor_get(&t, 7, &number)), CHECK(number.real == 9);
  good(THTensor_get(&t, 6, &number)), CHECK(number.real == 1.5);
  CHECK(THC_device() == 1 && THTensor_device(&t) == 2 && THTensor_nElement(&t) == 120);
  good(THTensor_narrow(&row, &t, 0, 1, 1));
  good(THTensor_fill(&row, TH_integer(3)));
  good(THTensor_get(&t, 4, &number)), CHECK(number.real == 3);
  THTensor_clear(&t), THTensor_clear(&row);
  CHECK(THCAllocator_stats(2).allocated == 0);
  CLEAN();
  return TH_OK;
}

static int test_errors(long n)
{
  (void)n;
  CHECK(!THC_open());
  Pair a = pair(TH_FLOAT, 1, 1, PACKED), i = pair(TH_INT, 1, 1, PACKED);
  THTensor there = {0}, r = {0};
  THNumber number;
  THOperand in[] = {TH_tensorOperand(&a.there), TH_tensorOperand(&a.here),
                    TH_numberOperand(TH_integer(1))};
  FAILS(TH_EUNSUPPORTED, THOp_apply(THOp_find("cadd"), &r, in), "operand 2 on device 0");
  good(THTensor_to(&there, &a.there, 2, TH_UNDEFINED));
  in[1] = TH_tensorOperand(&there);
  FAILS(TH_EUNSUPPORTED, THOp_apply(THOp_find("cadd"), &r, in), "operand 2 on device 2");
  in[0] = in[1] = TH_tensorOperand(&i.there);
  FAILS(TH_EINVAL, THOp_apply(THOp_find("cdiv"), &r, in), "by zero");
  FAILS(TH_EDTYPE, THOp_apply(THOp_find("sqrt"), &r, in), "torch.IntTensor on cuda:1");
  FAILS(TH_EDTYPE, THTensor_reduceAll(TH_OP_mean, &i.there, &number), "torch.IntTensor on cuda:1");
  const int64_t huge = (int64_t)1 << 40;
  FAILS(TH_ENOMEM, THTensor_new(&r, 1, TH_FLOAT, 1, &huge), "not enough memory on device 1");
  emu_fail("cudaLaunchKernelEx", 1, cudaErrorLaunchFailure);
  CHECK(THTensor_fill(&a.there, TH_integer(1)) == TH_EDEVICE);
  FAILS(TH_EDEVICE, THTensor_fill(&a.there, TH_integer(1)), "lost by an earlier error in fill");
  good(THTensor_fill(&there, TH_integer(1)));
  drop(&a), drop(&i), THTensor_clear(&there);
  return TH_OK;
}

/* Work on another stream is in order, and memory that is dropped is not reused too early. */
static int test_other_streams(long n)
{
  (void)n;
  CHECK(!THC_open());
  const THCStream *stream;
  CHECK(!THCStream_get(1, 3, &stream));
  for (int k = 0; k < 20; k++) {
    Pair x = pair(TH_FLOAT, (unsigned)k, 1, PACKED);
    if (k % 2) CHECK(!THCStream_wait(stream, THCStream_current(1)));
    const THCStream *before = THCStream_current(1);
    if (k % 2) THCStream_setCurrent(stream);
    good(THTensor_fill(&x.there, TH_integer(k)));
    drop(&x);
    if (k % 2) CHECK(!THCStream_wait(before, stream));
    THCStream_setCurrent(before);
  }
  CHECK(!THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

int main(void)
{
  isolated(test_rows);
  isolated(test_conversions);
  isolated(test_storages);
  isolated(test_errors);
  isolated(test_other_streams);
  return CHECK_RESULT();
}
