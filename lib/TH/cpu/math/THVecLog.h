/*
** log, without branches, at most 1 ulp from the true value.
**
** x = 2^n (1 + f) with 1 + f between the square roots of 1/2 and of 2. Polynomials:
** test/long/numerics/coefficients.py.
*/
#ifndef TH_VECLOG_H
#define TH_VECLOG_H

#include "TH/cpu/math/THVecBits.h"

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

/* f and n of 2^more x, where x is normal and positive. Adding 2^52 converts the exponent of a
   double to a number without an instruction that only AVX-512 has. */
static inline float th_logFraction_float(float x, int32_t more, float *n)
{
  const int32_t i = th_bits_float(x) - 0x3f3504f3; /* the bits of sqrt(1/2) */
  *n = (float)((i >> 23) + more);
  return th_fromBits_float((i & 0x7fffff) + 0x3f3504f3) - 1;
}

static inline double th_logFraction_double(double x, double more, double *n)
{
  const uint64_t low = 0x3fe6a09e667f3bcd; /* the bits of sqrt(1/2) */
  const uint64_t i = (uint64_t)th_bits_double(x) + (0x3ff0000000000000 - low);
  *n = th_fromBits_double((int64_t)(i >> 52 | 0x4330000000000000)) - (0x1p52 + 1023 - more);
  return th_fromBits_double((int64_t)((i & 0xfffffffffffff) + low)) - 1;
}

/* log(2^more x) of a normal positive number x. For double, with s = f / (2 + f), log(1 + f) =
   2 atanh(s) = s (2 + R(s^2)) = f - s (f - R), as in Sun's fdlibm. */
static inline float th_logPlus_float(float x, int32_t more)
{
  float n;
  const float f = th_logFraction_float(x, more, &n);
  return __builtin_fmaf(n, 0x1.62e43p-1f, __builtin_fmaf(f * f, th_logRest_float(f), f));
}

static inline double th_logPlus_double(double x, double more)
{
  double n;
  const double f = th_logFraction_double(x, more, &n), s = f / (2 + f), z = s * s;
  const double r = __builtin_fma(-z, th_atanhRest_double(z), f);
  const double rest = __builtin_fma(s, r, n * 0x1.718432a1b0e26p-35);
  return __builtin_fma(n, 0x1.62e42ffp-1, f - rest);
}

/* Arguments that are not positive and finite get their value at the end. */
#define TH_LOG_FUNCTIONS(T, LEAST, MOST, SHIFT, DIGITS)                                            \
static inline T th_logInRange_##T(T x) { return th_logPlus_##T(x, 0); }                            \
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

#endif
