/*
** log, and pow of float, without branches, at most 1 ulp from the true value.
**
** x = 2^n (1 + f) with 1 + f between the square roots of 1/2 and of 2. Polynomials:
** test/numerics/coefficients.py.
*/
#ifndef TH_VECLOG_H
#define TH_VECLOG_H

#include "kernels/THVecBits.h"

/* n, and f. x is positive and finite; subnormal ones are scaled first. */
static inline int32_t th_logParts_float(float x, float *f)
{
  const int small = x < 0x1p-126f;
  const int32_t i = th_bits_float(x * (small ? 0x1p23f : 1));
  const int32_t n = (i - 0x3f3504f3) >> 23; /* the bits of sqrt(1/2) */
  *f = th_fromBits_float((int32_t)((uint32_t)i - ((uint32_t)n << 23))) - 1;
  return n - (small ? 23 : 0);
}

static inline int64_t th_logParts_double(double x, double *f)
{
  const int small = x < 0x1p-1022;
  const int64_t i = th_bits_double(x * (small ? 0x1p54 : 1));
  const int64_t n = (i - 0x3fe6a09e667f3bcd) >> 52;
  *f = th_fromBits_double((int64_t)((uint64_t)i - ((uint64_t)n << 52))) - 1;
  return n - (small ? 54 : 0);
}

/* What log gives: value for a positive finite number. */
static inline float th_logOrElse_float(float x, float value)
{
  const float least = x == 0 ? -__builtin_inff() : __builtin_nanf("");
  value = x <= __FLT_MAX__ ? value : x;
  return x > 0 ? value : least;
}

static inline double th_logOrElse_double(double x, double value)
{
  const double least = x == 0 ? -__builtin_inf() : __builtin_nan("");
  value = x <= __DBL_MAX__ ? value : x;
  return x > 0 ? value : least;
}

/* log(1 + f) = f - f^2 / 2 + f^3 P(f). */
static inline float th_log_float(float x)
{
  float f, p = -0x1.43b246p-4f;
  const float n = (float)th_logParts_float(x, &f), y = f * f;
  p = __builtin_fmaf(p, f, 0x1.02814ep-3f);
  p = __builtin_fmaf(p, f, -0x1.0a33eap-3f);
  p = __builtin_fmaf(p, f, 0x1.231ce6p-3f);
  p = __builtin_fmaf(p, f, -0x1.54d03ep-3f);
  p = __builtin_fmaf(p, f, 0x1.999f14p-3f);
  p = __builtin_fmaf(p, f, -0x1.0000cep-2f);
  p = __builtin_fmaf(p, f, 0x1.555554p-2f);
  p = __builtin_fmaf(-0.5f, y, f * y * p);
  p = f + __builtin_fmaf(n, 0x1.7f7d1cp-20f, p);
  return th_logOrElse_float(x, __builtin_fmaf(n, 0x1.62e4p-1f, p));
}

/* With s = f / (2 + f), log(1 + f) = 2 atanh(s) = s (2 + R(s^2)) = f - (f^2 / 2 - s (f^2 / 2 + R)),
   as in Sun's fdlibm. */
static inline double th_log_double(double x)
{
  double f, r = 0x1.2b5f68a511342p-3;
  const double n = (double)th_logParts_double(x, &f);
  const double s = f / (2 + f), z = s * s, h = 0.5 * f * f;
  r = __builtin_fma(r, z, 0x1.39fdcceb4b5b2p-3);
  r = __builtin_fma(r, z, 0x1.7462b91b8df9ap-3);
  r = __builtin_fma(r, z, 0x1.c71c62d5e53dfp-3);
  r = __builtin_fma(r, z, 0x1.2492492dfd86cp-2);
  r = __builtin_fma(r, z, 0x1.9999999995273p-2);
  r = __builtin_fma(r, z, 0x1.5555555555558p-1);
  r = h - __builtin_fma(s, __builtin_fma(r, z, h), n * -0x1.718432a1b0e26p-35);
  return th_logOrElse_double(x, __builtin_fma(n, 0x1.62e42ffp-1, f - r));
}

