/* All of THC for a C host: include this, link libTHC and libTH. */
#ifndef THC_H
#define THC_H

#include "THCAllocator.h"
#include "THCBlas.h"
#include "THCCopy.h"
#include "THCEvent.h"
#include "THCGeneral.h"
#include "THCHostAllocator.h"
#include "THCPeer.h"
#include "THCStream.h"
#include "THCTrace.h"
#include "THCTypes.h"

#endif
