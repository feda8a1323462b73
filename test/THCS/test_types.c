/*
** Sparse tensors on devices in C: the typed functions; and whichever call of CUDA or cuSPARSE
** fails, a function reports it, leaves its result undefined and loses no memory.
*/
#include "child.h"

#include "THCS.h"

#define LIST(...) (const int64_t[]){__VA_ARGS__}

static void good(int status)
{
  if (!CHECK(!status)) fprintf(stderr, "  in: %s\n", TH_error());
}

static void fill(THTensor *t, int dtype, int ndim, const int64_t *size, const int64_t *element)
{
  good(THTensor_new(t, 0, dtype, ndim, size));
  for (int64_t k = 0; k < THTensor_nElement(t); k++)
    good(THTensor_put(t, k, TH_integer(element[k])));
}

/* A 3 x 4 matrix with an entry twice, and 0 in its other places. */
static void make(THSFloatTensor *s)
{
  THLongTensor indices = {0};
  THFloatTensor values = {0};
  fill(&indices.base, TH_LONG, 2, LIST(2, 4), LIST(3, 1, 2, 1, 4, 2, 1, 2));
  fill(&values.base, TH_FLOAT, 1, LIST(4), LIST(1, 2, 3, 4));
  good(THSFloatTensor_new(s, &indices, &values, 2, LIST(3, 4)));
  THLongTensor_clear(&indices), THFloatTensor_clear(&values);
}

static int is(const THTensor *t, int64_t k, double wanted)
{
  THNumber number = TH_real(0);
  return !THTensor_get(t, k, &number) && TH_asReal(number) == wanted;
}

static int test_typed(long n)
{
  (void)n;
  THSFloatTensor here = {0}, back = {0};
  THCSFloatTensor s = {0}, c = {0}, r = {0};
  THCFloatTensor x = {0}, y = {0}, v = {0};
  THCLongTensor at = {0};
  double sum = 0;
  CHECK(!THC_open() && !THCS_open());
  good(THC_setDevice(2));
  make(&here);
  good(THCSFloatTensor_fromHost(&s, &here));
  CHECK(THTensor_device(&s.base) == 2 && THCSFloatTensor_nnz(&s) == 4);
  CHECK(!THCSFloatTensor_isCoalesced(&s));
  good(THCSFloatTensor_toCSR(&c, &s));
  CHECK(THCSFloatTensor_nnz(&c) == 3);
  good(THCSFloatTensor_indices(&at, &s)), CHECK(is(&at.base, 4, 4));
  good(THCSFloatTensor_cadd(&r, &s, 2, &c));
  good(THCSFloatTensor_values(&v, &r)), CHECK(is(&v.base, 0, 18));
  good(THCSFloatTensor_sumall(&sum, &r)), CHECK(sum == 30);
  good(THCFloatTensor_resize1d(&x, 4));
  good(THCFloatTensor_fill(&x, 10));
  good(THCSFloatTensor_mv(&y, &s, &x)), CHECK(is(&y.base, 0, 60));
  good(THCSFloatTensor_toHost(&back, &r));
  CHECK(!THTensor_device(&back.base) && THSFloatTensor_nnz(&back) == 3);
  FAILS(TH_EUNSUPPORTED, THCSFloatTensor_toCSR(&r, (THCSFloatTensor *)&x), "is not sparse");
  THSFloatTensor_clear(&here), THSFloatTensor_clear(&back);
  THCSFloatTensor_clear(&s), THCSFloatTensor_clear(&c), THCSFloatTensor_clear(&r);
  THCFloatTensor_clear(&x), THCFloatTensor_clear(&y), THCFloatTensor_clear(&v);
  THCLongTensor_clear(&at);
  CLEAN();
  return TH_OK;
}

/* --- failing calls --- */

typedef struct Work {
  THCSFloatTensor s, coalesced, rows, sum, product;
  THCFloatTensor x, y, dense;
} Work;

static int compute(Work *w)
{
  TH_TRY(THCSFloatTensor_coalesce(&w->coalesced, &w->s));
  TH_TRY(THCSFloatTensor_toCSR(&w->rows, &w->s));
  TH_TRY(THCSFloatTensor_cadd(&w->sum, &w->s, 1, &w->coalesced));
  TH_TRY(THCSFloatTensor_cmul(&w->product, &w->s, &w->coalesced));
  TH_TRY(THCSFloatTensor_toDense(&w->dense, &w->rows));
  return THCSFloatTensor_mv(&w->y, &w->rows, &w->x);
}

static void drop(Work *w)
{
  THTensor *all[] = {&w->s.base, &w->coalesced.base, &w->rows.base, &w->sum.base,
                     &w->product.base, &w->x.base, &w->y.base, &w->dense.base};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) THTensor_clear(all[k]);
}

static int script(long n)
{
  (void)n;
  Work w = {.s = {{.nDimension = 0}}};
  THSFloatTensor here = {0};
  CHECK(!THC_open() && !THCS_open());
  make(&here);
  good(THCSFloatTensor_fromHost(&w.s, &here));
  good(THCFloatTensor_resize1d(&w.x, 4));
  good(THCFloatTensor_fill(&w.x, 10));
  fail_from_here();
  const int status = compute(&w);
  const int failed = calls_left();
  CHECK(failed || !status);
  if (status) {
    CHECK(status == TH_EDEVICE || status == TH_ENOMEM);
    CHECK(THTensor_isUndefined(&w.y.base));
  } else {
    CHECK(is(&w.y.base, 0, 60) && is(&w.dense.base, 1, 6));
  }
  drop(&w);
  THSFloatTensor_clear(&here);
  CHECK(!THC_synchronize(0) && THCAllocator_stats(1).allocated == 0);
  return failed ? TH_OK : COMPLETE;
}

int main(void)
{
  isolated(test_typed);
  CHECK(fail_each(script) > 50);
  return CHECK_RESULT();
}
