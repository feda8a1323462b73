/*
** Sparse tensors: a header whose layout is a THSEntries, the list of the elements that are stored;
** all others are 0. There are two kinds of layout:
**
**   sparse  coordinates: an entry is a place in the first dimensions, which are sparse, and the
**           values behind it, one element or a window of the dense dimensions. A place may have
**           several entries, whose values add up, and entries may stand in any order. The tensor is
**           coalesced if places rise from entry to entry.
**   csr     compressed rows of a matrix: entry by entry as if it were coalesced.
**
** A place is kept as a key: its position in row-major order, counted from 1 as in all index
** tensors, so that keys serve THTensor_index and its kin. Keys and rows are never changed once they
** are in a tensor, and no other tensor sees them; values may be seen and changed by others
** (THS_values), so THS_check comes before they are read. All parts are contiguous and on one
** device. Only THSKeys.h and the chapter "Sparse" read keys and rows.
*/
#ifndef THS_ENTRIES_H
#define THS_ENTRIES_H

#include "TH/geometry/THGate.h"
#include "TH/geometry/THTensor.h"
#include "THS/keys/THSKeys.h"

typedef struct THSEntries {
  THLayout layout;
  int sparse;              /* the number of sparse dimensions: 1 to nDimension */
  int isCoalesced;
  THTensor keys;           /* sparse: Long, one for each entry */
  THTensor start, column;  /* csr: Long, rows + 1, and Int, one for each entry; both from 0 */
  THTensor values;         /* entries, dense sizes ... */
} THSEntries;

/* Register both layouts; every way to a first sparse tensor calls it. */
TH_API int THS_open(void);

/* The numbers of the layouts (THLayout_number). */
TH_API int THS_sparse(void);
TH_API int THS_csr(void);

/* The entries of a sparse tensor of either layout; NULL for other tensors. */
TH_API const THSEntries *THS_entries(const THTensor *t);

static inline int64_t THS_count(const THSEntries *e)
{
  return e->values.size[0];
}

static inline int THS_device(const THSEntries *e)
{
  return THTensor_device(&e->values);
}

static inline int THS_isCSR(const THSEntries *e)
{
  return THLayout_number(&e->layout) == THS_csr();
}

/* The elements behind a place. */
TH_API int64_t THS_width(const THSEntries *e);

/* The number of places: the product of the first sparse sizes. */
TH_API int64_t THS_places(const int64_t *size, int sparse);

/* TH_EUNSUPPORTED unless t is sparse. */
TH_API int THS_checkSparse(const char *op, const THTensor *t);

/* TH_EINVAL if the memory of the values was released or made smaller meanwhile. */
TH_API int THS_check(const char *op, const THTensor *t);

/*
** Make out a tensor of these parts, of which it takes references. isCoalesced: whether keys rise,
** or -1 to find out. Nothing else is checked.
*/
TH_API int THS_make(const char *op, THTensor *out, int ndim, const int64_t *size, int sparse,
                    const THTensor *keys, const THTensor *values, int isCoalesced);
TH_API int THS_makeCSR(const char *op, THTensor *out, const int64_t *size, const THTensor *start,
                       const THTensor *column, const THTensor *values);

/* Make out a tensor with the places of t and other values, as many of them. */
TH_API int THS_with(const char *op, THTensor *out, const THTensor *t, const THTensor *values);

/* The places of a csr, and an axis of the sparse dimensions of a tensor with these sizes. */
TH_API THSRows THS_rowsOf(const THTensor *csr);
TH_API THSAxis THS_axis(const THTensor *t, int dim);

#endif
