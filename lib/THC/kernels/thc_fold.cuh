/*
** Folds on a device: the kernel of all rows that make one element of many, for any geometry.
**
** The order of operations is that of TH's THFold.h, so the bits are the same: an output's elements
** are cut into blocks of TH_FOLD_BLOCK; within a block element i goes to lane i % TH_FOLD_LANES;
** lanes are merged pairwise, and then blocks, in a tree that depends only on their number.
**
** A thread is one lane of one block. If an output's elements are neighbours in memory,
** neighbouring threads are lanes, and the lanes of a block read 16 elements in a row. If outputs
** are neighbours, neighbouring threads are outputs. The blocks of an output that one block of
** threads handles are merged in shared memory. If an output needs several blocks of threads, each
** writes one accumulator to memory, and thc_merge merges them. So the result does not depend on
** which block of threads runs first, and every accumulator has one writer.
**
** Bandwidth: a thread has 16 loads under way, so the 1024 threads of a multiprocessor have 64 KB of
** floats, or 32 KB of halves. An H100 has 132 multiprocessors and needs about 3 MB under way (3.35
** TB/s times 900 ns): 24 KB each. For 128 bytes of floats a warp makes one load, 32 conversions to
** double and 32 sums: 4 cycles, while the multiprocessor's share of the memory bandwidth delivers
** 128 bytes in 8. Each half of a warp reads whole sectors of 32 bytes.
*/
#ifndef THC_FOLD_CUH
#define THC_FOLD_CUH

#include "THC/kernels/thc_point.cuh"

#include "TH/iteration/THFold.h"

enum {
  THC_FOLD_THREADS = 512, /* of a block, at most */
  THC_FOLD_ROWS = 256,    /* where elements are neighbours: small blocks share work better */
  THC_FOLD_ABREAST = 5    /* log2 of the neighbouring outputs a block reads, if there are so many */
};

/* Splits a number by sizes into byte offsets of up to N operands. */
template <int N> struct ThcPlace {
  Divisor divisor[TH_MAX_DIM];
  int64_t size[TH_MAX_DIM], stride[TH_MAX_DIM][N];
  int64_t ndim, far; /* far: numbers need 64 bits */
};

/* The operands of a fold, and how outputs, blocks and lanes are spread over the threads of a block.
   Their numbers there are powers of two; `bits` fields hold the log2. */
struct ThcFold {
  char *data[3];    /* the values, the positions or NULL, x */
  char *scratch;    /* accumulators for thc_merge, `parts` for each output */
  ThcPlace<3> kept; /* dimensions of outputs */
  ThcPlace<1> folded;
  int64_t n, outputs, blocks, parts;
  int64_t plain;  /* whether results are stored as accumulators, for a number */
  int64_t number; /* the bits of the row's parameter u */
  int64_t lane_bits, block_bits, output_bits; /* in a block of threads */
  int64_t columns;                            /* whether neighbouring threads are outputs */
};

/* What a row can use of an output beside its elements. */
struct ThcOutput {
  char *value, *position;
  const char *x;
  double u;
  int64_t n, plain;
};

template <int N>
static __device__ void thc_place(const ThcPlace<N> &place, int64_t i, int64_t (&offset)[N])
{
  for (int k = 0; k < N; k++) offset[k] = 0;
  for (int d = 0; d < place.ndim; d++) {
    const int64_t rest = d + 1 == place.ndim ? 0 : place.far ? i / place.size[d]
                         : int64_t(quotient(uint32_t(i), place.divisor[d]));
    const int64_t at = i - rest * place.size[d];
    for (int k = 0; k < N; k++) offset[k] += at * place.stride[d][k];
    i = rest;
  }
}

static __device__ ThcOutput thc_output(const ThcFold &p, int64_t output)
{
  int64_t offset[3];
  thc_place(p.kept, output, offset);
  return {p.data[0] + offset[0], p.data[1] + offset[1], p.data[2] + offset[2],
          thc_number<double>(uint64_t(p.number)), p.n, p.plain};
}

/* Fold into acc a lane's share of the count elements from first on: elements lane, lane + lanes,
   and so on. strided: the elements have one stride, so that a longer batch can be loaded before its
   first element is used. */
template <class Row, bool strided>
static __device__ void thc_lane(const ThcFold &p, const ThcOutput &of, int64_t first, int count,
                                int lane, typename Row::Acc &acc)
{
  typedef typename Row::In In;
  constexpr int ahead = !strided ? 4 : sizeof(In) < 8 ? 16 : 8;
  const int lanes = 1 << p.lane_bits;
  const int64_t step = p.folded.stride[0][0], hop = lanes * step;
  const typename Row::Pivot pivot = Row::pivot(of);
  const char *from = of.x + (first + lane) * step;
  for (int i = lane; i < count; i += ahead * lanes, from += ahead * hop) {
    In x[ahead];
#pragma unroll
    for (int k = 0; k < ahead; k++) {
      const int at = i + k * lanes;
      int64_t offset[1] = {k * hop};
      if (!strided) thc_place(p.folded, first + at, offset);
      if (THC_INSIDE(at, count))
        x[k] = *reinterpret_cast<const In *>((strided ? from : of.x) + offset[0]);
    }
#pragma unroll
    for (int k = 0; k < ahead; k++)
      if (THC_INSIDE(i + k * lanes, count)) Row::fold(acc, x[k], first + i + k * lanes, pivot, of);
  }
}

