#include "TH/base/THError.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char text[512];
static _Thread_local int last;

const char *TH_error(void)
{
  return text;
}

int TH_errorStatus(void)
{
  return last;
}

/* The arguments may point into the text itself (a message that quotes the last one), hence the
   copy. */
int th_fail(int status, const char *format, ...)
{
  char fresh[sizeof text];
  va_list args;
  va_start(args, format);
  vsnprintf(fresh, sizeof fresh, format, args);
  va_end(args);
  __builtin_memcpy(text, fresh, sizeof text);
  return last = status;
}
