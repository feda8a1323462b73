/*
** Histograms: x becomes a run of float or double, whose elements are counted row by row. The counts
** are kept as int64_t until they are copied to the result.
*/
#include "TH/ops/reduce/THHistogram.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"

#define MAX_BINS (INT64_C(1) << 30)

typedef struct Bins { int64_t n; double low, high; } Bins;

/* --- counting: elements outside the range go to the place after the last bin --- */

enum { BLOCK = 512 };

#define COUNT(name, real)                                                                          \
static void name(const void *data, int64_t n, const Bins *bins, int64_t *count)                    \
{                                                                                                  \
  const real low = (real)bins->low, high = (real)bins->high, width = high - low;                   \
  const real scale = (real)bins->n;                                                                \
  const int32_t last = (int32_t)bins->n - 1;                                                       \
  int32_t bin[BLOCK];                                                                              \
  for (int64_t i = 0; i < n; i += BLOCK) {                                                         \
    const real *x = (const real *)data + i;                                                        \
    const int some = n - i < BLOCK ? (int)(n - i) : BLOCK;                                         \
    for (int j = 0; j < some; j++) {                                                               \
      const int inside = (x[j] >= low) & (x[j] <= high);                                           \
      const int32_t at = (int32_t)((inside ? x[j] - low : 0) / width * scale);                     \
      bin[j] = !inside ? last + 1 : at < last ? at : last;                                         \
    }                                                                                              \
    for (int j = 0; j < some; j++) count[bin[j]]++;                                                \
  }                                                                                                \
}
COUNT(count_floats, float)
COUNT(count_doubles, double)

/* --- the range --- */

static double extreme(int op, const THTensor *x)
{
  THNumber number;
  return THTensor_extremeAll(op, x, &number, NULL) ? NAN : TH_asReal(number);
}

/* Whether low and high are a range of finite width in the type. */
static int is_range(int dtype, double low, double high)
{
  if (dtype == TH_DOUBLE) return high > low && high - low <= DBL_MAX;
  return (float)high > (float)low && (float)high - (float)low <= FLT_MAX;
}

/* Set bins->low and bins->high as THHistogram.h says. x is float or double. */
static int find_range(const char *op, Bins *bins, const THTensor *x)
{
  const int taken = bins->low == bins->high;
  if (taken && THTensor_nElement(x)) {
    bins->low = extreme(TH_OP_min, x);
    bins->high = extreme(TH_OP_max, x);
  }
  if (bins->low == bins->high) bins->low -= 1, bins->high += 1;
  if (is_range(x->dtype, bins->low, bins->high)) return TH_OK;
  return th_fail(TH_EINVAL, "%s: no bins between %g and %g%s", op, bins->low, bins->high,
                 taken ? ", the extremes of the tensor" : "");
}

/* --- histograms --- */

/* Check x, and set run to its elements as a run of float or double, the type to compute in. */
static int prepare(const char *op, THTensor *run, const THTensor *x, int64_t bins)
{
  TH_TRY(THTensor_operand(op, x));
  TH_TRY(TH_checkOnCpu(op, x));
  if (!THDtype_traits(x->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float() or x:double()",
                   op, THTensor_typeText(x->dtype).text);
  if (bins < 1 || bins > MAX_BINS)
    return th_fail(TH_EINVAL, "%s: %" PRId64 " bins; expected 1 to %" PRId64, op, bins, MAX_BINS);
  if (THTensor_isUndefined(x)) return THTensor_new(run, 0, TH_FLOAT, 1, (int64_t[]){0});
  if (x->dtype == TH_FLOAT || x->dtype == TH_DOUBLE) return THTensor_contiguous(run, x);
  return THTensor_clone(run, x, TH_FLOAT);
}

/* Set counts to those of each of rows rows of x, a run of float or double. */
static int count_rows(THTensor *counts, const THTensor *x, int64_t rows, const Bins *bins)
{
  const int64_t all = rows * bins->n, room = all + 1, n = rows ? THTensor_nElement(x) / rows : 0;
  const char *data = THTensor_data(x);
  TH_TRY(THTensor_new(counts, 0, TH_LONG, 1, &room));
  int64_t *count = THTensor_data(counts);
  memset(count, 0, (size_t)room * sizeof *count);
  for (int64_t row = 0; row < rows; row++, count += bins->n) {
    const char *first = data + row * n * THDtype_traits(x->dtype)->size;
    if (n) (x->dtype == TH_FLOAT ? count_floats : count_doubles)(first, n, bins, count);
    count[bins->n] = 0; /* the place of elements outside is where the next row begins */
  }
  return THTensor_narrow(counts, counts, 0, 0, all);
}

static int histogram(const char *op, THTensor *out, const THTensor *x, Bins bins, int ndim)
{
  int64_t size[TH_MAX_DIM], rows = 1, all;
  THTensor run = {0}, counts = {0};
  const int dtype = x->dtype;
  TH_TRY(prepare(op, &run, x, bins.n));
  for (int d = 0; d + 1 < ndim; d++) rows *= size[d] = x->size[d];
  size[ndim - 1] = bins.n;
  int status = find_range(op, &bins, &run);
  if (!status) status = THShape_count(op, ndim, size, &all);
  if (!status) status = count_rows(&counts, &run, rows, &bins);
  THTensor_clear(&run);
  if (!status) status = THTensor_result(op, out, 0, dtype, ndim, size);
  if (!status) status = THTensor_copy(out, &counts);
  THTensor_clear(&counts);
  return status;
}

int THTensor_histc(THTensor *out, const THTensor *x, int64_t bins, double low, double high)
{
  return histogram("histc", out, x, (Bins){bins, low, high}, 1);
}

int THTensor_bhistc(THTensor *out, const THTensor *x, int64_t bins, double low, double high)
{
  if (!x->nDimension)
    return th_fail(TH_ESHAPE, "bhistc: a tensor without dimensions has no rows");
  return histogram("bhistc", out, x, (Bins){bins, low, high}, x->nDimension);
}
