/*
** Copies of a tensor in which each dimension is made of pieces of the source's dimension: reversed,
** shifted, padded ones.
*/
#ifndef TH_PIECES_H
#define TH_PIECES_H

#include "TH/geometry/THTensor.h"

/* count positions from the position first on: upwards (1), downwards (-1) or the same one (0). */
typedef struct THPiece {
  int64_t first, count;
  int step;
} THPiece;

/* The pieces of a dimension, in order; n 0: the dimension as it is. A piece may have no
   positions. */
typedef struct THPieces {
  int n;
  THPiece piece[3];
} THPieces;

/* The copy goes to out, which may be x; there is one list of pieces for each dimension of x. op
   begins errors. */
int THPieces_copy(const char *op, THTensor *out, const THTensor *x, const THPieces *pieces);

#endif
