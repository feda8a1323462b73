/*
** What the library has to say without having failed: why something is slower or smaller than it
** could be, what has gone. Nothing is printed; without a log nobody hears of it.
**
** Said once in a process unless noted: why BLAS is built-in code, or has one thread; that the pool
** has fewer threads than wanted; that TH_SIMD names no level; that the system gives no huge pages;
** and, each time, that a manager of shared memory has gone.
*/
#ifndef TH_LOG_H
#define TH_LOG_H

#include "TH/base/THBase.h"

enum {
  TH_LOG_INFO,   /* as intended, but good to know */
  TH_LOG_WARNING /* something that was there, or was asked for, is not */
};

/*
** Have log called with each text, a line without its end, from then on and in the whole process;
** NULL for nobody. Any thread of the library may call it, at most one at a time; on return no
** thread is in the log that was set before. It must return, and must call no function of the
** library: locks may be held.
*/
TH_API void TH_setLog(void (*log)(void *context, int level, const char *text), void *context);

/* Give a text to the log. */
void th_log(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
