/*
** The devices' allocator. One lock guards all state. Every block is in heap.blocks. A block is
** either taken (in use, or freed and waiting for other streams) or also in heap.free; two free
** blocks are never neighbours in a segment.
*/
#include "THC/memory/THCAllocator.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "THC/memory/THCBlock.h"

/* Blocks of up to SMALL bytes are cut from segments of SEGMENT bytes. Segments of larger blocks are
   multiples of SEGMENT; what is left of one becomes a block of its own only if it is larger than
   SMALL. */
enum { SMALL = 1 << 20, SEGMENT = 2 << 20 };

static struct {
  pthread_mutex_t lock;
  const THCSource *source;
  size_t rounding;
  THCNode *blocks; /* by address; all devices */
  THCNode *free;   /* by stream, kind and size */
  THCQueue queue;
  THCMemoryStats stats[TH_MAX_DEVICES];
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER, .source = &thc_caching, .rounding = 512};

static size_t round_up(size_t bytes, size_t multiple)
{
  return (bytes + multiple - 1) & ~(multiple - 1);
}

static THCMemoryStats *stats_of(const THCBlock *block)
{
  return &heap.stats[block->stream->device];
}

/* --- free blocks --- */

static void join(THCBlock *block, THCBlock *after)
{
  thc_remove(&heap.blocks, &after->byAddress, thc_byAddress);
  block->size += after->size;
  block->after = after->after;
  if (block->after) block->after->before = block;
  free(after);
}

static void take(THCBlock *block)
{
  thc_remove(&heap.free, &block->bySize, thc_bySize);
  block->taken = 1;
}

static void put_segment(THCBlock *block)
{
  THCMemoryStats *stats = stats_of(block);
  stats->reserved -= block->size;
  stats->segments--;
  thc_remove(&heap.blocks, &block->byAddress, thc_byAddress);
  heap.source->put(block);
  free(block);
}

/* No stream uses the block any more: keep it for reuse, joined with its free neighbours, or give it
   back. */
static void release(THCBlock *block)
{
  THCMemoryStats *stats = stats_of(block);
  stats->allocated -= block->size;
  stats->blocks--;
  block->taken = 0;
  if (!heap.source->keeps) {
    put_segment(block);
    return;
  }
  THCBlock *before = block->before;
  if (block->after && !block->after->taken) {
    thc_remove(&heap.free, &block->after->bySize, thc_bySize);
    join(block, block->after);
  }
  if (before && !before->taken) {
    thc_remove(&heap.free, &before->bySize, thc_bySize);
    join(before, block);
    block = before;
  }
  thc_insert(&heap.free, &block->bySize, thc_bySize);
}

static void release_uses(THCPending *uses)
{
  release(THC_HOLDER(THCBlock, uses, uses));
}

/* --- getting blocks --- */

/* Cut the block to size bytes. The rest becomes a free block if it is large enough to be useful. */
static void cut(THCBlock *block, size_t size)
{
  size_t rest = block->size - size;
  if (!heap.source->keeps || rest < (block->small ? heap.rounding : SMALL + 1)) return;
  THCBlock *behind = malloc(sizeof *behind);
  if (!behind) return;
  *behind = (THCBlock){.data = block->data + size, .size = rest, .stream = block->stream,
                       .small = block->small, .before = block, .after = block->after};
  if (behind->after) behind->after->before = behind;
  block->after = behind;
  block->size = size;
  thc_insert(&heap.blocks, &behind->byAddress, thc_byAddress);
  thc_insert(&heap.free, &behind->bySize, thc_bySize);
}

static THCBlock *best_fit(const THCStream *stream, int small, size_t size)
{
  THCBlock probe = {.stream = stream, .small = small, .size = size};
  THCNode *node = thc_atLeast(heap.free, &probe.bySize, thc_bySize);
  THCBlock *block = node ? THC_HOLDER(THCBlock, bySize, node) : NULL;
  if (!block || block->stream != stream || block->small != small) return NULL;
  take(block);
  heap.stats[stream->device].reused++;
  return block;
}

static int new_segment(const THCStream *stream, int small, size_t size, THCBlock **made)
{
  THCMemoryStats *stats = &heap.stats[stream->device];
  THCBlock *block = calloc(1, sizeof *block);
  if (!block) return th_fail(TH_ENOMEM, "alloc: not enough memory");
  block->stream = stream;
  block->small = small;
  block->taken = 1;
  block->size = !heap.source->keeps ? size : small ? SEGMENT : round_up(size, SEGMENT);
  int status = heap.source->get(block);
  if (status) {
    free(block);
    return status;
  }
  thc_insert(&heap.blocks, &block->byAddress, thc_byAddress);
  stats->segments++;
  stats->reserved += block->size;
  if (stats->reserved > stats->peakReserved) stats->peakReserved = stats->reserved;
  *made = block;
  return TH_OK;
}

/* --- giving segments back --- */

/* Put the free blocks that are whole segments on a list linked by next. device 0: of all
   devices. */
static THCBlock *collect(THCNode *node, int device, THCBlock *list)
{
  if (!node) return list;
  list = collect(node->right, device, collect(node->left, device, list));
  THCBlock *block = THC_HOLDER(THCBlock, bySize, node);
  if (block->before || block->after || (device && block->stream->device != device)) return list;
  block->next = list;
  return block;
}

static void empty(int device, int wait)
{
  thc_poll(&heap.queue, wait, release_uses);
  THCBlock *list = collect(heap.free, device, NULL);
  while (list) {
    THCBlock *next = list->next;
    thc_remove(&heap.free, &list->bySize, thc_bySize);
    put_segment(list);
    list = next;
  }
}

