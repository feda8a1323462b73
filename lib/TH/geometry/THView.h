/*
** Views: tensor headers that share the storage of another tensor. No element is read or copied.
**
** In every function out is initialised, may be src itself, and is unchanged on failure. Dimensions
** and positions count from 0; sizes and positions are in elements. All return TH_OK, or a status
** with TH_error(); a tensor with a layout gives TH_EUNSUPPORTED, unless the layout explains strided
** elements (THLayout.h) and follows the view. Shapes are shown as (before) -> (after).
*/
#ifndef TH_VIEW_H
#define TH_VIEW_H

#include "TH/geometry/THTensor.h"

/* The elements [first, first + count) along dim; count may be 0. (.., n, ..) -> (.., count, ..) */
TH_API int THTensor_narrow(THTensor *out, const THTensor *src, int dim, int64_t first,
                           int64_t count);

/* The slice at index, without its dimension: (.., n, ..) -> (.., ..). A vector gives a 0-d
   tensor. */
TH_API int THTensor_select(THTensor *out, const THTensor *src, int dim, int64_t index);

/* Exchange the dimensions dim1 and dim2. */
TH_API int THTensor_transpose(THTensor *out, const THTensor *src, int dim1, int dim2);

/* Reorder the dimensions: dimension d of the result is dimension order[d] of src. order names each
   of the ndim dimensions once. */
TH_API int THTensor_permute(THTensor *out, const THTensor *src, int ndim, const int *order);

/* Windows of length size, one every step elements. TH_ENOMEM if they have more than TH_MAX_COUNT
   elements. (.., n, ..) -> (.., (n - size) / step + 1, .., size) */
TH_API int THTensor_unfold(THTensor *out, const THTensor *src, int dim, int64_t size, int64_t step);

/* Repeat dimensions of size 1 (stride 0) to the given sizes, and add new dimensions in front. -1
   keeps a size; it is an error for a new dimension. */
TH_API int THTensor_expand(THTensor *out, const THTensor *src, int ndim, const int64_t *size);

/*
** The elements (i, i + offset) of dim1 and dim2, as a new last dimension in place of these two,
** which must differ. An offset beyond the matrix gives an empty diagonal.
*/
TH_API int THTensor_diagonal(THTensor *out, const THTensor *src, int64_t offset, int dim1,
                             int dim2);

/* Remove all dimensions of size 1. A tensor with one element becomes 0-d. */
TH_API int THTensor_squeeze(THTensor *out, const THTensor *src);

/* Remove dim if its size is 1; otherwise the same window. */
TH_API int THTensor_squeezeDim(THTensor *out, const THTensor *src, int dim);

/* Insert a dimension of size 1 before dim, 0 <= dim <= src->nDimension. */
TH_API int THTensor_unsqueeze(THTensor *out, const THTensor *src, int dim);

/*
** The same elements in row-major order with other sizes, of which one may be -1 and is then
** derived. TH_ESHAPE if the counts differ or no strides over the memory of src give these sizes.
*/
TH_API int THTensor_view(THTensor *out, const THTensor *src, int ndim, const int64_t *size);

/* Any window on the storage of src. offset counts from the start of the storage. */
TH_API int THTensor_asStrided(THTensor *out, const THTensor *src, int ndim, const int64_t *size,
                              const int64_t *stride, int64_t offset);

/*
** The parts of which a view is made, borrowed: the elements without their layout, and what explains
** them. take refuses a layout that explains nothing. give sets out to a tensor of the parts, with a
** layout like that of src and references of its own.
*/
enum { TH_ELEMENTS, TH_EXPLANATION, TH_PARTS };
typedef struct THParts {
  const THLayout *layout;
  THTensor part[TH_PARTS];
} THParts;
TH_API int THParts_take(THParts *parts, const char *op, const THTensor *src);
TH_API int THParts_give(const THParts *parts, THTensor *out);

/* --- headers that borrow the storage of a matrix: take no reference, must not be cleared --- */

/* The transposed matrix. (m, n) -> (n, m) */
TH_API THTensor THTensor_turned(const THTensor *matrix);

/* The elements (i, i). (m, n) -> (min(m, n)) */
TH_API THTensor THTensor_mainDiagonal(const THTensor *matrix);

/* For view and reshape: copy size into to (TH_MAX_DIM entries), with the -1, if any, derived so
   that the product is count. */
TH_API int THShape_derive(const char *op, int ndim, const int64_t *size, int64_t count,
                          int64_t *to);

#endif
