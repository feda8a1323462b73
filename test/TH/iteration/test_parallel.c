/*
** Threads: the pieces that a range is cut into, calls inside pieces, hosts that call from several
** threads, and fork.
*/
#include "TH.h"
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 100000 };

typedef struct Work { int seen[COUNT], pieces, small, nested; int64_t grain; } Work;

static void visit(void *context, int64_t begin, int64_t end)
{
  Work *work = context;
  for (int64_t i = begin; i < end; i++) work->seen[i]++;
  __atomic_fetch_add(&work->pieces, 1, __ATOMIC_RELAXED);
  if (end < COUNT && end - begin < work->grain)
    __atomic_fetch_add(&work->small, 1, __ATOMIC_RELAXED);
}

static int once_each(const Work *work)
{
  int wrong = 0;
  for (int i = 0; i < COUNT; i++) wrong += work->seen[i] != 1;
  return wrong == 0;
}

static Work *new_work(void)
{
  Work *work = calloc(1, sizeof *work);
  if (!work) abort();
  return work;
}

static void test_cuts(void)
{
  for (int threads = 1; threads <= 9; threads++)
    for (int grain = 1; grain <= COUNT * 2; grain *= 7) {
      Work *work = new_work();
      work->grain = grain;
      TH_setNumThreads(threads);
      CHECK(TH_getNumThreads() == threads);
      THParallel_for(COUNT, grain, visit, work);
      CHECK(once_each(work) && work->pieces >= 1 && work->pieces <= threads);
      CHECK(work->small == 0);
      free(work);
    }
}

static void nothing(void *context, int64_t begin, int64_t end)
{
  (void)begin, (void)end;
  __atomic_fetch_add((int *)context, 1, __ATOMIC_RELAXED);
}

static void test_limits(void)
{
  int calls = 0;
  TH_setNumThreads(0);
  CHECK(TH_getNumThreads() == 1);
  TH_setNumThreads(1 << 20);
  CHECK(TH_getNumThreads() == TH_MAX_THREADS);
  TH_setNumThreads(3);
  THParallel_for(0, 1, nothing, &calls);
  CHECK(calls == 0);
  THParallel_for(2, 0, nothing, &(int){0});
}

/* A parallel call inside a piece runs in the thread of that piece, in one piece. */
static void outer(void *context, int64_t begin, int64_t end)
{
  Work *work = context;
  for (int64_t i = begin; i < end; i++) {
    Work *inner = new_work();
    pthread_t self = pthread_self();
    THParallel_for(COUNT, 1, visit, inner);
    if (once_each(inner) && inner->pieces == 1 && pthread_equal(self, pthread_self()))
      __atomic_fetch_add(&work->nested, 1, __ATOMIC_RELAXED);
    free(inner);
  }
}

static void test_nested(void)
{
  Work *work = new_work();
  TH_setNumThreads(4);
  THParallel_for(8, 1, outer, work);
  CHECK(work->nested == 8);
  free(work);
}

/* One of several threads of a host; each computes its own sums. */
static void *host(void *result)
{
  THDoubleTensor t = {0};
  int bad = THDoubleTensor_resize1d(&t, 200000) || THDoubleTensor_fill(&t, 1);
  for (int i = 0; i < 20 && !bad; i++) bad = THDoubleTensor_add(&t, &t, 1);
  for (int64_t i = 0; i < 200000 && !bad; i++) bad = t.storage->data[i] != 21;
  THDoubleTensor_clear(&t);
  *(int *)result = !bad;
  return NULL;
}

static void test_hosts(void)
{
  enum { HOSTS = 5 };
  pthread_t thread[HOSTS];
  int good[HOSTS] = {0};
  TH_setNumThreads(3);
  for (int i = 0; i < HOSTS; i++) CHECK(!pthread_create(&thread[i], NULL, host, &good[i]));
  for (int i = 0; i < HOSTS; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < HOSTS; i++) CHECK(good[i]);
}

/* The host's own executor: runs the pieces in reverse order, half of them in another thread. */
typedef struct Jobs { int runs, pieces; } Jobs;

