/*
** Reading and writing elements by masks.
**
** The number of elements at the mask is counted first, so the result has its size, and a source
** that is too short is refused, before any element is written.
*/
#include "TH/ops/select/THMask.h"

#include "TH/backend/THIndexChapter.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THFormat.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THPromote.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THIndex.h"

static int is_mask(int dtype)
{
  return dtype == TH_BYTE || dtype == TH_BOOL;
}

/* shaped = mask with the sizes of t: a copy, if writing written, once it has these sizes, would
   change the mask. */
static int prepare(const char *op, THInput *shaped, const THTensor *mask, const THTensor *t,
                   const THTensor *written, const int64_t *size)
{
  TH_TRY(THTensor_operand(op, t));
  if (!is_mask(mask->dtype))
    return th_fail(TH_EDTYPE, "%s: the mask is a torch.ByteTensor or a torch.BoolTensor, not a %s",
                   op, THTensor_typeText(mask->dtype).text);
  TH_TRY(TH_checkSameDevice(op, (THPlaced){"the mask", 0, THTensor_device(mask)},
                            (THPlaced){"the tensor", 0, THTensor_device(t)}));
  TH_TRY(THTensor_shapeAs(op, &shaped->own, mask, t->nDimension, t->size));
  shaped->use = &shaped->own;
  return THInput_keepFrom(shaped, written, t->nDimension, size, 0);
}

static int count(const char *op, const THTensor *mask, int64_t *result)
{
  THIndexCall call;
  TH_TRY(THIter_begin(&call.it, op, mask->nDimension, mask->size));
  TH_TRY(THIter_add(&call.it, mask));
  THIter_finish(&call.it);
  call.found = 0;
  if (call.it.count) TH_TRY(THIndex_run(TH_OP_maskCount, TH_BYTE, &call));
  *result = call.found;
  return TH_OK;
}

/*
** The first element of a vector as a tensor without dimensions: the kernel steps along the vector.
** The header borrows the storage.
*/
static THTensor first_of(const THTensor *vector)
{
  THTensor first = *vector;
  first.nDimension = 0;
  return first;
}

/* Run a kernel that advances through a vector by what it finds. */
static int run_counting(int row, int dtype, THIndexCall *call, const THTensor *vector)
{
  const int width = THDtype_traits(vector->dtype)->size;
  THIter_finishInOrder(&call->it);
  call->size = vector->size[0];
  call->step = call->size > 1 ? vector->stride[0] * width : width;
  return THIndex_run(row, dtype, call);
}

static int run_select(const THTensor *out, const THTensor *t, const THTensor *mask)
{
  THIndexCall call;
  THTensor first = first_of(out);
  if (out->size[0] == 0) return TH_OK;
  TH_TRY(THIter_begin(&call.it, "maskedSelect", mask->nDimension, mask->size));
  TH_TRY(THIter_add(&call.it, &first));
  TH_TRY(THIter_add(&call.it, t));
  TH_TRY(THIter_add(&call.it, mask));
  return run_counting(TH_OP_maskedSelect, THDtype_word(out->dtype), &call, out);
}

static int select_prepared(THTensor *out, const THTensor *t, const THTensor *mask)
{
  int64_t n;
  THTensor made = {0};
  const THTensor before = *out;
  const int touches = THAlias_of(out, 1, NULL, t) != TH_APART;
  THTensor *to = touches ? &made : out;
  TH_TRY(count("maskedSelect", mask, &n));
  int status = THTensor_result("maskedSelect", to, THTensor_device(t), t->dtype, 1, &n);
  if (!status) status = run_select(to, t, mask);
  if (!status && touches) status = THResult_replace("maskedSelect", out, &made);
  if (status) THTensor_restore(out, &before);
  THTensor_clear(&made);
  return status;
}

