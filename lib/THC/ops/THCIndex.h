/*
** Gather and scatter: the entries for operations by position (THIndex.def). If several positions
** name the same element, they are sorted before anything is written, so a result never depends on
** the order in which threads run.
*/
#ifndef THC_INDEX_H
#define THC_INDEX_H

#include "TH/backend/THIndexChapter.h"

TH_API int THC_outside(THIndexCall *call);
TH_API int THC_gather(THIndexCall *call);
TH_API int THC_scatter(THIndexCall *call);
TH_API int THC_scatterAdd(THIndexCall *call);

#endif
