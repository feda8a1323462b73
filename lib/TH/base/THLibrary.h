/*
** Libraries opened at run time when first needed. None is linked, so a program that needs none
** loads none. A library is described by a table of its functions, found by name; the table is
** complete once the library is open, and a library that is in use stays open to the end of the
** process.
*/
#ifndef TH_LIBRARY_H
#define TH_LIBRARY_H

#include <stddef.h>

#include "TH/base/THBase.h"

typedef struct THLibrary {
  const char *title;          /* "cuBLAS", for errors */
  const char *variable;       /* environment variable that names the only file to try */
  const char *install;        /* for errors: what to install if it is missing */
  const char *const *files;   /* tried in order, then NULL */
  const char *const *symbols; /* names of the functions, then NULL; "?name" may be missing */
  void *table;                /* their pointers, in the same order; NULL if missing */
  /* Called once a file has all symbols and the table is filled: 1 to take the file, or 0 and the
     reason why not. NULL takes every file. Must not open a library itself. */
  int (*accepts)(const char **reason);
  void *handle;    /* what the system returned; set once it is open */
  char file[128];  /* the file's name, cut if it is longer; set once it is open */
  int isOpen;      /* atomic */
  /* Set it before the first use if the library has names that the program's own libraries have too,
     and must not call theirs. */
  int isApart;
} THLibrary;

/* 1 if the library is open, after trying its files if needed; else 0 and the reason, cut to room
   bytes. A library that was not found is looked for again by the next call. */
TH_API int THLibrary_try(THLibrary *library, char *reason, size_t room);

/* Open the library for op unless it is open already. TH_EUNSUPPORTED if no file will do; the text
   gives the reason, what to install and which variable to set. */
TH_API int THLibrary_open(THLibrary *library, const char *op);

/* Close a library, so that it is looked for again. Nobody may be using it. */
void THLibrary_close(THLibrary *library);

/* Any symbol of an open library; NULL if it has none of that name or is not open. */
TH_API void *THLibrary_symbol(THLibrary *library, const char *name);

/* Take the program itself, with what is linked into it, for a library whose table is filled. A
   static program stays closed: it has no symbols. */
void THLibrary_openProgram(THLibrary *library);

/* Keep the file that this code is in loaded until the process ends: for threads that end when they
   please. */
void th_stayLoaded(void);

/*
** Declare a library and its table. EACH(X) expands to X(function) for each function; the other
** arguments are the first fields of THLibrary. Once name##_library is open, call a function as
** name.function(...).
*/
#define TH_LIBRARY(name, EACH, ...)                                         \
  static struct {                                                           \
    EACH(TH_LIBRARY_POINTER)                                                \
  } name;                                                                   \
  static const char *const name##_symbols[] = {EACH(TH_LIBRARY_NAME) NULL}; \
  static THLibrary name##_library = {__VA_ARGS__, name##_symbols, &name, NULL, NULL, "", 0, 0}
#define TH_LIBRARY_POINTER(function) __typeof__(function) *function;
#define TH_LIBRARY_NAME(function) #function,

#endif
