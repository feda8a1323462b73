/*
** Elements by position (THIndex.def): entries of the devices' tables. What several positions name
** is put in order before it is written, so that a result does not depend on chance.
*/
#ifndef THC_INDEX_H
#define THC_INDEX_H

#include "TH/backend/THIndexChapter.h"

TH_API int THC_outside(THIndexCall *call);
TH_API int THC_gather(THIndexCall *call);
TH_API int THC_scatter(THIndexCall *call);
TH_API int THC_scatterAdd(THIndexCall *call);

#endif
