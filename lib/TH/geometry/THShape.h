/*
** Shapes: arithmetic on lists of sizes and strides, without memory. Everything counts in elements;
** dims from 0.
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

/* One more than the largest position that the window reaches; 0 for an empty one. TH_EINVAL for a
   negative stride or beyond TH_MAX_COUNT. */
TH_API int THShape_extent(const char *op, int ndim, const int64_t *size, const int64_t *stride,
                          int64_t *extent);

/*
** Enlarge the shape (*ndim, size) to what it and another broadcast to: right-aligned, a 1 or a
** missing size takes the other's. TH_ESHAPE when a pair differs and neither is 1; then the shape is
** unchanged.
*/
TH_API int THShape_broadcast(const char *op, int *ndim, int64_t *size, int other_ndim,
                             const int64_t *other);

/* Whether (ndim, size) can be broadcast to just those other sizes. */
TH_API int THShape_broadcastsTo(int ndim, const int64_t *size, int to_ndim, const int64_t *to);

/*
** Whether two positions of the window may be the same element: any stride 0 over several elements,
** or strides that interleave. Exact for what views make; a hand-made interleaved window that
** happens to be free of overlap counts as overlapping.
*/
TH_API int THShape_overlapsItself(int ndim, const int64_t *size, const int64_t *stride);

typedef struct THShapeText { char text[128]; } THShapeText;

/* "2x3x4", "scalar" without dims; for messages: THShape_text(n, size).text. */
TH_API THShapeText THShape_text(int ndim, const int64_t *size);

#endif
