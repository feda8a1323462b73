/* The whole C API of THC: include this header, and link libTHC and libTH. */
#ifndef THC_H
#define THC_H

#include "THC/copy/THCCopy.h"
#include "THC/memory/THCAllocator.h"
#include "THC/memory/THCHostAllocator.h"
#include "THC/memory/THCPeer.h"
#include "THC/ops/THCBackend.h"
#include "THC/ops/THCBlas.h"
#include "THC/runtime/THCEvent.h"
#include "THC/runtime/THCGeneral.h"
#include "THC/runtime/THCStream.h"
#include "THC/runtime/THCTrace.h"
#include "THC/typed/THCTypes.h"

#endif
