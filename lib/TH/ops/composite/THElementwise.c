/*
** Element by element functions made of rows: those without doc in THSpecial.def, and others.
**
** A function with two results, or with more than one pass, makes them in tensors of its own, so
** that a result may be an operand and is unchanged on failure.
*/
#include "TH/ops/composite/THElementwise.h"

#include <float.h>

#include "TH/geometry/THAlias.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THFormat.h"
#include "TH/geometry/THPromote.h"
#include "TH/iteration/THIter.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THFuse.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THMask.h"

static int apply(const char *name, int row, THTensor *out, const THOperand *in)
{
  return THOp_applyAs(name, &TH_ops[row], out, in);
}

/* --- limits --- */

int THTensor_clampBy(THTensor *out, THOperand a, const THOperand *lo, const THOperand *hi)
{
  THTensor below = {0};
  if (!lo && !hi) return th_fail(TH_EINVAL, "clamp: neither a lower nor an upper limit is given");
  if (!lo) return apply("clamp", TH_OP_cmin, out, (const THOperand[]){a, *hi});
  if (!hi) return apply("clamp", TH_OP_cmax, out, (const THOperand[]){a, *lo});
  int status = apply("clamp", TH_OP_cmin, &below, (const THOperand[]){a, *hi});
  if (!status)
    status = apply("clamp", TH_OP_cmax, out, (const THOperand[]){TH_tensorOperand(&below), *lo});
  THTensor_clear(&below);
  return status;
}

static double largest(int dtype)
{
  return dtype == TH_HALF ? 65504 : dtype == TH_BFLOAT16 ? 0x1.fep127 :
         dtype == TH_FLOAT ? FLT_MAX : DBL_MAX;
}

static int replace(THTensor *out, const THTensor *a, const double *nan, const double *posinf,
                   const double *neginf)
{
  const double most = largest(a->dtype);
  return apply("nanToNum", TH_OP_replaced, out,
               (const THOperand[]){TH_tensorOperand(a),
                                   TH_numberOperand(TH_real(posinf ? *posinf : most)),
                                   TH_numberOperand(TH_real(neginf ? *neginf : -most)),
                                   TH_numberOperand(TH_real(nan ? *nan : 0))});
}

/* In a copy of its own, which then replaces out. */
static int replace_parts(THTensor *out, const THTensor *z, const double *nan, const double *posinf,
                         const double *neginf)
{
  THTensor made = {0}, parts = {0};
  int status = THTensor_cloneInFormat(&made, z, z->dtype, TH_FORMAT_PRESERVE);
  if (!status) status = THTensor_viewAsReal(&parts, &made);
  if (!status) status = replace(&parts, &parts, nan, posinf, neginf);
  THTensor_clear(&parts);
  return THResult_give("nanToNum", status, out, &made);
}

/* Whole numbers are what they are. */
static int keep_whole(THTensor *out, const THTensor *a)
{
  THTensor made = {0};
  if (out == a) return THTensor_target("nanToNum", a);
  int status = THTensor_cloneInFormat(&made, a, a->dtype, TH_FORMAT_PRESERVE);
  return THResult_give("nanToNum", status, out, &made);
}

int THTensor_nanToNum(THTensor *out, const THTensor *a, const double *nan, const double *posinf,
                      const double *neginf)
{
  TH_TRY(THTensor_operandKnown("nanToNum", a, TH_FLAGS_LAZY, 0));
  const THTraits *traits = THDtype_traits(a->dtype);
  if (traits->complex) return replace_parts(out, a, nan, posinf, neginf);
  return traits->integral ? keep_whole(out, a) : replace(out, a, nan, posinf, neginf);
}

int THTensor_logitWithin(THTensor *out, const THTensor *a, double eps)
{
  return apply("logit", TH_OP_logitWithin, out,
               (const THOperand[]){TH_tensorOperand(a), TH_numberOperand(TH_real(eps)),
                                   TH_numberOperand(TH_real(1 - eps))});
}

static int lerp_row(THTensor *out, const THTensor *a, const THTensor *b, const THTensor *w)
{
  return apply("lerp", TH_OP_lerped, out,
               (const THOperand[]){TH_tensorOperand(a), TH_tensorOperand(b), TH_tensorOperand(w),
                                   TH_numberOperand(TH_real(0.5))});
}

