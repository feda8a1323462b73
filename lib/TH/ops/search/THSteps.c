/* Each step: a place, and one call of an operation that writes to it. */
#include "TH/ops/search/THSteps.h"

#include "TH/geometry/THAlias.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"

/* Beyond the last place, which is a mistake of the function, the first one is given. */
THTensor *THSteps_place(THSteps *s)
{
  if (s->count == TH_MAX_STEPS) {
    TH_STEP(s, th_fail(TH_EINVAL, "%s: more than %d steps", s->op, TH_MAX_STEPS));
    return s->tensor;
  }
  s->tensor[s->count] = (THTensor){0};
  return &s->tensor[s->count++];
}

static THTensor *apply(THSteps *s, int op, const THTensor *a, THOperand b)
{
  THTensor *out = THSteps_place(s);
  const THOperand in[] = {TH_tensorOperand(a), b, TH_numberOperand(TH_integer(1))};
  TH_STEP(s, THOp_applyAs(s->op, &TH_ops[op], out, in));
  return out;
}

THTensor *THSteps_apply(THSteps *s, int op, const THTensor *a, const THTensor *b)
{
  return apply(s, op, a, TH_tensorOperand(b ? b : a));
}

THTensor *THSteps_applyNumber(THSteps *s, int op, const THTensor *a, THNumber number)
{
  return apply(s, op, a, TH_numberOperand(number));
}

THTensor *THSteps_add(THSteps *s, const THTensor *a, double factor, const THTensor *b)
{
  THTensor *out = THSteps_place(s);
  const THOperand in[] = {TH_tensorOperand(a), TH_tensorOperand(b),
                          TH_numberOperand(TH_real(factor))};
  TH_STEP(s, THOp_applyAs(s->op, &TH_ops[TH_OP_cadd], out, in));
  return out;
}

THTensor *THSteps_reduce(THSteps *s, int op, const THTensor *x, int dim)
{
  THTensor *out = THSteps_place(s), positions = {0};
  const int kind = TH_reductions[op].kind;
  if (kind == TH_KIND_EXTREME) TH_STEP(s, THTensor_extreme(op, out, &positions, x, dim));
  else if (kind == TH_KIND_SCAN || kind == TH_KIND_RUNNING)
    TH_STEP(s, THTensor_scan(op, out, x, dim));
  else TH_STEP(s, THTensor_reduce(op, out, x, dim));
  THTensor_clear(&positions);
  return out;
}

THTensor *THSteps_narrow(THSteps *s, const THTensor *x, int dim, int64_t first, int64_t count)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_narrow(out, x, dim, first, count));
  return out;
}

THTensor *THSteps_reshape(THSteps *s, const THTensor *x, int ndim, const int64_t *size)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_reshape(out, x, ndim, size));
  return out;
}

THTensor *THSteps_flat(THSteps *s, const THTensor *x)
{
  const int64_t count = THTensor_nElement(x);
  x = THSteps_defined(s, x);
  return THSteps_reshape(s, x, 1, &count);
}

const THTensor *THSteps_defined(THSteps *s, const THTensor *x)
{
  const int64_t none = 0;
  return THTensor_isUndefined(x) ? THSteps_filled(s, x, x->dtype, 1, &none, TH_integer(0)) : x;
}

THTensor *THSteps_to(THSteps *s, const THTensor *x, int device, int dtype)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_to(out, x, device, dtype));
  return out;
}

const THTensor *THSteps_widened(THSteps *s, const THTensor *x)
{
  return THDtype_traits(x->dtype)->size > 2 ? x : THSteps_to(s, x, THTensor_device(x), TH_FLOAT);
}

THTensor *THSteps_filled(THSteps *s, const THTensor *like, int dtype, int ndim,
                         const int64_t *size, THNumber number)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_new(out, THTensor_device(like), dtype, ndim, size));
  TH_STEP(s, THTensor_fill(out, number));
  return out;
}

THTensor *THSteps_positions(THSteps *s, const THTensor *like, int64_t n)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_new(out, THTensor_device(like), TH_LONG, 1, &n));
  TH_STEP(s, THTensor_fillSequence(out, 1, 1));
  return out;
}

