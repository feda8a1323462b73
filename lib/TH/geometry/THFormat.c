/*
** Memory formats (THFormat.h). Each is a row of the table below: the dimensions from the one with
** stride 1 outwards. Everything else is computed from that.
*/
#include "TH/geometry/THFormat.h"

#include <string.h>

typedef struct Order {
  const char *name;
  int ndim;       /* 0: any number; the order is row-major */
  int8_t dim[5];  /* innermost first */
} Order;

static const Order orders[TH_NUM_FORMATS] = {
  [TH_FORMAT_CONTIGUOUS] = {.name = "contiguous"},
  [TH_FORMAT_PRESERVE] = {.name = "preserve"},
  [TH_FORMAT_CHANNELS_LAST] = {"channelsLast", 4, {1, 3, 2, 0}},
  [TH_FORMAT_CHANNELS_LAST_3D] = {"channelsLast3d", 5, {1, 4, 3, 2, 0}},
};

const char *THFormat_name(int format)
{
  return orders[format].name;
}

int THFormat_find(const char *name)
{
  for (int format = 0; format < TH_NUM_FORMATS; format++)
    if (strcmp(name, orders[format].name) == 0) return format;
  return -1;
}

int THFormat_strides(const char *op, int format, int ndim, const int64_t *size, int64_t *stride)
{
  const Order *order = &orders[format];
  int64_t next = 1, count;
  if (format == TH_FORMAT_PRESERVE)
    return th_fail(TH_EINVAL, "%s: format 'preserve' needs a tensor to take the order from", op);
  if (!order->ndim) {
    THShape_strides(ndim, size, stride);
    return TH_OK;
  }
  if (order->ndim != ndim)
    return th_fail(TH_ESHAPE, "%s: format '%s' is for %d dimensions, got %s", op, order->name,
                   order->ndim, THShape_text(ndim, size).text);
  TH_TRY(THShape_count(op, ndim, size, &count)); /* no stride overflows */
  for (int k = 0; k < ndim; k++) {
    const int d = order->dim[k];
    stride[d] = next;
    next *= size[d] ? size[d] : 1;
  }
  return TH_OK;
}

int THTensor_isInFormat(const THTensor *t, int format)
{
  const Order *order = &orders[format];
  int64_t stride[TH_MAX_DIM];
  if (!order->ndim) return THTensor_isContiguous(t);
  if (order->ndim != t->nDimension || t->layout) return 0;
  if (THFormat_strides("", format, t->nDimension, t->size, stride)) return 0;
  for (int d = 0; d < t->nDimension; d++)
    if (t->size[d] != 1 && t->stride[d] != stride[d]) return 0;
  return 1;
}

/*
** Whether the strides rise in that order, each by at least the size of the dimension inside it. A
** tensor whose channels are not inside its pictures (n x 1 x 1 x 1, all strides alike) does not
** tell, so it counts as row-major.
*/
static int rises(const THTensor *t, const Order *order)
{
  const int channels = order->dim[0], pictures = order->dim[order->ndim - 1];
  int64_t least = 1;
  for (int k = 0; k < order->ndim; k++) {
    const int d = order->dim[k];
    if (t->size[d] == 0 || t->stride[d] < least) return 0;
    if (d == pictures && least == t->stride[channels]) return 0;
    least = t->stride[d] * t->size[d];
  }
  return 1;
}

int THTensor_suggestFormat(const THTensor *t)
{
  for (int format = TH_FORMAT_CHANNELS_LAST; format < TH_NUM_FORMATS && !t->layout; format++)
    if (orders[format].ndim == t->nDimension && rises(t, &orders[format])) return format;
  return TH_FORMAT_CONTIGUOUS;
}

int THTensor_handedFormat(const THTensor *t)
{
  if (t->nDimension < 4 || THTensor_isContiguous(t)) return TH_FORMAT_CONTIGUOUS;
  for (int format = TH_FORMAT_CHANNELS_LAST; format < TH_NUM_FORMATS; format++)
    if (THTensor_isInFormat(t, format)) return format;
  return THTensor_suggestFormat(t);
}

static int has_sizes(const THTensor *t, int ndim, const int64_t *size)
{
  return t->nDimension == ndim && !THTensor_isUndefined(t) &&
         memcmp(t->size, size, (size_t)ndim * sizeof *size) == 0;
}

/* The strides are changed last: a tensor that was just sized is row-major without gaps, and the
   format lays the same elements out in another order. */
int THTensor_resultInFormat(const char *op, THTensor *out, int device, int dtype, int ndim,
                            const int64_t *size, int format)
{
  int64_t stride[TH_MAX_DIM];
  const int keeps = has_sizes(out, ndim, size);
  if (format) TH_TRY(THFormat_strides(op, format, ndim, size, stride));
  TH_TRY(THTensor_result(op, out, device, dtype, ndim, size));
  if (format && !keeps) memcpy(out->stride, stride, (size_t)ndim * sizeof *stride);
  return TH_OK;
}
