/*
** Little stack: reductions along rows and columns, and scans, of each dtype, which need most, on
** the 64 KB that doc/hosts.md promises to be enough: in a host's thread, in its coroutine, and in a
** piece of work of one. (test/lua/test_stacks.c calls every function.)
*/
#include "TH.h"
#include "check.h"

#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "TH/iteration/THParallel.h"

#ifdef TH_SANITIZE
enum { STACK = 4 << 20 }; /* the frames of AddressSanitizer are larger */
#else
enum { STACK = 64 << 10 };
#endif

static const int64_t size[] = {3000, 700};

static void compute(const THTensor *x)
{
  THTensor r = {0}, at = {0};
  const int is_real = THDtype_traits(x->dtype)->floating;
  for (int dim = 0; dim < 2; dim++) {
    CHECK(!THTensor_reduce(TH_OP_prod, &r, x, dim));
    CHECK(!THTensor_extreme(TH_OP_max, &r, &at, x, dim));
    CHECK(!is_real || !THTensor_deviation(TH_OP_var, &r, x, dim, 0));
    CHECK(!is_real || !THTensor_norm(&r, x, 3, dim));
    CHECK(!THTensor_scan(TH_OP_cumsum, &r, x, dim));
    THTensor_clear(&r);
    THTensor_clear(&at);
  }
}

static void compute_all(void)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    THTensor x = {0};
    if (!THDtype_isReal(dtype) || dtype == TH_BOOL) continue;
    CHECK(!THTensor_new(&x, 0, dtype, 2, size));
    CHECK(!THTensor_fill(&x, TH_integer(1)));
    compute(&x);
    CHECK(!THTensor_transpose(&x, &x, 0, 1));
    compute(&x);
    THTensor_clear(&x);
  }
}

/* A piece computes in its own thread, whose stack may be the pool's. */
static void piece(void *pieces, int64_t begin, int64_t end)
{
  (void)begin, (void)end;
  if (__atomic_add_fetch((int *)pieces, 1, __ATOMIC_RELAXED) == 1) compute_all();
}

static void *run(void *unused)
{
  compute_all();
  return unused;
}

static void run_coroutine(void)
{
  int pieces = 0;
  THParallel_for(2, 1, piece, &pieces);
}

/* A thread has the C library's least stack, where that is more. */
static size_t thread_stack(void)
{
  const size_t least = (size_t)PTHREAD_STACK_MIN;
  return least < STACK ? STACK : least;
}

static void test_thread(char *stack)
{
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(!pthread_attr_init(&attributes));
  CHECK(!pthread_attr_setstack(&attributes, stack, thread_stack()));
  CHECK(!pthread_create(&thread, &attributes, run, NULL));
  CHECK(!pthread_join(thread, NULL));
  CHECK(!pthread_attr_destroy(&attributes));
}

static void test_coroutine(char *stack)
{
#ifndef TH_SANITIZE /* which does not know that stacks change */
  ucontext_t here, there;
  CHECK(!getcontext(&there));
  there.uc_stack.ss_sp = stack, there.uc_stack.ss_size = STACK, there.uc_link = &here;
  makecontext(&there, run_coroutine, 0);
  CHECK(!swapcontext(&here, &there));
#else
  (void)stack, (void)run_coroutine;
#endif
}

/* Below the stack lies a page that may not be touched. */
int main(void)
{
  enum { PAGE = 64 << 10 };
  const size_t room = PAGE + thread_stack();
  char *memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!CHECK(memory != MAP_FAILED && !mprotect(memory, PAGE, PROT_NONE))) return CHECK_RESULT();
  TH_setNumThreads(2);
  test_thread(memory + PAGE);
  test_coroutine(memory + PAGE);
  munmap(memory, room);
  return CHECK_RESULT();
}
