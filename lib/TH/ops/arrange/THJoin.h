/*
** New tensors made of several: joined along a new or an old dimension, as blocks of a matrix, in
** all combinations.
**
** out is initialised, is resized, may share memory with the operands, and is unchanged on failure.
** Dimensions count from 0. Tensors of several dtypes are converted to the one in which they meet
** (THPromote.h). TH_EINVAL without tensors, TH_ESHAPE, TH_EDTYPE, TH_EUNSUPPORTED (two devices),
** TH_ENOMEM.
*/
#ifndef TH_JOIN_H
#define TH_JOIN_H

#include "TH/geometry/THTensor.h"

/* n tensors of equal sizes along a new dimension, before dim of theirs; -1 stands behind their
   last. (..) each -> (.., n, ..) */
TH_API int THTensor_stack(THTensor *out, int n, const THTensor *const *inputs, int dim);

/*
** n tensors joined (THTensor_cat) as scripts think of them: HORIZONTAL along dimension 1, vectors
** along 0; VERTICAL along 0, vectors as rows; DEEP along 2, after THTensor_atLeast (THShapes.h) of
** 3; COLUMNS along 1, vectors as columns.
*/
enum THJoinKind { TH_JOIN_HORIZONTAL, TH_JOIN_VERTICAL, TH_JOIN_DEEP, TH_JOIN_COLUMNS };
TH_API int THTensor_join(THTensor *out, int n, const THTensor *const *inputs,
                         enum THJoinKind kind);

/* n matrices along the diagonal of one that is 0 elsewhere; vectors are rows, a tensor without
   dimensions is 1 x 1. (a, b), (c, d) .. -> (a + c .., b + d ..) */
TH_API int THTensor_blockDiag(THTensor *out, int n, const THTensor *const *inputs);

/* A vector as dimension k of a grid of these sizes, as a view: all slices along k are equal. */
TH_API int THTensor_onGrid(THTensor *out, const THTensor *vector, int k, int ndim,
                           const int64_t *size);

/* All combinations of an element of each of n vectors, as rows, the last vector fastest. One
   vector: a copy of it. (a), (b) .. -> (a b .., n) */
TH_API int THTensor_cartesianProd(THTensor *out, int n, const THTensor *const *inputs);

/* All choices of r elements of a vector in its order, as rows; with repeats an element may be
   chosen again. (n) -> (n over r, r) */
TH_API int THTensor_combinations(THTensor *out, const THTensor *x, int64_t r, int repeats);

#endif
