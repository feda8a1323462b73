/*
** Tensors: made, compared, checked as operands and results, and resized.
**
** A window always lies inside its storage when it is set; THTensor_fits checks again, because the
** storage may have shrunk since. A header takes its new storage before it releases the old one.
*/
#include "TH/geometry/THTensor.h"

#include <stdio.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"

static int new_storage(int device, int dtype, int64_t count, THStorage **storage)
{
  const THAllocator *allocator = TH_deviceAllocator(device);
  if (!allocator) return th_fail(TH_EUNSUPPORTED, "tensor: there is no device %d", device);
  if (!THDtype_isBuilt(dtype))
    return th_fail(TH_EDTYPE, "tensor: no tensors of type %s", THDtype_traits(dtype)->name);
  *storage = THStorage_new(dtype, count, allocator);
  return *storage ? TH_OK : TH_errorStatus();
}

int THTensor_new(THTensor *out, int device, int dtype, int ndim, const int64_t *size)
{
  THStorage *storage = NULL;
  int64_t count;
  TH_TRY(THShape_count("tensor", ndim, size, &count));
  TH_TRY(new_storage(device, dtype, count, &storage));
  THShape_strides(ndim, size, out->stride);
  for (int d = 0; d < ndim; d++) out->size[d] = size[d];
  THStorage_release(out->storage);
  THLayout_release(out->layout);
  out->storage = storage;
  out->storageOffset = 0;
  out->nDimension = ndim;
  out->dtype = (int16_t)dtype;
  out->flags = 0;
  out->device = 0;
  out->layout = NULL;
  out->held = 0;
  return TH_OK;
}

/* Count a window that is like src where a tensor was made smaller. Parts of that tensor itself do
   not count: they have none of what it gave up. */
static void count_window(const THTensor *src)
{
  const uint32_t shrunk = __atomic_load_n(&src->storage->flag, __ATOMIC_RELAXED) &
                          (TH_STORAGE_SHRUNK | TH_STORAGE_SHRUNK_TWICE);
  if (shrunk && !(src->held && shrunk == TH_STORAGE_SHRUNK)) THStorage_part(src->storage);
}

void THTensor_set(THTensor *out, const THTensor *src)
{
  THStorage *old = out->storage;
  THLayout *oldLayout = out->layout;
  if (src->storage) count_window(src);
  THStorage_retain(src->storage);
  THLayout_retain(src->layout);
  *out = *src;
  out->held = 0; /* a window of src need not hold what src held */
  THStorage_release(old);
  THLayout_release(oldLayout);
}

static int check_window(const char *op, const THTensor *t)
{
  int64_t count, extent, available = t->storage ? t->storage->size : 0;
  if (t->storageOffset > available)
    return th_fail(TH_EINVAL, "%s: storage offset %" PRId64 " in a storage of %" PRId64 " elements",
                   op, t->storageOffset + 1, available);
  if (t->storageOffset < 0)
    return th_fail(TH_EINVAL, "%s: storage offset %" PRId64 " is below 1", op,
                   th_shown(t->storageOffset));
  TH_TRY(THShape_count(op, t->nDimension, t->size, &count));
  TH_TRY(THShape_extent(op, t->nDimension, t->size, t->stride, &extent));
  if (THTensor_isUndefined(t) || extent == 0) return TH_OK;
  if (extent > available || t->storageOffset > available - extent)
    return th_fail(TH_EINVAL,
                   "%s: a window of size %s from element %" PRId64 " needs %" PRId64
                   " elements after it, but the storage has %" PRId64 " in all",
                   op, THTensor_sizeText(t).text, th_shown(t->storageOffset), extent, available);
  return TH_OK;
}

/* Sets stride to the strides given, or to row-major ones if given is NULL. A negative stride
   becomes the size times the stride of the next dimension; 1 for the last dimension. */
static int fill_strides(const char *op, int ndim, const int64_t *size, const int64_t *given,
                        int64_t *stride)
{
  int64_t next = 1;
  if (!given) {
    THShape_strides(ndim, size, stride);
    return TH_OK;
  }
  for (int d = ndim - 1; d >= 0; d--) {
    stride[d] = given[d] < 0 ? next : given[d];
    if (d && given[d - 1] < 0 && __builtin_mul_overflow(stride[d], size[d] ? size[d] : 1, &next))
      return th_fail(TH_EINVAL, "%s: size %s with stride %" PRId64
                     " in dimension %d reaches beyond all memory",
                     op, THShape_text(ndim, size).text, stride[d], d + 1);
  }
  return TH_OK;
}

