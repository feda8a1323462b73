/*
** Orders (THOrder.h) on a device: all elements are sorted by their keys, and then by their rows. So
** the answer is the CPU's.
*/
#ifndef THC_ORDER_H
#define THC_ORDER_H

#include "TH/iteration/THOrder.h"

TH_API int THC_sort(const THIter *it);
TH_API int THC_topk(const THIter *it);
TH_API int THC_kthvalue(const THIter *it);
TH_API int THC_mode(const THIter *it);

/* The scratch of these. Errors: TH_EUNSUPPORTED for rows of 2^31 elements and more, TH_EDEVICE. */
TH_API int THC_orderScratch(THOrderScratch *scratch);

#endif
