/*
** Transfers between a device and memory of the host that is not pinned, through two pinned buffers:
** the host fills or empties one while the device works on the other. The buffers belong to the
** process and are made when first needed; transfers of several threads take turns.
*/
#ifndef THC_STAGING_H
#define THC_STAGING_H

#include "THC/runtime/THCStream.h"

/* Copy bytes to or from the stream's device, which is the current one, in the stream's order. Up
   returns when all of host was read, down when all of it was written. Errors: TH_ENOMEM,
   TH_EDEVICE. */
int thc_stageUp(void *device, const void *host, size_t bytes, const THCStream *stream);
int thc_stageDown(void *host, const void *device, size_t bytes, const THCStream *stream);

#endif