/* a + w (b - a) where |w| < 0.5, else b - (1 - w) (b - a): a for 0 and b for 1, exactly. */
static int lerp_by(THScratch *work, THTensor *made, const THTensor *a, const THTensor *b,
                   const THTensor *w)
{
  const THOperand one = TH_numberOperand(TH_integer(1));
  THTensor *way = THScratch_new(work), *rest = THScratch_new(work), *size = THScratch_new(work),
           *near = THScratch_new(work), *from_a = THScratch_new(work),
           *from_b = THScratch_new(work);
  if (!THDtype_traits(a->dtype)->complex && a->dtype == b->dtype && a->dtype == w->dtype)
    return lerp_row(made, a, b, w);
  near->dtype = TH_BYTE;
  TH_TRY(THScratch_binary("lerp", TH_OP_csub, way, b, a));
  TH_TRY(THScratch_number("lerp", TH_OP_csub, rest, w, 1));
  TH_TRY(apply("lerp", TH_OP_addcmul, from_a, (const THOperand[]){
    TH_tensorOperand(a), TH_tensorOperand(w), TH_tensorOperand(way), one}));
  TH_TRY(apply("lerp", TH_OP_addcmul, from_b, (const THOperand[]){
    TH_tensorOperand(b), TH_tensorOperand(rest), TH_tensorOperand(way), one}));
  TH_TRY(THScratch_unary("lerp", TH_OP_abs, size, w));
  TH_TRY(THScratch_number("lerp", TH_OP_lt, near, size, 0.5));
  return THTensor_where(made, near, TH_tensorOperand(from_a), TH_tensorOperand(from_b),
                        from_a->dtype);
}

/* Whether the row takes the operands and the result as they are. */
static int is_lerp_row(const THTensor *out, const THTensor *a, const THTensor *b, const THTensor *w)
{
  const THTensor *all[] = {b, w};
  int same = (a->dtype == TH_FLOAT || a->dtype == TH_DOUBLE) && !a->layout && !out->layout &&
             (!out->dtype || out->dtype == a->dtype) && !THTensor_isUndefined(a);
  for (int k = 0; k < 2; k++)
    same &= all[k]->dtype == a->dtype && !all[k]->layout && !THTensor_isUndefined(all[k]) &&
            THTensor_device(all[k]) == THTensor_device(a);
  return same;
}

int THTensor_lerpBy(THTensor *out, const THTensor *a, const THTensor *b, const THTensor *weight)
{
  THScratch own = {.count = 0}, *work = &own;
  const int dtype = THDtype_promote(THDtype_promote(a->dtype, b->dtype), weight->dtype);
  if (THDtype_traits(THDtype_promote(a->dtype, b->dtype))->integral)
    return th_fail(TH_EDTYPE, "lerp: not defined for %s; convert it, as in x:float()",
                   THTensor_typeText(THDtype_promote(a->dtype, b->dtype)).text);
  if (is_lerp_row(out, a, b, weight)) return lerp_row(out, a, b, weight);
  THTensor *wide = THScratch_new(work), *wide_b = THScratch_new(work),
           *wide_w = THScratch_new(work), *made = THScratch_new(work),
           *typed = THScratch_new(work);
  int status = THScratch_widen(wide, a);
  if (!status) status = THScratch_widen(wide_b, b);
  if (!status) status = THScratch_widen(wide_w, weight);
  if (!status) status = lerp_by(work, made, wide, wide_b, wide_w);
  if (!status) status = THTensor_to(typed, made, THTensor_device(made), dtype);
  if (!status) status = THResult_replace("lerp", out, typed);
  return THScratch_end(work, status);
}

/* --- quotients and powers --- */

int THTensor_divTrunc(THTensor *out, THOperand a, THOperand b)
{
  THTensor quotient = {0};
  int status = apply("div", TH_OP_cdiv, &quotient, (const THOperand[]){a, b});
  if (status || THDtype_traits(quotient.dtype)->integral) {
    THTensor_clear(&quotient);
    return status ? status : apply("div", TH_OP_cdiv, out, (const THOperand[]){a, b});
  }
  status = apply("div", TH_OP_trunc, out, (const THOperand[]){TH_tensorOperand(&quotient)});
  THTensor_clear(&quotient);
  return status;
}

/* Convert a tensor among the operands. */
static int widen(THTensor *wide, THOperand *in, int dtype)
{
  if (!in->tensor) return TH_OK;
  TH_TRY(THTensor_toInFormat(wide, in->tensor, THTensor_device(in->tensor), dtype,
                             TH_FORMAT_PRESERVE));
  in->tensor = wide;
  return TH_OK;
}

static int is_complex(const THOperand *in)
{
  return in->tensor ? THDtype_traits(in->tensor->dtype)->complex : TH_isComplex(in->number);
}

