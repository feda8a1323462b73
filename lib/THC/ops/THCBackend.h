/*
** The devices as backends of TH: memory by THCAllocator.h on the thread's current stream, entries
** that launch kernels, and elements from one device to another (THCCopy.h).
*/
#ifndef THC_BACKEND_H
#define THC_BACKEND_H

#include "TH/dispatch/THBackend.h"

/* Register devices 1 .. count with TH. For THC_open. */
int thc_register(int count);

#endif
