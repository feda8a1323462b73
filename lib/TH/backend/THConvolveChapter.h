/*
** The chapter of correlation: sums of shifted runs. Operands: cpu/loops/THConvolve.c.
*/
#ifndef TH_CONVOLVE_CHAPTER_H
#define TH_CONVOLVE_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum { TH_OP_correlate, TH_CONVOLVE_ROWS };

#endif
