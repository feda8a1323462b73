/*
** Blobs: tensors on a block of memory that somebody else made, without a copy.
**
** The storage is borrowed: it cannot be resized, and its deleter gives the block back when the last
** reference to it goes.
*/
#ifndef TH_BLOB_H
#define TH_BLOB_H

#include "TH/geometry/THTensor.h"

typedef struct THBlob {
  void *data;         /* NULL only if there are no elements */
  int64_t offset;     /* bytes from there to the first element */
  int64_t bytes;      /* in the block; TH_UNKNOWN_BYTES if nobody knows */
  int dtype, device, ndim;
  const int64_t *size, *stride; /* stride NULL: row-major */
  uint32_t flag;      /* of the storage: TH_STORAGE_READONLY, TH_STORAGE_ANCHORED */
  THDeleter deleter;  /* or NULL; gets the address of the first element */
  void *context;
} THBlob;

enum { TH_UNKNOWN_BYTES = -1 };

/*
** Make out a tensor on the block, for the operation op. On failure nothing has changed and the
** block stays the caller's: TH_EDTYPE, TH_EINVAL for sizes, strides, an offset or an address that
** are impossible, not aligned for the dtype or beyond the block, TH_ENOMEM.
*/
TH_API int THTensor_fromBlob(const char *op, THTensor *out, const THBlob *blob);

#endif
