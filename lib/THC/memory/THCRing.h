/*
** Bytes between a device and memory of the host that is not pinned: by way of two pinned buffers,
** of which the host fills or empties one while the device works on the other. They belong to the
** process and are made at first need; transfers take turns.
*/
#ifndef THC_RING_H
#define THC_RING_H

#include "THC/runtime/THCStream.h"

/* To or from the memory of the stream's device, which is the current one, in the stream's order. up
   returns when all was read, down when all has arrived. Errors: TH_ENOMEM, TH_EDEVICE. */
int thc_ringUp(void *device, const void *host, size_t bytes, const THCStream *stream);
int thc_ringDown(void *host, const void *device, size_t bytes, const THCStream *stream);

#endif
