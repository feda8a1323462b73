/* The bits of floating numbers, for functions that the compiler is to vectorise: no branch, no
   call. */
#ifndef TH_VECBITS_H
#define TH_VECBITS_H

#include "THDtype.h"

static inline int32_t th_bits_float(float x)
{
  int32_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}

static inline int64_t th_bits_double(double x)
{
  int64_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}

static inline float th_fromBits_float(int32_t i)
{
  float x;
  __builtin_memcpy(&x, &i, sizeof x);
  return x;
}

static inline double th_fromBits_double(int64_t i)
{
  double x;
  __builtin_memcpy(&x, &i, sizeof x);
  return x;
}

/* Added to a number below 2^22 (2^51) in magnitude, it leaves the nearest whole number in the last
   bits, as a two's complement integer; taken away again, the whole number is left. */
static const float th_round_float = 0x1.8p23f;
static const double th_round_double = 0x1.8p52;

/* 2^n for the n of normal numbers. */
static inline float th_power2_float(int32_t n)
{
  return th_fromBits_float((int32_t)((uint32_t)(n + 127) << 23));
}

static inline double th_power2_double(int64_t n)
{
  return th_fromBits_double((int64_t)((uint64_t)(n + 1023) << 52));
}

#endif
