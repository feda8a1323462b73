/*
** The orders in which blocks are found, and the three back ends. put cannot fail: what CUDA reports
** there, a later call reports too.
*/
#include "THC/memory/THCBlock.h"

#include "THC/runtime/THCTrace.h"

static int order(uintptr_t a, uintptr_t b)
{
  return (a > b) - (a < b);
}

int thc_byAddress(const THCNode *a, const THCNode *b)
{
  const THCBlock *p = THC_HOLDER(THCBlock, byAddress, a), *q = THC_HOLDER(THCBlock, byAddress, b);
  return order((uintptr_t)p->data, (uintptr_t)q->data);
}

int thc_bySize(const THCNode *a, const THCNode *b)
{
  const THCBlock *p = THC_HOLDER(THCBlock, bySize, a), *q = THC_HOLDER(THCBlock, bySize, b);
  int by = order((uintptr_t)p->stream, (uintptr_t)q->stream);
  if (!by) by = p->small - q->small;
  if (!by) by = order(p->size, q->size);
  return by ? by : order((uintptr_t)p->data, (uintptr_t)q->data);
}

THCBlock *thc_blockAround(THCNode *blocks, const void *data)
{
  THCBlock probe = {.data = (char *)data};
  THCNode *node = thc_atMost(blocks, &probe.byAddress, thc_byAddress);
  THCBlock *block = node ? THC_HOLDER(THCBlock, byAddress, node) : NULL;
  return block && block->taken && (char *)data < block->data + block->size ? block : NULL;
}

/* --- cudaMalloc --- */

static int get(THCBlock *block)
{
  void *data = NULL;
  THC_TRY("alloc", cudaMalloc(&data, block->size));
  block->data = data;
  return TH_OK;
}

/* cudaFree waits for all work on the device. If an earlier launch failed, it reports that here; the
   next call will report it too. */
static void put(THCBlock *block)
{
  thc_trace("wait: the host for device %d, which memory is given back to", block->stream->device);
  cudaFree(block->data);
}

const THCSource thc_caching = {"caching", 1, get, put};
const THCSource thc_direct = {"direct", 0, get, put};

/* --- cudaMallocAsync --- */

/* One pool per device; it never gives memory back by itself. Guarded by the allocator's lock. */
static cudaMemPool_t pools[TH_MAX_DEVICES];

static int make_pool(int device)
{
  struct cudaMemPoolProps properties = {.allocType = cudaMemAllocationTypePinned,
                                 .location = {cudaMemLocationTypeDevice, device - 1}};
  uint64_t all = UINT64_MAX;
  if (pools[device]) return TH_OK;
  THC_TRY("alloc", cudaMemPoolCreate(&pools[device], &properties));
  THC_TRY("alloc",
          cudaMemPoolSetAttribute(pools[device], cudaMemPoolAttrReleaseThreshold, &all));
  return TH_OK;
}

static int get_async(THCBlock *block)
{
  void *data = NULL;
  TH_TRY(make_pool(block->stream->device));
  THC_TRY("alloc", cudaMallocFromPoolAsync(&data, block->size, pools[block->stream->device],
                                           block->stream->handle));
  block->data = data;
  return TH_OK;
}

/* Enter the stream's device first: the default stream's handle means the current device's. */
static void put_async(THCBlock *block)
{
  THCGuard guard;
  if (THCGuard_enter(&guard, "free", block->stream->device)) return;
  cudaFreeAsync(block->data, block->stream->handle);
  THCGuard_leave(&guard);
}

const THCSource thc_async = {"async", 0, get_async, put_async};
