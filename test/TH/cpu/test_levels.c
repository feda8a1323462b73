/* Every point-wise row gives the same bits on every SIMD level and with any number of threads. */
#include "TH.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 6 };

static uint32_t draw(void)
{
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (uint32_t)(state >> 20);
}

/* Fractions from -8 to 8 and some special values; for integral types no zero, so that division is
   possible. */
static double value(int floating)
{
  static const double special[] = {0, -0.0, __builtin_inf(), -__builtin_inf(), 1e30, -1e-30, 65000};
  if (!floating) return 1 + draw() % 11;
  return draw() % 16 ? (double)draw() / 0x1p28 - 8 : special[draw() % 7];
}

static THTensor operand(int dtype, int64_t n, int step)
{
  THTensor t = {.dtype = (int16_t)dtype};
  if (!CHECK(!THTensor_resize("test", &t, 1, (const int64_t[]){n}, (const int64_t[]){step})))
    exit(1);
  THTensor all = {0};
  CHECK(!THTensor_setStorage(&all, t.storage, 0, 1, &t.storage->size, NULL));
  CHECK(!THTensor_fill(&all, TH_integer(1)));
  for (int64_t i = 0; i < n; i++)
    CHECK(!THTensor_put(&t, i, TH_real(value(THDtype_traits(dtype)->floating))));
  THTensor_clear(&all);
  return t;
}

/* Call the row: tensors first, then numbers. If numbered, the second operand is a number too. */
static int apply(const THOp *op, THTensor *r, const THTensor *t, int numbered, int scaled)
{
  THOperand in[MOST] = {{0}};
  int n = op->operands;
  for (int k = 0; k < n; k++) in[k] = TH_tensorOperand(&t[k]);
  if (numbered) in[1] = TH_numberOperand(TH_integer(3));
  for (int k = 0; k < 2; k++) in[n + k] = TH_numberOperand(TH_integer(scaled ? 2 + k : 1));
  return THOp_apply(op, r, in);
}

static int same_elements(const THTensor *a, const THTensor *b)
{
  size_t bytes = (size_t)(THTensor_nElement(a) * THStorage_elementSize(a->storage));
  return THTensor_isSameSizeAs(a, b) && memcmp(a->storage->data, b->storage->data, bytes) == 0;
}

/* A way to compute: a SIMD level and a number of threads. */
typedef struct Way { const char *level; int threads; } Way;

static int compute(const Way *way, const THOp *op, THTensor *r, const THTensor *t, int form)
{
  CHECK(!THCpu_setLevel(way->level));
  TH_setNumThreads(way->threads);
  return apply(op, r, t, form == 1 && op->operands > 1, form == 2);
}

static void compare(const Way *ways, const THOp *op, const THTensor *t, int dtype)
{
  for (int form = 0; form < 3; form++) {
    THTensor wanted = {0}, got = {0};
    int status = compute(&ways[0], op, &wanted, t, form);
    CHECK(status == TH_OK || status == TH_EDTYPE);
    for (const Way *way = ways + 1; way->level && !status; way++) {
      int same = CHECK(!compute(way, op, &got, t, form)) && CHECK(same_elements(&wanted, &got));
      if (!same)
        fprintf(stderr, "  %s of %s: %s with %d threads differs from %s with %d\n", op->name,
                THDtype_traits(dtype)->name, way->level, way->threads, ways[0].level,
                ways[0].threads);
    }
    THTensor_clear(&wanted), THTensor_clear(&got);
  }
}

static void compare_rows(const Way *ways, int dtype, int64_t n, int step)
{
  THTensor t[3];
  for (int k = 0; k < 3; k++) t[k] = operand(dtype, n, k == 1 ? 1 : step);
  for (int row = 0; row < TH_NUM_POINTWISE; row++) compare(ways, &TH_ops[row], t, dtype);
  for (int k = 0; k < 3; k++) THTensor_clear(&t[k]);
}

int main(void)
{
  Way ways[MOST] = {{0}};
  const char *const *levels = THCpu_levels();
  for (int k = 0; levels[k]; k++) ways[k] = (Way){levels[k], 1};
  CHECK(strcmp(levels[0], "base") == 0 && THCpu_setLevel("mmx") == TH_EINVAL);
  for (int dtype = 1; dtype < TH_NUM_REAL; dtype++) {
    compare_rows(ways, dtype, 1003, 1);
    compare_rows(ways, dtype, 37, 3);
  }
  const Way threads[] = {{"base", 1}, {"base", 2}, {"base", 7}, {NULL, 0}};
  compare_rows(threads, TH_FLOAT, 150001, 1);
  compare_rows(threads, TH_INT, 150001, 2);
  TH_setNumThreads(1);
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
