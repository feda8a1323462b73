/*
** Sort, topk, kthvalue and mode (THOrder.h) on a device. All elements are sorted by key, then
** stably by row. The result is the CPU's.
*/
#ifndef THC_ORDER_H
#define THC_ORDER_H

#include "TH/iteration/THOrder.h"

/* A call without scratch only asks for it (THOrderCall). Errors: TH_EUNSUPPORTED for rows of 2^31
   elements or more, TH_EDEVICE. */
TH_API int THC_sort(THOrderCall *call);
TH_API int THC_topk(THOrderCall *call);
TH_API int THC_kthvalue(THOrderCall *call);
TH_API int THC_mode(THOrderCall *call);

#endif
