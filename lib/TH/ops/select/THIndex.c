/*
** Reading and writing elements by positions, along one dimension of a tensor.
**
** All positions are checked before anything is changed. A kernel gets the first slice along the
** dimension, with stride 0, and steps along it by the positions.
*/
#include "TH/ops/select/THIndex.h"

#include <string.h>

#include "TH/backend/THIndexChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THInput.h"

/* --- for other drivers --- */

int THIndex_run(int row, int dtype, THIndexCall *call)
{
  const int device = call->it.device;
  const THIndexEntry entry = (THIndexEntry)TH_entry(TH_CHAPTER_INDEX, row, dtype, device);
  return entry ? entry(call) : TH_missing(call->it.op, call->it.dtype[0], device);
}

int THTensor_shapeAs(const char *op, THTensor *out, const THTensor *src, int ndim,
                     const int64_t *size)
{
  int64_t count;
  TH_TRY(THTensor_operand(op, src));
  TH_TRY(THShape_count(op, ndim, size, &count));
  if (THTensor_isUndefined(src) && count == 0)
    return THTensor_new(out, THTensor_device(src), src->dtype, ndim, size);
  if (!THTensor_isUndefined(src) &&
      THShape_broadcastsTo(src->nDimension, src->size, ndim, size))
    return THTensor_expand(out, src, ndim, size);
  if (!THTensor_isUndefined(src) && THTensor_nElement(src) == count)
    return THTensor_reshape(out, src, ndim, size);
  return th_fail(
      TH_ESHAPE, "%s: a tensor of size %s neither broadcasts to size %s nor has as many elements",
      op, THTensor_sizeText(src).text, THShape_text(ndim, size).text);
}

/* --- checks --- */

static int check_positions_of(const char *op, const THTensor *t, const THTensor *idx)
{
  TH_TRY(THTensor_operand(op, idx));
  if (THTensor_device(idx))
    TH_TRY(TH_checkSameDevice(op, (THPlaced){"the tensor of positions", 0, THTensor_device(idx)},
                              (THPlaced){"that of elements", 0, THTensor_device(t)}));
  if (idx->dtype == TH_LONG) return TH_OK;
  return th_fail(TH_EDTYPE,
                 "%s: positions are a torch.LongTensor, not a %s; convert it, as in x:long()", op,
                 THTensor_typeText(idx->dtype).text);
}

/* Check that t may be written in place. It has its sizes already, so this changes nothing. */
static int check_target(const char *op, THTensor *t)
{
  return THTensor_result(op, t, THTensor_device(t), t->dtype, t->nDimension, t->size);
}

/* --- two ways to name positions: a vector for whole slices, or one for each element --- */

/* One call: the walk over size, in which t is accessed along dim (of places elements) by
   positions. */
typedef struct Walk {
  const char *op;
  int dim, ndim;
  int64_t places, size[TH_MAX_DIM];
  THInput idx; /* on the device of t; broadcasts to size */
} Walk;

static int begin_walk(Walk *walk, const char *op, const THTensor *t, int dim, const THTensor *idx)
{
  *walk = (Walk){.op = op, .dim = dim, .ndim = t->nDimension, .idx.use = &walk->idx.own};
  TH_TRY(THTensor_operand(op, t));
  TH_TRY(TH_checkDim(op, t, dim));
  TH_TRY(check_positions_of(op, t, idx));
  walk->places = t->size[dim];
  memcpy(walk->size, t->size, sizeof walk->size);
  if (THTensor_device(idx) != THTensor_device(t))
    return THTensor_to(&walk->idx.own, idx, THTensor_device(t), TH_UNDEFINED);
  THTensor_set(&walk->idx.own, idx);
  return TH_OK;
}

typedef int (*By)(Walk *walk, const char *op, const THTensor *t, int dim, const THTensor *idx);

/* Begin a walk by a vector of positions of whole slices: it becomes a tensor with the dimensions of
   t and its elements along dim. */
static int by_slices(Walk *walk, const char *op, const THTensor *t, int dim, const THTensor *idx)
{
  TH_TRY(begin_walk(walk, op, t, dim, idx));
  if (!THTensor_isUndefined(idx) && idx->nDimension != 1)
    return th_fail(TH_ESHAPE, "%s: positions in a tensor of size %s; a vector is needed", op,
                   THTensor_sizeText(idx).text);
  THTensor *along = &walk->idx.own;
  const int64_t n = THTensor_nElement(idx), step = along->stride[0];
  along->nDimension = t->nDimension;
  for (int d = 0; d < t->nDimension; d++) {
    along->size[d] = d == dim ? n : 1;
    along->stride[d] = step;
  }
  walk->size[dim] = n;
  return TH_OK;
}

