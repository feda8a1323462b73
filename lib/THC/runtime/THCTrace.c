/* The tracer, one per thread, and the debug mode, one per process. */
#include "THC/runtime/THCTrace.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local struct { THCTracer tell; void *context; } tracer;

static int debug; /* atomic */

void THC_setTracer(THCTracer tell, void *context)
{
  tracer.tell = tell;
  tracer.context = context;
}

int thc_traces(void)
{
  return tracer.tell != NULL;
}

void thc_trace(const char *format, ...)
{
  char line[256];
  va_list arguments;
  if (!tracer.tell) return;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  tracer.tell(tracer.context, line);
}

void THC_setDebug(int on)
{
  __atomic_store_n(&debug, on, __ATOMIC_RELAXED);
}

int THC_debugs(void)
{
  return __atomic_load_n(&debug, __ATOMIC_RELAXED);
}
