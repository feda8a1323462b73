/* Not for the emulator, whose compiler does not read CUB. */
#include "thc_sort.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

/* Where row i begins. */
struct RowBegin {
  int64_t n;
  __host__ __device__ int64_t operator()(int64_t i) const { return i * n; }
};

/* One row is cheaper to sort as a whole, digit by digit, than as a segment. */
template <class Key>
static cudaError_t sort(void *work, size_t *bytes, const void *keys, void *sorted,
                        const int64_t *values, int64_t *sorted_values, int64_t n, int64_t rows,
                        cudaStream_t stream)
{
  const Key *from = static_cast<const Key *>(keys);
  Key *to = static_cast<Key *>(sorted);
  if (rows <= 1)
    return cub::DeviceRadixSort::SortPairs(work, *bytes, from, to, values, sorted_values, n * rows,
                                           0, static_cast<int>(sizeof(Key) * 8), stream);
  auto begin = thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0),
                                               RowBegin{n});
  return cub::DeviceSegmentedSort::StableSortPairs(work, *bytes, from, to, values, sorted_values,
                                                   n * rows, rows, begin, begin + 1, stream);
}

cudaError_t thc_sort(void *work, size_t *bytes, int width, const void *keys, void *sorted,
                     const int64_t *values, int64_t *sorted_values, int64_t n, int64_t rows,
                     cudaStream_t stream)
{
  auto *chosen = width == 1 ? sort<uint8_t> : width == 2 ? sort<uint16_t> :
                 width == 4 ? sort<uint32_t> : width == 8 ? sort<uint64_t> : nullptr;
  if (!chosen) return cudaErrorInvalidValue;
  return chosen(work, bytes, keys, sorted, values, sorted_values, n, rows, stream);
}

cudaError_t thc_scan(void *work, size_t *bytes, const int64_t *counts, int64_t *sums, int64_t n,
                     cudaStream_t stream)
{
  return cub::DeviceScan::ExclusiveSum(work, *bytes, counts, sums, n, stream);
}
