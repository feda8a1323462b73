/* Counted tensors and storages, with the dtype as data. Functions that can fail raise. */
#ifndef TH_COMPAT_TENSOR_H
#define TH_COMPAT_TENSOR_H

#include "TH/geometry/THGate.h"
#include "THCompat.h"

/* --- tensors: headers on the heap; a new one is undefined and has one reference --- */
TH_API THTensor *THCompat_newTensor(int dtype);

/* A function of the API returns a tensor that it made. */
TH_API THTensor *THCompat_give(THTensor *t);

/* Both leave a header of another kind, which belongs to a Lua value, alone. */
TH_API void THCompat_retain(THTensor *t);
TH_API void THCompat_free(THTensor *t);

/* Whether t is such a header. If not, it must be a Lua value's, which has a word before it that
   says so. */
TH_API int THCompat_isCounted(const THTensor *t);

/* --- storages: a new one has one reference --- */
TH_API THStorage *THCompat_newStorage(int dtype, int64_t size);

/* Takes over data, which was made by THAlloc or malloc. */
TH_API THStorage *THCompat_newStorageWithData(int dtype, void *data, int64_t size);

/* Note a new storage in the call that makes it, and return it. */
TH_API THStorage *THCompat_noteStorage(THStorage *s);
TH_API void THCompat_retainStorage(THStorage *s);
TH_API void THCompat_freeStorage(THStorage *s);
TH_API void THCompat_copyStorage(THStorage *s, const THStorage *src);

/*
** Flags of a storage, as arguments of setFlag and clearFlag. Without RESIZABLE it keeps its size;
** without REFCOUNTED, free leaves it; without FREEMEM, memory that was given to it (newWithData) is
** not freed with it. VIEW says that it is one, and cannot be set. The field flag has TH's own bits.
*/
#define TH_STORAGE_REFCOUNTED 2
#define TH_STORAGE_RESIZABLE TH_STORAGE_RESIZABLE
#define TH_STORAGE_FREEMEM 4
#define TH_STORAGE_VIEW 8
TH_API void THCompat_flagStorage(THStorage *s, int flags, int on);

/* Exchange the elements of two storages of one type, which no other storage views. */
TH_API void THCompat_swapStorages(THStorage *a, THStorage *b);

/* The flag of a tensor: without it, free leaves the tensor. */
#define TH_TENSOR_REFCOUNTED 1
TH_API void THCompat_flagTensor(THTensor *t, int flags, int on);

/*
** --- windows, as Torch7 reads sizes and strides: dimensions end before the first negative size; a
** stride of NULL, or a negative one, means row-major; the storage grows if it must ---
*/
TH_API void THCompat_resize(THTensor *t, int ndim, const int64_t *size, const int64_t *stride);

/* storage NULL means a new one. */
TH_API void THCompat_setStorage(THTensor *t, THStorage *storage, int64_t offset, int ndim,
                                const int64_t *size, const int64_t *stride);

/* The same with LongStorages; stride may be NULL. */
TH_API void THCompat_resizeBy(THTensor *t, const THStorage *size, const THStorage *stride);
TH_API void THCompat_setStorageBy(THTensor *t, THStorage *storage, int64_t offset,
                                  const THStorage *size, const THStorage *stride);

/* A new LongStorage with n numbers. */
TH_API THStorage *THCompat_newSizes(int n, const int64_t *numbers);

/*
** --- sizes, as Torch7 gives them for views and expansions (THSize.h); inferSizeN and
** inferExpandGeometry return 0, or -1 with the reason in error, which has room for length
** characters ---
*/

/* The sizes with the one that is -1 replaced, so that there are count elements. Raises. */
TH_API THStorage *THCompat_newInferSize(const THStorage *size, int64_t count);

/* Makes size the common size of several. */
TH_API int THCompat_inferSizeN(THStorage *size, int count, long **sizes, long *ndim, char *error,
                               int length);

/* Sets *newSize and *newStride to new arrays, which the caller frees by THFree. */
TH_API int THCompat_inferExpandGeometry(long *size, long *stride, long ndim, const THStorage *to,
                                        long **newSize, long **newStride, char *error, int length);

/* Set each r to the tensor of the same position expanded to the common size. Raises. */
TH_API void THCompat_expandNd(THTensor **r, THTensor **tensors, int count);

/* --- views as in Torch7: without 0-d tensors --- */
TH_API void THCompat_select(THTensor *r, const THTensor *t, int dim, int64_t index);
TH_API void THCompat_squeeze(THTensor *r, const THTensor *t);
TH_API void THCompat_squeezeDim(THTensor *r, const THTensor *t, int dim);

/* The position in its storage of the element with n indices, as many as t has dimensions. */
TH_API int64_t THCompat_place(const THTensor *t, int n, const int64_t *index);

#endif
