#include "TH/ops/select/THIndex.h"

#include <string.h>

#include "TH/backend/THIndexChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"

/* --- for drivers of this kind --- */

int THIndex_run(int row, int dtype, const THIter *it)
{
  const THIterEntry *entries = TH_entries(TH_CHAPTER_INDEX, dtype, it->device);
  return entries && entries[row] ? entries[row](it) : TH_missing(it->op, dtype, it->device);
}

int THDtype_word(int dtype)
{
  static const uint8_t word[9] = {[1] = TH_BYTE, [2] = TH_SHORT, [4] = TH_INT, [8] = TH_LONG};
  return word[THDtype_traits(dtype)->size];
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

int THTensor_isTouchedBy(const THTensor *src, const THTensor *written)
{
  const int shared = written->storage && written->storage == src->storage;
  return shared || THTensor_shareMemory(written, src);
}

int THTensor_apartFrom(THTensor *out, const THTensor *src, const THTensor *written)
{
  if (THTensor_isTouchedBy(src, written)) return THTensor_clone(out, src, src->dtype);
  THTensor_set(out, src);
  return TH_OK;
}

int THTensor_replaceBy(const char *op, THTensor *out, const THTensor *made)
{
  const THTensor before = *out;
  int status =
      THTensor_result(op, out, THTensor_device(made), made->dtype, made->nDimension, made->size);
  if (!status) status = THTensor_copy(out, made);
  if (status) THTensor_restore(out, &before);
  return status;
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

/* t may be written in place. It has its sizes already, so this changes nothing. */
static int check_target(const char *op, THTensor *t)
{
  return THTensor_result(op, t, THTensor_device(t), t->dtype, t->nDimension, t->size);
}

/* --- two ways to name positions: a vector for whole slices, or one for each element --- */

/* One call: t walked along dim, which has so many places, by positions, in a walk over size. */
typedef struct Walk {
  const char *op;
  int dim, ndim;
  int64_t places, size[TH_MAX_DIM];
  THTensor idx; /* owned; on the device of t; broadcasts to size */
} Walk;

static int begin_walk(Walk *walk, const char *op, const THTensor *t, int dim, const THTensor *idx)
{
  *walk = (Walk){.op = op, .dim = dim, .ndim = t->nDimension};
  TH_TRY(THTensor_operand(op, t));
  TH_TRY(TH_checkDim(op, t, dim));
  TH_TRY(check_positions_of(op, t, idx));
  walk->places = t->size[dim];
  memcpy(walk->size, t->size, sizeof walk->size);
  if (THTensor_device(idx) != THTensor_device(t))
    return THTensor_to(&walk->idx, idx, THTensor_device(t), TH_UNDEFINED);
  THTensor_set(&walk->idx, idx);
  return TH_OK;
}

typedef int (*By)(Walk *walk, const char *op, const THTensor *t, int dim, const THTensor *idx);

/* The vector as a tensor of as many dims as t, with its elements along dim. */
static int by_slices(Walk *walk, const char *op, const THTensor *t, int dim, const THTensor *idx)
{
  TH_TRY(begin_walk(walk, op, t, dim, idx));
  if (!THTensor_isUndefined(idx) && idx->nDimension != 1)
    return th_fail(TH_ESHAPE, "%s: positions in a tensor of size %s; a vector is needed", op,
                   THTensor_sizeText(idx).text);
  const int64_t n = THTensor_nElement(idx), step = walk->idx.stride[0];
  walk->idx.nDimension = t->nDimension;
  for (int d = 0; d < t->nDimension; d++) {
    walk->idx.size[d] = d == dim ? n : 1;
    walk->idx.stride[d] = step;
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

/* All positions lie in [1, places]. */
static int check_positions(const Walk *walk)
{
  THIter it;
  TH_TRY(THIter_begin(&it, walk->op, walk->idx.nDimension, walk->idx.size));
  THIter_addNumber(&it, TH_BYTE, TH_integer(0));
  THIter_addNumber(&it, TH_LONG, TH_integer(0));
  TH_TRY(THIter_add(&it, &walk->idx));
  THIter_addNumber(&it, TH_LONG, TH_integer(walk->places));
  THIter_finishInOrder(&it);
  if (it.count) TH_TRY(THIndex_run(TH_OP_outside, TH_LONG, &it));
  if (*it.data[0] == 0) return TH_OK;
  return th_fail(TH_EINVAL, "%s: no position %" PRId64 " in dimension %d of size %" PRId64,
                 walk->op, *(int64_t *)it.data[1], walk->dim + 1, walk->places);
}

/*
** The first slice of t along dim, without steps in it: the kernel steps. A header that owns
** nothing.
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

/* outside: whether a position is; what stands in out is then any. NULL: none is. */
static int run_gather(const Walk *walk, const THTensor *out, const THTensor *t, int *outside)
{
  THIter it;
  THTensor first = first_slice(walk, t);
  TH_TRY(THIter_begin(&it, walk->op, walk->ndim, walk->size));
  TH_TRY(THIter_add(&it, out));
  TH_TRY(THIter_add(&it, &first));
  TH_TRY(THIter_add(&it, &walk->idx));
  THIter_addNumber(&it, TH_LONG, TH_integer(step_of(walk, t)));
  THIter_addNumber(&it, TH_LONG, TH_integer(walk->places));
  THIter_addNumber(&it, TH_BYTE, TH_integer(!outside));
  THIter_finish(&it);
  if (it.count) TH_TRY(THIndex_run(TH_OP_gather, THDtype_word(t->dtype), &it));
  if (outside) *outside = *it.data[5];
  return TH_OK;
}

/*
** A result that has no memory yet has nothing to lose: positions are checked while they are used,
** so that they are read once.
*/
static int take(Walk *walk, THTensor *out, const THTensor *t)
{
  THTensor source = {0};
  const THTensor before = *out;
  const int at_once = !out->storage && walk->places;
  int outside = 0, status = at_once ? TH_OK : check_positions(walk);
  if (!status) status = THTensor_apartFrom(&source, t, out);
  if (!status) status = THTensor_apartFrom(&walk->idx, &walk->idx, out);
  if (!status)
    status = THTensor_result(walk->op, out, THTensor_device(t), t->dtype, walk->ndim, walk->size);
  if (!status) status = run_gather(walk, out, &source, at_once ? &outside : NULL);
  if (outside) status = check_positions(walk);
  if (status) THTensor_restore(out, &before);
  THTensor_clear(&source);
  return status;
}

static int take_by(By by, const char *op, THTensor *out, const THTensor *t, int dim,
                   const THTensor *idx)
{
  Walk walk;
  int status = by(&walk, op, t, dim, idx);
  if (!status) status = take(&walk, out, t);
  THTensor_clear(&walk.idx);
  return status;
}

int THTensor_gatherAt(const char *op, const THTensor *out, const THTensor *t, int dim,
                      const THTensor *idx)
{
  Walk walk = {
    .op = op, .dim = dim, .ndim = t->nDimension, .places = t->size[dim], .idx = *idx};
  memcpy(walk.size, idx->size, sizeof walk.size);
  return run_gather(&walk, out, t, NULL);
}

int THTensor_index(THTensor *out, const THTensor *t, int dim, const THTensor *idx)
{
  return take_by(by_slices, "index", out, t, dim, idx);
}

int THTensor_gather(THTensor *out, const THTensor *t, int dim, const THTensor *idx)
{
  return take_by(by_elements, "gather", out, t, dim, idx);
}

/* --- writing --- */

/* What is written: a tensor, or a number where it is NULL. */
typedef struct Source { const THTensor *tensor; THNumber number; } Source;

static int run_scatter(const Walk *walk, int code, const THTensor *t, Source source)
{
  THIter it;
  THTensor first = first_slice(walk, t);
  TH_TRY(THIter_begin(&it, walk->op, walk->ndim, walk->size));
  TH_TRY(THIter_add(&it, &first));
  if (source.tensor) TH_TRY(THIter_add(&it, source.tensor));
  else THIter_addNumber(&it, t->dtype, source.number);
  TH_TRY(THIter_add(&it, &walk->idx));
  THIter_addNumber(&it, TH_LONG, TH_integer(step_of(walk, t)));
  THIter_addNumber(&it, TH_LONG, TH_integer(walk->places));
  THIter_finish(&it);
  if (it.count == 0) return TH_OK;
  return THIndex_run(code, code == TH_OP_scatter ? THDtype_word(t->dtype) : t->dtype, &it);
}

/* held = src in the dtype of t, apart from it, with the sizes of the walk. */
static int prepare(const Walk *walk, THTensor *held, const THTensor *src, const THTensor *t)
{
  TH_TRY(THTensor_shapeAs(walk->op, held, src, walk->ndim, walk->size));
  if (held->dtype != t->dtype) return THTensor_clone(held, held, t->dtype);
  return THTensor_shareMemory(held, t) ? THTensor_clone(held, held, t->dtype) : TH_OK;
}

static int put(Walk *walk, int code, THTensor *t, Source source)
{
  THTensor held = {0};
  int status = check_positions(walk);
  if (!status) status = check_target(walk->op, t);
  if (!status && THTensor_shareMemory(&walk->idx, t))
    status = THTensor_clone(&walk->idx, &walk->idx, TH_LONG);
  if (!status && source.tensor) {
    status = prepare(walk, &held, source.tensor, t);
    source.tensor = &held;
  }
  if (!status) status = run_scatter(walk, code, t, source);
  THTensor_clear(&held);
  return status;
}

static int put_by(By by, const char *op, int code, THTensor *t, int dim, const THTensor *idx,
                  Source source)
{
  Walk walk;
  int status = by(&walk, op, t, dim, idx);
  if (!status) status = put(&walk, code, t, source);
  THTensor_clear(&walk.idx);
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
