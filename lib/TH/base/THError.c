/* The text and status of the last failure, one of each per thread. */
#include "TH/base/THError.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* printf gives NaN a sign, which says nothing. */
static void drop_sign_of_nan(char *message)
{
  for (char *p; (p = strstr(message, " -nan")) != NULL;) memmove(p + 1, p + 2, strlen(p + 1));
}

/* Formats into a copy first, because an argument may point into the text itself (a message that
   quotes the last one). */
int th_fail(int status, const char *format, ...)
{
  char fresh[sizeof text];
  va_list args;
  va_start(args, format);
  vsnprintf(fresh, sizeof fresh, format, args);
  va_end(args);
  drop_sign_of_nan(fresh);
  __builtin_memcpy(text, fresh, sizeof text);
  return last = status;
}
