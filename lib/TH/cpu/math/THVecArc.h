/*
** asin, acos, atan and atan2, without branches, at most 1 ulp from the true value.
**
** All are a base, such as pi / 2, plus or minus an angle u with a polynomial for the rest; base and
** u come with what rounding lost of them. Polynomials: test/long/numerics/coefficients.py.
*/
#ifndef TH_VECARC_H
#define TH_VECARC_H

#include "TH/cpu/math/THVecBits.h"

/* (atan(t) / t - 1) / t^2 of z = t^2 <= 1. */
TH_INLINE float th_atanRest_float(float z)
{
  return TH_HORNER(float, z, -0x1.d37eap-10f, 0x1.6431d8p-7f, -0x1.fd851p-6f, 0x1.da2bcp-5f,
                   -0x1.580946p-4f, 0x1.c08c4ep-4f, -0x1.242086p-3f, 0x1.9991e4p-3f,
                   -0x1.55553ep-2f);
}

TH_INLINE double th_atanRest_double(double z)
{
  return TH_HORNER(double, z, -0x1.22a760854fe11p-17, 0x1.b407ed51fc481p-14,
                   -0x1.3712cad287df8p-11, 0x1.1a304bf1fac15p-9, -0x1.70006ffdc2abap-8,
                   0x1.730132faaf954p-7, -0x1.31102fa0662c8p-6, 0x1.ac8cea64dd175p-6,
                   -0x1.0c9b9b2f8bd21p-5, 0x1.3908a9523dc16p-5, -0x1.5f261bcfb7d9dp-5,
                   0x1.84b5057ca4ce9p-5, -0x1.aeda85203a6eep-5, 0x1.e1d49241dca9fp-5,
                   -0x1.11103355f1cdfp-4, 0x1.3b139bebdd3f4p-4, -0x1.745d15d2c6209p-4,
                   0x1.c71c71b650a7ap-4, -0x1.2492492457695p-3, 0x1.9999999998c65p-3,
                   -0x1.555555555554dp-2);
}

/* The same of z <= 0.2995. */
TH_INLINE float th_atanNear_float(float z)
{
  return TH_HORNER(float, z, 0x1.1877e8p-5f, -0x1.396e46p-4f, 0x1.bc6c0ep-4f, -0x1.241018p-3f,
                   0x1.9993ccp-3f, -0x1.55554ap-2f);
}

TH_INLINE double th_atanNear_double(double z)
{
  return TH_HORNER(double, z, -0x1.a2fea64361415p-8, 0x1.4c905beec0d86p-6, -0x1.1b5db0bf09591p-5,
                   0x1.6ee2b498c81a9p-5, -0x1.a9e0095fff64p-5, 0x1.e10544f03d586p-5,
                   -0x1.11043dc70ba5fp-4, 0x1.3b12a5a2c7ccbp-4, -0x1.745d08735c313p-4,
                   0x1.c71c713f78dddp-4, -0x1.24924923230fp-3, 0x1.9999999995adbp-3,
                   -0x1.5555555555537p-2);
}

/* (asin(x) / x - 1) / x^2 of z = x^2 <= 1/4. */
TH_INLINE float th_asinRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.596b96p-5f, 0x1.8c2a1ep-6f, 0x1.747e18p-5f, 0x1.3301e6p-4f,
                   0x1.5555c8p-3f);
}

TH_INLINE double th_asinRest_double(double z)
{
  return TH_HORNER(double, z, 0x1.0b4bee9fd45e8p-5, -0x1.580f2d3e891eap-6, 0x1.63a9ced2f11c2p-6,
                   0x1.e5c66661c11f9p-9, 0x1.613fe924e188ep-7, 0x1.7584e32bdc234p-7,
                   0x1.ca1fa3abb6823p-7, 0x1.1c49ef56bcb54p-6, 0x1.6e8bdef09a377p-6,
                   0x1.f1c71a9448ca2p-6, 0x1.6db6db7214815p-5, 0x1.333333332e0f9p-4,
                   0x1.5555555555577p-3);
}

#define TH_ARC_FUNCTIONS(T, I, FMA, SQRT, ABS, COPYSIGN, LEAST, INFINITE, BIG, PI, PI_REST)        \
/* asin(a) of a <= 1/2 is v + rest; beyond, pi / 2 - 2 (v + rest), where v is the root of          \
   (1 - a) / 2. */                                                                                 \
