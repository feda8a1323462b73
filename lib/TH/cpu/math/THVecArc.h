/*
** asin, acos, atan and atan2, without branches, at most 1 ulp from the true value.
**
** All are a base, such as pi / 2, plus or minus an angle u with a polynomial for the rest; base and
** u come with what rounding lost of them. Polynomials: test/long/numerics/coefficients.py.
*/
#ifndef TH_VECARC_H
#define TH_VECARC_H

#include "TH/cpu/math/THVecBits.h"

/* (atan(t) / t - 1) / t^2 of z = t^2 <= 1/4. */
TH_INLINE float th_atanRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.3d39cep-5f, -0x1.470778p-4f, 0x1.c024aap-4f, -0x1.244acep-3f,
                   0x1.9996eep-3f, -0x1.555552p-2f);
}

TH_INLINE double th_atanRest_double(double z)
{
  return TH_HORNER(double, z, -0x1.11b1ebce4ddc4p-7, 0x1.8333fb7981a91p-6, -0x1.2ff1889f174fcp-5,
                   0x1.77e91137025c9p-5, -0x1.ac6d47d88ea47p-5, 0x1.e181cd209ec0fp-5,
                   -0x1.110c5f690169bp-4, 0x1.3b135f0f50657p-4, -0x1.745d137547229p-4,
                   0x1.c71c71a9e0653p-4, -0x1.2492492450094p-3, 0x1.9999999999021p-3,
                   -0x1.5555555555552p-2);
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

/* BIG and SMALL, its inverse: beyond these the sides of atan2 are scaled by the other. */
#define TH_ARC_FUNCTIONS(T, I, FMA, SQRT, ABS, COPYSIGN, LEAST, PI, PI_REST, BIG, SMALL)           \
/* base + u + rest, |u| <= base unless base is 0. */                                               \
TH_INLINE T th_angle_##T(T base, T baseRest, T u, T rest)                                          \
{                                                                                                  \
  const T angle = base + u;                                                                        \
  return angle + (((base - angle) + u) + (rest + baseRest));                                       \
}                                                                                                  \
/* The angle of the point (d, n), both finite and not negative, is the base plus that of a point   \
   with n at most d / 2, which the arguments become. nRest and dRest are what rounding lost. The   \
   base is 0, pi / 4 or pi / 2. */                                                                 \
TH_INLINE T th_arcBase_##T(T *n, T *d, T *nRest, T *dRest)                                         \
{                                                                                                  \
  const T up = *n, along = *d, less = up - along, sum = up + along, of = sum - up, by = less - up; \
  const I flat = -(I)(up <= (T)0.5 * along), steep = -(I)(up >= (T)2.5 * along);                   \
  const I between = ~(flat | steep), quarter = th_bits_##T(PI / 4);                                \
  const T nLost = (up - (less - by)) + (-along - by), dLost = (up - (sum - of)) + (along - of);    \
  *nRest = th_fromBits_##T(th_bits_##T(nLost) & between);                                          \
  *dRest = th_fromBits_##T(th_bits_##T(dLost) & between);                                          \
  *n = th_choose_##T(steep, -along, th_choose_##T(flat, up, less));                                \
  *d = th_choose_##T(steep, up, th_choose_##T(flat, along, sum));                                  \
  return th_fromBits_##T(quarter & ~flat) + th_fromBits_##T(quarter & steep);                      \
}                                                                                                  \
/* atan of the quotient n / d, which is about t, without t; inverse is about 1 / d. */             \
TH_INLINE T th_arcRest_##T(T t, T inverse, T n, T d, T nRest, T dRest)                             \
{                                                                                                  \
  const T z = t * t, under = (FMA(-t, d, n) + FMA(-t, dRest, nRest)) * inverse;                    \
  return FMA(t * z, th_atanRest_##T(z), FMA(-z, under, under));                                    \
}                                                                                                  \
TH_INLINE T th_atan_##T(T x)                                                                       \
{                                                                                                  \
  T d = 1, nRest, dRest;                                                                           \
  const T a = ABS(x);                                                                              \
  T n = a > BIG ? BIG : a;                                                                         \
  const T base = th_arcBase_##T(&n, &d, &nRest, &dRest), inverse = 1 / d, t = n * inverse;         \
  const T rest = th_arcRest_##T(t, inverse, n, d, 0, dRest);                                       \
  return COPYSIGN(th_angle_##T(base, base * (PI_REST / PI), t, rest), x);                          \
}                                                                                                  \
/* Points far out and near 0 are scaled, so that what is left of quotients can be represented. */  \
TH_INLINE T th_atan2_##T(T y, T x)                                                                 \
{                                                                                                  \
  T nRest, dRest;                                                                                  \
  const T up = ABS(y), along = ABS(x), longer = up > along ? up : along;                           \
  const T infinity = __builtin_inff();                                                             \
  const T scale = longer > BIG ? SMALL : longer < SMALL ? BIG : 1;                                 \
  T n = longer == infinity ? (up == infinity ? 1 : up * 0) : up * scale;                           \
  T d = longer == infinity ? (along == infinity ? 1 : along * 0) : longer == 0 ? 1 : along * scale;\
  const T base = th_arcBase_##T(&n, &d, &nRest, &dRest), t = n / d;                                \
  const T rest = th_arcRest_##T(t, 1 / d, n, d, nRest, dRest);                                     \
  const int isBack = COPYSIGN(1, x) < 0;                                                           \
  const T baseRest = base * (PI_REST / PI), turned = isBack ? PI - base : base;                    \
  const T turnedRest = isBack ? (PI_REST - baseRest) + ((PI - turned) - base) : baseRest;          \
  return COPYSIGN(th_angle_##T(turned, turnedRest, isBack ? -t : t, isBack ? -rest : rest), y);    \
}                                                                                                  \
/* asin(a) of a <= 1/2 is v + rest; beyond, pi / 2 - 2 (v + rest), where v is the root of          \
   (1 - a) / 2. */                                                                                 \
TH_INLINE T th_asinParts_##T(T a, T *rest)                                                         \
{                                                                                                  \
  const int isFar = a > (T)0.5;                                                                    \
  const T z = isFar ? (1 - a) * (T)0.5 : a * a, root = SQRT(z), v = isFar ? root : a;              \
  const T lost = isFar ? FMA(-root, root, z) * ((T)0.5 / (root + LEAST)) : 0;                      \
  *rest = FMA(v * z, th_asinRest_##T(z), lost);                                                    \
  return v;                                                                                        \
}                                                                                                  \
TH_INLINE T th_asin_##T(T x)                                                                       \
{                                                                                                  \
  T rest;                                                                                          \
  const T a = ABS(x), v = th_asinParts_##T(a, &rest);                                              \
  const T far = th_angle_##T(PI / 2, PI_REST / 2, -2 * v, -2 * rest);                              \
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
  const T angle = th_angle_##T(base, baseRest, by * v, by * rest);                                 \
  return th_choose_##T(nan, __builtin_nanf(""), angle);                                            \
}

TH_ARC_FUNCTIONS(float, int32_t, __builtin_fmaf, __builtin_sqrtf, __builtin_fabsf,
                 __builtin_copysignf, __FLT_MIN__, 0x1.921fb6p+1f, -0x1.777a5cp-24f, 0x1p60f,
                 0x1p-60f)
TH_ARC_FUNCTIONS(double, int64_t, __builtin_fma, __builtin_sqrt, __builtin_fabs, __builtin_copysign,
                 __DBL_MIN__, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, 0x1p500,
                 0x1p-500)
#undef TH_ARC_FUNCTIONS

#endif
