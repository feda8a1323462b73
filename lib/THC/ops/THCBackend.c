/*
** Fills the tables that TH_run asks. All devices share one table of entries by dtype and operation;
** a missing entry is NULL, and TH reports it.
*/
#include "THC/ops/THCBackend.h"

#include <stdio.h>
#include <string.h>

#include "THC/copy/THCCopy.h"
#include "THC/memory/THCAllocator.h"
#include "THC/ops/THCBlas.h"
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

/* --- entries --- */

#define FORALL_KERNELS(X)                                                        \
  X(Pointwise, Small) X(Pointwise, Wide) X(Pointwise, Brief) X(Pointwise, Floating) \
  X(Convert, Small) X(Convert, Wide) X(Convert, Brief) X(Convert, Floating) \
  X(Reduce, Small) X(Reduce, Wide) X(Reduce, Brief) X(Reduce, Floating) \
  X(Draw, Small) X(Draw, Wide) X(Draw, Brief) X(Draw, Floating)

#define X(chapter, group) void thc_fill##chapter##_##group(THEntry (*table)[TH_NUM_OPS]);
FORALL_KERNELS(X)
#undef X

/* The table of all devices. */
static THEntry entries[TH_NUM_BUILT][TH_NUM_OPS];

/* Entries that serve all dtypes: they choose a kernel by the dtype or its width. */
static const THEntry common[TH_NUM_OPS] = {
  [TH_OP_maskedFill] = THC_maskedFill,
  [TH_OP_maskedSelect] = THC_maskedSelect,
  [TH_OP_maskedPositions] = THC_maskedPositions,
  [TH_OP_maskedCopy] = THC_maskedCopy,
  [TH_OP_maskCount] = THC_maskCount,
  [TH_OP_outside] = THC_outside,
  [TH_OP_gather] = THC_gather,
  [TH_OP_scatter] = THC_scatter,
  [TH_OP_scatterAdd] = THC_scatterAdd,
  [TH_OP_sort] = THC_sort,
  [TH_OP_topk] = THC_topk,
  [TH_OP_kthvalue] = THC_kthvalue,
  [TH_OP_mode] = THC_mode,
};

static void fill_common(void)
{
  for (int dtype = 1; dtype < TH_NUM_BUILT; dtype++)
    for (int op = 0; op < TH_NUM_OPS; op++)
      if (common[op]) entries[dtype][op] = common[op];
}

static struct { THAllocator memory; THBackend backend; char name[12]; } devices[TH_MAX_DEVICES];

int thc_register(int count)
{
#define X(chapter, group) thc_fill##chapter##_##group(entries);
  FORALL_KERNELS(X)
#undef X
  fill_common();
  thc_fillBlas(entries);
  thc_fillSolver(entries);
  for (int d = 1; d <= count; d++) {
    THBackend *backend = &devices[d].backend;
    snprintf(devices[d].name, sizeof devices[d].name, "cuda:%d", d);
    devices[d].memory = (THAllocator){.alloc = alloc, .free = give_back, .copy = copy,
                                      .refused = refused, .device = d,
                                      .context = (void *)(intptr_t)d};
    *backend = (THBackend){.name = devices[d].name, .allocator = &devices[d].memory,
                           .transfer = THC_transfer, .orderScratch = THC_orderScratch};
    for (int dtype = 1; dtype < TH_NUM_BUILT; dtype++) backend->entry[dtype] = entries[dtype];
    TH_TRY(TH_registerBackend(d, backend));
  }
  return TH_OK;
}
