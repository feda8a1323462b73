/*
** erfc and ndtr, the area of the normal distribution below x, without branches, about 1 ulp from
** the true value.
**
** For c >= 0, erfc(c) = exp(-c^2) P / (1 + c), where P varies little; erfc(-c) = 2 - erfc(c). The
** square and the exponential come with what rounding lost of them. Polynomials:
** test/long/numerics/coefficients.py.
*/
#ifndef TH_VECERFC_H
#define TH_VECERFC_H

#include "TH/cpu/math/THVecExp.h"
#include "TH/cpu/math/THVecLog.h"

/* (P - middle) / v of v = K / (c + K) - 1/2, where K is 3 for float and 4 for double, and middle
   is P at v = 0. */
TH_INLINE float th_erfcPart_float(float v)
{
  return TH_HORNER(float, v, -0x1.bb1048p-4f, 0x1.87f48ap-3f, 0x1.709024p-3f, -0x1.ae1d66p-3f,
                   -0x1.3ff2aap-1f, -0x1.67a5b6p-1f, -0x1.85fb72p-2f, 0x1.4f5f48p-4f,
                   0x1.9596bep-2f, 0x1.d8f07p-2f);
}

TH_INLINE double th_erfcPart_double(double v)
{
  return TH_HORNER(double, v, -0x1.3f9779f4f911ep-9, 0x1.8e124fc8b8698p-7, -0x1.81c5e1523980ep-8,
                   -0x1.a864db00f6facp-6, 0x1.7f191276d9dcdp-7, 0x1.8bac837594438p-5,
                   0x1.21551e21ecd9ap-11, -0x1.6430242c5d0edp-4, -0x1.15d76b37ce31fp-4,
                   0x1.b955f235debap-4, 0x1.0c9317a5c3882p-2, 0x1.f875a7e5bd496p-4,
                   -0x1.98b36e9b0520dp-2, -0x1.1567522dfe885p+0, -0x1.8db87b43c9477p+0,
                   -0x1.8e8471e8d2dd1p+0, -0x1.1ef9faf81eb4dp+0, -0x1.f5c2a42513098p-2,
                   0x1.03a843937dff9p-4, 0x1.89dfde1d96caep-2, 0x1.df6f7856005cfp-2,
                   0x1.9841f8fe19466p-2);
}

/* Beyond FAR, erfc is 0. SLOPE is about that of P, by which rounding errors of v are corrected. */
#define TH_ERFC_FUNCTIONS(T, FMA, COPYSIGN, FAR, K, SLOPE, MIDDLE, MIDDLE_REST, ROOT, ROOT_REST)   \
/* erfc(a + aRest), 0 <= a; without aRest if that is 0. What rounding lost of c + K, and of c + 1, \
   is exact: K and 1 are multiples of the last bit of the sum. */                                  \
TH_INLINE T th_erfcAbove_##T(T a, T aRest, const int hasRest)                                      \
{                                                                                                  \
  T shifted, rest;                                                                                 \
  const T c = a > FAR ? FAR : a, z = c * c, lost = FMA(c, c, -z);                                  \
  const T zRest = hasRest ? FMA(2 * c, aRest, lost) : lost;                                        \
  const T whole = th_expPair_##T(-z, -zRest, 1, &shifted, &rest);                                  \
  const T d = c + K, dLost = c - (d - K), dRest = hasRest ? dLost + aRest : dLost;                 \
  const T w = c + 1, wLost = c - (w - 1), wRest = hasRest ? wLost + aRest : wLost;                 \
  const T inverse = 1 / w, u = K / d, v = u - (T)0.5;                                              \
  const T uRest = (FMA(-u, d, K) - u * dRest) * (u * (1 / (T)K));                                  \
  const T slope = th_erfcPart_##T(v), s = v * slope, p = MIDDLE + s, q = p * inverse;              \
  const T pRest = ((MIDDLE - p) + s) + (FMA(v, slope, -s) + FMA(uRest, SLOPE, MIDDLE_REST));       \
  const T qRest = (FMA(-q, w, p) + (pRest - q * wRest)) * inverse;                                 \
  return th_scaled_##T(FMA(whole, q, FMA(whole, qRest, rest * q)), shifted, -1);                   \
}                                                                                                  \
TH_INLINE T th_erfc_##T(T x)                                                                       \
{                                                                                                  \
  const T above = th_erfcAbove_##T(COPYSIGN(x, 1), 0, 0);                                          \
  return x < 0 ? 2 - above : above;                                                                \
}                                                                                                  \
/* Half of erfc(-x / sqrt(2)). */                                                                  \
TH_INLINE T th_ndtr_##T(T x)                                                                       \
{                                                                                                  \
  const T a = COPYSIGN(x, 1), c = a > 2 * FAR ? 2 * FAR : a, t = c * ROOT;                         \
  const T half = (T)0.5 * th_erfcAbove_##T(t, FMA(c, ROOT, -t) + c * ROOT_REST, 1);                \
  return x > 0 ? 1 - half : half;                                                                  \
}

TH_ERFC_FUNCTIONS(float, __builtin_fmaf, __builtin_copysignf, 10.5f, 3, 0.5f, 0x1.6e9828p-1f,
                  -0x1.6eb16ap-28f, 0x1.6a09e6p-1f, 0x1.9fcef4p-27f)
TH_ERFC_FUNCTIONS(double, __builtin_fma, __builtin_copysign, 28.0, 4, 0.58, 0x1.5eb7f6ecb19a9p-1,
                  0x1.4be21497119c2p-55, 0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55)
#undef TH_ERFC_FUNCTIONS

#endif
