/*
** Copy kernels: position by position, or in tiles. A rule is a class with the types From and To, a
** function value that converts an element, and converts, which is false if elements are only moved.
*/
#ifndef THC_COPY_CUH
#define THC_COPY_CUH

#include "THC/kernels/thc_positions.cuh"

#include "THC/kernels/THCKernels.h"
#include "THC/launch/THCCopyShape.h"

#include <type_traits>

/* What a thread loads or stores at once. */
template <class T, int N> struct alignas(sizeof(T) * N) Pack {
  T x[N];
};

constexpr int larger(int a, int b)
{
  return a > b ? a : b;
}

constexpr int smaller(int a, int b)
{
  return a < b ? a : b;
}

/* The pack sizes for a rule: the same formulas as in THCCopyShape.c. */
template <class Rule> struct Packs {
  static constexpr int to = sizeof(typename Rule::To), from = sizeof(typename Rule::From);
  static constexpr int position = Rule::converts ? 16 / larger(to, from) : 1;
  static constexpr int bank = larger(4 / smaller(to, from), 1);
  static constexpr int tile = larger(smaller(bank, smaller(8 / to, 16 / from)), 1);
};

/* --- positions --- */

enum { POSITION_THREADS = 256, POSITIONS_EACH = 4 };

template <int D> struct Positions {
  char *to;
  const char *from;
  uint32_t count, unused;
  Dims<D> dims;
};

/* Each thread starts several loads before its first store. */
template <class Rule, int N, int D>
__global__ void __launch_bounds__(POSITION_THREADS) copy_positions(const Positions<D> all)
{
  typedef Pack<typename Rule::From, N> Source;
  typedef Pack<typename Rule::To, N> Target;
  uint32_t first = blockIdx.x * (POSITION_THREADS * POSITIONS_EACH) + threadIdx.x;
  Source source[POSITIONS_EACH];
  char *to[POSITIONS_EACH] = {}; /* NULL if there is no position */
#pragma unroll
  for (int k = 0; k < POSITIONS_EACH; k++) {
    uint32_t i = first + k * POSITION_THREADS;
    if (THC_INSIDE(i, all.count)) {
      Offsets at = all.dims.at(i);
      to[k] = all.to + at.to;
      source[k] = *reinterpret_cast<const Source *>(all.from + at.from);
    }
  }
#pragma unroll
  for (int k = 0; k < POSITIONS_EACH; k++) {
    if (!to[k]) continue;
    Target target;
#pragma unroll
    for (int j = 0; j < N; j++) target.x[j] = Rule::value(source[k].x[j]);
    *reinterpret_cast<Target *>(to[k]) = target;
  }
}

template <class Rule, int N, int D>
static cudaError_t launch_positions(const THCCopyShape *shape, cudaStream_t stream)
{
  Positions<D> all;
  memset(&all, 0, sizeof all);
  all.to = shape->data[0];
  all.from = shape->data[1];
  all.count = uint32_t(THCCopyShape_count(shape));
  for (int d = 0; d < D; d++) {
    int pack = d ? 1 : N;
    if (d < shape->ndim)
      all.dims.set(d, uint32_t(shape->size[d] / pack), shape->stride[d][0] * pack,
                   shape->stride[d][1] * pack);
    else all.dims.set(d, 1, 0, 0);
  }
  uint32_t each = POSITION_THREADS * POSITIONS_EACH;
  return thc_launch(copy_positions<Rule, N, D>, dim3((all.count + each - 1) / each),
                    dim3(POSITION_THREADS), 0, stream, all);
}

/* --- tiles --- */

enum { TILE_WARPS = 8, TILE = 32 };

/* packs: their numbers along the destination's and the source's run. Blocks are numbered along the
   tiles of both runs first, then along the other dimensions. */
struct Tiles {
  char *to;
  const char *from;
  uint32_t packs[2];
  int64_t step[2]; /* bytes: destination, along the source's run; and vice versa */
  Dims<TH_MAX_DIM> blocks;
};

