/*
** log, and pow of float, without branches, at most 1 ulp from the true value.
**
** x = 2^n (1 + f) with 1 + f between the square roots of 1/2 and of 2. Polynomials:
** test/numerics/coefficients.py.
*/
#ifndef TH_VECLOG_H
#define TH_VECLOG_H

#include "kernels/THVecBits.h"

/* (log(1 + f) - f) / f^2. */
static inline float th_logRest_float(float f)
{
  return TH_HORNER(float, f, -0x1.39211ap-4f, 0x1.08a3d2p-3f, -0x1.0f3652p-3f, 0x1.22643ap-3f,
                   -0x1.5425e4p-3f, 0x1.99a48ap-3f, -0x1.00043p-2f, 0x1.55555p-2f,
                   -0x1.fffff8p-2f);
}

/* (2 atanh(s) - 2 s) / s^3 of z = s^2. */
static inline double th_atanhRest_double(double z)
{
  return TH_HORNER(double, z, 0x1.2f0d54d149093p-3, 0x1.39a0fa5a55aa1p-3, 0x1.746645fc4332p-3,
                   0x1.c71c51e8c6461p-3, 0x1.2492494216cf5p-2, 0x1.999999997fb3cp-2,
                   0x1.5555555555593p-1);
}

/* log(2^more x) of a normal positive number x. */
static inline float th_logPlus_float(float x, int32_t more)
{
  const int32_t i = th_bits_float(x) - 0x3f3504f3; /* the bits of sqrt(1/2) */
  const float f = th_fromBits_float((i & 0x7fffff) + 0x3f3504f3) - 1, n = (float)((i >> 23) + more);
  return __builtin_fmaf(n, 0x1.62e43p-1f, __builtin_fmaf(f * f, th_logRest_float(f), f));
}

/* With s = f / (2 + f), log(1 + f) = 2 atanh(s) = s (2 + R(s^2)) = f - s (f - R), as in Sun's
   fdlibm. 2^52 makes a number of the exponent without what only AVX-512 has. */
static inline double th_logPlus_double(double x, double more)
{
  const uint64_t low = 0x3fe6a09e667f3bcd;
  const uint64_t i = (uint64_t)th_bits_double(x) + (0x3ff0000000000000 - low);
  const double f = th_fromBits_double((int64_t)((i & 0xfffffffffffff) + low)) - 1;
  const uint64_t biased = i >> 52 | 0x4330000000000000;
  const double n = th_fromBits_double((int64_t)biased) - (0x1p52 + 1023 - more);
  const double s = f / (2 + f), z = s * s;
  const double r = __builtin_fma(-z, th_atanhRest_double(z), f);
  const double rest = __builtin_fma(s, r, n * 0x1.718432a1b0e26p-35);
  return __builtin_fma(n, 0x1.62e42ffp-1, f - rest);
}

/* What is not positive and finite is given its value at the end. */
#define TH_LOG_FUNCTIONS(T, LEAST, MOST, SHIFT, DIGITS)                                            \
static inline T th_logEasy_##T(T x) { return th_logPlus_##T(x, 0); }                               \
static inline T th_log_##T(T x)                                                                    \
{                                                                                                  \
  const int small = x < LEAST;                                                                     \
  const T value = th_logPlus_##T(x * (small ? SHIFT : 1), small ? -DIGITS : 0);                    \
  const T least = x == 0 ? -__builtin_inff() : __builtin_nanf("");                                 \
  const T finite = x <= MOST ? value : x;                                                          \
  return x > 0 ? finite : least;                                                                   \
}
TH_LOG_FUNCTIONS(float, __FLT_MIN__, __FLT_MAX__, 0x1p23f, 23)
TH_LOG_FUNCTIONS(double, __DBL_MIN__, __DBL_MAX__, 0x1p54, 54)
#undef TH_LOG_FUNCTIONS

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
