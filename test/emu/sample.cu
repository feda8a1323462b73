/*
** The sample kernels of sample.h. Like those of lib/THC they include thc_dev.cuh, but only the
** emulator's build compiles them.
*/
#include "THC/kernels/thc_dev.cuh"

#include "sample.h"

#define EACH(i, n)                                                                    \
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; \
       THC_INSIDE(i, n); i += static_cast<size_t>(gridDim.x) * blockDim.x)

static unsigned blocks_for(size_t n, size_t each)
{
  size_t blocks = (n + each - 1) / each, most = 64;
  return static_cast<unsigned>(blocks < 1 ? 1 : blocks < most ? blocks : most);
}

__global__ void copy_kernel(float *to, const float *from, size_t n)
{
  EACH(i, n) to[i] = from[i];
}

cudaError_t sample_copy(float *to, const float *from, size_t n, cudaStream_t stream)
{
  return thc_launch(copy_kernel, blocks_for(n, 256), 256, 0, stream, to, from, n);
}

template <int TILE>
__global__ void transpose_kernel(float *to, const float *from, int rows, int columns)
{
  THC_SHARED(float, tile, [TILE][TILE + 1]);
  int row = blockIdx.y * TILE, column = blockIdx.x * TILE, x = threadIdx.x;
  for (int y = threadIdx.y; y < TILE; y += blockDim.y)
    if (THC_INSIDE(column + x, columns) && THC_INSIDE(row + y, rows))
      tile[y][x] = from[static_cast<size_t>(row + y) * columns + column + x];
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y)
    if (THC_INSIDE(row + x, rows) && THC_INSIDE(column + y, columns))
      to[static_cast<size_t>(column + y) * rows + row + x] = tile[x][y];
}

cudaError_t sample_transpose(float *to, const float *from, int rows, int columns,
                             cudaStream_t stream)
{
  const int tile = 32;
  dim3 grid((columns + tile - 1) / tile, (rows + tile - 1) / tile), block(tile, 8);
  return thc_launch(transpose_kernel<tile>, grid, block, 0, stream, to, from, rows, columns);
}

template <class T, int N> __global__ void sum_kernel(T *sum, const T *x, size_t n)
{
  THC_SHARED(T, part, [N]);
  T own = 0;
  EACH(i, n) own += x[i];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int half = N / 2; half; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}

cudaError_t sample_sum(float *sum, const float *x, size_t n, cudaStream_t stream)
{
  return thc_launch(sum_kernel<float, 128>, blocks_for(n, 512), 128, 0, stream, sum, x, n);
}

__device__ static float warp_sum(float x)
{
  for (int by = 16; by; by /= 2) x += __shfl_down_sync(0xffffffffu, x, by);
  return x;
}

__global__ void sum_shuffled_kernel(float *sum, const float *x, size_t n)
{
  THC_SHARED_DYNAMIC(float, part);
  float own = 0;
  EACH(i, n) own += x[i];
  own = warp_sum(own);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = own;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  own = warp_sum(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
  if (threadIdx.x == 0) atomicAdd(sum, own);
}

cudaError_t sample_sum_shuffled(float *sum, const float *x, size_t n, cudaStream_t stream)
{
  const unsigned threads = 128;
  return thc_launch(sum_shuffled_kernel, blocks_for(n, 512), threads, threads / 32 * sizeof(float),
                    stream, sum, x, n);
}

__global__ void histogram_kernel(unsigned *counts, const unsigned char *x, size_t n)
{
  THC_SHARED(unsigned, part, [256]);
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) part[i] = 0;
  __syncthreads();
  EACH(i, n) atomicAdd(&part[x[i]], 1u);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    if (part[i]) atomicAdd(&counts[i], part[i]);
}

cudaError_t sample_histogram(unsigned *counts, const unsigned char *x, size_t n,
                             cudaStream_t stream)
{
  return thc_launch(histogram_kernel, blocks_for(n, 1024), 128, 0, stream, counts, x, n);
}

struct Strided {
  const float *first;
  size_t stride;
};

__global__ void convert_kernel(__half *to, Strided from, size_t n)
{
  EACH(i, n) to[i] = __float2half_rn(from.first[i * from.stride]);
}

cudaError_t sample_convert(__half *to, const float *from, size_t n, size_t stride,
                           cudaStream_t stream)
{
  Strided operand = {from, stride};
  return thc_launch(convert_kernel, blocks_for(n, 256), 256, 0, stream, to, operand, n);
}

__global__ void stray_kernel(float *x, size_t at)
{
  if (threadIdx.x == 0) x[at] = 1;
}

cudaError_t sample_stray(float *x, size_t at, cudaStream_t stream)
{
  return thc_launch(stray_kernel, 1, 32, 0, stream, x, at);
}

__global__ void divergent_kernel(float *x)
{
  x[threadIdx.x] = 1;
  if (threadIdx.x < 16) __syncthreads();
}

cudaError_t sample_divergent(float *x, cudaStream_t stream)
{
  return thc_launch(divergent_kernel, 1, 64, 0, stream, x);
}

cudaError_t sample_wide(float *x, cudaStream_t stream)
{
  return thc_launch(stray_kernel, 1, 2048, 0, stream, x, size_t(0));
}