TH_INLINE T th_asinParts_##T(T a, T *rest)                                                         \
{                                                                                                  \
  const int isFar = a > (T)0.5;                                                                    \
  const T z = isFar ? (1 - a) * (T)0.5 : a * a, root = SQRT(z), v = isFar ? root : a;              \
  const T lost = isFar ? FMA(-root, root, z) * ((T)0.5 * th_nearInverse_##T(root)) : 0;            \
  *rest = FMA(v * z, th_asinRest_##T(z), lost);                                                    \
  return v;                                                                                        \
}                                                                                                  \
TH_INLINE T th_asin_##T(T x)                                                                       \
{                                                                                                  \
  T rest;                                                                                          \
  const T a = ABS(x), v = th_asinParts_##T(a, &rest), angle = PI / 2 - 2 * v;                      \
  const T lost = (PI / 2 - angle) - 2 * v, far = angle + (lost + FMA(-2, rest, PI_REST / 2));      \
  return COPYSIGN(a > (T)0.5 ? far : v + rest, x);                                                 \
}                                                                                                  \
/* pi / 2 - x; far out 2 v, or pi - 2 v for x < 0. */                                              \
TH_INLINE T th_acos_##T(T x)                                                                       \
{                                                                                                  \
  T rest;                                                                                          \
  const T a = ABS(x), one = COPYSIGN(1, x), v = th_asinParts_##T(a, &rest);                        \
  const I far = -(I)(a > (T)0.5), back = -(I)(x < 0), nan = -(I)!(a <= 1);                         \
  const T by = th_choose_##T(far, 2 * one, -one);                                                  \
  const T straight = th_fromBits_##T(th_bits_##T(PI) & back);                                      \
  const T straightRest = th_fromBits_##T(th_bits_##T(PI_REST) & back);                             \
  const T base = th_choose_##T(far, straight, PI / 2);                                             \
  const T baseRest = th_choose_##T(far, straightRest, PI_REST / 2);                                \
  const T angle = base + FMA(by, v, FMA(by, rest, baseRest));                                      \
  return th_choose_##T(nan, __builtin_nanf(""), angle);                                            \
}                                                                                                  \
/* base + atan(t + under), |t| <= 1; base is 0, pi / 2 or pi. 7 / 8 of t is added last: what is    \
   left then is nearest to 0. */                                                                   \
TH_INLINE T th_arc_##T(T base, T t, T under)                                                       \
{                                                                                                  \
  const T z = t * t, slope = FMA(z, (T)-0.5, 1), least = FMA(under, slope, base * (PI_REST / PI)); \
  const T rest = FMA(t, FMA(z, th_atanRest_##T(z), (T)0.125), least);                              \
  return base + FMA(t, (T)0.875, rest);                                                            \
}                                                                                                  \
/* base + atan(t), |t| < 0.547: beyond that, t is (a - 1) / (a + 1), and from 1.828 on -1 / a. */  \
TH_INLINE T th_atan_##T(T x)                                                                       \
{                                                                                                  \
  const T a = ABS(x), most = a > BIG ? BIG : a;                                                    \
  const I middle = -(I)(a > (T)0.546875), steep = -(I)(a > (T)1.828125);                           \
  const T n = th_choose_##T(steep, -1, th_choose_##T(middle, a - 1, a));                           \
  const T d = th_choose_##T(steep, most, th_choose_##T(middle, a + 1, 1));                         \
  const T t = n / d, z = t * t;                                                                    \
  const T quarter = th_fromBits_##T(th_bits_##T(PI / 4) & middle);                                 \
  const T quarterRest = th_fromBits_##T(th_bits_##T(PI_REST / 4) & middle);                        \
  const T base = th_choose_##T(steep, PI / 2, quarter), y = base + t;                              \
  const T lost = ((base - y) + t) + th_choose_##T(steep, PI_REST / 2, quarterRest);                \
  return COPYSIGN(y + FMA(t * z, th_atanNear_##T(z), lost), x);                                    \
}                                                                                                  \
/* The longer side becomes about 2 BIG, or less if it is subnormal, so that what is left of the    \
   quotient can be represented; where both are infinite or 0, the last conditions make the quotient\
   1 or 0. It is negative where the angle is to be taken from the base. */                         \
TH_INLINE T th_atan2_##T(T y, T x)                                                                 \
{                                                                                                  \
  const I up = th_magnitude_##T(y), along = th_magnitude_##T(x), infinity = th_bits_##T(INFINITE); \
  const I longest = up > along ? up : along, shortest = up > along ? along : up;                   \
  const I inverse = infinity - (longest & infinity), limit = th_bits_##T(1 / LEAST / BIG);         \
  const T scale = th_fromBits_##T(inverse < limit ? inverse : limit) * BIG;                        \
  const T shorter = th_fromBits_##T(shortest) * scale, longer = th_fromBits_##T(longest) * scale;  \
  const T size = shorter >= 0 ? shorter : LEAST, d = longer > LEAST ? longer : LEAST;              \
  const I steep = -(I)(up > along), back = -(I)(th_bits_##T(x) < 0);                               \
  const I minus = (steep ^ back) & th_bits_##T((T)-0.0);                                           \
  const T n = th_fromBits_##T(th_bits_##T(size) | minus), t = n / d;                               \
  const T behind = th_fromBits_##T(th_bits_##T(PI) & back);                                        \
  const T base = th_choose_##T(steep, PI / 2, behind);                                             \
  const T far = th_arc_##T(base, t, FMA(-t, d, n) * th_nearInverse_##T(d));                        \
  const I isTiny = -(I)(base == 0) & -(I)(t < 1 / BIG); /* 7 / 8 t may be inexact */               \
  const T value = COPYSIGN(th_choose_##T(isTiny, t, far), y);                                      \
  return longest > infinity ? x + y : value;                                                       \
}

TH_ARC_FUNCTIONS(float, int32_t, __builtin_fmaf, __builtin_sqrtf, __builtin_fabsf,
                 __builtin_copysignf, __FLT_MIN__, __builtin_inff(), 0x1p60f, 0x1.921fb6p+1f,
                 -0x1.777a5cp-24f)
TH_ARC_FUNCTIONS(double, int64_t, __builtin_fma, __builtin_sqrt, __builtin_fabs, __builtin_copysign,
                 __DBL_MIN__, __builtin_inf(), 0x1p500, 0x1.921fb54442d18p+1,
                 0x1.1a62633145c07p-53)
#undef TH_ARC_FUNCTIONS

#endif
