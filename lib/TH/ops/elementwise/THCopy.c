/*
** Copies: a short path for runs, and a general one that broadcasts, converts, reshapes, and moves
** elements between devices.
**
** A copy of overlapping windows goes through a clone, so that it gives what a src apart from dst
** would.
*/
#include "TH/ops/elementwise/THCopy.h"

#include <string.h>

#include "TH/backend/THConvertChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THFormat.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THLazy.h"
#include "TH/ops/elementwise/THOps.h"

THIterEntry TH_convertEntry(int dtype, int device)
{
  return (THIterEntry)TH_entry(TH_CHAPTER_CONVERT, TH_OP_convert, dtype, device);
}

static int run_entry(const THIter *it)
{
  const THIterEntry entry = TH_convertEntry(it->dtype[0], it->device);
  return entry ? entry(it) : TH_missing(it->op, it->dtype[0], it->device);
}

/* Elements of one dtype are moved as words of their width. */
static int move_words(const THIter *it)
{
  THIter words;
  THIter_copy(&words, it);
  words.dtype[0] = words.dtype[1] = THDtype_word(it->dtype[0]);
  return run_entry(&words);
}

/* The operand becomes the real or the imaginary part of its elements. */
static void take_part(THIter *it, int k, int isImaginary)
{
  const THTraits *traits = THDtype_traits(it->dtype[k]);
  it->dtype[k] = traits->value;
  if (isImaginary) it->data[k] += traits->size / 2;
}

static int convert_part(const THIter *it, int isImaginary)
{
  THIter part;
  const int from = it->dtype[1];
  THIter_copy(&part, it);
  take_part(&part, 0, isImaginary);
  if (THDtype_traits(from)->complex) {
    take_part(&part, 1, isImaginary);
  } else if (isImaginary) {
    part.nop = 1;
    THIter_addNumber(&part, part.dtype[0], TH_integer(0));
  }
  return run_entry(&part);
}

/* A complex number is true if either part is not 0. */
static int convert_to_bool(const THIter *it, THIterEntry is_nonzero)
{
  THIter with;
  THIter_copy(&with, it);
  with.dtype[0] = TH_BYTE; /* of the masks that the row makes */
  with.nop = 2;
  THIter_addNumber(&with, it->dtype[1], TH_integer(0));
  return is_nonzero(&with);
}

/* Complex numbers are converted part by part, by the entries of real numbers. The imaginary part is
   0 where the source has none, and is dropped where the result has none. */
static int convert_parts(const THIter *it)
{
  THIter part;
  const THIterEntry is_nonzero = THOp_entry(TH_OP_ne, it->dtype[1], it->device);
  if (it->dtype[0] == TH_BOOL && is_nonzero) return convert_to_bool(it, is_nonzero);
  if (THDtype_traits(it->dtype[0])->complex) {
    TH_TRY(convert_part(it, 0));
    return convert_part(it, 1);
  }
  THIter_copy(&part, it);
  take_part(&part, 1, 0);
  return run_entry(&part);
}

static int is_number(int dtype)
{
  return THDtype_isReal(dtype) || THDtype_traits(dtype)->complex;
}

int TH_convert(const THIter *it)
{
  const int to = it->dtype[0], from = it->dtype[1];
  if (THDtype_isReal(to) && THDtype_isReal(from)) return run_entry(it);
  if (to == from) return move_words(it);
  if (is_number(to) && is_number(from)) return convert_parts(it);
  if (THDtype_traits(is_number(to) ? from : to)->quantized)
    return th_fail(TH_EDTYPE, "%s: from %s to %s only with a scale: quantizePerTensor() and "
                   "dequantize() do that", it->op, THDtype_traits(from)->option,
                   THDtype_traits(to)->option);
  return TH_missing(it->op, is_number(to) ? from : to, it->device);
}

/* No row tests halves for 0: both parts are looked at by way of complex floats. */
static int must_widen(int to, int from)
{
  return to == TH_BOOL && from == TH_COMPLEXHALF;
}

/* The short path, for the usual copy: between runs of the same sizes that do not overlap. Returns 0
   for any other copy. */
