/*
** The chapter Row: functions of rows of adjacent elements, one row after the other, so that each is
** walked several times while it is in the caches. Only the CPU has it, for float and double: where
** there is no entry, chains of other operations make the same numbers.
*/
#ifndef TH_ROW_CHAPTER_H
#define TH_ROW_CHAPTER_H

#include "TH/backend/THChapter.h"

enum {
  TH_OP_softmaxRow,    /* y: n elements a row */
  TH_OP_logSoftmaxRow,
  TH_OP_mostOfRow,     /* y: one element a row, NaN if the row has one */
  TH_OP_leastOfRow,
  TH_ROW_ROWS
};

/* rows rows of n elements, at least one, one behind the other in x; y is other memory. */
typedef void (*THRowEntry)(const void *x, void *y, int64_t n, int64_t rows);

#endif
