/*
** Positions of an iterator in kernels: from a position's number to the byte offset of each operand,
** for any number of operands and dimensions.
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

/* The geometry of N operands. All fields are words, so there are no gaps of undefined bytes. */
template <int N> struct ThcPlaces {
  char *data[N];
  int64_t stride[TH_MAX_DIM][N]; /* bytes */
  Divisor size[TH_MAX_DIM];
  int64_t count, ndim;
};

/* Add to offset each operand's distance in bytes from position 0 to the given position. */
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

/* Fill from the first N operands of an iterator, or from those whose numbers are passed. The
   iterator has fewer than 2^31 positions. */
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
