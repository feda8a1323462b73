/*
** The chapter of conversions. Operands: result, source. The dtype of an entry is the result's.
*/
#ifndef TH_CONVERT_CHAPTER_H
#define TH_CONVERT_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum { TH_OP_convert, TH_CONVERT_ROWS };

#endif
