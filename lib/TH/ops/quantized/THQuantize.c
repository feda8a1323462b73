/*
** Between real and quantized tensors: an iterator over the elements, the numbers and the two
** parameters, which broadcast like any operand. A bare tensor is the elements of a quantized one
** without the quantizer: what the gate and the copies take.
*/
#include "TH/ops/quantized/THQuantize.h"

#include <math.h>

#include "TH/backend/THConvertChapter.h"
#include "TH/backend/THPointwiseChapter.h"
#include "TH/backend/THQuantizeChapter.h"
#include "TH/backend/THReduceChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/reduce/THReduce.h"

/* --- rows of the chapter --- */

static const struct { int quantize, shift, dequantize; } rows[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, wide) \
  [TH_##CODE] = {TH_OP_quantize##Name, TH_OP_shift##Name, TH_OP_dequantize##Name},
  TH_FORALL_QUANTIZED(X)
#undef X
};

static THTensor bare(const THTensor *t)
{
  THTensor elements = *t;
  elements.layout = NULL;
  return elements;
}

/* Run a row on the operands: the result and x, the scales and the zero points, and if low is given
   the limits. */
static int run(const char *op, int row, const THTensor *out, const THTensor *x,
               const THTensor *scales, const THTensor *zeros, const int64_t *limits)
{
  THIter it;
  TH_TRY(THIter_begin(&it, op, out->nDimension, out->size));
  TH_TRY(THIter_add(&it, out));
  TH_TRY(THIter_add(&it, x));
  TH_TRY(THIter_add(&it, scales));
  TH_TRY(THIter_add(&it, zeros));
  for (int k = 0; limits && k < 2; k++) THIter_addNumber(&it, TH_DOUBLE, TH_integer(limits[k]));
  THIter_finish(&it);
  const THIterEntry entry = (THIterEntry)TH_entry(TH_CHAPTER_QUANTIZE, row, TH_UNDEFINED, 0);
  return it.count ? entry(&it) : TH_OK;
}

/* Write floats, which broadcast, to a quantized tensor. */
static int write(const char *op, const THTensor *q, const THTensor *floats)
{
  const THTensor elements = bare(q), scales = THQuantizer_scales(q), zeros = THQuantizer_zeros(q);
  const int shifted = THQuantizer_kind(q) == TH_QUANTIZE_FLOAT;
  TH_TRY(THTensor_target(op, &elements));
  return run(op, shifted ? rows[q->dtype].shift : rows[q->dtype].quantize, &elements, floats,
             &scales, &zeros, NULL);
}

/* Write the values of a quantized tensor to floats of its sizes. */
static int read(const char *op, const THTensor *floats, const THTensor *q)
{
  const THTensor elements = bare(q), scales = THQuantizer_scales(q), zeros = THQuantizer_zeros(q);
  return run(op, rows[q->dtype].dequantize, floats, &elements, &scales, &zeros, NULL);
}

static int check_quantized(const char *op, const THTensor *x)
{
  if (THTensor_isQuantized(x)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: a quantized tensor was needed, this %s has no quantizer", op,
                 THTensor_typeText(x->dtype).text);
}

/* If x is not of floats, *use becomes own, a copy that is. */
static int take_floats(const char *op, const THTensor *x, THTensor *own, const THTensor **use)
{
  if (!THDtype_traits(x->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: a %s; a floating type was needed", op,
                   THTensor_typeText(x->dtype).text);
  TH_TRY(TH_checkOnCpu(op, x));
  if (x->dtype == TH_FLOAT && !x->layout) return THTensor_operand(op, x);
  *use = own;
  return THTensor_clone(own, x, TH_FLOAT);
}

/* --- functions --- */

static int quantize(const char *op, THTensor *made, const THTensor *x, const THQuantization *to)
{
  if (THTensor_isUndefined(x)) return th_fail(TH_ESHAPE, "%s: the tensor has no elements", op);
  if (!THDtype_traits(to->dtype)->quantized)
    return th_fail(TH_EDTYPE, "%s: to %s; qint8, quint8 or qint32 was needed", op,
                   THDtype_traits(to->dtype)->option);
  TH_TRY(THTensor_new(made, 0, to->dtype, x->nDimension, x->size));
  TH_TRY(THQuantizer_set(op, made, to));
  return write(op, made, x);
}

int THTensor_quantize(const char *op, THTensor *out, const THTensor *x, const THQuantization *to)
{
  THTensor own = {0}, made = {0};
  const THTensor *use = x;
  int status = take_floats(op, x, &own, &use);
  if (!status) status = quantize(op, &made, use, to);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&made);
  THTensor_clear(&own);
  return status;
}

