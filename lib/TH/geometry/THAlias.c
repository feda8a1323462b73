/*
** Memory is judged by the range that a window spans, so that overlapping is sometimes said of two
** windows whose elements lie between each other's; never the other way round.
*/
#include "TH/geometry/THAlias.h"

static int has_sizes(const THTensor *t, int ndim, const int64_t *size)
{
  if (t->nDimension != ndim) return 0;
  for (int d = 0; d < ndim; d++)
    if (t->size[d] != size[d]) return 0;
  return 1;
}

enum THAlias THAlias_of(const THTensor *out, int ndim, const int64_t *size, const THTensor *t)
{
  if (!out->storage || !t->storage) return TH_APART;
  const int stays = size && has_sizes(out, ndim, size);
  if (stays && THTensor_isSetTo(out, t)) return TH_SAME;
  if (out->storage == t->storage && !stays) return TH_OVERLAPPING;
  return THTensor_shareMemory(out, t) ? TH_OVERLAPPING : TH_APART;
}

int THAlias_distinct(const char *op, int count, THTensor *const *out, int isGrowing)
{
  for (int k = 0; k < count; k++)
    for (int j = 0; j < k; j++) {
      const THStorage *storage = out[j]->storage;
      if (out[j] != out[k] && !storage) continue;
      if (isGrowing && (out[j] == out[k] || storage == out[k]->storage))
        return th_fail(TH_EINVAL, "%s: results %d and %d share a storage", op, j + 1, k + 1);
      if (!isGrowing && (out[j] == out[k] || THTensor_shareMemory(out[j], out[k])))
        return th_fail(TH_EINVAL, "%s: results %d and %d share memory", op, j + 1, k + 1);
    }
  return TH_OK;
}
