/*
** Sparse tensors from index tensors, and conversions: coalesced, compressed, strided and back.
** Positions in index tensors count from 1. out is initialised, may be an operand, and is unchanged
** on failure. Where out shares the values of t, both see changes of them.
*/
#ifndef THS_CONVERT_H
#define THS_CONVERT_H

#include "THS/ops/THSEntries.h"

/*
** From indices (Long, sparse dimensions x entries) and values (entries, dense sizes ...), which are
** copied. size NULL: the largest index of each sparse dimension. TH_EINVAL for an index outside the
** sizes, TH_ESHAPE for counts that disagree, TH_EDTYPE for other indices.
*/
TH_API int THS_new(THTensor *out, const THTensor *indices, const THTensor *values, int ndim,
                   const int64_t *size);

/* From start (Long, rows + 1) and column (Long, one for each entry). Columns rise in a row. */
TH_API int THS_newCSR(THTensor *out, const THTensor *start, const THTensor *column,
                      const THTensor *values, int ndim, const int64_t *size);

/* t itself if it is coalesced, else its places in order, each once; values of a place are added in
   the order in which they stood. */
TH_API int THS_coalesce(const char *op, THTensor *out, const THTensor *t);

/* The entries of a strided tensor that are not 0; of a csr its own; t itself if it is one. The
   functions of THLayoutType.make. */
TH_API int THS_toSparse(const char *op, const THTensor *t, THTensor *out);
TH_API int THS_toCSR(const char *op, const THTensor *t, THTensor *out);

/* With the first dimensions sparse only. */
TH_API int THS_toSparseDims(const char *op, const THTensor *t, int sparse, THTensor *out);

/* A new strided tensor: THLayoutType.strided. */
TH_API int THS_dense(const char *op, const THTensor *t, THTensor *out);

/* Coordinates, coalesced, of either layout: what most operations work on. */
TH_API int THS_places_of(const char *op, THTensor *out, const THTensor *t);

/* --- for other operations --- */

/* The values of groups of entries, added up: group g is the entries order[start[g]] .. of order,
   from 1, or without it of the values themselves. */
TH_API int THS_foldValues(const char *op, THTensor *out, const THTensor *values,
                          const THTensor *start, const THTensor *order);

/* Set the elements of a strided, contiguous tensor at different keys to values; read those at keys.
   The first dimensions are sparse. */
TH_API int THS_scatter(const char *op, THTensor *strided, const THTensor *keys,
                       const THTensor *values, int sparse);
TH_API int THS_gather(const char *op, THTensor *values, const THTensor *strided,
                      const THTensor *keys, int sparse);

/* --- parts as index tensors: new ones, but values, which are shared --- */
TH_API int THS_indices(THTensor *out, const THTensor *t);
TH_API int THS_values(THTensor *out, const THTensor *t);
TH_API int THS_crowIndices(THTensor *out, const THTensor *t);
TH_API int THS_colIndices(THTensor *out, const THTensor *t);

#endif
