/* Kernels by dtype for scatterAdd and for sort keys: this file instantiates them for all dtypes. */
#include "THC/kernels/thc_math.cuh"
#include "THC/kernels/thc_runs.cuh"

#define inline __host__ __device__ inline
#include "TH/cpu/parts/THKeys.h"
#undef inline

enum { KEY_THREADS = 256 };

static inline __device__ uint32_t key_of(int32_t a) { return th_keyOfInt(a); }
static inline __device__ uint64_t key_of(int64_t a) { return th_keyOfLong(a); }
static inline __device__ uint32_t key_of(float a) { return th_keyOfFloat(a); }
static inline __device__ uint64_t key_of(double a) { return th_keyOfDouble(a); }

/* Make the keys of x's elements, rows along its first dimension. made 1: numbers says which
   elements; 0: all in order, and numbers is written. */
template <class Rule>
static __global__ void __launch_bounds__(KEY_THREADS)
    make_keys(ThcPlaces<1> x, typename Rule::Key invert, typename Rule::Key *keys,
              uint32_t *numbers, int made)
{
  const uint32_t i = blockIdx.x * KEY_THREADS + threadIdx.x;
  int64_t at[1] = {0};
  if (!THC_INSIDE(i, x.count)) return;
  thc_offsets(x, made ? numbers[i] : i, at);
  const auto *element = reinterpret_cast<const typename Rule::Element *>(x.data[0] + at[0]);
  keys[i] = Rule::key(*element) ^ invert;
  if (!made) numbers[i] = i;
}

template <class Rule>
static cudaError_t launch_keys(const THIter *x, int operand, int descending, void *keys,
                               uint32_t *numbers, int made, cudaStream_t stream)
{
  typedef typename Rule::Key Key;
  ThcPlaces<1> p;
  thc_fillPlaces(&p, x, &operand);
  return thc_launch(make_keys<Rule>, dim3(uint32_t((x->count + KEY_THREADS - 1) / KEY_THREADS)),
                    dim3(KEY_THREADS), 0, stream, p, descending ? Key(~Key(0)) : Key(0),
                    static_cast<Key *>(keys), numbers, made);
}

#define TH_GENERIC_FILE "THC/kernels/rows/THCIndex.cu"
#include "TH/base/types/THGenerateAllTypes.h"