/* For a tensor without elements. Only a mask without elements fits it. */
static int select_nothing(THTensor *out, const THTensor *t, const THTensor *mask)
{
  if (THTensor_nElement(mask))
    return th_fail(TH_ESHAPE, "maskedSelect: a mask of size %s for a tensor without elements",
                   THTensor_sizeText(mask).text);
  return THTensor_result("maskedSelect", out, THTensor_device(t), t->dtype, 1, (int64_t[]){0});
}

int THTensor_maskedSelect(THTensor *out, const THTensor *t, const THTensor *mask)
{
  THInput shaped = {0};
  if (THTensor_isUndefined(t) && is_mask(mask->dtype)) return select_nothing(out, t, mask);
  int status = prepare("maskedSelect", &shaped, mask, t, out, NULL);
  if (!status) status = select_prepared(out, t, shaped.use);
  THInput_drop(&shaped);
  return status;
}

static int check_target(const char *op, THTensor *t)
{
  if (THTensor_isUndefined(t)) return th_fail(TH_ESHAPE, "%s: the tensor has no elements", op);
  return THTensor_result(op, t, THTensor_device(t), t->dtype, t->nDimension, t->size);
}

static int run_fill(const THTensor *t, const THTensor *mask, THNumber value)
{
  THIndexCall call;
  TH_TRY(THIter_begin(&call.it, "maskedFill", t->nDimension, t->size));
  TH_TRY(THIter_add(&call.it, t));
  TH_TRY(THIter_add(&call.it, t));
  TH_TRY(THIter_add(&call.it, mask));
  THIter_addNumber(&call.it, t->dtype, value);
  THIter_finish(&call.it);
  return call.it.count ? THIndex_run(TH_OP_maskedFill, THDtype_word(t->dtype), &call) : TH_OK;
}

int THTensor_maskedFill(THTensor *t, const THTensor *mask, THNumber value)
{
  THInput shaped = {0};
  TH_TRY(check_target("maskedFill", t));
  if (!THDtype_traits(t->dtype)->complex) TH_TRY(TH_checkReal("maskedFill", value));
  int status = prepare("maskedFill", &shaped, mask, t, t, t->size);
  if (!status) status = run_fill(t, shaped.use, value);
  THInput_drop(&shaped);
  return status;
}

/* taken = the first n elements of src as a vector in the dtype of t, sharing no memory with t. */
static int prepare_source(THInput *taken, const THTensor *src, const THTensor *t, int64_t n)
{
  int64_t have = THTensor_nElement(src);
  TH_TRY(THTensor_operand("maskedCopy", src));
  if (have < n)
    return th_fail(TH_ESHAPE,
                   "maskedCopy: the mask has %" PRId64
                   " elements that are not 0, but the source has "
                   "only %" PRId64,
                   n, have);
  if (n == 0) return TH_OK;
  THTensor *source = &taken->own;
  taken->use = source;
  TH_TRY(THTensor_reshape(source, src, 1, &have));
  TH_TRY(THTensor_narrow(source, source, 0, 0, n));
  const int repeats = n > 1 && source->stride[0] == 0; /* the kernel counts by steps */
  if (source->dtype != t->dtype || repeats) return THTensor_clone(source, source, t->dtype);
  return THInput_keepFrom(taken, t, t->nDimension, t->size, 0);
}

static int run_copy(const THTensor *t, const THTensor *mask, const THTensor *source)
{
  THIndexCall call;
  THTensor first = first_of(source);
  TH_TRY(THIter_begin(&call.it, "maskedCopy", t->nDimension, t->size));
  TH_TRY(THIter_add(&call.it, t));
  TH_TRY(THIter_add(&call.it, &first));
  TH_TRY(THIter_add(&call.it, mask));
  return run_counting(TH_OP_maskedCopy, THDtype_word(t->dtype), &call, source);
}

static int copy_prepared(THTensor *t, const THTensor *mask, const THTensor *src)
{
  int64_t n;
  THInput source = {0};
  TH_TRY(count("maskedCopy", mask, &n));
  int status = prepare_source(&source, src, t, n);
  if (!status && n) status = run_copy(t, mask, source.use);
  THInput_drop(&source);
  return status;
}

