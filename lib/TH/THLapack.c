#include "THLapack.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "THBlas.h"
#include "THCopy.h"
#include "THParallel.h"

/*
** The library's functions, by Fortran's conventions (THBlasLibrary.h), indexed 0 for Float and 1
** for Double. Found at first need: all, or none.
*/
typedef void Getrf(const int *m, const int *n, void *a, const int *lda, int *pivots, int *info);
typedef void Getri(const int *n, void *a, const int *lda, const int *pivots, void *work,
                   const int *size, int *info);

static struct {
  Getrf *getrf[2];
  Getri *getri[2];
} lapack;

static const struct Symbol {
  const char *name;
  void *place;
} symbols[] = {
  {"sgetrf_", &lapack.getrf[0]}, {"dgetrf_", &lapack.getrf[1]},
  {"sgetri_", &lapack.getri[0]}, {"dgetri_", &lapack.getri[1]},
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int found;

static void find_functions(void)
{
  found = 1;
  for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
    void *address = THBlas_symbol(symbols[k].name);
    memcpy(symbols[k].place, &address, sizeof address);
    found = found && address;
  }
}

static int has_library(void)
{
  pthread_once(&once, find_functions);
  return found;
}

/* --- inverse --- */

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

/* Column c is eliminated from the other rows; the inverse grows where the ones were. */
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

/* The row from c on with the largest element of column c. A NaN is larger: it must show. */
static int64_t find_pivot(const double *m, int64_t n, int64_t c)
{
  int64_t best = c;
  for (int64_t i = c + 1; i < n; i++) {
    const double size = fabs(m[i * n + c]);
    if (size > fabs(m[best * n + c]) || isnan(size)) best = i;
  }
  return best;
}

/* m, n x n by rows, becomes its inverse: Gauss and Jordan, in place. */
static int invert(double *m, int64_t n, int *pivots)
{
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

/* Where element k, in row-major order, of a matrix of n columns lies. */
static char *place_of(const THTensor *t, int64_t n, int64_t k)
{
  const int64_t at = k / n * t->stride[0] + k % n * t->stride[1];
  return (char *)THTensor_data(t) + at * THDtype_traits(t->dtype)->size;
}

/* Without a temporary tensor: what is read, computed and written fits the stack. */
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

/* The transposed matrix, which Fortran sees in m, has the transposed inverse. */
static int invert_by_library(const THTensor *m, int *pivots, const THTensor *work)
{
  enum { THREADS_FROM = 128 };
  const int n = (int)m->size[0], size = (int)work->size[0], kind = m->dtype == TH_DOUBLE;
  int info = 0;
  THBlas_setNumThreads(n < THREADS_FROM ? 1 : TH_getNumThreads());
  lapack.getrf[kind](&n, &n, THTensor_data(m), &n, pivots, &info);
  if (info > 0) return fail_singular(info);
  lapack.getri[kind](&n, THTensor_data(m), &n, pivots, THTensor_data(work), &size, &info);
  return info > 0 ? fail_singular(info) : TH_OK;
}

/* m: room for a copy of a, in which it is inverted. */
static int invert_large(THTensor *out, const THTensor *a, THTensor *m, THTensor *pivots,
                        THTensor *work)
{
  enum { BLOCK = 64 }; /* columns that getri may take at once */
  const int64_t n = a->size[0], room = n * BLOCK;
  const int library = room <= INT_MAX && has_library();
  TH_TRY(THTensor_clone(m, a, library && a->dtype != TH_DOUBLE ? TH_FLOAT : TH_DOUBLE));
  TH_TRY(THTensor_new(pivots, 0, TH_INT, 1, &n));
  if (library) TH_TRY(THTensor_new(work, 0, m->dtype, 1, &room));
  if (library) TH_TRY(invert_by_library(m, THTensor_data(pivots), work));
  else TH_TRY(invert(THTensor_data(m), n, THTensor_data(pivots)));
  TH_TRY(THTensor_result("inverse", out, 0, a->dtype, 2, m->size));
  return THTensor_copy(out, m);
}

static int check_square(const char *op, const THTensor *a)
{
  TH_TRY(THTensor_operand(op, a, 0));
  if (THTensor_device(a))
    return th_fail(TH_EUNSUPPORTED, "%s: not defined on device %d; copy to the CPU first", op,
                   THTensor_device(a));
  if (!THDtype_traits(a->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", op,
                   THTensor_typeText(a->dtype).text);
  if (a->nDimension == 2 && a->size[0] == a->size[1]) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s; needed is a square matrix", op,
                 THTensor_sizeText(a).text);
}

int THTensor_inverse(THTensor *out, const THTensor *a)
{
  THTensor m = {0}, pivots = {0}, work = {0};
  TH_TRY(check_square("inverse", a));
  if (a->size[0] <= SMALL) return invert_small(out, a);
  int status = invert_large(out, a, &m, &pivots, &work);
  THTensor_clear(&m);
  THTensor_clear(&pivots);
  THTensor_clear(&work);
  return status;
}