int THTensor_dequantize(THTensor *out, const THTensor *x)
{
  TH_TRY(check_quantized("dequantize", x));
  const THTensor before = *out;
  TH_TRY(THTensor_result("dequantize", out, 0, TH_FLOAT, x->nDimension, x->size));
  const int status = read("dequantize", out, x);
  if (status) THTensor_restore(out, &before);
  return status;
}

int THTensor_intRepr(THTensor *out, const THTensor *x)
{
  THTensor made = {0};
  TH_TRY(check_quantized("intRepr", x));
  THTensor numbers = bare(x);
  numbers.dtype = (int16_t)THDtype_traits(x->dtype)->value;
  TH_TRY(THTensor_clone(&made, &numbers, numbers.dtype));
  THTensor_set(out, &made);
  THTensor_clear(&made);
  return TH_OK;
}

static int check_limits(const char *op, const THTensor *like, int64_t low, int64_t high)
{
  const THTensor zeros = THQuantizer_zeros(like), scales = THQuantizer_scales(like);
  const double *zero = zeros.storage->data;
  const int64_t count = scales.storage->size / 2;
  if (low > high || low < INT32_MIN || high > INT32_MAX)
    return th_fail(TH_EINVAL, "%s: limits %" PRId64 " and %" PRId64 "; two 32-bit integers in "
                   "ascending order were needed", op, low, high);
  for (int64_t k = 0; THTensor_nElement(like) && k < count; k++)
    if (zero[2 * k + 1] < (double)low || zero[2 * k + 1] > (double)high)
      return th_fail(TH_EINVAL,
                     "%s: zero point %g; one from %" PRId64 " to %" PRId64 " was needed", op,
                     zero[2 * k + 1], low, high);
  return TH_OK;
}

/* Write the values of the floats x, quantized and back, to made. like has the quantizer. */
static int fake(const char *op, THTensor *made, const THTensor *x, const THTensor *like,
                int64_t low, int64_t high)
{
  const THTensor scales = THQuantizer_scales(like), zeros = THQuantizer_zeros(like);
  TH_TRY(check_limits(op, like, low, high));
  TH_TRY(THTensor_new(made, 0, TH_FLOAT, x->nDimension, x->size));
  return run(op, TH_OP_fakeQuantize, made, x, &scales, &zeros, (const int64_t[]){low, high});
}

int THTensor_fakeQuantize(const char *op, THTensor *out, const THTensor *x,
                          const THQuantization *as, int64_t low, int64_t high)
{
  THTensor own = {0}, made = {0}, like = {0};
  const THTensor *use = x, before = *out;
  if (THTensor_isUndefined(x)) return th_fail(TH_ESHAPE, "%s: the tensor has no elements", op);
  int status = take_floats(op, x, &own, &use);
  if (!status) like = *use, like.dtype = TH_QINT32, THStorage_retain(like.storage);
  if (!status) status = THQuantizer_set(op, &like, as);
  if (!status) status = fake(op, &made, use, &like, low, high);
  if (!status) status = THTensor_result(op, out, 0, x->dtype, made.nDimension, made.size);
  if (!status) status = THTensor_copy(out, &made);
  if (status) THTensor_restore(out, &before);
  THTensor_clear(&like);
  THTensor_clear(&made);
  THTensor_clear(&own);
  return status;
}

/* A scale below this one is made this one, so that its reciprocal has its bits. */
static const double SMALL = 6.1e-5f;

/* The zero point that keeps the one of the two ends exact which loses less. */
static double choose_zero(double low, double high, double scale, double least, double most)
{
  const double from_low = least - low / scale, from_high = most - high / scale;
  const double low_error = fabs(least) - fabs(low / scale);
  const double high_error = fabs(most) - fabs(high / scale);
  return fmin(fmax(rint(low_error < high_error ? from_low : from_high), least), most);
}

