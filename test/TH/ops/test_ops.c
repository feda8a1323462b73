/*
** Every point-wise row through the typed API, compared with plain arithmetic (reference.def), in
** three layouts.
*/
#include "TH.h"
#include "check.h"

#include <math.h>
#include <string.h>

static double floor_mod(double a, double b)
{
  double r = fmod(a, b);
  return r != 0 && signbit(r) != signbit(b) ? r + b : r;
}

static int64_t floor_mod_int(int64_t a, int64_t b)
{
  return (a % b + b) % b;
}

static int64_t whole(double x)
{
  return isnan(x) ? 0 : x >= 0x1p63 ? INT64_MAX : x < -0x1p63 ? INT64_MIN : (int64_t)x;
}

static int64_t power(int64_t a, int64_t b)
{
  int64_t p = 1;
  if (b < 0) return a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
  while (b-- > 0) p = (int64_t)((uint64_t)p * (uint64_t)a);
  return p;
}

static double larger(double a, double b)
{
  return isnan(a) || isnan(b) ? NAN : a > b ? a : b;
}

static double smaller(double a, double b)
{
  return isnan(a) || isnan(b) ? NAN : a < b ? a : b;
}

/* a shifted by by, which is less than the width of the type; to the right if negative. */
static int64_t shifted(int64_t a, int64_t by)
{
  return by >= 0 ? a * power(2, by) : a / power(2, -by) - (a % power(2, -by) < 0);
}

#define REFERENCE(row, floating, integral)                                 \
static double real_##row(const double *x)                                  \
{                                                                          \
  const double a = x[0], b = x[1], c = x[2], d = x[3];                     \
  return (void)a, (void)b, (void)c, (void)d, (floating);                   \
}                                                                          \
static int64_t whole_##row(const int64_t *x)                               \
{                                                                          \
  const int64_t a = x[0], b = x[1], c = x[2], d = x[3];                    \
  return (void)a, (void)b, (void)c, (void)d, (integral);                   \
}
#include "reference.def"

static const struct Reference {
  const char *row;
  double (*real)(const double *x);
  int64_t (*whole)(const int64_t *x);
} references[] = {
#define REFERENCE(row, floating, integral) {#row, real_##row, whole_##row},
#include "reference.def"
};

enum { REFERENCES = sizeof references / sizeof *references, SIDE = 16, COUNT = SIDE * SIDE };

static int used[REFERENCES];

/* a and b together run over all pairs of the test values; c has other values. */
typedef struct Inputs { int layout; THDoubleTensor a, b, c; } Inputs;

/* The same elements in three layouts: contiguous, every other element, a transposed matrix. */
static int lay_out(THTensor *t, int dtype, int layout)
{
  t->dtype = (int16_t)dtype;
  if (layout == 0) return THTensor_resize("test", t, 1, (const int64_t[]){COUNT}, NULL);
  if (layout == 1)
    return THTensor_resize("test", t, 1, (const int64_t[]){COUNT}, (const int64_t[]){2});
  return THTensor_resize("test", t, 2, (const int64_t[]){SIDE, SIDE}, (const int64_t[]){1, SIDE});
}

static THNumber as_stored(int dtype, THNumber n)
{
  int64_t element = 0;
  THDtype_store(dtype, &element, n);
  return THDtype_load(dtype, &element);
}

/* A comparison uses the number as given; other rows first convert it to the dtype. */
static THNumber load(const char *row, const THOperand *from, int dtype, int64_t i)
{
  THNumber n = {0};
  const THOp *op = THOp_find(row);
  if (!from->tensor && op && op->kind == TH_KIND_COMPARE) return from->number;
  if (!from->tensor) return as_stored(dtype, from->number);
  CHECK(!THTensor_get(from->tensor, i, &n));
  return n;
}

static double tolerance(int dtype)
{
  return dtype == TH_DOUBLE ? 2e-15 : dtype == TH_FLOAT ? 4e-7 : dtype == TH_HALF ? 1e-3 : 8e-3;
}