static int copy_rows(const THTensor *dst, const THTensor *src, int *status)
{
  THIter it;
  int64_t count = THTensor_run(src);
  if (!count || !THTensor_isRunLike(dst, dst->dtype, src)) return 0;
  if (dst->storage->flag & TH_STORAGE_FIXED || must_widen(dst->dtype, src->dtype)) return 0;
  THIter_beginRow(&it, "copy", count);
  THIter_addRow(&it, dst);
  THIter_addRow(&it, src);
  if (it.data[0] == it.data[1] || !THIter_isApart(&it)) return 0;
  *status = TH_convert(&it);
  return 1;
}

static int run_copy(const THTensor *dst, const THTensor *src, THTransfer *transfer);
static int copy_in_format(THTensor *out, const THTensor *src, int device, int dtype, int format);

/* Copy by way of a tensor without flags, of the dtype and on the device of a side that has some. */
static int copy_by_way(const THTensor *dst, const THTensor *src)
{
  const THTensor *like = src->flags ? src : dst;
  THTensor way = {0};
  int status = copy_in_format(&way, src, THTensor_device(like), like->dtype, TH_FORMAT_CONTIGUOUS);
  if (!status) status = run_copy(dst, &way, NULL);
  THTensor_clear(&way);
  return status;
}

static int copy_converted(const THTensor *dst, const THTensor *src, int dtype)
{
  THTensor converted = {0};
  int status = THTensor_clone(&converted, src, dtype);
  if (!status) status = run_copy(dst, &converted, NULL);
  THTensor_clear(&converted);
  return status;
}

/* Backends transfer elements of real dtypes, and others as they are: these are converted first. */
static int must_convert(int to, int from)
{
  return to != from && !(THDtype_isReal(to) && THDtype_isReal(from));
}

/* Copy src to dst, to whose sizes it broadcasts. Between devices the copy is made by transfer, or
   if that is NULL by the backend of one of them. */
static int run_copy(const THTensor *dst, const THTensor *src, THTransfer *transfer)
{
  THIter it;
  int status;
  if (copy_rows(dst, src, &status)) return status;
  const int moves = THTensor_device(dst) != THTensor_device(src);
  if ((dst->flags || src->flags) && (moves || dst->dtype != src->dtype))
    return copy_by_way(dst, src);
  if (must_widen(dst->dtype, src->dtype)) return copy_converted(dst, src, TH_COMPLEXFLOAT);
  if (moves && must_convert(dst->dtype, src->dtype)) return copy_converted(dst, src, dst->dtype);
  if (moves)
    return transfer ? transfer->run(transfer, dst, src) : TH_transfer("copy", dst, src);
  TH_TRY(THIter_begin(&it, "copy", dst->nDimension, dst->size));
  TH_TRY(TH_addStored(&it, dst));
  TH_TRY(TH_addStored(&it, src));
  THIter_finish(&it);
  const unsigned bits = dst->flags ^ src->flags;
  return !it.count ? TH_OK : bits ? TH_moveChanged(&it, bits) : TH_convert(&it);
}

/* Copy between two shapes with the same number of elements, in the row-major order of both. */
static int copy_in_order(const THTensor *dst, const THTensor *src, THTransfer *transfer)
{
  THTensor shaped = {0};
  int status = THTensor_reshape(&shaped, src, dst->nDimension, dst->size);
  if (!status) status = run_copy(dst, &shaped, transfer);
  THTensor_clear(&shaped);
  return status;
}

static int copy_clone(THTensor *dst, const THTensor *src)
{
  THTensor clone = {0};
  int status = THTensor_clone(&clone, src, src->dtype);
  if (!status) status = THTensor_copy(dst, &clone);
  THTensor_clear(&clone);
  return status;
}

/* Whether a layout did the call; op says which. For layouts row 0 of Convert stands for several
   calls: copy (src), clone (src, dtype), to (src, device, dtype), set (number, index), fill
   (number), and get (src, index), whose result is a number. */
static int is_served(const char *op, int row, THTensor *out, int noperands,
                     const THOperand *operand, int *status)
{
  const THRequest request = {.op = op, .chapter = TH_CHAPTER_CONVERT, .row = row, .nresults = 1,
                             .noperands = noperands, .result = &out, .operand = operand};
  return THGate_serves(&request, status);
}

