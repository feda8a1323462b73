/*
** Makes each allocation of a list of calls fail in turn. Each call must report TH_ENOMEM, leave its
** result unchanged and free everything (failing.h).
*/
#include "TH.h"
#include "check.h"
#include "failing.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

enum { OPERANDS = 5 };

/* Operands, made before failures begin: a matrix, its transpose, a vector, a mask, positions. */
typedef struct Fixture { THTensor m, turned, x, mask, at, *in[OPERANDS]; } Fixture;

static void set_up(Fixture *f)
{
  memset(f, 0, sizeof *f);
  CHECK(!THTensor_new(&f->m, 0, TH_FLOAT, 2, LIST(3, 4)) &&
        !THTensor_new(&f->x, 0, TH_FLOAT, 1, LIST(4)));
  CHECK(!THTensor_new(&f->mask, 0, TH_BYTE, 2, LIST(3, 4)) &&
        !THTensor_new(&f->at, 0, TH_LONG, 1, LIST(2)));
  for (int i = 0; i < 12; i++)
    CHECK(!THTensor_put(&f->m, i, TH_real(i + 1)) && !THTensor_put(&f->mask, i, TH_integer(i & 1)));
  CHECK(!THTensor_fill(&f->x, TH_real(2)) && !THTensor_fill(&f->at, TH_integer(2)));
  CHECK(!THTensor_transpose(&f->turned, &f->m, 0, 1));
  THTensor *in[OPERANDS] = {&f->m, &f->turned, &f->x, &f->mask, &f->at};
  memcpy(f->in, in, sizeof in);
}

static void tear_down(Fixture *f)
{
  for (int k = 0; k < OPERANDS; k++) THTensor_clear(f->in[k]);
}

/* 1 if the operands hold what set_up put there. */
static int untouched(const Fixture *f)
{
  int wrong = 0;
  const float *m = f->m.storage->data, *x = f->x.storage->data;
  for (int i = 0; i < 12; i++) wrong += m[i] != (float)i + 1;
  for (int i = 0; i < 4; i++) wrong += x[i] != 2;
  return !wrong && f->m.nDimension == 2 && f->turned.size[0] == 4 && f->x.size[0] == 4;
}

static int op(const char *name, THTensor *out, const THTensor *a, const THTensor *b)
{
  const THOperand in[] = {TH_tensorOperand(a), TH_tensorOperand(b),
                          TH_numberOperand(TH_integer(1))};
  return THOp_apply(THOp_find(name), out, in);
}

/* A call that writes to r, which is undefined or a matrix of 7s. */
#define CALL(name, ...)                                \
static int name(THTensor *r, const Fixture *f)         \
{                                                      \
  return (void)r, (void)f, (__VA_ARGS__);              \
}
CALL(new, THTensor_new(r, 0, TH_FLOAT, 1, LIST(1000)))
CALL(clone, THTensor_clone(r, &f->m, 0))
CALL(contiguous, THTensor_contiguous(r, &f->turned))
CALL(reshape, THTensor_reshape(r, &f->turned, 1, LIST(12)))
CALL(resize, (r->dtype = TH_FLOAT, THTensor_resize("resize", r, 2, LIST(30, 40), NULL)))
CALL(add, op("cadd", r, &f->m, &f->x))
CALL(in_order, op("cadd", r, &f->m, &f->turned))
CALL(square, op("square", r, &f->m, NULL))
CALL(compare, op("lt", r, &f->m, &f->x))
CALL(cat, THTensor_cat(r, 2, (const THTensor *[]){&f->m, &f->m}, 0))
CALL(repeat, THTensor_repeat(r, &f->m, 3, LIST(2, 2, 2)))
CALL(tril, THTensor_tril(r, &f->m, 0))
CALL(diag, THTensor_diag(r, &f->x, 1))
CALL(sum, THTensor_reduce(TH_OP_sum, r, &f->turned, 0))
CALL(var, THTensor_deviation(TH_OP_var, r, &f->m, 1, 0))
CALL(norm, THTensor_norm(r, &f->m, 3, 0))
CALL(cumsum, THTensor_scan(TH_OP_cumsum, r, &f->m, 0))
CALL(softmax, THTensor_softmax(r, &f->turned, 0))
CALL(logsumexp, THTensor_logsumexp(r, &f->m, 1))
CALL(unique, THTensor_unique(r, NULL, NULL, &f->m, 0))
CALL(histogram, THTensor_histogram(r, &f->m, &f->x, NULL, 1))
CALL(cov, THTensor_cov(r, &f->m, 1, NULL, &f->x))
CALL(nanstd, THTensor_nanstd(r, &f->m, 0, 1))
CALL(interp, THTensor_interp(r, &f->m, &f->x, &f->x))
CALL(join, THTensor_joinDims("join", r, &f->turned, 0, NULL))
CALL(mm, THTensor_mm(r, &f->m, &f->turned))
CALL(addmm, THTensor_addmm(r, TH_real(1), &f->x, TH_real(2), &f->turned, &f->m))
CALL(mv, THTensor_mv(r, &f->m, &f->x))
CALL(ger, THTensor_ger(r, &f->x, &f->x))
CALL(gather, THTensor_index(r, &f->m, 1, &f->at))
CALL(masked, THTensor_maskedSelect(r, &f->m, &f->mask))

