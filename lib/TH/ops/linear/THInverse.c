/*
** The inverse of a square matrix: by elimination here, in double, for small matrices and where
** there is no LAPACK; by LAPACK or the device's library for others.
**
** The result changes only after the inverse is known.
*/
#include <math.h>

#include "TH/cpu/THLapackHost.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
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

/*
** Replace m, n x n and row-major, by its inverse: Gauss-Jordan elimination in place. An element of
** the caller's matrix is parts x parts elements of m.
*/
static int invert(double *m, int64_t n, int parts, int *pivots)
{
  TH_TRY(check_finite(m, n * n));
  for (int64_t c = 0; c < n; c++) {
    const int64_t best = find_pivot(m, n, c);
    if (m[best * n + c] == 0) return fail_singular(c / parts + 1);
    pivots[c] = (int)best;
    swap_rows(m, n, c, best);
    eliminate(m, n, c);
  }
  for (int64_t c = n - 1; c >= 0; c--) swap_columns(m, n, c, pivots[c]);
  return TH_OK;
}

/* --- elements --- */

/* A complex element a + bi is the real matrix {{a, -b}, {b, a}}: sums, products and so inverses of
   matrices of such are those of the complex numbers. */
static int parts_of(const THTensor *t)
{
  return THDtype_traits(t->dtype)->complex ? 2 : 1;
}

/* The address of element (i, j) of a matrix. */
static char *place_of(const THTensor *t, int64_t i, int64_t j)
{
  const int64_t at = i * t->stride[0] + j * t->stride[1];
  return (char *)THTensor_data(t) + at * THDtype_traits(t->dtype)->size;
}

static void read_elements(double *m, const THTensor *a)
{
  const int64_t n = a->size[0], parts = parts_of(a), width = parts * n;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      const THNumber x = THDtype_load(a->dtype, place_of(a, i, j));
      double *to = m + i * parts * width + j * parts;
      to[0] = TH_asReal(x);
      if (parts == 1) continue;
      to[1] = -TH_imaginary(x);
      to[width] = TH_imaginary(x);
      to[width + 1] = TH_asReal(x);
    }
}

static void write_elements(THTensor *out, const double *m)
{
  const int64_t n = out->size[0], parts = parts_of(out), width = parts * n;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      const double *x = m + i * parts * width + j * parts;
      THDtype_store(out->dtype, place_of(out, i, j),
                    parts == 1 ? TH_real(x[0]) : TH_complex(x[0], x[width]));
    }
}

/* m and pivots have room for the elements of a, in parts. */
static int invert_in(double *m, int *pivots, THTensor *out, const THTensor *a)
{
  const int parts = parts_of(a);
  read_elements(m, a);
  TH_TRY(invert(m, parts * a->size[0], parts, pivots));
  TH_TRY(THTensor_result("inverse", out, 0, a->dtype, 2, a->size));
  write_elements(out, m);
  return TH_OK;
}

enum { SMALL = 8 };

/* Needs no temporary tensor: the matrix fits on the stack. */
static int invert_small(THTensor *out, const THTensor *a)
{
  double m[SMALL * SMALL];
  int pivots[SMALL];
  return invert_in(m, pivots, out, a);
}

/* --- large ones --- */

static int invert_large(THTensor *out, const THTensor *a)
{
  THTensor m = {0}, pivots = {0};
  const int64_t n = parts_of(a) * a->size[0];
  int status = THTensor_new(&m, 0, TH_DOUBLE, 2, (const int64_t[]){n, n});
  if (!status) status = THTensor_new(&pivots, 0, TH_INT, 1, m.size);
  if (!status) status = invert_in(THTensor_data(&m), THTensor_data(&pivots), out, a);
  THTensor_clear(&m);
  THTensor_clear(&pivots);
  return status;
}

static int factorize(THLapackCall *j, const THTensor *a)
{
  TH_TRY(THLapack_take(j, TH_SLOT_A, a, a->size[0]));
  TH_TRY(THLapack_finite(j, TH_SLOT_A));
  TH_TRY(THLapack_make(j, TH_SLOT_PIVOTS, TH_INT, j->n, -1));
  return THLapack_call(j, TH_LAPACK_getrf);
}

/* The inverse of the transpose, transposed: LAPACK counts by columns, so that a need not be turned
   in memory, and the result has its rows in order (row "inverse 200"). If it is singular, a is
   factored too, so that the error names the pivot that small matrices name. */
static int invert_by_library(THLapackCall *j, THTensor *out, const THTensor *a)
{
  const uint8_t result = TH_SLOT_A;
  const THTensor turned = THTensor_turned(a); /* borrowed */
  TH_TRY(THLapack_open(j));
  j->m = j->n = j->lda = (int)a->size[0];
  const int status = factorize(j, &turned);
  if (status && j->info > 0) TH_TRY(factorize(j, a));
  TH_TRY(status);
  TH_TRY(THLapack_call(j, TH_LAPACK_getri));
  j->slot[TH_SLOT_A] = THTensor_turned(&j->slot[TH_SLOT_A]);
  return THLapack_give(j, 1, &out, &result);
}

static int check_square(const char *op, const THTensor *a)
{
  TH_TRY(THTensor_operand(op, a));
  const THTraits *traits = THDtype_traits(a->dtype);
  if (traits->complex && !TH_entries(TH_CHAPTER_SOLVE, a->dtype, THTensor_device(a)))
    return TH_missing(op, a->dtype, THTensor_device(a));
  if (!traits->floating && !traits->complex)
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
  if (!device && parts_of(a) * a->size[0] <= SMALL) return invert_small(out, a);
  if (!device && !THLapack_hasLibrary()) return invert_large(out, a);
  THLapack_begin(&j, "inverse", device, a->dtype);
  return THLapack_finish(&j, invert_by_library(&j, out, a));
}