static int copy_resolved(THTensor *dst, const THTensor *src, THTransfer *transfer)
{
  THInput in = {0};
  int status = THInput_take(&in, "copy", src, 0);
  if (!status) status = THTensor_copyBy(dst, in.use, transfer);
  THInput_drop(&in);
  return status;
}

int THTensor_copyBy(THTensor *dst, const THTensor *src, THTransfer *transfer)
{
  int status;
  if (copy_rows(dst, src, &status)) return status;
  const THOperand operand = TH_tensorOperand(src);
  if ((dst->layout || src->layout) &&
      is_served("copy", TH_CONVERT_copy, dst, 1, &operand, &status))
    return status;
  if (src->layout) return copy_resolved(dst, src, transfer);
  int64_t count = THTensor_nElement(dst);
  int fits = THShape_broadcastsTo(src->nDimension, src->size, dst->nDimension, dst->size);
  const int isMoved = transfer && THTensor_device(dst) != THTensor_device(src);
  const unsigned memory = isMoved ? TH_MEMORY_AWAY : 0;
  TH_TRY(THTensor_operandKnown("copy", src, TH_FLAGS_LAZY, memory));
  if (THTensor_isUndefined(src) != THTensor_isUndefined(dst) ||
      (!fits && THTensor_nElement(src) != count)) {
    if (count == 0 && THTensor_nElement(src) == 0) return TH_OK;
    return th_fail(
        TH_ESHAPE,
        "copy: a tensor of size %s neither broadcasts to size %s nor has as many elements",
        THTensor_sizeText(src).text, THTensor_sizeText(dst).text);
  }
  if (THTensor_isUndefined(dst)) return TH_OK;
  TH_TRY(THTensor_targetKnown("copy", dst, TH_FLAGS_LAZY, memory));
  if (dst->dtype == src->dtype && THTensor_isSetTo(dst, src)) return TH_OK;
  if (THTensor_shareMemory(dst, src)) return copy_clone(dst, src);
  return fits ? run_copy(dst, src, transfer) : copy_in_order(dst, src, transfer);
}

int THTensor_copy(THTensor *dst, const THTensor *src)
{
  return THTensor_copyBy(dst, src, NULL);
}

static int clone_of_layout(THTensor *out, const THTensor *src, int dtype)
{
  THInput in = {0};
  int status;
  const THOperand operand[] = {TH_tensorOperand(src), TH_numberOperand(TH_integer(dtype))};
  if (is_served("clone", TH_CONVERT_clone, out, 2, operand, &status)) return status;
  status = THInput_take(&in, "clone", src, 0);
  if (!status) status = THTensor_clone(out, in.use, dtype);
  THInput_drop(&in);
  return status;
}

enum { SMALL_CLONE = 4096 }; /* bytes; row "clone of 16": 294 -> 250 ns */

/* The bytes of src if a clone in out is nothing but a copy of few bytes in one piece, else 0. */
static size_t small_clone(const THTensor *out, const THTensor *src, int dtype)
{
  const int64_t count = THTensor_run(src);
  if (!count || count > SMALL_CLONE || out->storage || out->layout) return 0;
  if (dtype && dtype != src->dtype) return 0;
  const size_t bytes = (size_t)count * (size_t)THStorage_elementSize(src->storage);
  return bytes <= SMALL_CLONE ? bytes : 0;
}

/* Make out a new tensor with the elements of src, which may be out. */
static int copy_in_format(THTensor *out, const THTensor *src, int device, int dtype, int format)
{
  THTensor made = {.dtype = (int16_t)dtype, .device = (uint8_t)device};
  int status = TH_OK;
  if (format == TH_FORMAT_PRESERVE) format = THTensor_handedFormat(src);
  if (!THTensor_isUndefined(src))
    status = THTensor_resultInFormat("copy", &made, device, dtype, src->nDimension, src->size,
                                     format);
  if (!status && THTensor_nElement(src)) status = run_copy(&made, src, NULL);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&made);
  return status;
}

