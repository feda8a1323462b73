/*
** Which devices reach the memory of which others.
*/
#ifndef THC_PEER_H
#define THC_PEER_H

#include "THC/runtime/THCGeneral.h"

/*
** Whether kernels of a device may read and write the memory of another one: CUDA says so, access
** was enabled, and a pattern that was sent over arrived as it was. There are machines on which it
** does not (an IOMMU between the devices). Found out at the first question for a pair; 0 where it
** failed, and for memory of the allocator's async back end, whose pools are the device's own.
*/
TH_API int THCPeer_reaches(int device, int other);

#endif
