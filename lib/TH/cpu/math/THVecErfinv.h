/*
** The inverse of erf, without branches, about 1 ulp from the true value.
**
** Up to 0.75, y (63 / 64 + A(t) / B(t)) with t = 9 / 16 - y^2; beyond, s - 3 / 8 + A(s) / B(s) with
** s^2 = -log(1 - y). Both constants are close, so the quotients are small. Polynomials:
** test/long/numerics/coefficients.py.
*/
#ifndef TH_VECERFINV_H
#define TH_VECERFINV_H

#include "TH/cpu/math/THVecLog.h"

TH_INLINE float th_erfinvAbove_float(float t)
{
  return TH_HORNER(float, t, -0x1.644b32p-1f, -0x1.fc3d48p+0f, -0x1.39532ep-1f, 0x1.f091d6p-3f);
}

TH_INLINE double th_erfinvAbove_double(double t)
{
  return TH_HORNER(double, t, -0x1.6e8f5e4fb7061p-9, -0x1.7ba32ea3f0743p-1, -0x1.aae763cea4eb7p+2,
                   -0x1.1bf81b0ebac3cp+4, -0x1.22017bc02f4cep+4, -0x1.95342cb68cb89p+2,
                   0x1.dda77076b39d6p-2, 0x1.d4d3931090ec9p-2);
}

TH_INLINE float th_erfinvBelow_float(float t)
{
  return TH_HORNER(float, t, 0x1.p+0f, 0x1.7ea128p+2f, 0x1.dee652p+2f, 0x1.35c898p+1f);
}

TH_INLINE double th_erfinvBelow_double(double t)
{
  return TH_HORNER(double, t, 0x1.p+0, 0x1.a37cbda11c235p+3, 0x1.a5460a1f1f173p+5,
                   0x1.6d77e64eb29b6p+6, 0x1.31b8856d663bbp+6, 0x1.e51d40dc2159ap+4,
                   0x1.2479de99a8b8ep+2);
}

TH_INLINE float th_erfinvFarAbove_float(float s)
{
  return TH_HORNER(float, s, -0x1.1dbf48p+7f, 0x1.a952f6p+4f, 0x1.8ed288p+8f, -0x1.4aa7bp+8f);
}

TH_INLINE double th_erfinvFarAbove_double(double s)
{
  return TH_HORNER(double, s, 0x1.7cfd5e22ac629p-2, 0x1.3faa9412285fcp+4, 0x1.8dc0daa905679p+7,
                   0x1.5aeda48a569dep+8, -0x1.712f68239b3d5p+8, -0x1.fdfb40e0ac73ap+8,
                   0x1.6318212444f32p+7, 0x1.f4c8fe31a8a11p+2, 0x1.007e5d178318ap+9);
}

TH_INLINE float th_erfinvFarBelow_float(float s)
{
  return TH_HORNER(float, s, 0x1.p+0f, -0x1.a3ba44p+8f, -0x1.a9a45cp+10f, -0x1.070728p+10f,
                   -0x1.d30138p+9f);
}

TH_INLINE double th_erfinvFarBelow_double(double s)
{
  return TH_HORNER(double, s, 0x1.p+0, 0x1.e710615cc780ep+5, 0x1.a5428d965dff4p+9,
                   0x1.e2973caf56f0cp+11, 0x1.d55a33167f641p+12, 0x1.08cc5bb21af21p+13,
                   0x1.bda508238e222p+12, 0x1.c70e78af0023cp+11, 0x1.56d5ac8897faap+10);
}

#define TH_ERFINV_FUNCTIONS(T, FMA, SQRT, COPYSIGN)                                                \
TH_INLINE T th_erfinv_##T(T x)                                                                     \
{                                                                                                  \
  T lRest;                                                                                         \
  const T a = COPYSIGN(x, 1), t = FMA(-a, a, (T)0.5625), near = a * (T)0.984375;                   \
  const T l = th_logPair_##T(1 - a, 0, 0, 0, &lRest), s = SQRT(-l), far = s - (T)0.375;            \
  const int isFar = a > (T)0.75;                                                                   \
  const T above = isFar ? th_erfinvFarAbove_##T(s) : th_erfinvAbove_##T(t);                        \
  const T q = above / (isFar ? th_erfinvFarBelow_##T(s) : th_erfinvBelow_##T(t));                  \
  const T sRest = (FMA(-s, s, -l) - lRest) * ((T)0.5 / s), farRest = (s - far) - (T)0.375;         \
  const T nearRest = FMA(a, q, FMA(a, (T)0.984375, -near));                                        \
  const T inside = isFar ? far + ((farRest + sRest) + q) : near + nearRest;                        \
  const T end = a == 1 ? __builtin_inff() : __builtin_nanf("");                                    \
  return COPYSIGN(a < 1 ? inside : end, x);                                                        \
}

TH_ERFINV_FUNCTIONS(float, __builtin_fmaf, __builtin_sqrtf, __builtin_copysignf)
TH_ERFINV_FUNCTIONS(double, __builtin_fma, __builtin_sqrt, __builtin_copysign)
#undef TH_ERFINV_FUNCTIONS

#endif
