/*
** The chapter Order: sorts and selections (THOrder.h). Its rows are those of enum THOrderKind.
*/
#ifndef TH_ORDER_CHAPTER_H
#define TH_ORDER_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THOrder.h"

typedef int (*THOrderEntry)(THOrderCall *call);

#endif
