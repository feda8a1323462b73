/*
** Devices as backends of TH: memory from THCAllocator.h on the thread's current stream, entries
** that launch kernels, and copies between devices (THCCopy.h).
*/
#ifndef THC_BACKEND_H
#define THC_BACKEND_H

#include "THC/runtime/THCGeneral.h"

/*
** Find the devices and register them with TH. TH_EUNSUPPORTED, with the reason, if there is no
** driver or no device; that takes milliseconds, and THC_open may be called again. All other
** functions of THC need a successful THC_open.
*/
TH_API int THC_open(void);

#endif
