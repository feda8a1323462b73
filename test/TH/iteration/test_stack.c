/*
** A host's thread with little stack: reductions along rows and columns, and scans, of each dtype,
** need at most what doc/architecture.md says.
*/
#include "TH.h"
#include "check.h"

#include <pthread.h>

#ifdef TH_SANITIZE
enum { STACK = 4 << 20 }; /* the frames of AddressSanitizer are larger */
#else
enum { STACK = 224 << 10 };
#endif

static const int64_t size[] = {3000, 700};

static void compute(const THTensor *x)
{
  THTensor r = {0}, at = {0};
  const int is_real = THDtype_traits(x->dtype)->floating;
  for (int dim = 0; dim < 2; dim++) {
    CHECK(!THTensor_reduce(TH_OP_prod, &r, x, dim));
    CHECK(!THTensor_extreme(TH_OP_max, &r, &at, x, dim));
    CHECK(!is_real || !THTensor_deviation(TH_OP_var, &r, x, dim, 0));
    CHECK(!is_real || !THTensor_norm(&r, x, 3, dim));
    CHECK(!THTensor_scan(TH_OP_cumsum, &r, x, dim));
    THTensor_clear(&r);
    THTensor_clear(&at);
  }
}

static void *run(void *unused)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    THTensor x = {0};
    if (!THDtype_isBuilt(dtype) || dtype == TH_BOOL) continue;
    CHECK(!THTensor_new(&x, 0, dtype, 2, size));
    CHECK(!THTensor_fill(&x, TH_integer(1)));
    compute(&x);
    CHECK(!THTensor_transpose(&x, &x, 0, 1));
    compute(&x);
    THTensor_clear(&x);
  }
  return unused;
}

int main(void)
{
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(!pthread_attr_init(&attributes));
  CHECK(!pthread_attr_setstacksize(&attributes, STACK));
  CHECK(!pthread_create(&thread, &attributes, run, NULL));
  CHECK(!pthread_join(thread, NULL));
  CHECK(!pthread_attr_destroy(&attributes));
  return CHECK_RESULT();
}
