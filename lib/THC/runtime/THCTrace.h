/*
** Tracing and debugging. A tracer is told of each copy and each wait; debug mode makes each failure
** appear in the operation that caused it.
*/
#ifndef THC_TRACE_H
#define THC_TRACE_H

#include "TH/base/THBase.h"

/*
** Set the calling thread's tracer; NULL removes it. It is called before each copy and each wait (of
** the host or of a stream) that this thread causes, with one line, such as "copy up: 4000 bytes
** from the host to device 1" or "wait: the host for stream 0 of device 1". It must not call THC.
*/
typedef void (*THCTracer)(void *context, const char *line);
TH_API void THC_setTracer(THCTracer tracer, void *context);

/* Debug mode: wait for the device after every operation, so that an error is reported by the
   operation that caused it. */
TH_API void THC_setDebug(int on);
TH_API int THC_debugs(void);

/* Whether this thread has a tracer; call it. */
int thc_traces(void);
void thc_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
