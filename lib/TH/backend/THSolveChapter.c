/*
** Makes the work tensors of calls of LAPACK: dense and column-major, as LAPACK needs them.
**
** OpenBLAS 0.3.21 reads one element too many of a complex vector (THBlas.c); LAPACK takes it from
** rows and columns of matrices. So the storage of a complex tensor has room for one column, or one
** element, more.
*/
#include "TH/backend/THSolveChapter.h"

static int64_t at_least_1(int64_t n)
{
  return n > 1 ? n : 1;
}

/* A tensor of a call for the next matrix of a stack, as it is. */
static int is_made(const THTensor *t, int dtype, int64_t rows, int64_t columns)
{
  if (!t->storage || t->dtype != dtype || t->nDimension != (columns < 0 ? 1 : 2)) return 0;
  if (t->size[0] != rows || t->stride[0] != 1) return 0;
  return columns < 0 || (t->size[1] == columns && t->stride[1] == at_least_1(rows));
}

int THLapack_make(THLapackCall *j, THLapackSlot slot, int dtype, int64_t rows, int64_t columns)
{
  THTensor *t = &j->slot[slot];
  const int ndim = columns < 0 ? 1 : 2, spare = THDtype_traits(dtype)->complex;
  if (is_made(t, dtype, rows, columns)) return TH_OK;
  THTensor_clear(t);
  TH_TRY(THTensor_new(t, j->device, dtype, ndim,
                      (const int64_t[]){(ndim == 1 ? rows : columns) + spare, rows}));
  t->size[0] = rows;
  if (ndim == 1) return TH_OK;
  t->size[1] = columns;
  t->stride[0] = 1;
  t->stride[1] = at_least_1(rows);
  return TH_OK;
}
