/*
** Copies between any two dtypes, geometries and devices, and what is made of copies: clones,
** conversions, reshapes, fills and single elements.
*/
#ifndef TH_COPY_H
#define TH_COPY_H

#include "TH/backend/THChapter.h"
#include "TH/geometry/THTensor.h"

/*
** Copy the elements of src, converted, to dst, which keeps its sizes. src broadcasts to them, or
** has the same number of elements, which are taken in row-major order. Nothing is done if both are
** the same window; if they overlap in part, the result is that of a src copied first. TH_ESHAPE if
** src does neither, TH_EINVAL if dst overlaps itself or is read-only.
*/
TH_API int THTensor_copy(THTensor *dst, const THTensor *src);

/* For other drivers: convert operand 1 of a finished iterator into operand 0; both are on one
   device. */
TH_API int TH_convert(const struct THIter *it);

/* The entry of a device for that, by the dtype of the result; NULL if it has none. */
TH_API THIterEntry TH_convertEntry(int dtype, int device);

/* As THTensor_copy, with transfer in place of the device's (THTransferChapter.h) for a copy between
   devices. copyBy does not wait for devices that use memory of the host; transfer must order its
   work after theirs. */
typedef struct THTransfer {
  int (*run)(struct THTransfer *transfer, const THTensor *dst, const THTensor *src);
} THTransfer;
TH_API int THTensor_copyBy(THTensor *dst, const THTensor *src, THTransfer *transfer);

/* A new row-major tensor with the elements of src, converted to dtype (TH_UNDEFINED: that of src).
   out may be src. */
TH_API int THTensor_clone(THTensor *out, const THTensor *src, int dtype);

/* src on a device, with a dtype (TH_UNDEFINED: that of src). out becomes src itself if it is so
   already, else a new row-major tensor with its elements, converted. out may be src. */
TH_API int THTensor_to(THTensor *out, const THTensor *src, int device, int dtype);

/* The same two in a memory format (THFormat.h); preserve keeps the order of src. toInFormat gives
   src itself only if it is in the format too; preserve takes any. TH_ESHAPE if the format is for
   another number of dimensions. */
TH_API int THTensor_cloneInFormat(THTensor *out, const THTensor *src, int dtype, int format);
TH_API int THTensor_toInFormat(THTensor *out, const THTensor *src, int device, int dtype,
                               int format);

/* src itself if it is contiguous, else a clone. */
TH_API int THTensor_contiguous(THTensor *out, const THTensor *src);

/* As THTensor_view, but copies the elements if no view of src has the sizes. */
TH_API int THTensor_reshape(THTensor *out, const THTensor *src, int ndim, const int64_t *size);

/* Set every element of t to number, converted. TH_EINVAL as for copy. */
TH_API int THTensor_fill(THTensor *t, THNumber number);

/* Set element i of the vector t to start + i * step, computed in double and converted: each from i,
   so that rounding errors do not add up. Errors: as THTensor_copy. (THSequence.c) */
TH_API int THTensor_fillSequence(THTensor *t, double start, double step);

/* Read or change the element at index, counted in row-major order. t is defined; 0 <= index <
   nElement. */
TH_API int THTensor_get(const THTensor *t, int64_t index, THNumber *number);
TH_API int THTensor_put(THTensor *t, int64_t index, THNumber number);

#endif
