/*
** The driver of the point-wise rows: a short path for runs, and a general one.
**
** Everything is checked before the result changes: dtypes, devices, shapes, and divisors of
** integers. Operands that overlap the result in part are cloned first.
*/
#include "TH/ops/elementwise/THOps.h"

#include <math.h>
#include <string.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THFormat.h"
#include "TH/geometry/THPromote.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInOrder.h"
#include "TH/ops/elementwise/THInput.h"

enum { MAX_IN = 5 };

#define ROW(kind, operands, numbers, set, row, alias, doc) \
  [TH_OP_##row] = {TH_KIND_##kind, operands, numbers, #row, alias, #set, doc},
#define TH_UNARY(set, name, value, doc) ROW(UNARY, 1, 0, set, name, NULL, doc)
#define TH_PART(set, name, value, doc) ROW(PART, 1, 0, set, name, NULL, doc)
#define TH_PREDICATE(set, name, value, doc) ROW(PREDICATE, 1, 0, set, name, NULL, doc)
#define TH_BINARY(set, cname, name, value, doc) ROW(BINARY, 2, 0, set, cname, #name, doc)
#define TH_DIVISION(set, cname, name, value, doc) ROW(DIVISION, 2, 0, set, cname, #name, doc)
#define TH_SCALED(set, cname, name, value, doc) ROW(SCALED, 2, 0, set, cname, #name, doc)
#define TH_COMPARE(set, name, value, doc) ROW(COMPARE, 2, 0, set, name, NULL, doc)
#define TH_UNARY2(set, name, value, doc) ROW(UNARY2, 1, 2, set, name, NULL, doc)
#define TH_TERNARY1(set, name, value, doc) ROW(TERNARY1, 3, 1, set, name, NULL, doc)
#define TH_DIVISION1(set, name, value, doc) ROW(DIVISION1, 3, 1, set, name, NULL, doc)

const THOp TH_ops[] = {
#include "TH/rows/THPointwise.def"
};

_Static_assert(sizeof TH_ops / sizeof *TH_ops == TH_NUM_POINTWISE, "every row has its place");

const THOp *THOp_find(const char *name)
{
  for (const THOp *op = TH_ops; op < TH_ops + TH_NUM_POINTWISE; op++)
    if (strcmp(op->name, name) == 0 || (op->alias && strcmp(op->alias, name) == 0)) return op;
  return NULL;
}

THIterEntry THOp_entry(int code, int dtype, int device)
{
  const int is_special = code >= TH_FIRST_SPECIAL && code < TH_NUM_POINTWISE;
  return (THIterEntry)TH_entry(is_special ? TH_CHAPTER_SPECIAL : TH_CHAPTER_POINTWISE, code, dtype,
                               device);
}

/* One call of an operation: what it was given, and what is derived from that. */
typedef struct Run {
  const THOp *op;
  const char *name; /* for errors */
  int isInOrder;    /* Torch7's rules */
  int nin, ndim, dtype, device, isUndefined;
  THIterEntry entry; /* the device's, once dtype is known */
  const THOperand *given;
  /* for the general path: */
  THOperand in[MAX_IN];
  int64_t size[TH_MAX_DIM];
  THInput input[MAX_IN]; /* of the tensors; own: clones and reshaped operands */
} Run;

int THOp_isMask(const THOp *op)
{
  return op->kind == TH_KIND_COMPARE || op->kind == TH_KIND_PREDICATE;
}

/* Check dtype and device of operand k, from 0. The first tensor sets the device; by Torch7's rules
   also the dtype, which is otherwise the one in which all tensors meet. */
static int check_dtype(Run *run, int k, const THTensor *t, THPromotion *types)
{
  if (!run->dtype) {
    run->dtype = t->dtype;
    run->device = THTensor_device(t);
  }
  TH_TRY(TH_checkSameDevice(run->name, (THPlaced){"operand", 1, run->device},
                            (THPlaced){"operand", k + 1, THTensor_device(t)}));
  if (run->isInOrder || THDtype_traits(t->dtype)->quantized)
    return TH_checkSameType(run->name, run->device, run->dtype, t->dtype);
  THPromotion_addTensor(types, t);
  run->dtype = THPromotion_dtype(types);
  return TH_OK;
}

static int same_counts(const Run *run)
{
  int64_t count = -1;
  for (int k = 0; k < run->nin; k++) {
    const THTensor *t = run->in[k].tensor;
    if (!t) continue;
    if (count >= 0 && THTensor_nElement(t) != count) return 0;
    count = THTensor_nElement(t);
  }
  return 1;
}

/* From now on operand k is the run's own tensor. */
static void use_own(Run *run, int k)
{
  run->in[k].tensor = run->input[k].use = &run->input[k].own;
}

/* Give operands of equal count the shape of the first. */
static int shape_in_order(Run *run)
{
  const THTensor *first = NULL;
  for (int k = 0; k < run->nin; k++) {
    const THTensor *t = run->in[k].tensor;
    if (!t) continue;
    if (!first) {
      first = t;
      run->ndim = t->nDimension;
      memcpy(run->size, t->size, sizeof run->size);
      continue;
    }
    if (THTensor_isSameSizeAs(t, first)) continue;
    TH_TRY(THTensor_reshape(&run->input[k].own, t, run->ndim, run->size));
    use_own(run, k);
  }
  return TH_OK;
}

/* Convert the operands that are not of the common dtype. */
static int convert_operands(Run *run)
{
  for (int k = 0; k < run->nin; k++) {
    const THTensor *t = run->in[k].tensor;
    if (!t || t->dtype == run->dtype) continue;
    TH_TRY(THTensor_cloneInFormat(&run->input[k].own, t, run->dtype, TH_FORMAT_PRESERVE));
    use_own(run, k);
  }
  return TH_OK;
}

/* A real number takes the type of the tensors; a complex one makes it complex. */
static void add_complex_numbers(Run *run, THPromotion *types)
{
  for (int k = 0; k < run->nin; k++) {
    if (run->in[k].tensor || !run->dtype || !TH_isComplex(run->in[k].number)) continue;
    THPromotion_addNumber(types, run->in[k].number, TH_FLOAT);
    run->dtype = THPromotion_dtype(types);
  }
}

static int check_operands(Run *run)
{
  THPromotion types = {{0}};
  int undefined = 0, defined = 0;
  for (int k = 0; k < run->nin; k++) {
    const THTensor *t = run->in[k].tensor;
    if (!t) continue;
    TH_TRY(THInput_take(&run->input[k], run->name, t, 0));
    run->in[k].tensor = t = run->input[k].use;
    TH_TRY(check_dtype(run, k, t, &types));
    if (THTensor_isUndefined(t)) undefined = k + 1;
    else defined = 1;
  }
  if (!run->isInOrder) add_complex_numbers(run, &types);
  if (undefined && defined)
    return th_fail(TH_ESHAPE, "%s: operand %d has no elements", run->name, undefined);
  run->isUndefined = undefined > 0;
  if (run->dtype) return TH_OK;
  return th_fail(TH_EINVAL, "%s: only numbers are given, a tensor is needed", run->name);
}

static int find_shape(Run *run)
{
  int status = TH_OK;
  if (run->isInOrder && same_counts(run)) return shape_in_order(run);
  for (int k = 0; k < run->nin && !status; k++) {
    const THTensor *t = run->in[k].tensor;
    if (t) status = THShape_broadcast(run->name, &run->ndim, run->size, t->nDimension, t->size);
  }
  return status && same_counts(run) ? shape_in_order(run) : status;
}

/* The result may change only after all checks, so zero divisors are looked for in a pass of their
   own. */
static int check_divisor(const Run *run)
{
  int at = run->op->kind == TH_KIND_DIVISION ? 1 : run->op->kind == TH_KIND_DIVISION1 ? 2 : -1;
  THIter it;
  if (at < 0 || run->isUndefined || !THDtype_traits(run->dtype)->integral) return TH_OK;
  TH_TRY(THIter_begin(&it, run->name, run->ndim, run->size));
  it.device = run->device;
  THIter_addNumber(&it, TH_BYTE, TH_integer(0));
  if (run->in[at].tensor) TH_TRY(THIter_add(&it, run->in[at].tensor));
  else THIter_addNumber(&it, run->dtype, run->in[at].number);
  THIter_finish(&it);
  const THIterEntry look = THOp_entry(TH_OP_anyZero, run->dtype, run->device);
  if (!look) return TH_missing(run->name, run->dtype, run->device);
  if (it.count) TH_TRY(look(&it));
  if (*(uint8_t *)&it.number[0] == 0) return TH_OK;
  double number = run->in[at].tensor ? 0 : TH_asReal(run->in[at].number);
  if (number == 0)
    return th_fail(TH_EINVAL, "%s: division of a %s by zero", run->name,
                   THTensor_typeText(run->dtype).text);
  return th_fail(TH_EINVAL, "%s: division of a %s by %g, which is 0 in that type", run->name,
                 THTensor_typeText(run->dtype).text, number);
}

int THOp_kernel(const THOp *op, int is_scaled)
{
#define TH_SCALED(set, cname, number, value, text) [TH_OP_##cname] = TH_OP_##cname##Scaled,
  static const int scaled[TH_NUM_POINTWISE] = {
#include "TH/rows/THRowsIgnored.h"
#include "TH/rows/THPointwise.def"
  };
  int code = (int)(op - TH_ops);
  return is_scaled ? scaled[code] : code;
}

/* Whether it->computes: rows with long functions and with a cheaper form do. (Special functions
   take so long that how they store does not matter.) */
static int computes(const THOp *op)
{
#define TH_FUNCTION(set, name, value, doc) [TH_OP_##name] = 1,
#define TH_FUNCTION_OF_2(set, cname, name, value, doc) [TH_OP_##cname] = 1,
#define TH_UNARY_RANGED(set, name, measure, limit, inside, value, doc) [TH_OP_##name] = 1,
#define TH_UNARY_PARTLY(set, name, measure, limit, inside, value, doc) [TH_OP_##name] = 1,
#define TH_BINARY_RANGED(set, cname, name, limit, start, end, value, doc) [TH_OP_##cname] = 1,
  static const char rows[TH_NUM_POINTWISE] = {
#include "TH/rows/THRowsIgnored.h"
#include "TH/rows/THPointwise.def"
  };
  return rows[op - TH_ops];
}

static int compute(const Run *run, const THTensor *out)
{
  THIter it;
  TH_TRY(THIter_begin(&it, run->name, run->ndim, run->size));
  it.computes = computes(run->op);
  TH_TRY(THIter_add(&it, out));
  for (int k = 0; k < run->nin; k++) {
    if (run->in[k].tensor) TH_TRY(THIter_add(&it, run->in[k].tensor));
    else THIter_addNumber(&it, run->dtype, run->in[k].number);
  }
  THIter_finish(&it);
  return it.count ? run->entry(&it) : TH_OK;
}

static int find_entry(Run *run)
{
  const int is_scaled = run->op->kind == TH_KIND_SCALED && run->nin == 3;
  run->entry = THOp_entry(THOp_kernel(run->op, is_scaled), run->dtype, run->device);
  return run->entry ? TH_OK : TH_missing(run->name, run->dtype, run->device);
}

/* The format that a new result gets: that of the first operand that has another than row-major. By
   Torch7's rules it is row-major. */
static int result_format(const Run *run)
{
  int format = TH_FORMAT_CONTIGUOUS;
  for (int k = 0; k < run->nin && !format && !run->isInOrder; k++) {
    const THTensor *t = run->in[k].tensor;
    if (t && t->nDimension == run->ndim) format = THTensor_handedFormat(t);
  }
  return format;
}

static int size_result(const Run *run, THTensor *out, int dtype)
{
  return THTensor_resultInFormat(run->name, out, run->device, dtype, run->ndim, run->size,
                                 result_format(run));
}

static int compute_result(const Run *run, THTensor *out, int dtype)
{
  const THTensor before = *out;
  int status = size_result(run, out, dtype);
  if (!status) status = compute(run, out);
  if (status) THTensor_restore(out, &before);
  return status;
}

/* Whether out is to be written slice by slice. */
static int is_sliced(const Run *run, const THTensor *out)
{
  return run->isInOrder && out->nDimension == run->ndim && THTensor_overlapsItself(out) &&
         memcmp(out->size, run->size, sizeof *out->size * (size_t)run->ndim) == 0;
}

static int compute_slices(const Run *run, const THTensor *out, int dtype)
{
  THSlices s;
  THTensor slice[MAX_IN];
  Run part = *run;
  TH_TRY(THTensor_fits(run->name, out));
  for (THSlices_begin(&s, out); s.more; THSlices_next(&s)) {
    THTensor to = THSlices_of(&s, out);
    memcpy(part.size, to.size, sizeof part.size);
    for (int k = 0; k < run->nin; k++) {
      if (!run->in[k].tensor) continue;
      slice[k] = THSlices_of(&s, run->in[k].tensor);
      part.in[k].tensor = &slice[k];
    }
    TH_TRY(compute_result(&part, &to, dtype));
  }
  return TH_OK;
}

/* Whether the result is made in a tensor of its own and then converted to the type of out: masks
   for any type, others where that keeps the kind of number. */
static int is_converted(const Run *run, const THTensor *out, int dtype)
{
  if (!out->dtype || out->dtype == dtype) return 0;
  if (run->op->kind == TH_KIND_PART && THDtype_traits(out->dtype)->complex) return 0;
  if (THOp_isMask(run->op)) return 1;
  return !run->isInOrder && THDtype_isBuilt(out->dtype) && THDtype_canCast(dtype, out->dtype);
}

/* So out changes last. */
static int compute_converted(const Run *run, THTensor *out, int dtype)
{
  THTensor made = {0};
  const THTensor before = *out;
  int status = compute_result(run, &made, dtype);
  if (!status && !is_sliced(run, out))
    status = size_result(run, out, out->dtype);
  if (!status) status = run->isInOrder ? THTensor_copyInOrder(out, &made)
                                       : THTensor_copy(out, &made);
  if (status) THTensor_restore(out, &before);
  THTensor_clear(&made);
  return status;
}

THNumber THOp_number(const THOp *op, int dtype, THNumber number)
{
  const THTraits *traits = THDtype_traits(dtype);
  int code = (int)(op - TH_ops);
  int limits = op->kind == TH_KIND_UNARY2 || code == TH_OP_cmax || code == TH_OP_cmin;
  if (!limits || !traits->integral) return number;
  int64_t most = traits->whole, least = traits->isSigned ? -most - 1 : 0;
  int64_t n = TH_asInteger(number);
  return TH_integer(n < least ? least : n > most ? most : n);
}

/* Whether dtype holds the number exactly. */
static int holds(int dtype, THNumber number)
{
  uint64_t bits[2];
  THDtype_store(dtype, bits, number);
  THNumber held = THDtype_load(dtype, bits);
  if (TH_isInteger(held) && TH_isInteger(number)) return held.integer == number.integer;
  return TH_asReal(held) == TH_asReal(number);
}

int THOp_comparesAsDouble(const THOp *op, int dtype, THNumber number)
{
  if (op->kind != TH_KIND_COMPARE || !THDtype_traits(dtype)->integral) return 0;
  return !holds(dtype, number);
}

static int compare_as_double(Run *run)
{
  if (run->op->operands < 2 || (run->in[0].tensor && run->in[1].tensor)) return TH_OK;
  int at = run->in[0].tensor ? 0 : 1;
  if (!THOp_comparesAsDouble(run->op, run->dtype, run->in[1 - at].number)) return TH_OK;
  TH_TRY(THTensor_clone(&run->input[at].own, run->in[at].tensor, TH_DOUBLE));
  use_own(run, at);
  run->dtype = TH_DOUBLE;
  return TH_OK;
}

/* The first tensor among the operands, if all of them are runs of its dtype and sizes; else
   NULL. */
static const THTensor *common_run(const Run *run, int64_t *count)
{
  const THTensor *first = NULL;
  for (int k = 0; k < run->nin; k++) {
    const THTensor *t = run->given[k].tensor;
    if (!t && TH_isComplex(run->given[k].number)) return NULL;
    if (!t || t == first) continue;
    if (first && !THTensor_isRunLike(t, first->dtype, first)) return NULL;
    if (!first && !(*count = THTensor_run(t))) return NULL;
    if (!first) first = t;
  }
  return first;
}

/* Whether elements must be checked: integers may meet a zero divisor or a number they cannot
   hold. */
static int needs_look(const Run *run, int dtype)
{
  int kind = run->op->kind;
  return THDtype_traits(dtype)->integral &&
         (kind == TH_KIND_DIVISION || kind == TH_KIND_DIVISION1 || kind == TH_KIND_COMPARE);
}

static int result_dtype(const Run *run, const THTensor *out)
{
  const THTraits *traits = THDtype_traits(run->dtype);
  if (run->op->kind == TH_KIND_PART && traits->complex) return traits->value;
  return !THOp_isMask(run->op) ? run->dtype : out->dtype == TH_BOOL ? TH_BOOL : TH_BYTE;
}

static int is_fresh(const THTensor *out, int dtype)
{
  return THTensor_isUndefined(out) && !out->flags && !out->device && !out->layout &&
         (!out->dtype || out->dtype == dtype);
}

/* The short path, for the usual call: all operands are runs alike, and out is such a run or a fresh
   tensor. Returns 0 for any other call. */
static int apply_rows(Run *run, THTensor *out, int *status)
{
  THIter it;
  int64_t count = 0;
  const THTensor *like = common_run(run, &count);
  if (!like || needs_look(run, like->dtype)) return 0;
  run->dtype = like->dtype;
  run->device = 0;
  int dtype = result_dtype(run, out), fresh = is_fresh(out, dtype);
  if (!fresh && !THTensor_isRunLike(out, dtype, like)) return 0;
  if (!fresh && out->storage->flag & TH_STORAGE_FIXED) return 0;
  *status = find_entry(run);
  if (!*status && fresh) *status = THTensor_new(out, 0, dtype, like->nDimension, like->size);
  if (*status) return 1;
  THIter_beginRow(&it, run->name, count);
  it.computes = computes(run->op);
  THIter_addRow(&it, out);
  for (int k = 0; k < run->nin; k++) {
    const THOperand *in = &run->given[k];
    if (in->tensor) THIter_addRow(&it, in->tensor);
    else THIter_addNumber(&it, run->dtype, THOp_number(run->op, run->dtype, in->number));
  }
  if (!THIter_isApart(&it)) return 0;
  *status = run->entry(&it);
  return 1;
}

/* The result of undefined tensors: another one. */
static int give_undefined(const Run *run, THTensor *out, int dtype)
{
  const int64_t no_elements = 0;
  if (THOp_isMask(run->op) && out->dtype) dtype = out->dtype;
  TH_TRY(THTensor_result(run->name, out, run->device, dtype, 1, &no_elements));
  THTensor_set(out, &(THTensor){.dtype = (int16_t)dtype, .device = (uint8_t)run->device});
  return TH_OK;
}

static int apply(Run *run, THTensor *out)
{
  TH_TRY(check_operands(run));
  TH_TRY(find_shape(run));
  TH_TRY(convert_operands(run));
  TH_TRY(compare_as_double(run));
  TH_TRY(find_entry(run));
  TH_TRY(check_divisor(run));
  for (int k = 0; k < run->nin; k++)
    if (!run->in[k].tensor)
      run->in[k].number = THOp_number(run->op, run->dtype, run->in[k].number);
  for (int k = 0; k < run->nin; k++) {
    if (!run->in[k].tensor) continue;
    TH_TRY(THInput_keepFrom(&run->input[k], out, run->ndim, run->size, 1));
    run->in[k].tensor = run->input[k].use;
  }
  int dtype = result_dtype(run, out);
  if (run->isUndefined) return give_undefined(run, out, dtype);
  if (is_converted(run, out, dtype)) return compute_converted(run, out, dtype);
  return is_sliced(run, out) ? compute_slices(run, out, dtype) : compute_result(run, out, dtype);
}

static int is_one(THOperand operand)
{
  return !operand.tensor && TH_asReal(operand.number) == 1 && TH_imaginary(operand.number) == 0;
}

/* Whether the row is clamp with NaN as a limit. It gives NaN, which its kernel does not compare
   for. */
static int limits_by_nan(const THOp *op, const THOperand *in)
{
  if (op != &TH_ops[TH_OP_clamp]) return 0;
  return isnan(TH_asReal(in[1].number)) || isnan(TH_asReal(in[2].number));
}

const THOp *THOp_ofPower(int dtype, THNumber exponent)
{
  const THTraits *traits = THDtype_traits(dtype);
  const int is_real = (traits->floating || traits->integral) && !TH_isComplex(exponent);
  const double number = is_real ? TH_asReal(exponent) : 0;
  if (number == 2) return &TH_ops[TH_OP_square];
  return &TH_ops[number == 3 && traits->floating ? TH_OP_cube : TH_OP_cpow];
}

static int apply_by(int isInOrder, const char *name, const THOp *op, THTensor *out,
                    const THOperand *in);

/* Whether the row is the length or the angle of complex numbers, which rows of real numbers make of
   their parts. A complex out is refused elsewhere. */
static int is_of_parts(const THOp *op, const THTensor *out, const THTensor *x)
{
  if ((op != &TH_ops[TH_OP_abs] && op != &TH_ops[TH_OP_angle]) || !x) return 0;
  if (x->layout || x->flags & TH_FLAGS_LAZY || THDtype_traits(out->dtype)->complex) return 0;
  return x->dtype == TH_COMPLEXFLOAT || x->dtype == TH_COMPLEXDOUBLE;
}

static int apply_to_parts(int isInOrder, const char *name, const THOp *op, THTensor *out,
                          const THTensor *x)
{
  const int is_length = op == &TH_ops[TH_OP_abs];
  THTensor re = {0}, im = {0};
  int status = THTensor_part(name, &re, x, 0);
  if (!status) status = THTensor_part(name, &im, x, 1);
  const THOperand parts[] = {TH_tensorOperand(is_length ? &re : &im),
                             TH_tensorOperand(is_length ? &im : &re)};
  op = &TH_ops[is_length ? TH_OP_hypot : TH_OP_atan2];
  if (!status) status = apply_by(isInOrder, name, op, out, parts);
  THTensor_clear(&re), THTensor_clear(&im);
  return status;
}

static int apply_by(int isInOrder, const char *name, const THOp *op, THTensor *out,
                    const THOperand *in)
{
  Run run;
  int status;
  if (op == &TH_ops[TH_OP_cpow] && in[0].tensor && !in[1].tensor && !in[0].tensor->layout)
    op = THOp_ofPower(in[0].tensor->dtype, in[1].number);
  if (is_of_parts(op, out, in[0].tensor))
    return apply_to_parts(isInOrder, name, op, out, in[0].tensor);
  if (limits_by_nan(op, in))
    return apply_by(isInOrder, name, &TH_ops[TH_OP_cmax], out,
                    (const THOperand[]){in[0], TH_numberOperand(TH_real(NAN))});
  run.op = op;
  run.name = name;
  run.isInOrder = isInOrder;
  run.given = in;
  run.nin = op->operands + op->numbers;
  if (op->kind == TH_KIND_SCALED && !is_one(in[2])) run.nin = 3;
  if (apply_rows(&run, out, &status)) return status;
  const THRequest request = {
    .op = name, .chapter = TH_CHAPTER_POINTWISE, .row = (int)(op - TH_ops), .nresults = 1,
    .noperands = run.nin, .result = &out, .operand = in};
  if (THGate_serves(&request, &status)) return status;
  memcpy(run.in, in, sizeof *in * (size_t)run.nin);
  run.ndim = run.dtype = 0;
  memset(run.input, 0, sizeof *run.input * (size_t)run.nin);
  status = apply(&run, out);
  for (int k = 0; k < run.nin; k++) THInput_drop(&run.input[k]);
  return status;
}

int THOp_apply(const THOp *op, THTensor *out, const THOperand *in)
{
  return apply_by(0, op->name, op, out, in);
}

int THOp_applyAs(const char *name, const THOp *op, THTensor *out, const THOperand *in)
{
  return apply_by(0, name, op, out, in);
}

int THOp_applyInOrder(const char *name, const THOp *op, THTensor *out, const THOperand *in)
{
  return apply_by(1, name, op, out, in);
}
