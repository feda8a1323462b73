/*
** The inverse of a square matrix: by elimination here, in double, for small matrices and where
** there is no LAPACK; by LAPACK or the device's library for others.
**
** The result changes only after the inverse is known.
*/
#include <math.h>

#include "TH/cpu/THLapackHost.h"
#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THLapack.h"
#include "TH/ops/linear/THLapackCall.h"

/* --- own code --- */

static int fail_singular(int64_t pivot)
{
  return th_fail(TH_EINVAL, "inverse: the matrix is singular: pivot %" PRId64 " is 0", pivot);
}

static void swap_rows(double *m, int64_t n, int64_t r, int64_t q)
{
  for (int64_t j = 0; j < n && r != q; j++) {
    const double kept = m[r * n + j];
    m[r * n + j] = m[q * n + j];
    m[q * n + j] = kept;
  }
}

static void swap_columns(double *m, int64_t n, int64_t c, int64_t q)
{
  for (int64_t i = 0; i < n && c != q; i++) {
    const double kept = m[i * n + c];
    m[i * n + c] = m[i * n + q];
    m[i * n + q] = kept;
  }
}

/* Eliminate column c from the other rows. What grows in its place is column c of the inverse. */
static void eliminate(double *m, int64_t n, int64_t c)
{
  double *row = m + c * n;
  const double pivot = row[c];
  row[c] = 1;
  for (int64_t j = 0; j < n; j++) row[j] /= pivot;
  for (int64_t i = 0; i < n; i++) {
    double *other = m + i * n, factor = other[c];
    if (i == c) continue;
    other[c] = 0;
    for (int64_t j = 0; j < n; j++) other[j] -= factor * row[j];
  }
}

/* The row, from c on, with the largest element in column c. A NaN, which overflow leaves, counts as
   largest, so that it shows in the result. */
static int64_t find_pivot(const double *m, int64_t n, int64_t c)
{
  int64_t best = c;
  for (int64_t i = c + 1; i < n; i++) {
    const double size = fabs(m[i * n + c]);
    if (size > fabs(m[best * n + c]) || isnan(size)) best = i;
  }
  return best;
}

static int check_finite(const double *m, int64_t count)
{
  for (int64_t k = 0; k < count; k++)
    if (!isfinite(m[k])) return THLapack_notFinite("inverse");
  return TH_OK;
}

/* Replace m, n x n and row-major, by its inverse: Gauss-Jordan elimination in place. */
static int invert(double *m, int64_t n, int *pivots)
{
  TH_TRY(check_finite(m, n * n));
  for (int64_t c = 0; c < n; c++) {
    const int64_t best = find_pivot(m, n, c);
    if (m[best * n + c] == 0) return fail_singular(c + 1);
    pivots[c] = (int)best;
    swap_rows(m, n, c, best);
    eliminate(m, n, c);
  }
  for (int64_t c = n - 1; c >= 0; c--) swap_columns(m, n, c, pivots[c]);
  return TH_OK;
}

enum { SMALL = 8 };

/* The address of element k, in row-major order, of a matrix of n columns. */
static char *place_of(const THTensor *t, int64_t n, int64_t k)
{
  const int64_t at = k / n * t->stride[0] + k % n * t->stride[1];
  return (char *)THTensor_data(t) + at * THDtype_traits(t->dtype)->size;
}

/* Needs no temporary tensor: the matrix fits on the stack. */
static int invert_small(THTensor *out, const THTensor *a)
{
  double m[SMALL * SMALL];
  int pivots[SMALL];
  const int64_t n = a->size[0];
  for (int64_t k = 0; k < n * n; k++) m[k] = TH_asReal(THDtype_load(a->dtype, place_of(a, n, k)));
  TH_TRY(invert(m, n, pivots));
  TH_TRY(THTensor_result("inverse", out, 0, a->dtype, 2, a->size));
  for (int64_t k = 0; k < n * n; k++)
    THDtype_store(out->dtype, place_of(out, n, k), TH_real(m[k]));
  return TH_OK;
}

/* --- large ones --- */

static int invert_large(THTensor *out, const THTensor *a)
{
  THTensor m = {0}, pivots = {0};
  int status = THTensor_clone(&m, a, TH_DOUBLE);
  if (!status) status = THTensor_new(&pivots, 0, TH_INT, 1, m.size);
  if (!status) status = invert(THTensor_data(&m), m.size[0], THTensor_data(&pivots));
  if (!status) status = THTensor_result("inverse", out, 0, a->dtype, 2, m.size);
  if (!status) status = THTensor_copy(out, &m);
  THTensor_clear(&m);
  THTensor_clear(&pivots);
  return status;
}

static int invert_by_library(THLapackCall *j, THTensor *out, const THTensor *a)
{
  const uint8_t result = TH_SLOT_A;
  TH_TRY(THLapack_open(j));
  TH_TRY(THLapack_take(j, TH_SLOT_A, a, a->size[0]));
  TH_TRY(THLapack_finite(j, TH_SLOT_A));
  j->m = j->n = j->lda = (int)a->size[0];
  TH_TRY(THLapack_make(j, TH_SLOT_PIVOTS, TH_INT, j->n, -1));
  TH_TRY(THLapack_call(j, TH_LAPACK_getrf));
  TH_TRY(THLapack_call(j, TH_LAPACK_getri));
  return THLapack_give(j, 1, &out, &result);
}

static int check_square(const char *op, const THTensor *a)
{
  TH_TRY(THTensor_operand(op, a));
  if (!THDtype_traits(a->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", op,
                   THTensor_typeText(a->dtype).text);
  if (a->nDimension == 2 && a->size[0] == a->size[1]) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a square matrix", op,
                 THTensor_sizeText(a).text);
}

int THTensor_inverse(THTensor *out, const THTensor *a)
{
  THLapackCall j;
  const int device = THTensor_device(a);
  TH_TRY(check_square("inverse", a));
  if (!device && a->size[0] <= SMALL) return invert_small(out, a);
  if (!device && !THLapack_hasLibrary()) return invert_large(out, a);
  THLapack_begin(&j, "inverse", device, a->dtype);
  return THLapack_finish(&j, invert_by_library(&j, out, a));
}
