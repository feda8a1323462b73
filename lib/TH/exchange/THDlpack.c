/*
** Loans of storages as structs of DLPack, and tensors on structs of others.
**
** A loan is one block: the struct, the sizes and strides that it points to, and the storage. It
** owns the storage's loan, and its deleter ends that and frees the block. A struct that was taken
** over is the context of a borrowed storage, whose deleter calls the struct's.
*/
#include "TH/exchange/THDlpack.h"

#include <stdlib.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/exchange/THBlob.h"
#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THCopy.h"

/* --- element types --- */

typedef struct Code { uint8_t code, bits; } Code;

static const Code codes[TH_NUM_DTYPES] = {
  [TH_BYTE] = {TH_DL_UINT, 8}, [TH_CHAR] = {TH_DL_INT, 8}, [TH_SHORT] = {TH_DL_INT, 16},
  [TH_INT] = {TH_DL_INT, 32}, [TH_LONG] = {TH_DL_INT, 64}, [TH_UINT16] = {TH_DL_UINT, 16},
  [TH_HALF] = {TH_DL_FLOAT, 16}, [TH_FLOAT] = {TH_DL_FLOAT, 32}, [TH_DOUBLE] = {TH_DL_FLOAT, 64},
  [TH_BFLOAT16] = {TH_DL_BFLOAT, 16}, [TH_BOOL] = {TH_DL_BOOL, 8},
  [TH_COMPLEXHALF] = {TH_DL_COMPLEX, 32}, [TH_COMPLEXFLOAT] = {TH_DL_COMPLEX, 64},
  [TH_COMPLEXDOUBLE] = {TH_DL_COMPLEX, 128},
};

static int find_dtype(const THDLTensor *t, int *dtype)
{
  static const char *const names[] = {"int", "uint", "float", "opaque", "bfloat", "complex",
                                      "bool"};
  const unsigned code = t->dtype.code, bits = t->dtype.bits, lanes = t->dtype.lanes;
  for (int k = 1; k < TH_NUM_DTYPES; k++)
    if (codes[k].bits && codes[k].bits == bits && codes[k].code == code && lanes == 1) {
      *dtype = k;
      return TH_OK;
    }
  if (code >= sizeof names / sizeof *names)
    return th_fail(TH_EDTYPE, "fromDLPack: elements of type code %u, %u bits and %u lanes have no "
                   "type here", code, bits, lanes);
  return th_fail(TH_EDTYPE, "fromDLPack: elements of type %s%u and %u lanes have no type here",
                 names[code], bits, lanes);
}

/* --- devices --- */

/* Wait until the device has no work that could use the memory. */
static int wait_for(int device, void *data)
{
  const THAllocator *allocator = device && data ? TH_deviceAllocator(device) : NULL;
  if (!allocator || !allocator->settle) return TH_OK;
  return allocator->settle(allocator->context, data);
}

static int find_device(const THDLTensor *t, int *device)
{
  const int type = t->device.device_type, id = t->device.device_id;
  *device = 0;
  if (type == TH_DL_CPU) return TH_OK;
  if (type != TH_DL_CUDA)
    return th_fail(TH_EUNSUPPORTED, "fromDLPack: memory of device type %d; the CPU (1) and CUDA "
                   "(2) are expected", type);
  if (id < 0 || id >= TH_MAX_DEVICES - 1 || !TH_backend(id + 1))
    return th_fail(TH_EUNSUPPORTED, "fromDLPack: the memory is on CUDA's device %d, which is not "
                   "here", id);
  *device = id + 1;
  return TH_OK;
}

/* --- lending --- */

typedef struct Loan {
  union { THDLManaged plain; THDLManagedVersioned versioned; } managed;
  THStorage *storage; /* NULL: no elements */
  int64_t shape[TH_MAX_DIM], strides[TH_MAX_DIM];
} Loan;

/* Who had the memory may have given a device work on it that has not ended. */
static void end_loan(Loan *loan)
{
  if (loan->storage) {
    wait_for(loan->storage->device, loan->storage->data);
    THStorage_endLoan(loan->storage);
  }
  free(loan);
}

static void end_plain(THDLManaged *self)
{
  end_loan(self->manager_ctx);
}

static void end_versioned(THDLManagedVersioned *self)
{
  end_loan(self->manager_ctx);
}

/* A tensor without elements and dimensions goes out with one dimension of size 0. */
static void describe(Loan *loan, THDLTensor *out, const THTensor *t)
{
  const int device = THTensor_device(t), none = THTensor_isUndefined(t);
  out->data = THTensor_nElement(t) ? THTensor_data(t) : NULL;
  out->device.device_type = device ? TH_DL_CUDA : TH_DL_CPU;
  out->device.device_id = device ? device - 1 : 0;
  out->ndim = none ? 1 : t->nDimension;
  out->dtype.code = codes[t->dtype].code;
  out->dtype.bits = codes[t->dtype].bits;
  out->dtype.lanes = 1;
  for (int d = 0; d < t->nDimension; d++) {
    loan->shape[d] = t->size[d];
    loan->strides[d] = t->stride[d];
  }
  if (none) loan->strides[0] = 1;
  out->shape = out->ndim ? loan->shape : NULL;
  out->strides = out->ndim ? loan->strides : NULL;
}