/* log2 of a float's magnitude, in double, where none is subnormal; finite for 0 and inf, so that
   times 0 it is 0. */
static inline double th_log2Wide(double x)
{
  double p = 0x1.87e5120830a31p-3;
  const int64_t i = th_bits_double(x), e = (i - 0x3fe6a09e667f3bcd) >> 52;
  const double f = th_fromBits_double((int64_t)((uint64_t)i - ((uint64_t)e << 52))) - 1;
  const double n = (double)e, s = f / (2 + f), z = s * s;
  p = __builtin_fma(p, z, 0x1.8772ac3a89abap-3);
  p = __builtin_fma(p, z, 0x1.c6a2a6f278cdap-3);
  p = __builtin_fma(p, z, 0x1.0c9a596455b90p-2);
  p = __builtin_fma(p, z, 0x1.484b144907792p-2);
  p = __builtin_fma(p, z, 0x1.a61762a707578p-2);
  p = __builtin_fma(p, z, 0x1.2776c50ef9fd3p-1);
  p = __builtin_fma(p, z, 0x1.ec709dc3a03fcp-1);
  p = __builtin_fma(p, z, 0x1.71547652b82fep+1);
  p = __builtin_fma(s, p, n);
  p = x <= 0 ? -1e60 : p;
  return x <= __DBL_MAX__ ? p : x == x ? 1e60 : x;
}

/* 2^x, for x that a float can hold the result of or is clamped to, in double. */
static inline double th_exp2Wide(double x)
{
  const double below = x > 200 ? 200 : x, c = x < -200 ? -200 : below;
  const double shifted = c + TH_ROUND_double, r = c - (shifted - TH_ROUND_double);
  double p = 0x1.00c0e4e15189cp-16;
  p = __builtin_fma(p, r, 0x1.446c79efd4834p-13);
  p = __builtin_fma(p, r, 0x1.5d877598350dep-10);
  p = __builtin_fma(p, r, 0x1.3b29d8bb0b97ep-7);
  p = __builtin_fma(p, r, 0x1.c6b08da70cce3p-5);
  p = __builtin_fma(p, r, 0x1.ebfbe0aa03df0p-3);
  p = __builtin_fma(p, r, 0x1.62e42fef9cc69p-1);
  p = __builtin_fma(p, r, 1.0);
  return p * th_fromBits_double((int64_t)((uint64_t)(th_bits_double(shifted) + 1023) << 52));
}

/*
** |a|^b = 2^(b log2 |a|), and the cases of C's pow: 1 to any power and anything to the power 0 are
** 1; a negative a needs a whole b, and keeps its sign for an odd one. What depends on b alone is
** masks and factors: a truth value that is the same for all elements would not be vectorised.
*/
static inline float th_pow_float(float a, float b)
{
  const double l = (double)b * th_log2Wide((double)__builtin_fabsf(a));
  const float half = b * 0.5f, whole = __builtin_truncf(b) == b ? 1 : __builtin_nanf("");
  const int32_t odd = -(int32_t)((__builtin_truncf(b) == b) & (__builtin_truncf(half) != half));
  const int32_t zero = -(int32_t)(b == 0), one = th_bits_float(1);
  float r = (float)th_exp2Wide(__builtin_fabsf(a) == 1 ? 0 : l); /* inf times 0 else */
  r = th_fromBits_float(th_bits_float(r) ^ (th_bits_float(a) & odd & INT32_MIN));
  r = (a < 0) & (a >= -__FLT_MAX__) ? r * whole : r;
  r = th_fromBits_float((th_bits_float(r) & ~zero) | (one & zero));
  return a == 1 ? 1 : r;
}

#endif
