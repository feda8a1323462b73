/*
** sin, cos, tan and sinc, without branches, at most 1 ulp from the true value; but for sinc, only
** for arguments up to a limit: larger ones are left to the C library.
**
** With n = round(x 2 / pi) and r = x - n pi / 2, both are sin r or cos r, up to the sign. pi / 2 is
** a sum of three parts. x minus n times the first part is exact, because the difference is below 1
** and has no bit below the last one of that part. Polynomials: test/long/numerics/coefficients.py.
*/
#ifndef TH_VECTRIG_H
#define TH_VECTRIG_H

#include "TH/cpu/math/THVecBits.h"

/* Up to this argument, the error of 2 / pi moves r by less than 0.08 beyond pi / 4. */
#define TH_TRIG_LIMIT(a) ((__typeof__(a))0x1p20)

/* (r - sin(r)) / r^3 of z = r^2. */
TH_INLINE float th_sinRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.97f7d2p-13f, -0x1.11032ap-7f, 0x1.55553ap-3f);
}

TH_INLINE double th_sinRest_double(double z)
{
  return TH_HORNER(double, z, -0x1.5d930547aa155p-33, 0x1.ae5e6648407f3p-26,
                   -0x1.71de3577c680bp-19, 0x1.a01a019c11a99p-13, -0x1.111111110f87bp-7,
                   0x1.5555555555549p-3);
}

/* (cos(r) - 1 + r^2 / 2) / r^4 of z = r^2. */
TH_INLINE float th_cosRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.98cecp-16f, -0x1.6c081cp-10f, 0x1.555544p-5f);
}

TH_INLINE double th_cosRest_double(double z)
{
  return TH_HORNER(double, z, -0x1.8fae9ec5440cfp-37, 0x1.1ee9ebeeff30ap-29,
                   -0x1.27e4f809fb9d5p-22, 0x1.a01a019cb1d0bp-16, -0x1.6c16c16c1517fp-10,
                   0x1.555555555554cp-5);
}

/* (tan(r) / r - 1 - z / 3) / z^2 of z = r^2. */
TH_INLINE float th_tanTail_float(float z)
{
  return TH_HORNER(float, z, 0x1.4e9752p-9f, -0x1.d9378p-10f, 0x1.910e5p-8f, 0x1.ffe948p-8f,
                   0x1.6a2ee2p-6f, 0x1.b9e548p-5f, 0x1.111192p-3f);
}

TH_INLINE double th_tanTail_double(double z)
{
  return TH_HORNER(double, z, 0x1.3e05a9c2246c1p-17, -0x1.7e16364dbffp-16, 0x1.7d81893046bf2p-15,
                   -0x1.6ba5b18c60f22p-16, 0x1.0c24027e562fap-14, 0x1.667e4e0658c97p-14,
                   0x1.fd835a5fee156p-13, 0x1.34dc4297af29p-11, 0x1.7dae109d3f8e3p-10,
                   0x1.d6d32cca5301fp-9, 0x1.226e38a8c772fp-7, 0x1.664f486dcc013p-6,
                   0x1.ba1ba1ba63bdap-5, 0x1.1111111110e17p-3);
}

/* (sin(pi f) / (pi f) - 1 + z pi^2 / 6) / z^2 of z = f^2 <= 1/4. */
TH_INLINE float th_sincTail_float(float z)
{
  return TH_HORNER(float, z, -0x1.26608p-9f, 0x1.ac0112p-6f, -0x1.86a792p-3f, 0x1.9f9cbp-1f);
}

TH_INLINE double th_sincTail_double(double z)
{
  return TH_HORNER(double, z, 0x1.075d7a75243e2p-22, -0x1.d3e854492f08cp-18, 0x1.3746a7411c43p-13,
                   -0x1.338169ac2301ep-9, 0x1.ac6805ccda9aap-6, -0x1.86a8e4720acd4p-3,
                   0x1.9f9cb402bc44p-1);
}

/* n = round(x 2 / pi), also in the last bits of shifted. */
#define TH_TRIG_FUNCTIONS(T, I, U, FMA, ABS, RINT, TWO_OVER_PI, PART1, PART2, PART3, THIRD,        \
                          BEND, BEND_REST)                                                         \