/* Lend t as it is; flags: those of the protocol. */
static int lend(const THTensor *t, int version, unsigned flags, void **out)
{
  THStorage *storage = t->storage;
  if (storage) TH_TRY(THStorage_settle(storage));
  if (storage) TH_TRY(wait_for(storage->device, storage->data));
  Loan *loan = calloc(1, sizeof *loan);
  if (!loan) return th_fail(TH_ENOMEM, "not enough memory for a loan");
  if (version) {
    THDLManagedVersioned *managed = &loan->managed.versioned;
    managed->version.major = 1;
    managed->manager_ctx = loan;
    managed->deleter = end_versioned;
    managed->flags = flags;
    describe(loan, &managed->dl_tensor, t);
  } else {
    loan->managed.plain.manager_ctx = loan;
    loan->managed.plain.deleter = end_plain;
    describe(loan, &loan->managed.plain.dl_tensor, t);
  }
  if (storage) THStorage_loan(storage);
  loan->storage = storage;
  *out = &loan->managed;
  return TH_OK;
}

static int check_version(const char *op, int version)
{
  if (version == 0 || version == 1) return TH_OK;
  return th_fail(TH_EINVAL, "%s: version %d; 0 and 1 are expected", op, version);
}

int THTensor_toDLPack(const THTensor *t, int version, int copy, void **out)
{
  THTensor own = {0};
  const uint32_t flag = t->storage ? t->storage->flag : 0;
  const int cannot = t->flags || flag & TH_STORAGE_ANCHORED;
  TH_TRY(check_version("toDLPack", version));
  TH_TRY(THTensor_operandKnown("toDLPack", t, TH_FLAGS_LAZY, TH_MEMORY_AWAY));
  if (!codes[t->dtype].bits)
    return th_fail(TH_EDTYPE, "toDLPack: %s has no type in DLPack",
                   THTensor_typeText(t->dtype).text);
  if (flag & TH_STORAGE_READONLY && !version && copy != 1)
    return th_fail(TH_EINVAL, "toDLPack: a read-only tensor needs version 1, as version 0 has no "
                   "flags, or copy = true");
  if (!copy && cannot)
    return th_fail(TH_EINVAL, "toDLPack: %s, so it cannot be lent without a copy",
                   t->flags ? "the tensor is a view that is conjugated or negated"
                            : "a Lua value keeps the memory and would not outlive its state");
  if (copy <= 0 && !cannot)
    return lend(t, version, flag & TH_STORAGE_READONLY ? TH_DL_READ_ONLY : 0, out);
  int status = THTensor_clone(&own, t, TH_UNDEFINED);
  if (!status) status = lend(&own, version, TH_DL_IS_COPIED, out);
  THTensor_clear(&own);
  return status;
}

/* --- taking --- */

void THDlpack_drop(void *managed, int version)
{
  THDLManaged *plain = managed;
  THDLManagedVersioned *versioned = managed;
  if (version && versioned->deleter) versioned->deleter(versioned);
  if (!version && plain->deleter) plain->deleter(plain);
}

static void give_back(const THDLTensor *t, void *managed, int version)
{
  if (t->device.device_type == TH_DL_CUDA) wait_for(t->device.device_id + 1, t->data);
  THDlpack_drop(managed, version);
}

static void give_back_plain(void *context, void *data)
{
  (void)data;
  give_back(&((THDLManaged *)context)->dl_tensor, context, 0);
}

static void give_back_versioned(void *context, void *data)
{
  (void)data;
  give_back(&((THDLManagedVersioned *)context)->dl_tensor, context, 1);
}

/* Sets *blob to the memory of a struct, unless it contradicts itself. */
static int read_blob(const THDLTensor *t, THBlob *blob)
{
  TH_TRY(find_device(t, &blob->device));
  TH_TRY(find_dtype(t, &blob->dtype));
  if (t->ndim > 0 && t->ndim <= TH_MAX_DIM && !t->shape)
    return th_fail(TH_EINVAL, "fromDLPack: %d dimensions without sizes", t->ndim);
  if (t->byte_offset > (uint64_t)TH_MAX_COUNT)
    return th_fail(TH_EINVAL, "fromDLPack: byte_offset %" PRIu64 " is beyond all memory",
                   t->byte_offset);
  blob->data = t->data;
  blob->offset = (int64_t)t->byte_offset;
  blob->bytes = TH_UNKNOWN_BYTES;
  blob->ndim = t->ndim;
  blob->size = t->shape;
  blob->stride = t->strides;
  return TH_OK;
}

static int check_managed(const void *managed, int version)
{
  const THDLManagedVersioned *versioned = managed;
  TH_TRY(check_version("fromDLPack", version));
  if (!managed) return th_fail(TH_EINVAL, "fromDLPack: a null pointer");
  if (version && versioned->version.major != 1)
    return th_fail(TH_EINVAL, "fromDLPack: a struct of major version %" PRIu32 "; 1 is expected",
                   versioned->version.major);
  return TH_OK;
}

int THDlpack_isOnDevice(const void *managed, int version)
{
  const THDLManagedVersioned *versioned = managed;
  const THDLManaged *plain = managed;
  if (check_managed(managed, version)) return 0;
  const THDLTensor *t = version ? &versioned->dl_tensor : &plain->dl_tensor;
  return t->device.device_type == TH_DL_CUDA;
}

int THTensor_fromDLPack(THTensor *out, void *managed, int version)
{
  THBlob blob = {.context = managed, .deleter = version ? give_back_versioned : give_back_plain};
  const THDLManagedVersioned *versioned = managed;
  const THDLManaged *plain = managed;
  TH_TRY(check_managed(managed, version));
  TH_TRY(read_blob(version ? &versioned->dl_tensor : &plain->dl_tensor, &blob));
  if (version && versioned->flags & TH_DL_READ_ONLY) blob.flag = TH_STORAGE_READONLY;
  /* Who wants no call may forget the struct. */
  if (version ? !versioned->deleter : !plain->deleter) blob.deleter = NULL;
  TH_TRY(wait_for(blob.device, blob.data));
  return THTensor_fromBlob("fromDLPack", out, &blob);
}