/*
** A warp reads 32 packs of N elements along the source's run, in N rows. A thread transposes its N
** x N square in registers and stores N words in the tile; the elements of a word are neighbours in
** the destination. A word fills one bank or several, and a row of the tile has 33 words: no two
** threads of a warp use the same bank.
*/
template <class Rule, int N>
__global__ void __launch_bounds__(TILE *TILE_WARPS) copy_tiles(const Tiles all)
{
  typedef Pack<typename Rule::From, N> Source;
  typedef Pack<typename Rule::To, N> Word;
  THC_SHARED(Word, tile, [TILE * N][TILE + 1]);
  uint32_t tiles0 = (all.packs[0] + TILE - 1) / TILE, tiles1 = (all.packs[1] + TILE - 1) / TILE;
  uint32_t group0 = blockIdx.x % tiles0 * TILE, group1 = blockIdx.x / tiles0 % tiles1 * TILE;
  Offsets start = all.blocks.at(blockIdx.x);
  uint32_t mine = group1 + threadIdx.x;
#pragma unroll
  for (uint32_t g = threadIdx.y; g < TILE; g += TILE_WARPS) {
    if (!THC_INSIDE(group0 + g, all.packs[0]) || !THC_INSIDE(mine, all.packs[1])) continue;
    const char *from = all.from + start.from + int64_t(mine) * int64_t(sizeof(Source));
    Source rows[N];
#pragma unroll
    for (int j = 0; j < N; j++) {
      int64_t row = int64_t(group0 + g) * N + j;
      rows[j] = *reinterpret_cast<const Source *>(from + row * all.step[1]);
    }
#pragma unroll
    for (int k = 0; k < N; k++) {
      Word word;
#pragma unroll
      for (int j = 0; j < N; j++) word.x[j] = Rule::value(rows[j].x[k]);
      tile[k * TILE + threadIdx.x][g] = word;
    }
  }
  __syncthreads();
  mine = group0 + threadIdx.x;
#pragma unroll
  for (uint32_t m = threadIdx.y; m < TILE * N; m += TILE_WARPS) {
    uint32_t pack = group1 + m % TILE;
    if (!THC_INSIDE(mine, all.packs[0]) || !THC_INSIDE(pack, all.packs[1])) continue;
    char *to = all.to + start.to + int64_t(mine) * int64_t(sizeof(Word));
    *reinterpret_cast<Word *>(to + (int64_t(pack) * N + m / TILE) * all.step[0]) =
        tile[m][threadIdx.x];
  }
}

static inline uint32_t tiles_along(uint32_t packs)
{
  return (packs + TILE - 1) / TILE;
}

/* The kernel itself steps from tile to tile, so those two dimensions have stride 0 here. */
template <class Rule, int N>
static cudaError_t launch_tiles(const THCCopyShape *shape, cudaStream_t stream)
{
  Tiles all;
  memset(&all, 0, sizeof all);
  all.to = shape->data[0];
  all.from = shape->data[1];
  all.step[0] = shape->stride[1][0];
  all.step[1] = shape->stride[0][1];
  uint32_t blocks = 1;
  for (int d = 0; d < TH_MAX_DIM; d++) {
    uint32_t size = d < shape->ndim ? uint32_t(shape->size[d]) : 1;
    if (d < 2) size = tiles_along(all.packs[d] = size / N);
    int outer = d >= 2 && d < shape->ndim;
    all.blocks.set(d, size, outer ? shape->stride[d][0] : 0, outer ? shape->stride[d][1] : 0);
    blocks *= size;
  }
  return thc_launch(copy_tiles<Rule, N>, dim3(blocks), dim3(TILE, TILE_WARPS), 0, stream, all);
}

/* --- the choice --- */

/* The launches for 0 to 8 dimensions. Kernels exist for 1, 3 and 8; the shape's number is rounded
   up. */
template <class Rule, int N>
static cudaError_t launch_dims(const THCCopyShape *shape, cudaStream_t stream)
{
  static const THCCopyLaunch launch[TH_MAX_DIM + 1] = {
    nullptr, launch_positions<Rule, N, 1>, launch_positions<Rule, N, 3>,
    launch_positions<Rule, N, 3>, launch_positions<Rule, N, 8>, launch_positions<Rule, N, 8>,
    launch_positions<Rule, N, 8>, launch_positions<Rule, N, 8>, launch_positions<Rule, N, 8>};
  return launch[shape->ndim](shape, stream);
}

template <class Rule>
static cudaError_t launch_copy(const THCCopyShape *shape, cudaStream_t stream)
{
  typedef Packs<Rule> P;
  static const THCCopyLaunch positions[] = {launch_dims<Rule, 1>, launch_dims<Rule, P::position>};
  static const THCCopyLaunch tiles[] = {launch_tiles<Rule, 1>, launch_tiles<Rule, P::tile>};
  int packed = shape->pack > 1, turns = shape->kernel == THC_TILES;
  if (packed && shape->pack != (turns ? P::tile : P::position)) return cudaErrorInvalidValue;
  return (turns ? tiles : positions)[packed](shape, stream);
}

/* NULL for conversions that keep the bits: they are copies of units (THCCopyShape_keepsBits). */
template <class Rule> static constexpr THCCopyLaunch launch_conversion()
{
  typedef typename Rule::To To;
  typedef typename Rule::From From;
  constexpr bool integers = std::is_integral<To>::value && std::is_integral<From>::value;
  constexpr bool alike = std::is_same<To, From>::value || (integers && sizeof(To) == sizeof(From));
  if constexpr (alike && (Rule::to != TH_BOOL || Rule::from == TH_BOOL)) return nullptr;
  else return launch_copy<Rule>;
}

#endif
