/* What a block has beside its threads: meetings of the lanes of its warps, and shared memory. */
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include "emu_device.h"

#include <cstddef>

namespace emu {

/* The thread that runs, by its number in its block; it waits; another may go on. */
int thread_number();
void thread_wait(Site site);
void thread_wake(int id);

/* The kernel is wrong: it is to fail when the block is done. */
void block_fail();

/* A block of that many threads begins; its threads are given up. */
void warps_begin(size_t threads);
void warps_clear();

/* Shared memory of a block that begins, with bytes for the launch; no block runs any more. */
void shared_begin(size_t bytes);
void shared_end();

} /* namespace emu */

#endif