int THTensor_maskedCopy(THTensor *t, const THTensor *mask, const THTensor *src)
{
  THInput shaped = {0};
  TH_TRY(check_target("maskedCopy", t));
  int status = prepare("maskedCopy", &shaped, mask, t, t, t->size);
  if (!status) status = copy_prepared(t, shaped.use, src);
  THInput_drop(&shaped);
  return status;
}

/* --- where --- */

/* A call: the condition and the two operands, the tensors among them as they are read. */
typedef struct Choice {
  THOperand in[3];
  THInput input[3];
  int dtype, device, ndim, undefined, tensors;
  int64_t size[TH_MAX_DIM];
} Choice;

/* Take the tensors, find the dtype and the sizes of the result. */
static int take_choice(Choice *c, int numbers)
{
  THPromotion types = {{0}};
  for (int k = 0; k < 3; k++) {
    const THTensor *t = c->in[k].tensor;
    if (!t && TH_isComplex(c->in[k].number))
      THPromotion_addNumber(&types, c->in[k].number, TH_FLOAT);
    if (!t) continue;
    TH_TRY(THInput_take(&c->input[k], "where", t, 0));
    c->in[k].tensor = t = c->input[k].use;
    TH_TRY(TH_checkSameDevice("where", (THPlaced){"the condition", 0, c->device},
                              (THPlaced){"operand", k, THTensor_device(t)}));
    c->undefined += THTensor_isUndefined(t);
    c->tensors++;
    if (k) THPromotion_addTensor(&types, t);
    TH_TRY(THShape_broadcast("where", &c->ndim, c->size, t->nDimension, t->size));
  }
  c->dtype = THPromotion_dtype(&types);
  if (!c->in[1].tensor && !c->in[2].tensor && c->dtype != TH_COMPLEXFLOAT) c->dtype = numbers;
  if (!c->undefined || c->undefined == c->tensors) return TH_OK;
  return th_fail(TH_ESHAPE, "where: an operand has no elements, others have");
}

/* Convert the operands to the dtype; a tensor that writing out would change is copied. */
static int prepare_choice(Choice *c, const THTensor *out)
{
  for (int k = 0; k < 3; k++) {
    THInput *input = &c->input[k];
    if (!c->in[k].tensor) continue;
    if (k && input->use->dtype != c->dtype) {
      TH_TRY(THTensor_cloneInFormat(&input->own, input->use, c->dtype, TH_FORMAT_PRESERVE));
      input->use = &input->own;
    }
    TH_TRY(THInput_keepFrom(input, out, c->ndim, c->size, 1));
    c->in[k].tensor = input->use;
  }
  return TH_OK;
}

static int run_choice(const Choice *c, const THTensor *out)
{
  THIndexCall call;
  TH_TRY(THIter_begin(&call.it, "where", c->ndim, c->size));
  TH_TRY(THIter_add(&call.it, out));
  for (int k = 0; k < 3; k++) {
    if (c->in[k].tensor) TH_TRY(THIter_add(&call.it, c->in[k].tensor));
    else THIter_addNumber(&call.it, c->dtype, c->in[k].number);
  }
  THIter_finish(&call.it);
  return call.it.count ? THIndex_run(TH_OP_where, THDtype_word(c->dtype), &call) : TH_OK;
}

/* The result gets the format that the first operand with the sizes hands on. */
static int choose(Choice *c, THTensor *out)
{
  const THTensor before = *out;
  int format = TH_FORMAT_CONTIGUOUS;
  TH_TRY(prepare_choice(c, out));
  for (int k = 1; k < 3 && !format; k++)
    if (c->in[k].tensor && c->in[k].tensor->nDimension == c->ndim)
      format = THTensor_handedFormat(c->in[k].tensor);
  int status = THTensor_resultInFormat("where", out, c->device, c->dtype, c->ndim, c->size, format);
  if (!status) status = run_choice(c, out);
  if (status) THTensor_restore(out, &before);
  return status;
}

