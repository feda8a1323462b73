/*
** What C code written for Torch7 runs on: errors that leave the calling function, and notes of what
** the function made. Torch7's names are in TH.h beside this file.
**
** A call, such as that of an extension's function from Lua, is everything between THCompat_enter
** and THCompat_leave on one thread. What is made in it and not given back is noted. If the call
** fails, that is dropped; if it returns, it belongs to the extension, as in Torch7. Outside a call,
** as in threads of the extension and in functions called by FFI, an error goes to the handlers of
** the thread. What a function of this API had made by then is dropped, since nobody has its address
** yet; what the extension made is not noted.
**
** A call that has had an object of the extension's own may have put what it made into it. If such a
** call fails, a tensor loses its elements but not its header, and everything else that it made
** stays.
*/
#ifndef TH_COMPAT_RUNTIME_H
#define TH_COMPAT_RUNTIME_H

#include "TH/base/THError.h"

typedef struct THCompatNote THCompatNote;

typedef struct THCompatCall {
  /* Leave the call with a text. argument is the number of the argument at fault, from 1, or 0. Must
     not return. */
  void (*raise)(struct THCompatCall *call, int argument, const char *text);
  /* Whether it is worth trying again what failed with status, because memory was found. */
  int (*relieve)(struct THCompatCall *call, int status);
  struct THCompatCall *outer;
  THCompatNote *notes;
  int hasObjects;
} THCompatCall;

TH_API void THCompat_enter(THCompatCall *call);
TH_API void THCompat_leave(THCompatCall *call, int failed);

/* Note that the current call gets, or makes, an object of the extension's own. */
TH_API void THCompat_hasObjects(void);

/* --- what a call may leave behind: dropped if the call fails before it is forgotten --- */
/* Drop object. isKept: others may know its address. */
typedef void (*THCompatDrop)(void *object, int isKept);

struct THCompatNote {
  THCompatNote *next, **from; /* in the list of its call; from is NULL if in none */
  void *object;
  THCompatDrop drop;
  int isPart; /* part of the object, so not freed by itself */
};

/* Note an object in a note that is part of it; remove that note. */
TH_API void THCompat_noteIn(THCompatNote *note, void *object, THCompatDrop drop);
TH_API void THCompat_unnote(THCompatNote *note);

/* The function of the API that made the object returns it: outside a call, remove its note. */
TH_API void THCompat_giveOut(THCompatNote *note);

/* Note an object in a note of its own; remove the latest such note of an object. THCompat_note
   returns object, or, if there is no memory, drops it and raises. */
TH_API void *THCompat_note(void *object, THCompatDrop drop);
TH_API void THCompat_forget(void *object);

/* --- errors. None of these returns, except THCompat_failed if tried is 0 and to retry is worth it
   --- */
TH_API void THCompat_raise(int argument, const char *text) __attribute__((noreturn));
TH_API void THCompat_failed(int status, int tried);

/* Evaluate a call of TH until it is TH_OK, or raise its error. */
#define TH_RAISE(call)                                                            \
  do {                                                                            \
    for (int th_tried_ = 0, th_status_; (th_status_ = (call)) != TH_OK; th_tried_++) \
      THCompat_failed(th_status_, th_tried_);                                     \
  } while (0)

/* --- Torch7's functions --- */
typedef void (*THErrorHandlerFunction)(const char *text, void *data);
typedef void (*THArgErrorHandlerFunction)(int argument, const char *text, void *data);

/* Handlers of this thread for errors outside a call. Without one, or if it returns, the process
   aborts. */
TH_API void THSetErrorHandler(THErrorHandlerFunction handler, void *data);
TH_API void THSetArgErrorHandler(THArgErrorHandlerFunction handler, void *data);

/* The same for all threads, called after a thread's own. Set them before other threads start. */
TH_API void THSetDefaultErrorHandler(THErrorHandlerFunction handler, void *data);
TH_API void THSetDefaultArgErrorHandler(THArgErrorHandlerFunction handler, void *data);

TH_API void THCompat_error(const char *file, int line, const char *format, ...)
    __attribute__((noreturn));
TH_API void THCompat_argCheck(const char *file, int line, int condition, int argument,
                        const char *format, ...);
TH_API void THCompat_assertionFailed(const char *file, int line, const char *condition,
                               const char *format, ...) __attribute__((noreturn));

/* bytes of memory; NULL for 0 bytes. These raise. */
TH_API void *THAlloc(ptrdiff_t bytes);
TH_API void *THRealloc(void *data, ptrdiff_t bytes);
TH_API void THFree(void *data);

#endif
