/*
** pow and the cube root, without branches, at most 1 ulp from the true value.
**
** pow is exp(b log a), with the logarithm as a sum of two numbers. What that leaves out is below
** 2^-64 of it for double, 2^-34 for float. The inverse of the cube root of a double m 2^n begins as
** a polynomial of m, which is between the square roots of 1/2 and of 2.
*/
#ifndef TH_VECPOW_H
#define TH_VECPOW_H

#include "TH/cpu/math/THVecExp.h"
#include "TH/cpu/math/THVecLog.h"

/* (2 atanh(s) / s - 2 - 2 z / 3) / z^2 of z = s^2. */
TH_INLINE float th_atanhTail_float(float z)
{
  return TH_HORNER(float, z, 0x1.dfa3p-3f, 0x1.24527ap-2f, 0x1.999ap-2f);
}

TH_INLINE double th_atanhTail_double(double z)
{
  return TH_HORNER(double, z, 0x1.eb20557b93cbfp-4, 0x1.de319e1ed3e57p-4, 0x1.1120c11b0882bp-3,
                   0x1.3b136269c9e8dp-3, 0x1.745d18337092fp-3, 0x1.c71c71c57e148p-3,
                   0x1.2492492493048p-2, 0x1.9999999999996p-2);
}

/* The two numbers of the logarithm are value and rest. Other names that end in Rest are what the
   rounding of the number before lost. */
#define TH_POW_FUNCTIONS(T, I, FMA, TRUNC, ABS, LN2, LN2_REST, TWO_THIRDS, TWO_THIRDS_REST,        \
                         LEAST, MOST, SHIFT, DIGITS, LOWEST, HIGHEST, HUGE)                        \
