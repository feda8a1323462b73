/* Counted tensors and storages with the element type as data. What can fail raises. */
#ifndef TH_COMPAT_TENSOR_H
#define TH_COMPAT_TENSOR_H

#include "TH/geometry/THGate.h"
#include "THCompat.h"

/* --- tensors: a header of their own on the heap, undefined, with one reference --- */
TH_API THTensor *THCompat_newTensor(int dtype);

/* A header that is not of this kind (it belongs to a Lua value) is left alone by both. */
TH_API void THCompat_retain(THTensor *t);
TH_API void THCompat_free(THTensor *t);

/* Whether it is of this kind. Otherwise it lies behind a word that says so: a Lua value's. */
TH_API int THCompat_isCounted(const THTensor *t);

/* --- storages: with one reference --- */
TH_API THStorage *THCompat_newStorage(int dtype, int64_t size);

/* Takes over data, which THAlloc or malloc made. */
TH_API THStorage *THCompat_newStorageWithData(int dtype, void *data, int64_t size);
TH_API void THCompat_retainStorage(THStorage *s);
TH_API void THCompat_freeStorage(THStorage *s);
TH_API void THCompat_copyStorage(THStorage *s, const THStorage *src);

/*
** --- windows: Torch7's reading of sizes and strides. Dimensions end before the first negative
** size; stride NULL, or a negative entry, means row-major; the storage grows where needed. ---
*/
TH_API void THCompat_resize(THTensor *t, int ndim, const int64_t *size, const int64_t *stride);

/* storage may be NULL, for a new one. */
TH_API void THCompat_setStorage(THTensor *t, THStorage *storage, int64_t offset, int ndim,
                                const int64_t *size, const int64_t *stride);

/* The same by LongStorages; stride may be NULL. */
TH_API void THCompat_resizeBy(THTensor *t, const THStorage *size, const THStorage *stride);
TH_API void THCompat_setStorageBy(THTensor *t, THStorage *storage, int64_t offset,
                                  const THStorage *size, const THStorage *stride);

/* A new LongStorage of numbers. */
TH_API THStorage *THCompat_newSizes(int n, const int64_t *numbers);

/* --- views as Torch7 has them: without 0-d tensors --- */
TH_API void THCompat_select(THTensor *r, const THTensor *t, int dim, int64_t index);
TH_API void THCompat_squeeze(THTensor *r, const THTensor *t);
TH_API void THCompat_squeezeDim(THTensor *r, const THTensor *t, int dim);

/* The place in its storage of the element at n indices, all of which t must have. */
TH_API int64_t THCompat_place(const THTensor *t, int n, const int64_t *index);

#endif
