/*
** The point-wise kernel: one for all rows, geometries and alignments.
**
** A row is a struct with types In and Out, of up to 16 bytes, and a function of(x), which computes
** the result's element from the operands' elements. If all operands are contiguous and aligned (or
** numbers), a thread computes a pack: 16 bytes of the wider type. Otherwise it computes one
** position, which it splits by division into an offset for each operand.
*/
#ifndef THC_POINT_CUH
#define THC_POINT_CUH

#include "THC/kernels/thc_math.cuh"
#include "THC/kernels/thc_places.cuh"

#include "THC/launch/THCLaunch.h"
#include "THC/memory/THCAllocator.h"

/* The result and the operands of a row. */
template <int N> struct ThcPoint : ThcPlaces<N> { /* data is NULL for a number */
  uint64_t number[N][2];
  int64_t packed;
};

template <class T, int V> struct alignas(sizeof(T) * V) ThcPack {
  T x[V];
};

/* A flag: only 1 is ever written, so threads need no order. */
struct ThcFlag {
  uint8_t x;
};

enum { THC_THREADS = 256 };

template <class Row> __host__ __device__ constexpr int thc_width()
{
  return 16 / (sizeof(typename Row::In) > sizeof(typename Row::Out) ? sizeof(typename Row::In)
                                                                    : sizeof(typename Row::Out));
}

template <class T> static __device__ T thc_number(uint64_t bits)
{
  T value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T> static __device__ T thc_number(const uint64_t (&words)[2])
{
  T value;
  memcpy(&value, words, sizeof value);
  return value;
}

template <class T> static __device__ void thc_put(T *at, T value)
{
  *at = value;
}

inline __device__ void thc_put(ThcFlag *at, ThcFlag value)
{
  if (value.x) *at = value;
}

template <class Row, int N> static __device__ void thc_onePack(const ThcPoint<N> &p, uint32_t at)
{
  constexpr int V = thc_width<Row>();
  typedef ThcPack<typename Row::In, V> InPack;
  InPack in[N - 1];
  ThcPack<typename Row::Out, V> out;
#pragma unroll
  for (int k = 1; k < N; k++) {
    if (p.data[k]) in[k - 1] = reinterpret_cast<const InPack *>(p.data[k])[at];
    else for (int e = 0; e < V; e++) in[k - 1].x[e] = thc_number<typename Row::In>(p.number[k]);
  }
#pragma unroll
  for (int e = 0; e < V; e++) {
    typename Row::In x[N - 1];
#pragma unroll
    for (int k = 1; k < N; k++) x[k - 1] = in[k - 1].x[e];
    out.x[e] = Row::of(x);
  }
  reinterpret_cast<ThcPack<typename Row::Out, V> *>(p.data[0])[at] = out;
}

template <class Row, int N> static __device__ void thc_one(const ThcPoint<N> &p, uint32_t position)
{
  typename Row::In x[N - 1];
  int64_t offset[N] = {0};
  thc_offsets(p, position, offset);
#pragma unroll
  for (int k = 1; k < N; k++)
    x[k - 1] = p.data[k] ? *reinterpret_cast<const typename Row::In *>(p.data[k] + offset[k])
                         : thc_number<typename Row::In>(p.number[k]);
  thc_put(reinterpret_cast<typename Row::Out *>(p.data[0] + offset[0]), Row::of(x));
}

template <class Row, int N>
static __global__ void __launch_bounds__(THC_THREADS) thc_pointwise(ThcPoint<N> p)
{
  constexpr uint32_t V = thc_width<Row>();
  const uint32_t i = blockIdx.x * THC_THREADS + threadIdx.x, count = uint32_t(p.count);
  const uint32_t packs = p.packed ? count / V : 0;
  if (THC_INSIDE(i, packs)) thc_onePack<Row, N>(p, i);
  else if (THC_INSIDE(packs * V + (i - packs), count)) thc_one<Row, N>(p, i - packs + packs * V);
}

/* --- on the host --- */

/* Whether all operands are contiguous and aligned to their packs. */
template <class Row, int N> static int thc_isPacked(const THIter *it)
{
  constexpr size_t V = thc_width<Row>();
  if (it->ndim != 1) return 0;
  for (int k = 0; k < N; k++) {
    const size_t width = k ? sizeof(typename Row::In) : sizeof(typename Row::Out);
    if (THIter_isNumber(it, k)) continue;
    if (it->stride[0][k] != ptrdiff_t(width) || uintptr_t(it->data[k]) % (V * width)) return 0;
  }
  return 1;
}

template <class Row, int N> static cudaError_t thc_launchPiece(const THIter *it, void *stream)
{
  constexpr uint32_t V = thc_width<Row>();
  ThcPoint<N> p;
  thc_fillPlaces<N>(&p, it);
  memset(p.number, 0, sizeof p.number);
  p.packed = thc_isPacked<Row, N>(it);
  for (int k = 0; k < N; k++)
    if (THIter_isNumber(it, k)) memcpy(p.number[k], it->data[k], sizeof(typename Row::In));
  const uint32_t count = static_cast<uint32_t>(it->count);
  const uint32_t threads = p.packed ? count / V + count % V : count;
  return thc_launch(thc_pointwise<Row, N>, dim3((threads + THC_THREADS - 1) / THC_THREADS),
                    dim3(THC_THREADS), 0, static_cast<cudaStream_t>(stream), p);
}

template <class Row, int N>
static cudaError_t thc_launchPoint(const THIter *it, cudaStream_t stream)
{
  return THCLaunch_pieces(it, THC_LAUNCH_POSITIONS, thc_launchPiece<Row, N>, stream);
}

/* An entry of the devices' tables: runs the row on all positions of the iterator. */
template <class Row, int N> static int thc_runPoint(const THIter *it)
{
  THCLaunch launch;
  if (!it->count) return TH_OK;
  TH_TRY(THCLaunch_begin(&launch, it));
  return THCLaunch_end(&launch, TH_OK, thc_launchPoint<Row, N>(it, launch.stream->handle));
}

/* The same for a row whose result is a flag in the iterator's memory: the host waits for it. */
template <class Row> static int thc_runFlag(const THIter *it)
{
  THCLaunch launch;
  THIter there;
  void *flag = NULL;
  THIter_copy(&there, it);
  TH_TRY(THCLaunch_begin(&launch, it));
  int status = THCAllocator_alloc(launch.stream, 1, &flag);
  cudaError_t error = cudaSuccess;
  if (!status) {
    there.data[0] = static_cast<char *>(flag);
    error = cudaMemsetAsync(flag, 0, 1, launch.stream->handle);
    if (!error) error = thc_launchPoint<Row, 2>(&there, launch.stream->handle);
    if (!error) status = thc_fetch(it->op, it->data[0], flag, 1, launch.stream);
  }
  THCAllocator_free(flag);
  return THCLaunch_end(&launch, status, error);
}

#endif
