/*
** erf, without branches, at most 1 ulp from the true value.
**
** Up to 0.9, x + x Q(x^2); beyond, with v = |x| - 1, 1 - (1 - erf(1)) exp(-v P(v)). Polynomials:
** test/long/numerics/coefficients.py.
*/
#ifndef TH_VECERF_H
#define TH_VECERF_H

#include "TH/cpu/math/THVecExp.h"

/* erf(x) / x - 1 of z = x^2 <= 0.81. */
TH_INLINE float th_erfRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.662514p-14f, -0x1.acf7f4p-11f, 0x1.5513f2p-8f, -0x1.b8162ap-6f,
                   0x1.ce2e6p-4f, -0x1.812744p-2f, 0x1.06eba8p-3f);
}

TH_INLINE double th_erfRest_double(double z)
{
  return TH_HORNER(double, z, -0x1.d32ba573e32fp-31, 0x1.e2dcf715fb0b4p-27, -0x1.5d8aeea32f18bp-23,
                   0x1.b9b8665c61573p-20, -0x1.f4cf6f958f511p-17, 0x1.f9a3075fc18b3p-14,
                   -0x1.c02db31ef651fp-11, 0x1.565bcd0a6ec01p-8, -0x1.b82ce312736b7p-6,
                   0x1.ce2f21a042835p-4, -0x1.812746b0379e3p-2, 0x1.06eba8214db69p-3);
}

/* -log((1 - erf(1 + v)) / (1 - erf(1))) / v, v >= -0.1. */
TH_INLINE float th_erfcLog_float(float v)
{
  return TH_HORNER(float, v, -0x1.9e307ap-13f, 0x1.eb2e34p-10f, -0x1.46501cp-7f, 0x1.54505p-5f,
                   0x1.afabcap-1f, 0x1.51c9b2p+1f);
}

TH_INLINE double th_erfcLog_double(double v)
{
  return TH_HORNER(double, v, 0x1.d65fc653acdfp-43, -0x1.bd13890cf1b9p-38, 0x1.89931aff20482p-34,
                   -0x1.b09febd48fe86p-31, 0x1.4a32ce9667382p-28, -0x1.6e191a2496279p-26,
                   0x1.2202609f0a1bcp-24, -0x1.0da4865cad5dp-23, -0x1.c181ef21c28edp-24,
                   0x1.0f2c62003ddd3p-19, -0x1.4165dd1ab5771p-17, 0x1.c75c0bc307752p-16,
                   -0x1.b8bedb62bfb41p-16, -0x1.f1b4b9ccd6e0dp-13, 0x1.033f6996130d8p-9,
                   -0x1.48c9d40c2fdabp-7, 0x1.5477f09ca9a17p-5, 0x1.afabc11a28f42p-1,
                   0x1.51c9b0006c23dp+1);
}

#define TH_ERF_FUNCTIONS(T, FMA, COPYSIGN, MOST, BEYOND_1)                                         \
TH_INLINE T th_erf_##T(T x)                                                                        \
{                                                                                                  \
  const T a = COPYSIGN(x, 1), c = a > MOST ? MOST : a;                                             \
  const T near = FMA(a, th_erfRest_##T(a * a), a);                                                 \
  const T v = c - 1, far = FMA(-BEYOND_1, th_expInRange_##T(-v * th_erfcLog_##T(v)), 1);           \
  return COPYSIGN(a < (T)0.9 ? near : far, x);                                                     \
}

TH_ERF_FUNCTIONS(float, __builtin_fmaf, __builtin_copysignf, 4.0f, 0x1.422616p-3f)
TH_ERF_FUNCTIONS(double, __builtin_fma, __builtin_copysign, 6.0, 0x1.4226162fbddd5p-3)
#undef TH_ERF_FUNCTIONS

#endif
