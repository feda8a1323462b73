/*
** exp, expm1, sigmoid and tanh, without branches, at most 1 ulp from the true value.
**
** With n = round(x / ln 2) and r = x - n ln 2, exp(x) = 2^n (1 + p), where p = exp(r) - 1 = r + r^2
** Q(r). Sums keep what their rounding lost; quotients of such sums (sigmoid, tanh) are corrected by
** one step of Newton. ln 2 comes in two parts, of which n times the first is exact.
** Polynomials: test/numerics/coefficients.py. Every sum and product below is IEEE's, fma included:
** the bits are the same wherever this is compiled.
*/
#ifndef TH_VECEXP_H
#define TH_VECEXP_H

#include "kernels/THVecBits.h"

/* Q by Horner's rule. */
static inline float th_expRest_float(float r)
{
  float q = 0x1.a1256cp-13f;
  q = __builtin_fmaf(q, r, 0x1.6d43bp-10f);
  q = __builtin_fmaf(q, r, 0x1.1110ep-7f);
  q = __builtin_fmaf(q, r, 0x1.5554e8p-5f);
  q = __builtin_fmaf(q, r, 0x1.555556p-3f);
  return __builtin_fmaf(q, r, 0.5f);
}

static inline double th_expRest_double(double r)
{
  double q = 0x1.1f6080c134f62p-29;
  q = __builtin_fma(q, r, 0x1.af4e554377204p-26);
  q = __builtin_fma(q, r, 0x1.27e4e7b035367p-22);
  q = __builtin_fma(q, r, 0x1.71de01fdbf9cap-19);
  q = __builtin_fma(q, r, 0x1.a01a01a0e83cdp-16);
  q = __builtin_fma(q, r, 0x1.a01a01abf85abp-13);
  q = __builtin_fma(q, r, 0x1.6c16c16c176e6p-10);
  q = __builtin_fma(q, r, 0x1.11111111100bep-7);
  q = __builtin_fma(q, r, 0x1.5555555555552p-5);
  q = __builtin_fma(q, r, 0x1.5555555555557p-3);
  return __builtin_fma(q, r, 0.5);
}

/*
** For each type: MOST and LEAST, beyond which exp is infinite or 0; ONE, below which expm1 is -1
** and tanh of half of it 1.
*/
#define TH_EXP_FUNCTIONS(T, I, FMA, COPYSIGN, LOG2E, LN2, LN2_REST, MOST, LEAST, ONE)              \
/* n, as an integer, r, and w = p - r (with exactly, also what the rounding of r lost); x is       \
   within the limits or NaN. */                                                                    \
static inline I th_expParts_##T(T x, int exactly, T *r, T *w)                                      \
{                                                                                                  \
  const T shifted = FMA(x, LOG2E, th_round_##T), n = shifted - th_round_##T;                       \
  const T near = FMA(-n, LN2, x);                                                                  \
  *r = FMA(-n, LN2_REST, near);                                                                    \
  *w = *r * *r * th_expRest_##T(*r);                                                               \
  if (exactly) *w += FMA(-n, LN2_REST, near - *r);                                                 \
  return th_bits_##T(shifted) - th_bits_##T(th_round_##T);                                         \
}                                                                                                  \
/* x within the limits; both comparisons are of x, so that none waits for the other. */            \
static inline T th_limit_##T(T x, T least, T most)                                                 \
{                                                                                                  \
  const T below = x > most ? most : x;                                                             \
  return x < least ? least : below;                                                                \
}                                                                                                  \
/* a + b, and what its rounding lost; |a| >= |b| or a is 0. */                                     \
static inline T th_sum_##T(T a, T b, T *lost)                                                      \
{                                                                                                  \
  const T sum = a + b;                                                                             \
  *lost = b - (sum - a);                                                                           \
  return sum;                                                                                      \
}                                                                                                  \
static inline T th_exp_##T(T x)                                                                    \
{                                                                                                  \
  T r, w, lost;                                                                                    \
  const I n = th_expParts_##T(th_limit_##T(x, LEAST, MOST), 0, &r, &w), half = n >> 1;             \
  const T y = th_sum_##T(1, r, &lost);                                                             \
  return (y + (lost + w)) * th_power2_##T(half) * th_power2_##T(n - half);                         \
}                                                                                                  \
/* (2^n - 1) + 2^n p; where 2^n might be too large, twice half of that. */                         \
static inline T th_expm1_##T(T x)                                                                  \
{                                                                                                  \
  T r, w, lost;                                                                                    \
  const I n = th_expParts_##T(th_limit_##T(x, ONE, MOST), 1, &r, &w), large = n > 60;              \
  const T s = th_power2_##T(n - large), one = large ? (T)0.5 : 1, t = s - one;                     \
  const T y = th_sum_##T(t, s * r, &lost);                                                         \
  return COPYSIGN((y + (FMA(s, w, (s - t) - one) + lost)) * (large ? 2 : 1), x);                   \
}                                                                                                  \
/* (a + aRest) / (d + dRest). */                                                                   \
static inline T th_quotient_##T(T a, T aRest, T d, T dRest)                                        \
{                                                                                                  \
  const T inverse = 1 / d, q = a * inverse;                                                        \
  return FMA(FMA(-q, d, a) + (aRest - q * dRest), inverse, q);                                     \
}                                                                                                  \
/* With e = exp(-|x|): 1 / (1 + e), or e / (1 + e) for negative x. */                              \
static inline T th_sigmoid_##T(T x)                                                                \
{                                                                                                  \
  const T c = x > 0 ? -x : x;                                                                      \
  T r, w, lost, dRest;                                                                             \
  const I n = th_expParts_##T(c < LEAST ? LEAST : c, 0, &r, &w), half = n >> 1;                    \
  const T s = th_power2_##T(half), t = th_power2_##T(n - half), y = th_sum_##T(1, r, &lost);       \
  const T e = (y + (lost + w)) * s * t, eRest = ((y - (y + (lost + w))) + (lost + w)) * s * t;     \
  const T d = th_sum_##T(1, e, &dRest);                                                            \
  return th_quotient_##T(x < 0 ? e : 1, x < 0 ? eRest : 0, d, dRest + eRest);                      \
}                                                                                                  \
/* With m = expm1(-2 |x|) = (2^n - 1) + 2^n p: -m / (2 + m), with the sign of x. */                \
static inline T th_tanh_##T(T x)                                                                   \
{                                                                                                  \
  const T c = x > 0 ? -2 * x : 2 * x;                                                              \
  T r, w, lostP, lostT, lostM, dRest;                                                              \
  const I n = th_expParts_##T(c < ONE ? ONE : c, 1, &r, &w);                                       \
  const T s = th_power2_##T(n), p = th_sum_##T(r, w, &lostP), t = th_sum_##T(-1, s, &lostT);       \
  const T m = th_sum_##T(t, s * p, &lostM), mRest = (lostM + lostT) + s * lostP;                   \
  const T d = th_sum_##T(2, m, &dRest);                                                            \
  return COPYSIGN(th_quotient_##T(-m, -mRest, d, dRest + mRest), x);                               \
}

TH_EXP_FUNCTIONS(float, int32_t, __builtin_fmaf, __builtin_copysignf, 0x1.715476p+0f, 0x1.62e4p-1f,
                 0x1.7f7d1cp-20f, 89.0f, -104.5f, -40.0f)
TH_EXP_FUNCTIONS(double, int64_t, __builtin_fma, __builtin_copysign, 0x1.71547652b82fep+0,
                 0x1.62e42ffp-1, -0x1.718432a1b0e26p-35, 710.0, -746.0, -80.0)

#endif