static int agrees(const struct Reference *reference, const THTensor *r, int dtype, int64_t i,
                  const THOperand *in, int n)
{
  double x[4] = {0};
  int64_t k[4] = {0};
  THNumber got;
  for (int j = 0; j < n; j++) {
    THNumber number = load(reference->row, &in[j], dtype, i);
    x[j] = TH_asReal(number), k[j] = TH_asInteger(number);
  }
  int floating = THDtype_traits(dtype)->floating;
  THNumber wanted = floating ? TH_real(reference->real(x)) : TH_integer(reference->whole(k));
  if (THTensor_get(r, i, &got)) return 0;
  if (dtype == TH_BOOL && strcmp(reference->row, "bitnot") == 0) wanted.integer = !k[0];
  wanted = as_stored(r->dtype, wanted);
  if (TH_isInteger(got)) return got.integer == wanted.integer;
  if (isnan(wanted.real) || isinf(wanted.real) || isinf(got.real))
    return isnan(wanted.real) ? isnan(got.real) : got.real == wanted.real;
  double scale = fabs(wanted.real) + (n == 4 ? fabs(x[0]) : 0); /* a sum of rounded terms */
  return fabs(got.real - wanted.real) <= tolerance(r->dtype) * scale;
}

static void agree(const char *row, const THTensor *r, const THOperand *in, int n)
{
  int dtype = (in[0].tensor ? in[0].tensor : in[1].tensor)->dtype;
  for (int k = 0; k < REFERENCES; k++) {
    if (strcmp(references[k].row, row) != 0) continue;
    used[k] = 1;
    for (int64_t i = 0; i < COUNT; i++)
      if (!CHECK(agrees(&references[k], r, dtype, i, in, n))) {
        fprintf(stderr, "  %s of %s, element %d\n", row, THDtype_traits(dtype)->name, (int)i);
        break;
      }
  }
}

#define TENSOR(t) TH_tensorOperand(t)
#define NUMBER(number) TH_numberOperand(TH_real(number))
#define AGREE(row, r, ...)                                \
  agree(#row, r, (const THOperand[]){__VA_ARGS__},        \
        (int)(sizeof((const THOperand[]){__VA_ARGS__}) / sizeof(THOperand)))

#define TH_GENERIC_FILE "rows.inc"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

static const double floating_values[SIDE] = {-INFINITY, -7.5, -3, -1.5, -1, -0.5, -0.0, 0.25,
                                             0.5, 1, 1.5, 2, 3, 10, INFINITY, NAN};
static const double signed_values[SIDE] = {-100, -8, -7, -5, -3, -2, -1, 0,
                                           1, 2, 3, 5, 6, 7, 9, 101};
static const double signed_divisors[SIDE] = {-7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 2, 1};
static const double unsigned_values[SIDE] = {0, 1, 2,   3,   4,   5,   6,   7,
                                             8, 9, 100, 128, 200, 250, 254, 255};
static const double unsigned_divisors[SIDE] = {1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2};
static const double truths[SIDE] = {0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0};
static const double ones[SIDE] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static void make(THDoubleTensor *t, const double *values, int by, int step)
{
  CHECK(!THDoubleTensor_resize1d(t, COUNT));
  for (int i = 0; i < COUNT; i++) t->storage->data[i] = values[i / by * step % SIDE];
}

static void with(const double *a, const double *b, void (*test)(const Inputs *in))
{
  Inputs in = {0};
  make(&in.a, a, SIDE, 1), make(&in.b, b, 1, 1), make(&in.c, b, 1, 3);
  for (; in.layout < 3; in.layout++) test(&in);
  THDoubleTensor_clear(&in.a), THDoubleTensor_clear(&in.b), THDoubleTensor_clear(&in.c);
}

int main(void)
{
  with(floating_values, floating_values, test_Float);
  with(floating_values, floating_values, test_Double);
  with(floating_values, floating_values, test_Half);
  with(floating_values, floating_values, test_BFloat16);
  with(signed_values, signed_divisors, test_Char);
  with(signed_values, signed_divisors, test_Short);
  with(signed_values, signed_divisors, test_Int);
  with(signed_values, signed_divisors, test_Long);
  with(unsigned_values, unsigned_divisors, test_Byte);
  with(unsigned_values, unsigned_divisors, test_UInt16);
  with(truths, ones, test_Bool);
  for (int k = 0; k < REFERENCES; k++)
    if (!CHECK(used[k])) fprintf(stderr, "  no row %s\n", references[k].row);
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
