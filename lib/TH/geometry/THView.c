/*
** Views: each function edits a copy of the header of src and sets out to it last, or checks first
** and then edits out, which it has set to src. So out may be src and is unchanged on failure.
*/
#include "TH/geometry/THView.h"

#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"

int THParts_take(THParts *parts, const char *op, const THTensor *src)
{
  parts->layout = src->layout;
  if (!src->layout->type->explanation) return THTensor_refuse(op, src);
  parts->part[TH_ELEMENTS] = *src;
  parts->part[TH_ELEMENTS].layout = NULL;
  parts->part[TH_EXPLANATION] = *src->layout->type->explanation(src->layout);
  return TH_OK;
}

int THParts_give(const THParts *parts, THTensor *out)
{
  THTensor view = parts->part[TH_ELEMENTS];
  TH_TRY(parts->layout->type->explained(parts->layout, &parts->part[TH_EXPLANATION],
                                        &view.layout));
  THTensor_set(out, &view);
  THLayout_release(view.layout);
  return TH_OK;
}

/* A view of a tensor with a layout is the view of each of its parts. THTensor_set of a header to
   itself takes and drops one reference, so borrowed headers may be changed by it. */
#define OF_PARTS(op, view_of_part)                                                             \
  if (src->layout) {                                                                           \
    THParts parts;                                                                             \
    TH_TRY(THParts_take(&parts, op, src));                                                     \
    THTensor *part = &parts.part[TH_ELEMENTS];                                                 \
    TH_TRY(view_of_part);                                                                      \
    part = &parts.part[TH_EXPLANATION];                                                        \
    return view_of_part ? unfollowed(op, src) : THParts_give(&parts, out);                     \
  }

