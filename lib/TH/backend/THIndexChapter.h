/*
** The chapter behind indexing and masks. Operands: THIndex.def.
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

#endif
