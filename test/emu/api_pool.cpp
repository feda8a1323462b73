/*
** Memory in stream order (cudaMallocAsync and pools). A freed block goes to its pool. Another
** stream may take it from there; its allocation then waits for the operation that freed it, as if
** for an event.
*/
#include "api.h"
#include "pools.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

using namespace emu;

namespace {

/* For each device the default pool, which always exists, and the current one. */
struct Pools {
  std::map<int, Pool> defaults;
  std::map<int, Pool *> current;
  std::map<const void *, std::unique_ptr<Pool>> created;
};

Pools pools;

cudaMemPool_t handle_of(Pool *pool)
{
  return reinterpret_cast<cudaMemPool_t>(pool);
}

Pool *default_pool(int device)
{
  Pool &pool = pools.defaults[device];
  pool.device = device;
  return &pool;
}

Pool *current_pool(int device)
{
  Pool *&pool = pools.current[device];
  if (!pool) pool = default_pool(device);
  return pool;
}

Pool *pool_of(cudaMemPool_t handle)
{
  for (auto &entry : pools.defaults)
    if (handle == handle_of(&entry.second)) return &entry.second;
  auto found = pools.created.find(handle);
  if (found != pools.created.end()) return found->second.get();
  finding("%p is no pool of memory", static_cast<void *>(handle));
  return nullptr;
}

/* Give free blocks back until at most keep bytes are reserved. Blocks whose freeing has not run yet
   stay. */
void trim(Pool *pool, uint64_t keep)
{
  for (auto at = pool->free.begin(); at != pool->free.end() && pool->reserved > keep;) {
    Block *block = *at;
    bool busy = block->freed && !block->freed->done;
    at = busy ? std::next(at) : pool->free.erase(at);
    if (busy) continue;
    pool->reserved -= block->bytes;
    memory_give(block);
  }
}

/* A free block of exactly that size, or a new one. If there is no room, wait, give back the free
   blocks and try again. */
Block *take(Pool *pool, size_t bytes)
{
  auto fits = [=](const Block *block) { return block->bytes == bytes; };
  auto found = std::find_if(pool->free.begin(), pool->free.end(), fits);
  Block *block = nullptr;
  if (found != pool->free.end()) {
    block = *found;
    pool->free.erase(found);
    pool->reserved -= bytes;
  } else {
    block = memory_take(pool->device, bytes);
    if (!block) host_wait(pool->device);
    if (!block) trim(pool, 0);
    if (!block) block = memory_take(pool->device, bytes);
    if (!block) return nullptr;
    block->pool = pool;
  }
  pool->used += bytes;
  pool->reserved += bytes;
  pool->used_high = std::max(pool->used_high, pool->used);
  pool->reserved_high = std::max(pool->reserved_high, pool->reserved);
  return block;
}

/* Allocating and freeing count as writes of the whole block, so that uses before or after are
   races. */
Action writes_all(Block *block)
{
  char *data = block->data;
  size_t bytes = block->bytes;
  return [=](const RecordP &operation) {
    race_check(operation, data, bytes, true);
    memset(memory_view(data), 0xA5, bytes);
  };
}

cudaError_t take_in_order(void **data, size_t bytes, Pool *pool, cudaStream_t handle)
{
  EMU_STREAM(stream, handle);
  *data = nullptr;
  if (!pool) return cudaErrorInvalidValue;
  if (!bytes) return cudaSuccess;
  Block *block = take(pool, bytes);
  if (!block) return cudaErrorMemoryAllocation;
  std::vector<RecordP> after;
  if (block->freed) after.push_back(block->freed);
  block->freed = nullptr;
  *data = block->data;
  stream_push(stream, "cudaMallocAsync", writes_all(block), after);
  return cudaSuccess;
}

bool is_free(const Block *block)
{
  const auto &list = block->pool->free;
  return std::find(list.begin(), list.end(), block) != list.end();
}

cudaError_t give_in_order(void *data, cudaStream_t handle)
{
  EMU_STREAM(stream, handle);
  Block *block = data ? memory_find(data) : nullptr;
  if (!data) return cudaSuccess;
  if (!block || !block->pool || is_free(block)) {
    finding("cudaFreeAsync of %p, which is no block of a pool", data);
    return cudaErrorInvalidValue;
  }
  block->freed = stream_push(stream, "cudaFreeAsync", writes_all(block));
  pool_give(block);
  return sticky_error;
}

/* The figures of a pool. The threshold can be set; the others can only be set to 0. */
uint64_t *figure(Pool *pool, cudaMemPoolAttr attribute)
{
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold: return &pool->threshold;
    case cudaMemPoolAttrReservedMemCurrent: return &pool->reserved;
    case cudaMemPoolAttrReservedMemHigh: return &pool->reserved_high;
    case cudaMemPoolAttrUsedMemCurrent: return &pool->used;
    case cudaMemPoolAttrUsedMemHigh: return &pool->used_high;
    default: return nullptr;
  }
}

