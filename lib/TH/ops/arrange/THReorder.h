/*
** Copies whose elements stand in another order along some dimensions: reversed, shifted, turned,
** padded, each several times.
**
** out is initialised, is resized, may share memory with the operands, and is unchanged on failure.
** Dimensions count from 0. TH_EINVAL for a dim that x does not have or that is named twice,
** TH_ESHAPE, TH_ENOMEM.
*/
#ifndef TH_REORDER_H
#define TH_REORDER_H

#include "TH/geometry/THTensor.h"

/* The elements in reverse order along each of n dims. (sizes) -> (sizes) */
TH_API int THTensor_flip(THTensor *out, const THTensor *x, int n, const int *dim);

/*
** Element i of dim[k] at i + shift[k], and what leaves at the end comes in front; shift may be
** negative and of any size. A dim may be named twice: its shifts add up. n 0: shift[0] places over
** all elements in row-major order, sizes kept. (sizes) -> (sizes)
*/
TH_API int THTensor_roll(THTensor *out, const THTensor *x, int n, const int64_t *shift,
                         const int *dim);

/* k quarter turns from dim1 towards dim2, which differ; a negative k turns the other way. (.., m,
   .., n, ..) -> the same, or with m and n exchanged */
TH_API int THTensor_rot90(THTensor *out, const THTensor *x, int64_t k, int dim1, int dim2);

/* As THTensor_repeat (THAssemble.h), but n may be less than the dimensions: the last ones. */
TH_API int THTensor_tile(THTensor *out, const THTensor *x, int n, const int64_t *times);

/*
** Position i of dim as often as counts says, a LongTensor of as many counts as dim has positions,
** or of one for all. (.., n, ..), (n) or (1) -> (.., sum of counts, ..). TH_EINVAL for a negative
** count, TH_ESHAPE, TH_EDTYPE. counts may be on the CPU while x is on a device.
*/
TH_API int THTensor_repeatInterleave(THTensor *out, const THTensor *x, const THTensor *counts,
                                     int dim);

/*
** x with more elements around it: around[0] before and around[1] after the last dimension, the next
** two for the one before it, and so on, n pairs. CONSTANT: of value; a negative number cuts. The
** others are for 1 to 3 dimensions and no negative numbers: REFLECT mirrors without the edge (less
** than the size), REPLICATE repeats the edge, CIRCULAR goes on at the other end (at most the size).
** TH_ESHAPE, TH_EINVAL.
*/
enum THPadMode { TH_PAD_CONSTANT, TH_PAD_REFLECT, TH_PAD_REPLICATE, TH_PAD_CIRCULAR };
TH_API int THTensor_pad(THTensor *out, const THTensor *x, int n, const int64_t *around,
                        enum THPadMode mode, THNumber value);

#endif