/* Merge count neighbouring accumulators, of which only the first `exist` are valid, into the first:
   in steps of 1, 2, 4, ... takes: whether this thread merges or only waits at the barriers. */
template <class Row>
static __device__ void thc_tree(typename Row::Acc *acc, int i, int count, int exist, bool takes)
{
  for (int step = 1; step < count; step *= 2) {
    __syncthreads();
    if (takes && i % (2 * step) == 0 && THC_INSIDE(i + step, exist))
      Row::merge(acc[0], acc[step]);
  }
}

template <class Row>
static __global__ void __launch_bounds__(THC_FOLD_THREADS, 2) thc_fold(ThcFold p)
{
  typedef typename Row::Acc Acc;
  THC_SHARED(Acc, shared, [THC_FOLD_THREADS]);
  const int lanes = 1 << p.lane_bits, blocks = 1 << p.block_bits, outputs = 1 << p.output_bits;
  const int tid = int(threadIdx.x), units = blocks * outputs;
  const int lane = p.columns ? tid >> p.output_bits & (lanes - 1) : tid & (lanes - 1);
  const int block = (p.columns ? tid >> (p.output_bits + p.lane_bits) : tid >> p.lane_bits)
                    & (blocks - 1);
  const int output = p.columns ? tid & (outputs - 1) : tid >> (p.lane_bits + p.block_bits);
  const int64_t part = blockIdx.x % uint32_t(p.parts);
  const int64_t mine = int64_t(blockIdx.x / uint32_t(p.parts)) * outputs + output;
  const int64_t begin = (part * blocks + block) * TH_FOLD_BLOCK;
  const int64_t exist = p.blocks - part * blocks;
  Acc *acc = &shared[lane * units + output * blocks + block];
  const bool is = THC_INSIDE(mine, p.outputs);
  ThcOutput of = thc_output(p, is ? mine : 0);
  Acc sum = Row::start();
  if (is && begin < p.n) {
    const int count = p.n - begin < TH_FOLD_BLOCK ? int(p.n - begin) : int(TH_FOLD_BLOCK);
    if (p.folded.ndim <= 1) thc_lane<Row, true>(p, of, begin, count, lane, sum);
    else thc_lane<Row, false>(p, of, begin, count, lane, sum);
  }
  *acc = sum;
  for (int half = lanes / 2; half; half /= 2) {
    __syncthreads();
    if (lane < half) Row::merge(acc[0], acc[half * units]);
  }
  thc_tree<Row>(acc, block, blocks, exist < blocks ? int(exist) : blocks, lane == 0);
  if (!is || lane || block) return;
  if (p.parts == 1) Row::store(of, *acc);
  else reinterpret_cast<Acc *>(p.scratch)[mine * p.parts + part] = *acc;
}

/* A block of threads merges the accumulators of one output: each thread a share first, which is a
   power of two, then all threads in a tree. */
template <class Row> static __global__ void __launch_bounds__(THC_FOLD_THREADS) thc_merge(ThcFold p)
{
  typedef typename Row::Acc Acc;
  THC_SHARED(Acc, shared, [THC_FOLD_THREADS]);
  const int64_t threads = blockDim.x;
  int64_t share = 1;
  while (share * threads < p.parts) share *= 2;
  Acc *from = reinterpret_cast<Acc *>(p.scratch) + blockIdx.x * p.parts;
  const int64_t begin = threadIdx.x * share;
  const int64_t end = begin + share < p.parts ? begin + share : p.parts;
  for (int64_t step = 1; step < share; step *= 2)
    for (int64_t i = begin; THC_INSIDE(i + step, end); i += 2 * step)
      Row::merge(from[i], from[i + step]);
  if (THC_INSIDE(begin, p.parts)) shared[threadIdx.x] = from[begin];
  thc_tree<Row>(&shared[threadIdx.x], int(threadIdx.x), int(threads),
                int((p.parts + share - 1) / share), true);
  if (threadIdx.x == 0) Row::store(thc_output(p, blockIdx.x), shared[0]);
}

/* Store a result: as an element, or as an accumulator if a number is wanted. */
template <class Real, class Plain>
static __device__ void thc_putResult(const ThcOutput &of, Real element, Plain plain)
{
  if (of.plain) *reinterpret_cast<Plain *>(of.value) = plain;
  else *reinterpret_cast<Real *>(of.value) = element;
}

/* --- on the host --- */

