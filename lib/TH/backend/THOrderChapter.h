/*
** The chapter of orders, THOrder.h: a row is an enum THOrderKind.
*/
#ifndef TH_ORDER_CHAPTER_H
#define TH_ORDER_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THOrder.h"

typedef int (*THOrderEntry)(THOrderCall *call);

#endif
