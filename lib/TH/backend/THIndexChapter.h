/*
** The chapter Index: kernels of indexing and masks. THIndex.def says which fields of a call each
** row uses.
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

/* An entry neither reads nor writes fields that its row does not name. */
typedef struct THIndexCall {
  THIter it;      /* the operands */
  int64_t step;   /* bytes between neighbours of the vector, or along the dimension */
  int64_t size;   /* elements of the vector, or along the dimension */
  int isChecked;  /* whether all positions are known to be inside [1, size] */
  int isOutside;  /* output, 0 at first: whether a position is outside; set by any thread */
  int64_t found;  /* output: the first position outside; or a count, 0 at first */
} THIndexCall;

typedef int (*THIndexEntry)(THIndexCall *call);

#endif
