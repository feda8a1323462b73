/*
** The chapter Butterfly: the steps of Fourier transforms, on lines side by side (lanes). Real and
** imaginary parts are in planes of their own.
**
** A block is two planes in which element k of lane l lies at k * lanes + l. A transform of length
** n = r0 * r1 * .. makes one pass for each radix, which writes the other of two blocks; the order
** of the elements comes right on the way (Stockham). So each loop runs over neighbours, and each
** number is made by the same operations whatever the lanes: no bit depends on them.
*/
#ifndef TH_BUTTERFLY_CHAPTER_H
#define TH_BUTTERFLY_CHAPTER_H

#include "TH/backend/THChapter.h"

enum {
  TH_OP_passes,  /* x or, without one, now is transformed forward, to y if there is one */
  TH_OP_move,    /* y = x * scale, by steps and lanes; planes that x or y lacks are left out */
  TH_OP_factors, /* x *= w: the factor of row k for all its lanes; x is a block */
  TH_OP_twist,   /* y = x * w * v with rows as lanes: w a block, v one for each row; x is a block */
  TH_OP_unfold,  /* x, the transform of n pairs of reals, becomes that of 2 n reals: rows 0 to n */
  TH_OP_fold,    /* the reverse: rows 0 to n become the conjugates of rows 0 to n - 1 */
  TH_BUTTERFLY_ROWS
};

/* The rows of two planes: part k of lane l at k * step + l * lane. */
typedef struct THPlanes {
  void *re, *im;
  int64_t step, lane;
} THPlanes;

/*
** One pass: m times radix rows, and the factors exp(-2 pi i j p / (m radix)), in chunks of
** TH_FFT_CHUNK_BYTES. For the first values of p there is a chunk of real parts for j = 1, one of
** imaginary parts, those for j = 2, and so on; then for the next values of p. The last ones end at
** p = m - 1, so they may be there twice; if m is less than a chunk, the rest is not used.
*/
enum {
  TH_FFT_CHUNK_BYTES = 64,
  TH_FFT_ROW_BYTES = 32,   /* neighbours in a plane that passes read and write as pairs, at least */
  TH_FFT_LANES_BYTES = 64  /* a row of a plane in a block: 16 floats or 8 doubles */
};
typedef struct THFftPass {
  int radix;
  int64_t m;
  const void *w;
} THFftPass;

/*
** sign: of imaginary parts, as x is read and once more as y is written: -1 makes a transform a
** backward one. scale: of y.
**
** Passes write now and other in turn, beginning with now if they read x. x and y are pairs: of one
** line without gaps, or of lanes side by side. Only radix 4, 8 and 16 read them, in the first of
** some passes, and write them in the last one. There are at least TH_FFT_ROW_BYTES of neighbours in
** a plane, and behind a block is as much room for what is written too much. unfold and fold go from
** x to y if there is one (for a single line of as many rows), else they change x.
**
** twist: w has TH_FFT_LANES_BYTES of lanes. Row k of lane l comes to row l of y, for the first rows
** that are as many; those of the next ones come y->step further.
*/
typedef struct THButterflyCall {
  const THPlanes *x, *y, *now, *other;
  int64_t n, lanes;
  int passes;
  const THFftPass *pass;
  const void *wr, *wi, *vr, *vi;
  double scale, sign;
} THButterflyCall;

typedef void (*THButterflyEntry)(const THButterflyCall *call);

#endif
