/* For tests of Torch7's C API: calls that raise an error. */
#ifndef TEST_RAISES_H
#define TEST_RAISES_H

#include <setjmp.h>

typedef struct Caught {
  THCompatCall call;
  jmp_buf place;
  int argument;
  char text[200];
} Caught;

static void caught_raise(THCompatCall *call, int argument, const char *text)
{
  Caught *caught = (Caught *)call;
  caught->argument = argument;
  snprintf(caught->text, sizeof caught->text, "%s", text);
  longjmp(caught->place, 1);
}

static int no_relief(THCompatCall *call, int status)
{
  (void)call, (void)status;
  return 0;
}

/* 1 if body raises an error about that argument whose text begins with begin; "" means no error. */
static int raises(void (*body)(void), const char *begin, int argument)
{
  Caught caught = {.call = {.raise = caught_raise, .relieve = no_relief}};
  THCompat_enter(&caught.call);
  volatile int failed = 0;
  if (setjmp(caught.place)) failed = 1;
  else body();
  THCompat_leave(&caught.call, failed);
  return strncmp(caught.text, begin, strlen(begin)) == 0 && !failed == !*begin &&
         caught.argument == argument;
}

#endif
