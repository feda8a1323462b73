/*
** Fills the tables from which TH takes entries. All devices share one set of tables, by chapter and
** dtype; an entry that is not defined is NULL, and TH reports that (TH_missing).
*/
#include "THC/ops/THCBackend.h"

#include <stdio.h>
#include <string.h>

#include "TH/backend/THConvertChapter.h"
#include "TH/backend/THOrderChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "THC/copy/THCCopy.h"
#include "THC/kernels/THCKernels.h"
#include "THC/memory/THCAllocator.h"
#include "THC/ops/THCBlas.h"
#include "THC/ops/THCFft.h"
#include "THC/ops/THCIndex.h"
#include "THC/ops/THCMask.h"
#include "THC/ops/THCOrder.h"
#include "THC/ops/THCSolver.h"
#include "THC/runtime/THCTrace.h"

/* --- memory --- */

static _Thread_local int refusal;

static int device_of(void *context)
{
  return (int)(intptr_t)context;
}

static void *alloc(void *context, size_t bytes)
{
  void *data = NULL;
  refusal = THCAllocator_alloc(THCStream_current(device_of(context)), bytes, &data);
  return data;
}

static void give_back(void *context, void *data, size_t bytes)
{
  (void)context, (void)bytes;
  THCAllocator_free(data);
}

/* For a storage that grows. Another stream may be using the old block, so its use here is
   recorded. */
static int copy(void *context, void *to, const void *from, size_t bytes)
{
  THCGuard guard;
  const THCStream *stream = THCStream_current(device_of(context));
  TH_TRY(THCAllocator_record(from, stream));
  TH_TRY(THCGuard_enter(&guard, "resize", stream->device));
  thc_trace("copy: %zu bytes on device %d, for a storage that grows", bytes, stream->device);
  cudaError_t error =
      cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream->handle);
  int status = error ? thc_failed("resize", error, "cudaMemcpyAsync") : TH_OK;
  THCGuard_leave(&guard);
  return status;
}

static int refused(void *context)
{
  (void)context;
  return refusal;
}

/* Before memory leaves TH, or goes back to its owner, all work on the device is waited for. */
static int settle(void *context, void *data)
{
  (void)data;
  return THC_synchronize(device_of(context));
}

/* --- entries --- */

#define CHAPTER_Pointwise TH_CHAPTER_POINTWISE
#define CHAPTER_Special TH_CHAPTER_SPECIAL
#define CHAPTER_Convert TH_CHAPTER_CONVERT
#define CHAPTER_Reduce TH_CHAPTER_REDUCE
#define CHAPTER_Draw TH_CHAPTER_FILL
#define FORALL_KERNELS(X)                                                        \
  X(Pointwise, Bytes) X(Pointwise, Integers) X(Pointwise, Halves) X(Pointwise, Floats) \
  X(Pointwise, Complexes)                                                        \
  X(Special, Bytes) X(Special, Integers) X(Special, Halves) X(Special, Floats)   \
  X(Special, Complexes)                                                          \
  X(Convert, Bytes) X(Convert, Integers) X(Convert, Halves) X(Convert, Floats) \
  X(Reduce, Bytes) X(Reduce, Integers) X(Reduce, Halves) X(Reduce, Floats) \
  X(Draw, Bytes) X(Draw, Integers) X(Draw, Halves) X(Draw, Floats)

#define X(chapter, group) void thc_fill##chapter##_##group(const void **byDtype);
FORALL_KERNELS(X)
#undef X

/* The tables that all devices share. */
static THTables tables;

/* Entries that serve all dtypes: they choose a kernel by the dtype or its width. Those of MOVES
   serve elements of 16 bytes too. */
#define MOVES                                                                            \
  [TH_OP_maskedFill] = THC_maskedFill, [TH_OP_maskedSelect] = THC_maskedSelect,          \
  [TH_OP_maskedCopy] = THC_maskedCopy, [TH_OP_gather] = THC_gather,                      \
  [TH_OP_scatter] = THC_scatter, [TH_OP_where] = THC_where
static const THIndexEntry index_entries[TH_INDEX_ROWS] = {
  MOVES,
  [TH_OP_maskedPositions] = THC_maskedPositions,
  [TH_OP_maskCount] = THC_maskCount,
  [TH_OP_outside] = THC_outside,
  [TH_OP_scatterAdd] = THC_scatterAdd,
};
static const THIndexEntry word_entries[TH_INDEX_ROWS] = {MOVES};

static const THOrderEntry order_entries[TH_NUM_ORDERS] = {
  [TH_ORDER_SORT] = THC_sort,
  [TH_ORDER_TOPK] = THC_topk,
  [TH_ORDER_KTH] = THC_kthvalue,
  [TH_ORDER_MODE] = THC_mode,
};

/* The kernels' entries for TH_OP_convert, by dtype. They fill a tensor with a number. */
static const THIterEntry *fills[TH_NUM_DTYPES];

static int convert(const THIter *it)
{
  return THIter_isNumber(it, 1) ? fills[it->dtype[0]][TH_OP_convert](it) : THC_convert(it);
}

static const THIterEntry convert_entries[TH_CONVERT_ROWS] = {[TH_OP_convert] = convert};
static const THIterEntry word_fills[TH_CONVERT_ROWS] = {[TH_OP_convert] = thc_fillWord16};

static const THTransferEntry transfer_entries[TH_TRANSFER_ROWS] = {
  [TH_OP_transfer] = THC_transfer};

static void fill_tables(void)
{
#define X(chapter, group) thc_fill##chapter##_##group(tables.entry[CHAPTER_##chapter]);
  FORALL_KERNELS(X)
#undef X
  for (int dtype = 1; dtype < TH_NUM_REAL; dtype++) {
    fills[dtype] = tables.entry[TH_CHAPTER_CONVERT][dtype];
    tables.entry[TH_CHAPTER_CONVERT][dtype] = convert_entries;
    tables.entry[TH_CHAPTER_INDEX][dtype] = index_entries;
    tables.entry[TH_CHAPTER_ORDER][dtype] = order_entries;
  }
  fills[TH_COMPLEXDOUBLE] = word_fills; /* words of 16 bytes, which are only moved */
  tables.entry[TH_CHAPTER_CONVERT][TH_COMPLEXDOUBLE] = convert_entries;
  tables.entry[TH_CHAPTER_INDEX][TH_COMPLEXDOUBLE] = word_entries;
  tables.entry[TH_CHAPTER_TRANSFER][TH_UNDEFINED] = transfer_entries;
  thc_fillBlas(&tables);
  thc_fillSolver(&tables);
  thc_fillFft(&tables);
}

static struct { THAllocator memory; THBackend backend; char name[12]; } devices[TH_MAX_DEVICES];

/* Register devices 1 .. count with TH. */
static int register_devices(int count)
{
  fill_tables();
  for (int d = 1; d <= count; d++) {
    THBackend *backend = &devices[d].backend;
    snprintf(devices[d].name, sizeof devices[d].name, "cuda:%d", d);
    devices[d].memory = (THAllocator){.alloc = alloc, .free = give_back, .copy = copy,
                                      .refused = refused, .settle = settle, .device = d,
                                      .context = (void *)(intptr_t)d};
    *backend = (THBackend){.name = devices[d].name, .allocator = &devices[d].memory,
                           .tables = &tables};
    TH_TRY(TH_registerBackend(d, backend));
  }
  return TH_OK;
}

int THC_open(void)
{
  return thc_findDevices(register_devices);
}