int THTensor_setWindow(const char *op, THTensor *out, THStorage *storage, int64_t offset, int ndim,
                        const int64_t *size, const int64_t *stride)
{
  int64_t count;
  THTensor t = {
      .storage = storage, .storageOffset = offset, .nDimension = ndim, .dtype = out->dtype,
      .device = (uint8_t)THTensor_device(out)};
  if (storage) t.dtype = storage->dtype;
  TH_TRY(THShape_count(op, ndim, size, &count));
  if (ndim) memcpy(t.size, size, sizeof *size * (size_t)ndim);
  TH_TRY(fill_strides(op, ndim, size, stride, t.stride));
  TH_TRY(check_window(op, &t));
  if (storage) THStorage_part(storage);
  THTensor_set(out, &t);
  return TH_OK;
}

int THTensor_setStorage(THTensor *out, THStorage *storage, int64_t offset, int ndim,
                        const int64_t *size, const int64_t *stride)
{
  return THTensor_setWindow("set", out, storage, offset, ndim, size, stride);
}

void THTensor_clear(THTensor *t)
{
  THStorage *old = t->storage;
  THLayout *oldLayout = t->layout;
  t->device = (uint8_t)THTensor_device(t);
  t->storage = NULL;
  t->storageOffset = 0;
  t->nDimension = 0; /* sizes and strides beyond it have no meaning */
  t->flags = 0;
  t->layout = NULL;
  t->held = 0;
  THStorage_release(old);
  THLayout_release(oldLayout);
}

int64_t THTensor_nElement(const THTensor *t)
{
  int64_t count = 1;
  if (THTensor_isUndefined(t)) return 0;
  for (int d = 0; d < t->nDimension; d++) {
    if (t->size[d] == 0) return 0;
    count *= t->size[d];
  }
  return count;
}

static int is_plain(const THTensor *t)
{
  return !t->flags && !t->layout && t->storage && !(t->storage->flag & TH_STORAGE_AWAY);
}

int64_t THTensor_run(const THTensor *t)
{
  int64_t count = 1;
  if (!is_plain(t)) return 0;
  for (int d = t->nDimension - 1; d >= 0; d--) {
    if (t->stride[d] != count) return 0;
    count *= t->size[d];
  }
  return count <= t->storage->size - t->storageOffset ? count : 0;
}

/* like is a run, so its strides follow from its sizes and size[0] * stride[0] is its count. */
int THTensor_isRunLike(const THTensor *t, int dtype, const THTensor *like)
{
  int64_t count = like->nDimension ? like->size[0] * like->stride[0] : 1;
  if (!is_plain(t) || t->dtype != dtype || t->nDimension != like->nDimension) return 0;
  for (int d = 0; d < t->nDimension; d++)
    if (t->size[d] != like->size[d] || t->stride[d] != like->stride[d]) return 0;
  return count <= t->storage->size - t->storageOffset;
}

int THTensor_isContiguous(const THTensor *t)
{
  int64_t expected = 1;
  for (int d = t->nDimension - 1; d >= 0; d--) {
    if (t->size[d] == 0) return 1;
    if (t->size[d] != 1 && t->stride[d] != expected) expected = -1;
    if (expected < 0) break;
    expected *= t->size[d];
  }
  return expected >= 0;
}

int THTensor_isSameSizeAs(const THTensor *t, const THTensor *other)
{
  if (t->nDimension != other->nDimension || THTensor_isUndefined(t) != THTensor_isUndefined(other))
    return 0;
  for (int d = 0; d < t->nDimension; d++)
    if (t->size[d] != other->size[d]) return 0;
  return 1;
}

int THTensor_isSetTo(const THTensor *t, const THTensor *other)
{
  if (THTensor_isUndefined(t)) return 0;
  if (t->storage != other->storage || t->storageOffset != other->storageOffset) return 0;
  if (t->layout != other->layout || t->flags != other->flags) return 0;
  if (!THTensor_isSameSizeAs(t, other)) return 0;
  for (int d = 0; d < t->nDimension; d++)
    if (t->size[d] > 1 && t->stride[d] != other->stride[d]) return 0;
  return 1;
}

