/*
** Copies between any two devices, including the host (device 0), made as THCCopyPlan.h plans them.
**
** The work goes to the calling thread's current streams of the devices that take part. A copy
** between two devices does not make the host wait: the two streams wait for each other, before and
** after.
*/
#ifndef THC_COPY_H
#define THC_COPY_H

#include "TH/backend/THTransferChapter.h"
#include "THC/copy/THCCopyPlan.h"
#include "THC/runtime/THCEvent.h"

/* The devices' entry of the chapter Transfer. When a copy from or to the host returns, the
   destination is written or the source was read: the host may use both at once. */
TH_API int THC_transfer(const THTransferCall *call);

/*
** THTensor_copy without making the host wait, where its memory is pinned. TH knows that memory of
** THCHostAllocator is in use, and waits when an operation needs it; borrowed memory must not be
** touched until the event has passed. If the host's memory is not pinned, or several storages share
** it, the copy is done with it on return. event is a new event on the destination's device (or the
** source's, if the destination is on the host), which passes when the device's work is done; the
** caller clears it.
*/
TH_API int THC_copyAsync(THTensor *dst, const THTensor *src, THCEvent *event);

/* The plan of dst:copy(src), or of copyAsync; src broadcasts to dst. Errors: those of
   THTensor_operand, TH_ESHAPE. */
TH_API int THC_explainCopy(THCCopyPlan *plan, const THTensor *dst, const THTensor *src, int async);

/* Whether a tensor is in pinned memory of the host. */
TH_API int THC_isPinned(const THTensor *t);

/* The device's entry for TH_OP_convert if operand 1 is not a number: operand 1, which is on the
   device, into operand 0. */
TH_API int THC_convert(const THIter *it);

#endif