TH_INLINE T th_quarters_##T(T x, T *shifted)                                                       \
{                                                                                                  \
  *shifted = FMA(x, TWO_OVER_PI, TH_ROUND_##T);                                                    \
  return *shifted - TH_ROUND_##T;                                                                  \
}                                                                                                  \
/* r, and rest: r - rest is x minus n quarters. The signs keep -0 as it is. */                     \
TH_INLINE T th_withoutQuarters_##T(T x, T n, T *rest)                                              \
{                                                                                                  \
  const T most = FMA(-n, PART1, x), r = most - n * PART2;                                          \
  *rest = FMA(n, PART3, FMA(n, PART2, r - most));                                                  \
  return r;                                                                                        \
}                                                                                                  \
/* sin and cos of x minus n quarters. */                                                           \
TH_INLINE T th_sinCos_##T(T x, T n, T *c)                                                          \
{                                                                                                  \
  T rest;                                                                                          \
  const T r = th_withoutQuarters_##T(x, n, &rest), z = r * r;                                      \
  *c = 1 + FMA((T)-0.5 * r, r, FMA(z * z, th_cosRest_##T(z), r * rest));                           \
  return r - FMA(r * z, th_sinRest_##T(z), rest);                                                  \
}                                                                                                  \
/* x, or -x where the second last bit of turned is set. */                                         \
TH_INLINE T th_turned_##T(T x, U turned)                                                           \
{                                                                                                  \
  const U sign = (U)1 << (sizeof(T) * 8 - 1);                                                      \
  return th_fromBits_##T(th_bits_##T(x) ^ (I)((turned << (sizeof(T) * 8 - 2)) & sign));            \
}                                                                                                  \
/* sin(x + quarter pi / 2). */                                                                     \
TH_INLINE T th_wave_##T(T x, U quarter)                                                            \
{                                                                                                  \
  T shifted, c;                                                                                    \
  const T n = th_quarters_##T(x, &shifted), s = th_sinCos_##T(x, n, &c);                           \
  const U q = (U)th_bits_##T(shifted) + quarter;                                                   \
  return th_turned_##T(q & 1 ? c : s, q);                                                          \
}                                                                                                  \
TH_INLINE T th_sin_##T(T x) { return th_wave_##T(x, 0); }                                          \
TH_INLINE T th_cos_##T(T x) { return th_wave_##T(x, 1); }                                          \
/* tan(r - rest) is t + tRest; after an odd quarter, minus the inverse of that. */                 \
TH_INLINE T th_tan_##T(T x)                                                                        \
{                                                                                                  \
  T shifted, rest;                                                                                 \
  const T r = th_withoutQuarters_##T(x, th_quarters_##T(x, &shifted), &rest), z = r * r;           \
  const T slope = FMA(z, (T)1.5, 1), less = FMA((T)0.5 * r, FMA(r, r, -z), -rest * slope);         \
  const T rz = r * z, more = FMA(rz, THIRD, FMA(rz * z, th_tanTail_##T(z), less));                 \
  const T t = r + more, tRest = (r - t) + more;                                                    \
  const T inverse = 1 / t, under = FMA(-inverse, tRest, FMA(-inverse, t, 1));                      \
  return (U)th_bits_##T(shifted) & 1 ? -FMA(under, inverse, inverse) : t;                          \
}                                                                                                  \
/* sin(pi x) / (pi x). turned is how far x is from an even number, f from a whole one. */          \
TH_INLINE T th_sinc_##T(T x)                                                                       \
{                                                                                                  \
  const T a = ABS(x), turned = x - 2 * RINT((T)0.5 * x), t = ABS(turned);                          \
  const T f = t > (T)0.5 ? 1 - t : t;                                                              \
  const T n = a < (T)0.5 ? 1 : f, d = a < (T)0.5 ? 1 : a, inverse = 1 / d, q = n * inverse;        \
  const T z = f * f, bend = z * BEND, rest = FMA(BEND, FMA(f, f, -z), FMA(z, BEND, -bend));        \
  const T wave = FMA(z * z, th_sincTail_##T(z), FMA(z, BEND_REST, rest)), r = FMA(q, bend, q);     \
  const T more = FMA(q, wave, FMA(q, bend, q - r)), qRest = FMA(-q, d, n) * inverse;               \
  const T value = r + FMA(qRest, 1 + bend, more);                                                  \
  const T turnedValue = (turned < 0) != (x < 0) ? -value : value;                                  \
  return f == f ? turnedValue : __builtin_nanf("");                                                \
}

TH_TRIG_FUNCTIONS(float, int32_t, uint32_t, __builtin_fmaf, __builtin_fabsf, __builtin_rintf,
                  0x1.45f306p-1f, 0x1.921fb4p+0f, 0x1.4442dp-24f,
                  0x1.846988p-48f, 0x1.555556p-2f,
                  -0x1.a51a66p+0f, -0x1.2983eap-27f)
TH_TRIG_FUNCTIONS(double, int64_t, uint64_t, __builtin_fma, __builtin_fabs, __builtin_rint,
                  0x1.45f306dc9c883p-1,
                  0x1.921fb54442d18p+0, 0x1.1a62633145c06p-54,
                  0x1.c1cd129024e08p-107, 0x1.5555555555555p-2,
                  -0x1.a51a6625307d3p+0, -0x1.1873d8912200cp-55)
#undef TH_TRIG_FUNCTIONS

#endif
