/*
** NVIDIA's libraries, each opened when it is first needed: none is linked, and a program that needs
** none loads none. A library is a table of functions, by the names in it.
*/
#ifndef THC_LIBRARY_H
#define THC_LIBRARY_H

#include <cuda_runtime_api.h>

/* Those of CUDA 13 and 12, first the one that THC was compiled with. */
#if CUDART_VERSION >= 13000
#define THC_SONAMES(of13, of12) {of13, of12}
#else
#define THC_SONAMES(of13, of12) {of12, of13}
#endif

typedef struct THCLibrary {
  const char *title;          /* for errors */
  const char *variable;       /* of the environment: names the only file to try */
  const char *sonames[2];     /* tried in order */
  const char *const *symbols; /* names, NULL behind the last, */
  void *table;                /* and a pointer to a function for each, set once it is open */
  int open;                   /* atomic */
} THCLibrary;

/*
** A library and its table: EACH(X) names the functions by X(function) each, and the rest are the
** first fields of THCLibrary. Once name##_library is open, name.function(...) calls one.
*/
#define THC_LIBRARY(name, EACH, ...)                                         \
  static struct {                                                            \
    EACH(THC_LIBRARY_POINTER)                                                \
  } name;                                                                    \
  static const char *const name##_symbols[] = {EACH(THC_LIBRARY_NAME) NULL}; \
  static THCLibrary name##_library = {__VA_ARGS__, name##_symbols, &name, 0}
#define THC_LIBRARY_POINTER(function) __typeof__(function) *function;
#define THC_LIBRARY_NAME(function) #function,

/* Open it, unless it is open, for op. TH_EUNSUPPORTED where no file has all symbols, with what to
   install or set. */
int THCLibrary_open(THCLibrary *library, const char *op);

#endif