int THTensor_cloneInFormat(THTensor *out, const THTensor *src, int dtype, int format)
{
  if (src->layout) return clone_of_layout(out, src, dtype);
  TH_TRY(THTensor_operandKnown("clone", src, TH_FLAGS_LAZY, 0));
  return copy_in_format(out, src, THTensor_device(src), dtype ? dtype : src->dtype, format);
}

int THTensor_clone(THTensor *out, const THTensor *src, int dtype)
{
  const size_t small = small_clone(out, src, dtype);
  if (small) {
    TH_TRY(THTensor_new(out, 0, src->dtype, src->nDimension, src->size));
    memcpy(out->storage->data, THTensor_data(src), small);
    return TH_OK;
  }
  return THTensor_cloneInFormat(out, src, dtype, TH_FORMAT_CONTIGUOUS);
}

static int to_of_layout(THTensor *out, const THTensor *src, int device, int dtype)
{
  THInput in = {0};
  int status;
  const THOperand operand[] = {TH_tensorOperand(src), TH_numberOperand(TH_integer(device)),
                               TH_numberOperand(TH_integer(dtype))};
  if (is_served("to", TH_CONVERT_to, out, 3, operand, &status)) return status;
  status = THInput_take(&in, "copy", src, 0);
  if (!status) status = THTensor_to(out, in.use, device, dtype);
  THInput_drop(&in);
  return status;
}

/* As THTensor_to in that format, but src itself if the device and the dtype are right and keeps
   holds. */
static int bring(THTensor *out, const THTensor *src, int device, int dtype, int format, int keeps)
{
  if (src->layout) return to_of_layout(out, src, device, dtype);
  TH_TRY(THTensor_operandKnown("copy", src, TH_FLAGS_LAZY, 0));
  if (!dtype) dtype = src->dtype;
  if (!keeps || THTensor_device(src) != device || src->dtype != dtype)
    return copy_in_format(out, src, device, dtype, format);
  THTensor_set(out, src);
  return TH_OK;
}

int THTensor_to(THTensor *out, const THTensor *src, int device, int dtype)
{
  return bring(out, src, device, dtype, TH_FORMAT_CONTIGUOUS, 1);
}

int THTensor_toInFormat(THTensor *out, const THTensor *src, int device, int dtype, int format)
{
  const int keeps = format == TH_FORMAT_PRESERVE || THTensor_isInFormat(src, format);
  return bring(out, src, device, dtype, format, keeps);
}

int THTensor_contiguous(THTensor *out, const THTensor *src)
{
  if (!THTensor_isContiguous(src) || src->flags) return THTensor_clone(out, src, src->dtype);
  THTensor_set(out, src);
  return TH_OK;
}

int THTensor_reshape(THTensor *out, const THTensor *src, int ndim, const int64_t *size)
{
  int64_t derived[TH_MAX_DIM];
  THTensor copy = {0};
  TH_TRY(THShape_derive("reshape", ndim, size, THTensor_nElement(src), derived));
  if (THTensor_view(out, src, ndim, derived) == TH_OK) return TH_OK;
  TH_TRY(THTensor_clone(&copy, src, src->dtype));
  int status = THTensor_view(out, &copy, ndim, derived);
  THTensor_clear(&copy);
  return status;
}

static int takes(const char *op, const THTensor *t, THNumber number)
{
  return THDtype_traits(t->dtype)->complex ? TH_OK : TH_checkReal(op, number);
}

/* What the view reads as the number, in memory. */
static int fill_view(const THTensor *t, THNumber number)
{
  THTensor stored = *t;
  stored.flags &= (uint8_t)~TH_FLAGS_LAZY;
  return THTensor_fill(&stored, TH_changed(t->dtype, number, t->flags));
}

