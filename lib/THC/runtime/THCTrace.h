/*
** What the host can be told of its work with devices: each copy and each wait by name, and, where
** it debugs, each failure in the operation in which it arose.
*/
#ifndef THC_TRACE_H
#define THC_TRACE_H

#include "TH/base/THBase.h"

/*
** From now on tracer is called for each copy and each wait, of the host or of a stream, that the
** calling thread brings about, before it does: with one line, such as "copy up: 4000 bytes from
** the host to device 1" or "wait: the host for stream 0 of device 1". It may not call THC. NULL:
** none.
*/
typedef void (*THCTracer)(void *context, const char *line);
TH_API void THC_setTracer(THCTracer tracer, void *context);

/* Wait for the device after every operation: the one that fails is the one that says so. */
TH_API void THC_setDebug(int on);
TH_API int THC_debugs(void);

/* Whether there is a tracer; tell it. */
int thc_traces(void);
void thc_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
