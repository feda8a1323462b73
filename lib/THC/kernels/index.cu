/* Elements by position, as words of their width: finding positions that are outside, reading by
   position, writing by position. A kernel never touches memory at a position outside [1, size]. */
#include "THC/kernels/thc_runs.cuh"

enum { THREADS = 256 };

static inline dim3 blocks(int64_t threads)
{
  return dim3(uint32_t((threads + THREADS - 1) / THREADS));
}

/* --- positions --- */

/* first: index of the piece's first position. *found: the least index so far whose position is
   outside. */
static __global__ void __launch_bounds__(THREADS)
    find_outside(ThcPlaces<1> p, uint64_t size, uint64_t first, unsigned long long *found)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  int64_t at[1] = {0};
  if (!THC_INSIDE(i, p.count)) return;
  thc_offsets(p, i, at);
  const uint64_t position = *reinterpret_cast<const uint64_t *>(p.data[0] + at[0]) - 1;
  if (!THC_INSIDE(position, size))
    atomicMin(found, (unsigned long long)(first + i));
}

cudaError_t thc_findOutside(const THIter *it, int operand, int64_t size, int64_t first,
                            unsigned long long *found, cudaStream_t stream)
{
  ThcPlaces<1> p;
  thc_fillPlaces(&p, it, &operand);
  return thc_launch(find_outside, blocks(it->count), dim3(THREADS), 0, stream, p, size, first,
                    found);
}

/* --- reading --- */

/* p: result, x, positions. */
template <class Word>
static __global__ void __launch_bounds__(THREADS)
    gather(ThcPlaces<3> p, int64_t step, uint64_t size, uint8_t *outside)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  int64_t at[3] = {0, 0, 0};
  if (!THC_INSIDE(i, p.count)) return;
  thc_offsets(p, i, at);
  const uint64_t from = *reinterpret_cast<const uint64_t *>(p.data[2] + at[2]) - 1;
  if (THC_INSIDE(from, size))
    *reinterpret_cast<Word *>(p.data[0] + at[0]) =
        *reinterpret_cast<const Word *>(p.data[1] + at[1] + int64_t(from) * step);
  else if (outside) *outside = 1;
}

template <class Word>
static cudaError_t launch_gather(const THIter *it, int64_t step, int64_t size, uint8_t *outside,
                                 cudaStream_t stream)
{
  ThcPlaces<3> p;
  thc_fillPlaces(&p, it);
  return thc_launch(gather<Word>, blocks(it->count), dim3(THREADS), 0, stream, p, step, size,
                    outside);
}

cudaError_t thc_gather(int word, const THIter *it, int64_t step, int64_t size, uint8_t *outside,
                       cudaStream_t stream)
{
  static decltype(&launch_gather<uint8_t>) const launch[THC_NUM_WORDS] = {
    launch_gather<uint8_t>, launch_gather<uint16_t>, launch_gather<uint32_t>,
    launch_gather<uint64_t>, launch_gather<ThcWord16>};
  return launch[word](it, step, size, outside, stream);
}

/* --- writing --- */

/* p: the result's first elements, positions. */
template <class Word>
static __global__ void __launch_bounds__(THREADS)
    fill_at(ThcPlaces<2> p, int64_t step, uint64_t size, Word value)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  int64_t at[2] = {0, 0};
  if (!THC_INSIDE(i, p.count)) return;
  thc_offsets(p, i, at);
  const uint64_t to = *reinterpret_cast<const uint64_t *>(p.data[1] + at[1]) - 1;
  if (THC_INSIDE(to, size))
    *reinterpret_cast<Word *>(p.data[0] + at[0] + int64_t(to) * step) = value;
}

template <class Word>
static cudaError_t launch_fill(const THIter *it, int64_t step, int64_t size, const void *value,
                               cudaStream_t stream)
{
  static const int operands[] = {0, 2};
  ThcPlaces<2> p;
  Word word;
  memcpy(&word, value, sizeof word);
  thc_fillPlaces(&p, it, operands);
  return thc_launch(fill_at<Word>, blocks(it->count), dim3(THREADS), 0, stream, p, step, size,
                    word);
}

cudaError_t thc_fillAt(int word, const THIter *it, int64_t step, int64_t size, const void *value,
                       cudaStream_t stream)
{
  static decltype(&launch_fill<uint8_t>) const launch[THC_NUM_WORDS] = {
    launch_fill<uint8_t>, launch_fill<uint16_t>, launch_fill<uint32_t>, launch_fill<uint64_t>,
    launch_fill<ThcWord16>};
  return launch[word](it, step, size, value, stream);
}

/* Write the places that positions name, in elements from the result's first. p: the result's first
   elements, positions. */
template <class Place>
static __global__ void __launch_bounds__(THREADS)
    find_places(ThcPlaces<2> p, int64_t step, uint64_t size, int64_t shift, Place *places,
                uint32_t *from)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  int64_t at[2] = {0, 0};
  if (!THC_INSIDE(i, p.count)) return;
  thc_offsets(p, i, at);
  const uint64_t to = *reinterpret_cast<const uint64_t *>(p.data[1] + at[1]) - 1;
  places[i] = Place((at[0] + int64_t(THC_INSIDE(to, size) ? to : 0) * step) >> shift);
  from[i] = i;
}

cudaError_t thc_findPlaces(const THIter *it, int64_t step, int64_t size, int shift, int width,
                           void *places, uint32_t *from, cudaStream_t stream)
{
  static const int operands[] = {0, 2};
  ThcPlaces<2> p;
  thc_fillPlaces(&p, it, operands);
  if (width == 4)
    return thc_launch(find_places<uint32_t>, blocks(it->count), dim3(THREADS), 0, stream, p, step,
                      size, shift, static_cast<uint32_t *>(places), from);
  return thc_launch(find_places<uint64_t>, blocks(it->count), dim3(THREADS), 0, stream, p, step,
                    size, shift, static_cast<uint64_t *>(places), from);
}

/* Rule for scatter: the last element to a place stays. */
template <class Word> struct Put {
  typedef Word Element;
  static constexpr bool takesLast = true;
  static __device__ Word of(Word, Word x)
  {
    return x;
  }
};

const THCRunsLaunch thc_putRuns[THC_NUM_WORDS] = {
  thc_launchRuns<Put<uint8_t>>, thc_launchRuns<Put<uint16_t>>, thc_launchRuns<Put<uint32_t>>,
  thc_launchRuns<Put<uint64_t>>, thc_launchRuns<Put<ThcWord16>>};