int THTensor_floatPower(THTensor *out, THOperand a, THOperand b)
{
  THTensor wide[2] = {{.nDimension = 0}};
  THOperand in[2] = {a, b};
  const int dtype = is_complex(&a) || is_complex(&b) ? TH_COMPLEXDOUBLE : TH_DOUBLE;
  int status = widen(&wide[0], &in[0], dtype);
  if (!status) status = widen(&wide[1], &in[1], dtype);
  if (!status) status = apply("floatPower", TH_OP_cpow, out, in);
  THTensor_clear(&wide[0]);
  THTensor_clear(&wide[1]);
  return status;
}

/* --- two results --- */

/* Give both results what was made of them; whether the second can be given is known before the
   first is written. Clears made. */
static int give_both(const char *name, int status, THTensor *const *out, THTensor *made)
{
  const THTensor before = *out[0];
  THTensor kept = {0}, also = *out[1];
  THTensor_set(&kept, out[0]);
  if (!status) status = THAlias_distinct(name, 2, out, 1);
  if (!status && (also.storage || also.dtype))
    status = THTensor_result(name, &also, THTensor_device(&made[1]), made[1].dtype,
                             made[1].nDimension, made[1].size);
  if (also.storage != out[1]->storage) THStorage_release(also.storage);
  status = THResult_give(name, status, out[0], &made[0]);
  const int isGiven = !status;
  status = THResult_give(name, status, out[1], &made[1]);
  if (status && isGiven) THTensor_restore(out[0], &before);
  THTensor_clear(&kept);
  return status;
}

int THTensor_divmod(THTensor *quotient, THTensor *rest, THOperand a, THOperand b)
{
  THTensor made[2] = {{.nDimension = 0}}, *const out[2] = {quotient, rest};
  const THOperand in[] = {a, b};
  int status = apply("divmod", TH_OP_floorDivide, &made[0], in);
  if (!status) status = apply("divmod", TH_OP_cremainder, &made[1], in);
  return give_both("divmod", status, out, made);
}

/* n elements of a run from first on. */
static int part_of(THTensor *part, const THTensor *run, int64_t first, int64_t n)
{
  return THTensor_setStorage(part, run->storage, run->storageOffset + first, 1, &n, NULL);
}

/* Mantissas, and exponents as Ints, of n elements of a run from first on; exponents has room for
   those before they are converted. */
static int split_part(THTensor *made, const THTensor *a, int64_t first, int64_t n,
                      THTensor *exponents)
{
  THTensor part[3] = {{.nDimension = 0}};
  const THTensor *of[] = {&made[0], &made[1], a};
  int status = TH_OK;
  for (int k = 0; k < 3 && !status; k++) status = part_of(&part[k], of[k], first, n);
  const THOperand in[] = {TH_tensorOperand(&part[2])};
  if (!status) status = apply("frexp", TH_OP_mantissa, &part[0], in);
  if (!status) status = apply("frexp", TH_OP_exponent, exponents, in);
  if (!status) status = THTensor_copy(&part[1], exponents);
  for (int k = 0; k < 3; k++) THTensor_clear(&part[k]);
  return status;
}

/* 0 for a type that has no mantissas. */
static int64_t block_of(int dtype)
{
  const THTraits *traits = THDtype_traits(dtype);
  const int64_t size = traits->size;
  return traits->floating ? THIter_block(3 * size + sizeof(int32_t), 2 * size) : 0;
}

/* Of a run, a block at a time (row "frexp, 1e6"). */
static int split_run(THTensor *made, const THTensor *a, int64_t block)
{
  const int64_t n = THTensor_run(a);
  THTensor exponents = {0};
  int status = THTensor_new(&made[0], 0, a->dtype, a->nDimension, a->size);
  if (!status) status = THTensor_new(&made[1], 0, TH_INT, a->nDimension, a->size);
  for (int64_t at = 0; at < n && !status; at += block)
    status = split_part(made, a, at, n - at < block ? n - at : block, &exponents);
  THTensor_clear(&exponents);
  return status;
}

/* Of any tensor. */
static int split_whole(THTensor *made, const THTensor *a)
{
  const THOperand in[] = {TH_tensorOperand(a)};
  TH_TRY(apply("frexp", TH_OP_mantissa, &made[0], in));
  TH_TRY(apply("frexp", TH_OP_exponent, &made[1], in));
  return THTensor_toInFormat(&made[1], &made[1], THTensor_device(&made[1]), TH_INT,
                             TH_FORMAT_PRESERVE);
}

