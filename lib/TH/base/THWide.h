/*
** THWide: unsigned integers of 128 bits, the compiler's own, or two halves on processors of 32
** bits, where compilers have none. All functions give the same results in both.
*/
#ifndef TH_WIDE_H
#define TH_WIDE_H

#include "TH/base/THBase.h"

#if defined __SIZEOF_INT128__ && !defined TH_WIDE_IN_HALVES /* which its test defines */
__extension__ typedef unsigned __int128 THWide;

static inline THWide th_wide(uint64_t high, uint64_t low) { return (THWide)high << 64 | low; }
static inline uint64_t th_high(THWide a) { return (uint64_t)(a >> 64); }
static inline uint64_t th_low(THWide a) { return (uint64_t)a; }
static inline int th_isBelow(THWide a, THWide b) { return a < b; }

/* The 64 bits from bit shift on; shift is below 128. */
static inline uint64_t th_bitsFrom(THWide a, int shift) { return (uint64_t)(a >> shift); }

static inline THWide th_product(uint64_t a, uint64_t b) { return (THWide)a * b; }

/* a / b, where the high half of a is below b. */
static inline uint64_t th_quotient(THWide a, uint64_t b) { return (uint64_t)(a / b); }
#else
typedef struct THWide { uint64_t low, high; } THWide;

static inline THWide th_wide(uint64_t high, uint64_t low) { return (THWide){low, high}; }
static inline uint64_t th_high(THWide a) { return a.high; }
static inline uint64_t th_low(THWide a) { return a.low; }

static inline int th_isBelow(THWide a, THWide b)
{
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static inline uint64_t th_bitsFrom(THWide a, int shift)
{
  if (shift >= 64) return a.high >> (shift - 64);
  return shift ? a.low >> shift | a.high << (64 - shift) : a.low;
}

/* As by hand, with digits of 32 bits. No sum overflows: (2^32 - 1)^2 + 2^32 - 1 < 2^64. */
static inline THWide th_product(uint64_t a, uint64_t b)
{
  const uint64_t half = UINT32_MAX, a0 = a & half, a1 = a >> 32, b0 = b & half, b1 = b >> 32;
  const uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32), middle = a0 * b1 + (cross & half);
  return th_wide(a1 * b1 + (cross >> 32) + (middle >> 32), middle << 32 | (low & half));
}

/* A bit at a time. */
static inline uint64_t th_quotient(THWide a, uint64_t b)
{
  for (int bit = 0; bit < 64; bit++) {
    const int isIn = a.high >> 63 || (a.high << 1 | a.low >> 63) >= b;
    a = th_wide((a.high << 1 | a.low >> 63) - (isIn ? b : 0), a.low << 1 | (uint64_t)isIn);
  }
  return a.low;
}
#endif

#endif
