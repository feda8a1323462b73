/* Masks: kernels that count, move or fill elements where a mask is not 0. A block of threads
   handles one tile of THC_MASK_TILE positions; within a tile, elements keep row-major order. */
#include "THC/kernels/thc_places.cuh"

#include "THC/kernels/THCKernels.h"

enum { THREADS = 256, WARPS = THREADS / 32 };
static_assert(THC_MASK_TILE % THREADS == 0, "all threads of a block take as many positions");

static inline uint32_t tiles(const THIter *it)
{
  return uint32_t((it->count + THC_MASK_TILE - 1) / THC_MASK_TILE);
}

/* --- counting --- */

static __global__ void __launch_bounds__(THREADS) count_mask(ThcPlaces<1> mask, int64_t *counts)
{
  THC_SHARED(uint32_t, of_warp, [WARPS]);
  const uint32_t first = blockIdx.x * THC_MASK_TILE + threadIdx.x;
  uint32_t found = 0;
  for (uint32_t k = 0; k < THC_MASK_TILE; k += THREADS) {
    int64_t at[1] = {0};
    int set = 0;
    if (THC_INSIDE(first + k, mask.count)) {
      thc_offsets(mask, first + k, at);
      set = mask.data[0][at[0]] != 0;
    }
    found += __popc(__ballot_sync(~0u, set));
  }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = found;
  __syncthreads();
  if (threadIdx.x) return;
  for (int w = 1; w < WARPS; w++) found += of_warp[w];
  counts[blockIdx.x] = found;
}

cudaError_t thc_countMask(const THIter *it, int mask, int64_t *counts, cudaStream_t stream)
{
  ThcPlaces<1> p;
  thc_fillPlaces(&p, it, &mask);
  return thc_launch(count_mask, dim3(tiles(it)), dim3(THREADS), 0, stream, p, counts);
}

/* --- moving --- */

/* Ways to move between an element and the vector: take the element, give it a value, or write its
   address as a number. */
template <class Word> struct Take {
  static __device__ void move(char *element, char *vector)
  {
    *reinterpret_cast<Word *>(vector) = *reinterpret_cast<Word *>(element);
  }
};

template <class Word> struct Give {
  static __device__ void move(char *element, char *vector)
  {
    *reinterpret_cast<Word *>(element) = *reinterpret_cast<Word *>(vector);
  }
};

struct Number {
  static __device__ void move(char *element, char *vector)
  {
    *reinterpret_cast<int64_t *>(vector) = reinterpret_cast<int64_t>(element);
  }
};

/* x: how many threads before this one in the block have set; y: how many in the whole block. */
static __device__ uint2 rank_in_block(int set)
{
  THC_SHARED(uint32_t, of_warp, [WARPS]);
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t bits = __ballot_sync(~0u, set);
  uint2 rank = {uint32_t(__popc(bits & ((1u << lane) - 1))), 0};
  if (lane == 0) of_warp[warp] = __popc(bits);
  __syncthreads();
  for (uint32_t w = 0; w < WARPS; w++) {
    if (w < warp) rank.x += of_warp[w];
    rank.y += of_warp[w];
  }
  __syncthreads();
  return rank;
}

/* p: elements, mask. The bound of the vector holds even if another stream changes the mask after it
   was counted. */
template <class Move>
static __global__ void __launch_bounds__(THREADS)
    move_masked(ThcPlaces<2> p, THCVector vector, const int64_t *before)
{
  const uint32_t first = blockIdx.x * THC_MASK_TILE + threadIdx.x;
  int64_t place = before[blockIdx.x];
  for (uint32_t k = 0; k < THC_MASK_TILE; k += THREADS) {
    int64_t at[2] = {0, 0};
    int set = 0;
    if (THC_INSIDE(first + k, p.count)) {
      thc_offsets(p, first + k, at);
      set = p.data[1][at[1]] != 0;
    }
    const uint2 rank = rank_in_block(set);
    if (set && THC_INSIDE(place + rank.x, vector.n))
      Move::move(p.data[0] + at[0], vector.data + (place + rank.x) * vector.step);
    place += rank.y;
  }
}

