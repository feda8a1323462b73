/*
** Sort, topk, kthvalue and mode (THOrder.h) on a device. All elements are sorted by key, then
** stably by row. The result is the CPU's.
*/
#ifndef THC_ORDER_H
#define THC_ORDER_H

#include "TH/iteration/THOrder.h"

TH_API int THC_sort(const THIter *it);
TH_API int THC_topk(const THIter *it);
TH_API int THC_kthvalue(const THIter *it);
TH_API int THC_mode(const THIter *it);

/* The scratch memory of these. Errors: TH_EUNSUPPORTED for rows of 2^31 elements or more,
   TH_EDEVICE. */
TH_API int THC_orderScratch(THOrderScratch *scratch);

#endif
