/*
** What differs between the two builds of kernel sources: by nvcc, and by a C++ compiler for the
** emulator (test/emu). Kernel sources include this file, most of them through the other headers
** here, and write
**
**   thc_launch(kernel, grid, block, shared, stream, arguments...)  for a launch: a cudaError_t
**   THC_SHARED(float, tile, [32][33]);                             for shared memory of a block
**   THC_SHARED_DYNAMIC(float, row);                                for the shared bytes of a launch
**   THC_INSIDE(i, n)                                               for i < n, where n bounds memory
**   thc_plane::exp(thc_plane::complex<double>(re, im))             for functions of complex numbers
**
** Structs passed to a kernel are zeroed before they are filled, because the emulator checks every
** word of them for host addresses and for freed memory.
*/
#ifndef THC_DEV_CUH
#define THC_DEV_CUH

#ifdef __CUDACC__

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#ifdef TH_COMPLEXES
#include <thrust/complex.h>
namespace thc_plane = thrust;
#endif

#define THC_SHARED(T, name, dims) __shared__ T name dims
#define THC_SHARED_DYNAMIC(T, name)                     \
  extern __shared__ __align__(16) char thc_dynamic[]; \
  T *name = reinterpret_cast<T *>(thc_dynamic)
#define THC_INSIDE(i, n) ((i) < (n))

template <class... P, class... A>
static cudaError_t thc_launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared,
                              cudaStream_t stream, A &&...arguments)
{
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  return cudaLaunchKernelEx(&config, kernel, static_cast<A &&>(arguments)...);
}

#else

#include "emu_device.h"

#ifdef TH_COMPLEXES
#include <complex>
namespace thc_plane = std;
#endif

#define THC_SHARED(T, name, dims)                                     \
  static char name##_key;                                             \
  typedef T name##_array dims;                                        \
  name##_array &name = *static_cast<name##_array *>(                  \
    emu::shared(&name##_key, sizeof(name##_array), alignof(name##_array)))
#define THC_SHARED_DYNAMIC(T, name) T *name = static_cast<T *>(emu::shared_dynamic())
#define THC_INSIDE(i, n)                                                           \
  emu::inside((i), (n), [] {                                                       \
    static const size_t bound = emu::bound({#i " < " #n " in " __FILE__, __LINE__}); \
    return bound;                                                                  \
  }())

/* The text of the call, which begins with the kernel's name, identifies the launch in the
   emulator's findings. */
#define thc_launch(...) thc_launch_as(#__VA_ARGS__, __VA_ARGS__)

template <class... P, class... A>
static cudaError_t thc_launch_as(const char *what, void (*kernel)(P...), dim3 grid, dim3 block,
                                 size_t shared, cudaStream_t stream, A &&...arguments)
{
  using Arguments = std::tuple<typename std::decay<P>::type...>;
  static_assert(sizeof(Arguments) <= 32764, "a kernel has 32764 bytes for its parameters");
  Arguments copy{static_cast<typename std::decay<P>::type>(arguments)...};
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  auto list = [](const auto &...x) { return std::vector<emu::Argument>{emu::argument(x)...}; };
  return emu::launch(&config, [=] { std::apply(kernel, copy); }, std::apply(list, copy), what);
}

#endif

#endif
