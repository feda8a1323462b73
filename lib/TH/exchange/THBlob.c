/*
** Tensors on borrowed memory. Everything is checked before the storage is made, because from then
** on the deleter belongs to it.
*/
#include "TH/exchange/THBlob.h"

#include <string.h>

static int check_dtype(const char *op, int dtype)
{
  const THTraits *traits = THDtype_traits(dtype);
  if (!THDtype_isBuilt(dtype))
    return th_fail(TH_EDTYPE, "%s: there is no element type with that code", op);
  if (traits->quantized)
    return th_fail(TH_EDTYPE, "%s: %s is quantized: elements without their scale mean nothing", op,
                   traits->option);
  return TH_OK;
}

/* What C needs of an address: that of the parts of a complex number. (For 64 bits 4 on i386.) */
static int alignment_of(const THTraits *traits)
{
  const int part = traits->complex ? traits->size / 2 : traits->size;
  return part < (int)_Alignof(int64_t) ? part : (int)_Alignof(int64_t);
}

static int check_address(const char *op, const THBlob *blob, int64_t bytes)
{
  const THTraits *traits = THDtype_traits(blob->dtype);
  const uintptr_t first = (uintptr_t)blob->data + (uintptr_t)blob->offset;
  if (!blob->data)
    return th_fail(TH_EINVAL, "%s: a null pointer has no %" PRId64 " bytes", op, bytes);
  if (first < (uintptr_t)blob->data || first > UINTPTR_MAX - (uintptr_t)bytes)
    return th_fail(TH_EINVAL, "%s: %" PRId64 " bytes from byte %" PRId64
                   " of the address %#" PRIxPTR " on reach beyond all memory",
                   op, bytes, blob->offset, (uintptr_t)blob->data);
  if (first % (unsigned)alignment_of(traits))
    return th_fail(TH_EINVAL, "%s: the address %#" PRIxPTR " of the first element is not aligned "
                   "for %s, which needs a multiple of %d",
                   op, first, traits->option, alignment_of(traits));
  return TH_OK;
}

/* Sets *extent to the elements from the first to the last. */
static int check_window(const char *op, const THBlob *blob, const int64_t *stride, int64_t *extent)
{
  const int size = THDtype_traits(blob->dtype)->size;
  int64_t count;
  TH_TRY(THShape_count(op, blob->ndim, blob->size, &count));
  TH_TRY(THShape_extent(op, blob->ndim, blob->size, stride, extent));
  if (blob->offset < 0)
    return th_fail(TH_EINVAL, "%s: offset %" PRId64 " is negative", op, blob->offset);
  if (*extent > TH_MAX_COUNT / size)
    return th_fail(TH_EINVAL, "%s: size %s has more elements than memory can hold", op,
                   THShape_text(blob->ndim, blob->size).text);
  const int64_t bytes = *extent * size;
  if (blob->bytes != TH_UNKNOWN_BYTES &&
      (blob->offset > blob->bytes || bytes > blob->bytes - blob->offset))
    return th_fail(TH_EINVAL, "%s: size %s of %s from byte %" PRId64 " on needs %" PRId64
                   " bytes, but the memory has %" PRId64 " in all",
                   op, THShape_text(blob->ndim, blob->size).text,
                   THDtype_traits(blob->dtype)->option, blob->offset, bytes, blob->bytes);
  return bytes ? check_address(op, blob, bytes) : TH_OK;
}

static int check_device(const char *op, int device)
{
  if (TH_deviceAllocator(device)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: there is no device %d", op, device);
}

int THTensor_fromBlob(const char *op, THTensor *out, const THBlob *blob)
{
  THTensor t = {.nDimension = blob->ndim, .dtype = (int16_t)blob->dtype};
  int64_t extent;
  TH_TRY(check_dtype(op, blob->dtype));
  TH_TRY(check_device(op, blob->device));
  if (blob->ndim < 0 || blob->ndim > TH_MAX_DIM)
    return th_fail(TH_EINVAL, "%s: %d dimensions; a tensor has 0 to %d", op, blob->ndim,
                   TH_MAX_DIM);
  for (int d = 0; d < blob->ndim; d++) t.size[d] = blob->size[d];
  if (blob->stride) memcpy(t.stride, blob->stride, sizeof *t.stride * (size_t)blob->ndim);
  else THShape_strides(blob->ndim, t.size, t.stride);
  TH_TRY(check_window(op, blob, t.stride, &extent));
  void *first = extent ? (char *)blob->data + blob->offset : NULL;
  t.storage = THStorage_borrow(blob->dtype, first, extent, blob->deleter, blob->context);
  if (!t.storage) return TH_errorStatus();
  t.storage->device = (int16_t)blob->device;
  t.storage->flag |= blob->flag | (blob->device ? TH_STORAGE_AWAY : 0);
  THTensor_set(out, &t);
  THStorage_release(t.storage);
  return TH_OK;
}