static int by_elements(Walk *walk, const char *op, const THTensor *t, int dim, const THTensor *idx)
{
  TH_TRY(begin_walk(walk, op, t, dim, idx));
  int fits = idx->nDimension == t->nDimension;
  for (int d = 0; d < t->nDimension && fits; d++) fits = d == dim || idx->size[d] == t->size[d];
  if (!fits)
    return th_fail(TH_ESHAPE,
                   "%s: positions of size %s for a tensor of size %s; they may differ in dimension "
                   "%d only",
                   op, THTensor_sizeText(idx).text, THTensor_sizeText(t).text, dim + 1);
  walk->size[dim] = idx->size[dim];
  return TH_OK;
}

int THTensor_checkPositions(const char *op, const THTensor *idx, int dim, int64_t places)
{
  THIndexCall call;
  TH_TRY(THIter_begin(&call.it, op, idx->nDimension, idx->size));
  TH_TRY(THIter_add(&call.it, idx));
  THIter_finishInOrder(&call.it);
  call.size = places;
  call.isOutside = 0;
  if (call.it.count) TH_TRY(THIndex_run(TH_OP_outside, TH_LONG, &call));
  if (!call.isOutside) return TH_OK;
  return th_fail(TH_EINVAL, "%s: no position %" PRId64 " in dimension %d of size %" PRId64, op,
                 call.found, dim + 1, places);
}

static int check_positions(const Walk *walk)
{
  return THTensor_checkPositions(walk->op, walk->idx.use, walk->dim, walk->places);
}

/*
** The first slice of t along dim with stride 0: the kernel steps along dim. The header borrows the
** storage.
*/
static THTensor first_slice(const Walk *walk, const THTensor *t)
{
  THTensor first = *t;
  first.size[walk->dim] = walk->size[walk->dim];
  first.stride[walk->dim] = 0;
  return first;
}

static int64_t step_of(const Walk *walk, const THTensor *t)
{
  return t->stride[walk->dim] * THDtype_traits(t->dtype)->size;
}

/* --- reading --- */

/* Read the elements into out. *outside becomes whether a position is outside, and then out holds
   garbage; outside NULL means that none is. */
static int run_gather(const Walk *walk, const THTensor *out, const THTensor *t, int *outside)
{
  THIndexCall call;
  THTensor first = first_slice(walk, t);
  TH_TRY(THIter_begin(&call.it, walk->op, walk->ndim, walk->size));
  TH_TRY(THIter_add(&call.it, out));
  TH_TRY(THIter_add(&call.it, &first));
  TH_TRY(THIter_add(&call.it, walk->idx.use));
  THIter_finish(&call.it);
  call.step = step_of(walk, t);
  call.size = walk->places;
  call.isChecked = !outside;
  call.isOutside = 0;
  if (call.it.count) TH_TRY(THIndex_run(TH_OP_gather, THDtype_word(t->dtype), &call));
  if (outside) *outside = call.isOutside;
  return TH_OK;
}

/*
** A result that has no memory yet has nothing to lose: then positions are checked while they are
** used, and so read only once.
*/
static int take(Walk *walk, THTensor *out, const THTensor *t)
{
  THInput source = {.use = t};
  const THTensor before = *out;
  const int at_once = !out->storage && walk->places;
  int outside = 0, status = at_once ? TH_OK : check_positions(walk);
  if (!status) status = THInput_keepFrom(&source, out, walk->ndim, walk->size, 0);
  if (!status) status = THInput_keepFrom(&walk->idx, out, walk->ndim, walk->size, 0);
  if (!status)
    status = THTensor_result(walk->op, out, THTensor_device(t), t->dtype, walk->ndim, walk->size);
  if (!status) status = run_gather(walk, out, source.use, at_once ? &outside : NULL);
  if (outside) status = check_positions(walk);
  if (status) THTensor_restore(out, &before);
  THInput_drop(&source);
  return status;
}

static int take_by(By by, const char *op, THTensor *out, const THTensor *t, int dim,
                   const THTensor *idx)
{
  Walk walk;
  int status = by(&walk, op, t, dim, idx);
  if (!status) status = take(&walk, out, t);
  THInput_drop(&walk.idx);
  return status;
}

int THTensor_gatherAt(const char *op, const THTensor *out, const THTensor *t, int dim,
                      const THTensor *idx)
{
  Walk walk = {
    .op = op, .dim = dim, .ndim = t->nDimension, .places = t->size[dim], .idx.use = idx};
  memcpy(walk.size, idx->size, sizeof walk.size);
  return run_gather(&walk, out, t, NULL);
}

int THTensor_index(THTensor *out, const THTensor *t, int dim, const THTensor *idx)
{
  int status;
  const THOperand operand[] = {TH_tensorOperand(t), TH_numberOperand(TH_integer(dim)),
                               TH_tensorOperand(idx)};
  const THRequest request = {.op = "index", .chapter = TH_CHAPTER_SHAPE, .row = TH_SHAPE_index,
                             .nresults = 1, .noperands = 3, .result = &out, .operand = operand};
  if (t->layout && THGate_serves(&request, &status)) return status;
  return take_by(by_slices, "index", out, t, dim, idx);
}

