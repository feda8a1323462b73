/* What functions for all kinds of memory need of pools. */
#ifndef EMU_POOLS_H
#define EMU_POOLS_H

#include "memory.h"

namespace emu {

void pools_reset();

/* The host waited for the device or one of its streams: pools give back what exceeds their
   threshold. */
void pools_trim(int device);

/* The block was freed: put it into its pool's free list. */
void pool_give(Block *block);

} /* namespace emu */

#endif
