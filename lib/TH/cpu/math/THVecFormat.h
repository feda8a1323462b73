/*
** Functions of the format of floating-point numbers, by their bits and without branches: the next
** number, products with powers of 2, mantissa, exponent and fraction. All are exact, or rounded
** once, subnormal numbers included.
*/
#ifndef TH_VECFORMAT_H
#define TH_VECFORMAT_H

#include "TH/cpu/math/THVecExp.h"

#include <math.h>

/* SHIFT is 2^DIGITS, which makes subnormal numbers normal. A product with a power of 2 takes three
   factors, up to 2^STEP each. */
#define TH_FORMAT_FUNCTIONS(T, I, U, ABS, COPYSIGN, DIGITS, BIAS, LEAST, MOST, SHIFT, STEP)        \
/* Bits of numbers of one sign are in the order of their magnitude. */                             \
TH_INLINE T th_next_##T(T a, T b)                                                                  \
{                                                                                                  \
  const I up = -(I)(a < b), negative = -(I)(a < 0), zero = -(I)(a == 0);                           \
  const I least = 1 | (th_bits_##T(b) & th_bits_##T((T)-0.0));                                     \
  const I step = th_bits_##T(a) - 1 - 2 * (up ^ negative);                                         \
  const T next = a == b ? b : th_fromBits_##T((least & zero) | (step & ~zero));                    \
  return ((a != a) | (b != b)) ? a + b : next;                                                     \
}                                                                                                  \
TH_INLINE T th_within_##T(T x, T most)                                                             \
{                                                                                                  \
  const T below = x > most ? most : x;                                                             \
  return below < -most ? -most : below;                                                            \
}                                                                                                  \
TH_INLINE T th_wholePower2_##T(T n)                                                                \
{                                                                                                  \
  return th_power2_##T(n + (TH_ROUND_##T + BIAS), (U)BIAS << DIGITS);                              \
}                                                                                                  \
/* 2^b a of a whole b, for which measure is 0. The last factor is the largest: where a product     \
   before it is rounded, the result is 0. */                                                       \
TH_INLINE T th_ldexpStart_##T(T a, T b, T *rest, I *measure)                                       \
{                                                                                                  \
  const T n = th_within_##T(b, 3 * STEP), last = th_within_##T(n, STEP);                           \
  const T middle = th_within_##T(n - last, STEP), first = (n - last) - middle;                     \
  *measure = (n + TH_ROUND_##T) - TH_ROUND_##T != n;                                               \
  *rest = 0;                                                                                       \
  return a * th_wholePower2_##T(first) * th_wholePower2_##T(middle) * th_wholePower2_##T(last);    \
}                                                                                                  \
TH_INLINE T th_ldexp_##T(T a, T b)                                                                 \
{                                                                                                  \
  T rest;                                                                                          \
  I isBetween;                                                                                     \
  const T value = th_ldexpStart_##T(a, b, &rest, &isBetween);                                      \
  return isBetween ? (T)((double)a * exp2((double)b)) : value;                                     \
}                                                                                                  \
/* a is th_mantissa times 2^th_exponent; of 0, infinity and NaN the exponent is 0. */              \
TH_INLINE T th_mantissa_##T(T a)                                                                   \
{                                                                                                  \
  const T size = ABS(a), normal = a * (size < LEAST ? SHIFT : 1);                                  \
  const I fraction = th_bits_##T(normal) & ~th_bits_##T(__builtin_inff());                         \
  const T value = th_fromBits_##T(fraction | th_bits_##T((T)0.5));                                 \
  return ((size > 0) & (size <= MOST)) ? value : a;                                                \
}                                                                                                  \
TH_INLINE T th_exponent_##T(T a)                                                                   \
{                                                                                                  \
  const T size = ABS(a), normal = size * (size < LEAST ? SHIFT : 1);                               \
  const I bits = (I)((U)th_bits_##T(normal) >> DIGITS) | th_bits_##T(SHIFT);                       \
  const T value = th_fromBits_##T(bits) - (SHIFT + (BIAS - 1)) - (size < LEAST ? DIGITS : 0);      \
  return ((size > 0) & (size <= MOST)) ? value : 0;                                                \
}                                                                                                  \
/* With the sign of a. From SHIFT on all numbers are whole. */                                     \
TH_INLINE T th_fraction_##T(T a)                                                                   \
{                                                                                                  \
  const T size = ABS(a), nearest = (size + SHIFT) - SHIFT;                                         \
  const T value = size - (nearest > size ? nearest - 1 : nearest);                                 \
  return COPYSIGN(size >= SHIFT ? 0 : value, a);                                                   \
}

TH_FORMAT_FUNCTIONS(float, int32_t, uint32_t, __builtin_fabsf, __builtin_copysignf, 23, 127,
                    __FLT_MIN__, __FLT_MAX__, 0x1p23f, 100)
TH_FORMAT_FUNCTIONS(double, int64_t, uint64_t, __builtin_fabs, __builtin_copysign, 52, 1023,
                    __DBL_MIN__, __DBL_MAX__, 0x1p52, 800)
#undef TH_FORMAT_FUNCTIONS

#endif
