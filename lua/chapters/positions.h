/*
** Positions and ranges of a dimension, as x[i] counts them. They change a window: a header in a
** local variable, which borrows its storage. A window is unchanged where they return 0.
*/
#ifndef LUATH_POSITIONS_H
#define LUATH_POSITIONS_H

#include "core/luaTH.h"

/* Position i, which counts from 1, or from the end if it is negative, as one from 0 on. It may be
   none of the positions. */
static inline int64_t from_start(int64_t i, int64_t size)
{
  return i < 0 ? i + size : i - 1;
}

/* Remove dimension dim from the window at position i. Returns 0 if there is no such position. */
static inline int select_position(THTensor *window, int dim, int64_t i)
{
  const int64_t size = window->size[dim], at = from_start(i, size);
  if (at < 0 || at >= size) return 0;
  window->storageOffset += at * window->stride[dim];
  window->nDimension--;
  for (int d = dim; d < window->nDimension; d++) {
    window->size[d] = window->size[d + 1];
    window->stride[d] = window->stride[d + 1];
  }
  return 1;
}

/* Narrow dimension dim of the window to positions i to j, which may be none (j = i - 1). Returns 0
   if there are no such positions. */
static inline int narrow_positions(THTensor *window, int dim, int64_t i, int64_t j)
{
  const int64_t size = window->size[dim];
  const int64_t first = from_start(i, size), last = from_start(j, size);
  if (first < 0 || last >= size || last < first - 1 || i == 0) return 0;
  window->storageOffset += first * window->stride[dim];
  window->size[dim] = last - first + 1;
  return 1;
}

#endif
