/*
** What C code written for Torch7 runs on: errors that leave a call, and notes of what it made.
**
** Each thread has a stack of calls, current being the innermost. A note is in the list of one call,
** in the list of what a function of the API is making outside a call, or in none.
*/
#include "THCompat.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "THGeneral.h"
#include "TH/platform/THPlatform.h"

static _Thread_local THCompatCall *current;
static _Thread_local THCompatNote *making;
typedef struct Handlers {
  THErrorHandlerFunction error;
  THArgErrorHandlerFunction argument;
  void *error_data, *argument_data;
} Handlers;

/* Those of this thread, and those for threads without. */
static _Thread_local Handlers handlers;
static Handlers default_handlers;

/* Empty a list of notes, and drop their objects if the call failed. */
static void drop_all(THCompatNote **notes, int failed, int isKept)
{
  while (*notes) {
    THCompatDrop drop = (*notes)->drop;
    void *object = (*notes)->object;
    THCompat_unnote(*notes);
    if (failed) drop(object, isKept);
  }
}

/* --- errors --- */

static void call_handlers(const Handlers *h, int argument, const char *text)
{
  if (argument && h->argument) h->argument(argument, text, h->argument_data);
  if (h->error) h->error(text, h->error_data);
}

void THCompat_raise(int argument, const char *text)
{
  if (current) current->raise(current, argument, text);
  drop_all(&making, 1, 0);
  call_handlers(&handlers, argument, text);
  call_handlers(&default_handlers, argument, text);
  fprintf(stderr, "%s\n", text);
  abort(); /* no code after the caller's line may run */
}

void THCompat_failed(int status, int tried)
{
  if (!tried && current && current->relieve(current, status)) return;
  THCompat_raise(0, TH_error());
}

void THSetErrorHandler(THErrorHandlerFunction handler, void *data)
{
  handlers.error = handler;
  handlers.error_data = data;
}

void THSetArgErrorHandler(THArgErrorHandlerFunction handler, void *data)
{
  handlers.argument = handler;
  handlers.argument_data = data;
}

void THSetDefaultErrorHandler(THErrorHandlerFunction handler, void *data)
{
  default_handlers.error = handler;
  default_handlers.error_data = data;
}

void THSetDefaultArgErrorHandler(THArgErrorHandlerFunction handler, void *data)
{
  default_handlers.argument = handler;
  default_handlers.argument_data = data;
}

/* The text of an error, with the line that found it, in memory that outlives the caller's stack. */
static const char *say(const char *file, int line, const char *format, va_list arguments)
{
  static _Thread_local char text[1024];
  int length = vsnprintf(text, sizeof text, format, arguments);
  if (length >= 0 && (size_t)length < sizeof text)
    snprintf(text + length, sizeof text - (size_t)length, " at %s:%d", file, line);
  return text;
}

void THCompat_error(const char *file, int line, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  const char *text = say(file, line, format, arguments);
  va_end(arguments);
  THCompat_raise(0, text);
}

void THCompat_argCheck(const char *file, int line, int condition, int argument,
                       const char *format, ...)
{
  va_list arguments;
  if (condition) return;
  va_start(arguments, format);
  const char *text = say(file, line, format, arguments);
  va_end(arguments);
  THCompat_raise(argument, text);
}

void THCompat_assertionFailed(const char *file, int line, const char *condition,
                              const char *format, ...)
{
  char why[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(why, sizeof why, format, arguments);
  va_end(arguments);
  THCompat_error(file, line, "assertion '%s' failed. %s", condition, why);
}

/* --- calls and their notes --- */

static void put(THCompatNote *note)
{
  THCompatNote **list = current ? &current->notes : &making;
  note->next = *list;
  note->from = list;
  if (note->next) note->next->from = &note->next;
  *list = note;
}

void THCompat_noteIn(THCompatNote *note, void *object, THCompatDrop drop)
{
  *note = (THCompatNote){.object = object, .drop = drop, .isPart = 1};
  put(note);
}

void THCompat_giveOut(THCompatNote *note)
{
  if (!current) THCompat_unnote(note);
}

void THCompat_unnote(THCompatNote *note)
{
  if (!note->from) return;
  *note->from = note->next;
  if (note->next) note->next->from = note->from;
  note->from = NULL;
  if (!note->isPart) free(note);
}

void *THCompat_note(void *object, THCompatDrop drop)
{
  if (!current) return object;
  THCompatNote *note = malloc(sizeof *note);
  if (!note) {
    drop(object, 0);
    THCompat_raise(0, "not enough memory");
  }
  *note = (THCompatNote){.object = object, .drop = drop};
  put(note);
  return object;
}

/* Looks at the latest notes first, because most objects are short-lived. */
void THCompat_forget(void *object)
{
  for (THCompatCall *call = current; call; call = call->outer)
    for (THCompatNote *note = call->notes; note; note = note->next)
      if (note->object == object) {
        THCompat_unnote(note);
        return;
      }
}

void THCompat_enter(THCompatCall *call)
{
  call->outer = current;
  call->notes = NULL;
  call->hasObjects = 0;
  current = call;
}

void THCompat_leave(THCompatCall *call, int failed)
{
  current = call->outer;
  drop_all(&call->notes, failed, call->hasObjects);
}

void THCompat_hasObjects(void)
{
  if (current) current->hasObjects = 1;
}

/* --- what the machine has, and numbers --- */

const double THLog2Pi = 1.83787706640934548355, THLogZero = -DBL_MAX, THLogOne = 0;

int THGetNumCores(void)
{
  return th_machineProcessors();
}

/* --- bytes --- */

static void drop_bytes(void *object, int isKept)
{
  if (!isKept) free(object);
}

static void *noted_bytes(void *data, ptrdiff_t bytes)
{
  if (data) return THCompat_note(data, drop_bytes);
  th_fail(TH_ENOMEM, "not enough memory: %td bytes", bytes);
  THCompat_raise(0, TH_error());
}

void *THAlloc(ptrdiff_t bytes)
{
  if (bytes < 0) THCompat_raise(0, "alloc: a negative number of bytes");
  return bytes ? noted_bytes(malloc((size_t)bytes), bytes) : NULL;
}

/* If there is no memory, the old block stays and is noted again. */
void *THRealloc(void *data, ptrdiff_t bytes)
{
  if (!data) return THAlloc(bytes);
  if (bytes < 0) THCompat_raise(0, "realloc: a negative number of bytes");
  if (!bytes) {
    THFree(data);
    return NULL;
  }
  THCompat_forget(data);
  void *moved = realloc(data, (size_t)bytes);
  if (!moved) THCompat_note(data, drop_bytes);
  return noted_bytes(moved, bytes);
}

void THFree(void *data)
{
  THCompat_forget(data);
  free(data);
}
