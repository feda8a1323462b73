/*
** Positions of an iterator of any dimensions, for kernels: from a number to the place of each
** operand.
*/
#ifndef THC_PLACES_CUH
#define THC_PLACES_CUH

#include "THC/kernels/thc_positions.cuh"

#include "TH/iteration/THIter.h"

#include <cstring>

/* An element of 16 bytes: two numbers of 8, aligned as these. */
struct ThcWord16 {
  uint64_t x[2];
};

/* Of N operands. Words: no gaps, which would hold anything. */
template <int N> struct ThcPlaces {
  char *data[N];
  int64_t stride[TH_MAX_DIM][N]; /* bytes */
  Divisor size[TH_MAX_DIM];
  int64_t count, ndim;
};

/* Adds how far position is from the first, in bytes. */
template <int N>
static __device__ void thc_offsets(const ThcPlaces<N> &p, uint32_t position, int64_t (&offset)[N])
{
  for (int d = 0; d < p.ndim; d++) {
    const uint32_t rest = d + 1 < p.ndim ? quotient(position, p.size[d]) : 0;
    const int64_t at = position - rest * p.size[d].divisor;
#pragma unroll
    for (int k = 0; k < N; k++) offset[k] += at * p.stride[d][k];
    position = rest;
  }
}

/* The first N operands of an iterator of fewer than 2^31 positions, or those that are named. */
template <int N>
static void thc_fillPlaces(ThcPlaces<N> *p, const THIter *it, const int *operands = nullptr)
{
  memset(static_cast<void *>(p), 0, sizeof *p);
  p->count = it->count;
  p->ndim = it->ndim;
  for (int d = 0; d < it->ndim; d++) p->size[d] = make_divisor(uint32_t(it->size[d]));
  for (int n = 0; n < N; n++) {
    const int k = operands ? operands[n] : n;
    if (!THIter_isNumber(it, k)) p->data[n] = it->data[k];
    for (int d = 0; d < it->ndim; d++) p->stride[d][n] = it->stride[d][k];
  }
}

#endif