template <class Move>
static cudaError_t launch_move(const THIter *it, const int *operands, THCVector vector,
                               const int64_t *before, cudaStream_t stream)
{
  ThcPlaces<2> p;
  thc_fillPlaces(&p, it, operands);
  return thc_launch(move_masked<Move>, dim3(tiles(it)), dim3(THREADS), 0, stream, p, vector,
                    before);
}

cudaError_t thc_moveMasked(int move, int word, const THIter *it, const int *operands,
                           THCVector vector, const int64_t *before, cudaStream_t stream)
{
  static decltype(&launch_move<Number>) const launch[THC_NUM_MOVES][THC_NUM_WORDS] = {
    {launch_move<Take<uint8_t>>, launch_move<Take<uint16_t>>, launch_move<Take<uint32_t>>,
     launch_move<Take<uint64_t>>, launch_move<Take<ThcWord16>>},
    {launch_move<Give<uint8_t>>, launch_move<Give<uint16_t>>, launch_move<Give<uint32_t>>,
     launch_move<Give<uint64_t>>, launch_move<Give<ThcWord16>>},
    {nullptr, nullptr, nullptr, launch_move<Number>}};
  return launch[move][word](it, operands, vector, before, stream);
}

/* --- filling --- */

/* p: result, x, mask. */
template <class Word>
static __global__ void __launch_bounds__(THREADS) fill_masked(ThcPlaces<3> p, Word value)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  int64_t at[3] = {0, 0, 0};
  if (!THC_INSIDE(i, p.count)) return;
  thc_offsets(p, i, at);
  *reinterpret_cast<Word *>(p.data[0] + at[0]) =
      p.data[2][at[2]] ? value : *reinterpret_cast<Word *>(p.data[1] + at[1]);
}

template <class Word>
static cudaError_t launch_fill(const THIter *it, const void *value, cudaStream_t stream)
{
  ThcPlaces<3> p;
  Word word;
  memcpy(&word, value, sizeof word);
  thc_fillPlaces(&p, it);
  return thc_launch(fill_masked<Word>, dim3(uint32_t((it->count + THREADS - 1) / THREADS)),
                    dim3(THREADS), 0, stream, p, word);
}

cudaError_t thc_fillMasked(int word, const THIter *it, const void *value, cudaStream_t stream)
{
  static decltype(&launch_fill<uint8_t>) const launch[THC_NUM_WORDS] = {
    launch_fill<uint8_t>, launch_fill<uint16_t>, launch_fill<uint32_t>, launch_fill<uint64_t>,
    launch_fill<ThcWord16>};
  return launch[word](it, value, stream);
}

/* --- choosing --- */

/* p: result, mask, and two operands, of which data is NULL for a number. */
template <class Word> struct Choice {
  ThcPlaces<4> p;
  Word number[2];
};

template <class Word>
static __global__ void __launch_bounds__(THREADS) choose(Choice<Word> c)
{
  const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
  int64_t at[4] = {0, 0, 0, 0};
  if (!THC_INSIDE(i, c.p.count)) return;
  thc_offsets(c.p, i, at);
  const int k = c.p.data[1][at[1]] ? 2 : 3;
  *reinterpret_cast<Word *>(c.p.data[0] + at[0]) =
      c.p.data[k] ? *reinterpret_cast<Word *>(c.p.data[k] + at[k]) : c.number[k - 2];
}

template <class Word> static cudaError_t launch_choose(const THIter *it, cudaStream_t stream)
{
  Choice<Word> c;
  memset(static_cast<void *>(&c), 0, sizeof c); /* no address that the stack still has */
  thc_fillPlaces(&c.p, it);
  for (int k = 2; k < 4; k++)
    if (THIter_isNumber(it, k)) memcpy(&c.number[k - 2], it->data[k], sizeof(Word));
  return thc_launch(choose<Word>, dim3(uint32_t((it->count + THREADS - 1) / THREADS)),
                    dim3(THREADS), 0, stream, c);
}

cudaError_t thc_where(int word, const THIter *it, cudaStream_t stream)
{
  static decltype(&launch_choose<uint8_t>) const launch[THC_NUM_WORDS] = {
    launch_choose<uint8_t>, launch_choose<uint16_t>, launch_choose<uint32_t>,
    launch_choose<uint64_t>, launch_choose<ThcWord16>};
  return launch[word](it, stream);
}
