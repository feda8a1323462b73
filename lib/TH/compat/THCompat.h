/*
** What C code written for Torch7 finds beneath its names: errors that leave the calling function,
** and notes of what they would leave behind. The names themselves stand in TH.h beside this file.
**
** A call (of an extension's function by Lua, say) stands between THCompat_enter and THCompat_leave,
** on one thread. What is made in it and not given back is noted: if the call fails it is dropped,
** if it returns it belongs to the extension, as in Torch7. Where no call is entered, in threads of
** the extension for example, nothing is noted, and an error goes to the handlers of the thread.
** A call that fails after it had an object of the extension's own in its hands may have put into it
** what it made: then a tensor loses its elements only, and what else it made stays.
*/
#ifndef TH_COMPAT_RUNTIME_H
#define TH_COMPAT_RUNTIME_H

#include "TH/base/THError.h"

typedef struct THCompatNote THCompatNote;

typedef struct THCompatCall {
  /* Leave the call with a text; argument counts from 1 and is 0 where none is at fault. Must not
     return. */
  void (*raise)(struct THCompatCall *call, int argument, const char *text);
  /* Whether what failed with status may be tried once more: memory was found. */
  int (*relieve)(struct THCompatCall *call, int status);
  struct THCompatCall *outer;
  THCompatNote *notes;
  int hasObjects;
} THCompatCall;

TH_API void THCompat_enter(THCompatCall *call);
TH_API void THCompat_leave(THCompatCall *call, int failed);

/* The present call gets an object of the extension's own, or makes one. */
TH_API void THCompat_hasObjects(void);

/* --- what a call may leave behind: dropped if the call fails before it is forgotten --- */
/* isKept: the address may be known to others. */
typedef void (*THCompatDrop)(void *object, int isKept);

struct THCompatNote {
  THCompatNote *next, **from; /* in the list of its call; from is NULL in none */
  void *object;
  THCompatDrop drop;
  int isPart; /* of the object: not to be freed */
};

/* A note of object's own, and its end. */
TH_API void THCompat_noteIn(THCompatNote *note, void *object, THCompatDrop drop);
TH_API void THCompat_unnote(THCompatNote *note);

/* A note apart, and the end of the latest one of that object. note gives object back, or raises
   where memory is short and has dropped it. */
TH_API void *THCompat_note(void *object, THCompatDrop drop);
TH_API void THCompat_forget(void *object);

/* --- errors. None returns, but for failed where tried is 0 and a second try is worth it. --- */
TH_API void THCompat_raise(int argument, const char *text) __attribute__((noreturn));
TH_API void THCompat_failed(int status, int tried);

/* Evaluate a call of TH until it is TH_OK, or raise its error. */
#define TH_RAISE(call)                                                            \
  do {                                                                            \
    for (int th_tried_ = 0, th_status_; (th_status_ = (call)) != TH_OK; th_tried_++) \
      THCompat_failed(th_status_, th_tried_);                                     \
  } while (0)

/* --- Torch7's --- */
typedef void (*THErrorHandlerFunction)(const char *text, void *data);
typedef void (*THArgErrorHandlerFunction)(int argument, const char *text, void *data);

/* Of this thread, where no call is entered. Without them, or if they return, the process aborts. */
TH_API void THSetErrorHandler(THErrorHandlerFunction handler, void *data);
TH_API void THSetArgErrorHandler(THArgErrorHandlerFunction handler, void *data);

TH_API void THCompat_error(const char *file, int line, const char *format, ...)
    __attribute__((noreturn));
TH_API void THCompat_argCheck(const char *file, int line, int condition, int argument,
                        const char *format, ...);
TH_API void THCompat_assertionFailed(const char *file, int line, const char *condition,
                               const char *format, ...) __attribute__((noreturn));

/* bytes of memory; NULL for 0. They raise. */
TH_API void *THAlloc(ptrdiff_t bytes);
TH_API void *THRealloc(void *data, ptrdiff_t bytes);
TH_API void THFree(void *data);

#endif
