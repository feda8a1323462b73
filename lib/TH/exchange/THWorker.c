/*
** Workers: see the header.
**
** Each worker is started and waited for by a thread of its own. So its end is noticed at once, and
** no zombie is left, whoever forgets it and whatever the host does with SIGCHLD. A worker asks the
** system to be killed when its parent ends; the system takes the thread that forked for the parent,
** which is one that lives as long as the worker. posix_spawn copies no memory of this process,
** which fork would.
**
** Invariant: until has_ended is set, under the lock, the process has not been waited for, so its id
** is its own and a signal cannot meet another process.
*/
#include "TH/exchange/THWorker.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "TH/base/THLibrary.h"
#include "TH/base/THThread.h"

extern char **environ;

/* Valid until the thread has reported the start. */
typedef struct Order {
  const char *program;
  char *const *argv;
  const int *fds;
  int count;
  sigset_t mask; /* of the thread that starts */
} Order;

struct THWorker {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  const Order *order; /* NULL once it is carried out */
  int error, references;
  pid_t pid;
  THWorkerEnd end;
};

/* --- the thread --- */

static int is_passed_on(const Order *order, int fd)
{
  for (int k = 0; k < order->count; k++)
    if (order->fds[k] == fd) return 1;
  return 0;
}

/* Of the descriptors from 3 on the worker gets those of the order only: it would keep a pipe open
** that the host has closed, and who reads from it would wait for the worker's end. What is not
** open is not an error. Without closefrom, those behind the last of the order stay. */
static int pass_on(posix_spawn_file_actions_t *actions, const Order *order)
{
  int error = 0, last = 2;
  for (int k = 0; k < order->count && !error; k++) { /* onto itself: stays open */
    error = posix_spawn_file_actions_adddup2(actions, order->fds[k], order->fds[k]);
    if (order->fds[k] > last) last = order->fds[k];
  }
  for (int fd = 3; fd < last && !error; fd++)
    if (!is_passed_on(order, fd)) error = posix_spawn_file_actions_addclose(actions, fd);
#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 34)
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, last + 1);
#endif
#endif
  return error;
}

static int spawn(const Order *order, pid_t *pid)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions)) return ENOMEM;
  if (posix_spawnattr_init(&attributes)) {
    posix_spawn_file_actions_destroy(&actions);
    return ENOMEM;
  }
  int error = posix_spawnattr_setsigmask(&attributes, &order->mask);
  if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  if (!error) error = pass_on(&actions, order);
  if (!error)
    error = posix_spawnp(pid, order->program, &actions, &attributes, order->argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

/* Wait until it has ended, without taking its id from it. */
static int wait_for(pid_t pid)
{
  siginfo_t info;
  while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT))
    if (errno != EINTR) return errno;
  return 0;
}

static THWorkerEnd reap(pid_t pid, int error)
{
  THWorkerEnd end = {.has_ended = 1};
  int status = 0;
  while (!error && waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) error = errno;
  if (error) end.is_unknown = 1;
  else if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  else end.code = WEXITSTATUS(status);
  return end;
}

static void *look_after(void *argument)
{
  THWorker *worker = argument;
  pthread_mutex_lock(&worker->mutex);
  worker->error = spawn(worker->order, &worker->pid);
  const int error = worker->error;
  worker->order = NULL;
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->mutex);
  if (!error) {
    const int trouble = wait_for(worker->pid);
    pthread_mutex_lock(&worker->mutex);
    worker->end = reap(worker->pid, trouble);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
  }
  THWorker_release(worker);
  return NULL;
}

/* --- starting --- */

static THWorker *new_worker(void)
{
  pthread_condattr_t clock;
  THWorker *worker = calloc(1, sizeof *worker);
  if (!worker) return NULL;
  pthread_mutex_init(&worker->mutex, NULL);
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&worker->changed, &clock);
  pthread_condattr_destroy(&clock);
  worker->references = 2; /* the caller's and the thread's */
  return worker;
}

/* The thread ends after the worker, so its code has to stay. */
static int start_thread(THWorker *worker, Order *order)
{
  pthread_t thread;
  worker->order = order;
  pthread_sigmask(SIG_SETMASK, NULL, &order->mask);
  th_stayLoaded();
  const int error = th_startThread(&thread, "process", TH_THREAD_STACK, look_after, worker);
  if (!error) pthread_detach(thread);
  return error;
}

THWorker *THWorker_start(const char *program, char *const argv[], const int *fds, int count)
{
  Order order = {.program = program, .argv = argv, .fds = fds, .count = count};
  THWorker *worker = new_worker();
  int error = worker ? start_thread(worker, &order) : ENOMEM;
  if (!error) {
    pthread_mutex_lock(&worker->mutex);
    while (worker->order) pthread_cond_wait(&worker->changed, &worker->mutex);
    error = worker->error;
    pthread_mutex_unlock(&worker->mutex);
    if (!error) return worker;
  } else if (worker) {
    THWorker_release(worker); /* for the thread */
  }
  th_fail(error == ENOMEM || error == EAGAIN ? TH_ENOMEM : TH_EINVAL,
          "start: the program %s cannot be run: %s", program, strerror(error));
  if (worker) THWorker_release(worker);
  return NULL;
}

void THWorker_release(THWorker *worker)
{
  if (!worker || __atomic_sub_fetch(&worker->references, 1, __ATOMIC_ACQ_REL)) return;
  pthread_cond_destroy(&worker->changed);
  pthread_mutex_destroy(&worker->mutex);
  free(worker);
}

/* --- asking --- */

int THWorker_pid(const THWorker *worker)
{
  return worker->pid;
}

/* A century is long enough, and its nanoseconds can be counted. */
static struct timespec after(double seconds)
{
  const double most = 3e9, wait = seconds < most ? seconds : most;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  const int64_t nanoseconds = time.tv_nsec + (int64_t)(wait * 1e9);
  time.tv_sec += (time_t)(nanoseconds / 1000000000);
  time.tv_nsec = (long)(nanoseconds % 1000000000);
  return time;
}

THWorkerEnd THWorker_wait(THWorker *worker, double seconds)
{
  const struct timespec until = after(seconds > 0 ? seconds : 0);
  int error = 0;
  pthread_mutex_lock(&worker->mutex);
  while (!worker->end.has_ended && !error && seconds > 0)
    error = pthread_cond_timedwait(&worker->changed, &worker->mutex, &until);
  const THWorkerEnd end = worker->end;
  pthread_mutex_unlock(&worker->mutex);
  return end;
}

int THWorker_kill(THWorker *worker, int signal)
{
  int error = 0;
  pthread_mutex_lock(&worker->mutex);
  if (!worker->end.has_ended && kill(worker->pid, signal)) error = errno;
  pthread_mutex_unlock(&worker->mutex);
  if (!error) return TH_OK;
  return th_fail(TH_EINVAL, "kill: signal %d cannot be sent: %s", signal, strerror(error));
}

int THWorker_follow(int starter)
{
  if (prctl(PR_SET_PDEATHSIG, SIGKILL))
    return th_fail(TH_EUNSUPPORTED, "start: a worker cannot follow its starter: %s",
                   strerror(errno));
  if (getppid() != starter)
    return th_fail(TH_EINVAL, "start: the parent of this worker, %d, is not the process that "
                   "started it, %d: that has ended, or the program between them did not exec",
                   (int)getppid(), starter);
  return TH_OK;
}
