/*
** Devices as backends of TH: memory from THCAllocator.h on the thread's current stream, entries
** that launch kernels, and copies between devices (THCCopy.h).
*/
#ifndef THC_BACKEND_H
#define THC_BACKEND_H

#include "TH/dispatch/THBackend.h"

/* Register devices 1 .. count with TH. Called by THC_open. */
int thc_register(int count);

#endif
