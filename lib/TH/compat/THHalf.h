/* Halves with Torch7's names: IEEE half precision, stored as 16 bits (THHalf, field x). */
#ifndef TH_COMPAT_HALF_H
#define TH_COMPAT_HALF_H

#include "TH/base/THDtype.h"

#define __thalign__(n) __attribute__((aligned(n)))
#define TH_HALF_BITS_TO_LITERAL(n) { n }
#define TH_HALF_ZERO 0x0U
#define TH_HALF_INF 0x7C00U
#define TH_HALF_MAX ((THHalf){0x7bff})

/* Two halves. */
typedef struct __thalign__(4) THHalf2 { unsigned int x; } THHalf2;

static inline float TH_half2float(THHalf half)
{
  return th_half2float(half);
}

static inline THHalf TH_float2half(float value)
{
  return th_float2half(value);
}

/* The same by address, with the half as its bits. */
static inline void TH_halfbits2float(unsigned short *half, float *value)
{
  *value = th_half2float((THHalf){*half});
}

static inline void TH_float2halfbits(float *value, unsigned short *half)
{
  *half = th_float2half(*value).x;
}

#endif
