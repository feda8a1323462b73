#include "THParallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

typedef struct Job {
  THRange work;
  void *context;
  int64_t count, share;
  int pieces;
} Job;

/* One job at a time; a thread that finds the pool busy does its work alone. */
static struct {
  pthread_mutex_t lock, turn;
  pthread_cond_t begin, done;
  const Job *job;
  int next, pending, workers, wanted;
  THExecutor executor;
} pool = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .turn = PTHREAD_MUTEX_INITIALIZER,
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

/* Called and left with the lock held. */
static void run_pieces(const Job *job)
{
  while (pool.job == job && pool.next < job->pieces) {
    int i = pool.next++;
    pthread_mutex_unlock(&pool.lock);
    run_piece((void *)job, i);
    pthread_mutex_lock(&pool.lock);
    if (--pool.pending == 0) pthread_cond_broadcast(&pool.done);
  }
}

static void *worker(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    if (pool.job && pool.next < pool.job->pieces) run_pieces(pool.job);
    else pthread_cond_wait(&pool.begin, &pool.lock);
  }
  return NULL;
}

static void start_workers(int count)
{
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes)) return;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  while (pool.workers < count && pthread_create(&thread, &attributes, worker, NULL) == 0)
    pool.workers++;
  pthread_attr_destroy(&attributes);
}

/* In the child of a fork the pool has no threads, and its locks may have been held by one that is
   gone. */
static void forget(void)
{
  pthread_mutex_init(&pool.lock, NULL);
  pthread_mutex_init(&pool.turn, NULL);
  pthread_cond_init(&pool.begin, NULL);
  pthread_cond_init(&pool.done, NULL);
  pool.job = NULL;
  pool.workers = 0;
}

static void watch_forks(void)
{
  pthread_atfork(NULL, NULL, forget);
}

static void run_on_pool(const Job *job)
{
  static pthread_once_t watched = PTHREAD_ONCE_INIT;
  pthread_once(&watched, watch_forks);
  if (pthread_mutex_trylock(&pool.turn)) {
    for (int i = 0; i < job->pieces; i++) run_piece((void *)job, i);
    return;
  }
  pthread_mutex_lock(&pool.lock);
  start_workers(job->pieces - 1);
  pool.job = job;
  pool.next = 0;
  pool.pending = job->pieces;
  pthread_cond_broadcast(&pool.begin);
  run_pieces(job);
  while (pool.pending) pthread_cond_wait(&pool.done, &pool.lock);
  pool.job = NULL;
  pthread_mutex_unlock(&pool.lock);
  pthread_mutex_unlock(&pool.turn);
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
  job.pieces = (int)((count + job.share - 1) / job.share);
  if (pool.executor.run) pool.executor.run(pool.executor.context, job.pieces, run_piece, &job);
  else run_on_pool(&job);
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

void TH_setExecutor(const THExecutor *executor)
{
  pool.executor = executor ? *executor : (THExecutor){0};
}