/* Two quantiles, with counts of their own. */
static int quantile(THTensor *r, const Fixture *f)
{
  THTensor q = {0};
  int status = THTensor_new(&q, 0, TH_DOUBLE, 1, LIST(2));
  if (!status) status = THTensor_fill(&q, TH_real(0.5));
  if (!status) status = THTensor_quantile(r, &f->m, &q, 1, TH_LINEAR, 1);
  THTensor_clear(&q);
  return status;
}

/* Two results, and three. */
static int cummax(THTensor *r, const Fixture *f)
{
  THTensor at = {0};
  const int status = THTensor_cummax(r, &at, &f->m, 0);
  THTensor_clear(&at);
  return status;
}

static int unique3(THTensor *r, const Fixture *f)
{
  THTensor inverse = {0}, counts = {0};
  const int status = THTensor_unique(r, &inverse, &counts, &f->m, -1);
  THTensor_clear(&inverse), THTensor_clear(&counts);
  return status;
}

/* A result that overlaps its own operand, shifted by one, so that the operand is copied first. */
static int overlap(THTensor *r, const Fixture *f)
{
  THTensor head = {0}, tail = {0};
  if (!r->storage) return THTensor_clone(r, &f->m, 0);
  CHECK(!THTensor_narrow(&head, r, 1, 0, 3) && !THTensor_narrow(&tail, r, 1, 1, 3));
  int status = op("cmul", &tail, &head, &tail);
  THTensor_clear(&head), THTensor_clear(&tail);
  return status;
}

/* Writes to memory of the caller; r stays as it is. */
static int nonzero(THTensor *r, const Fixture *f)
{
  int64_t kept[24], wrong = 0;
  THTensor at = {0};
  (void)r;
  for (int i = 0; i < 24; i++) kept[i] = 7;
  THStorage *s = THStorage_borrow(TH_LONG, kept, 24, NULL, NULL);
  if (!s) return TH_ENOMEM;
  CHECK(!THTensor_setStorage(&at, s, 0, 1, LIST(24), NULL));
  THStorage_release(s);
  int status = THTensor_nonzero(&at, &f->m);
  for (int i = 0; i < 24; i++) wrong += kept[i] != 7;
  CHECK(status ? !wrong && at.nDimension == 1 : wrong && at.nDimension == 2);
  THTensor_clear(&at);
  return status;
}

static const THQuantization whole = {.dtype = TH_QINT8, .axis = -1, .scale = 1};

static int quantize(THTensor *r, const Fixture *f)
{
  const THQuantization to = {.dtype = TH_QINT8, .axis = 1, .scales = &f->x, .zeros = &f->x};
  return THTensor_quantize("quantize", r, &f->m, &to);
}

