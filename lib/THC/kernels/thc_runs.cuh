/*
** Writing elements to places of which several may be equal. The places are sorted first, stably, so
** equal places form a run that one thread handles in order: no two threads write to the same place.
*/
#ifndef THC_RUNS_CUH
#define THC_RUNS_CUH

#include "THC/kernels/thc_places.cuh"

#include "THC/kernels/THCKernels.h"
#include "THC/launch/THCLaunch.h"

enum { THC_RUN_THREADS = 256 };

static inline __device__ uint64_t thc_runPlace(const THCRuns &runs, int64_t j)
{
  if (runs.width == 4) return static_cast<const uint32_t *>(runs.places)[j];
  return static_cast<const uint64_t *>(runs.places)[j];
}

/*
** A thread has one sorted place and one position of free. Only one thread of a run goes on: the one
** with its first place, or its last if Rule::takesLast. Rule::of combines the element at the place
** with each of the run's elements. free: result and x, in the dimensions along which each element
** has its own place. named: x, at the positions that were sorted.
*/
template <class Rule>
static __global__ void __launch_bounds__(THC_RUN_THREADS)
    thc_applyRuns(ThcPlaces<2> free, ThcPlaces<1> named, THCRuns runs, int64_t first, int64_t count)
{
  const uint32_t i = blockIdx.x * THC_RUN_THREADS + threadIdx.x, width = uint32_t(free.count);
  if (!THC_INSIDE(i, count)) return;
  int64_t j = first + i / width, at[2] = {0, 0};
  const uint64_t place = thc_runPlace(runs, j);
  const int64_t neighbour = Rule::takesLast ? j + 1 : j - 1;
  if (neighbour >= 0 && THC_INSIDE(neighbour, runs.n) && thc_runPlace(runs, neighbour) == place)
    return;
  thc_offsets(free, i % width, at);
  typename Rule::Element *r =
      reinterpret_cast<typename Rule::Element *>(free.data[0] + at[0]) + place;
  typename Rule::Element element = *r;
  do {
    int64_t from[1] = {at[1]};
    thc_offsets(named, runs.from[j], from);
    element = Rule::of(
        element, *reinterpret_cast<const typename Rule::Element *>(free.data[1] + from[0]));
  } while (THC_INSIDE(++j, runs.n) && thc_runPlace(runs, j) == place);
  *r = element;
}

/* Launch in batches of at most THC_LAUNCH_POSITIONS threads. free has at most that many
   positions. */
template <class Rule>
static cudaError_t thc_launchRuns(const THIter *free, const THIter *named, const THCRuns *runs,
                                  cudaStream_t stream)
{
  static const int x = 1;
  ThcPlaces<2> p;
  ThcPlaces<1> q;
  thc_fillPlaces(&p, free);
  thc_fillPlaces(&q, named, &x);
  cudaError_t error = cudaSuccess;
  for (int64_t first = 0, each = THC_LAUNCH_POSITIONS / free->count; first < runs->n && !error;
       first += each) {
    const int64_t left = runs->n - first, count = (left < each ? left : each) * free->count;
    error = thc_launch(thc_applyRuns<Rule>,
                       dim3(uint32_t((count + THC_RUN_THREADS - 1) / THC_RUN_THREADS)),
                       dim3(THC_RUN_THREADS), 0, stream, p, q, *runs, first, count);
  }
  return error;
}

#endif
