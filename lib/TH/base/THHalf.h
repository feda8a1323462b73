/*
** The 16-bit floating formats: IEEE 754 binary16 (Half) and bfloat16 (BFloat16).
**
** Conversions are integer arithmetic without branches, so that compilers vectorise them and every
** level gives the same bits, those of processors that convert. They round to nearest even. A Half
** that is NaN becomes a quiet NaN with its sign and bits; a float that is NaN becomes the quiet NaN
** of its sign.
*/
#ifndef TH_HALF_H
#define TH_HALF_H

#include <stdint.h>

/* TH_RULE marks functions on elements that the devices share: nvcc compiles them for host and
   device. */
#ifdef __CUDACC__
#define TH_RULE static inline __host__ __device__
#else
#define TH_RULE static inline
#endif

typedef struct THHalf { uint16_t x; } THHalf;
typedef struct THBFloat16 { uint16_t x; } THBFloat16;

TH_RULE uint32_t th_floatBits(float f)
{
  uint32_t u;
  __builtin_memcpy(&u, &f, sizeof u);
  return u;
}

TH_RULE float th_bitsFloat(uint32_t u)
{
  float f;
  __builtin_memcpy(&f, &u, sizeof f);
  return f;
}

/* A subnormal is its magnitude times 2^-24, which a float holds exactly. (C++11 has no 0x1p-24.) */
TH_RULE float th_half2float(THHalf h)
{
  uint32_t magnitude = h.x & 0x7fffu, sign = (uint32_t)(h.x & 0x8000u) << 16;
  uint32_t normal = (magnitude << 13) + (112u << 23);
  uint32_t quiet = magnitude > 0x7c00u ? 0x400000u : 0;
  uint32_t special = (magnitude << 13) | 0x7f800000u | quiet;
  uint32_t small = th_floatBits((float)(int32_t)magnitude * (1 / 16777216.0f));
  uint32_t u = magnitude < 0x400u ? small : magnitude < 0x7c00u ? normal : special;
  return th_bitsFloat(u | sign);
}

/* Below 2^-14 the result is subnormal. Adding 0.5 makes the hardware round the magnitude to a
   multiple of 2^-24, and the low bits of the sum are then that multiple. */
TH_RULE THHalf th_float2half(float f)
{
  uint32_t u = th_floatBits(f), sign = (u >> 16) & 0x8000u, magnitude = u & 0x7fffffffu;
  uint32_t normal = (magnitude - (112u << 23) + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
  uint32_t small = th_floatBits(th_bitsFloat(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t big = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
  uint32_t h = magnitude < (113u << 23) ? small : magnitude < 0x477ff000u ? normal : big;
  const THHalf half = {(uint16_t)(h | sign)};
  return half;
}

TH_RULE float th_bfloat162float(THBFloat16 b)
{
  return th_bitsFloat((uint32_t)b.x << 16);
}

TH_RULE THBFloat16 th_float2bfloat16(float f)
{
  uint32_t u = th_floatBits(f);
  uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
  uint32_t nan = ((u >> 16) & 0x8000u) | 0x7fc0u;
  const THBFloat16 b = {(uint16_t)((u & 0x7fffffffu) > 0x7f800000u ? nan : rounded)};
  return b;
}

/*
** A double narrowed to float by rounding to odd: truncate, and set the last bit if anything was
** lost. Rounding that float to 16 bits then gives the same result as rounding the double once
** (Boldo and Melquiond 2008).
*/
TH_RULE float th_roundToOdd(double d)
{
  float f = (float)d;
  double back = (double)f;
  uint32_t u = th_floatBits(f);
  uint32_t away = (back < 0 ? -back : back) > (d < 0 ? -d : d);
  uint32_t inexact = (back != d) & (d == d);
  return th_bitsFloat((u - away) | inexact);
}

TH_RULE THHalf th_double2half(double d)
{
  return th_float2half(th_roundToOdd(d));
}

TH_RULE THBFloat16 th_double2bfloat16(double d)
{
  return th_float2bfloat16(th_roundToOdd(d));
}

#endif
