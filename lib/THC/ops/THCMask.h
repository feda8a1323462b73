/*
** Masks: the entries for elements selected by a mask and for their number (THIndex.def).
*/
#ifndef THC_MASK_H
#define THC_MASK_H

#include "TH/backend/THIndexChapter.h"

TH_API int THC_maskCount(THIndexCall *call);
TH_API int THC_maskedSelect(THIndexCall *call);
TH_API int THC_maskedPositions(THIndexCall *call);
TH_API int THC_maskedCopy(THIndexCall *call);
TH_API int THC_maskedFill(THIndexCall *call);
TH_API int THC_where(THIndexCall *call);

/* The word (THCKernels.h) of an operand's elements: the logarithm of their width. */
TH_API int thc_wordOf(const THIter *it, int operand);

#endif
