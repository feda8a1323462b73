/*
** Arithmetic on sizes and strides. It reads no tensor and takes no memory.
**
** All results are at most TH_MAX_COUNT; what would be more is an error.
*/
#include "TH/geometry/THShape.h"

#include <stdio.h>
#include <string.h>

/* Multiplies the sizes other than 0, so that the strides and offsets of an empty tensor cannot
   overflow either. */
int THShape_count(const char *op, int ndim, const int64_t *size, int64_t *count)
{
  int64_t product = 1;
  int empty = 0;
  if (ndim < 0 || ndim > TH_MAX_DIM)
    return th_fail(TH_EINVAL, "%s: %d dimensions asked for, a tensor has at most %d", op, ndim,
                   TH_MAX_DIM);
  for (int d = 0; d < ndim; d++) {
    if (size[d] < 0)
      return th_fail(TH_EINVAL, "%s: size %" PRId64 " of dimension %d is negative", op, size[d],
                     d + 1);
    empty |= size[d] == 0;
    if (size[d] && (__builtin_mul_overflow(product, size[d], &product) || product > TH_MAX_COUNT))
      return th_fail(TH_ENOMEM, "%s: size %s has more elements than memory can hold", op,
                     THShape_text(ndim, size).text);
  }
  *count = empty ? 0 : product;
  return TH_OK;
}

void THShape_strides(int ndim, const int64_t *size, int64_t *stride)
{
  uint64_t product = 1; /* may wrap around: some callers check the sizes afterwards */
  for (int d = ndim - 1; d >= 0; d--) {
    stride[d] = (int64_t)product;
    product *= size[d] ? (uint64_t)size[d] : 1;
  }
}

int THShape_extent(const char *op, int ndim, const int64_t *size, const int64_t *stride,
                   int64_t *extent)
{
  int64_t last = 0, step;
  int empty = 0;
  for (int d = 0; d < ndim; d++) {
    empty |= size[d] == 0;
    if (stride[d] < 0)
      return th_fail(TH_EINVAL, "%s: stride %" PRId64 " of dimension %d is negative", op, stride[d],
                     d + 1);
    if (stride[d] > TH_MAX_COUNT ||
        __builtin_mul_overflow(size[d] ? size[d] - 1 : 0, stride[d], &step) ||
        (last += step <= TH_MAX_COUNT ? step : TH_MAX_COUNT) >= TH_MAX_COUNT)
      return th_fail(TH_EINVAL,
                     "%s: size %s with stride %" PRId64
                     " in dimension %d reaches beyond all memory",
                     op, THShape_text(ndim, size).text, stride[d], d + 1);
  }
  *extent = empty ? 0 : last + 1;
  return TH_OK;
}

int THShape_broadcast(const char *op, int *ndim, int64_t *size, int other_ndim,
                      const int64_t *other)
{
  int64_t merged[TH_MAX_DIM];
  int most = *ndim > other_ndim ? *ndim : other_ndim;
  for (int k = 1; k <= most; k++) {
    int64_t a = k <= *ndim ? size[*ndim - k] : 1, b = k <= other_ndim ? other[other_ndim - k] : 1;
    if (a != b && a != 1 && b != 1)
      return th_fail(TH_ESHAPE, "%s: sizes %s and %s do not broadcast (%" PRId64 " and %" PRId64
                     ", dimension %d from the last)", op, THShape_text(*ndim, size).text,
                     THShape_text(other_ndim, other).text, a, b, k);
    merged[most - k] = a == 1 ? b : a;
  }
  memcpy(size, merged, sizeof *size * (size_t)most);
  *ndim = most;
  return TH_OK;
}

int THShape_broadcastsTo(int ndim, const int64_t *size, int to_ndim, const int64_t *to)
{
  if (ndim > to_ndim) return 0;
  for (int k = 1; k <= ndim; k++)
    if (size[ndim - k] != 1 && size[ndim - k] != to[to_ndim - k]) return 0;
  return 1;
}

/* Sorts the dimensions by stride. No two positions meet if each stride is larger than what the
   dimensions with smaller strides reach together. */
int THShape_overlapsItself(int ndim, const int64_t *size, const int64_t *stride)
{
  int order[TH_MAX_DIM], n = 0;
  int64_t reach = 0;
  for (int d = ndim; d-- > 0;) {
    if (size[d] == 0) return 0;
    if (size[d] == 1) continue;
    int at = n++;
    for (; at > 0 && stride[order[at - 1]] > stride[d]; at--) order[at] = order[at - 1];
    order[at] = d;
  }
  for (int k = 0; k < n; k++) {
    if (stride[order[k]] <= reach) return 1;
    reach += (size[order[k]] - 1) * stride[order[k]];
  }
  return 0;
}

THShapeText THShape_text(int ndim, const int64_t *size)
{
  THShapeText t = {"scalar"};
  size_t used = 0;
  for (int d = 0; d < ndim && used < sizeof t.text; d++)
    used += (size_t)snprintf(t.text + used, sizeof t.text - used, d ? "x%" PRId64 : "%" PRId64,
                             size[d]);
  return t;
}
