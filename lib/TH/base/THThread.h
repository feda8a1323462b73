/*
** Threads that the library starts, and the stacks of those that call it.
**
** Signals are for the host's threads: one of ours starts with all of them blocked, but for those
** that a thread's own instructions raise (SIGSEGV and the like), which a host's handler may be for.
*/
#ifndef TH_THREAD_H
#define TH_THREAD_H

#include <pthread.h>

#include "TH/base/THBase.h"
#include "TH/platform/THPlatform.h"

/* The stacks of the library's threads, whatever the process's limit is. */
#ifdef TH_SANITIZE
#define TH_THREAD_STACK ((size_t)8 << 20) /* its frames are larger */
#else
#define TH_THREAD_STACK ((size_t)1 << 20)
#endif

/* Start a thread with a stack of that many bytes; 0: of the process's default. Returns an errno.
   The thread is to be joined, or detached. Before this returns it is called "tensor " and name, of
   at most 8 characters. What else may start threads, as the loading of a library, is put between
   th_blockSignals and th_restoreSignals. */
int th_startThread(pthread_t *thread, const char *name, size_t stack, void *(*run)(void *),
                   void *argument);

/* How many threads of this process were not started here, by their names; 0 if nobody knows. */
int th_numHostThreads(void);

/* Whether count threads could be started beside each other now. */
int th_canStartThreads(int count);

/* The bytes of stack that are left to the caller; 0 if it runs on a stack that is not its thread's,
   such as a coroutine's of the host. */
size_t th_stackLeft(void);

/* Whether as many are left. The stack of the first thread, once known, is looked up without asking
   for the thread: row "dot of 20". */
extern struct THFirstStack {
  uintptr_t low;
  size_t size;
} th_firstStack TH_HIDDEN;
static inline int th_hasStack(size_t bytes)
{
  const size_t size = __atomic_load_n(&th_firstStack.size, __ATOMIC_ACQUIRE);
  const uintptr_t low = __atomic_load_n(&th_firstStack.low, __ATOMIC_RELAXED);
  const size_t left = (uintptr_t)__builtin_frame_address(0) - low;
  return (left < size && left >= bytes) || th_stackLeft() >= bytes;
}

/*
** Call work(argument) in this thread, on block, which becomes its stack meanwhile. work may use all
** that belongs to the thread; it must return (no longjmp out of it). Where the system has no such
** function (makecontext), work runs on the stack that there is.
*/
void th_onBlock(void *block, size_t bytes, void (*work)(void *), void *argument);

/*
** Call work(argument), in a thread of its own if less than bytes of stack are left here. Returns 0,
** without having called it, if that thread cannot be started. work must not use what belongs to a
** thread, such as error texts and accounts.
*/
int th_onStack(size_t bytes, void (*work)(void *), void *argument);

#endif
