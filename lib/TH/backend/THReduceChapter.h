/*
** The chapter Reduce: reductions and scans, the rows of THReduce.def. Operands: the result
** (extremes: then the positions), x, and the row's number if it has one.
*/
#ifndef TH_REDUCE_CHAPTER_H
#define TH_REDUCE_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum {
#define TH_REDUCE(set, name, ...) TH_OP_##name,
#define TH_DEVIATION TH_REDUCE
#define TH_NORM TH_REDUCE
#define TH_TEST TH_REDUCE
#define TH_EXTREME TH_REDUCE
#define TH_SCAN TH_REDUCE
#define TH_RUNNING TH_REDUCE
#include "TH/rows/THReduce.def"
  TH_NUM_REDUCTIONS
};

#endif
