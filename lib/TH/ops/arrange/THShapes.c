/*
** Views of several dimensions: each computes an order or sizes and leaves the rest to the views of
** TH.
*/
#include "TH/ops/arrange/THShapes.h"

#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"

/* Set bit dim[k] in *seen for each k, or fail. */
static int note_dims(const char *op, const THTensor *x, int n, const int *dim, unsigned *seen)
{
  *seen = 0;
  for (int k = 0; k < n; k++) {
    if (dim[k] < 0 || dim[k] >= x->nDimension)
      return th_fail(TH_EINVAL, "%s: no dimension %d in a %d-dimensional tensor", op, dim[k] + 1,
                     x->nDimension);
    if (*seen & 1u << dim[k])
      return th_fail(TH_EINVAL, "%s: dimension %d is named twice", op, dim[k] + 1);
    *seen |= 1u << dim[k];
  }
  return TH_OK;
}

int THTensor_movedim(THTensor *out, const THTensor *x, int n, const int *from, const int *to)
{
  unsigned left, taken;
  int order[TH_MAX_DIM], next = 0;
  TH_TRY(note_dims("movedim", x, n, from, &left));
  TH_TRY(note_dims("movedim", x, n, to, &taken));
  for (int k = 0; k < n; k++) order[to[k]] = from[k];
  for (int d = 0; d < x->nDimension; d++) {
    if (taken & 1u << d) continue;
    while (left & 1u << next) next++;
    order[d] = next++;
  }
  return THTensor_permute(out, x, x->nDimension, order);
}

int THTensor_squeezeDims(THTensor *out, const THTensor *x, int n, const int *dim)
{
  unsigned named;
  THTensor view = {0};
  int status = note_dims("squeeze", x, n, dim, &named);
  if (status) return status;
  THTensor_set(&view, x);
  for (int d = x->nDimension - 1; d >= 0 && !status; d--)
    if (named & 1u << d) status = THTensor_squeezeDim(&view, &view, d);
  if (!status) THTensor_set(out, &view);
  THTensor_clear(&view);
  return status;
}

/* Without dimensions there is one element, as a vector of 1. */
int THTensor_flattenDims(THTensor *out, const THTensor *x, int first, int last)
{
  int64_t size[TH_MAX_DIM], product = 1;
  int n = 0;
  if (!x->nDimension && !first && !last) return THTensor_reshape(out, x, 1, &product);
  TH_TRY(TH_checkDim("flatten", x, first));
  TH_TRY(TH_checkDim("flatten", x, last));
  if (first > last)
    return th_fail(TH_EINVAL, "flatten: dimension %d is behind dimension %d", first + 1, last + 1);
  for (int d = 0; d < x->nDimension; d++) {
    if (d >= first && d <= last) product *= x->size[d];
    if (d == last) size[n++] = product;
    else if (d < first || d > last) size[n++] = x->size[d];
  }
  return THTensor_reshape(out, x, n, size);
}

int THTensor_unflatten(THTensor *out, const THTensor *x, int dim, int n, const int64_t *size)
{
  int64_t all[TH_MAX_DIM], parts[TH_MAX_DIM];
  TH_TRY(TH_checkDim("unflatten", x, dim));
  if (n < 1 || x->nDimension - 1 + n > TH_MAX_DIM)
    return th_fail(TH_EINVAL, "unflatten: %d sizes for one of %d dimensions; a tensor has at most "
                   "%d", n, x->nDimension, TH_MAX_DIM);
  TH_TRY(THShape_derive("unflatten", n, size, x->size[dim], parts));
  memcpy(all, x->size, (size_t)dim * sizeof *all);
  memcpy(all + dim, parts, (size_t)n * sizeof *all);
  for (int d = dim + 1; d < x->nDimension; d++) all[d + n - 1] = x->size[d];
  return THTensor_view(out, x, x->nDimension - 1 + n, all);
}

int THTensor_atLeast(THTensor *out, const THTensor *x, int n)
{
  THTensor view = {0};
  int status = TH_OK;
  THTensor_set(&view, x);
  if (n >= 2 && view.nDimension == 1) status = THTensor_unsqueeze(&view, &view, 0);
  while (!status && view.nDimension < n)
    status = THTensor_unsqueeze(&view, &view, view.nDimension);
  if (!status) THTensor_set(out, &view);
  THTensor_clear(&view);
  return status;
}
