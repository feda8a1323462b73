/*
** Sums of exponentials. Shifting by the largest element keeps them in range; where that is infinite
** or NaN, logsumexp shifts by 0, so that infinities give what they should by themselves.
**
** On the CPU the steps are made for a block of slices after the other, which stays in the caches:
** so memory is read once and written once. 16-bit types are computed in float.
*/
#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THFuse.h"
#include "TH/ops/search/THAlong.h"
#include "TH/ops/search/THRows.h"
#include "TH/ops/search/THSteps.h"

enum { BLOCK = 256 * 1024 }; /* elements */

/* y = what is computed of x along dim; y has its sizes already. */
typedef int (*Compute)(const char *op, THTensor *y, const THTensor *x, int dim);

static int check(const char *op, const THTensor *x, int dim)
{
  THSteps s;
  THSteps_begin(&s, op);
  THSteps_checkFloating(&s, x);
  TH_STEP(&s, TH_checkDim(op, x, dim));
  return s.status;
}

/* Compute blocks of x, cut along the first dimension unless that is dim. */
static int each_block(const char *op, THTensor *y, const THTensor *x, int dim, Compute compute)
{
  const int whole = !dim || THTensor_device(x);
  const int64_t count = THTensor_nElement(x), n = count ? x->size[0] : 0;
  const int64_t some = BLOCK / (count / (n + !n) + 1) + 1;
  int status = count || !THTensor_nElement(y) ? TH_OK : compute(op, y, x, dim);
  if (whole && count) return compute(op, y, x, dim);
  for (int64_t at = 0; at < n && !status; at += some) {
    THTensor from = *x, to = *y; /* borrowed */
    from.size[0] = to.size[0] = at + some < n ? some : n - at;
    from.storageOffset += at * x->stride[0];
    to.storageOffset += at * y->stride[0];
    status = compute(op, &to, &from, dim);
  }
  return status;
}

/* A new result with these sizes, given to out. A number counts as a vector of it. */
static int run(const char *op, THTensor *out, const THTensor *x, int dim, int isReduced,
               Compute compute)
{
  THSteps s;
  const int isNumber = !x->nDimension && !THTensor_isUndefined(x);
  THTensor vector = *x; /* borrowed */
  if (isNumber) {
    vector.nDimension = 1;
    vector.size[0] = vector.stride[0] = 1;
    x = &vector;
    dim = 0;
  }
  int64_t size[TH_MAX_DIM];
  TH_TRY(check(op, x, dim));
  THSteps_begin(&s, op);
  for (int d = 0; d < x->nDimension; d++) size[d] = d == dim && isReduced ? 1 : x->size[d];
  THTensor *y = THSteps_place(&s);
  TH_STEP(&s, THTensor_new(y, THTensor_device(x), x->dtype, x->nDimension, size));
  TH_STEP(&s, each_block(op, y, x, dim, compute));
  if (isNumber) y->nDimension = 0;
  return THSteps_end(&s, out, y);
}

/* Add the difference of two values of the chain. */
static void subtract(THSteps *s, THFuse *chain, int *value, int b)
{
  const THFuseOperand in[] = {{.value = *value}, {.value = b},
                              {.value = -1, .number = TH_integer(1)}};
  TH_STEP(s, THFuse_step(chain, s->op, &TH_ops[TH_OP_csub], in, value));
}

/* In one pass: to = x - shift - log, or without a log exp(x - shift). */
static void shift_by(THSteps *s, THTensor *to, const THTensor *x, const THTensor *shift,
                     const THTensor *log)
{
  THFuse chain = {.count = 0};
  int value = 0, by = 0;
  TH_STEP(s, THFuse_tensor(&chain, x, &value));
  TH_STEP(s, THFuse_tensor(&chain, shift, &by));
  subtract(s, &chain, &value, by);
  if (log) {
    TH_STEP(s, THFuse_tensor(&chain, log, &by));
    subtract(s, &chain, &value, by);
  } else {
    const THFuseOperand of[] = {{.value = value}};
    TH_STEP(s, THFuse_step(&chain, s->op, &TH_ops[TH_OP_exp], of, &value));
  }
  TH_STEP(s, THFuse_run(&chain, 1, &to, &value));
  THFuse_clear(&chain);
}

