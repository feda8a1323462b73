/* Several dimensions joined to one, or read as they are. */
#include "TH/ops/reduce/THReduceDims.h"

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/iteration/THFold.h"
#include "TH/ops/elementwise/THCopy.h"

int th_readDims(const char *op, const THTensor *x, int n, const int *dims, unsigned *set)
{
  *set = n ? 0 : (1u << x->nDimension) - 1;
  for (int k = 0; k < n; k++) {
    TH_TRY(TH_checkDim(op, x, dims[k]));
    if (*set >> dims[k] & 1)
      return th_fail(TH_EINVAL, "%s: dimension %d is named twice", op, dims[k] + 1);
    *set |= 1u << dims[k];
  }
  return TH_OK;
}

int th_isReadInOrder(const THTensor *x, unsigned set)
{
  int64_t run = 1, before = 0;
  for (int d = x->nDimension - 1; d >= 0; d--) {
    if (!(set >> d & 1) || x->size[d] == 1) continue;
    if (x->stride[d] < before) return 0;
    if (x->stride[d] == run) run *= x->size[d];
    before = x->stride[d];
  }
  return run >= TH_FOLD_PIECE;
}

int THTensor_joinDims(const char *op, THTensor *out, const THTensor *x, int n, const int *dims)
{
  THTensor turned = {0};
  unsigned set;
  int order[TH_MAX_DIM], at = 0;
  int64_t size[TH_MAX_DIM + 1], joined = THTensor_isUndefined(x) ? 0 : 1;
  TH_TRY(th_readDims(op, x, n, dims, &set));
  for (int d = 0; d < x->nDimension; d++)
    if (!(set >> d & 1)) size[at] = x->size[d], order[at++] = d;
  const int kept = at;
  for (int d = 0; d < x->nDimension; d++)
    if (set >> d & 1) joined *= x->size[d], order[at++] = d;
  size[kept] = joined;
  if (kept == TH_MAX_DIM)
    return th_fail(TH_ESHAPE, "%s: no dimension to reduce of %d", op, TH_MAX_DIM);
  if (THTensor_isUndefined(x)) return THTensor_new(out, THTensor_device(x), x->dtype, 1, size);
  TH_TRY(THTensor_permute(&turned, x, x->nDimension, order));
  int status = THTensor_reshape(out, &turned, kept + 1, size);
  THTensor_clear(&turned);
  return status;
}

int THTensor_keepDims(const char *op, THTensor *t, const THTensor *x, int n, const int *dims)
{
  unsigned set;
  int64_t size[TH_MAX_DIM];
  TH_TRY(th_readDims(op, x, n, dims, &set));
  for (int d = 0; d < x->nDimension; d++) size[d] = set >> d & 1 ? 1 : x->size[d];
  return THTensor_resize(op, t, x->nDimension, size, NULL);
}
