/*
** The pool of threads, and the host's executor in its place.
**
** A job lives on the stack of the caller of THParallel_for, who runs pieces of it too and returns
** only when none is pending. A job's next and pending, and the pool but for the wanted number of
** threads, change only with the lock held.
*/
#include "TH/iteration/THParallel.h"

#include <fenv.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "TH/base/THFloatMode.h"
#include "TH/base/THLog.h"
#include "TH/base/THThread.h"
#include "TH/iteration/THStackBlock.h"
#include "TH/iteration/THWorkers.h"
#include "TH/platform/THPlatform.h"

/* A job, on the stack of its caller, who waits until no piece is pending. */
typedef struct Job {
  THRange work;
  void *context;
  int64_t count, share;
  int pieces, next, pending; /* next: the first piece that is not begun */
  uint64_t mode;             /* the caller's, of floating-point numbers */
  struct Job *following;
} Job;

/*
** Jobs of several callers form a list; workers take pieces of the first. A caller takes pieces of
** its own job, so that the job ends even if all workers are busy elsewhere.
*/
static struct {
  pthread_mutex_t lock;
  pthread_cond_t begin, done;
  Job *jobs; /* those with pieces that are not begun */
  int asleep, workers, wanted, in_executor, stops, is_told;
  pthread_t thread[TH_MAX_THREADS]; /* of the workers */
  THExecutor executor;
} pool = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .begin = PTHREAD_COND_INITIALIZER,
  .done = PTHREAD_COND_INITIALIZER,
};

static _Thread_local int inside;

/* --- stacks: a thread with little of it runs its work on a block of the cache --- */

typedef struct Range { THRange work; void *context; int64_t begin, end; } Range;

static void call_range(void *argument)
{
  const Range *r = argument;
  r->work(r->context, r->begin, r->end);
}

static inline void run_range(THRange work, void *context, int64_t begin, int64_t end)
{
  if (th_hasStack(TH_WORK_STACK)) work(context, begin, end);
  else th_withStack(call_range, &(Range){work, context, begin, end});
}

static void run_piece(void *argument, int i)
{
  const Job *job = argument;
  int64_t begin = i * job->share, end = begin + job->share;
  const uint64_t mode = th_setFloatMode(job->mode);
  inside++;
  run_range(job->work, job->context, begin, end < job->count ? end : job->count);
  inside--;
  th_setFloatMode(mode);
}

/* --- with the lock held --- */

static void list_job(Job *job)
{
  Job **last = &pool.jobs;
  while (*last) last = &(*last)->following;
  __atomic_store_n(last, job, __ATOMIC_RELAXED);
}

static void unlist_job(Job *job)
{
  Job **place = &pool.jobs;
  while (*place != job) place = &(*place)->following;
  __atomic_store_n(place, job->following, __ATOMIC_RELAXED);
}

/* Run the job's next piece with the lock released. If that was the last one pending, the job may be
   gone afterwards. */
static void run_next(Job *job)
{
  int i = job->next++;
  if (job->next == job->pieces) unlist_job(job);
  pthread_mutex_unlock(&pool.lock);
  run_piece(job, i);
  pthread_mutex_lock(&pool.lock);
  int pending = job->pending - 1;
  __atomic_store_n(&job->pending, pending, __ATOMIC_RELEASE);
  if (pending == 0) pthread_cond_broadcast(&pool.done);
}

/*
** --- waiting: spin first, because waking a processor that sleeps takes 30 to 100 microseconds ---
**
** With 4 microseconds, which does for a processor that never sleeps, two threads take 1.7 times as
** long in row "sigmoid of float, 1e5", twice as long in "float to half, 1e6": a worker sleeps
** whenever the script does something else for a moment. Spinning without a yield makes two threads
** slower than one where another process wants the processor.
*/

static double microseconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static inline void pause_briefly(void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause();
#endif
}

/* Spin until there is a job (job NULL) or until job has no pending piece, but not for long. After a
   while let others have the processor: perhaps the thread that is waited for needs it. */
static void stay_awake(const Job *job)
{
  const double brief = 4, longest = 100;
  const double start = microseconds();
  double spent;
  do {
    for (int i = 0; i < 16; i++) {
      if (job ? !__atomic_load_n(&job->pending, __ATOMIC_ACQUIRE)
              : __atomic_load_n(&pool.jobs, __ATOMIC_RELAXED) != NULL) return;
      pause_briefly();
    }
    spent = microseconds() - start;
    if (spent > brief) sched_yield();
  } while (spent < longest);
}