static int softmax(const char *op, THTensor *y, const THTensor *x, int dim)
{
  THSteps s;
  int ran;
  TH_TRY(THRows_run(TH_OP_softmaxRow, y, x, dim, &ran));
  if (ran) return TH_OK;
  THSteps_begin(&s, op);
  const THTensor *wide = THSteps_widened(&s, x);
  const THTensor *most = THSteps_reduce(&s, TH_OP_max, wide, dim);
  THTensor *part = wide == x ? y : THSteps_place(&s);
  shift_by(&s, part, wide, most, NULL);
  const THTensor *sum = THSteps_reduce(&s, TH_OP_sum, part, dim);
  const THTensor *factor = THSteps_apply(&s, TH_OP_cinv, sum, NULL);
  const THOperand in[] = {TH_tensorOperand(part), TH_tensorOperand(factor)};
  TH_STEP(&s, THOp_applyAs(op, &TH_ops[TH_OP_cmul], part, in));
  if (part != y) TH_STEP(&s, THTensor_copy(y, part));
  return THSteps_drop(&s);
}

static int log_softmax(const char *op, THTensor *y, const THTensor *x, int dim)
{
  THSteps s;
  int ran;
  TH_TRY(THRows_run(TH_OP_logSoftmaxRow, y, x, dim, &ran));
  if (ran) return TH_OK;
  THSteps_begin(&s, op);
  const THTensor *wide = THSteps_widened(&s, x);
  const THTensor *most = THSteps_reduce(&s, TH_OP_max, wide, dim);
  THTensor *part = THSteps_place(&s), *to = wide == x ? y : THSteps_place(&s);
  shift_by(&s, part, wide, most, NULL);
  const THTensor *sum = THSteps_reduce(&s, TH_OP_sum, part, dim);
  shift_by(&s, to, wide, most, THSteps_apply(&s, TH_OP_log, sum, NULL));
  if (to != y) TH_STEP(&s, THTensor_copy(y, to));
  return THSteps_drop(&s);
}

static int log_sum(const char *op, THTensor *y, const THTensor *x, int dim)
{
  THSteps s;
  THSteps_begin(&s, op);
  if (!x->size[dim]) return THTensor_fill(y, TH_real(-INFINITY));
  const THTensor *wide = THSteps_widened(&s, x);
  const THTensor *most = THSteps_reduce(&s, TH_OP_max, wide, dim);
  const THTensor *finite = THSteps_apply(&s, TH_OP_isfinite, most, NULL);
  const THTensor *infinite = THSteps_applyNumber(&s, TH_OP_eq, finite, TH_integer(0));
  const THTensor *shift = THSteps_masked(&s, most, infinite, TH_integer(0));
  THTensor *part = THSteps_place(&s);
  shift_by(&s, part, wide, shift, NULL);
  const THTensor *sum = THSteps_reduce(&s, TH_OP_sum, part, dim);
  const THTensor *log = THSteps_apply(&s, TH_OP_log, sum, NULL);
  const THTensor *made = THSteps_apply(&s, TH_OP_cadd, log, shift);
  TH_STEP(&s, THTensor_copy(y, made));
  return THSteps_drop(&s);
}

int THTensor_softmax(THTensor *out, const THTensor *x, int dim)
{
  return run("softmax", out, x, dim, 0, softmax);
}

int THTensor_logSoftmax(THTensor *out, const THTensor *x, int dim)
{
  return run("logSoftmax", out, x, dim, 0, log_softmax);
}

int THTensor_logsumexp(THTensor *out, const THTensor *x, int dim)
{
  return run("logsumexp", out, x, dim, 1, log_sum);
}
