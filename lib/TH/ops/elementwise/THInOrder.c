/*
** Writing results that overlap themselves, slice by slice. A dimension of stride 0 is always
** walked. If the others overlap, as in unfolded tensors, the outermost of them are walked too, so
** that equal places come in row-major order.
*/
#include "TH/ops/elementwise/THInOrder.h"

#include <string.h>

#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"

/* The first dimension with several elements left. */
static int outermost(int ndim, const int64_t *left)
{
  int d = 0;
  while (d < ndim - 1 && left[d] < 2) d++;
  return d;
}

void THSlices_begin(THSlices *s, const THTensor *out)
{
  int64_t left[TH_MAX_DIM];
  *s = (THSlices){.more = 1, .ndim = out->nDimension};
  memcpy(s->size, out->size, sizeof s->size);
  memcpy(left, out->size, sizeof left);
  for (int d = 0; d < s->ndim; d++)
    if (out->stride[d] == 0 && left[d] > 1) left[d] = 1;
  while (THShape_overlapsItself(s->ndim, left, out->stride)) left[outermost(s->ndim, left)] = 1;
  for (int d = 0; d < s->ndim; d++)
    if (left[d] != out->size[d]) s->outer[s->nouter++] = d;
}

void THSlices_next(THSlices *s)
{
  for (int k = s->nouter; k-- > 0;) {
    const int d = s->outer[k];
    if (++s->at[d] < s->size[d]) return;
    s->at[d] = 0;
  }
  s->more = 0;
}

/* Dimensions are aligned at the last one, as in broadcasting. */
THTensor THSlices_of(const THSlices *s, const THTensor *t)
{
  THTensor slice = *t;
  for (int k = 0; k < s->nouter; k++) {
    const int d = s->outer[k] - s->ndim + t->nDimension;
    if (d < 0 || t->size[d] == 1) continue;
    slice.storageOffset += s->at[s->outer[k]] * t->stride[d];
    slice.size[d] = 1;
  }
  return slice;
}

int THTensor_overlapsItself(const THTensor *t)
{
  return t->storage && !t->layout && THShape_overlapsItself(t->nDimension, t->size, t->stride);
}

/* Take from t, and from a src with its sizes, the elements that later ones at the same place
   replace: of a dimension of stride 0 the last stays. */
static void keep_last(THTensor *t, THTensor *src)
{
  for (int d = 0; d < t->nDimension; d++) {
    if (t->stride[d]) continue;
    if (src) {
      src->storageOffset += (t->size[d] - 1) * src->stride[d];
      src->size[d] = 1;
    }
    t->size[d] = 1;
  }
}

int THTensor_fillInOrder(THTensor *t, THNumber number)
{
  THSlices s;
  THTensor rest = *t;
  if (!THTensor_overlapsItself(t)) return THTensor_fill(t, number);
  TH_TRY(THTensor_fits("fill", t));
  keep_last(&rest, NULL);
  for (THSlices_begin(&s, &rest); s.more; THSlices_next(&s)) {
    THTensor slice = THSlices_of(&s, &rest);
    TH_TRY(THTensor_fill(&slice, number));
  }
  return TH_OK;
}

/* Set from to the elements of src in the sizes of dst. They are copied if dst would overwrite
   them. */
static int shape_source(THTensor *from, const THTensor *dst, const THTensor *src)
{
  if (THTensor_shareMemory(dst, src)) TH_TRY(THTensor_clone(from, src, src->dtype));
  else THTensor_set(from, src);
  if (THShape_broadcastsTo(src->nDimension, src->size, dst->nDimension, dst->size))
    return THTensor_expand(from, from, dst->nDimension, dst->size);
  return THTensor_reshape(from, from, dst->nDimension, dst->size);
}

static int copy_slices(const THTensor *dst, const THTensor *src)
{
  THSlices s;
  THTensor to = *dst, from = *src;
  TH_TRY(THTensor_fits("copy", dst));
  keep_last(&to, &from);
  for (THSlices_begin(&s, &to); s.more; THSlices_next(&s)) {
    THTensor slice = THSlices_of(&s, &to), source = THSlices_of(&s, &from);
    TH_TRY(THTensor_copy(&slice, &source));
  }
  return TH_OK;
}

int THTensor_copyInOrder(THTensor *dst, const THTensor *src)
{
  THTensor from = {0};
  const int fits = THShape_broadcastsTo(src->nDimension, src->size, dst->nDimension, dst->size);
  if (!THTensor_overlapsItself(dst) || src->layout || !src->storage ||
      (!fits && THTensor_nElement(src) != THTensor_nElement(dst)))
    return THTensor_copy(dst, src);
  if (dst->dtype == src->dtype && THTensor_isSetTo(dst, src)) return TH_OK;
  TH_TRY(THTensor_fits("copy", src));
  int status = shape_source(&from, dst, src);
  if (!status) status = copy_slices(dst, &from);
  THTensor_clear(&from);
  return status;
}