static void *worker(void *unused)
{
  fesetenv(FE_DFL_ENV); /* exceptions that the host has switched on are for its own threads */
  pthread_mutex_lock(&pool.lock);
  while (!pool.stops) {
    while (pool.jobs) run_next(pool.jobs);
    pthread_mutex_unlock(&pool.lock);
    stay_awake(NULL);
    pthread_mutex_lock(&pool.lock);
    pool.asleep++;
    while (!pool.jobs && !pool.stops) pthread_cond_wait(&pool.begin, &pool.lock);
    pool.asleep--;
  }
  pthread_mutex_unlock(&pool.lock);
  return unused;
}

static void start_workers(int count)
{
  while (pool.workers < count &&
         th_startThread(&pool.thread[pool.workers], "worker", TH_THREAD_STACK, worker, NULL) == 0)
    pool.workers++;
  if (pool.workers < count && !pool.is_told) {
    pool.is_told = 1;
    th_log(TH_LOG_WARNING, "threads: %d of %d could be started", pool.workers + 1, count + 1);
  }
}

/* The workers are joined with the lock released. No thread computes then, so none is started. */
int th_stopWorkers(void)
{
  if (inside) return 0;
  pthread_mutex_lock(&pool.lock);
  pool.stops = 1;
  pthread_cond_broadcast(&pool.begin);
  pthread_mutex_unlock(&pool.lock);
  for (int k = 0; k < pool.workers; k++) pthread_join(pool.thread[k], NULL);
  pool.workers = pool.stops = 0;
  return 1;
}

/* --- fork: the child has no workers, and its lock is free --- */

static void lock_pool(void)
{
  pthread_mutex_lock(&pool.lock);
}

static void unlock_pool(void)
{
  pthread_mutex_unlock(&pool.lock);
}

static void forget(void)
{
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.begin, NULL);
  pthread_cond_init(&pool.done, NULL);
  pool.jobs = NULL;
  pool.asleep = pool.workers = pool.in_executor = 0;
}

__attribute__((constructor)) static void watch_forks(void)
{
  th_atFork(lock_pool, unlock_pool, forget);
}

/* --- running --- */

static void run_on_pool(Job *job)
{
  lock_pool();
  start_workers(job->pieces - 1);
  list_job(job);
  int sleepers = pool.asleep < job->pieces - 1 ? pool.asleep : job->pieces - 1;
  while (sleepers-- > 0) pthread_cond_signal(&pool.begin);
  while (job->next < job->pieces) run_next(job);
  if (job->pending) {
    unlock_pool();
    stay_awake(job);
    lock_pool();
  }
  while (job->pending) pthread_cond_wait(&pool.done, &pool.lock);
  unlock_pool();
}

/* Returns 0 if the host has set no executor. */
static int run_on_executor(Job *job)
{
  lock_pool();
  THExecutor executor = pool.executor;
  pool.in_executor += executor.run != NULL;
  unlock_pool();
  if (!executor.run) return 0;
  executor.run(executor.context, job->pieces, run_piece, job);
  lock_pool();
  if (--pool.in_executor == 0) pthread_cond_broadcast(&pool.done);
  unlock_pool();
  return 1;
}

void THParallel_for(int64_t count, int64_t grain, THRange work, void *context)
{
  int64_t most = grain > 0 ? count / grain : count, threads = TH_getNumThreads();
  int64_t pieces = most < threads ? most : threads;
  if (pieces <= 1 || inside) {
    if (count > 0) run_range(work, context, 0, count);
    return;
  }
  Job job = {
      .work = work, .context = context, .count = count, .share = (count + pieces - 1) / pieces,
      .mode = th_floatMode()};
  job.pieces = job.pending = (int)((count + job.share - 1) / job.share);
  if (!run_on_executor(&job)) run_on_pool(&job);
}

static int default_threads(void)
{
  const char *text = getenv("TH_NUM_THREADS");
  int count = text ? atoi(text) : 0;
  if (count < 1) count = th_processors();
  return count < TH_MAX_THREADS ? count : TH_MAX_THREADS;
}

void TH_setNumThreads(int count)
{
  count = count < 1 ? 1 : count > TH_MAX_THREADS ? TH_MAX_THREADS : count;
  __atomic_store_n(&pool.wanted, count, __ATOMIC_RELAXED);
}

int TH_getNumThreads(void)
{
  int count = __atomic_load_n(&pool.wanted, __ATOMIC_RELAXED);
  if (count) return count;
  count = default_threads();
  __atomic_store_n(&pool.wanted, count, __ATOMIC_RELAXED);
  return count;
}

/* Waits until no thread is inside the previous executor, so that the host may then destroy it. A
   call from inside a piece does not wait: it would wait for itself. */
void TH_setExecutor(const THExecutor *executor)
{
  lock_pool();
  pool.executor = executor ? *executor : (THExecutor){0};
  while (pool.in_executor && !inside) pthread_cond_wait(&pool.done, &pool.lock);
  unlock_pool();
}
