/*
** Tensors made along diagonals, and the positions of triangles.
**
** out is initialised, is resized, may share memory with the operands, and is unchanged on failure.
** Dimensions count from 0, offsets of diagonals from the main one, which is 0; those above it are
** positive. TH_EINVAL, TH_ESHAPE, TH_EDTYPE, TH_ENOMEM.
*/
#ifndef TH_DIAGONAL_H
#define TH_DIAGONAL_H

#include "TH/geometry/THTensor.h"

/* The last dimension of x as diagonals of new matrices, 0 elsewhere, in the dimensions dim1 and
   dim2 of the result, which differ. (.., n) -> (.., n + |offset|, .., n + |offset|, ..) */
TH_API int THTensor_diagEmbed(THTensor *out, const THTensor *x, int64_t offset, int dim1,
                              int dim2);

/*
** Set the diagonal of t, a matrix, or a tensor of equal sizes, to value. With wrap the diagonal of
** a matrix with more rows than columns begins again, one row after its end. t is as THTensor_fill
** needs it.
*/
TH_API int THTensor_fillDiagonal(THTensor *t, THNumber value, int wrap);

/* The positions, from 1, of the elements on and below (lower) or on and above a diagonal of a
   matrix, in row-major order: their rows, then their columns. -> (2, count), a LongTensor on the
   CPU */
TH_API int THTensor_triangleIndices(THTensor *out, int64_t rows, int64_t columns, int64_t offset,
                                    int lower);

/* Powers of the elements of a vector as columns, from n - 1 down to 0, or increasing. (m) -> (m,
   n) */
TH_API int THTensor_vander(THTensor *out, const THTensor *x, int64_t n, int increasing);

#endif
