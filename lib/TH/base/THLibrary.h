/*
** Libraries that are opened at run time, when they are first needed: none is linked, and a program
** that needs none loads none. A library is a table of pointers to functions, which are all there
** once it is open; it stays open to the end of the process.
*/
#ifndef TH_LIBRARY_H
#define TH_LIBRARY_H

#include <stddef.h>

#include "TH/base/THBase.h"

typedef struct THLibrary {
  const char *title;          /* "cuBLAS", for errors */
  const char *variable;       /* of the environment: names the only file to try */
  const char *install;        /* for errors, what to install where there is none */
  const char *const *files;   /* tried in order, NULL behind the last */
  const char *const *symbols; /* "?name": may be missing. NULL behind the last */
  void *table;                /* a pointer to a function for each */
  /* A look at the table of a file that has all symbols: 0 and the reason where it is not what is
     needed. NULL: all are. Opens no library itself. */
  int (*accepts)(const char **reason);
  void *handle;    /* once it is open, what dlopen gave, */
  char file[128];  /* and the file's name, cut where it is longer */
  int isOpen;      /* atomic */
} THLibrary;

/* Whether it is open, after trying its files if it was not; else the reason, cut to room bytes. A
   library that was not found is looked for again by the next call. */
TH_API int THLibrary_try(THLibrary *library, char *reason, size_t room);

/* The same with a status: TH_EUNSUPPORTED with the reason, what to install and what to set. */
TH_API int THLibrary_open(THLibrary *library, const char *op);

/* Any symbol of an open library, or NULL; of one that is not open NULL. */
TH_API void *THLibrary_symbol(THLibrary *library, const char *name);

/*
** A library and its table: EACH(X) names the functions by X(function) each, and the rest are the
** first fields of THLibrary. Once name##_library is open, name.function(...) calls one.
*/
#define TH_LIBRARY(name, EACH, ...)                                         \
  static struct {                                                           \
    EACH(TH_LIBRARY_POINTER)                                                \
  } name;                                                                   \
  static const char *const name##_symbols[] = {EACH(TH_LIBRARY_NAME) NULL}; \
  static THLibrary name##_library = {__VA_ARGS__, name##_symbols, &name, NULL, NULL, "", 0}
#define TH_LIBRARY_POINTER(function) __typeof__(function) *function;
#define TH_LIBRARY_NAME(function) #function,

#endif