/* Try in turn: a kept block or a new segment; the same after kept segments were given back; the
   same after blocks waiting for other streams were waited for. If all fail, the Lua binding may
   still collect garbage and ask again. */
static int find_block(const THCStream *stream, size_t size, THCBlock **block)
{
  int small = size <= SMALL, status;
  for (int effort = 0; ; effort++) {
    if (effort) empty(stream->device, effort > 1);
    else thc_poll(&heap.queue, 0, release_uses);
    *block = best_fit(stream, small, size);
    if (*block) return TH_OK;
    status = new_segment(stream, small, size, block);
    if (status != TH_ENOMEM || effort == 2) break;
    heap.stats[stream->device].retries++;
  }
  return status;
}

/* --- the interface --- */

static int out_of_memory(int device, size_t bytes)
{
  size_t available = 0, total = 0;
  const THCMemoryStats *stats = &heap.stats[device];
  const double mb = 1048576.0;
  if (THC_memory(device, &available, &total)) return TH_EDEVICE;
  return th_fail(TH_ENOMEM,
                 "not enough memory on device %d: %.1f MB asked for in one block; in use %.1f MB, "
                 "kept for reuse %.1f MB, free on the device %.1f of %.1f MB",
                 device, (double)bytes / mb, (double)stats->allocated / mb,
                 (double)(stats->reserved - stats->allocated) / mb, (double)available / mb,
                 (double)total / mb);
}

static int alloc_locked(const THCStream *stream, size_t bytes, void **data)
{
  THCBlock *block = NULL;
  THCMemoryStats *stats = &heap.stats[stream->device];
  size_t size = round_up(bytes, heap.rounding);
  int status = find_block(stream, size, &block);
  stats->allocations++;
  if (status == TH_ENOMEM) {
    stats->failures++;
    return out_of_memory(stream->device, bytes);
  }
  if (status) return status;
  cut(block, size);
  stats->allocated += block->size;
  stats->blocks++;
  if (stats->allocated > stats->peak) stats->peak = stats->allocated;
  *data = block->data;
  return TH_OK;
}

int THCAllocator_alloc(const THCStream *stream, size_t bytes, void **data)
{
  THCGuard guard;
  *data = NULL;
  if (!bytes) return TH_OK;
  if (bytes > PTRDIFF_MAX - SEGMENT) return th_fail(TH_ENOMEM, "alloc: %zu bytes", bytes);
  TH_TRY(THCGuard_enter(&guard, "alloc", stream->device));
  pthread_mutex_lock(&heap.lock);
  int status = alloc_locked(stream, bytes, data);
  pthread_mutex_unlock(&heap.lock);
  THCGuard_leave(&guard);
  return status;
}

void THCAllocator_free(void *data)
{
  if (!data) return;
  pthread_mutex_lock(&heap.lock);
  THCBlock *block = thc_blockAround(heap.blocks, data);
  if (block) {
    thc_queue(&heap.queue, &block->uses);
    if (!block->uses.waiting) release(block);
  }
  pthread_mutex_unlock(&heap.lock);
}

int THCAllocator_record(const void *data, const THCStream *stream)
{
  int status = TH_OK;
  pthread_mutex_lock(&heap.lock);
  THCBlock *block = thc_blockAround(heap.blocks, data);
  if (!block) status = th_fail(TH_EINVAL, "recordStream: the memory was not allocated on a device");
  else if (block->stream != stream) status = thc_note(&block->uses, stream);
  pthread_mutex_unlock(&heap.lock);
  return status;
}

int THCAllocator_empty(int device)
{
  if (device) TH_TRY(THC_checkDevice("emptyCache", device));
  pthread_mutex_lock(&heap.lock);
  empty(device, 0);
  pthread_mutex_unlock(&heap.lock);
  return TH_OK;
}

THCMemoryStats THCAllocator_stats(int device)
{
  pthread_mutex_lock(&heap.lock);
  thc_poll(&heap.queue, 0, release_uses);
  THCMemoryStats stats = heap.stats[device];
  pthread_mutex_unlock(&heap.lock);
  return stats;
}

void THCAllocator_resetPeak(int device)
{
  pthread_mutex_lock(&heap.lock);
  heap.stats[device].peak = heap.stats[device].allocated;
  heap.stats[device].peakReserved = heap.stats[device].reserved;
  pthread_mutex_unlock(&heap.lock);
}

/* --- settings --- */

int THCAllocator_use(const char *name)
{
  const THCSource *sources[] = {&thc_caching, &thc_async, &thc_direct};
  for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
    if (strcmp(sources[k]->name, name)) continue;
    if (heap.blocks) return th_fail(TH_EINVAL, "allocator: memory is in use or kept already");
    heap.source = sources[k];
    return TH_OK;
  }
  return th_fail(TH_EINVAL, "allocator: there is no '%s'; there are caching, async and direct",
                 name);
}

const char *THCAllocator_name(void)
{
  return heap.source->name;
}

int THCAllocator_setRounding(size_t bytes)
{
  if (bytes < 512 || bytes & (bytes - 1) || bytes > SMALL)
    return th_fail(TH_EINVAL, "allocator: %zu is not a power of two from 512 bytes to 1 MB", bytes);
  if (heap.blocks) return th_fail(TH_EINVAL, "allocator: memory is in use or kept already");
  heap.rounding = bytes;
  return TH_OK;
}
