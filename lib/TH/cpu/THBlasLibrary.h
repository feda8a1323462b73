/*
** The BLAS library that is found and opened at first need (THBlas.h says which), as a table of
** functions. For the files of TH that call it.
*/
#ifndef TH_BLAS_LIBRARY_H
#define TH_BLAS_LIBRARY_H

#include <stddef.h>

/*
** Fortran names: every argument is a pointer, integers have 32 bits, and the lengths of character
** arguments follow by value. Element pointers are void, so that one type serves both precisions,
** which are indexed 0 and 1.
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
  THGemm *gemm[2];
  THGemv *gemv[2];
  THGer *ger[2];
  THSDot *sdot;
  THDDot *ddot;
  void (*setNumThreads)(int); /* this and config: OpenBLAS only, else NULL */
  char *(*config)(void);
} THBlasLibrary;

/* Whether the environment variable TH_BLAS is used to choose. Opens no library. */
int THBlasLibrary_isNamed(void);

/* The library if it has functions for dtype, else NULL. */
const THBlasLibrary *THBlasLibrary_of(int dtype);

#endif
