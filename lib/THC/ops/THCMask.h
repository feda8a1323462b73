/*
** Elements where a mask says (THIndex.def), and their number: entries of the devices' tables.
*/
#ifndef THC_MASK_H
#define THC_MASK_H

#include "TH/iteration/THIter.h"

TH_API int THC_maskCount(const THIter *it);
TH_API int THC_maskedSelect(const THIter *it);
TH_API int THC_maskedPositions(const THIter *it);
TH_API int THC_maskedCopy(const THIter *it);
TH_API int THC_maskedFill(const THIter *it);

/* The word (THCKernels.h) of the operand's elements. */
TH_API int thc_wordOf(const THIter *it, int operand);

#endif