int THTensor_gather(THTensor *out, const THTensor *t, int dim, const THTensor *idx)
{
  return take_by(by_elements, "gather", out, t, dim, idx);
}

/* --- writing --- */

/* What is written: a tensor, or a number if tensor is NULL. */
typedef struct Source { const THTensor *tensor; THNumber number; } Source;

/* Complex numbers are added part by part. */
static int add_parts(THIndexCall *call, const THTraits *traits)
{
  call->it.dtype[0] = call->it.dtype[1] = traits->value;
  TH_TRY(THIndex_run(TH_OP_scatterAdd, traits->value, call));
  for (int k = 0; k < 2; k++) call->it.data[k] += traits->size / 2;
  return THIndex_run(TH_OP_scatterAdd, traits->value, call);
}

static int run_scatter(const Walk *walk, int code, const THTensor *t, Source source)
{
  THIndexCall call;
  THTensor first = first_slice(walk, t);
  const THTraits *traits = THDtype_traits(t->dtype);
  if (!source.tensor && !traits->complex) TH_TRY(TH_checkReal(walk->op, source.number));
  TH_TRY(THIter_begin(&call.it, walk->op, walk->ndim, walk->size));
  TH_TRY(THIter_add(&call.it, &first));
  if (source.tensor) TH_TRY(THIter_add(&call.it, source.tensor));
  else THIter_addNumber(&call.it, t->dtype, source.number);
  TH_TRY(THIter_add(&call.it, walk->idx.use));
  THIter_finish(&call.it);
  call.step = step_of(walk, t);
  call.size = walk->places;
  if (call.it.count == 0) return TH_OK;
  if (code == TH_OP_scatterAdd && traits->complex) return add_parts(&call, traits);
  return THIndex_run(code, code == TH_OP_scatter ? THDtype_word(t->dtype) : t->dtype, &call);
}

/* held = src in the dtype of t, with the sizes of the walk, and sharing no memory with t. */
static int prepare(const Walk *walk, THInput *held, const THTensor *src, const THTensor *t)
{
  THTensor *own = &held->own;
  TH_TRY(THTensor_shapeAs(walk->op, own, src, walk->ndim, walk->size));
  held->use = own;
  if (own->dtype != t->dtype) return THTensor_clone(own, own, t->dtype);
  return THInput_keepFrom(held, t, t->nDimension, t->size, 0);
}

static int put(Walk *walk, int code, THTensor *t, Source source)
{
  THInput held = {0};
  int status = check_positions(walk);
  if (!status) status = check_target(walk->op, t);
  if (!status) status = THInput_keepFrom(&walk->idx, t, t->nDimension, t->size, 0);
  if (!status && source.tensor) {
    status = prepare(walk, &held, source.tensor, t);
    source.tensor = held.use;
  }
  if (!status) status = run_scatter(walk, code, t, source);
  THInput_drop(&held);
  return status;
}

static int put_by(By by, const char *op, int code, THTensor *t, int dim, const THTensor *idx,
                  Source source)
{
  Walk walk;
  int status = by(&walk, op, t, dim, idx);
  if (!status) status = put(&walk, code, t, source);
  THInput_drop(&walk.idx);
  return status;
}

int THTensor_indexCopy(THTensor *t, int dim, const THTensor *idx, const THTensor *src)
{
  return put_by(by_slices, "indexCopy", TH_OP_scatter, t, dim, idx, (Source){.tensor = src});
}

int THTensor_indexAdd(THTensor *t, int dim, const THTensor *idx, const THTensor *src)
{
  return put_by(by_slices, "indexAdd", TH_OP_scatterAdd, t, dim, idx, (Source){.tensor = src});
}

int THTensor_indexFill(THTensor *t, int dim, const THTensor *idx, THNumber value)
{
  return put_by(by_slices, "indexFill", TH_OP_scatter, t, dim, idx, (Source){.number = value});
}

int THTensor_scatter(THTensor *t, int dim, const THTensor *idx, const THTensor *src)
{
  return put_by(by_elements, "scatter", TH_OP_scatter, t, dim, idx, (Source){.tensor = src});
}

int THTensor_scatterAdd(THTensor *t, int dim, const THTensor *idx, const THTensor *src)
{
  return put_by(by_elements, "scatterAdd", TH_OP_scatterAdd, t, dim, idx, (Source){.tensor = src});
}

int THTensor_scatterFill(THTensor *t, int dim, const THTensor *idx, THNumber value)
{
  return put_by(by_elements, "scatter", TH_OP_scatter, t, dim, idx, (Source){.number = value});
}
