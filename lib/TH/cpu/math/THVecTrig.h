/*
** sin and cos, without branches, at most 1 ulp from the true value up to a limit; what is farther
** from 0 is left to the C library.
**
** With n = round(x 2 / pi) and r = x - n pi / 2, both are sin r or cos r up to the sign. pi / 2
** comes in three parts. x minus n times the first is exact: it is below 1 and has no bit below the
** last one of that part. Polynomials: test/long/numerics/coefficients.py.
*/
#ifndef TH_VECTRIG_H
#define TH_VECTRIG_H

#include "TH/cpu/math/THVecBits.h"

/* Up to it, what 2 / pi lacks moves r by less than 0.08 beyond pi / 4. */
#define TH_TRIG_LIMIT(a) ((__typeof__(a))0x1p20)

/* (r - sin(r)) / r^3 of z = r^2. */
static inline float th_sinRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.97f7d2p-13f, -0x1.11032ap-7f, 0x1.55553ap-3f);
}

static inline double th_sinRest_double(double z)
{
  return TH_HORNER(double, z, -0x1.5d930547aa155p-33, 0x1.ae5e6648407f3p-26,
                   -0x1.71de3577c680bp-19, 0x1.a01a019c11a99p-13, -0x1.111111110f87bp-7,
                   0x1.5555555555549p-3);
}

/* (cos(r) - 1 + r^2 / 2) / r^4 of z = r^2. */
static inline float th_cosRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.98cecp-16f, -0x1.6c081cp-10f, 0x1.555544p-5f);
}

static inline double th_cosRest_double(double z)
{
  return TH_HORNER(double, z, -0x1.8fae9ec5440cfp-37, 0x1.1ee9ebeeff30ap-29,
                   -0x1.27e4f809fb9d5p-22, 0x1.a01a019cb1d0bp-16, -0x1.6c16c16c1517fp-10,
                   0x1.555555555554cp-5);
}

/* n = round(x 2 / pi), also in the last bits of shifted. */
#define TH_TRIG_FUNCTIONS(T, I, U, FMA, TWO_OVER_PI, PART1, PART2, PART3)                          \
static inline T th_quarters_##T(T x, T *shifted)                                                   \
{                                                                                                  \
  *shifted = FMA(x, TWO_OVER_PI, TH_ROUND_##T);                                                    \
  return *shifted - TH_ROUND_##T;                                                                  \
}                                                                                                  \
/* sin and cos of what n quarters leave of x, r - rest; the signs are such that -0 stays -0. */    \
static inline T th_sinCos_##T(T x, T n, T *c)                                                      \
{                                                                                                  \
  const T most = FMA(-n, PART1, x), r = most - n * PART2, z = r * r;                               \
  const T rest = FMA(n, PART3, FMA(n, PART2, r - most));                                           \
  *c = 1 + FMA((T)-0.5 * r, r, FMA(z * z, th_cosRest_##T(z), r * rest));                           \
  return r - FMA(r * z, th_sinRest_##T(z), rest);                                                  \
}                                                                                                  \
/* x, or -x where the second last bit of turned is set. */                                         \
static inline T th_turned_##T(T x, U turned)                                                       \
{                                                                                                  \
  const U sign = (U)1 << (sizeof(T) * 8 - 1);                                                      \
  return th_fromBits_##T(th_bits_##T(x) ^ (I)((turned << (sizeof(T) * 8 - 2)) & sign));            \
}                                                                                                  \
/* sin(x + quarter pi / 2). */                                                                     \
static inline T th_wave_##T(T x, U quarter)                                                        \
{                                                                                                  \
  T shifted, c;                                                                                    \
  const T n = th_quarters_##T(x, &shifted), s = th_sinCos_##T(x, n, &c);                           \
  const U q = (U)th_bits_##T(shifted) + quarter;                                                   \
  return th_turned_##T(q & 1 ? c : s, q);                                                          \
}                                                                                                  \
static inline T th_sin_##T(T x) { return th_wave_##T(x, 0); }                                      \
static inline T th_cos_##T(T x) { return th_wave_##T(x, 1); }

TH_TRIG_FUNCTIONS(float, int32_t, uint32_t, __builtin_fmaf, 0x1.45f306p-1f, 0x1.921fb4p+0f,
                  0x1.4442dp-24f, 0x1.846988p-48f)
TH_TRIG_FUNCTIONS(double, int64_t, uint64_t, __builtin_fma, 0x1.45f306dc9c883p-1,
                  0x1.921fb54442d18p+0, 0x1.1a62633145c06p-54,
                  0x1.c1cd129024e08p-107)
#undef TH_TRIG_FUNCTIONS

#endif
