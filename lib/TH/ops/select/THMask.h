/*
** Elements by mask: a ByteTensor or BoolTensor of t's sizes, of sizes that broadcast to them, or of
** as many elements in row-major order. An element is taken where the mask is not 0.
**
** In place functions change t. out and t may share memory with the other operands, and are
** unchanged on failure. A mask of another type is TH_EDTYPE, one that does not fit TH_ESHAPE.
*/
#ifndef TH_MASK_H
#define TH_MASK_H

#include "TH/ops/elementwise/THCopy.h"

/* The elements at the mask as a vector, in row-major order. out is resized. */
TH_API int THTensor_maskedSelect(THTensor *out, const THTensor *t, const THTensor *mask);

TH_API int THTensor_maskedFill(THTensor *t, const THTensor *mask, THNumber value);

/*
** The elements at the mask become the first ones of src, in row-major order of both; src is of any
** dtype and has at least as many (TH_ESHAPE).
*/
TH_API int THTensor_maskedCopy(THTensor *t, const THTensor *mask, const THTensor *src);

/*
** The positions, from 1, of all elements that are not 0: a LongTensor of a row for each.   -> (n,
** dims).
*/
TH_API int THTensor_nonzero(THTensor *out, const THTensor *t);

#endif
