/*
** Views: tensor headers that share the storage of another tensor. No element is read or copied.
**
** In every function  out  is initialised, may be  src  itself, and is unchanged on failure. dims
** and positions count from 0; sizes and positions count elements. All return TH_OK, or a status
** with TH_error(): TH_EUNSUPPORTED for a tensor with a layout.
*/
#ifndef TH_VIEW_H
#define TH_VIEW_H

#include "TH/geometry/THTensor.h"

/* Elements [first, first + count) along dim.   (.., n, ..) -> (.., count, ..).   count 0 is
   allowed. */
TH_API int THTensor_narrow(THTensor *out, const THTensor *src, int dim, int64_t first,
                           int64_t count);

/* The slice at index, without its dimension.   (.., n, ..) -> (.., ..).   A vector gives a 0-d
   tensor. */
TH_API int THTensor_select(THTensor *out, const THTensor *src, int dim, int64_t index);

/* The two dimensions exchanged. */
TH_API int THTensor_transpose(THTensor *out, const THTensor *src, int dim1, int dim2);

/* Dimension d of the result is dimension order[d] of src; order names each of the ndim dimensions
   once. */
TH_API int THTensor_permute(THTensor *out, const THTensor *src, int ndim, const int *order);

/* Windows of length size every step elements.   (.., n, ..) -> (.., (n - size) / step + 1, ..,
   size).   TH_ENOMEM where those are more elements than TH_MAX_COUNT. */
TH_API int THTensor_unfold(THTensor *out, const THTensor *src, int dim, int64_t size, int64_t step);

/* Dimensions of size 1 repeated (stride 0), new ones in front; -1 keeps a size and is an error for
   a new dimension. */
TH_API int THTensor_expand(THTensor *out, const THTensor *src, int ndim, const int64_t *size);

/*
** Elements with position (i, i + offset) of dim1 x dim2, as a last dimension; the two are taken out
** of the others. An offset beyond the matrix gives an empty diagonal. dim1 != dim2.
*/
TH_API int THTensor_diagonal(THTensor *out, const THTensor *src, int64_t offset, int dim1,
                             int dim2);

/* Without the dimensions of size 1; of a tensor with one element a 0-d tensor stays. */
TH_API int THTensor_squeeze(THTensor *out, const THTensor *src);

/* Without dim where its size is 1, else the same window. */
TH_API int THTensor_squeezeDim(THTensor *out, const THTensor *src, int dim);

/* A new dimension of size 1 before dim, 0 <= dim <= dims. */
TH_API int THTensor_unsqueeze(THTensor *out, const THTensor *src, int dim);

/*
** Other sizes for the same elements in row-major order; one may be -1 and is derived. TH_ESHAPE
** where the counts differ or the strides of src cannot express it.
*/
TH_API int THTensor_view(THTensor *out, const THTensor *src, int ndim, const int64_t *size);

/* Any window on the storage of src. offset counts from the start of the storage. */
TH_API int THTensor_asStrided(THTensor *out, const THTensor *src, int ndim, const int64_t *size,
                              const int64_t *stride, int64_t offset);

/* --- headers of a matrix that hold no share of its storage, and are not cleared --- */

/* The two dimensions exchanged.   (m, n) -> (n, m) */
TH_API THTensor THTensor_turned(const THTensor *matrix);

/* The elements (i, i).   (m, n) -> (min(m, n)) */
TH_API THTensor THTensor_mainDiagonal(const THTensor *matrix);

/* size with its -1, if any, derived so that the product is count (to: TH_MAX_DIM entries). For view
   and reshape. */
TH_API int THShape_derive(const char *op, int ndim, const int64_t *size, int64_t count,
                          int64_t *to);

#endif