int THTensor_frexp(THTensor *mantissa, THTensor *exponent, const THTensor *a)
{
  THTensor made[2] = {{.nDimension = 0}}, *const out[2] = {mantissa, exponent};
  const int64_t n = THTensor_run(a), block = n ? block_of(a->dtype) : 0;
  const int isLong = block && n > block;
  return give_both("frexp", isLong ? split_run(made, a, block) : split_whole(made, a), out, made);
}

int THTensor_modf(THTensor *fraction, THTensor *whole, const THTensor *a)
{
  THTensor made[2] = {{.nDimension = 0}}, *const out[2] = {fraction, whole};
  const THOperand in[] = {TH_tensorOperand(a)};
  int status = apply("modf", TH_OP_fraction, &made[0], in);
  if (!status) status = apply("modf", TH_OP_trunc, &made[1], in);
  return give_both("modf", status, out, made);
}

/* --- closeness --- */

/* The dtype in which operands are compared: that where they meet, Double for integers. */
static int close_dtype(const THOperand *in)
{
  THPromotion types = {{0}};
  for (int k = 0; k < 2; k++) {
    if (in[k].tensor) THPromotion_addTensor(&types, in[k].tensor);
    else if (TH_isComplex(in[k].number)) THPromotion_addNumber(&types, in[k].number, TH_FLOAT);
  }
  const int dtype = THPromotion_dtype(&types);
  return dtype && THDtype_traits(dtype)->integral ? TH_DOUBLE : dtype;
}

/* mask or (a is NaN and b is NaN) */
static int add_nans(THTensor *mask, const THOperand *in)
{
  THTensor nan[2] = {{.nDimension = 0}};
  int status = TH_OK;
  for (int k = 0; k < 2 && !status; k++) {
    if (in[k].tensor) status = apply("isclose", TH_OP_isnan, &nan[k], &in[k]);
    else status = THTensor_new(&nan[k], THTensor_device(mask), TH_BYTE, 0, NULL);
    const double number = in[k].tensor ? 0 : TH_asReal(in[k].number);
    if (!status && !in[k].tensor) status = THTensor_fill(&nan[k], TH_integer(number != number));
  }
  const THOperand both[] = {TH_tensorOperand(&nan[0]), TH_tensorOperand(&nan[1])};
  if (!status) status = apply("isclose", TH_OP_logicalAnd, &nan[0], both);
  const THOperand either[] = {TH_tensorOperand(mask), TH_tensorOperand(&nan[0])};
  if (!status) status = apply("isclose", TH_OP_logicalOr, mask, either);
  THTensor_clear(&nan[0]);
  THTensor_clear(&nan[1]);
  return status;
}

static int compare(THTensor *mask, const THOperand *in, const THClose *close)
{
  THTensor truth = {0}, made = {0};
  int status = apply("isclose", TH_OP_closeness, &truth,
                     (const THOperand[]){in[0], in[1], TH_numberOperand(TH_real(close->rtol)),
                                         TH_numberOperand(TH_real(close->atol))});
  const THOperand set[] = {TH_tensorOperand(&truth), TH_numberOperand(TH_integer(0))};
  THTensor *to = close->equalNan ? &made : mask;
  if (!status) status = apply("isclose", TH_OP_ne, to, set);
  if (!status && close->equalNan) status = add_nans(&made, in);
  if (!status && close->equalNan)
    status = apply("isclose", TH_OP_ne, mask,
                   (const THOperand[]){TH_tensorOperand(&made), TH_numberOperand(TH_integer(0))});
  THTensor_clear(&truth);
  THTensor_clear(&made);
  return status;
}

int THTensor_isclose(THTensor *mask, THOperand a, THOperand b, const THClose *close)
{
  THTensor wide[2] = {{.nDimension = 0}};
  THOperand in[2] = {a, b};
  if (!(close->rtol >= 0 && close->atol >= 0))
    return th_fail(TH_EINVAL, "isclose: the tolerances are %g and %g; expected numbers from 0",
                   close->rtol, close->atol);
  const int dtype = close_dtype(in);
  int status = dtype ? widen(&wide[0], &in[0], dtype) : TH_OK;
  if (!status && dtype) status = widen(&wide[1], &in[1], dtype);
  if (!status) status = compare(mask, in, close);
  THTensor_clear(&wide[0]);
  THTensor_clear(&wide[1]);
  return status;
}

int THTensor_allclose(int *result, THOperand a, THOperand b, const THClose *close)
{
  THTensor mask = {0};
  THNumber all = TH_integer(1);
  int status = THTensor_isclose(&mask, a, b, close);
  if (!status && THTensor_nElement(&mask)) status = THTensor_reduceAll(TH_OP_all, &mask, &all);
  THTensor_clear(&mask);
  *result = all.integer != 0;
  return status;
}
