/*
** The chapter behind indexing and masks; THIndex.def says what a row takes of a call.
*/
#ifndef TH_INDEX_CHAPTER_H
#define TH_INDEX_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum {
#define TH_KERNEL(set, name, doc) TH_OP_##name,
#include "TH/rows/THIndex.def"
  TH_INDEX_ROWS
};

/* What a row does not say it neither reads nor writes. */
typedef struct THIndexCall {
  THIter it;      /* what is walked */
  int64_t step;   /* bytes from one element of the vector, or along the dimension, to the next */
  int64_t size;   /* how many elements that has */
  int isChecked;  /* whether all positions are known to be inside [1, size] */
  int isOutside;  /* given back: whether one is not; 0 at first; threads store to it at once */
  int64_t found;  /* given back: the first one outside; how many there are, 0 at first */
} THIndexCall;

typedef int (*THIndexEntry)(THIndexCall *call);

#endif