/* Switches for how free blocks are found. They change nothing here. */
bool is_about_reuse(cudaMemPoolAttr attribute)
{
  return attribute == cudaMemPoolReuseFollowEventDependencies ||
         attribute == cudaMemPoolReuseAllowOpportunistic ||
         attribute == cudaMemPoolReuseAllowInternalDependencies;
}

} /* namespace */

namespace emu {

void pools_reset()
{
  pools = Pools();
}

void pool_give(Block *block)
{
  block->pool->free.push_back(block);
  block->pool->used -= block->bytes;
}

void pools_trim(int device)
{
  for (auto &entry : pools.defaults)
    if (entry.first == device) trim(&entry.second, entry.second.threshold);
  for (auto &entry : pools.created)
    if (entry.second->device == device) trim(entry.second.get(), entry.second->threshold);
}

} /* namespace emu */

extern "C" {

cudaError_t cudaMallocAsync(void **data, size_t bytes, cudaStream_t stream)
{
  return call(__func__, [&] {
    return take_in_order(data, bytes, current_pool(current_device()), stream);
  });
}

cudaError_t cudaMallocFromPoolAsync(void **data, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
  return call(__func__, [&] { return take_in_order(data, bytes, pool_of(pool), stream); });
}

cudaError_t cudaFreeAsync(void *data, cudaStream_t stream)
{
  return call(__func__, [&] { return give_in_order(data, stream); }, FINISHES);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *handle, const cudaMemPoolProps *properties)
{
  return call(__func__, [&] {
    if (properties->location.type != cudaMemLocationTypeDevice ||
        !is_device(properties->location.id))
      return cudaErrorInvalidValue;
    auto pool = std::make_unique<Pool>();
    pool->device = properties->location.id;
    *handle = handle_of(pool.get());
    pools.created[*handle] = std::move(pool);
    return cudaSuccess;
  });
}

/* Destroying a pool while blocks are in use is a finding. */
cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle)
{
  return call(__func__, [&] {
    auto found = pools.created.find(handle);
    if (found == pools.created.end()) return cudaErrorInvalidValue;
    if (found->second->used) finding("cudaMemPoolDestroy: blocks of the pool are in use");
    trim(found->second.get(), 0);
    for (auto &entry : pools.current)
      if (entry.second == found->second.get()) entry.second = nullptr;
    pools.created.erase(found);
    return cudaSuccess;
  }, FINISHES);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *handle, int device)
{
  return call(__func__, [&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    *handle = handle_of(default_pool(device));
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *handle, int device)
{
  return call(__func__, [&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    *handle = handle_of(current_pool(device));
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle)
{
  return call(__func__, [&] {
    Pool *pool = pool_of(handle);
    if (!is_device(device) || !pool || pool->device != device) return cudaErrorInvalidValue;
    pools.current[device] = pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t keep)
{
  return call(__func__, [&] {
    Pool *pool = pool_of(handle);
    if (!pool) return cudaErrorInvalidValue;
    trim(pool, keep);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const cudaMemAccessDesc *list, size_t count)
{
  return call(__func__, [&] {
    Pool *pool = pool_of(handle);
    for (size_t i = 0; pool && i < count; i++) {
      int device = list[i].location.id;
      if (list[i].location.type != cudaMemLocationTypeDevice || !is_device(device) ||
          !can_access(device, pool->device))
        return cudaErrorInvalidDevice;
      if (list[i].flags == cudaMemAccessFlagsProtReadWrite) pool->guests.insert(device);
      else pool->guests.erase(device);
    }
    return pool ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void *value)
{
  return call(__func__, [&] {
    Pool *pool = pool_of(handle);
    uint64_t *place = pool ? figure(pool, attribute) : nullptr, wanted;
    if (pool && is_about_reuse(attribute)) return cudaSuccess;
    if (!place) return cudaErrorInvalidValue;
    memcpy(&wanted, value, sizeof wanted);
    if (wanted && place != &pool->threshold) return cudaErrorInvalidValue;
    *place = wanted;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void *value)
{
  return call(__func__, [&] {
    Pool *pool = pool_of(handle);
    uint64_t *place = pool ? figure(pool, attribute) : nullptr;
    if (!place) return cudaErrorInvalidValue;
    memcpy(value, place, sizeof *place);
    return cudaSuccess;
  });
}

} /* extern "C" */