/* The sums cannot overflow: the window was inside a storage when it was made. */
int THTensor_fits(const char *op, const THTensor *t)
{
  int64_t last = t->storageOffset;
  if (!t->storage) return TH_OK;
  for (int d = 0; d < t->nDimension; d++) {
    if (t->size[d] == 0) return TH_OK;
    last += (t->size[d] - 1) * t->stride[d];
  }
  if (last < t->storage->size) return TH_OK;
  if (t->storage->flag & TH_STORAGE_DISPOSED)
    return th_fail(TH_EINVAL, "%s: the memory of the tensor was released", op);
  return th_fail(TH_EINVAL,
                 "%s: the storage shrank to %" PRId64
                 " elements, but the tensor of size %s reaches element %" PRId64,
                 op, t->storage->size, THTensor_sizeText(t).text, last + 1);
}

THShapeText THTensor_sizeText(const THTensor *t)
{
  return THTensor_isUndefined(t) ? (THShapeText){"none"} : THShape_text(t->nDimension, t->size);
}

THTypeText THTensor_typeText(int dtype)
{
  THTypeText t;
  snprintf(t.text, sizeof t.text, "torch.%sTensor", THDtype_traits(dtype)->name);
  return t;
}

static int same_sizes(const THTensor *t, int ndim, const int64_t *size)
{
  if (t->nDimension != ndim || THTensor_isUndefined(t)) return 0;
  for (int d = 0; d < ndim; d++)
    if (t->size[d] != size[d]) return 0;
  return 1;
}

static int same_window(const THTensor *t, const THTensor *other)
{
  if (!same_sizes(t, other->nDimension, other->size)) return 0;
  for (int d = 0; d < t->nDimension; d++)
    if (t->stride[d] != other->stride[d]) return 0;
  return 1;
}

/* One past the last element of the storage that t reaches. */
static int64_t end_of(const THTensor *t)
{
  int64_t last = t->storageOffset;
  for (int d = 0; d < t->nDimension; d++) {
    if (t->size[d] == 0) return t->storageOffset;
    last += (t->size[d] - 1) * t->stride[d];
  }
  return THTensor_isUndefined(t) ? t->storageOffset : last + 1;
}

/* End of the dense prefix of t; just its first element if the window has gaps. */
static int64_t seen_up_to(const THTensor *t)
{
  int64_t end = end_of(t), span = end - t->storageOffset;
  int gapless = THTensor_nElement(t) == span &&
                !THShape_overlapsItself(t->nDimension, t->size, t->stride);
  return gapless ? end : t->storageOffset + 1;
}

/* Note that a tensor on the storage begins to remember what it held, or ends. Two that remember are
   not told from one that does so twice, so nothing ends that. */
static void note_shrunk(THStorage *storage, int begins)
{
  const uint32_t flag = __atomic_load_n(&storage->flag, __ATOMIC_RELAXED);
  const uint32_t again = flag & TH_STORAGE_SHRUNK ? TH_STORAGE_SHRUNK_TWICE : 0;
  if (begins)
    __atomic_fetch_or(&storage->flag, TH_STORAGE_SHRUNK | again, __ATOMIC_RELAXED);
  else if (!(flag & TH_STORAGE_SHRUNK_TWICE))
    __atomic_fetch_and(&storage->flag, ~(uint32_t)TH_STORAGE_SHRUNK, __ATOMIC_RELAXED);
}

/* Note what t holds in the header that takes its place on the same storage, and whether that
   reaches for elements that t never held. */
static void remember(THTensor *resized, const THTensor *t, int64_t size)
{
  THStorage *storage = t->storage;
  const int64_t seen = seen_up_to(t), held = t->held > seen ? t->held : seen;
  const int64_t end = end_of(resized);
  if (end > held && held < size) THStorage_part(storage);
  resized->held = end < held ? held : 0;
  if (t->held <= seen) resized->heldAt = THStorage_windows(storage);
  if (!t->held != !resized->held) note_shrunk(storage, resized->held != 0);
}

int THTensor_resize(const char *op, THTensor *t, int ndim, const int64_t *size,
                    const int64_t *stride)
{
  THTensor resized = *t;
  int64_t count, extent;
  TH_TRY(THTensor_viewable(op, t));
  TH_TRY(THShape_count(op, ndim, size, &count));
  resized.nDimension = ndim;
  for (int d = 0; d < ndim; d++) resized.size[d] = size[d];
  TH_TRY(fill_strides(op, ndim, size, stride, resized.stride));
  if ((stride ? same_window(t, &resized) : same_sizes(t, ndim, size)) && !THTensor_fits(op, t))
    return TH_OK;
  TH_TRY(THShape_extent(op, ndim, size, resized.stride, &extent));
  const int64_t before = t->storage ? t->storage->size : 0;
  if (!resized.storage) {
    TH_TRY(new_storage(t->device, t->dtype, extent, &resized.storage));
  } else if (extent > INT64_MAX - resized.storageOffset) {
    return th_fail(TH_ENOMEM, "%s: size %s overflows", op, THShape_text(ndim, size).text);
  } else if (extent && resized.storageOffset + extent > resized.storage->size) {
    TH_TRY(THStorage_resize(resized.storage, resized.storageOffset + extent));
  }
  if (t->storage) remember(&resized, t, before);
  *t = resized;
  return TH_OK;
}

