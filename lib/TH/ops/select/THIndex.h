/*
** Elements by position: a LongTensor names positions of one dimension, counted from 1 as in the
** scripts that fill it; dim counts from 0.
**
** In place functions change t. A position outside the dimension is TH_EINVAL, found before
** anything is changed; out and t may share memory with the other operands, and are unchanged on
** failure. Where several positions name one element the last in row-major order counts (and all
** are added). idx of another type is TH_EDTYPE, sizes that do not fit are TH_ESHAPE; out is
** resized.
** Positions may be on the CPU where t is on a device: they are copied there, as in cutorch.
*/
#ifndef TH_INDEX_H
#define TH_INDEX_H

#include "TH/ops/elementwise/THCopy.h"

/*
** The slices of dim at the positions of a vector.   (.., n, ..), (m) -> (.., m, ..).   No sizes at
** all (an undefined idx) are no positions.
*/
TH_API int THTensor_index(THTensor *out, const THTensor *t, int dim, const THTensor *idx);

/*
** The slices of dim at the positions of a vector set to, or enlarged by, those of src: a tensor of
** any dtype that broadcasts to (.., m, ..) or has as many elements in order; or set to a number.
*/
TH_API int THTensor_indexCopy(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_indexAdd(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_indexFill(THTensor *t, int dim, const THTensor *idx, THNumber value);

/* out[..][j][..] = t[..][idx[..][j][..]][..].   idx has the sizes of t but in dim; so has out. */
TH_API int THTensor_gather(THTensor *out, const THTensor *t, int dim, const THTensor *idx);

/*
** t[..][idx[..][j][..]][..] = src[..][j][..], or is enlarged by it, or is set to a number. idx
** has the sizes of t but in dim; src is of any dtype and broadcasts to them or has as many
** elements in order.
*/
TH_API int THTensor_scatter(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_scatterAdd(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_scatterFill(THTensor *t, int dim, const THTensor *idx, THNumber value);

/* --- for drivers of this kind --- */

struct THIndexCall;

/* Run what the device of a call has for a row of THIndexChapter.h. Errors: TH_missing. */
TH_API int THIndex_run(int row, int dtype, struct THIndexCall *call);

/*
** out = src with these sizes: expanded where it broadcasts, else in row-major order where it has as
** many elements (a copy only where strides forbid a view). TH_ESHAPE otherwise. out may be src.
*/
TH_API int THTensor_shapeAs(const char *op, THTensor *out, const THTensor *src, int ndim,
                            const int64_t *size);

/* As THTensor_gather where all is known to be right: the positions, that out has their sizes, and
   that it is apart from t. */
TH_API int THTensor_gatherAt(const char *op, const THTensor *out, const THTensor *t, int dim,
                             const THTensor *idx);

#endif
