/*
** Positions in kernels: from a position's number to the offsets of two operands. Numbers are below
** 2^31, so that a division becomes a multiplication and a shift (Granlund and Montgomery 1994).
*/
#ifndef THC_POSITIONS_CUH
#define THC_POSITIONS_CUH

#include "THC/kernels/thc_dev.cuh"

#include <cstdint>
#include <cstring>

/* Structs passed to kernels have no gaps between fields: gaps would hold undefined bytes. */
struct Divisor {
  uint32_t divisor, factor, shift, unused;
};

/* 1 <= divisor <= 2^31. */
static inline Divisor make_divisor(uint32_t divisor)
{
  Divisor d = {divisor, 0, 0, 0};
  while ((uint64_t(1) << d.shift) < divisor) d.shift++;
  d.factor = uint32_t((((uint64_t(1) << d.shift) - divisor) << 32) / divisor + 1);
  return d;
}

static inline __device__ uint32_t quotient(uint32_t i, const Divisor &d)
{
  return (__umulhi(i, d.factor) + i) >> d.shift;
}

struct Offsets {
  int64_t to, from;
};

/* The sizes and byte strides of D dimensions. */
template <int D> struct Dims {
  Divisor size[D];
  int64_t stride[D][2];

  void set(int d, uint32_t n, int64_t to, int64_t from)
  {
    size[d] = make_divisor(n);
    stride[d][0] = to;
    stride[d][1] = from;
  }

  /* Offsets of position i; the first dimension varies fastest. */
  __device__ Offsets at(uint32_t i) const
  {
    Offsets o = {0, 0};
#pragma unroll
    for (int d = 0; d < D; d++) {
      uint32_t rest = d + 1 < D ? quotient(i, size[d]) : 0;
      int64_t here = i - rest * size[d].divisor;
      o.to += here * stride[d][0];
      o.from += here * stride[d][1];
      i = rest;
    }
    return o;
  }
};

#endif