int THTensor_resizeAs(THTensor *t, const THTensor *like)
{
  if (!THTensor_isUndefined(like))
    return THTensor_resize("resizeAs", t, like->nDimension, like->size, NULL);
  const THTensor none = {.dtype = t->dtype, .device = (uint8_t)THTensor_device(t)};
  THTensor_set(t, &none);
  return TH_OK;
}

/* TH_ESHARED if a result of the new sizes would overwrite elements that out neither contains nor
   held before. */
static int check_spread(const char *op, const THTensor *out, int64_t count, int ndim,
                        const int64_t *size)
{
  const THStorage *storage = out->storage;
  int64_t end = seen_up_to(out), needed = out->storageOffset + count;
  if (!storage || needed <= end) return TH_OK;
  if (out->held > end && out->heldAt == THStorage_windows(storage) &&
      out->heldAt < TH_MOST_WINDOWS)
    end = out->held;
  if (needed <= end || end >= storage->size) return TH_OK;
  if (__atomic_load_n(&storage->refcount, __ATOMIC_RELAXED) == 1) return TH_OK;
  return th_fail(TH_ESHARED,
                 "%s: the result of size %s does not fit its tensor of size %s, and resizing it "
                 "would overwrite elements that only other tensors on the storage have",
                 op, THShape_text(ndim, size).text, THTensor_sizeText(out).text);
}

static int check_result(const char *op, const THTensor *out, int device, int dtype)
{
  if (out->storage || out->device)
    TH_TRY(TH_checkSameDevice(op, (THPlaced){"the result", 0, THTensor_device(out)},
                              (THPlaced){"the operands", 0, device}));
  if (out->dtype != dtype && out->dtype != TH_UNDEFINED)
    return th_fail(TH_EDTYPE, "%s: the result is a %s, expected a %s%s", op,
                   THTensor_typeText(out->dtype).text, THTensor_typeText(dtype).text,
                   THDtype_traits(out->dtype)->value == dtype && THDtype_traits(out->dtype)->complex
                       ? ", which the function makes if none is given"
                       : "");
  return THTensor_writable(op, out, 0);
}

/* A tensor without a storage gets its first one on the device of the operation. */
static int resize_result(const char *op, THTensor *out, int device, int dtype, int ndim,
                         const int64_t *size)
{
  if (!out->storage) return THTensor_new(out, device, dtype, ndim, size);
  TH_TRY(THStorage_settle(out->storage));
  return THTensor_resize(op, out, ndim, size, NULL);
}

int THTensor_result(const char *op, THTensor *out, int device, int dtype, int ndim,
                    const int64_t *size)
{
  int64_t count;
  TH_TRY(check_result(op, out, device, dtype));
  if (same_sizes(out, ndim, size)) return THTensor_target(op, out);
  TH_TRY(THShape_count(op, ndim, size, &count));
  TH_TRY(check_spread(op, out, count, ndim, size));
  return resize_result(op, out, device, dtype, ndim, size);
}

void THTensor_restore(THTensor *out, const THTensor *before)
{
  if (before->layout) return; /* no result: nothing has changed */
  if (!before->storage) THTensor_clear(out);
  if (out->storage == before->storage) *out = *before;
}

/* True if a's storage lies entirely after b's: they cannot overlap. */
static int is_behind(const THStorage *a, const THStorage *b)
{
  return (char *)a->data >= (char *)b->data + b->size * THStorage_elementSize(b);
}

int THTensor_shareMemory(const THTensor *a, const THTensor *b)
{
  if (!a->storage || !b->storage) return 0;
  if (is_behind(a->storage, b->storage) || is_behind(b->storage, a->storage)) return 0;
  const char *p = THTensor_data(a), *q = THTensor_data(b);
  if (!p || !q) return 0;
  const char *p_end = p + (end_of(a) - a->storageOffset) * THStorage_elementSize(a->storage);
  const char *q_end = q + (end_of(b) - b->storageOffset) * THStorage_elementSize(b->storage);
  return p < q_end && q < p_end && p < p_end && q < q_end;
}
