/*
** NVIDIA's libraries (cuBLAS, cuSOLVER), opened at run time when first needed. None is linked, so a
** program that needs none loads none. A library is described by a table of its functions, found by
** name.
*/
#ifndef THC_LIBRARY_H
#define THC_LIBRARY_H

#include <cuda_runtime_api.h>

/* File names for CUDA 13 and 12, starting with the version that THC was compiled with. */
#if CUDART_VERSION >= 13000
#define THC_SONAMES(of13, of12) {of13, of12}
#else
#define THC_SONAMES(of13, of12) {of12, of13}
#endif

typedef struct THCLibrary {
  const char *title;          /* for errors */
  const char *variable;       /* environment variable that names the only file to try */
  const char *sonames[2];     /* tried in order */
  const char *const *symbols; /* names of the functions, then NULL */
  void *table;                /* their pointers, in the same order; set once it is open */
  int open;                   /* atomic */
} THCLibrary;

/*
** Declare a library and its table. EACH(X) expands to X(function) for each function; the other
** arguments are the first fields of THCLibrary. Once name##_library is open, call a function as
** name.function(...).
*/
#define THC_LIBRARY(name, EACH, ...)                                         \
  static struct {                                                            \
    EACH(THC_LIBRARY_POINTER)                                                \
  } name;                                                                    \
  static const char *const name##_symbols[] = {EACH(THC_LIBRARY_NAME) NULL}; \
  static THCLibrary name##_library = {__VA_ARGS__, name##_symbols, &name, 0}
#define THC_LIBRARY_POINTER(function) __typeof__(function) *function;
#define THC_LIBRARY_NAME(function) #function,

/* Open the library for op unless it is open already. TH_EUNSUPPORTED if no file has all functions;
   the text says what to install or which variable to set. */
int THCLibrary_open(THCLibrary *library, const char *op);

#endif