int THTensor_fill(THTensor *t, THNumber number)
{
  TH_TRY(takes("fill", t, number));
  if (t->flags) return fill_view(t, number);
  THIter it;
  int status;
  const THOperand operand = TH_numberOperand(number);
  int64_t count = THTensor_run(t);
  if (count && !(t->storage->flag & TH_STORAGE_FIXED)) {
    THIter_beginRow(&it, "fill", count);
    THIter_addRow(&it, t);
    THIter_addNumber(&it, t->dtype, number);
    return TH_convert(&it);
  }
  if (THTensor_isUndefined(t)) return TH_OK;
  if (t->layout && is_served("fill", TH_CONVERT_fill, t, 1, &operand, &status)) return status;
  TH_TRY(THTensor_result("fill", t, THTensor_device(t), t->dtype, t->nDimension, t->size));
  TH_TRY(THIter_begin(&it, "fill", t->nDimension, t->size));
  TH_TRY(THIter_add(&it, t));
  THIter_addNumber(&it, t->dtype, number);
  THIter_finish(&it);
  return it.count ? TH_convert(&it) : TH_OK;
}

/* The position in the storage of element index, counted in row-major order. */
static int64_t position(const THTensor *t, int64_t index)
{
  int64_t at = t->storageOffset;
  for (int d = t->nDimension - 1; d >= 0; d--) {
    at += index % t->size[d] * t->stride[d];
    index /= t->size[d];
  }
  return at;
}

static int check_element(const char *op, const THTensor *t, int64_t index)
{
  TH_TRY(THTensor_operandKnown(op, t, TH_FLAGS_LAZY, 0));
  if (index >= 0 && index < THTensor_nElement(t)) return TH_OK;
  return th_fail(TH_EINVAL, "%s: no element %" PRId64 " in a tensor of %" PRId64, op,
                 th_shown(index), THTensor_nElement(t));
}

/* A window on one element, which borrows the storage. */
static THTensor element(const THTensor *t, int64_t index)
{
  THTensor window = {.storage = t->storage, .storageOffset = position(t, index),
                     .dtype = t->dtype};
  return window;
}

/* Read an element on a device through a tensor on the CPU. */
static int get_from_device(const THTensor *there, unsigned bits, THNumber *number)
{
  THTensor here = {0};
  TH_TRY(THTensor_new(&here, 0, there->dtype, 0, NULL));
  int status = run_copy(&here, there, NULL);
  if (!status)
    *number = TH_changed(here.dtype, THDtype_load(here.dtype, here.storage->data), bits);
  THTensor_clear(&here);
  return status;
}

static int put_to_device(const THTensor *there, THNumber number)
{
  THTensor here = {0};
  TH_TRY(THTensor_new(&here, 0, there->dtype, 0, NULL));
  THDtype_store(here.dtype, here.storage->data, number);
  int status = run_copy(there, &here, NULL);
  THTensor_clear(&here);
  return status;
}

static int is_got_by_layout(const THTensor *t, int64_t index, THNumber *number, int *status)
{
  const THOperand operand[] = {TH_tensorOperand(t), TH_numberOperand(TH_integer(index))};
  const THRequest request = {.op = "get", .chapter = TH_CHAPTER_CONVERT, .row = TH_CONVERT_get,
                             .noperands = 2, .number = number, .operand = operand};
  return THGate_serves(&request, status);
}

int THTensor_get(const THTensor *t, int64_t index, THNumber *number)
{
  int status;
  if (t->layout && is_got_by_layout(t, index, number, &status)) return status;
  TH_TRY(check_element("get", t, index));
  const THTensor at = element(t, index);
  if (THTensor_device(&at)) return get_from_device(&at, t->flags, number);
  *number = TH_changed(t->dtype, THDtype_load(t->dtype, THTensor_data(&at)), t->flags);
  return TH_OK;
}

int THTensor_put(THTensor *t, int64_t index, THNumber number)
{
  int status;
  const THOperand operand[] = {TH_numberOperand(number), TH_numberOperand(TH_integer(index))};
  if (t->layout && is_served("set", TH_CONVERT_set, t, 2, operand, &status)) return status;
  TH_TRY(takes("set", t, number));
  TH_TRY(check_element("set", t, index));
  const THTensor at = element(t, index);
  number = TH_changed(t->dtype, number, t->flags);
  if (t->storage->flag & TH_STORAGE_READONLY)
    return th_fail(TH_EINVAL, "set: the tensor's storage is read-only");
  TH_TRY(THStorage_settle(t->storage));
  if (THTensor_device(&at)) return put_to_device(&at, number);
  THDtype_store(t->dtype, THTensor_data(&at), number);
  return TH_OK;
}
