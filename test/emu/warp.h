/* Parts of a block beside its threads: the primitives in which lanes of a warp meet, and shared
   memory. */
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include "emu_device.h"

#include <cstddef>

namespace emu {

/* The number of the running thread in its block; make it wait; make a waiting thread ready. */
int thread_number();
void thread_wait(Site site);
void thread_wake(int id);

/* The kernel is wrong: it fails when the block is done. */
void block_fail();

/* begin: a block of that many threads starts. clear: its threads were given up. */
void warps_begin(size_t threads);
void warps_clear();

/* begin: a block starts; bytes of shared memory were asked for by the launch. end: no block runs
   any more. */
void shared_begin(size_t bytes);
void shared_end();

} /* namespace emu */

#endif
