/*
** The emulator of CUDA on the CPU: its interface for tests. It implements functions of NVIDIA's own
** cuda_runtime_api.h. A program that links it instead of CUDA's runtime has several devices made of
** host memory, which neither the host nor another device can touch.
**
** For a given schedule, order and seed everything is deterministic. All functions, CUDA's included,
** may be called from several threads: they take turns. The first call of any function reads these
** variables; they hold until emu_reset:
**
**   EMU_DEVICES (2), EMU_PEER (1), EMU_MEMORY (MB of each device: 512)
**   EMU_SCHEDULE (eager, lazy, random), EMU_ORDER (forward, reverse, shuffled), EMU_SEED (1)
**   CUDA_VISIBLE_DEVICES
**
** EMU_VERBOSE prints every finding to stderr.
*/
#ifndef EMU_H
#define EMU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When operations of streams run: at once; only when something waits for them; at random times. */
enum { EMU_EAGER, EMU_LAZY, EMU_RANDOM };

/* The order in which the blocks of a grid, and the threads of a block, run. */
enum { EMU_FORWARD, EMU_REVERSE, EMU_SHUFFLED };

/* What emu_live counts. */
enum { EMU_DEVICE_BLOCKS, EMU_PINNED_BLOCKS, EMU_STREAMS, EMU_EVENTS };

/*
** What emu_mutate can leave out. The first three are places in kernels: a barrier of a block, a
** primitive in which lanes of a warp meet, a bound THC_INSIDE(i, n) (which then lets i == n pass).
** The others are calls, numbered in the order in which they are made: cudaStreamWaitEvent,
** cudaEventRecord, and waits of the host (cudaStreamSynchronize, cudaEventSynchronize,
** cudaDeviceSynchronize).
*/
enum { EMU_BARRIER, EMU_WARP, EMU_BOUND, EMU_WAIT, EMU_RECORD, EMU_SYNC, EMU_KINDS };

/* Start again: all streams, events, memory and settings are gone. bytes is the size of each
   device. */
void emu_reset(int devices, int peer_access, size_t bytes);

/* Set whether device may enable access to peer from now on. */
void emu_peer(int device, int peer, int can);

void emu_schedule(int schedule, unsigned seed);
void emu_order(int order, unsigned seed);

/*
** Let the n-th call from now (1: the next) of the named function fail once with that error; NULL
** means any function. For "operation" the n-th operation that runs in a stream fails, and the error
** is sticky. Functions that free or release something do so even when they fail, and waits still
** wait: the error that they report may be an earlier one.
*/
void emu_fail(const char *function, long n, int error);

/* How often a function was called since the reset; NULL: all functions together. */
long emu_calls(const char *function);

/* How many blocks, streams or events exist. */
long emu_live(int what);

/*
** Mistakes that the emulator found since the reset: how many, and the text of the last one, valid
** until the next ("" if there is none). A race (two operations that touch the same bytes, one
** writing, in no fixed order) counts in emu_races too.
*/
long emu_findings(void);
long emu_races(void);
const char *emu_finding(void);

/* Whether the host's access to p would be trapped, because p is memory of a device. */
int emu_traps(const volatile void *p);

/* Leave out the n-th (from 1) place or call of a kind until the reset; n = 0: none. Calls are
   counted from here. */
void emu_mutate(int kind, long n);

/* The places or calls of a kind: how many, and the name of the n-th. Places count all that were
   ever met, calls those since emu_mutate. */
long emu_sites(int kind);
const char *emu_site(int kind, long n);

/* The number of a place in kernels by its emu_site name, which may come from another process. */
long emu_place(int kind, const char *site);

#ifdef __cplusplus
}
#endif

#endif
