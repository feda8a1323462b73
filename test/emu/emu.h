/*
** The CPU emulator of CUDA: what a test asks of it. It implements functions of NVIDIA's own
** cuda_runtime_api.h; a program that links it instead of the runtime has N devices made of host
** memory that neither the host nor a foreign device can touch.
**
** Everything is deterministic for a given schedule, order and seed. All functions, CUDA's too, may
** be called from several threads: they take turns. What the first call of any function finds in
** the environment decides until emu_reset: EMU_DEVICES (2), EMU_PEER (1), EMU_MEMORY (MB of each
** device: 512), EMU_SCHEDULE (eager, lazy, random), EMU_ORDER (forward, reverse, shuffled),
** EMU_SEED (1), and CUDA_VISIBLE_DEVICES. EMU_VERBOSE shows every finding on stderr.
*/
#ifndef EMU_H
#define EMU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When operations of streams run: at once; when something waits for them; now and then. */
enum { EMU_EAGER, EMU_LAZY, EMU_RANDOM };

/* In which order the blocks of a grid, and the threads of a block, run. */
enum { EMU_FORWARD, EMU_REVERSE, EMU_SHUFFLED };

/* What emu_live counts. */
enum { EMU_DEVICE_BLOCKS, EMU_PINNED_BLOCKS, EMU_STREAMS, EMU_EVENTS };

/*
** What emu_mutate leaves out. The first three are places in kernels: a barrier of a block, a
** meeting of a warp, THC_INSIDE(i, n), which then lets i == n pass. The others are calls, in the
** order in which they are made: cudaStreamWaitEvent, cudaEventRecord, and waits of the host
** (cudaStreamSynchronize, cudaEventSynchronize, cudaDeviceSynchronize).
*/
enum { EMU_BARRIER, EMU_WARP, EMU_BOUND, EMU_WAIT, EMU_RECORD, EMU_SYNC, EMU_KINDS };

/* Start afresh: all streams, events, memory and settings are gone. bytes is for each device. */
void emu_reset(int devices, int peer_access, size_t bytes);

/* Whether device may enable access to peer from now on. */
void emu_peer(int device, int peer, int can);

void emu_schedule(int schedule, unsigned seed);
void emu_order(int order, unsigned seed);

/*
** The n-th call (1: the next) of a function, by its name, fails once with that error; of any
** function for NULL. For "operation" it is the n-th operation to run in a stream that fails, and
** the error is sticky. Functions that give something back do so although they fail, and the host's
** waits wait: what they report may be an earlier error.
*/
void emu_fail(const char *function, long n, int error);

/* How often a function was called, NULL for all of them, since the reset. */
long emu_calls(const char *function);

/* How many blocks, streams or events there are. */
long emu_live(int what);

/*
** What the emulator found wrong: how often since the reset, and the text of the last finding, valid
** until the next ("" when there is none). Unordered accesses to the same bytes by two operations
** are counted by emu_races too.
*/
long emu_findings(void);
long emu_races(void);
const char *emu_finding(void);

/* Whether an access of the host to p would be trapped: device memory. */
int emu_traps(const volatile void *p);

/* Leave out the n-th (from 1) of that kind until the reset; n = 0: nothing. Calls are counted from
   here. */
void emu_mutate(int kind, long n);

/* How many of that kind there were, and where: places ever met, calls since emu_mutate. */
long emu_sites(int kind);
const char *emu_site(int kind, long n);

/* The number of the place in kernels that emu_site named, perhaps in another process. */
long emu_place(int kind, const char *site);

#ifdef __cplusplus
}
#endif

#endif