/* A result of another dtype is made apart and converted. */
static int choose_converted(Choice *c, THTensor *out)
{
  THTensor made = {0};
  if (!out->dtype || out->dtype == c->dtype) return choose(c, out);
  if (!THDtype_canCast(c->dtype, out->dtype))
    return th_fail(TH_EDTYPE, "where: the result is a %s, the operands meet in a %s",
                   THTensor_typeText(out->dtype).text, THTensor_typeText(c->dtype).text);
  int status = choose(c, &made);
  if (!status) status = THTensor_clone(&made, &made, out->dtype);
  return THResult_give("where", status, out, &made);
}

int THTensor_where(THTensor *out, const THTensor *cond, THOperand a, THOperand b, int numbers)
{
  Choice c = {.in = {TH_tensorOperand(cond), a, b}, .device = THTensor_device(cond)};
  if (!is_mask(cond->dtype))
    return th_fail(TH_EDTYPE, "where: the condition is a torch.ByteTensor or a torch.BoolTensor, "
                   "not a %s", THTensor_typeText(cond->dtype).text);
  int status = take_choice(&c, numbers);
  if (!status && c.undefined) status = THTensor_result("where", out, c.device, c.dtype, 1,
                                                       (const int64_t[]){0});
  else if (!status) status = choose_converted(&c, out);
  for (int k = 0; k < 3; k++) THInput_drop(&c.input[k]);
  return status;
}

/* --- nonzero --- */

/* mask = (t ~= 0) as bytes; t itself if it is a mask already. */
static int mask_of(THTensor *mask, const THTensor *t)
{
  if (t->dtype == TH_COMPLEXHALF) return THTensor_to(mask, t, THTensor_device(t), TH_BOOL);
  if (!is_mask(t->dtype))
    return THOp_apply(&TH_ops[TH_OP_ne], mask,
                      (THOperand[]){TH_tensorOperand(t), TH_numberOperand(TH_integer(0))});
  THTensor_set(mask, t);
  return TH_OK;
}

/* Column d of the result: the positions along dimension d of the elements at the mask. */
static int run_positions(const THTensor *out, const THTensor *mask, int d)
{
  THIndexCall call;
  THTensor column = *out; /* borrowed */
  column.nDimension = 1;
  column.storageOffset += d * out->stride[1];
  const THTensor first = first_of(&column);
  TH_TRY(THIter_begin(&call.it, "nonzero", mask->nDimension, mask->size));
  TH_TRY(THIter_add(&call.it, &first));
  THIter_addPositions(&call.it, d);
  TH_TRY(THIter_add(&call.it, mask));
  return run_counting(TH_OP_maskedPositions, TH_LONG, &call, &column);
}

static int nonzero_of(THTensor *out, const THTensor *mask, int device)
{
  int64_t size[2] = {0, mask->nDimension};
  TH_TRY(count("nonzero", mask, &size[0]));
  TH_TRY(THTensor_result("nonzero", out, device, TH_LONG, 2, size));
  for (int d = 0; d < mask->nDimension && size[0]; d++) TH_TRY(run_positions(out, mask, d));
  return TH_OK;
}

int THTensor_nonzero(THTensor *out, const THTensor *t)
{
  THTensor mask = {0}, made = {0};
  TH_TRY(THTensor_operand("nonzero", t));
  const int touches = THAlias_of(out, 2, NULL, t) != TH_APART;
  if (THTensor_isUndefined(t))
    return THTensor_result("nonzero", out, THTensor_device(t), TH_LONG, 2, (int64_t[]){0, 0});
  int status = mask_of(&mask, t);
  if (!status) status = nonzero_of(touches ? &made : out, &mask, THTensor_device(t));
  if (!status && touches) status = THResult_replace("nonzero", out, &made);
  THTensor_clear(&mask);
  THTensor_clear(&made);
  return status;
}
