/*
** The chapter Pointwise: the rows of THPointwise.def. Operands: the result, then those of the row,
** tensors before numbers.
*/
#ifndef TH_POINTWISE_CHAPTER_H
#define TH_POINTWISE_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum {
#define TH_ROW1(set, name, value, doc) TH_OP_##name,
#define TH_ROW2(set, cname, name, value, doc) TH_OP_##cname,
#define TH_UNARY TH_ROW1
#define TH_PREDICATE TH_ROW1
#define TH_BINARY TH_ROW2
#define TH_DIVISION TH_ROW2
#define TH_SCALED TH_ROW2
#define TH_COMPARE TH_ROW1
#define TH_UNARY2 TH_ROW1
#define TH_TERNARY1 TH_ROW1
#define TH_DIVISION1 TH_ROW1
#include "TH/rows/THPointwise.def"
#undef TH_ROW1
#undef TH_ROW2
  TH_NUM_POINTWISE, /* the rows that THOps.h lists; the ones below are internal */
  TH_FIRST_SPECIAL = TH_OP_sgn, /* those of THSpecial.def, which are entries of that chapter */
  TH_BEFORE_SCALED_ = TH_NUM_POINTWISE - 1,
/* the TH_SCALED rows with a coefficient other than 1 */
#define TH_SCALED(set, cname, name, value, doc) TH_OP_##cname##Scaled,
#include "TH/rows/THRowsIgnored.h"
#include "TH/rows/THPointwise.def"
  TH_OP_anyZero, /* byte, x of an integral dtype: sets the byte to 1 if an element of x is 0 */
  TH_POINTWISE_ROWS
};

#endif
