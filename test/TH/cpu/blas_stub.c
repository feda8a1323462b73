/*
** A library that answers as OpenBLAS does on a processor that it does not know: its core is
** Prescott, unless OPENBLAS_CORETYPE names another when it is loaded. It computes nothing.
*/
#include <stdlib.h>

#define API __attribute__((visibility("default")))
#define NOTHING(name) API void name(void) {}

#define FORALL_LETTERS(X) X(s) X(d) X(c) X(z)
#define PRODUCTS(letter) NOTHING(letter##gemm_) NOTHING(letter##gemv_)
FORALL_LETTERS(PRODUCTS)
NOTHING(sger_) NOTHING(dger_) NOTHING(cgeru_) NOTHING(zgeru_)

API float sdot_(const int *n, const float *x, const int *incx, const float *y, const int *incy)
{
  return *n == 1 && *incx == 1 && *incy == 1 ? *x * *y : 0;
}

API double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy)
{
  return *n == 1 && *incx == 1 && *incy == 1 ? *x * *y : 0;
}

static char core[32] = "Prescott";

__attribute__((constructor)) static void choose(void)
{
  const char *named = getenv("OPENBLAS_CORETYPE");
  for (int k = 0; named && k + 1 < (int)sizeof core && (core[k] = named[k]); k++) continue;
}

API char *openblas_get_corename(void)
{
  return core;
}

API char *openblas_get_config(void)
{
  return core;
}