int THTensor_chooseQuantization(const THTensor *x, int dtype, int reduced, double *scale,
                                int64_t *zero)
{
  const char *op = "quantizePerTensorDynamic";
  THNumber ends[2];
  if (dtype != TH_QINT8 && dtype != TH_QUINT8)
    return th_fail(TH_EDTYPE, "%s: to %s; qint8 or quint8 was needed", op,
                   THDtype_traits(dtype)->option);
  if (!THDtype_traits(x->dtype)->floating || !THTensor_nElement(x))
    return th_fail(TH_EDTYPE, "%s: a %s of size %s; elements of a floating type were needed", op,
                   THTensor_typeText(x->dtype).text, THTensor_sizeText(x).text);
  TH_TRY(THTensor_extremeAll(TH_OP_min, x, &ends[0], NULL));
  TH_TRY(THTensor_extremeAll(TH_OP_max, x, &ends[1], NULL));
  float low = (float)fmin(TH_asReal(ends[0]), 0), high = (float)fmax(TH_asReal(ends[1]), 0);
  if (!isfinite(TH_asReal(ends[0])) || !isfinite(TH_asReal(ends[1])))
    return th_fail(TH_EINVAL, "%s: elements from %g to %g; finite ones were needed", op,
                   TH_asReal(ends[0]), TH_asReal(ends[1]));
  const double least = (double)(THQuantizer_least(dtype) / (reduced ? 2 : 1));
  const double most = (double)(THQuantizer_most(dtype) / (reduced ? 2 : 1)), steps = most - least;
  double step = ((double)high - low) / steps;
  if ((float)step == 0 || isinf(1 / (float)step)) step = 0.1;
  if (step < SMALL) {
    const float factor = (float)SMALL / (float)step;
    if (low == 0) high = (float)SMALL * (float)steps;
    else if (high == 0) low = -(float)SMALL * (float)steps;
    else low *= factor, high *= factor;
    step = SMALL;
  }
  *scale = step;
  *zero = (int64_t)choose_zero(low, high, step, least, most);
  return TH_OK;
}

/* --- what a quantized tensor does itself --- */

/* Set floats to a new tensor of the values of q. */
static int values_of(const char *op, THTensor *floats, const THTensor *q)
{
  TH_TRY(THTensor_new(floats, 0, TH_FLOAT, q->nDimension, q->size));
  return read(op, floats, q);
}

/* Between quantized tensors with the same parameters the numbers are copied. */
static int copy_into(THTensor *dst, const THTensor *src)
{
  THTensor floats = {0}, to = bare(dst), from = bare(src); /* the last two are borrowed */
  if (THTensor_isQuantized(src) && src->dtype == dst->dtype && THTensor_isSameSizeAs(&to, &from) &&
      THQuantizer_isSame(dst, src))
    return THTensor_copy(&to, &from);
  int status = THTensor_new(&floats, 0, TH_FLOAT, dst->nDimension, dst->size);
  if (!status) status = THTensor_copy(&floats, src);
  if (!status) status = write("copy", dst, &floats);
  THTensor_clear(&floats);
  return status;
}

static int serve_copy(const THRequest *r)
{
  THTensor floats = {0}, *dst = r->result[0];
  const THTensor *src = r->operand[0].tensor;
  if (THTensor_isQuantized(dst)) return copy_into(dst, src);
  int status = values_of("copy", &floats, src);
  if (!status) status = THTensor_copy(dst, &floats);
  THTensor_clear(&floats);
  return status;
}

/* Another quantized type needs other parameters. */
static int check_conversion(const THTensor *src, int dtype)
{
  if (!THDtype_traits(dtype)->quantized) return TH_OK;
  return th_fail(TH_EDTYPE, "copy: a %s does not become a %s this way; dequantize() and "
                 "quantizePerTensor make one", THTensor_typeText(src->dtype).text,
                 THTensor_typeText(dtype).text);
}

/* The numbers in a new storage, with the same quantizer. */
static int clone_numbers(THTensor *out, const THTensor *src)
{
  THTensor made = {0}, with;
  const THTensor numbers = bare(src);
  TH_TRY(THTensor_clone(&made, &numbers, src->dtype));
  with = made;
  with.layout = src->layout;
  THTensor_set(out, &with);
  THTensor_clear(&made);
  return TH_OK;
}

static int convert(THTensor *out, const THTensor *src, int device, int dtype)
{
  THTensor floats = {0};
  TH_TRY(check_conversion(src, dtype));
  int status = values_of("copy", &floats, src);
  if (!status) status = THTensor_to(out, &floats, device, dtype);
  THTensor_clear(&floats);
  return status;
}

static int serve_clone(const THRequest *r)
{
  const THTensor *src = r->operand[0].tensor;
  const int dtype = (int)TH_asInteger(r->operand[1].number);
  if (!dtype || dtype == src->dtype) return clone_numbers(r->result[0], src);
  return convert(r->result[0], src, 0, dtype);
}

