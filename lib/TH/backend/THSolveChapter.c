/* Makes the work tensors of calls of LAPACK: dense and column-major, as LAPACK needs them. */
#include "TH/backend/THSolveChapter.h"

static int64_t at_least_1(int64_t n)
{
  return n > 1 ? n : 1;
}

int THLapack_make(THLapackCall *j, THLapackSlot slot, int dtype, int64_t rows, int64_t columns)
{
  THTensor *t = &j->slot[slot];
  const int ndim = columns < 0 ? 1 : 2;
  THTensor_clear(t);
  TH_TRY(THTensor_new(t, j->device, dtype, ndim,
                      (const int64_t[]){ndim == 1 ? rows : columns, rows}));
  if (ndim == 1) return TH_OK;
  t->size[0] = rows;
  t->size[1] = columns;
  t->stride[0] = 1;
  t->stride[1] = at_least_1(rows);
  return TH_OK;
}