static inline int thc_bits(int64_t n, int most)
{
  int bits = 0;
  while (bits < most && (int64_t(1) << bits) < n) bits++;
  return bits;
}

template <int N>
static inline void thc_addDim(ThcPlace<N> *place, int64_t size, const ptrdiff_t *stride)
{
  const int d = int(place->ndim++);
  place->divisor[d] = make_divisor(size > 0 && size < INT32_MAX ? uint32_t(size) : 1);
  place->size[d] = size;
  for (int k = 0; k < N; k++) place->stride[d][k] = stride[k];
}

/* Split the iterator's dimensions into those that are kept (outputs) and those that are folded. x
   is the number of operand x; the results come before it. */
static inline void thc_splitDims(ThcFold *p, const THIter *it, int x)
{
  p->n = p->outputs = 1;
  for (int d = 0; d < it->ndim; d++) {
    const ptrdiff_t *s = it->stride[d], three[3] = {s[0], x > 1 ? s[1] : 0, s[x]};
    if (s[0]) p->outputs *= it->size[d], thc_addDim(&p->kept, it->size[d], three);
    else p->n *= it->size[d], thc_addDim(&p->folded, it->size[d], &s[x]);
  }
  p->kept.far = p->outputs > INT32_MAX;
  p->folded.far = p->n > INT32_MAX - 16 * TH_FOLD_LANES; /* a lane looks this far ahead */
}

/* Choose how threads are spread: over outputs if there are 8 or more that are neighbours in memory,
   as in THFold.c. The choice does not change the bits. Returns the number of threads in a block. */
static inline int thc_shape(ThcFold *p, const THIter *it)
{
  p->columns = p->kept.ndim && it->stride[0][0] && it->size[0] >= 8;
  p->blocks = p->n ? (p->n + TH_FOLD_BLOCK - 1) / TH_FOLD_BLOCK : 1;
  p->lane_bits = thc_bits(p->n, 4);
  const int units = thc_bits(p->columns ? THC_FOLD_THREADS : THC_FOLD_ROWS, 9) - int(p->lane_bits);
  const int abreast = p->columns ? thc_bits(it->size[0], units < THC_FOLD_ABREAST ? units
                                                         : int(THC_FOLD_ABREAST)) : 0;
  p->block_bits = thc_bits(p->blocks, units - abreast);
  p->output_bits = thc_bits(p->outputs, units - int(p->block_bits));
  p->parts = (p->blocks + (int64_t(1) << p->block_bits) - 1) >> p->block_bits;
  return 1 << (p->lane_bits + p->block_bits + p->output_bits);
}

template <class Row>
static cudaError_t thc_launchFold(const ThcFold &p, int threads, cudaStream_t stream)
{
  const int64_t grid = ((p.outputs - 1) >> p.output_bits) + 1;
  cudaError_t error = thc_launch(thc_fold<Row>, dim3(uint32_t(grid * p.parts)),
                                 dim3(uint32_t(threads)), 0, stream, p);
  if (error || p.parts == 1) return error;
  return thc_launch(thc_merge<Row>, dim3(uint32_t(p.outputs)), dim3(1u << thc_bits(p.parts, 9)), 0,
                    stream, p);
}

/* An entry of the devices' tables: runs the row on all outputs of the iterator. */
template <class Row> static int thc_runFold(const THIter *it)
{
  THCLaunch launch;
  ThcFold p;
  void *numbers = NULL, *scratch = NULL;
  memset(static_cast<void *>(&p), 0, sizeof p);
  const int x = Row::results, wanted = THIter_isNumber(it, 0) ? x : 0;
  thc_splitDims(&p, it, x);
  if (!p.outputs) return TH_OK;
  const int threads = thc_shape(&p, it);
  p.plain = it->dtype[0] != it->dtype[x];
  if (it->nop > x + 1) memcpy(&p.number, it->data[x + 1], sizeof p.number);
  TH_TRY(THCLaunch_begin(&launch, it));
  int status = TH_OK;
  if (wanted) status = THCAllocator_alloc(launch.stream, sizeof it->number[0] * x, &numbers);
  if (!status && p.parts > 1)
    status = THCAllocator_alloc(launch.stream, size_t(p.outputs * p.parts) *
                                sizeof(typename Row::Acc), &scratch);
  cudaError_t error = cudaSuccess;
  if (!status) {
    p.scratch = static_cast<char *>(scratch);
    p.data[2] = it->data[x];
    for (int k = 0; k < x; k++)
      p.data[k] = wanted ? static_cast<char *>(numbers) + k * sizeof it->number[0] : it->data[k];
    error = thc_launchFold<Row>(p, threads, launch.stream->handle);
    if (!error && wanted)
      status = thc_fetch(it->op, it->data[0], numbers, sizeof it->number[0] * x, launch.stream);
  }
  THCAllocator_free(scratch);
  THCAllocator_free(numbers);
  return THCLaunch_end(&launch, status, error);
}

#endif
