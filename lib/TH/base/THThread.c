/* Threads: signals, names and stacks. What a thread knows of its stack it asks once. */
#include "TH/base/THThread.h"

#include <stdio.h>

/* --- starting --- */

#define OURS "tensor " /* the names of our threads begin so */

int th_startThread(pthread_t *thread, const char *name, size_t stack, void *(*run)(void *),
                   void *argument)
{
  pthread_attr_t attributes;
  THSignals before;
  char text[16];
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  if (stack) error = pthread_attr_setstacksize(&attributes, stack);
  th_blockSignals(&before);
  if (!error) error = pthread_create(thread, &attributes, run, argument);
  th_restoreSignals(&before);
  pthread_attr_destroy(&attributes);
  snprintf(text, sizeof text, OURS "%s", name);
  if (!error) th_nameThread(*thread, text);
  return error;
}

int th_numHostThreads(void)
{
  return th_countThreads(OURS);
}

/* A probe waits until the starter lets go of the lock. */
static void *probe(void *lock)
{
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return NULL;
}

int th_canStartThreads(int count)
{
  enum { MOST = 256 };
  pthread_t thread[MOST];
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int started = 0;
  if (count > MOST) count = MOST;
  pthread_mutex_lock(&lock);
  while (started < count && !th_startThread(&thread[started], "probe", 0, probe, &lock)) started++;
  pthread_mutex_unlock(&lock);
  for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
  return started == count;
}

/* --- stacks --- */

typedef struct Stack {
  const char *low, *high; /* high NULL: not asked yet */
} Stack;

static _Thread_local Stack stack;
struct THFirstStack th_firstStack;

/* If nobody knows, the thread's stack is taken for large. */
static __attribute__((noinline)) void learn_stack(void)
{
  uintptr_t low;
  size_t size;
  stack = (Stack){NULL, (const char *)UINTPTR_MAX};
  const int known = th_findStack(&low, &size);
  if (!known) return;
  stack = (Stack){(const char *)low, (const char *)low + size};
  if (known < 2 || th_firstStack.size) return;
  __atomic_store_n(&th_firstStack.low, low, __ATOMIC_RELAXED);
  __atomic_store_n(&th_firstStack.size, size, __ATOMIC_RELEASE);
}

size_t th_stackLeft(void)
{
  const char *here = __builtin_frame_address(0);
  if (!stack.high) learn_stack();
  return here >= stack.low && here < stack.high ? (size_t)(here - stack.low) : 0;
}

void th_onBlock(void *block, size_t bytes, void (*work)(void *), void *argument)
{
  const Stack before = stack;
  stack = (Stack){block, (const char *)block + bytes};
  th_runOnBlock(block, bytes, work, argument);
  stack = before;
}

typedef struct Work { void (*work)(void *); void *argument; } Work;

/* It names itself: its starter may not have come to that when work counts threads. */
static void *run_work(void *argument)
{
  const Work *w = argument;
  th_nameThread(pthread_self(), OURS "stack");
  w->work(w->argument);
  return NULL;
}

int th_onStack(size_t bytes, void (*work)(void *), void *argument)
{
  if (th_hasStack(bytes)) {
    work(argument);
    return 1;
  }
  Work w = {work, argument};
  pthread_t thread;
  const size_t margin = (size_t)64 << 10; /* for what the system keeps on the stack */
  if (th_startThread(&thread, "stack", bytes + margin, run_work, &w)) return 0;
  pthread_join(thread, NULL);
  return 1;
}
