/*
** Which kernel moves elements between two windows, and what it needs to know of them. Integers
** only: no call of CUDA.
**
** Bytes that lie as one run in both windows are a plain copy of memory. Else elements are moved by
** a kernel, in positions of an iterator, which is the same for all elements that are copied as they
** are: then the elements are units of 1 to 16 bytes, as wide as both windows allow, whatever the
** dtype, so that a copy of rows is a copy of 16-byte elements. Elements of two dtypes are converted
** in packs: as many side by side as make 16 bytes of the wider one.
*/
#ifndef THC_COPY_SHAPE_H
#define THC_COPY_SHAPE_H

#include "TH/iteration/THIter.h"

/* THC_BYTES: one run. THC_TILES: the windows have their runs along different dimensions, which
   tiles in shared memory turn. THC_POSITIONS: all others, position by position. */
enum { THC_BYTES, THC_TILES, THC_POSITIONS };

/* Positions of a launch are fewer than this. */
#define THC_MAX_POSITIONS ((int64_t)1 << 31)

typedef struct THCCopyShape {
  int kernel;
  int unit;     /* bytes of a unit; 0 where elements are converted */
  int dtype[2]; /* of destination and source */
  int width[2]; /* bytes of an element, or of a unit */
  int pack;     /* elements or units that lie side by side and move together */
  int ndim;     /* of a THC_TILES shape dimension 0 is the destination's run, 1 the source's */
  int64_t size[TH_MAX_DIM]; /* elements or units, the smallest steps of the destination first */
  ptrdiff_t stride[TH_MAX_DIM][2]; /* bytes */
  char *data[2];
  int64_t tail; /* elements beyond the last whole pack of a run; they are not in size */
} THCCopyShape;

/* The shape of a copy from operand 1 of an iterator to operand 0. The iterator is finished and
   has positions. */
TH_API void THCCopyShape_of(THCCopyShape *shape, const THIter *it);

/* Whether a value of the one dtype, converted to the other, keeps its bits. */
TH_API int THCCopyShape_keepsBits(int to, int from);

/* How many positions there are: packs, of elements or units. */
TH_API int64_t THCCopyShape_count(const THCCopyShape *shape);

/* Cut off the positions from at on, along dimension d, as rest. */
TH_API void THCCopyShape_cut(THCCopyShape *shape, THCCopyShape *rest, int d, int64_t at);

/* The elements of the tail, one by one. */
TH_API void THCCopyShape_tail(const THCCopyShape *shape, THCCopyShape *tail);

#endif
