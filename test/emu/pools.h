/* Pools, for the functions that are about all memory. */
#ifndef EMU_POOLS_H
#define EMU_POOLS_H

#include "memory.h"

namespace emu {

void pools_reset();

/* The device was waited for, or a stream of it: pools keep no more than their threshold. */
void pools_trim(int device);

/* Nothing uses a block any more: it goes to its pool. */
void pool_give(Block *block);

} /* namespace emu */

#endif
