/*
** Random numbers on a device: the kernel that fills a tensor, in row-major order, with values made
** of Philox's draws. A thread computes one block of Philox, four draws, and makes four values of
** it. A value's draw is fixed by its position, so neither the grid nor the layout changes the
** values.
*/
#ifndef THC_DRAW_CUH
#define THC_DRAW_CUH

#include "TH/backend/THDrawChapter.h"
#include "THC/kernels/thc_fold.cuh"

enum { THC_DRAWN = 4 };

struct ThcDraw {
  char *data;
  ThcPlace<1> place;
  int64_t count;      /* values made of draws: all but a spare normal */
  int64_t aligned;    /* whether a thread's values can be stored as one pack */
  uint64_t key, block; /* block: that of the first draw */
  int64_t skipped;    /* draws of that block that were used before */
  int64_t lead;       /* 1 if the first element is the spare normal */
  double spare;
  int64_t number[2];  /* the parameters */
};

static __device__ void thc_philox(uint64_t key, uint64_t block, uint32_t *draws)
{
  uint32_t k[2] = {uint32_t(key), uint32_t(key >> 32)};
  draws[0] = uint32_t(block);
  draws[1] = uint32_t(block >> 32);
  draws[2] = draws[3] = 0;
#pragma unroll
  for (int round = 0; round < TH_PHILOX_ROUNDS; round++) {
    th_philoxRound(&draws[0], &draws[1], &draws[2], &draws[3], k[0], k[1]);
    th_philoxKey(k);
  }
}

/* Make the four values of the thread's block. Normals are made of pairs of draws; if odd, pairs
   begin at the second draw, and the last one ends in the next block. */
template <class Row>
static __device__ void thc_values(const ThcDraw &p, uint64_t i, int odd, typename Row::Out *value)
{
  uint32_t draws[2 * THC_DRAWN];
  thc_philox(p.key, p.block + i, draws);
  if (Row::normals) {
    double normals[THC_DRAWN];
    if (odd) thc_philox(p.key, p.block + i + 1, draws + THC_DRAWN);
    for (int k = 0; k < THC_DRAWN; k += 2) {
      const uint32_t first = odd ? draws[k + 1] : draws[k];
      const uint32_t second = odd ? draws[k + 2] : draws[k + 1];
      th_normalPair(first, second, &normals[k], &normals[k + 1]);
    }
    for (int k = 0; k < THC_DRAWN; k++) value[k] = Row::of(0, normals[k], p.number);
  } else {
    for (int k = 0; k < THC_DRAWN; k++) value[k] = Row::of(draws[k], 0, p.number);
  }
}

template <class Row> static __global__ void __launch_bounds__(THC_THREADS) thc_fill(ThcDraw p)
{
  typedef typename Row::Out Out;
  const int64_t i = int64_t(blockIdx.x) * THC_THREADS + threadIdx.x;
  const int odd = Row::normals ? int(p.skipped & 1) : 0;
  const int64_t first = THC_DRAWN * i + odd - p.skipped;
  ThcPack<Out, THC_DRAWN> values;
  if (p.lead && i == 0) {
    Out *at = reinterpret_cast<Out *>(p.data);
    *at = Row::of(0, p.spare, p.number);
  }
  if (first >= p.count) return;
  thc_values<Row>(p, uint64_t(i), odd, values.x);
  if (p.aligned && first >= 0 && THC_INSIDE(first + THC_DRAWN - 1, p.count)) {
    Out *at = reinterpret_cast<Out *>(p.data) + first + p.lead;
    *reinterpret_cast<ThcPack<Out, THC_DRAWN> *>(at) = values;
    return;
  }
  for (int k = 0; k < THC_DRAWN; k++) {
    int64_t offset[1];
    if (first + k < 0 || !THC_INSIDE(first + k, p.count)) continue;
    thc_place(p.place, first + k + p.lead, offset);
    *reinterpret_cast<Out *>(p.data + offset[0]) = values.x[k];
  }
}

/* --- on the host --- */

template <class Row> static void thc_readDraw(ThcDraw *p, const THFillCall *call)
{
  constexpr int64_t width = sizeof(typename Row::Out);
  const THIter *it = &call->it;
  memset(static_cast<void *>(p), 0, sizeof *p);
  p->data = it->data[0];
  p->key = call->key;
  p->block = call->position / THC_DRAWN;
  p->skipped = int64_t(call->position % THC_DRAWN);
  p->lead = call->hasSpare;
  p->count = it->count - p->lead;
  p->spare = call->spare;
  for (int k = 0; k < TH_MAX_PARAMETERS; k++) p->number[k] = call->parameter[k].integer;
  for (int d = 0; d < it->ndim; d++) thc_addDim(&p->place, it->size[d], it->stride[d]);
  p->place.far = it->count > INT32_MAX;
  const int64_t odd = Row::normals ? p->skipped & 1 : 0;
  const int64_t begin = int64_t(uintptr_t(p->data)) + (odd - p->skipped + p->lead) * width;
  p->aligned = it->ndim == 1 && it->stride[0][0] == width && begin % (THC_DRAWN * width) == 0;
}

template <class Row> static int thc_runFill(const THFillCall *call)
{
  THCLaunch launch;
  ThcDraw p;
  if (!call->it.count) return TH_OK;
  thc_readDraw<Row>(&p, call);
  const int64_t threads = (p.count + p.skipped + THC_DRAWN - 1) / THC_DRAWN;
  const int64_t grid = threads ? (threads + THC_THREADS - 1) / THC_THREADS : 1;
  TH_TRY(THCLaunch_begin(&launch, &call->it));
  return THCLaunch_end(&launch, TH_OK,
                       thc_launch(thc_fill<Row>, dim3(uint32_t(grid)), dim3(THC_THREADS), 0,
                                  launch.stream->handle, p));
}

#endif
