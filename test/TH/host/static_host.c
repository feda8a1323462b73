/*
** A static program: it opens no library, which would bring a second C library into it. Products are
** the built-in code's, LAPACK is an error that says why.
*/
#include "TH.h"
#include "check.h"

#include <string.h>

static void test_products(void)
{
  double a[4] = {1, 2, 3, 4}, x[2] = {1, 1}, y[2] = {0, 0};
  const THNumber one = TH_real(1);
  CHECK(!THBlas_gemv(TH_DOUBLE, 'N', 2, 2, one, a, 2, x, 1, TH_real(0), y, 1));
  CHECK(y[0] == 4 && y[1] == 6);
  CHECK(strstr(THBlas_info(), "built-in code") && !THBlas_symbol("dgesv_"));
#ifndef TH_BLAS_BUILTIN
  CHECK(strstr(THBlas_info(), "a static program cannot open libopenblas.so.0"));
#endif
}

static void test_solver(void)
{
  THTensor a = {0}, values = {0}, vectors = {0};
  CHECK(!THTensor_new(&a, 0, TH_DOUBLE, 2, (int64_t[]){50, 50}) && !THTensor_fill(&a, TH_real(1)));
  CHECK(THTensor_symeig(&values, &vectors, &a, "V", "U") == TH_EUNSUPPORTED);
  CHECK(strstr(TH_error(), "there is no LAPACK"));
  THTensor_clear(&a);
}

int main(void)
{
  test_products();
  test_solver();
  return CHECK_RESULT();
}
