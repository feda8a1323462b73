/*
** Elements by positions in the flattened tensor, or in several dimensions at once. THIndex.h has
** those along one dimension, and what is said there holds here: positions are LongTensors that
** count from 1, one outside is TH_EINVAL, found before anything is changed.
**
** out is initialised, is resized, may share memory with the operands, and is unchanged on failure.
** Functions without out change t in place. Dimensions count from 0. TH_ESHAPE, TH_EDTYPE,
** TH_EUNSUPPORTED, TH_ENOMEM.
*/
#ifndef TH_PLACES_H
#define TH_PLACES_H

#include "TH/geometry/THTensor.h"

/* The elements at positions of the flattened x; a negative position counts from the end. (..),
   (sizes) -> (sizes) */
TH_API int THTensor_take(THTensor *out, const THTensor *x, const THTensor *idx);

/* Set the elements at such positions to those of values, or add these. values broadcasts to the
   sizes of idx, or has as many elements. */
TH_API int THTensor_putAt(THTensor *t, const THTensor *idx, const THTensor *values,
                          int accumulate);

/* As THTensor_gather, but the sizes of x and idx other than dim broadcast. dim -1: both are
   flattened. */
TH_API int THTensor_takeAlongDim(THTensor *out, const THTensor *x, const THTensor *idx, int dim);

/*
** The elements at positions in n dimensions, increasing: idx[k] along dim[k]. The tensors of
** positions broadcast to sizes b, which stand in the result for the n dimensions: in the place of
** the first if they are neighbours, else in front. (a1, .., an, rest) -> (b, rest)
*/
TH_API int THTensor_indexDims(THTensor *out, const THTensor *x, int n, const int *dim,
                              const THTensor *const *idx);

/* Set the elements that indexDims reads to those of values, which broadcasts to the result of that,
   or add these. */
TH_API int THTensor_putDims(THTensor *t, int n, const int *dim, const THTensor *const *idx,
                            const THTensor *values, int accumulate);

/* The same by a mask of as many of the first dimensions as it has, with their sizes: the slices
   where it is not 0, in row-major order. (a.., rest), (a..) -> (m, rest) */
TH_API int THTensor_indexMask(THTensor *out, const THTensor *x, const THTensor *mask);
TH_API int THTensor_putMask(THTensor *t, const THTensor *mask, const THTensor *values);

/* The position in the flattened tensor of n sizes that has the positions idx[k] in dimension k.
   They broadcast. */
TH_API int THTensor_ravelPositions(THTensor *out, int n, const THTensor *const *idx,
                                   const int64_t *size);

/* The reverse, for dimension k: the position there of positions in the flattened tensor. */
TH_API int THTensor_unravelPositions(THTensor *out, const THTensor *idx, int n,
                                     const int64_t *size, int k);

/*
** Combine each element of src with the one of t that it names, as in THTensor_scatter: all that
** name one element together, in order, with that element itself unless includeSelf is 0. The mean
** of integers is rounded down. sum: every dtype; the others: real ones, computed in double or
** int64_t. All but sum are computed on the CPU. A NaN is the largest and the smallest.
*/
enum THCombination {
  TH_COMBINE_SUM, TH_COMBINE_PROD, TH_COMBINE_MEAN, TH_COMBINE_AMAX, TH_COMBINE_AMIN
};
TH_API int THTensor_scatterReduce(THTensor *t, int dim, const THTensor *idx, const THTensor *src,
                                  enum THCombination how, int includeSelf);

#endif
