/* Products and solvers by cuBLAS and cuSOLVER: failing calls, missing libraries, several streams
   and threads. */
#include "child.h"

#include <pthread.h>

#include "TH.h"

#define LIST(...) (const int64_t[]){__VA_ARGS__}

static const double elements[] = {4, 1, 2, 1, 5, 3, 2, 3, 6}; /* of a positive definite matrix */

static void make(THTensor *there)
{
  THTensor here = {0};
  CHECK(!THTensor_new(&here, 0, TH_DOUBLE, 2, LIST(3, 3)));
  for (int64_t k = 0; k < 9; k++) CHECK(!THTensor_put(&here, k, TH_real(elements[k])));
  CHECK(!THTensor_to(there, &here, 1, TH_UNDEFINED));
  THTensor_clear(&here);
}

static int is(const THTensor *t, int64_t k, double wanted)
{
  THNumber number = TH_real(0);
  return !THTensor_get(t, k, &number) && number.real - wanted < 1e-9 && wanted - number.real < 1e-9;
}

typedef struct Work {
  THTensor a, product, x, lu, inverse, values, u, s, v;
  THNumber sum;
} Work;

static int compute(Work *w)
{
  TH_TRY(THTensor_mm(&w->product, &w->a, &w->a));
  TH_TRY(THTensor_dot(&w->sum, &w->a, &w->a));
  TH_TRY(THTensor_gesv(&w->x, &w->lu, &w->product, &w->a));
  TH_TRY(THTensor_inverse(&w->inverse, &w->a));
  TH_TRY(THTensor_symeig(&w->values, &w->product, &w->a, "N", "U"));
  return THTensor_svd(&w->u, &w->s, &w->v, &w->a, "S");
}

static void drop(Work *w)
{
  THTensor *all[] = {&w->a, &w->product, &w->x, &w->lu, &w->inverse, &w->values, &w->u, &w->s,
                     &w->v};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) THTensor_clear(all[k]);
}

/* Whichever call fails: the operand keeps its values, results that were not computed stay
   undefined, and no memory is lost. */
static int script(long n)
{
  (void)n;
  Work w = {.sum.real = 0};
  CHECK(!THC_open());
  make(&w.a);
  fail_from_here();
  int status = compute(&w);
  const int failed = calls_left();
  CHECK(failed || !status);
  if (status) {
    CHECK(status == TH_EDEVICE || status == TH_ENOMEM);
    CHECK(THTensor_isUndefined(&w.u) && THTensor_isUndefined(&w.s));
    CHECK(THTensor_isUndefined(&w.x) == THTensor_isUndefined(&w.lu));
  } else {
    CHECK(w.sum.real == 105 && is(&w.x, 5, 3) && is(&w.product, 0, 21));
  }
  CHECK(is(&w.a, 4, 5));
  drop(&w);
  CHECK(!THC_synchronize(0));
  CHECK(THCAllocator_stats(1).allocated == 0);
  return failed ? TH_OK : COMPLETE;
}

static int add_to(THTensor *r, const THTensor *m, const THTensor *a)
{
  return THTensor_addmm(r, TH_integer(2), m, TH_integer(1), a, a);
}

static int add_all_to(THTensor *r, const THTensor *m, const THTensor *a)
{
  THTensor stack = {0};
  CHECK(!THTensor_unsqueeze(&stack, a, 0) && !THTensor_expand(&stack, &stack, 3, LIST(2, 3, 3)));
  int status = THTensor_addbmm(r, TH_integer(2), m, TH_integer(1), &stack, &stack);
  THTensor_clear(&stack);
  return status;
}

static int multiply_to(THTensor *r, const THTensor *m, const THTensor *a)
{
  return THTensor_mm(r, a, m);
}

/* Results that are operands too, as a column, a row or a square. If a call of CUDA fails, the
   operation is repeated, as a binding does when memory is short. */
static const struct Again {
  int (*compute)(THTensor *r, const THTensor *m, const THTensor *a);
  int64_t size[2];
  double element; /* of the result, the second of the first row */
} again[] = {{add_to, {3, 1}, 17}, {add_to, {3, 3}, 17}, {add_all_to, {3, 1}, 32},
             {add_all_to, {3, 3}, 32}, {multiply_to, {3, 3}, 7}, {multiply_to, {3, 2}, 7}};
static const struct Again *tried;

