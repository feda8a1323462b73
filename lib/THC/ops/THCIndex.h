/*
** Elements by position (THIndex.def): entries of the devices' tables. What several positions name
** is put in order before it is written, so that a result does not depend on chance.
*/
#ifndef THC_INDEX_H
#define THC_INDEX_H

#include "TH/iteration/THIter.h"

TH_API int THC_outside(const THIter *it);
TH_API int THC_gather(const THIter *it);
TH_API int THC_scatter(const THIter *it);
TH_API int THC_scatterAdd(const THIter *it);

#endif
