/*
** Which devices can access the memory of which other devices.
*/
#ifndef THC_PEER_H
#define THC_PEER_H

#include "THC/runtime/THCGeneral.h"

/*
** Whether kernels of device may read and write the memory of other. This holds if CUDA says so,
** access could be enabled, and a test pattern sent to other arrived unchanged (on some machines it
** does not, for example with an IOMMU between the devices). Tested at the first question for a
** pair. 0 if the test failed, and always with the allocator's async back end, whose pools no other
** device can access.
*/
TH_API int THCPeer_reaches(int device, int other);

#endif
