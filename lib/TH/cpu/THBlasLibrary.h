/*
** The BLAS library that is found and opened at first need (THBlas.h says which), as a table of
** functions. For the files of TH that call it.
*/
#ifndef TH_BLAS_LIBRARY_H
#define TH_BLAS_LIBRARY_H

#include <stddef.h>

#include "TH/base/THThread.h"

/* The element types that BLAS and LAPACK know, X(CODE, the letter in their names), in the order in
   which tables of their functions have them. */
#define TH_FORALL_BLAS(X) X(FLOAT, s) X(DOUBLE, d) X(COMPLEXFLOAT, c) X(COMPLEXDOUBLE, z)

typedef enum THBlasType {
#define X(CODE, letter) TH_BLAS_##CODE,
  TH_FORALL_BLAS(X)
#undef X
  TH_NUM_BLAS
} THBlasType;

/* The place of dtype in the list, or TH_NUM_BLAS. */
THBlasType THBlas_type(int dtype);

/*
** Fortran names: every argument is a pointer, integers have 32 bits, and the lengths of character
** arguments follow by value. Element pointers are void, so that one type serves all element types.
** Functions that return a complex number do so in ways that differ; none is used.
*/
typedef void THGemm(const char *transa, const char *transb, const int *m, const int *n,
                    const int *k, const void *alpha, const void *a, const int *lda, const void *b,
                    const int *ldb, const void *beta, void *c, const int *ldc, size_t, size_t);
typedef void THGemv(const char *trans, const int *m, const int *n, const void *alpha,
                    const void *a, const int *lda, const void *x, const int *incx,
                    const void *beta, void *y, const int *incy, size_t);
typedef void THGer(const int *m, const int *n, const void *alpha, const void *x, const int *incx,
                   const void *y, const int *incy, void *a, const int *lda);
typedef float THSDot(const int *n, const void *x, const int *incx, const void *y, const int *incy);
typedef double THDDot(const int *n, const void *x, const int *incx, const void *y, const int *incy);

typedef struct THBlasLibrary {
  THGemm *gemm[TH_NUM_BLAS];
  THGemv *gemv[TH_NUM_BLAS];
  THGer *ger[TH_NUM_BLAS]; /* x[i] * y[j], without conjugation */
  THSDot *sdot;
  THDDot *ddot;
  void (*setNumThreads)(int); /* these four: OpenBLAS only, else NULL */
  int (*getNumThreads)(void);
  char *(*config)(void);
  char *(*core)(void);
} THBlasLibrary;

/* Whether the environment variable TH_BLAS is used to choose. Opens no library. */
int THBlasLibrary_isNamed(void);

/* The library if it has functions for dtype, else NULL; also NULL while, after a fork, it cannot
   start its threads again. */
const THBlasLibrary *THBlasLibrary_of(int dtype);

/*
** Every call of the library's functions is made by work(argument), which this runs: where there is
** enough stack, and one at a time if the limits of the process leave room for one (THBlasLimits.h).
** Returns 0, without having run it, if there is too little stack and no thread can be started.
*/
int THBlasLibrary_run(void (*work)(void *), void *argument);
enum { TH_BLAS_STACK = 512 << 10 };

/* Whether work may be called right away instead, after THBlasLibrary_of: nothing limits calls, and
   there is enough stack. */
extern int th_blasIsFree TH_HIDDEN; /* written when it is opened */
static inline int THBlasLibrary_isFree(void)
{
  return th_blasIsFree && th_hasStack(TH_BLAS_STACK);
}

#endif
