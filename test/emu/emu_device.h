/*
** The language of kernels for a plain C++ compiler: what nvcc has built in, for the emulator.
** thc_dev.cuh includes this file; host declarations come from NVIDIA's own headers. A bare
** __shared__ does not compile here: kernels declare shared memory by THC_SHARED.
*/
#ifndef EMU_DEVICE_H
#define EMU_DEVICE_H

#include <cuda_runtime_api.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>
#include <type_traits>
#include <vector>

#undef __global__
#undef __device__
#undef __host__
#undef __constant__
#undef __shared__
#undef __forceinline__
#undef __noinline__
#undef __launch_bounds__
#undef __grid_constant__
#undef __restrict__
#define __global__
#define __device__
#define __host__
#define __constant__ static
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __grid_constant__
#define __restrict__ __restrict

#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* Variables of the running thread. They cannot be macros, because cudaLaunchConfig_t has fields of
   the same names. */
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
static const int warpSize = 32;

namespace emu {

struct Site {
  const char *file;
  int line;
};

enum BarrierKind { PLAIN, ANY, ALL, COUNT };

/* Wait for all threads of the block. Returns what their predicates give together. */
int barrier(BarrierKind kind, int predicate, Site site);

/* The lanes in mask meet. Each brings size bytes (0 to 16) and receives those of lane source. */
void meet(unsigned mask, const void *in, unsigned size, int source, void *out, Site site);

/* The lanes in mask meet; returns one bit of each. */
unsigned ballot(unsigned mask, bool bit, Site site);

int lane();

/* Shared memory of the block: for the declaration that key identifies; and the bytes that the
   launch asked for. */
void *shared(const void *key, size_t size, size_t align);
void *shared_dynamic();

/* For THC_INSIDE: the number of a bound, from 1; and the number of the one that is left out
   (emu_mutate), or 0. */
size_t bound(Site site);
extern size_t bound_left_out;

inline bool inside(uint64_t i, uint64_t n, size_t bound)
{
  return i < n || (i == n && bound == bound_left_out);
}

/* An argument of a kernel. Each of its words may be an address; bytes is 0 for a number, which
   cannot be one. */
struct Argument {
  const void *data;
  size_t bytes;
};

template <class T> Argument argument(const T &x)
{
  return {&x, std::is_arithmetic<T>::value || std::is_enum<T>::value ? 0 : sizeof x};
}

/* A launch. body is the kernel with its arguments; what is the text of the call. */
cudaError_t launch(const cudaLaunchConfig_t *config, std::function<void()> body,
                   const std::vector<Argument> &arguments, const char *what);

inline int segment(int width)
{
  return lane() & ~(width - 1);
}

template <class T> T exchange(unsigned mask, T value, int source, Site site)
{
  static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 16, "no type to shuffle");
  T result;
  meet(mask, &value, sizeof(T), source, &result, site);
  return result;
}

} /* namespace emu */

/* Last parameters of functions that need the place of their call, and that place. */
#define EMU_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define EMU_SITE (emu::Site{file, line})

inline void __syncthreads(EMU_HERE)
{
  emu::barrier(emu::PLAIN, 0, EMU_SITE);
}

inline int __syncthreads_or(int predicate, EMU_HERE)
{
  return emu::barrier(emu::ANY, predicate, EMU_SITE);
}

inline int __syncthreads_and(int predicate, EMU_HERE)
{
  return emu::barrier(emu::ALL, predicate, EMU_SITE);
}

inline int __syncthreads_count(int predicate, EMU_HERE)
{
  return emu::barrier(emu::COUNT, predicate, EMU_SITE);
}

inline void __syncwarp(unsigned mask = 0xffffffffu, EMU_HERE)
{
  emu::meet(mask, nullptr, 0, 0, nullptr, EMU_SITE);
}

template <class T> T __shfl_sync(unsigned mask, T value, int from, int width = 32, EMU_HERE)
{
  return emu::exchange(mask, value, emu::segment(width) + (from & (width - 1)), EMU_SITE);
}

template <class T> T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32, EMU_HERE)
{
  int from = emu::lane() + static_cast<int>(by), end = emu::segment(width) + width;
  return emu::exchange(mask, value, from < end ? from : emu::lane(), EMU_SITE);
}

template <class T> T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32, EMU_HERE)
{
  int from = emu::lane() - static_cast<int>(by);
  return emu::exchange(mask, value, from >= emu::segment(width) ? from : emu::lane(), EMU_SITE);
}

template <class T> T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32, EMU_HERE)
{
  int from = emu::lane() ^ bits, end = emu::segment(width) + width;
  return emu::exchange(mask, value, from < end ? from : emu::lane(), EMU_SITE);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, EMU_HERE)
{
  return emu::ballot(mask, predicate != 0, EMU_SITE);
}

inline int __any_sync(unsigned mask, int predicate, EMU_HERE)
{
  return emu::ballot(mask, predicate != 0, EMU_SITE) != 0;
}

inline int __all_sync(unsigned mask, int predicate, EMU_HERE)
{
  return emu::ballot(mask, predicate == 0, EMU_SITE) == 0;
}

/* Threads take turns, so plain code is atomic. */
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

namespace emu {

template <class T, class F> T replace(T *at, F next)
{
  T old = *at;
  *at = static_cast<T>(next(old));
  return old;
}

/* Prevents deduction from the second argument, so that atomicAdd(&x, 1) compiles for any type of
   x. */
template <class T> using As = typename std::enable_if<true, T>::type;

} /* namespace emu */

#define EMU_ATOMIC(name, value)                                            \
  template <class T> T name(T *at, emu::As<T> x)                           \
  {                                                                        \
    return emu::replace(at, [x](T old) { (void)old; return value; });      \
  }
EMU_ATOMIC(atomicAdd, old + x)
EMU_ATOMIC(atomicSub, old - x)
EMU_ATOMIC(atomicMin, x < old ? x : old)
EMU_ATOMIC(atomicMax, old < x ? x : old)
EMU_ATOMIC(atomicAnd, old & x)
EMU_ATOMIC(atomicOr, old | x)
EMU_ATOMIC(atomicXor, old ^ x)
EMU_ATOMIC(atomicExch, x)
EMU_ATOMIC(atomicInc, old >= x ? 0 : old + 1)
EMU_ATOMIC(atomicDec, old == 0 || old > x ? x : old - 1)
#undef EMU_ATOMIC

template <class T> T atomicCAS(T *at, emu::As<T> expected, emu::As<T> desired)
{
  return emu::replace(at, [&](T old) { return old == expected ? desired : old; });
}

#include "emu_intrinsics.h"

#endif
