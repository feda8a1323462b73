/* Kernels of the chapter "Sparse": a thread for each number of a result. Sums are made in the order
   of the entries, as on the CPU, so they have the same bits. */
#include "THC/kernels/thc_math.cuh"

#include "THC/launch/THCLaunch.h"
#include "THCS/kernels/THCSKernels.h"

enum { THREADS = 256 };

/* Launch a kernel for n numbers, so many at a time: its last arguments are the first of them and
   their count. */
template <class Launch> static cudaError_t in_pieces(int64_t n, Launch launch)
{
  cudaError_t error = cudaSuccess;
  for (int64_t first = 0; first < n && !error; first += THC_LAUNCH_POSITIONS) {
    const int64_t left = n - first;
    const int64_t count = left < THC_LAUNCH_POSITIONS ? left : THC_LAUNCH_POSITIONS;
    error = launch(dim3(uint32_t((count + THREADS - 1) / THREADS)), first, count);
  }
  return error;
}

/* --- keys --- */

static __global__ void __launch_bounds__(THREADS)
    digits(const int64_t *key, int64_t *made, THSDigits d, int64_t first, int64_t count)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  if (!THC_INSIDE(i, count)) return;
  int64_t rest = key[first + i] - 1, place = d.shift;
  for (int64_t k = d.n - 1; k > 0; rest /= d.size[k--]) place += rest % d.size[k] * d.step[k];
  made[first + i] = place + rest * d.step[0] + 1;
}

cudaError_t thcs_digits(const THSCall *call, cudaStream_t stream)
{
  return in_pieces(call->keys[0], [=](dim3 grid, int64_t first, int64_t count) {
    return thc_launch(digits, grid, dim3(THREADS), 0, stream, call->key[0], call->made,
                      *call->digits, first, count);
  });
}

static __global__ void __launch_bounds__(THREADS)
    search(const int64_t *sorted, int64_t length, const int64_t *wanted, int64_t *made,
           int64_t first, int64_t count)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  if (!THC_INSIDE(i, count)) return;
  const int64_t key = wanted[first + i];
  int64_t below = 0;
  for (int64_t n = length; n;) {
    const int64_t half = n / 2;
    const bool isBelow = sorted[below + half] < key;
    if (isBelow) below += half + 1;
    n = isBelow ? n - half - 1 : half;
  }
  made[first + i] = below;
}

cudaError_t thcs_search(const THSCall *call, cudaStream_t stream)
{
  return in_pieces(call->keys[1], [=](dim3 grid, int64_t first, int64_t count) {
    return thc_launch(search, grid, dim3(THREADS), 0, stream, call->key[0], call->keys[0],
                      call->key[1], call->made, first, count);
  });
}

static __global__ void __launch_bounds__(THREADS)
    widen(int64_t *to, const int32_t *from, int64_t first, int64_t count)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  if (THC_INSIDE(i, count)) to[first + i] = from[first + i];
}

cudaError_t thcs_widen(int64_t *to, const int32_t *from, int64_t n, cudaStream_t stream)
{
  return in_pieces(n, [=](dim3 grid, int64_t first, int64_t count) {
    return thc_launch(widen, grid, dim3(THREADS), 0, stream, to, from, first, count);
  });
}

/* --- sums --- */

template <class Rule>
static __global__ void __launch_bounds__(THREADS)
    fold(const typename Rule::Element *in, const int64_t *order, const int64_t *start,
         typename Rule::Element *out, int64_t width, int64_t first, int64_t count)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  if (!THC_INSIDE(i, count)) return;
  const int64_t at = first + i, group = at / width, j = at % width, last = start[group + 1];
  int64_t k = start[group];
  typename Rule::Sum sum = Rule::load(in[(order ? order[k] - 1 : k) * width + j]);
  for (k++; k < last; k++) sum += Rule::load(in[(order ? order[k] - 1 : k) * width + j]);
  out[at] = Rule::store(sum);
}

template <class Rule> static cudaError_t launch_fold(const THSCall *call, cudaStream_t stream)
{
  typedef typename Rule::Element Element;
  return in_pieces(call->count * call->width, [=](dim3 grid, int64_t first, int64_t count) {
    return thc_launch(fold<Rule>, grid, dim3(THREADS), 0, stream,
                      reinterpret_cast<const Element *>(call->in), call->order, call->start,
                      reinterpret_cast<Element *>(call->out), call->width, first, count);
  });
}

#define TH_GENERIC_FILE "THCS/kernels/THCSRule.cuh"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

cudaError_t thcs_fold(int dtype, const THSCall *call, cudaStream_t stream)
{
  switch (dtype) {
#define X(Name, CODE, type, kind) case TH_##CODE: return launch_fold<Rule##Name>(call, stream);
    TH_FORALL_DTYPES(X)
#undef X
    default: return cudaErrorInvalidValue;
  }
}
