/*
** Threads: a range of work is cut into pieces, which a small pool or the host's own executor runs.
**
** The pool starts with the first work that is large enough, never at load. An idle thread spins for
** 100 microseconds, then sleeps. Several threads of the host may use the pool at once. A process
** made by fork starts its own. For a given number of threads work is always cut the same way, and
** no kernel's result depends on the cut.
*/
#ifndef TH_PARALLEL_H
#define TH_PARALLEL_H

#include "TH/base/THBase.h"

/* One piece of work: the indices [begin, end). */
typedef void (*THRange)(void *context, int64_t begin, int64_t end);

/*
** Call work on disjoint ranges that cover [0, count): at most one per thread, none smaller than
** grain except the last. Returns when all are done. A call from inside a piece runs in the calling
** thread.
*/
TH_API void THParallel_for(int64_t count, int64_t grain, THRange work, void *context);

/* The number of threads to use, including the caller's: 1 to TH_MAX_THREADS. Takes effect at the
   next call of THParallel_for. */
#define TH_MAX_THREADS 256
TH_API void TH_setNumThreads(int count);
TH_API int TH_getNumThreads(void);

/*
** The host's job system. run(context, pieces, piece, argument) must call piece(argument, i) once
** for each i in [0, pieces), on any threads, and return when all are done. NULL goes back to the
** pool. The struct is copied. It may be set at any time; on return no thread is inside the previous
** executor, unless the call comes from a piece that it runs.
*/
typedef struct THExecutor {
  void (*run)(void *context, int pieces, void (*piece)(void *argument, int i), void *argument);
  void *context;
} THExecutor;
TH_API void TH_setExecutor(const THExecutor *executor);

#endif