/* log(2^more x), x normal and positive: with s = f / (2 + f), s (2 + z (2 / 3 + z tail)). */      \
TH_INLINE T th_logParts_##T(T x, int more, T *rest)                                                \
{                                                                                                  \
  T n;                                                                                             \
  const T f = th_logFraction_##T(x, more, &n), d = 2 + f, dRest = f - (d - 2), inverse = 1 / d;    \
  const T s = f * inverse, sRest = FMA(-s, dRest, FMA(-s, d, f)) * inverse, twice = s + s;         \
  const T z = s * s, zRest = FMA(twice, sRest, FMA(s, s, -z)), tail = th_atanhTail_##T(z);         \
  const T q = FMA(z, tail, TWO_THIRDS), qRest = FMA(z, tail, TWO_THIRDS - q) + TWO_THIRDS_REST;    \
  const T w = z * q, wRest = FMA(z, qRest, FMA(zRest, q, FMA(z, q, -w)));                          \
  const T l = FMA(s, w, twice), lRest = FMA(s, wRest, FMA(sRest, 2 + w, FMA(s, w, twice - l)));    \
  const T value = FMA(n, LN2, l);                                                                  \
  *rest = FMA(n, LN2_REST, (FMA(n, LN2, -value) + l) + lRest);                                     \
  return value;                                                                                    \
}                                                                                                  \
/* exp(x + rest) / 2^n. */                                                                         \
TH_INLINE T th_expParts_##T(T x, T rest, T *shifted)                                               \
{                                                                                                  \
  T n;                                                                                             \
  const T near = th_withoutLn2_##T(x, shifted, &n), r = near + FMA(-n, LN2_REST, rest);            \
  return FMA(FMA(th_expRest_##T(r), r, 1), r, 1);                                                  \
}                                                                                                  \
/* Masks: a truth value that is the same for all elements would not be vectorised. */              \
TH_INLINE I th_isWhole_##T(T b) { return -(I)(TRUNC(b) == b); }                                    \
TH_INLINE I th_isOdd_##T(T b)                                                                      \
{                                                                                                  \
  const T half = b * (T)0.5;                                                                       \
  return th_isWhole_##T(b) & -(I)(TRUNC(half) != half);                                            \
}                                                                                                  \
/* b log |a| as two numbers, for th_powEnd to take the power of. That is right where measure is at \
   most TH_POW_LIMIT: if a is normal, and not negative unless b is whole, and the power is easy to \
   exp. */                                                                                         \
TH_INLINE T th_powStart_##T(T a, T b, T *rest, I *measure)                                         \
{                                                                                                  \
  const I sign = th_bits_##T((T)-0.0);                                                             \
  const T x = th_fromBits_##T(th_bits_##T(a) & ~(sign & th_isWhole_##T(b)));                       \
  T lRest;                                                                                         \
  const T l = th_logParts_##T(x, 0, &lRest), y = b * l;                                            \
  const I far = th_magnitude_##T(y) - th_magnitude_##T(TH_EXP_LIMIT(y)), of = th_aboveLeast_##T(x);\
  const I farther = far + th_aboveLeast_##T(MOST);                                                 \
  *measure = of > farther ? of : farther;                                                          \
  *rest = FMA(b, lRest, FMA(b, l, -y));                                                            \
  return y;                                                                                        \
}                                                                                                  \
/* Negative where a is negative and b odd. */                                                      \
TH_INLINE T th_powEnd_##T(T a, T b, T y, T rest)                                                   \
{                                                                                                  \
  T shifted;                                                                                       \
  const T e = th_expParts_##T(y, rest, &shifted), r = th_power2InRange_##T(e, shifted);            \
  const I sign = th_bits_##T((T)-0.0) & th_isOdd_##T(b);                                           \
  return th_fromBits_##T(th_bits_##T(r) ^ (th_bits_##T(a) & sign));                                \
}                                                                                                  \
/* The cases of C's pow: 1 to any power and anything to the power 0 are 1; a negative a needs a    \
   whole b, and keeps its sign for an odd one. */                                                  \
TH_INLINE T th_pow_##T(T a, T b)                                                                   \
{                                                                                                  \
  const T x = ABS(a);                                                                              \
  const int small = x < LEAST;                                                                     \
  T rest, shifted;                                                                                 \
  const T parts = th_logParts_##T(x * (small ? SHIFT : 1), small ? -DIGITS : 0, &rest);            \
  const T finite = x <= MOST ? parts : x, l = x == 0 ? -__builtin_inff() : finite;                 \
  const T below = b > HUGE ? HUGE : b, c = below < -HUGE ? -HUGE : below, y = c * l;               \
  const T above = y < LOWEST ? LOWEST : y, near = above > HIGHEST ? HIGHEST : above;               \
  const T yRest = FMA(c, rest, FMA(c, l, -y));                                                     \
  const T e = th_expParts_##T(near, near == y ? yRest : 0, &shifted);                              \
  const T r = th_scaled_##T(e, shifted, y);                                                        \
  const I whole = th_isWhole_##T(b), sign = th_bits_##T((T)-0.0), one = th_bits_##T(1);            \
  const I signedBits = th_bits_##T(r) ^ (th_bits_##T(a) & sign & th_isOdd_##T(b));                 \
  const I nan = ~whole & th_bits_##T(__builtin_nanf(""));                                          \
  const T power = th_fromBits_##T(((a < 0) & (x <= MOST)) ? signedBits | nan : signedBits);        \
  const I zero = -(I)(b == 0);                                                                     \
  const T notZero = th_fromBits_##T((th_bits_##T(power) & ~zero) | (one & zero));                  \
  return a == 1 ? 1 : notZero;                                                                     \
}
TH_POW_FUNCTIONS(float, int32_t, __builtin_fmaf, __builtin_truncf, __builtin_fabsf, 0x1.62e4p-1f,
                 0x1.7f7d1cp-20f, 0x1.555556p-1f, -0x1.555556p-26f, __FLT_MIN__, __FLT_MAX__,
                 0x1p23f, 23, -104.5f, 89.0f, 0x1p100f)
TH_POW_FUNCTIONS(double, int64_t, __builtin_fma, __builtin_trunc, __builtin_fabs, 0x1.62e42ffp-1,
                 -0x1.718432a1b0e26p-35, 0x1.5555555555555p-1, 0x1.5555555555555p-55, __DBL_MIN__,
                 __DBL_MAX__, 0x1p54, 54, -746.0, 710.0, 0x1p1000)
#undef TH_POW_FUNCTIONS

/*
** The cube root of a float from 2^-60 on. The inverse root begins as the bits of a divided by -3,
** which is wrong by 3.5 %; a step with the third power of the error leaves r, wrong by 2^-12. The
** root is then y = a r^2, times 1 / (1 - less)^(2/3) with less = 1 - y r, by the series of that.
** The order (a r) r is the one with the smaller error.
*/
TH_INLINE float th_cbrtOf_float(float a)
{
  const int32_t bits = (int32_t)__builtin_fmaf((float)th_bits_float(a), -1.0f / 3, 0x1.5289p30f);
  const float start = th_fromBits_float(bits), off = __builtin_fmaf(-a * start, start * start, 1);
  const float r = __builtin_fmaf(start * off, __builtin_fmaf(off, 2.0f / 9, 1.0f / 3), start);
  const float y = a * r * r, less = __builtin_fmaf(-y, r, 1);
  return __builtin_fmaf(y * less, __builtin_fmaf(less, 5.0f / 9, 2.0f / 3), y);
}

TH_INLINE float th_cbrtInRange_float(float x)
{
  return __builtin_copysignf(th_cbrtOf_float(__builtin_fabsf(x)), x);
}

/* Small numbers are scaled, so that what is left of them can be represented. */
TH_INLINE float th_cbrt_float(float x)
{
  const float a = __builtin_fabsf(x), root = th_cbrtOf_float(a * (a < 0x1p-60f ? 0x1p72f : 1));
  const float value = root * (a < 0x1p-60f ? 0x1p-24f : 1);
  return __builtin_copysignf(((a > 0) & (a <= __FLT_MAX__)) ? value : a, x);
}

/* About the inverse of the cube root of m: the error is below 2^-11. */
TH_INLINE double th_cbrtStart_double(double m)
{
  return TH_HORNER(double, m, -0x1.4a1d41614512cp-3, 0x1.718b2ed5a0aacp-1, -0x1.4b5ebf9a79252p+0,
                   0x1.bbcd5f420b7cp+0);
}

/* One step of a method like Newton's, with the third power of the error. */
TH_INLINE double th_cbrtStep_double(double r, double x)
{
  const double under = __builtin_fma(-x * r, r * r, 1);
  return __builtin_fma(r * under, __builtin_fma(under, 2.0 / 9, 1.0 / 3), r);
}

/* Of a normal number 2^-more a, which is m 2^(3 q + d), d is -1, 0 or 1; y is about the root of
   m 2^d. */
TH_INLINE double th_cbrtOf_double(double a, double more)
{
  double n;
  const double up = 0x1.428a2f98d728bp+0, down = 0x1.965fea53d6e3dp-1;
  const double m = th_logFraction_double(a, more, &n) + 1;
  const double shifted = __builtin_fma(n, 1.0 / 3, TH_ROUND_double + 1023);
  const double q = shifted - (TH_ROUND_double + 1023), d = __builtin_fma(-3.0, q, n);
  const double z = m * (d < 0 ? 0.5 : d > 0 ? 2.0 : 1.0);
  const double start = th_cbrtStart_double(m) * (d < 0 ? up : d > 0 ? down : 1.0);
  const double r = th_cbrtStep_double(start, z), y = z * r * r;
  return __builtin_fma(y * __builtin_fma(-y, r, 1), 2.0 / 3, y) *
         th_power2_double(shifted, (uint64_t)1023 << 52);
}

TH_INLINE double th_cbrtInRange_double(double x)
{
  return __builtin_copysign(th_cbrtOf_double(__builtin_fabs(x), 0), x);
}

TH_INLINE double th_cbrt_double(double x)
{
  const double a = __builtin_fabs(x);
  const int small = a < __DBL_MIN__;
  const double value = th_cbrtOf_double(a * (small ? 0x1p54 : 1), small ? -54 : 0);
  return __builtin_copysign(((a > 0) & (a <= __DBL_MAX__)) ? value : a, x);
}

#endif
