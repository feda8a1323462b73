/*
** The shape of a copy: which kernel moves the elements between two windows, and its sizes and
** strides. Integers only: no call of CUDA.
**
** If both windows are one contiguous run, a plain copy of memory is enough. Otherwise a kernel
** moves elements position by position. Elements that keep their bits are moved as units of 1 to 16
** bytes, as wide as both windows allow, whatever their dtype: a copy of rows becomes a copy of
** 16-byte units. Elements of two dtypes are converted in packs: as many neighbours as make 16 bytes
** of the wider dtype.
*/
#ifndef THC_COPY_SHAPE_H
#define THC_COPY_SHAPE_H

#include "TH/iteration/THIter.h"

/* THC_BYTES: one run. THC_TILES: the windows' runs lie along different dimensions; tiles in shared
   memory transpose them. THC_POSITIONS: everything else, position by position. */
enum { THC_BYTES, THC_TILES, THC_POSITIONS };

/* A launch has fewer positions than this. */
#define THC_MAX_POSITIONS ((int64_t)1 << 31)

typedef struct THCCopyShape {
  int kernel;
  int unit;     /* bytes of a unit; 0 if elements are converted */
  int dtype[2]; /* of destination and source */
  int width[2]; /* bytes of an element, or of a unit */
  int pack;     /* neighbouring elements or units that move together */
  int ndim;     /* THC_TILES: dimension 0 is the destination's run, 1 the source's */
  int64_t size[TH_MAX_DIM]; /* elements or units, the destination's smallest stride first */
  ptrdiff_t stride[TH_MAX_DIM][2]; /* bytes */
  char *data[2];
  int64_t tail; /* elements after the last whole pack of a run; not in size */
} THCCopyShape;

/* The shape of a copy from operand 1 of an iterator to operand 0. The iterator is finished and not
   empty. */
TH_API void THCCopyShape_of(THCCopyShape *shape, const THIter *it);

/* Whether conversion between the two dtypes keeps the bits of every value. */
TH_API int THCCopyShape_keepsBits(int to, int from);

/* The number of positions. A position is a pack of elements or units; in tiles, a square of
   packs. */
TH_API int64_t THCCopyShape_count(const THCCopyShape *shape);

/* Cut the shape at index at of dimension d: shape keeps what is before, rest gets what follows. */
TH_API void THCCopyShape_cut(THCCopyShape *shape, THCCopyShape *rest, int d, int64_t at);

/* The shape of the tail, whose elements move one by one. */
TH_API void THCCopyShape_tail(const THCCopyShape *shape, THCCopyShape *tail);

#endif
