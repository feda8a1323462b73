#include "TH/iteration/THParallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

/* On the stack of the thread that called for it, which waits until no piece is pending. */
typedef struct Job {
  THRange work;
  void *context;
  int64_t count, share;
  int pieces, next, pending; /* next: the first piece that nobody has begun */
  struct Job *following;
} Job;

/*
** Jobs of several callers stand in a list; a worker takes a piece of the first. Its caller takes
** pieces of its own job, so that a job ends also where all workers are busy elsewhere.
*/
static struct {
  pthread_mutex_t lock;
  pthread_cond_t begin, done;
  Job *jobs; /* with pieces that nobody has begun */
  int asleep, workers, wanted, in_executor;
  THExecutor executor;
} pool = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .begin = PTHREAD_COND_INITIALIZER,
  .done = PTHREAD_COND_INITIALIZER,
};

static _Thread_local int inside;

static void run_piece(void *argument, int i)
{
  const Job *job = argument;
  int64_t begin = i * job->share, end = begin + job->share;
  inside++;
  job->work(job->context, begin, end < job->count ? end : job->count);
  inside--;
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

/* Runs the next piece, without the lock. The job may be gone when its last piece has ended. */
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

/* --- waiting: for some microseconds awake, because waking up takes as long --- */

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

/* Until there is a job, or a job has no piece pending, but not for long. */
static void stay_awake(const Job *job)
{
  const double longest = 4;
  double start = microseconds();
  do {
    for (int i = 0; i < 16; i++) {
      if (job ? !__atomic_load_n(&job->pending, __ATOMIC_ACQUIRE)
              : __atomic_load_n(&pool.jobs, __ATOMIC_RELAXED) != NULL) return;
      pause_briefly();
    }
  } while (microseconds() - start < longest);
}

static void *worker(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    while (pool.jobs) run_next(pool.jobs);
    pthread_mutex_unlock(&pool.lock);
    stay_awake(NULL);
    pthread_mutex_lock(&pool.lock);
    pool.asleep++;
    while (!pool.jobs) pthread_cond_wait(&pool.begin, &pool.lock);
    pool.asleep--;
  }
  return NULL;
}

static void start_workers(int count)
{
  pthread_attr_t attributes;
  pthread_t thread;
  if (pool.workers >= count || pthread_attr_init(&attributes)) return;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  while (pool.workers < count && pthread_create(&thread, &attributes, worker, NULL) == 0)
    pool.workers++;
  pthread_attr_destroy(&attributes);
}

/* --- fork: the child has no workers, and finds the lock free --- */

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
  pthread_atfork(lock_pool, unlock_pool, forget);
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

/* Returns 0 where the host has none. */
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
    if (count > 0) work(context, 0, count);
    return;
  }
  Job job = {
      .work = work, .context = context, .count = count, .share = (count + pieces - 1) / pieces};
  job.pieces = job.pending = (int)((count + job.share - 1) / job.share);
  if (!run_on_executor(&job)) run_on_pool(&job);
}

static int default_threads(void)
{
  const char *text = getenv("TH_NUM_THREADS");
  cpu_set_t set;
  int count = text ? atoi(text) : 0;
  if (count < 1) count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
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

/* The one before may be taken down when this returns. From inside a piece there is no waiting: that
   piece is one of those that are waited for. */
void TH_setExecutor(const THExecutor *executor)
{
  lock_pool();
  pool.executor = executor ? *executor : (THExecutor){0};
  while (pool.in_executor && !inside) pthread_cond_wait(&pool.done, &pool.lock);
  unlock_pool();
}
