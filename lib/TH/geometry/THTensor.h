/*
** Tensors: a header that describes a strided window on a storage, or elements that a layout keeps
** in another form (THLayout.h). The header is a plain value; the storage and the layout are
** counted.
**
** Ownership: a header owns one reference to its storage and one to its layout, from new or set
** until clear. Copying the struct borrows; THTensor_set takes references. An out argument must be
** initialised ({0} or a tensor) and may also be an input. A const argument is borrowed.
**
** Shapes: {0} is the undefined tensor (no dimensions, no storage, 0 elements). A 0-d tensor has a
** storage and one element. A size may be 0. Dimensions and positions count from 0 here; sizes,
** strides and offsets are in elements; strides are never negative.
*/
#ifndef TH_TENSOR_H
#define TH_TENSOR_H

#include "TH/base/THDtype.h"
#include "TH/base/THError.h"
#include "TH/geometry/THLayout.h"
#include "TH/geometry/THShape.h"
#include "TH/memory/THStorage.h"

/* Bits of flags. A driver that does not understand a bit that is set refuses the tensor
   (THGate.h). */
enum { TH_FLAG_CONJUGATED = 1, TH_FLAG_NEGATED = 2 };

/* The fields of a tensor. The facade's typed tensors have the same, with a typed storage. */
#define TH_TENSOR_FIELDS(storage_type) \
  int64_t size[TH_MAX_DIM];            \
  int64_t stride[TH_MAX_DIM];          \
  storage_type *storage;               \
  int64_t storageOffset;               \
  int32_t nDimension;                  \
  int16_t dtype;                       \
  uint8_t flags;                       \
  uint8_t device; /* undefined tensors: where the first storage will be (THTensor_device) */       \
  THLayout *layout; /* NULL: strided */                                                            \
  int64_t held; /* the end of what it held on its storage before it was made smaller, or 0 */      \
  int64_t heldAt; /* if held is not 0: the storage's count of windows then */

typedef struct THTensor {
  TH_TENSOR_FIELDS(THStorage)
} THTensor;

/* --- making and dropping --- */

/* Give out a new storage on device for the sizes, row-major, with values not set. Errors: as
   THShape_count; TH_EDTYPE for a dtype that is not built, TH_EUNSUPPORTED if there is no such
   device, TH_ENOMEM, TH_EDEVICE. */
TH_API int THTensor_new(THTensor *out, int device, int dtype, int ndim, const int64_t *size);

/* Make out the same window as src. It retains before it releases, because src may be a copy of out
   or hold the last other reference. */
TH_API void THTensor_set(THTensor *out, const THTensor *src);

/* Make out a window on a storage. TH_EINVAL if it reaches beyond the storage. stride NULL means
   row-major. A negative stride becomes, as in Torch7, the size times the stride of the next
   dimension. storage may be NULL if the window is empty. */
TH_API int THTensor_setStorage(THTensor *out, THStorage *storage, int64_t offset, int ndim,
                               const int64_t *size, const int64_t *stride);
/* The same, with errors that begin with op. */
TH_API int THTensor_setWindow(const char *op, THTensor *out, THStorage *storage, int64_t offset,
                              int ndim, const int64_t *size, const int64_t *stride);

/* Release the storage and the layout. t becomes the undefined tensor of the same dtype and
   device. */
TH_API void THTensor_clear(THTensor *t);

/* --- asking --- */

static inline int THTensor_isUndefined(const THTensor *t)
{
  return t->nDimension == 0 && !t->storage && !t->layout;
}

TH_API int64_t THTensor_nElement(const THTensor *t);

/*
** The number of elements of t if it is a plain run, as most operands are: no flag or layout, on the
** CPU and not in use by a device, row-major without gaps, inside its storage. 0 for any other
** tensor, and for an empty one. Drivers have a short path for runs and leave the checks to the
** general one.
*/
TH_API int64_t THTensor_run(const THTensor *t);

/* Whether t is such a run too, with that dtype and the sizes of the run like. */
TH_API int THTensor_isRunLike(const THTensor *t, int dtype, const THTensor *like);
TH_API int THTensor_isContiguous(const THTensor *t);
TH_API int THTensor_isSameSizeAs(const THTensor *t, const THTensor *other);

/* The same storage, layout, offset, sizes and strides. */
TH_API int THTensor_isSetTo(const THTensor *t, const THTensor *other);

/* The address of the first element, or NULL. Valid while THTensor_fits holds. */
static inline void *THTensor_data(const THTensor *t)
{
  if (!t->storage || !t->storage->data) return NULL;
  return (char *)t->storage->data + t->storageOffset * THStorage_elementSize(t->storage);
}

/* The device where the elements are, or will be; 0 is the CPU. */
static inline int THTensor_device(const THTensor *t)
{
  return t->storage ? t->storage->device : t->device;
}

/* TH_EINVAL unless the window lies inside its storage, which may have shrunk since the window was
   made. */
TH_API int THTensor_fits(const char *op, const THTensor *t);

/* For messages: "2x3", "scalar", or "none" for the undefined tensor. */
TH_API THShapeText THTensor_sizeText(const THTensor *t);

/* For messages: "torch.FloatTensor" and the like. */
typedef struct THTypeText { char text[48]; } THTypeText;
TH_API THTypeText THTensor_typeText(int dtype);

/* --- sizes --- */

/*
** Torch7's resize: the new sizes on the same storage, row-major from the present offset; the
** storage grows if it must. Nothing changes if t already has the sizes. stride as in
** THTensor_setStorage. Other windows on the storage stay valid. A tensor that gets smaller
** remembers what it held (held), for THTensor_result. Errors: as THShape_count, THShape_extent and
** THStorage_resize.
*/
TH_API int THTensor_resize(const char *op, THTensor *t, int ndim, const int64_t *size,
                           const int64_t *stride);

/* Resize t to the sizes of like; if like is undefined, t becomes undefined. Errors: as
   THTensor_resize. */
TH_API int THTensor_resizeAs(THTensor *t, const THTensor *like);

/*
** Make out ready for a result: on that device, with that dtype (an undefined tensor of dtype 0
** takes it) and those sizes, writable and not overlapping itself. It is resized as above, and a
** first storage is made on the device.
**
** Errors: TH_ESHARED if the resized tensor would cover elements that only other tensors of the
** storage contain. It may cover again those that it held before it was made smaller, because who
** sees them saw them together with it; but not if a window has been made on the storage since,
** unless it is a part of what out has now (THStorage_part). TH_EDTYPE for another dtype,
** TH_EUNSUPPORTED for another device or a layout, TH_EINVAL if it is read-only or overlaps itself,
** TH_ENOMEM.
*/
TH_API int THTensor_result(const char *op, THTensor *out, int device, int dtype, int ndim,
                           const int64_t *size);

/* Undo THTensor_result after a failure that came before any element was written, so that out can
   still be read if it is also an operand. */
TH_API void THTensor_restore(THTensor *out, const THTensor *before);

/* Whether the memory ranges that the two span overlap. */
TH_API int THTensor_shareMemory(const THTensor *a, const THTensor *b);

#endif
