/*
** Worker processes: a program is run, and its end is told. No zombies, and no signal handlers.
*/
#ifndef TH_WORKER_H
#define TH_WORKER_H

#include "TH/base/THError.h"

typedef struct THWorker THWorker;

/* How a worker has ended. */
typedef struct THWorkerEnd {
  int has_ended;
  int code;   /* its exit status, if it ended by itself */
  int signal; /* the signal that ended it, or 0 */
  int is_unknown; /* this program ignores the ends of its children, or waits for any of them */
} THWorkerEnd;

/*
** Run a program, searched for as the shell does, with arguments and with count descriptors of this
** process, which have the same numbers there. argv ends with NULL. NULL with TH_error() on failure,
** also where there is no such program. release drops the caller's reference; the worker goes on.
*/
TH_API THWorker *THWorker_start(const char *program, char *const argv[], const int *fds,
                                int count);
TH_API void THWorker_release(THWorker *worker);

/* The process id. */
TH_API int THWorker_pid(const THWorker *worker);

/* How it has ended, after at most so many seconds (0: now). */
TH_API THWorkerEnd THWorker_wait(THWorker *worker, double seconds);

/* Send a signal; nothing is sent to a worker that has ended. TH_EINVAL for no signal. */
TH_API int THWorker_kill(THWorker *worker, int signal);

/* In the worker: end with the process that has started it. TH_EINVAL if that has ended already. */
TH_API int THWorker_follow(int starter);

#endif
