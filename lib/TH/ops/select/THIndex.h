/*
** Elements by position: a LongTensor of positions along one dimension. Positions count from 1, as
** in the scripts that make them; dim counts from 0.
**
** Functions without out change t in place. A position outside the dimension is TH_EINVAL, found
** before anything is changed. out and t may share memory with the other operands, and are unchanged
** on failure; out is resized. If several positions name one element, the last in row-major order
** wins (sums add all of them). An idx of another type is TH_EDTYPE; sizes that do not fit are
** TH_ESHAPE. idx may be on the CPU while t is on a device: it is then copied there, as in cutorch.
*/
#ifndef TH_INDEX_H
#define TH_INDEX_H

#include "TH/ops/elementwise/THCopy.h"

/*
** The slices along dim at the positions of a vector. (.., n, ..), (m) -> (.., m, ..). An undefined
** idx means no positions.
*/
TH_API int THTensor_index(THTensor *out, const THTensor *t, int dim, const THTensor *idx);

/*
** Set the slices along dim at the positions of a vector to those of src, add those of src to them,
** or set them to a number. src is of any dtype, and broadcasts to (.., m, ..) or has as many
** elements, taken in order.
*/
TH_API int THTensor_indexCopy(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_indexAdd(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_indexFill(THTensor *t, int dim, const THTensor *idx, THNumber value);

/* out[..][j][..] = t[..][idx[..][j][..]][..]. idx has the sizes of t except along dim; out has
   those of idx. */
TH_API int THTensor_gather(THTensor *out, const THTensor *t, int dim, const THTensor *idx);

/*
** t[..][idx[..][j][..]][..] = src[..][j][..]; or += src; or = value. idx has the sizes of t except
** along dim. src is of any dtype, and broadcasts to the sizes of idx or has as many elements, taken
** in order.
*/
TH_API int THTensor_scatter(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_scatterAdd(THTensor *t, int dim, const THTensor *idx, const THTensor *src);
TH_API int THTensor_scatterFill(THTensor *t, int dim, const THTensor *idx, THNumber value);

/* --- for other drivers --- */

/* TH_EINVAL, naming it and dim, unless all positions of a LongTensor are in [1, places]. */
TH_API int THTensor_checkPositions(const char *op, const THTensor *idx, int dim, int64_t places);

struct THIndexCall;

/* Run the entry for a row of THIndexChapter.h that the device of the call has. Errors:
   TH_missing. */
TH_API int THIndex_run(int row, int dtype, struct THIndexCall *call);

/*
** out = src with these sizes: expanded if it broadcasts to them, else, if it has as many elements,
** taken in row-major order (copied only if no view has the sizes). TH_ESHAPE otherwise. out may be
** src.
*/
TH_API int THTensor_shapeAs(const char *op, THTensor *out, const THTensor *src, int ndim,
                            const int64_t *size);

/* As THTensor_gather without checks, for callers who know that the positions are valid, that out
   has their sizes, and that it does not overlap t. */
TH_API int THTensor_gatherAt(const char *op, const THTensor *out, const THTensor *t, int dim,
                             const THTensor *idx);

#endif
