/* Orders, after the sort: kernels that work on sorted numbers of elements, the same for all dtypes.
   Keys are compared as unsigned integers; NaN has the largest key. */
#include "THC/kernels/thc_places.cuh"

#include "THC/kernels/THCKernels.h"

enum { THREADS = 256 };

static inline dim3 blocks(int64_t threads)
{
  return dim3(uint32_t((threads + THREADS - 1) / THREADS));
}

static __device__ uint64_t key_at(const THCOrder &order, int64_t i)
{
  if (order.width == 4) return static_cast<const uint32_t *>(order.keys)[i];
  return static_cast<const uint64_t *>(order.keys)[i];
}

/* --- rows --- */

static __global__ void __launch_bounds__(THREADS)
    find_rows(uint32_t *rows, const uint32_t *numbers, int64_t count, uint32_t n)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  if (THC_INSIDE(i, count)) rows[i] = numbers[i] / n;
}

cudaError_t thc_findRows(uint32_t *rows, const uint32_t *numbers, int64_t count, int64_t n,
                         cudaStream_t stream)
{
  return thc_launch(find_rows, blocks(count), dim3(THREADS), 0, stream, rows, numbers, count, n);
}

/* --- the ones of each row --- */

static __global__ void __launch_bounds__(THREADS)
    take_some(THCOrder order, uint32_t first, uint32_t each, uint32_t *taken)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  if (THC_INSIDE(i, order.rows * each))
    taken[i] = order.numbers[i / each * order.n + first + i % each];
}

cudaError_t thc_takeSome(const THCOrder *order, int64_t first, int64_t each, uint32_t *taken,
                         cudaStream_t stream)
{
  return thc_launch(take_some, blocks(order->rows * each), dim3(THREADS), 0, stream, *order, first,
                    each, taken);
}

/* Binary search in a row's sorted keys: the first index in [begin, end) whose key is at least key,
   or end. */
static __device__ int64_t find_key(const THCOrder &order, int64_t begin, int64_t end, uint64_t key)
{
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    if (key_at(order, middle) < key) begin = middle + 1;
    else end = middle;
  }
  return begin;
}

static __global__ void __launch_bounds__(THREADS)
    take_nan(THCOrder order, int64_t otherwise, uint32_t *taken)
{
  const uint32_t row = blockIdx.x * THREADS + threadIdx.x;
  if (!THC_INSIDE(row, order.rows)) return;
  const int64_t begin = row * order.n, end = begin + order.n;
  const uint64_t nan = ~uint64_t(0) >> (64 - 8 * order.width);
  const int64_t at = key_at(order, end - 1) == nan ? find_key(order, begin, end, nan)
                                                   : begin + otherwise;
  taken[row] = order.numbers[at];
}

cudaError_t thc_takeNan(const THCOrder *order, int64_t otherwise, uint32_t *taken,
                        cudaStream_t stream)
{
  return thc_launch(take_nan, blocks(order->rows), dim3(THREADS), 0, stream, *order, otherwise,
                    taken);
}

/* A run of equal keys: its length and its last index. */
struct Run {
  int64_t length, last;
};

static __device__ Run longer(Run a, Run b)
{
  const bool other = b.length > a.length || (b.length == a.length && b.last < a.last);
  return other ? b : a;
}

/* One block of threads per row. Each thread looks for ends of runs and keeps the longest run; of
   equally long ones, the first in order. */
static __global__ void __launch_bounds__(THREADS) take_mode(THCOrder order, uint32_t *taken)
{
  THC_SHARED(Run, best, [THREADS]);
  const int64_t begin = blockIdx.x * order.n, end = begin + order.n;
  Run mine = {0, end};
  for (int64_t i = begin + threadIdx.x; THC_INSIDE(i, end); i += THREADS) {
    const uint64_t key = key_at(order, i);
    if (THC_INSIDE(i + 1, end) && key_at(order, i + 1) == key) continue;
    mine = longer(mine, Run{i + 1 - find_key(order, begin, i, key), i});
  }
  best[threadIdx.x] = mine;
  for (uint32_t half = THREADS / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      best[threadIdx.x] = longer(best[threadIdx.x], best[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) taken[blockIdx.x] = order.numbers[best[0].last];
}

cudaError_t thc_takeMode(const THCOrder *order, uint32_t *taken, cudaStream_t stream)
{
  return thc_launch(take_mode, dim3(uint32_t(order->rows)), dim3(THREADS), 0, stream, *order,
                    taken);
}

/* --- results --- */

static __device__ void copy_word(char *to, const char *from, int64_t width)
{
  switch (width) {
    case 1: *to = *from; break;
    case 2: *reinterpret_cast<uint16_t *>(to) = *reinterpret_cast<const uint16_t *>(from); break;
    case 4: *reinterpret_cast<uint32_t *>(to) = *reinterpret_cast<const uint32_t *>(from); break;
    default: *reinterpret_cast<uint64_t *>(to) = *reinterpret_cast<const uint64_t *>(from);
  }
}

/* to: positions, and values of width bytes unless it has no memory for them. x: the elements, rows
   along its first dimension. */
static __global__ void __launch_bounds__(THREADS)
    put_order(ThcPlaces<2> to, ThcPlaces<1> x, const uint32_t *numbers, int64_t width)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  int64_t at[2] = {0, 0}, from[1] = {0};
  if (!THC_INSIDE(i, to.count)) return;
  thc_offsets(to, i, at);
  const uint32_t number = numbers[i], row = quotient(number, x.size[0]);
  *reinterpret_cast<int64_t *>(to.data[0] + at[0]) = int64_t(number - row * x.size[0].divisor) + 1;
  if (!to.data[1]) return;
  thc_offsets(x, number, from);
  copy_word(to.data[1] + at[1], x.data[0] + from[0], width);
}

cudaError_t thc_putOrder(const THIter *to, const int *results, const THIter *x, int operand,
                         const uint32_t *numbers, int width, cudaStream_t stream)
{
  ThcPlaces<2> p;
  ThcPlaces<1> q;
  thc_fillPlaces(&p, to, results);
  thc_fillPlaces(&q, x, &operand);
  return thc_launch(put_order, blocks(to->count), dim3(THREADS), 0, stream, p, q, numbers, width);
}