/* The same for a view that a layout without such parts may make itself, from these numbers. */
#define OF_LAYOUT(name, view_of_part, ...)                                                     \
  if (src->layout && !src->layout->type->explanation)                                          \
    return THGate_view(#name, TH_SHAPE_##name, out, src,                                       \
                       (int)(sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t)),                \
                       (int64_t[]){__VA_ARGS__});                                              \
  OF_PARTS(#name, view_of_part)

/* The elements have such a view. */
static int unfollowed(const char *op, const THTensor *src)
{
  return th_fail(TH_EUNSUPPORTED, "%s: the parameters of this %s tensor cannot follow; %s", op,
                 src->layout->type->name, src->layout->type->hint);
}

static void remove_dim(THTensor *t, int dim)
{
  for (int d = dim; d < t->nDimension - 1; d++) {
    t->size[d] = t->size[d + 1];
    t->stride[d] = t->stride[d + 1];
  }
  t->nDimension--;
}

/* Append a dimension. The caller has checked that there is room. */
static void append_dim(THTensor *t, int64_t size, int64_t stride)
{
  t->size[t->nDimension] = size;
  t->stride[t->nDimension] = stride;
  t->nDimension++;
}

static int check_room(const char *op, const THTensor *t)
{
  if (t->nDimension < TH_MAX_DIM) return TH_OK;
  return th_fail(TH_EINVAL, "%s: the result would have %d dimensions, a tensor has at most %d", op,
                 t->nDimension + 1, TH_MAX_DIM);
}

int THTensor_narrow(THTensor *out, const THTensor *src, int dim, int64_t first, int64_t count)
{
  OF_LAYOUT(narrow, THTensor_narrow(part, part, dim, first, count), dim, first, count)
  TH_TRY(TH_checkDim("narrow", src, dim));
  if (first < 0 || count < 0 || first > src->size[dim] - count)
    return th_fail(TH_EINVAL,
                   "narrow: %" PRId64 " elements from %" PRId64
                   " do not fit in dimension %d of size %" PRId64,
                   count, th_shown(first), dim + 1, src->size[dim]);
  THTensor_set(out, src);
  out->storageOffset += count ? first * out->stride[dim] : 0;
  out->size[dim] = count;
  return TH_OK;
}

int THTensor_select(THTensor *out, const THTensor *src, int dim, int64_t index)
{
  OF_LAYOUT(select, THTensor_select(part, part, dim, index), dim, index)
  TH_TRY(TH_checkDim("select", src, dim));
  if (index < 0 || index >= src->size[dim])
    return th_fail(TH_EINVAL, "select: no position %" PRId64 " in dimension %d of size %" PRId64,
                   th_shown(index), dim + 1, src->size[dim]);
  THTensor_set(out, src);
  out->storageOffset += index * out->stride[dim];
  remove_dim(out, dim);
  return TH_OK;
}

static void swap(int64_t *a, int64_t *b)
{
  const int64_t was = *a;
  *a = *b;
  *b = was;
}

int THTensor_transpose(THTensor *out, const THTensor *src, int dim1, int dim2)
{
  OF_LAYOUT(transpose, THTensor_transpose(part, part, dim1, dim2), dim1, dim2)
  TH_TRY(TH_checkDim("transpose", src, dim1));
  TH_TRY(TH_checkDim("transpose", src, dim2));
  THTensor_set(out, src);
  swap(&out->size[dim1], &out->size[dim2]);
  swap(&out->stride[dim1], &out->stride[dim2]);
  return TH_OK;
}

int THTensor_permute(THTensor *out, const THTensor *src, int ndim, const int *order)
{
  THTensor view = *src;
  unsigned seen = 0;
  int64_t named[TH_MAX_DIM];
  if (ndim != src->nDimension)
    return th_fail(TH_ESHAPE, "permute: %d dimensions named for a %d-dimensional tensor", ndim,
                   src->nDimension);
  for (int d = 0; d < ndim; d++) {
    TH_TRY(TH_checkDim("permute", src, order[d]));
    if (seen & 1u << order[d])
      return th_fail(TH_EINVAL, "permute: dimension %d is named twice", order[d] + 1);
    seen |= 1u << order[d];
    named[d] = order[d];
    view.size[d] = src->size[order[d]];
    view.stride[d] = src->stride[order[d]];
  }
  if (src->layout && !src->layout->type->explanation)
    return THGate_view("permute", TH_SHAPE_permute, out, src, ndim, named);
  OF_PARTS("permute", THTensor_permute(part, part, ndim, order))
  THTensor_set(out, &view);
  return TH_OK;
}

int THTensor_unfold(THTensor *out, const THTensor *src, int dim, int64_t size, int64_t step)
{
  THTensor view = *src;
  int64_t count;
  OF_PARTS("unfold", THTensor_unfold(part, part, dim, size, step))
  TH_TRY(TH_checkDim("unfold", src, dim));
  TH_TRY(check_room("unfold", src));
  if (size < 0 || size > src->size[dim])
    return th_fail(TH_EINVAL,
                   "unfold: no windows of size %" PRId64 " in dimension %d of size %" PRId64, size,
                   dim + 1, src->size[dim]);
  if (step <= 0) return th_fail(TH_EINVAL, "unfold: step %" PRId64 " is below 1", step);
  view.size[dim] = (src->size[dim] - size) / step + 1;
  /* With one window its stride is never used, and a large step could overflow it. */
  if (view.size[dim] > 1) view.stride[dim] = src->stride[dim] * step;
  append_dim(&view, size, src->stride[dim]);
  TH_TRY(THShape_count("unfold", view.nDimension, view.size, &count));
  THTensor_set(out, &view);
  return TH_OK;
}

int THTensor_expand(THTensor *out, const THTensor *src, int ndim, const int64_t *size)
{
  THTensor view = *src;
  int64_t count;
  int added = ndim - src->nDimension;
  OF_PARTS("expand", THTensor_expand(part, part, ndim, size))
  if (THTensor_isUndefined(src))
    return th_fail(TH_ESHAPE, "expand: the tensor has no elements to repeat");
  if (ndim > TH_MAX_DIM) return THShape_count("expand", ndim, size, &count);
  if (added < 0)
    return th_fail(TH_ESHAPE, "expand: %d sizes given for a %d-dimensional tensor", ndim,
                   src->nDimension);
  view.nDimension = ndim;
  for (int d = 0; d < ndim; d++) {
    int64_t have = d < added ? 1 : src->size[d - added];
    int64_t want = size[d] == -1 && d >= added ? have : size[d];
    if (want < 0)
      return th_fail(TH_EINVAL, "expand: size %" PRId64 " of the %s dimension %d", want,
                     d < added ? "new" : "existing", d + 1);
    if (want != have && have != 1)
      return th_fail(TH_ESHAPE,
                     "expand: dimension %d of size %" PRId64 " cannot become %" PRId64
                     "; only size 1 is repeated",
                     d - added + 1, have, want);
    view.size[d] = want;
    view.stride[d] = want == have && d >= added ? src->stride[d - added] : 0;
  }
  TH_TRY(THShape_count("expand", ndim, view.size, &count));
  THTensor_set(out, &view);
  return TH_OK;
}

static int64_t smaller(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

int THTensor_diagonal(THTensor *out, const THTensor *src, int64_t offset, int dim1, int dim2)
{
  THTensor view = *src;
  OF_PARTS("diagonal", THTensor_diagonal(part, part, offset, dim1, dim2))
  TH_TRY(TH_checkDim("diagonal", src, dim1));
  TH_TRY(TH_checkDim("diagonal", src, dim2));
  if (dim1 == dim2) return th_fail(TH_EINVAL, "diagonal: dimension %d is named twice", dim1 + 1);
  int64_t rows = src->size[dim1], columns = src->size[dim2], count;
  if (offset >= 0) count = offset >= columns ? 0 : smaller(rows, columns - offset);
  else count = offset <= -rows ? 0 : smaller(rows + offset, columns);
  if (count)
    view.storageOffset += offset >= 0 ? offset * src->stride[dim2] : -offset * src->stride[dim1];
  remove_dim(&view, dim1 > dim2 ? dim1 : dim2);
  remove_dim(&view, dim1 > dim2 ? dim2 : dim1);
  append_dim(&view, count, src->stride[dim1] + src->stride[dim2]);
  THTensor_set(out, &view);
  return TH_OK;
}

int THTensor_squeeze(THTensor *out, const THTensor *src)
{
  THTensor view = *src;
  OF_PARTS("squeeze", THTensor_squeeze(part, part))
  for (int d = view.nDimension - 1; d >= 0; d--)
    if (view.size[d] == 1) remove_dim(&view, d);
  THTensor_set(out, &view);
  return TH_OK;
}

int THTensor_squeezeDim(THTensor *out, const THTensor *src, int dim)
{
  THTensor view = *src;
  OF_PARTS("squeeze", THTensor_squeezeDim(part, part, dim))
  TH_TRY(TH_checkDim("squeeze", src, dim));
  if (view.size[dim] == 1) remove_dim(&view, dim);
  THTensor_set(out, &view);
  return TH_OK;
}

int THTensor_unsqueeze(THTensor *out, const THTensor *src, int dim)
{
  THTensor view = *src;
  OF_LAYOUT(unsqueeze, THTensor_unsqueeze(part, part, dim), dim)
  TH_TRY(check_room("unsqueeze", src));
  if (dim < 0 || dim > src->nDimension)
    return th_fail(TH_EINVAL,
                   "unsqueeze: no place %" PRId64 " for a new dimension in a %d-dimensional tensor",
                   th_shown(dim), src->nDimension);
  if (THTensor_isUndefined(src)) return th_fail(TH_ESHAPE, "unsqueeze: the tensor has no elements");
  for (int d = view.nDimension; d > dim; d--) {
    view.size[d] = view.size[d - 1];
    view.stride[d] = view.stride[d - 1];
  }
  view.nDimension++;
  view.stride[dim] = dim + 1 < view.nDimension ? view.size[dim + 1] * view.stride[dim + 1] : 1;
  view.size[dim] = 1;
  THTensor_set(out, &view);
  return TH_OK;
}

THTensor THTensor_turned(const THTensor *matrix)
{
  THTensor turned = *matrix;
  for (int d = 0; d < 2; d++) {
    turned.size[d] = matrix->size[1 - d];
    turned.stride[d] = matrix->stride[1 - d];
  }
  return turned;
}

THTensor THTensor_mainDiagonal(const THTensor *matrix)
{
  THTensor diagonal = *matrix;
  diagonal.nDimension = 1;
  if (matrix->size[1] < matrix->size[0]) diagonal.size[0] = matrix->size[1];
  diagonal.stride[0] += matrix->stride[1];
  return diagonal;
}

int THShape_derive(const char *op, int ndim, const int64_t *size, int64_t count, int64_t *to)
{
  int derived = -1;
  int64_t rest, got;
  if (ndim < 0 || ndim > TH_MAX_DIM) return THShape_count(op, ndim, size, &got);
  for (int d = 0; d < ndim; d++) {
    if (size[d] == -1 && derived >= 0)
      return th_fail(TH_EINVAL, "%s: more than one size is -1", op);
    if (size[d] == -1) derived = d;
    to[d] = size[d] == -1 ? 1 : size[d];
  }
  TH_TRY(THShape_count(op, ndim, to, &rest));
  if (derived >= 0 && rest > 0 && count % rest == 0) to[derived] = count / rest;
  TH_TRY(THShape_count(op, ndim, to, &got));
  if (got == count && (derived < 0 || rest > 0)) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: %" PRId64 " elements do not make a tensor of size %s", op, count,
                 THShape_text(ndim, size).text);
}

/*
** Strides for new sizes over the window of src. Each run of old dimensions that is contiguous in
** itself is split among new dimensions with the same product. Returns 0 if a new dimension would
** span two runs. Over sizes (2, 3, 4) with strides (12, 4, 1), sizes (6, 4) get strides (4, 1).
*/
static int restride(const THTensor *src, int ndim, const int64_t *size, int64_t *stride)
{
  int d = ndim - 1;
  for (int s = src->nDimension - 1; s >= 0; s--) {
    if (src->size[s] == 1) continue;
    int64_t inner = src->stride[s], run = src->size[s], dealt = 1;
    for (; s > 0 && (src->size[s - 1] == 1 || src->stride[s - 1] == run * inner); s--)
      run *= src->size[s - 1];
    for (; d >= 0 && dealt < run; d--) {
      stride[d] = dealt * inner;
      dealt *= size[d];
    }
    if (dealt != run) return 0;
  }
  /* The remaining dimensions have size 1. */
  for (; d >= 0; d--) stride[d] = d + 1 < ndim ? size[d + 1] * stride[d + 1] : 1;
  return 1;
}

int THTensor_view(THTensor *out, const THTensor *src, int ndim, const int64_t *size)
{
  THTensor view = *src;
  int64_t count = THTensor_nElement(src);
  OF_PARTS("view", THTensor_view(part, part, ndim, size))
  TH_TRY(THShape_derive("view", ndim, size, count, view.size));
  view.nDimension = ndim;
  if (count == 0) THShape_strides(ndim, view.size, view.stride);
  else if (!restride(src, ndim, view.size, view.stride))
    return th_fail(TH_ESHAPE,
                   "view: size %s cannot be laid over a tensor of size %s with strides %s; use "
                   "contiguous() first",
                   THShape_text(ndim, view.size).text,
                   THTensor_sizeText(src).text, THShape_text(src->nDimension, src->stride).text);
  THTensor_set(out, &view);
  return TH_OK;
}

/* What tells nothing about elements at other places must be the same for all of them. */
static int parts_as_strided(THTensor *out, const THTensor *src, int ndim, const int64_t *size,
                            const int64_t *stride, int64_t offset)
{
  static const int64_t shared[TH_MAX_DIM];
  THParts parts;
  TH_TRY(THParts_take(&parts, "asStrided", src));
  THTensor *told = &parts.part[TH_EXPLANATION];
  for (int d = 0; d < src->nDimension; d++)
    if (told->stride[d] && told->size[d] > 1) return unfollowed("asStrided", src);
  TH_TRY(THTensor_asStrided(&parts.part[TH_ELEMENTS], &parts.part[TH_ELEMENTS], ndim, size, stride,
                            offset));
  TH_TRY(THTensor_asStrided(told, told, ndim, size, shared, told->storageOffset));
  return THParts_give(&parts, out);
}

int THTensor_asStrided(THTensor *out, const THTensor *src, int ndim, const int64_t *size,
                       const int64_t *stride, int64_t offset)
{
  if (src->layout && src->layout->type->explanation)
    return parts_as_strided(out, src, ndim, size, stride, offset);
  TH_TRY(THTensor_viewable("asStrided", src));
  for (int d = 0; d < ndim; d++)
    if (stride && stride[d] < 0)
      return th_fail(TH_EINVAL, "asStrided: stride %" PRId64 " of dimension %d is negative",
                     stride[d], d + 1);
  const uint8_t flags = src->flags; /* out may be src */
  TH_TRY(THTensor_setWindow("asStrided", out, src->storage, offset, ndim, size, stride));
  out->flags = flags;
  return TH_OK;
}
