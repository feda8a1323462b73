/*
** Copies between any two devices, the host among them, as THCCopyPlan.h plans them.
**
** The work goes to the streams that are current for the calling thread on the devices that take
** part. Between two devices no host waits: their streams wait for each other, before and after.
*/
#ifndef THC_COPY_H
#define THC_COPY_H

#include "THCCopyPlan.h"
#include "THCEvent.h"
#include "THTensor.h"

/* As THBackend.h describes transfer. A copy from or to the host is done on return, or the source
   was read: both may be used at once. */
TH_API int THC_transfer(const THTensor *dst, const THTensor *src);

/*
** The same without a wait of the host where its memory is pinned, which must not be touched until
** the event has passed. Else, and between two devices, the host has nothing to wait for on return:
** the event passes with the device's work. event is a new one, to be cleared by the caller; it is
** of the destination's device, or of the source's where the destination is the host.
*/
TH_API int THC_copyAsync(const THTensor *dst, const THTensor *src, THCEvent *event);

/* How dst:copy(src) would be made, or copyAsync. Errors: the gate's, TH_ESHAPE. */
TH_API int THC_explainCopy(THCCopyPlan *plan, const THTensor *dst, const THTensor *src, int async);

/* The entry of a device's table for TH_OP_convert: operand 1, in memory of the device, into operand
   0. */
TH_API int THC_convert(const THIter *it);

#endif
