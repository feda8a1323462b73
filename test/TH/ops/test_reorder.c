/*
** Copies in another order against a loop over all positions: every width, shapes of one element to
** long rows, strided sources, and one and two threads. Run with small caches too (CMakeLists.txt),
** so that results are written past them.
*/
#include "TH.h"
#include "check.h"

static int64_t modulo(int64_t a, int64_t n)
{
  return (a % n + n) % n;
}

static int64_t mirrored(int64_t i, int64_t n)
{
  return i < 0 ? -i : i < n ? i : 2 * (n - 1) - i;
}

/* What an operation did along a dimension: where position i of the result comes from. */
typedef enum Kind { FLIP, ROLL, REFLECT, REPLICATE, CIRCULAR, KINDS } Kind;

static int64_t source_of(Kind kind, int64_t i, int64_t n, int64_t by)
{
  switch (kind) {
  case FLIP: return by ? n - 1 - i : i;
  case ROLL: return modulo(i - by, n);
  case REFLECT: return mirrored(i - by, n);
  case REPLICATE: return i < by ? 0 : i - by < n ? i - by : n - 1;
  default: return modulo(i - by, n);
  }
}

static int run(Kind kind, THTensor *r, const THTensor *x, const int64_t *by)
{
  static const enum THPadMode modes[KINDS] = {
    [REFLECT] = TH_PAD_REFLECT, [REPLICATE] = TH_PAD_REPLICATE, [CIRCULAR] = TH_PAD_CIRCULAR};
  int64_t around[2 * TH_MAX_DIM];
  int dims[TH_MAX_DIM], n = 0;
  for (int d = 0; d < x->nDimension; d++)
    around[2 * d] = around[2 * d + 1] = by[x->nDimension - 1 - d];
  for (int d = 0; d < x->nDimension; d++)
    if (kind != FLIP || by[d]) dims[n++] = d;
  if (kind == FLIP) return THTensor_flip(r, x, n, dims);
  if (kind == ROLL) return THTensor_roll(r, x, n, by, dims);
  return THTensor_pad(r, x, x->nDimension, around, modes[kind], TH_integer(0));
}

static int64_t at(const THTensor *t, int64_t i)
{
  THNumber number = TH_integer(-1);
  CHECK(!THTensor_get(t, i, &number));
  return (int64_t)TH_asReal(number);
}

/* Into r, which is empty, or a result that is ready. */
static void check_into(THTensor *r, Kind kind, const THTensor *x, const int64_t *by)
{
  int64_t wrong = 0;
  CHECK(!run(kind, r, x, by));
  for (int64_t i = 0; i < THTensor_nElement(r); i++) {
    int64_t rest = i, from = 0, step = 1;
    for (int d = x->nDimension - 1; d >= 0; d--) {
      from += step * source_of(kind, rest % r->size[d], x->size[d], by[d]);
      rest /= r->size[d];
      step *= x->size[d];
    }
    wrong += at(r, i) != at(x, from);
  }
  CHECK(!wrong);
}

static void check_kind(Kind kind, const THTensor *x, const int64_t *by)
{
  int equal;
  THTensor r = {0}, same = {0};
  check_into(&r, kind, x, by);
  const THStorage *storage = r.storage;
  CHECK(!THTensor_fill(&r, TH_integer(0)));
  check_into(&r, kind, x, by);
  CHECK(r.storage == storage);
  if (kind > ROLL) return THTensor_clear(&r);
  CHECK(!THTensor_clone(&same, x, TH_UNDEFINED) && !run(kind, &same, &same, by)); /* onto itself */
  CHECK(!THTensor_equal(&equal, &same, &r) && equal);
  THTensor_clear(&same);
  THTensor_clear(&r);
}

/* count tensors joined along dim, all of them x. */
static void check_cat(const THTensor *x, int count, int dim)
{
  const THTensor *list[8] = {x, x, x, x, x, x, x, x};
  THTensor r = {0};
  int64_t inside = 1, wrong = 0;
  for (int d = dim; d < x->nDimension; d++) inside *= x->size[d];
  CHECK(!THTensor_cat(&r, count, list, dim));
  for (int64_t i = 0; i < THTensor_nElement(&r); i++)
    wrong += at(&r, i) != at(x, i / (inside * count) * inside + i % inside);
  CHECK(!wrong);
  THTensor_clear(&r);
}

static void check_all(const THTensor *x)
{
  int64_t some[TH_MAX_DIM], last[TH_MAX_DIM] = {0};
  const int n = x->nDimension;
  for (int d = 0; d < n; d++) some[d] = x->size[d] > 2 ? 2 : x->size[d] - 1;
  last[n - 1] = some[n - 1];
  for (int kind = 0; kind < KINDS; kind++) {
    if (n > 3 && kind > ROLL) continue; /* pads at most three dimensions */
    check_kind((Kind)kind, x, some);
    check_kind((Kind)kind, x, last);
  }
  for (int dim = 0; dim < n; dim++) check_cat(x, 3, dim);
  THTensor column = *x; /* borrowed */
  column.size[n] = column.stride[n] = 1;
  column.nDimension = n + 1;
  for (int count = 1; count <= 8; count++) check_cat(&column, count, n);
}

int main(void)
{
  static const int dtypes[] = {TH_BYTE, TH_SHORT, TH_FLOAT, TH_LONG, TH_COMPLEXDOUBLE};
  static const int64_t sizes[][5] = {
    {1, 1}, {1, 5003}, {2, 71, 133}, {2, 400, 3}, {2, 3, 1}, {3, 2, 1, 900}, {4, 3, 5, 7, 11}};
  for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      THTensor x = {0}, turned = {0};
      CHECK(!THTensor_new(&x, 0, dtypes[k], (int)sizes[s][0], sizes[s] + 1));
      for (int64_t i = 0; i < THTensor_nElement(&x); i++)
        CHECK(!THTensor_put(&x, i, TH_integer(i % 127)));
      TH_setNumThreads(1 + (int)(k % 2));
      check_all(&x);
      CHECK(!THTensor_transpose(&turned, &x, 0, x.nDimension - 1));
      if (k == 2) check_all(&turned);
      THTensor_clear(&x), THTensor_clear(&turned);
    }
  return CHECK_RESULT();
}
