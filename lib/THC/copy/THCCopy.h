/*
** Copies between any two devices, the host among them, as THCCopyPlan.h plans them.
**
** The work goes to the streams that are current for the calling thread on the devices that take
** part. Between two devices no host waits: their streams wait for each other, before and after.
*/
#ifndef THC_COPY_H
#define THC_COPY_H

#include "TH/backend/THTransferChapter.h"
#include "THC/copy/THCCopyPlan.h"
#include "THC/runtime/THCEvent.h"

/* The devices' entry of the chapter Transfer. A copy from or to the host is done on return, or the
   source was read: both may be used at once. */
TH_API int THC_transfer(const THTransferCall *call);

/*
** THTensor_copy without a wait of the host where its memory is pinned. Of THCHostAllocator's memory
** TH knows that it is at work, and waits where that stands in the way; what is borrowed must not be
** touched until the event has passed. Memory that is not pinned, and what several storages look
** into, is done with on return. event is a new one, to be cleared by the caller, of the
** destination's device, or else the source's: it passes with the device's work.
*/
TH_API int THC_copyAsync(THTensor *dst, const THTensor *src, THCEvent *event);

/* How dst:copy(src) would be made, or copyAsync, where src broadcasts to dst. Errors: the gate's,
   TH_ESHAPE. */
TH_API int THC_explainCopy(THCCopyPlan *plan, const THTensor *dst, const THTensor *src, int async);

/* Whether a tensor is in memory of the host that devices reach. */
TH_API int THC_isPinned(const THTensor *t);

/* What a device's table has for TH_OP_convert where operand 1 is no number: from memory of the
   device into operand 0. */
TH_API int THC_convert(const THIter *it);

#endif
