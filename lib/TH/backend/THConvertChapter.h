/*
** The chapter Convert: copies that convert the dtype. Operands: result, source. An entry is stored
** under the result's dtype.
*/
#ifndef TH_CONVERT_CHAPTER_H
#define TH_CONVERT_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum { TH_OP_convert, TH_CONVERT_ROWS };

#endif
