/*
** Scans: the accumulators of each output on the way.
**
** An output's elements are cut into segments of TH_SCAN_SEGMENT. Inside a segment accumulators
** run from the start value; a result is what all segments before came to, merged with that. So
** segments of one output can be worked on side by side, and the bits depend on the elements and
** their order only.
*/
#ifndef TH_SCAN_H
#define TH_SCAN_H

#include "TH/iteration/THIter.h"

enum {
  TH_SCAN_SEGMENT = 64,
  TH_SCAN_WIDTH = 512, /* the most segments at a time, side by side in memory; else */
  TH_SCAN_ROWS = 16
};

/* A segment each of width outputs, or the next width ones of one output. y may be x. */
typedef struct THScanPiece {
  const char *x;
  char *y;
  ptrdiff_t step_x, step_y;     /* bytes to the next element of the same segment */
  ptrdiff_t across_x, across_y; /* bytes to the same element of the next segment */
  int n, width, dtype;          /* elements, at least 1; segments; of what */
  int beside;                   /* whether segments lie side by side, in x and in y */
  int chained;                  /* whether a segment goes on where its neighbour ends */
  int begins;                   /* whether nothing came before */
} THScanPiece;

/* state: TH_SCAN_WIDTH numbers of 8 bytes, what the segments so far came to. */
typedef void (*THScan)(void *state, const THScanPiece *piece);

/*
** All outputs, on several threads where that pays. Operands are the result's first slice, which
** marks the dimension by its stride 0 and is not to be touched, the result, x. Always TH_OK.
*/
TH_API int THScan_run(const THIter *it, THScan scan);

#endif