THTensor *THSteps_masked(THSteps *s, const THTensor *x, const THTensor *mask, THNumber number)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_clone(out, x, x->dtype));
  TH_STEP(s, THTensor_maskedFill(out, mask, number));
  return out;
}

THTensor *THSteps_isNan(THSteps *s, const THTensor *x)
{
  return THSteps_apply(s, TH_OP_ne, x, x);
}

THTensor *THSteps_cat(THSteps *s, const THTensor *a, const THTensor *b, int dim)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_cat(out, 2, (const THTensor *[]){a, b}, dim));
  return out;
}

THTensor *THSteps_gather(THSteps *s, const THTensor *x, int dim, const THTensor *positions)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_gather(out, x, dim, positions));
  return out;
}

THTensor *THSteps_index(THSteps *s, const THTensor *x, int dim, const THTensor *positions)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_index(out, x, dim, positions));
  return out;
}

/* --- checks --- */

void THSteps_checkFloating(THSteps *s, const THTensor *x)
{
  TH_STEP(s, THTensor_operand(s->op, x));
  if (!s->status && !THDtype_traits(x->dtype)->floating)
    s->status = th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", s->op,
                        THTensor_typeText(x->dtype).text);
}

void THSteps_checkOrdered(THSteps *s, const THTensor *x)
{
  TH_STEP(s, THTensor_operand(s->op, x));
  if (!s->status && (x->dtype == TH_BOOL || THDtype_traits(x->dtype)->complex))
    s->status = th_fail(TH_EDTYPE, "%s: not defined for %s", s->op,
                        THTensor_typeText(x->dtype).text);
}

void THSteps_checkSome(THSteps *s, const THTensor *x, int dim)
{
  TH_STEP(s, TH_checkDim(s->op, x, dim));
  if (!s->status && !x->size[dim])
    s->status = th_fail(TH_EINVAL, "%s: dimension %d of size 0 has no element", s->op, dim + 1);
}

/* --- the end --- */

int THSteps_drop(THSteps *s)
{
  for (int k = 0; k < s->count; k++) THTensor_clear(&s->tensor[k]);
  s->count = 0;
  return s->status;
}

/* Whether an out without sizes may take the tensor itself: nothing else has its storage. */
static int takes(const THTensor *out, const THTensor *made)
{
  const THStorage *storage = made->storage;
  return THTensor_isUndefined(out) && (!out->dtype || out->dtype == made->dtype) && storage &&
         storage->refcount == 1 && storage->size == THTensor_nElement(made) &&
         THTensor_isContiguous(made);
}

static int give(const char *op, THTensor *out, const THTensor *made)
{
  if (!takes(out, made)) return THResult_replace(op, out, made);
  THTensor_set(out, made);
  return TH_OK;
}

int THSteps_end(THSteps *s, THTensor *out, const THTensor *made)
{
  THTensor result = {0};
  if (!s->status) THTensor_set(&result, made);
  THSteps_drop(s);
  TH_STEP(s, give(s->op, out, &result));
  THTensor_clear(&result);
  return s->status;
}

/* Gives all results their sizes before an element is written. */
static int give_all(const char *op, int n, THTensor *const *out, const THTensor *const *made)
{
  THTensor before[3];
  int taken[3], status = THAlias_distinct(op, n, out, 1);
  for (int k = 0; k < n; k++) before[k] = *out[k], taken[k] = takes(out[k], made[k]);
  for (int k = 0; k < n && !status; k++)
    if (!taken[k])
      status = THTensor_result(op, out[k], THTensor_device(made[k]), made[k]->dtype,
                               made[k]->nDimension, made[k]->size);
  for (int k = 0; k < n && !status; k++)
    if (taken[k]) THTensor_set(out[k], made[k]);
    else status = THTensor_copy(out[k], made[k]);
  for (int k = 0; k < n && status; k++) THTensor_restore(out[k], &before[k]);
  return status;
}

int THSteps_endAll(THSteps *s, int n, THTensor *const *out, const THTensor *const *made)
{
  THTensor *results[3];
  const THTensor *values[3];
  int wanted = 0;
  for (int k = 0; k < n; k++)
    if (out[k]) results[wanted] = out[k], values[wanted++] = made[k];
  TH_STEP(s, give_all(s->op, wanted, results, values));
  return THSteps_drop(s);
}
