/*
** DLPack: tensors lent to other libraries of the process, and theirs taken, without a copy.
**
** The structs are those of the protocol, with names of our own: the versioned one of major version
** 1, and the one before it, which has neither version nor flags. Who has a struct calls its deleter
** once, in any thread; the deleter knows no Lua.
**
** On a device the protocol leaves to both sides that work on the memory is in order. Here the host
** waits for the device when memory is lent or taken, and before it is given back, so streams of any
** library may use it at once.
*/
#ifndef TH_DLPACK_H
#define TH_DLPACK_H

#include "TH/geometry/THTensor.h"

enum { TH_DL_CPU = 1, TH_DL_CUDA = 2 };
enum { TH_DL_INT, TH_DL_UINT, TH_DL_FLOAT, TH_DL_BFLOAT = 4, TH_DL_COMPLEX, TH_DL_BOOL };
enum { TH_DL_READ_ONLY = 1, TH_DL_IS_COPIED = 2 };

typedef struct THDLTensor {
  void *data;
  struct { int32_t device_type, device_id; } device;
  int32_t ndim;
  struct { uint8_t code, bits; uint16_t lanes; } dtype;
  int64_t *shape, *strides; /* in elements */
  uint64_t byte_offset;
} THDLTensor;

typedef struct THDLManaged {
  THDLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct THDLManaged *self);
} THDLManaged;

typedef struct THDLManagedVersioned {
  struct { uint32_t major, minor; } version;
  void *manager_ctx;
  void (*deleter)(struct THDLManagedVersioned *self);
  uint64_t flags;
  THDLTensor dl_tensor;
} THDLManagedVersioned;

/*
** Lend t: *out becomes a struct of that version, 0 (THDLManaged) or 1, which owns a loan of t's
** storage (THStorage_loan) until its deleter is called. copy: 0 never, 1 always; -1 where the
** memory cannot be lent, because a Lua value keeps it (TH_STORAGE_ANCHORED) or because t is a view
** that is conjugated or negated. A copy is not read-only.
**
** Errors: TH_EINVAL for another version, a copy that is needed but not allowed, or a read-only
** tensor with version 0; TH_EUNSUPPORTED for a layout; TH_EDTYPE for a type without a code;
** TH_ENOMEM, TH_EDEVICE.
*/
TH_API int THTensor_toDLPack(const THTensor *t, int version, int copy, void **out);

/*
** Take a struct of that version over: out becomes a tensor on its memory, and its deleter is called
** when the last reference to the storage goes. On failure the struct stays the caller's:
** TH_EUNSUPPORTED for a device that is not here, TH_EDTYPE for a type that is not here, TH_EINVAL
** for what contradicts itself, TH_ENOMEM, TH_EDEVICE.
*/
TH_API int THTensor_fromDLPack(THTensor *out, void *managed, int version);

/* Call the deleter of a struct that nobody took, if it has one. */
TH_API void THDlpack_drop(void *managed, int version);

/* Whether the memory of a struct is on a CUDA device; 0 for a struct of another major version. */
TH_API int THDlpack_isOnDevice(const void *managed, int version);

#endif
