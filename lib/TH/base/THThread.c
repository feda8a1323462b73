/* Threads: signals, names and stacks. What a thread knows of its stack it asks once. */
#include "TH/base/THThread.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <ucontext.h>
#endif

/* --- starting --- */

void th_blockSignals(sigset_t *before)
{
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  sigset_t others;
  sigfillset(&others);
  for (size_t k = 0; k < sizeof own / sizeof *own; k++) sigdelset(&others, own[k]);
  pthread_sigmask(SIG_BLOCK, &others, before);
}

void th_restoreSignals(const sigset_t *before)
{
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

#define OURS "tensor " /* the names of our threads begin so */

static void name_thread(pthread_t thread, const char *name)
{
  char text[16];
  snprintf(text, sizeof text, OURS "%s", name);
  pthread_setname_np(thread, text);
}

int th_startThread(pthread_t *thread, const char *name, size_t stack, void *(*run)(void *),
                   void *argument)
{
  pthread_attr_t attributes;
  sigset_t before;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  if (stack) error = pthread_attr_setstacksize(&attributes, stack);
  th_blockSignals(&before);
  if (!error) error = pthread_create(thread, &attributes, run, argument);
  th_restoreSignals(&before);
  pthread_attr_destroy(&attributes);
  if (!error) name_thread(*thread, name);
  return error;
}

static int is_ours(const char *thread)
{
  char path[64], name[32] = "";
  snprintf(path, sizeof path, "/proc/self/task/%.20s/comm", thread);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  const int known = fgets(name, sizeof name, file) != NULL;
  fclose(file);
  return known && strncmp(name, OURS, strlen(OURS)) == 0;
}

int th_numHostThreads(void)
{
  int count = 0;
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return 0;
  for (const struct dirent *entry; (entry = readdir(folder));)
    count += *entry->d_name != '.' && !is_ours(entry->d_name);
  closedir(folder);
  return count;
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

/* If nobody knows, as where there is no /proc, the thread's stack is taken for large. */
static __attribute__((noinline)) void learn_stack(void)
{
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  stack = (Stack){NULL, (const char *)UINTPTR_MAX};
  if (pthread_getattr_np(pthread_self(), &attributes)) return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0 && size)
    stack = (Stack){low, (const char *)low + size};
  pthread_attr_destroy(&attributes);
  if (!stack.low || th_firstStack.size || syscall(SYS_gettid) != getpid()) return;
  __atomic_store_n(&th_firstStack.low, (uintptr_t)low, __ATOMIC_RELAXED);
  __atomic_store_n(&th_firstStack.size, size, __ATOMIC_RELEASE);
}

size_t th_stackLeft(void)
{
  const char *here = __builtin_frame_address(0);
  if (!stack.high) learn_stack();
  return here >= stack.low && here < stack.high ? (size_t)(here - stack.low) : 0;
}

typedef struct Work { void (*work)(void *); void *argument; } Work;

#ifdef __GLIBC__
/* makecontext passes integers only: the work is told by the thread. */
static _Thread_local const Work *on_block;

static void begin_on_block(void)
{
  const Work *w = on_block;
  w->work(w->argument);
}

void th_onBlock(void *block, size_t bytes, void (*work)(void *), void *argument)
{
  const Work w = {work, argument};
  const Stack before = stack;
  ucontext_t here, there;
  if (getcontext(&there)) {
    work(argument);
    return;
  }
  there.uc_stack.ss_sp = block, there.uc_stack.ss_size = bytes, there.uc_link = &here;
  makecontext(&there, begin_on_block, 0);
  stack = (Stack){block, (const char *)block + bytes};
  on_block = &w;
  swapcontext(&here, &there);
  stack = before;
}
#else
void th_onBlock(void *block, size_t bytes, void (*work)(void *), void *argument)
{
  (void)block, (void)bytes;
  work(argument);
}
#endif

static void *run_work(void *argument)
{
  const Work *w = argument;
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
