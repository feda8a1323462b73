/* Allocating and freeing memory of devices and pinned memory. Whatever frees waits for the devices
   first, as CUDA does. */
#include "api.h"
#include "pools.h"

#include <cstring>

using namespace emu;

namespace {

cudaError_t take(void **data, size_t bytes)
{
  *data = nullptr;
  if (!bytes) return cudaSuccess;
  Block *block = memory_take(current_device(), bytes);
  if (!block) return cudaErrorMemoryAllocation;
  *data = block->data;
  return cudaSuccess;
}

/* cudaFree waits for the device. */
cudaError_t give(void *data)
{
  Block *block = data ? memory_find(data) : nullptr;
  if (!data) return cudaSuccess;
  if (!block || block->device < 0) {
    finding("cudaFree of %p, which is no block%s", data, memory_stale(data) ? " any more" : "");
    return cudaErrorInvalidValue;
  }
  host_wait(block->device);
  if (block->pool) pool_give(block);
  else memory_give(block);
  return sticky_error;
}

cudaError_t take_pinned(void **data, size_t bytes)
{
  *data = nullptr;
  if (!bytes) return cudaSuccess;
  Block *block = pinned_take(bytes);
  if (!block) return cudaErrorMemoryAllocation;
  *data = block->data;
  return cudaSuccess;
}

cudaError_t give_pinned(void *data, bool registered, const char *function)
{
  Block *block = memory_find(data);
  if (!block || block->device >= 0 || block->registered != registered) {
    finding("%s of %p, which is no such block", function, data);
    return cudaErrorInvalidValue;
  }
  for (int device = 0; is_device(device); device++) host_wait(device);
  pinned_give(block);
  return sticky_error;
}

} /* namespace */

extern "C" {

cudaError_t cudaMalloc(void **data, size_t bytes)
{
  return call(__func__, [&] { return take(data, bytes); });
}

cudaError_t cudaFree(void *data)
{
  return call(__func__, [&] { return give(data); }, FINISHES);
}

cudaError_t cudaHostAlloc(void **data, size_t bytes, unsigned)
{
  return call(__func__, [&] { return take_pinned(data, bytes); });
}

cudaError_t cudaMallocHost(void **data, size_t bytes)
{
  return call(__func__, [&] { return take_pinned(data, bytes); });
}

cudaError_t cudaFreeHost(void *data)
{
  return call(__func__, [&] {
    return data ? give_pinned(data, false, "cudaFreeHost") : cudaSuccess;
  }, FINISHES);
}

cudaError_t cudaHostRegister(void *first, size_t bytes, unsigned)
{
  return call(__func__, [&] {
    if (!first || !bytes) return cudaErrorInvalidValue;
    bool is_new = pinned_register(first, bytes);
    return is_new ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void *first)
{
  return call(__func__, [&] { return give_pinned(first, true, "cudaHostUnregister"); },
              FINISHES);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned)
{
  return call(__func__, [&] {
    if (memory_place(host, 1) != Place::Pinned) return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
  return call(__func__, [&] {
    *total = memory_total(current_device());
    *available = *total - memory_used(current_device());
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *address)
{
  return call(__func__, [&] {
    Block *block = memory_around(address);
    memset(attributes, 0, sizeof *attributes);
    attributes->type = !block ? cudaMemoryTypeUnregistered :
                       block->device < 0 ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
    attributes->device = block ? (block->device < 0 ? current_device() : block->device) : -2;
    attributes->devicePointer = block ? const_cast<void *>(address) : nullptr;
    if (!block || block->device < 0) attributes->hostPointer = const_cast<void *>(address);
    return cudaSuccess;
  });
}

} /* extern "C" */
