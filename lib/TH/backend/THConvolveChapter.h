/*
** The chapter Convolve: sums of a run that is shifted to several places, each time multiplied by a
** weight.
**
** sums(m, p) = the sum over t of weights(t, m) * x(p + places(t)) for p < n. The sums of a map are
** a run, and so are the weights of a tap. Runs of TH_CORRELATED_RUN elements are computed whole, so
** x and the room for sums must continue after n.
*/
#ifndef TH_CONVOLVE_CHAPTER_H
#define TH_CONVOLVE_CHAPTER_H

#include "TH/backend/THChapter.h"

enum { TH_OP_correlate, TH_CONVOLVE_ROWS };

/* How much an entry computes at once: one map or TH_CORRELATED_MAPS, and TH_CORRELATED_RUN
   elements. */
enum { TH_CORRELATED_MAPS = 4, TH_CORRELATED_RUN = 256 };

typedef struct THCorrelation {
  int64_t n, taps;
  int64_t maps;          /* 1 or TH_CORRELATED_MAPS */
  int64_t next;          /* elements from the sums of a map to those of the next */
  void *sums;
  const void *x, *weights;
  const int64_t *places; /* in elements */
} THCorrelation;

typedef void (*THConvolveEntry)(const THCorrelation *call);

#endif
