/*
** The devices as backends of TH: memory by THCAllocator.h on the thread's current stream, entries
** that launch kernels, and elements from one device to another (THCCopy.h).
*/
#ifndef THC_BACKEND_H
#define THC_BACKEND_H

#include "THC/runtime/THCGeneral.h"

/*
** Find the devices, and make them TH's. TH_EUNSUPPORTED with the reason where there is no driver or
** no device, which takes milliseconds and may be asked again. Everything else needs that it
** succeeded.
*/
TH_API int THC_open(void);

#endif