/* A call on the quantized matrix q. */
#define CALL_QUANTIZED(name, make, ...)                \
static int name(THTensor *r, const Fixture *f)         \
{                                                      \
  THTensor q = {0};                                    \
  int status = ((void)r, make);                        \
  if (!status) status = (__VA_ARGS__);                 \
  THTensor_clear(&q);                                  \
  return status;                                       \
}
CALL_QUANTIZED(dequantize, quantize(&q, f), THTensor_dequantize(r, &q))
CALL_QUANTIZED(channels, quantize(&q, f), THTensor_narrow(r, &q, 1, 1, 2))
CALL_QUANTIZED(requantize, quantize(&q, f), THTensor_copy(&q, &f->m))
CALL_QUANTIZED(linear, THTensor_quantize("quantize", &q, &f->m, &whole),
               THTensor_quantizedLinear(r, &q, &q, NULL, 2, 3, TH_QUINT8))
CALL(fake, THTensor_fakeQuantize("fake", r, &f->m, &whole, -5, 5))

#define ROW(name) {#name, name}
static const struct Call {
  const char *name;
  int (*call)(THTensor *r, const Fixture *f);
} calls[] = {
    ROW(new),      ROW(clone),  ROW(contiguous), ROW(reshape), ROW(resize), ROW(add),
    ROW(in_order), ROW(square), ROW(compare),    ROW(cat),     ROW(repeat), ROW(tril),
    ROW(diag),     ROW(sum),    ROW(var),        ROW(norm),    ROW(cumsum), ROW(mm),
    ROW(addmm),    ROW(mv),     ROW(ger),        ROW(gather),  ROW(masked), ROW(overlap),
    ROW(nonzero),  ROW(quantize),   ROW(dequantize), ROW(channels), ROW(requantize),
    ROW(linear),   ROW(fake),   ROW(softmax), ROW(logsumexp), ROW(unique), ROW(unique3),
    ROW(quantile), ROW(cummax), ROW(histogram), ROW(cov), ROW(nanstd), ROW(interp), ROW(join),
};

/* The result before a call: undefined, or a matrix of 7s with its own storage. */
static THTensor result(int given)
{
  THTensor r = {0};
  if (given) CHECK(!THTensor_new(&r, 0, TH_FLOAT, 2, LIST(3, 4)) && !THTensor_fill(&r, TH_real(7)));
  return r;
}

static int sevens(const THTensor *r)
{
  int wrong = 0;
  for (int64_t i = 0; r->storage && i < r->storage->size; i++)
    wrong += ((float *)r->storage->data)[i] != 7;
  return !wrong;
}

/* Returns how many allocations the call makes. */
static int test_call(const struct Call *call, const Fixture *f, int given)
{
  for (int fail_at = 0; fail_at < 200; fail_at++) {
    int before = live;
    THTensor r = result(given), copy = r;
    int held = live;
    until_failure = fail_at;
    int status = call->call(&r, f);
    until_failure = -1;
    if (status) {
      int good =
          CHECK(status == TH_ENOMEM) && CHECK(strstr(TH_error(), "memory")) && CHECK(live == held);
      copy.dtype = r.dtype; /* resize may have set the dtype */
      good &= CHECK(memcmp(&r, &copy, sizeof r) == 0) && CHECK(sevens(&r));
      if (!good) fprintf(stderr, "  %s, failing at %d: %s\n", call->name, fail_at, TH_error());
    }
    THTensor_clear(&r);
    CHECK(untouched(f) && live == before);
    if (!status) return fail_at;
  }
  CHECK(0);
  return 0;
}

int main(void)
{
  Fixture f;
  int allocations = 0;
  TH_setCacheLimit(0);
  set_up(&f);
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
    int fresh = test_call(&calls[k], &f, 0), given = test_call(&calls[k], &f, 1);
    if (!CHECK(fresh > 0)) fprintf(stderr, "  %s allocates nothing\n", calls[k].name);
    allocations += fresh + given;
  }
  CHECK(allocations >= 50);
  tear_down(&f);
  CHECK(live == 0 && TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
