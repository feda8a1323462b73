/*
** sin and cos, without branches, at most 1 ulp from the true value up to a limit; what is farther
** from 0 is left to the C library.
**
** With n = round(x 2 / pi) and r = x - n pi / 2, both are sin r or cos r up to the sign. pi / 2
** comes in two parts of 53 bits. Polynomials: test/numerics/coefficients.py.
*/
#ifndef TH_VECTRIG_H
#define TH_VECTRIG_H

#include "kernels/THVecBits.h"

static const double th_half_pi = 0x1.921fb54442d18p+0, th_half_pi_rest = 0x1.1a62633145c07p-54;

#define TH_NEAR_FLOAT 0x1p40f
#define TH_NEAR_DOUBLE 0x1p20

/* sin(x + quarter pi / 2), in double. */
static inline float th_wave_float(float x, int64_t quarter)
{
  const double shifted = __builtin_fma((double)x, 0x1.45f306dc9c883p-1, TH_ROUND_double);
  const double n = shifted - TH_ROUND_double;
  const double r = __builtin_fma(-n, th_half_pi_rest, __builtin_fma(-n, th_half_pi, (double)x));
  const double z = r * r;
  const int64_t q = th_bits_double(shifted) + quarter;
  double s = 0x1.6dbbee1f245ddp-19, c = -0x1.2522e6d930e14p-22;
  s = __builtin_fma(s, z, -0x1.a013a11619d19p-13);
  s = __builtin_fma(s, z, 0x1.11110dea5e8c0p-7);
  s = __builtin_fma(s, z, -0x1.555555545c0f8p-3);
  s = r * __builtin_fma(s, z, 1.0);
  c = __builtin_fma(c, z, 0x1.a015c02820884p-16);
  c = __builtin_fma(c, z, -0x1.6c16bf51b0df9p-10);
  c = __builtin_fma(c, z, 0x1.555555550225fp-5);
  c = __builtin_fma(__builtin_fma(c, z, -0.5), z, 1.0);
  s = q & 1 ? c : s;
  return (float)(q & 2 ? -s : s);
}

/* The same with r in two parts: what the rounding of n pi / 2 lost goes into the second. */
static inline double th_wave_double(double x, int64_t quarter)
{
  const double shifted = __builtin_fma(x, 0x1.45f306dc9c883p-1, TH_ROUND_double);
  const double n = shifted - TH_ROUND_double, most = n * th_half_pi;
  const double lost = __builtin_fma(n, th_half_pi_rest, __builtin_fma(n, th_half_pi, -most));
  const double exact = x - most, r = exact - lost, rest = (exact - r) - lost, z = r * r;
  const int64_t q = th_bits_double(shifted) + quarter;
  double s = -0x1.ab161757f0c0bp-41, c = 0x1.ab76cf6e9b317p-45;
  s = __builtin_fma(s, z, 0x1.61217c1864fa0p-33);
  s = __builtin_fma(s, z, -0x1.ae64540f0ba18p-26);
  s = __builtin_fma(s, z, 0x1.71de3a545e700p-19);
  s = __builtin_fma(s, z, -0x1.a01a01a019926p-13);
  s = __builtin_fma(s, z, 0x1.1111111111110p-7);
  s = __builtin_fma(s, z, -0x1.5555555555555p-3);
  s = r + __builtin_fma(r * z, s, rest);
  c = __builtin_fma(c, z, -0x1.9394b76d1f264p-37);
  c = __builtin_fma(c, z, 0x1.1eed8de9ef73ep-29);
  c = __builtin_fma(c, z, -0x1.27e4fb7711e1dp-22);
  c = __builtin_fma(c, z, 0x1.a01a01a019d02p-16);
  c = __builtin_fma(c, z, -0x1.6c16c16c16c16p-10);
  c = __builtin_fma(c, z, 0x1.5555555555555p-5);
  const double h = 0.5 * z, w = 1 - h;
  c = w + (((1 - w) - h) + __builtin_fma(z * z, c, -r * rest));
  s = q & 1 ? c : s;
  return q & 2 ? -s : s;
}

static inline float th_sin_float(float x) { return th_wave_float(x, 0); }
static inline float th_cos_float(float x) { return th_wave_float(x, 1); }
static inline double th_sin_double(double x) { return x == 0 ? x : th_wave_double(x, 0); }
static inline double th_cos_double(double x) { return th_wave_double(x, 1); }

#endif
