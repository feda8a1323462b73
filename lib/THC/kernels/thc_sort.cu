/* Sorting and running sums by CUB. Compiled by nvcc only: other compilers cannot read CUB, and the
   emulator has its own thc_sort.cpp. */
#include "THC/kernels/thc_sort.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

template <class Key>
static cudaError_t sort(void *work, size_t *bytes, void *const keys[2], uint32_t *const numbers[2],
                        int *now, int64_t n, int low, int high, cudaStream_t stream)
{
  const int other = 1 - *now;
  cub::DoubleBuffer<Key> k(static_cast<Key *>(keys[*now]), static_cast<Key *>(keys[other]));
  cub::DoubleBuffer<uint32_t> v(numbers[*now], numbers[other]);
  cudaError_t error = cub::DeviceRadixSort::SortPairs(work, *bytes, k, v, static_cast<uint32_t>(n),
                                                      low, high, stream);
  if (work && k.selector) *now = other;
  return error;
}

cudaError_t thc_sort(void *work, size_t *bytes, int width, void *const keys[2],
                     uint32_t *const numbers[2], int *now, int64_t n, int low, int high,
                     cudaStream_t stream)
{
  auto *chosen = width == 4 ? sort<uint32_t> : width == 8 ? sort<uint64_t> : nullptr;
  if (!chosen) return cudaErrorInvalidValue;
  return chosen(work, bytes, keys, numbers, now, n, low, high, stream);
}

cudaError_t thc_scan(void *work, size_t *bytes, const int64_t *counts, int64_t *sums, int64_t n,
                     cudaStream_t stream)
{
  return cub::DeviceScan::ExclusiveSum(work, *bytes, counts, sums, n, stream);
}
