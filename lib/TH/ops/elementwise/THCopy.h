/*
** Copies between any two dtypes and geometries, and what follows from them.
*/
#ifndef TH_COPY_H
#define TH_COPY_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

/*
** The elements of src, converted, into dst, which keeps its sizes: src broadcasts to them, or has
** the same number of elements and is taken in row-major order. The same window is left alone;
** partial overlap gives what a copied src would have given. TH_ESHAPE where neither fits, TH_EINVAL
** for a dst that overlaps itself or is read-only.
*/
TH_API int THTensor_copy(THTensor *dst, const THTensor *src);

/* The elements of operand 1 of a finished iterator, converted, into operand 0, on its device; and
   what a device has for that, by the dtype of the result, or NULL. For other drivers. */
TH_API int TH_convert(const struct THIter *it);
TH_API THIterEntry TH_convertEntry(int dtype, int device);

/* The same by another transfer than the device's (THTransferChapter.h), where one is needed. It
   orders its work behind what devices do with memory of the host: copyBy does not wait for that. */
typedef struct THTransfer {
  int (*run)(struct THTransfer *transfer, const THTensor *dst, const THTensor *src);
} THTransfer;
TH_API int THTensor_copyBy(THTensor *dst, const THTensor *src, THTransfer *transfer);

/* A new row-major tensor with the elements of src, converted to dtype (TH_UNDEFINED: its own). out
   may be src. */
TH_API int THTensor_clone(THTensor *out, const THTensor *src, int dtype);

/* src on a device, of a dtype (TH_UNDEFINED: its own): src itself where it is that already, else a
   new row-major tensor with its elements, converted. out may be src. */
TH_API int THTensor_to(THTensor *out, const THTensor *src, int device, int dtype);

/* src itself where it is contiguous, else a clone. */
TH_API int THTensor_contiguous(THTensor *out, const THTensor *src);

/* As THTensor_view; copies where the strides of src cannot express the sizes. */
TH_API int THTensor_reshape(THTensor *out, const THTensor *src, int ndim, const int64_t *size);

/* Every element of t set to number, converted. TH_EINVAL as for copy. */
TH_API int THTensor_fill(THTensor *t, THNumber number);

/* The element at a position counted in row-major order, and its change. t is defined; 0 <= index <
   nElement. */
TH_API int THTensor_get(const THTensor *t, int64_t index, THNumber *number);
TH_API int THTensor_put(THTensor *t, int64_t index, THNumber number);

#endif
