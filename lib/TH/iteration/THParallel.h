/*
** Threads: a range of work cut into pieces, run by a small pool or by the host's own executor.
**
** The pool starts at the first work that is large enough, never at load; its threads sleep when
** idle, but for the first 4 microseconds; several threads of the host may use it at a time; a
** process made by fork starts its own. Work is cut the same way for a given thread count, and no
** kernel lets its result depend on the cut.
*/
#ifndef TH_PARALLEL_H
#define TH_PARALLEL_H

#include "TH/base/THBase.h"

/* One piece of work: the indices [begin, end). */
typedef void (*THRange)(void *context, int64_t begin, int64_t end);

/*
** Call work on disjoint ranges that make up [0, count), at most one a thread and none smaller than
** grain (but the last); returns when all are done. Called from inside a piece it runs in the
** calling thread.
*/
TH_API void THParallel_for(int64_t count, int64_t grain, THRange work, void *context);

/* The most threads used, the caller's included: 1 up to TH_MAX_THREADS. Takes effect at the next
   call of THParallel_for. */
#define TH_MAX_THREADS 256
TH_API void TH_setNumThreads(int count);
TH_API int TH_getNumThreads(void);

/*
** The host's job system: run(context, pieces, piece, argument) must call piece(argument, i) once
** for each i in [0, pieces), on any threads, and return when all are done. NULL goes back to the
** pool. The struct is copied. May be set at any time: on return no thread is inside the one before,
** unless the call comes from a piece of it.
*/
typedef struct THExecutor {
  void (*run)(void *context, int pieces, void (*piece)(void *argument, int i), void *argument);
  void *context;
} THExecutor;
TH_API void TH_setExecutor(const THExecutor *executor);

#endif
