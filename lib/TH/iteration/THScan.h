/*
** Scans: running sums and products, that is, every accumulator on the way to an output's total.
**
** The elements of an output are cut into segments of TH_SCAN_SEGMENT. In each segment the
** accumulators start anew; a result is the total of all earlier segments merged with the
** accumulator of its own. So segments of one output can be computed side by side, and the bits
** depend only on the elements and their order.
*/
#ifndef TH_SCAN_H
#define TH_SCAN_H

#include "TH/iteration/THFold.h"

enum {
  TH_SCAN_SEGMENT = 64,    /* elements */
  TH_SCAN_WIDTH = 512,     /* segments at a time, at most, if they are side by side in memory */
  TH_SCAN_ROWS = 16,       /* segments at a time, at most, if they are not */
  TH_SCAN_ACCUMULATOR = 16 /* bytes of the total of a segment, at most */
};

/* One segment of each of width outputs, or the next width segments of one output. y may be x. */
typedef struct THScanPiece {
  const char *x;
  char *y;
  ptrdiff_t step_x, step_y;     /* bytes to the next element of the same segment */
  ptrdiff_t across_x, across_y; /* bytes to the same element of the next segment */
  int n, width;                 /* elements, at least 1; segments */
  int beside;                   /* whether segments are side by side in memory, in x and in y */
  int chained;                  /* whether they are consecutive segments of one output */
  int begins;                   /* whether they are the first ones */
} THScanPiece;

/* state: TH_SCAN_WIDTH accumulators, the totals of the segments so far. */
typedef void (*THScan)(void *state, const THScanPiece *piece);

/*
** Compute all outputs, on several threads where that pays. The operands are the first slice of the
** result, whose stride of 0 marks the dimension and which is not accessed; the result; and x.
** halves is NULL, or the elements have 16 bits, and scan takes floats and gives doubles.
** Always TH_OK.
*/
TH_API int THScan_run(const THIter *it, THScan scan, const THHalves *halves);

#endif
