/*
** Results whose elements share memory (expanded tensors, windows that overlap), written as Torch7
** writes them: one element after the other, in row-major order. Only callers that keep Torch7's
** rules ask for this; everything else refuses such a result (THTensor_target).
**
** The result is cut into slices whose elements do not share memory, and ordinary operations write
** these in turn. Invariant: the elements that share a place are in different slices, and these come
** in the order of the elements.
*/
#ifndef TH_IN_ORDER_H
#define TH_IN_ORDER_H

#include "TH/geometry/THTensor.h"

/*
** A walk over the slices of a tensor:
**   for (THSlices_begin(&s, out); s.more; THSlices_next(&s))
** The slice of an operand that broadcasts to the tensor goes with that of the tensor. It keeps the
** number of dimensions, and borrows the storage.
*/
typedef struct THSlices {
  int more, ndim;
  int nouter, outer[TH_MAX_DIM];            /* the dimensions walked, the outermost first */
  int64_t at[TH_MAX_DIM], size[TH_MAX_DIM]; /* of all dimensions */
} THSlices;

TH_API void THSlices_begin(THSlices *s, const THTensor *out);
TH_API void THSlices_next(THSlices *s);
TH_API THTensor THSlices_of(const THSlices *s, const THTensor *t);

/* Whether t is a strided tensor whose elements share memory. */
TH_API int THTensor_overlapsItself(const THTensor *t);

/* As THTensor_fill and THTensor_copy, but t and dst may overlap themselves. In a copy the last
   element that comes to a place stays. */
TH_API int THTensor_fillInOrder(THTensor *t, THNumber number);
TH_API int THTensor_copyInOrder(THTensor *dst, const THTensor *src);

#endif
