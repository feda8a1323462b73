/*
** Orders (THOrder.h) on a device: all elements are sorted by their keys, and then by their rows. So
** the answer is the CPU's.
*/
#ifndef THC_ORDER_H
#define THC_ORDER_H

#include "TH/iteration/THOrder.h"

/* Errors: TH_EUNSUPPORTED for rows of 2^31 elements and more, TH_EDEVICE. */
TH_API int THC_sort(THOrderCall *call);
TH_API int THC_topk(THOrderCall *call);
TH_API int THC_kthvalue(THOrderCall *call);
TH_API int THC_mode(THOrderCall *call);

#endif
