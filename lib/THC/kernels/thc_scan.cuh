/*
** Scans on a device (running sums and products), for any geometry.
**
** A thread scans THC_RUN elements in order, from the start value. The threads of an output then
** scan their totals pairwise, and merge what came before into each of their own values. A block of
** threads goes on like this along its outputs, tile by tile. If there are too few outputs to keep a
** device busy, each is cut into parts: one pass computes the parts' totals, a second scans the
** totals, a third scans each part from the total before it. Runs, tiles and parts depend on sizes
** and strides only, and so do the bits.
*/
#ifndef THC_SCAN_CUH
#define THC_SCAN_CUH

#include "THC/kernels/thc_fold.cuh"

enum {
  THC_RUN = 16,          /* elements of a thread at a time */
  THC_SCAN_THREADS = 256,
  THC_MAX_PARTS = 1024   /* this many blocks of threads keep a device busy */
};

struct ThcScan {
  char *x, *y;
  char *totals;    /* of parts, if there are several */
  ThcPlace<2> kept; /* y, x */
  int64_t n, outputs, step_y, step_x, part, parts; /* part: elements of a part */
  int64_t lane_bits, output_bits, columns;
  int64_t packed;  /* whether every run consists of whole packs of 16 bytes */
  int64_t counts;  /* whether this pass computes totals, not results */
};

/* Turn the accumulators of an output's lanes, stride apart, into running totals: each becomes the
   merge of its own and all before it. */
template <class Row>
static __device__ void thc_scanLanes(typename Row::Acc *acc, int lane, int lanes, int stride)
{
  for (int step = 1; step < lanes; step *= 2) {
    typename Row::Acc before = Row::start();
    __syncthreads();
    if (lane >= step) before = acc[-step * stride];
    __syncthreads();
    if (lane >= step) *acc = Row::merge(before, *acc);
  }
  __syncthreads();
}

/* Load up to THC_RUN elements. Values past the count are garbage and only reach outputs that are
   not stored. */
template <class Row>
static __device__ void thc_loadRun(const ThcScan &p, const char *x, int count,
                                   typename Row::In *run)
{
  typedef typename Row::In In;
  constexpr int V = 16 / sizeof(In);
  if (p.packed && count == THC_RUN) {
#pragma unroll
    for (int k = 0; k < THC_RUN / V; k++)
      reinterpret_cast<ThcPack<In, V> *>(run)[k] = reinterpret_cast<const ThcPack<In, V> *>(x)[k];
    return;
  }
#pragma unroll
  for (int k = 0; k < THC_RUN; k++)
    run[k] = THC_INSIDE(k, count) ? *reinterpret_cast<const In *>(x + k * p.step_x) : In();
}

template <class Row>
static __device__ void thc_storeRun(const ThcScan &p, char *y, int count,
                                    const typename Row::In *run)
{
  typedef typename Row::In In;
  constexpr int V = 16 / sizeof(In);
  if (p.packed && count == THC_RUN) {
#pragma unroll
    for (int k = 0; k < THC_RUN / V; k++)
      reinterpret_cast<ThcPack<In, V> *>(y)[k] = reinterpret_cast<const ThcPack<In, V> *>(run)[k];
    return;
  }
#pragma unroll
  for (int k = 0; k < THC_RUN; k++)
    if (THC_INSIDE(k, count)) *reinterpret_cast<In *>(y + k * p.step_y) = run[k];
}

template <class Row> static __global__ void __launch_bounds__(THC_SCAN_THREADS) thc_scan(ThcScan p)
{
  typedef typename Row::Acc Acc;
  typedef typename Row::In In;
  THC_SHARED(Acc, shared, [THC_SCAN_THREADS]);
  const int lanes = 1 << p.lane_bits, outputs = 1 << p.output_bits, tid = int(threadIdx.x);
  const int lane = p.columns ? tid >> p.output_bits : tid & (lanes - 1);
  const int output = p.columns ? tid & (outputs - 1) : tid >> p.lane_bits;
  const int stride = p.columns ? outputs : 1;
  const int64_t part = blockIdx.x % uint32_t(p.parts);
  const int64_t mine = int64_t(blockIdx.x / uint32_t(p.parts)) * outputs + output;
  const int64_t begin = part * p.part, end = begin + p.part < p.n ? begin + p.part : p.n;
  const bool is = THC_INSIDE(mine, p.outputs);
  Acc *acc = &shared[tid], *last = acc + (lanes - 1 - lane) * stride;
  Acc *totals = reinterpret_cast<Acc *>(p.totals);
  const int64_t at = (is ? mine : 0) * p.parts + part;
  Acc before = totals && !p.counts ? totals[at] : Row::start();
  int64_t offset[2];
  thc_place(p.kept, is ? mine : 0, offset);
  for (int64_t tile = begin; tile < end; tile += int64_t(lanes) * THC_RUN) {
    const int64_t first = tile + lane * THC_RUN, left = is ? end - first : 0;
    const int count = left < 0 ? 0 : left < THC_RUN ? int(left) : int(THC_RUN);
    alignas(16) In x[THC_RUN];
    Acc run[THC_RUN], sum = Row::start();
    thc_loadRun<Row>(p, p.x + offset[1] + first * p.step_x, count, x);
#pragma unroll
    for (int k = 0; k < THC_RUN; k++) {
      sum = Row::fold(sum, x[k]);
      run[k] = sum;
    }
    *acc = sum;
    thc_scanLanes<Row>(acc, lane, lanes, stride);
    const Acc earlier = lane ? Row::merge(before, acc[-stride]) : before;
    before = Row::merge(before, *last);
    __syncthreads();
    if (p.counts) continue;
#pragma unroll
    for (int k = 0; k < THC_RUN; k++) x[k] = Row::result(Row::merge(earlier, run[k]));
    thc_storeRun<Row>(p, p.y + offset[0] + first * p.step_y, count, x);
  }
  if (p.counts && is && lane == 0) totals[at] = before;
}