typedef struct Half { void (*piece)(void *, int); void *argument; int first, end; } Half;

static void *run_half(void *half)
{
  const Half *h = half;
  for (int i = h->end - 1; i >= h->first; i--) h->piece(h->argument, i);
  return NULL;
}

static void execute(void *context, int pieces, void (*piece)(void *argument, int i), void *argument)
{
  Jobs *jobs = context;
  pthread_t thread;
  Half first = {piece, argument, 0, pieces / 2}, second = {piece, argument, pieces / 2, pieces};
  __atomic_fetch_add(&jobs->runs, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&jobs->pieces, pieces, __ATOMIC_RELAXED);
  int other = pthread_create(&thread, NULL, run_half, &first) == 0;
  run_half(&second);
  if (other) pthread_join(thread, NULL);
  else run_half(&first);
}

static void test_executor(void)
{
  Jobs jobs = {0};
  Work *work = new_work();
  TH_setNumThreads(5);
  TH_setExecutor(&(THExecutor){execute, &jobs});
  THParallel_for(COUNT, 1, visit, work);
  CHECK(once_each(work) && work->pieces == 5 && jobs.runs == 1 && jobs.pieces == 5);
  TH_setExecutor(NULL);
  THParallel_for(COUNT, 1, visit, work);
  CHECK(work->pieces == 10 && jobs.runs == 1);
  free(work);
}

/* Set and remove an executor and change the number of threads while others compute. A removed
   executor must not be used any more. */
static void test_changes(void)
{
  enum { HOSTS = 3 };
  pthread_t thread[HOSTS];
  int good[HOSTS] = {0};
  for (int i = 0; i < HOSTS; i++) CHECK(!pthread_create(&thread[i], NULL, host, &good[i]));
  for (int round = 0; round < 50; round++) {
    Jobs jobs = {0};
    TH_setExecutor(&(THExecutor){execute, &jobs});
    TH_setNumThreads(1 + round % 7);
    THParallel_for(COUNT, 1, nothing, &(int){0});
    TH_setExecutor(NULL);
    memset(&jobs, 0xff, sizeof jobs);
  }
  for (int i = 0; i < HOSTS; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < HOSTS; i++) CHECK(good[i]);
}

static double cpu_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Idle threads sleep: in half a second they use next to no processor time. */
static void test_idle(void)
{
  Work *work = new_work();
  TH_setNumThreads(8);
  THParallel_for(COUNT, 1, visit, work);
  double start = cpu_seconds();
  usleep(500000);
  CHECK(cpu_seconds() - start < 0.1);
  free(work);
}

/* A child process has none of the pool's threads. It must start its own, and not wait for the old
   ones. */
static int child(void)
{
  Work *work = new_work();
  int good = 0;
  alarm(20); /* a deadlock becomes a failure */
  TH_setNumThreads(3);
  THParallel_for(COUNT, 1, visit, work);
  host(&good);
  return good && once_each(work) && work->pieces == 3 ? 0 : 1;
}

static void test_fork(void)
{
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) _exit(child());
  CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);
}

#ifndef TH_SANITIZE
static int stop;

static void *compute(void *unused)
{
  int good;
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) host(&good);
  return unused;
}

static void *allocate(void *unused)
{
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
    THStorage_release(THStorage_new(TH_INT, 9, NULL));
  return unused;
}

/* Fork while other threads compute and allocate: the child must not wait for a lock that one of
   them holds. */
static void test_fork_while_busy(void)
{
  pthread_t thread[2];
  CHECK(!pthread_create(&thread[0], NULL, compute, NULL));
  CHECK(!pthread_create(&thread[1], NULL, allocate, NULL));
  for (int i = 0; i < 40; i++) test_fork();
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
}
#endif

int main(void)
{
  test_cuts();
  test_limits();
  test_nested();
  test_hosts();
  test_executor();
  test_changes();
  test_idle();
  test_fork();
#ifndef TH_SANITIZE /* a sanitizer's allocator may be locked by a thread that the child lacks */
  test_fork_while_busy();
#endif
  return CHECK_RESULT();
}
