/* Properties of devices, and names of errors. Unknown attributes are findings: a program must not
   rely on them. */
#include "api.h"
#include "memory.h"

#include <cstdio>
#include <cstring>

using namespace emu;

namespace {

/* Figures of an imaginary device. A program should ask for them rather than know them. */
struct Attribute {
  cudaDeviceAttr attribute;
  int value;
};

const Attribute attributes[] = {
  {cudaDevAttrMaxThreadsPerBlock, 1024},
  {cudaDevAttrMaxBlockDimX, 1024},
  {cudaDevAttrMaxBlockDimY, 1024},
  {cudaDevAttrMaxBlockDimZ, 64},
  {cudaDevAttrMaxGridDimX, 0x7fffffff},
  {cudaDevAttrMaxGridDimY, 65535},
  {cudaDevAttrMaxGridDimZ, 65535},
  {cudaDevAttrMaxSharedMemoryPerBlock, 48 * 1024},
  {cudaDevAttrMaxSharedMemoryPerBlockOptin, 48 * 1024},
  {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 100 * 1024},
  {cudaDevAttrMaxRegistersPerBlock, 65536},
  {cudaDevAttrWarpSize, 32},
  {cudaDevAttrMultiProcessorCount, 4},
  {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
  {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
  {cudaDevAttrComputeCapabilityMajor, 9},
  {cudaDevAttrComputeCapabilityMinor, 0},
  {cudaDevAttrUnifiedAddressing, 1},
  {cudaDevAttrAsyncEngineCount, 2},
  {cudaDevAttrConcurrentKernels, 1},
  {cudaDevAttrStreamPrioritiesSupported, 1},
  {cudaDevAttrMemoryPoolsSupported, 1},
  {cudaDevAttrCanMapHostMemory, 1},
  {cudaDevAttrL2CacheSize, 4 << 20},
};

bool find_attribute(cudaDeviceAttr attribute, int *value)
{
  for (const Attribute &row : attributes) {
    if (row.attribute != attribute) continue;
    *value = row.value;
    return true;
  }
  return false;
}

int attribute(cudaDeviceAttr which)
{
  int value = 0;
  find_attribute(which, &value);
  return value;
}

void describe(cudaDeviceProp *properties, int device)
{
  memset(properties, 0, sizeof *properties);
  snprintf(properties->name, sizeof properties->name, "Emulated device %d", device);
  properties->totalGlobalMem = memory_total(device);
  properties->sharedMemPerBlock =
    static_cast<size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
  properties->sharedMemPerBlockOptin = properties->sharedMemPerBlock;
  properties->sharedMemPerMultiprocessor =
    static_cast<size_t>(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  properties->regsPerBlock = attribute(cudaDevAttrMaxRegistersPerBlock);
  properties->warpSize = attribute(cudaDevAttrWarpSize);
  properties->maxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock);
  properties->maxThreadsPerMultiProcessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  properties->maxBlocksPerMultiProcessor = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  properties->multiProcessorCount = attribute(cudaDevAttrMultiProcessorCount);
  properties->major = attribute(cudaDevAttrComputeCapabilityMajor);
  properties->minor = attribute(cudaDevAttrComputeCapabilityMinor);
  properties->l2CacheSize = attribute(cudaDevAttrL2CacheSize);
  properties->unifiedAddressing = properties->concurrentKernels = 1;
  properties->canMapHostMemory = properties->streamPrioritiesSupported = 1;
  properties->memoryPoolsSupported = 1;
  properties->asyncEngineCount = attribute(cudaDevAttrAsyncEngineCount);
  properties->pciBusID = device + 1;
  for (int k = 0; k < 3; k++) {
    properties->maxThreadsDim[k] = attribute(cudaDeviceAttr(cudaDevAttrMaxBlockDimX + k));
    properties->maxGridSize[k] = attribute(cudaDeviceAttr(cudaDevAttrMaxGridDimX + k));
  }
}

struct ErrorName {
  cudaError_t error;
  const char *name;
};

#define NAMED(error) {error, #error}
const ErrorName names[] = {
  NAMED(cudaSuccess), NAMED(cudaErrorInvalidValue), NAMED(cudaErrorMemoryAllocation),
  NAMED(cudaErrorInitializationError), NAMED(cudaErrorInvalidConfiguration),
  NAMED(cudaErrorInvalidPitchValue), NAMED(cudaErrorInsufficientDriver), NAMED(cudaErrorNoDevice),
  NAMED(cudaErrorInvalidDevice), NAMED(cudaErrorInvalidResourceHandle), NAMED(cudaErrorNotReady),
  NAMED(cudaErrorIllegalAddress), NAMED(cudaErrorLaunchOutOfResources),
  NAMED(cudaErrorLaunchTimeout), NAMED(cudaErrorPeerAccessAlreadyEnabled),
  NAMED(cudaErrorPeerAccessNotEnabled), NAMED(cudaErrorPeerAccessUnsupported),
  NAMED(cudaErrorHostMemoryAlreadyRegistered), NAMED(cudaErrorHostMemoryNotRegistered),
  NAMED(cudaErrorAssert), NAMED(cudaErrorHardwareStackError), NAMED(cudaErrorIllegalInstruction),
  NAMED(cudaErrorMisalignedAddress), NAMED(cudaErrorLaunchFailure), NAMED(cudaErrorNotPermitted),
  NAMED(cudaErrorNotSupported), NAMED(cudaErrorECCUncorrectable), NAMED(cudaErrorUnknown),
};
#undef NAMED

} /* namespace */

extern "C" {

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
  return call(__func__, [&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    describe(properties, device);
    return cudaSuccess;
  }, ASKS);
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
  return call(__func__, [&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    if (find_attribute(attribute, value)) return cudaSuccess;
    finding("the emulator does not know device attribute %d", attribute);
    return cudaErrorInvalidValue;
  }, ASKS);
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device)
{
  return call(__func__, [&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    int used = snprintf(text, static_cast<size_t>(length), "0000:%02x:00.0", device + 1);
    return used < length ? cudaSuccess : cudaErrorInvalidValue;
  }, ASKS);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
  return call(__func__, [&] {
    *version = CUDART_VERSION;
    return cudaSuccess;
  }, ASKS);
}

cudaError_t cudaDriverGetVersion(int *version)
{
  return call(__func__, [&] {
    *version = CUDART_VERSION;
    return cudaSuccess;
  }, ASKS);
}

cudaError_t cudaSetDeviceFlags(unsigned)
{
  return call(__func__, [] { return cudaSuccess; });
}

cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int)
{
  return call(__func__, [] { return cudaSuccess; });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int threads,
                                                          size_t)
{
  return call(__func__, [&] {
    if (threads < 1 || threads > attribute(cudaDevAttrMaxThreadsPerBlock))
      return cudaErrorInvalidValue;
    *blocks = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / threads;
    return cudaSuccess;
  });
}

const char *cudaGetErrorName(cudaError_t error)
{
  for (const ErrorName &row : names)
    if (row.error == error) return row.name;
  return "an error the emulator has no name for";
}

const char *cudaGetErrorString(cudaError_t error)
{
  return cudaGetErrorName(error);
}

} /* extern "C" */