/* Replace each total of an output by the total of all parts before it. */
template <class Row>
static __global__ void __launch_bounds__(THC_SCAN_THREADS) thc_scanTotals(ThcScan p)
{
  typedef typename Row::Acc Acc;
  THC_SHARED(Acc, shared, [THC_SCAN_THREADS]);
  constexpr int share = THC_MAX_PARTS / THC_SCAN_THREADS;
  Acc *total = reinterpret_cast<Acc *>(p.totals) + blockIdx.x * p.parts;
  const int begin = int(threadIdx.x) * share;
  Acc sum = Row::start();
  for (int k = begin; k < begin + share && THC_INSIDE(k, p.parts); k++)
    sum = Row::merge(sum, total[k]);
  shared[threadIdx.x] = sum;
  thc_scanLanes<Row>(&shared[threadIdx.x], int(threadIdx.x), THC_SCAN_THREADS, 1);
  Acc before = threadIdx.x ? shared[threadIdx.x - 1] : Row::start();
  for (int k = begin; k < begin + share && THC_INSIDE(k, p.parts); k++) {
    const Acc mine = total[k];
    total[k] = before;
    before = Row::merge(before, mine);
  }
}

/* --- on the host: operands are the result's first slice, the result, x --- */

static inline int thc_isWhole(const ThcScan *p, int64_t width)
{
  uint64_t all = uint64_t(uintptr_t(p->x)) | uint64_t(uintptr_t(p->y));
  for (int d = 0; d < p->kept.ndim; d++)
    all |= uint64_t(p->kept.stride[d][0]) | uint64_t(p->kept.stride[d][1]);
  return p->step_x == width && p->step_y == width && all % 16 == 0;
}

static inline void thc_shapeScan(ThcScan *p, const THIter *it)
{
  const int64_t runs = (p->n + THC_RUN - 1) / THC_RUN;
  p->columns = p->kept.ndim && it->stride[0][0] && it->size[0] >= 8;
  const int abreast = p->columns ? thc_bits(it->size[0], THC_FOLD_ABREAST) : 0;
  p->lane_bits = thc_bits(runs, thc_bits(THC_SCAN_THREADS, 8) - abreast);
  p->output_bits = thc_bits(p->outputs, thc_bits(THC_SCAN_THREADS, 8) - int(p->lane_bits));
  const int64_t tile = int64_t(THC_RUN) << p->lane_bits;
  const int64_t blocks = ((p->outputs - 1) >> p->output_bits) + 1;
  int64_t parts = THC_MAX_PARTS / blocks;
  if (parts > p->n / tile / 4) parts = p->n / tile / 4;
  if (parts < 1) parts = 1;
  p->part = (p->n / parts + tile) / tile * tile;
  p->parts = (p->n + p->part - 1) / p->part;
}

template <class Row> static cudaError_t thc_launchScan(ThcScan p, cudaStream_t stream)
{
  const dim3 grid(uint32_t((((p.outputs - 1) >> p.output_bits) + 1) * p.parts));
  const dim3 block(1u << (p.lane_bits + p.output_bits));
  if (p.parts > 1) {
    p.counts = 1;
    cudaError_t error = thc_launch(thc_scan<Row>, grid, block, 0, stream, p);
    p.counts = 0;
    if (!error)
      error = thc_launch(thc_scanTotals<Row>, dim3(uint32_t(p.outputs)), dim3(THC_SCAN_THREADS), 0,
                         stream, p);
    if (error) return error;
  }
  return thc_launch(thc_scan<Row>, grid, block, 0, stream, p);
}

template <class Row> static int thc_runScan(const THIter *it)
{
  THCLaunch launch;
  ThcScan p;
  memset(static_cast<void *>(&p), 0, sizeof p);
  p.n = p.outputs = 1;
  for (int d = 0; d < it->ndim; d++) {
    const ptrdiff_t *s = it->stride[d];
    if (s[0]) p.outputs *= it->size[d], thc_addDim(&p.kept, it->size[d], &s[1]);
    else p.n = it->size[d], p.step_y = s[1], p.step_x = s[2];
  }
  if (!it->count) return TH_OK;
  p.kept.far = p.outputs > INT32_MAX;
  p.y = it->data[1];
  p.x = it->data[2];
  p.packed = thc_isWhole(&p, sizeof(typename Row::In));
  thc_shapeScan(&p, it);
  TH_TRY(THCLaunch_begin(&launch, it));
  void *totals = NULL;
  int status = TH_OK;
  if (p.parts > 1)
    status = THCAllocator_alloc(launch.stream, size_t(p.outputs * p.parts) *
                                sizeof(typename Row::Acc), &totals);
  p.totals = static_cast<char *>(totals);
  cudaError_t error = status ? cudaSuccess : thc_launchScan<Row>(p, launch.stream->handle);
  THCAllocator_free(totals);
  return THCLaunch_end(&launch, status, error);
}

#endif
