/*
** The allocator of pinned memory. One lock guards all state. Every block is in heap.blocks. A block
** is either taken (in use, or freed and waiting for streams) or kept: then it is also in heap.free
** and in the list from oldest to newest.
*/
#include "THC/memory/THCHostAllocator.h"

#include <pthread.h>
#include <stdlib.h>

#include "THC/memory/THCBlock.h"
#include "THC/runtime/THCTrace.h"

/* Sizes are multiples of a page with eight steps per power of two; above LARGE they are only
   rounded up to pages. */
enum { PAGE = 4096, LARGE = 64 << 20 };

static struct {
  pthread_mutex_t lock;
  THCNode *blocks; /* by address */
  THCNode *free;   /* by size */
  THCBlock *oldest, *newest; /* the free ones, by age: a list by before and after */
  THCQueue queue;
  THCHostStats stats;
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER, .stats.limit = (size_t)1 << 30};

static _Thread_local int refusal;

static size_t block_size(size_t bytes)
{
  size_t step = PAGE;
  while (2 * step <= bytes / 8 && step < LARGE / 8) step *= 2;
  if (bytes > LARGE) step = PAGE;
  return (bytes + step - 1) & ~(step - 1);
}

static void release(THCPending *uses)
{
  THCBlock *block = THC_HOLDER(THCBlock, uses, uses);
  block->taken = 0;
  heap.stats.allocated -= block->size;
  heap.stats.blocks--;
  thc_insert(&heap.free, &block->bySize, thc_bySize);
  block->before = heap.newest;
  *(heap.newest ? &heap.newest->after : &heap.oldest) = block;
  heap.newest = block;
}

/* Take a block out of the kept ones. */
static void pick(THCBlock *block)
{
  thc_remove(&heap.free, &block->bySize, thc_bySize);
  *(block->before ? &block->before->after : &heap.oldest) = block->after;
  *(block->after ? &block->after->before : &heap.newest) = block->before;
  block->before = block->after = NULL;
}

static void hand_out(THCBlock *block)
{
  block->taken = 1;
  heap.stats.allocated += block->size;
  heap.stats.blocks++;
}

/* A kept block that exceeds size by at most an eighth of its own size, or NULL. */
static THCBlock *take(size_t size)
{
  THCBlock probe = {.size = size};
  THCNode *node = thc_atLeast(heap.free, &probe.bySize, thc_bySize);
  THCBlock *block = node ? THC_HOLDER(THCBlock, bySize, node) : NULL;
  if (!block || block->size - size > block->size / 8) return NULL;
  pick(block);
  hand_out(block);
  heap.stats.reused++;
  return block;
}

static int pin(size_t size, THCBlock **made)
{
  THCBlock *block = calloc(1, sizeof *block);
  if (!block) return th_fail(TH_ENOMEM, "alloc: not enough memory");
  void *data = NULL;
  cudaError_t error = cudaHostAlloc(&data, size, cudaHostAllocPortable);
  if (error) {
    free(block);
    return thc_failed("alloc", error, "cudaHostAlloc");
  }
  block->data = data;
  block->size = size;
  thc_insert(&heap.blocks, &block->byAddress, thc_byAddress);
  heap.stats.reserved += size;
  heap.stats.segments++;
  hand_out(block);
  *made = block;
  return TH_OK;
}

/* Give the oldest kept blocks back to CUDA until at most limit bytes are kept. */
static void keep(size_t limit)
{
  while (heap.stats.reserved - heap.stats.allocated > limit) {
    THCBlock *block = heap.oldest;
    pick(block);
    thc_remove(&heap.blocks, &block->byAddress, thc_byAddress);
    heap.stats.reserved -= block->size;
    heap.stats.segments--;
    thc_trace("wait: the host for the devices, which pinned memory is taken from");
    cudaFreeHost(block->data);
    free(block);
  }
}

/* Move blocks that devices have finished with to the kept ones, and apply the limit. */
static void poll(void)
{
  thc_poll(&heap.queue, 0, release);
  keep(heap.stats.limit);
}

/* Try a kept block, then new memory. If that fails, wait for the freed blocks that devices still
   use, give all kept memory back and try new memory again. */
static int find_block(size_t size, THCBlock **block)
{
  thc_poll(&heap.queue, 0, release);
  *block = take(size);
  keep(heap.stats.limit);
  if (*block) return TH_OK;
  int status = pin(size, block);
  if (status != TH_ENOMEM) return status;
  thc_poll(&heap.queue, 1, release);
  keep(0);
  return pin(size, block);
}

static void *alloc(void *context, size_t bytes)
{
  THCGuard guard;
  THCBlock *block = NULL;
  (void)context;
  refusal = bytes > PTRDIFF_MAX - PAGE ? th_fail(TH_ENOMEM, "alloc: %zu bytes", bytes)
                                       : THCGuard_enter(&guard, "alloc", THC_device());
  if (refusal) return NULL;
  pthread_mutex_lock(&heap.lock);
  refusal = find_block(block_size(bytes), &block);
  heap.stats.allocations++;
  pthread_mutex_unlock(&heap.lock);
  THCGuard_leave(&guard);
  return refusal ? NULL : block->data;
}

static int refused(void *context)
{
  (void)context;
  return refusal;
}

static void give_back(void *context, void *data, size_t bytes)
{
  (void)context, (void)bytes;
  pthread_mutex_lock(&heap.lock);
  THCBlock *block = thc_blockAround(heap.blocks, data);
  if (block) {
    thc_queue(&heap.queue, &block->uses);
    if (!block->uses.waiting) release(&block->uses);
    poll();
  }
  pthread_mutex_unlock(&heap.lock);
}

/* Holds the lock while it waits, so another thread that asks for the same block waits too. */
static int settle(void *context, void *data)
{
  (void)context;
  pthread_mutex_lock(&heap.lock);
  THCBlock *block = thc_blockAround(heap.blocks, data);
  int status = block ? thc_wait(&block->uses) : TH_OK;
  pthread_mutex_unlock(&heap.lock);
  return status;
}

const THAllocator *THCHostAllocator(void)
{
  static const THAllocator allocator = {
      .alloc = alloc, .free = give_back, .refused = refused, .settle = settle};
  return &allocator;
}

int THCHostAllocator_record(const void *data, const THCStream *stream)
{
  pthread_mutex_lock(&heap.lock);
  THCBlock *block = thc_blockAround(heap.blocks, data);
  int status = block ? thc_use(&block->uses, stream)
                     : th_fail(TH_EINVAL, "record: the memory was not allocated as pinned memory");
  pthread_mutex_unlock(&heap.lock);
  return status;
}

int THCHostAllocator_follow(const void *data, const THCStream *stream)
{
  pthread_mutex_lock(&heap.lock);
  const THCBlock *block = thc_blockAround(heap.blocks, data);
  int status = block ? thc_follow(&block->uses, stream) : TH_OK;
  pthread_mutex_unlock(&heap.lock);
  return status;
}

void THCHostAllocator_empty(void)
{
  pthread_mutex_lock(&heap.lock);
  poll();
  keep(0);
  pthread_mutex_unlock(&heap.lock);
}

void THCHostAllocator_setLimit(size_t bytes)
{
  pthread_mutex_lock(&heap.lock);
  heap.stats.limit = bytes;
  poll();
  pthread_mutex_unlock(&heap.lock);
}

THCHostStats THCHostAllocator_stats(void)
{
  pthread_mutex_lock(&heap.lock);
  poll();
  THCHostStats stats = heap.stats;
  pthread_mutex_unlock(&heap.lock);
  return stats;
}
