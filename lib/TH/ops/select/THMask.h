/*
** Elements by mask. A mask is a ByteTensor or BoolTensor with the sizes of t, with sizes that
** broadcast to them, or with as many elements, taken in row-major order. It selects the elements
** where it is not 0.
**
** Functions without out change t in place. out and t may share memory with the other operands, and
** are unchanged on failure. A mask of another type is TH_EDTYPE; one that does not fit is
** TH_ESHAPE.
*/
#ifndef TH_MASK_H
#define TH_MASK_H

#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THCopy.h"

/* The elements that the mask selects, as a vector in row-major order. out is resized. */
TH_API int THTensor_maskedSelect(THTensor *out, const THTensor *t, const THTensor *mask);

/* Set the elements that the mask selects to value, converted. */
TH_API int THTensor_maskedFill(THTensor *t, const THTensor *mask, THNumber value);

/*
** Set the elements that the mask selects to the first elements of src, in row-major order of both.
** src is of any dtype and has at least as many elements (TH_ESHAPE).
*/
TH_API int THTensor_maskedCopy(THTensor *t, const THTensor *mask, const THTensor *src);

/*
** a where cond is not 0, else b. cond, a mask, and the operands broadcast; the operands meet in one
** dtype (THPromote.h), two numbers in the dtype numbers. out keeps its dtype, if it has one, and
** may be an operand. TH_EDTYPE for a cond of another type.
*/
TH_API int THTensor_where(THTensor *out, const THTensor *cond, THOperand a, THOperand b,
                          int numbers);

/*
** The positions, from 1, of all elements that are not 0: a LongTensor (n, dims) with a row for
** each.
*/
TH_API int THTensor_nonzero(THTensor *out, const THTensor *t);

#endif
