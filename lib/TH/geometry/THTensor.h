/*
** Tensors: a value that describes a strided window on a storage, or elements that lie otherwise
** (THLayout.h). The storage and the layout are counted.
**
** Ownership: a header owns one reference to its storage and one to its layout from set/new until
** clear. An out argument is initialised ({0} or a tensor) and may be an input. const: borrowed.
** Copying the struct borrows; THTensor_set takes references. Shapes: {0} is the undefined tensor
** (no dims, no storage, 0 elements); a 0-d tensor has a storage and one element; sizes of 0 are
** ordinary. dims and positions count from 0 here, sizes, strides and offsets in elements; strides
** are never negative.
*/
#ifndef TH_TENSOR_H
#define TH_TENSOR_H

#include "TH/base/THDtype.h"
#include "TH/base/THError.h"
#include "TH/geometry/THLayout.h"
#include "TH/geometry/THShape.h"
#include "TH/memory/THStorage.h"

/* Bits of flags. A driver that does not know a set bit refuses the tensor (THGate.h). */
enum { TH_FLAG_CONJUGATED = 1, TH_FLAG_NEGATED = 2 };

/* The typed tensors of the facade have the same fields with a typed storage. */
#define TH_TENSOR_FIELDS(storage_type) \
  int64_t size[TH_MAX_DIM];            \
  int64_t stride[TH_MAX_DIM];          \
  storage_type *storage;               \
  int64_t storageOffset;               \
  int32_t nDimension;                  \
  int16_t dtype;                       \
  uint8_t flags;                       \
  uint8_t device; /* of the undefined tensor: where its first storage will be (THTensor_device) */ \
  THLayout *layout; /* NULL: strided */

typedef struct THTensor {
  TH_TENSOR_FIELDS(THStorage)
} THTensor;

/* --- making and dropping --- */

/* A new storage on the device for the given sizes, row-major, not set. Errors: as THShape_count;
   TH_EDTYPE for a dtype that is not built, TH_EUNSUPPORTED without such a device, TH_ENOMEM,
   TH_EDEVICE. */
TH_API int THTensor_new(THTensor *out, int device, int dtype, int ndim, const int64_t *size);

/* Make out the same window as src. Retains before it releases: src may be a copy of out or hold the
   last other reference. */
TH_API void THTensor_set(THTensor *out, const THTensor *src);

/* A window on a storage. TH_EINVAL where it reaches beyond it. stride NULL means row-major, and a
   negative stride, as in Torch7, as far as the next dimension reaches. storage may be NULL if
   empty. */
TH_API int THTensor_setStorage(THTensor *out, THStorage *storage, int64_t offset, int ndim,
                               const int64_t *size, const int64_t *stride);
/* The same; errors begin with op. */
TH_API int THTensor_setWindow(const char *op, THTensor *out, THStorage *storage, int64_t offset,
                              int ndim, const int64_t *size, const int64_t *stride);

/* Drop storage and layout; what stays is the undefined tensor of the same dtype and device. */
TH_API void THTensor_clear(THTensor *t);

/* --- asking --- */

static inline int THTensor_isUndefined(const THTensor *t)
{
  return t->nDimension == 0 && !t->storage && !t->layout;
}

TH_API int64_t THTensor_nElement(const THTensor *t);

/*
** What most operands are: plain (no flag or layout), on the CPU, one run of elements in row-major
** order, inside the storage. The number of elements of such a tensor, 0 for any other or an empty
** one. A driver may take a short way then; what is wrong with others its long way says.
*/
TH_API int64_t THTensor_run(const THTensor *t);

/* Whether t is such a run too, of dtype and of the sizes of the run like. */
TH_API int THTensor_isRunLike(const THTensor *t, int dtype, const THTensor *like);
TH_API int THTensor_isContiguous(const THTensor *t);
TH_API int THTensor_isSameSizeAs(const THTensor *t, const THTensor *other);

/* The same storage, layout, offset, sizes and strides. */
TH_API int THTensor_isSetTo(const THTensor *t, const THTensor *other);

/* The address of the first element, or NULL. Valid while THTensor_fits. */
static inline void *THTensor_data(const THTensor *t)
{
  if (!t->storage || !t->storage->data) return NULL;
  return (char *)t->storage->data + t->storageOffset * THStorage_elementSize(t->storage);
}

/* Where the elements are, or will be: 0 is the CPU. */
static inline int THTensor_device(const THTensor *t)
{
  return t->storage ? t->storage->device : t->device;
}

/* TH_EINVAL unless the window lies inside its storage, which may have shrunk since the window was
   made. */
TH_API int THTensor_fits(const char *op, const THTensor *t);

/* "2x3", "scalar" or, for the undefined tensor, "none": for messages. */
TH_API THShapeText THTensor_sizeText(const THTensor *t);

/* "torch.FloatTensor" and the like, for messages. */
typedef struct THTypeText { char text[48]; } THTypeText;
TH_API THTypeText THTensor_typeText(int dtype);

/* --- sizes --- */

/*
** Torch7's resize: the same storage, row-major from the present offset, grown where needed; kept as
** it is when the sizes are already those. stride as in THTensor_setStorage. Works on t alone: other
** windows on a grown storage stay valid. Errors: as THShape_count, THShape_extent and
** THStorage_resize.
*/
TH_API int THTensor_resize(const char *op, THTensor *t, int ndim, const int64_t *size,
                           const int64_t *stride);

/* The sizes of like; where like is undefined, t becomes so. Errors: as THTensor_resize. */
TH_API int THTensor_resizeAs(THTensor *t, const THTensor *like);

/*
** Make out ready to receive a result: on that device, of that dtype (the undefined tensor of dtype
** 0 takes it on) and those sizes, writable, not overlapping itself. Resizes as above (a first
** storage is made on the device), but refuses to spread over elements that only other tensors of
** the storage see (TH_ESHARED). TH_EDTYPE for another dtype, TH_EUNSUPPORTED for another device
** or a layout, TH_EINVAL where it is read-only or overlaps itself, TH_ENOMEM.
*/
TH_API int THTensor_result(const char *op, THTensor *out, int device, int dtype, int ndim,
                           const int64_t *size);

/* out as it was before it became a result, after a failure before its elements were written: an
   operand that it is may be read again. */
TH_API void THTensor_restore(THTensor *out, const THTensor *before);

/* Whether the two share any memory, judged by the range that each spans. */
TH_API int THTensor_shareMemory(const THTensor *a, const THTensor *b);

#endif