static int serve_to(const THRequest *r)
{
  const THTensor *src = r->operand[0].tensor;
  const int device = (int)TH_asInteger(r->operand[1].number);
  const int dtype = (int)TH_asInteger(r->operand[2].number);
  if (dtype && dtype != src->dtype) return convert(r->result[0], src, device, dtype);
  if (device)
    return th_fail(TH_EUNSUPPORTED, "copy: quantized tensors are on the CPU only; dequantize() "
                   "gives a tensor of the values");
  THTensor_set(r->result[0], src);
  return TH_OK;
}

/* The element of t with that number, in row-major order; it borrows the storage. */
static THTensor element(const THTensor *t, int64_t index)
{
  THTensor at = {.storage = t->storage, .storageOffset = t->storageOffset, .dtype = t->dtype};
  for (int d = t->nDimension - 1; d >= 0; index /= t->size[d--])
    at.storageOffset += index % t->size[d] * t->stride[d];
  return at;
}

/* Read the element to floats, which has one, or write it. */
static int move_element(const char *op, const THTensor *q, int64_t index, THTensor *floats,
                        int reads)
{
  const THTensor scales = THQuantizer_scales(q), zeros = THQuantizer_zeros(q);
  const int shifted = THQuantizer_kind(q) == TH_QUANTIZE_FLOAT;
  if (index < 0 || index >= THTensor_nElement(q))
    return th_fail(TH_EINVAL, "%s: no element %" PRId64 " in a tensor of %" PRId64, op,
                   th_shown(index), THTensor_nElement(q));
  const THTensor at = element(q, index), scale = element(&scales, index),
                 zero = element(&zeros, index);
  if (reads) return run(op, rows[q->dtype].dequantize, floats, &at, &scale, &zero, NULL);
  TH_TRY(THTensor_target(op, &at));
  return run(op, shifted ? rows[q->dtype].shift : rows[q->dtype].quantize, &at, floats, &scale,
             &zero, NULL);
}

static int serve_get(const THRequest *r)
{
  THTensor floats = {0};
  TH_TRY(THTensor_new(&floats, 0, TH_FLOAT, 0, NULL));
  const int64_t index = TH_asInteger(r->operand[1].number);
  const int status = move_element(r->op, r->operand[0].tensor, index, &floats, 1);
  if (!status) *r->number = THDtype_load(TH_FLOAT, THTensor_data(&floats));
  THTensor_clear(&floats);
  return status;
}

/* set has a number and a position, fill a number. */
static int serve_set(const THRequest *r)
{
  THTensor floats = {0};
  TH_TRY(THTensor_new(&floats, 0, TH_FLOAT, 0, NULL));
  THDtype_store(TH_FLOAT, THTensor_data(&floats), r->operand[0].number);
  const int status =
      r->noperands == 1
          ? write(r->op, r->result[0], &floats)
          : move_element(r->op, r->result[0], TH_asInteger(r->operand[1].number), &floats, 0);
  THTensor_clear(&floats);
  return status;
}

static int serve_comparison(const THRequest *r)
{
  THTensor floats[2] = {{.nDimension = 0}};
  THOperand in[2] = {r->operand[0], r->operand[1]};
  int status = THTensor_writable(r->op, r->result[0], 0);
  for (int k = 0; k < 2 && !status; k++) {
    if (!in[k].tensor || !THTensor_isQuantized(in[k].tensor)) continue;
    status = values_of(r->op, &floats[k], in[k].tensor);
    in[k].tensor = &floats[k];
  }
  if (!status) status = THOp_applyAs(r->op, &TH_ops[r->row], r->result[0], in);
  for (int k = 0; k < 2; k++) THTensor_clear(&floats[k]);
  return status;
}

int th_serveQuantized(const THRequest *request)
{
  static int (*const conversions[TH_NUM_CONVERT_ROWS])(const THRequest *) = {
    [TH_CONVERT_copy] = serve_copy, [TH_CONVERT_clone] = serve_clone, [TH_CONVERT_to] = serve_to,
    [TH_CONVERT_get] = serve_get, [TH_CONVERT_set] = serve_set, [TH_CONVERT_fill] = serve_set};
  if (request->chapter == TH_CHAPTER_CONVERT) return conversions[request->row](request);
  if (request->chapter == TH_CHAPTER_POINTWISE &&
      TH_ops[request->row].kind == TH_KIND_COMPARE)
    return serve_comparison(request);
  return TH_UNSERVED;
}