static int script_again(long n)
{
  (void)n;
  THTensor a = {0}, r = {0};
  CHECK(!THC_open());
  make(&a);
  CHECK(!THTensor_new(&r, 1, TH_DOUBLE, 2, tried->size) && !THTensor_fill(&r, TH_integer(1)));
  fail_from_here();
  int status = tried->compute(&r, &r, &a);
  const int failed = calls_left();
  CHECK(failed || !status);
  if (status) CHECK(!tried->compute(&r, &r, &a));
  CHECK(is(&r, 1, tried->element));
  THTensor_clear(&a), THTensor_clear(&r);
  CHECK(THCAllocator_stats(1).allocated == 0);
  return failed ? TH_OK : COMPLETE;
}

/* If a library cannot be opened the operation says so, and opening is tried again next time. */
static int test_missing(long n)
{
  (void)n;
  Work w = {.sum.real = 0};
  CHECK(!THC_open() && !setenv("TH_CUBLAS", "libnone.so", 1));
  make(&w.a);
  FAILS(TH_EUNSUPPORTED, THTensor_mm(&w.product, &w.a, &w.a), "mm: cannot open cuBLAS");
  CHECK(!unsetenv("TH_CUBLAS"));
  CHECK(!THTensor_mm(&w.product, &w.a, &w.a) && is(&w.product, 0, 21));
  CHECK(!setenv("TH_CUSOLVER", "libcublas.so", 1)); /* a library without these functions */
  FAILS(TH_EUNSUPPORTED, THTensor_inverse(&w.inverse, &w.a), "has no cusolverDnCreate");
  CHECK(!unsetenv("TH_CUSOLVER"));
  CHECK(!THTensor_inverse(&w.inverse, &w.a));
  drop(&w);
  CLEAN();
  return TH_OK;
}

/* Products on two streams in turn; their memory is dropped while they run. */
static int test_streams(long n)
{
  (void)n;
  CHECK(!THC_open());
  const THCStream *stream[2], *before = THCStream_current(1);
  CHECK(!THCStream_get(1, 1, &stream[0]) && !THCStream_get(1, 2, &stream[1]));
  for (int k = 0; k < 8; k++) {
    THTensor a = {0}, product = {0};
    make(&a);
    CHECK(!THCStream_wait(stream[k % 2], before));
    THCStream_setCurrent(stream[k % 2]);
    CHECK(!THTensor_mm(&product, &a, &a));
    THTensor_clear(&a);
    CHECK(is(&product, 8, 49));
    THTensor_clear(&product);
    THCStream_setCurrent(before);
  }
  CHECK(!THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

/* One thread, with a stream of its own as current stream. */
static void *solve_often(void *stream)
{
  Work w = {.sum.real = 0};
  THCStream_setCurrent(stream);
  for (int k = 0; k < 20; k++) {
    make(&w.a);
    if (!CHECK(!compute(&w))) fprintf(stderr, "  %s\n", TH_error());
    CHECK(w.sum.real == 105 && is(&w.x, 5, 3) && is(&w.product, 0, 21));
    CHECK(!THTensor_mm(&w.product, &w.inverse, &w.a));
    CHECK(is(&w.product, 0, 1) && is(&w.product, 5, 0));
    drop(&w);
  }
  return NULL;
}

/* Threads can use the libraries at the same time. */
static int test_threads(long n)
{
  (void)n;
  enum { THREADS = 3 };
  pthread_t thread[THREADS];
  const THCStream *stream;
  CHECK(!THC_open());
  for (int k = 0; k < THREADS; k++) {
    CHECK(!THCStream_get(1, k + 1, &stream));
    CHECK(!pthread_create(&thread[k], NULL, solve_often, (void *)stream));
  }
  for (int k = 0; k < THREADS; k++) CHECK(!pthread_join(thread[k], NULL));
  CHECK(!THC_synchronize(0) && THCAllocator_stats(1).allocated == 0);
  CLEAN();
  return TH_OK;
}

int main(void)
{
  THTensor one = {0}, inverse = {0};
  CHECK(!THTensor_new(&one, 0, TH_DOUBLE, 2, LIST(9, 9)) && !THTensor_fill(&one, TH_integer(0)));
  const int lapack = THTensor_qr(&one, &inverse, &one) != TH_EUNSUPPORTED;
  THTensor_clear(&one), THTensor_clear(&inverse);
  isolated(test_streams);
  for (size_t k = 0; k < sizeof again / sizeof *again; k++) {
    tried = &again[k];
    CHECK(fail_each(script_again) > 4);
  }
  if (!lapack) return CHECK_RESULT(); /* the emulator's cuSOLVER needs LAPACK */
  isolated(test_missing);
  isolated(test_threads);
  CHECK(fail_each(script) > 100);
  return CHECK_RESULT();
}
