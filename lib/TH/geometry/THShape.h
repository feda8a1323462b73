/*
** Shapes: arithmetic on lists of sizes and strides, without memory. All sizes, strides and counts
** are in elements; dimensions count from 0.
*/
#ifndef TH_SHAPE_H
#define TH_SHAPE_H

#include "TH/base/THBase.h"
#include "TH/base/THError.h"

/* No count, stride or extent exceeds this, so that sums and differences of a few of them cannot
   overflow. */
#define TH_MAX_COUNT ((int64_t)1 << 55)

/* The product of the sizes. TH_EINVAL for a negative size or more than TH_MAX_DIM dims, TH_ENOMEM
   beyond TH_MAX_COUNT. */
TH_API int THShape_count(const char *op, int ndim, const int64_t *size, int64_t *count);

/* Row-major strides: the last is 1, each earlier one the product of the later sizes (sizes of 0
   count as 1). */
TH_API void THShape_strides(int ndim, const int64_t *size, int64_t *stride);

/* One more than the largest position in the window; 0 for an empty one. TH_EINVAL for a negative
   stride, or beyond TH_MAX_COUNT. */
TH_API int THShape_extent(const char *op, int ndim, const int64_t *size, const int64_t *stride,
                          int64_t *extent);

/*
** Enlarge the shape (*ndim, size) to the common shape of it and other under broadcasting:
** dimensions are aligned at the last one, and a size that is 1 or missing takes the other's.
** TH_ESHAPE if two sizes differ and neither is 1; the shape is then unchanged. (3, 1) and (4) give
** (3, 4).
*/
TH_API int THShape_broadcast(const char *op, int *ndim, int64_t *size, int other_ndim,
                             const int64_t *other);

/* Whether (ndim, size) can be broadcast to exactly the sizes to. */
TH_API int THShape_broadcastsTo(int ndim, const int64_t *size, int to_ndim, const int64_t *to);

/*
** Whether two positions of the window may be the same element: a stride of 0 over several elements,
** or strides that interleave. Exact for windows made by the view functions. A window with
** interleaved strides made by hand counts as overlapping even where it happens not to be.
*/
TH_API int THShape_overlapsItself(int ndim, const int64_t *size, const int64_t *stride);

typedef struct THShapeText { char text[128]; } THShapeText;

/* For messages: "2x3x4", or "scalar" without dimensions, as in THShape_text(n, size).text. */
TH_API THShapeText THShape_text(int ndim, const int64_t *size);

#endif
