/*
** exp, exp2, expm1, sigmoid, sinh, cosh and tanh, without branches, at most 1 ulp from the true
** value.
**
** With n = round(x / ln 2) and r = x - n ln 2, exp(x) = 2^n (1 + r + r^2 Q(r)). ln 2 comes in two
** parts, of which n times the first is exact. Polynomials: test/long/numerics/coefficients.py.
** Every sum and product below is IEEE's, fma included: the bits are the same wherever this is
** compiled.
*/
#ifndef TH_VECEXP_H
#define TH_VECEXP_H

#include "TH/cpu/math/THVecBits.h"

/* For arguments up to this magnitude, of either sign, exp is normal and below the largest power of
   2. */
#define TH_EXP_LIMIT(a) TH_PICK(a, 87.0f, 708.0)
#define TH_EXP2_LIMIT(a) TH_PICK(a, 126.0f, 1022.0)

/* (exp(r) - 1 - r) / r^2. */
TH_INLINE float th_expRest_float(float r)
{
  return TH_HORNER(float, r, 0x1.6a2288p-10f, 0x1.123a66p-7f, 0x1.5558f6p-5f, 0x1.55549p-3f,
                   0x1.fffffcp-2f);
}

TH_INLINE double th_expRest_double(double r)
{
  return TH_HORNER(double, r, 0x1.ad7df01a70e67p-26, 0x1.28adcabff954fp-22, 0x1.71df26d573da8p-19,
                   0x1.a01999b2136aep-16, 0x1.a01a01296c251p-13, 0x1.6c16c18449487p-10,
                   0x1.1111111127f46p-7, 0x1.55555555507fap-5, 0x1.55555555554f9p-3,
                   0x1.000000000000ap-1);
}

/* (2^r - 1) / (2 r), |r| <= 1/2. */
TH_INLINE float th_exp2Rest_float(float r)
{
  return TH_HORNER(float, r, 0x1.470cfcp-14f, 0x1.5f730ep-11f, 0x1.3b270cp-8f, 0x1.c6ae72p-6f,
                   0x1.ebfbe2p-4f, 0x1.62e432p-2f);
}

TH_INLINE double th_exp2Rest_double(double r)
{
  return TH_HORNER(double, r, 0x1.c0614de42ca3ep-33, 0x1.e60659f5609ecp-29, 0x1.b5417231957e9p-25,
                   0x1.62bfd46e2e8fap-21, 0x1.ffcbee312d64dp-18, 0x1.43091309713dep-14,
                   0x1.5d87fe7bbf0f2p-11, 0x1.3b2ab6fba1dddp-8, 0x1.c6b08d7048f19p-6,
                   0x1.ebfbdff82c598p-4, 0x1.62e42fefa39f3p-2);
}

/* (2^r - 1 - r ln 2) / r^2, |r| <= 1/2. */
TH_INLINE float th_exp2Tail_float(float r)
{
  return TH_HORNER(float, r, 0x1.414d9ap-13f, 0x1.5f0448p-10f, 0x1.3b2e1p-7f, 0x1.c6af88p-5f,
                   0x1.ebfbdcp-3f);
}

TH_INLINE double th_exp2Tail_double(double r)
{
  return TH_HORNER(double, r, 0x1.e7c55501f3055p-32, 0x1.e61813254af8cp-28, 0x1.b526544abf7bep-24,
                   0x1.62bfc9c30d882p-20, 0x1.ffcbfbc6ebc2cp-17, 0x1.4309130dd7875p-13,
                   0x1.5d87fe78c3a72p-10, 0x1.3b2ab6fba0743p-7, 0x1.c6b08d704a045p-5,
                   0x1.ebfbdff82c5a1p-3);
}

/* (sinh(x) / x - 1) / x^2 of z = x^2 <= 1. */
TH_INLINE float th_sinhRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.122812p-7f, 0x1.5554bp-3f);
}

TH_INLINE double th_sinhRest_double(double z)
{
  return TH_HORNER(double, z, 0x1.af5efdd221622p-26, 0x1.71ddf83589307p-19, 0x1.a01a01afee971p-13,
                   0x1.111111110f69dp-7, 0x1.5555555555559p-3);
}

/* (cosh(r) - 1) / r^2 of z = r^2. */
TH_INLINE float th_coshRest_float(float z)
{
  return TH_HORNER(float, z, 0x1.6d9844p-10f, 0x1.55547ep-5f, 0x1.p-1f);
}

TH_INLINE double th_coshRest_double(double z)
{
  return TH_HORNER(double, z, 0x1.28b0d6df0b836p-22, 0x1.a01995f3d9b97p-16, 0x1.6c16c185e644cp-10,
                   0x1.555555554feefp-5, 0x1.000000000000cp-1);
}

/* Two polynomials of z = x^2 <= 1 with the quotient (c - (1 - tanh(x) / x) / x^2) / x^2, where c is
   1/3 as rounded. They take fewer steps than one long polynomial, even with the division. */
TH_INLINE float th_tanhAbove_float(float z)
{
  return TH_HORNER(float, z, 0x1.278f9ep-13f, 0x1.50f81p-2f);
}

TH_INLINE float th_tanhBelow_float(float z)
{
  return z + 0x1.3be8aep+1f;
}

TH_INLINE double th_tanhAbove_double(double z)
{
  return TH_HORNER(double, z, 0x1.554396287e9e6p-2, 0x1.f3167267559a3p+4, 0x1.064f8a93d73a3p+9);
}

TH_INLINE double th_tanhBelow_double(double z)
{
  return TH_HORNER(double, z, 1, 0x1.81cbbb53bda7p+6, 0x1.c8a313bf5ddedp+10, 0x1.ebd523d533906p+11);
}

/* With masks, choosing what is divided costs less than to divide twice. The bits are the same. */
#ifdef __AVX512F__
#define TH_TANH_DIVISIONS 1
#else
#define TH_TANH_DIVISIONS 2
#endif

/*
** For each type: how many bits the mantissa has and how much the exponent is offset; the exponent
** HALFWAY between that of 1 and the greatest; n times LN2 is exact, LN2_WHOLE + LN2_LOST is ln 2;
** MOST and LEAST, beyond which exp is infinite or 0, MOST2 and LEAST2 for exp2; MOST_HALF, beyond
** which sinh and cosh are infinite; ONE, from which tanh is 1 (and below minus which expm1 is -1).
*/
#define TH_EXP_FUNCTIONS(T, I, U, FMA, COPYSIGN, DIGITS, BIAS, HALFWAY, LOG2E, LN2, LN2_REST,      \
                         MOST, LEAST, ONE, MOST2, LEAST2, MOST_HALF, LN2_WHOLE, LN2_LOST)          \
/* 2^n times the number with the bits by; shifted has n + BIAS in its low bits. */                 \
TH_INLINE T th_power2_##T(T shifted, U by)                                                         \
{                                                                                                  \
  return th_fromBits_##T((I)(((U)th_bits_##T(shifted) << DIGITS) + (by - ((U)BIAS << DIGITS))));   \
}                                                                                                  \
/* x - n ln 2, without the last part of ln 2. */                                                   \
TH_INLINE T th_withoutLn2_##T(T x, T *shifted, T *n)                                               \
{                                                                                                  \
  *shifted = FMA(x, LOG2E, TH_ROUND_##T + BIAS);                                                   \
  *n = *shifted - (TH_ROUND_##T + BIAS);                                                           \
  return FMA(-*n, LN2, x);                                                                         \
}                                                                                                  \
/* exp(x) / 2^n. */                                                                                \
TH_INLINE T th_expFraction_##T(T x, T *shifted)                                                    \
{                                                                                                  \
  T n;                                                                                             \
  const T near = th_withoutLn2_##T(x, shifted, &n), r = FMA(-n, LN2_REST, near);                   \
  return FMA(FMA(th_expRest_##T(r), r, 1), r, 1);                                                  \
}                                                                                                  \
/* 2^x / 2^n, with r = x - n. */                                                                   \
TH_INLINE T th_exp2Fraction_##T(T x, T *shifted)                                                   \
{                                                                                                  \
  *shifted = x + (TH_ROUND_##T + BIAS);                                                            \
  const T r = x - (*shifted - (TH_ROUND_##T + BIAS)), y = FMA(r, LN2_WHOLE, 1);                    \
  const T lost = FMA(r, LN2_WHOLE, 1 - y) + r * LN2_LOST;                                          \
  return y + FMA(r * r, th_exp2Tail_##T(r), lost);                                                 \
}                                                                                                  \
/* 2^n y, if that is normal and below the last power of 2. */                                      \
TH_INLINE T th_power2InRange_##T(T y, T shifted)                                                   \
{                                                                                                  \
  return y * th_power2_##T(shifted, (U)BIAS << DIGITS);                                            \
}                                                                                                  \
/* 2^n y. 2^n is a product of two: (2^(n - HALFWAY)) 2^HALFWAY, or with -HALFWAY for negative x; in\
   the latter case both are negative, which saves an instruction. */                               \
TH_INLINE T th_scaled_##T(T y, T shifted, T x)                                                     \
{                                                                                                  \
  const U one = (U)BIAS << DIGITS, halfway = (U)HALFWAY << DIGITS;                                 \
  const U up = halfway ^ (((U)th_bits_##T(x) >> 1) & ((U)1 << (sizeof(T) * 8 - 2)));               \
  return y * th_power2_##T(shifted, one - up) * th_fromBits_##T((I)(one + up));                    \
}                                                                                                  \
TH_INLINE T th_expInRange_##T(T x)                                                                 \
{                                                                                                  \
  T shifted, y = th_expFraction_##T(x, &shifted);                                                  \
  return th_power2InRange_##T(y, shifted);                                                         \
}                                                                                                  \
TH_INLINE T th_exp_##T(T x)                                                                        \
{                                                                                                  \
  const T above = x < LEAST ? LEAST : x;                                                           \
  T shifted, y = th_expFraction_##T(above > MOST ? MOST : above, &shifted);                        \
  return th_scaled_##T(y, shifted, x);                                                             \
}                                                                                                  \
/* exp(x + more) / 2^n without *rest; more is below the last bit of x. Without more if that is     \
   0. */                                                                                           \
TH_INLINE T th_expPair_##T(T x, T more, const int hasMore, T *shifted, T *rest)                    \
{                                                                                                  \
  T n;                                                                                             \
  const T near = th_withoutLn2_##T(x, shifted, &n), most = FMA(-n, LN2_REST, near);                \
  const T r = hasMore ? most + more : most, lost = FMA(-n, LN2_REST, near - most);                 \
  const T under = hasMore ? lost + ((most - r) + more) : lost;                                     \
  const T p = FMA(r * r, th_expRest_##T(r), under), y = 1 + r, whole = y + p;                      \
  *rest = ((1 - y) + r) + ((y - whole) + p);                                                       \
  return whole;                                                                                    \
}                                                                                                  \
/* exp(x) without *rest, of x <= 0. */                                                             \
TH_INLINE T th_expSplit_##T(T x, T *rest)                                                          \
{                                                                                                  \
  T shifted, lost, whole = th_expPair_##T(x < LEAST ? LEAST : x, 0, 0, &shifted, &lost);           \
  *rest = th_scaled_##T(lost, shifted, x);                                                         \
  return th_scaled_##T(whole, shifted, x);                                                         \
}                                                                                                  \
TH_INLINE T th_exp2InRange_##T(T x)                                                                \
{                                                                                                  \
  T shifted, y = th_exp2Fraction_##T(x, &shifted);                                                 \
  return th_power2InRange_##T(y, shifted);                                                         \
}                                                                                                  \
TH_INLINE T th_exp2_##T(T x)                                                                       \
{                                                                                                  \
  const T above = x < LEAST2 ? LEAST2 : x;                                                         \
  T shifted, y = th_exp2Fraction_##T(above > MOST2 ? MOST2 : above, &shifted);                     \
  return th_scaled_##T(y, shifted, x);                                                             \
}                                                                                                  \
/* With a = n ln 2 + r >= 0, up = 2^(n - less) and down = 2^(-n - less): where less is 1, cosh(a)  \
   is (up + down) cosh(r) + (up - down) sinh(r), and sinh(a) the same with -down for down; where   \
   it is 2, since 2^n may be too large, it is half of that. down is 0 where it would not be normal.\
   cosh is within 1 ulp without what rounding lost of r. */                                        \
TH_INLINE T th_hyperbola_##T(T a, T sign, U less)                                                  \
{                                                                                                  \
  T shifted, n;                                                                                    \
  const T near = th_withoutLn2_##T(a, &shifted, &n);                                               \
  const T up = th_power2_##T(shifted, (BIAS - less) << DIGITS);                                    \
  const I bits = (I)(((BIAS - less) << (DIGITS + 1)) - (U)th_bits_##T(up));                        \
  const T down = sign * th_fromBits_##T(less == 1 || bits > 0 ? bits : 0);                         \
  const T r = FMA(-n, LN2_REST, near), rest = FMA(-n, LN2_REST, near - r), z = r * r;              \
  const T start = up + down, slope = up - down, y = FMA(slope, r, start);                          \
  const T lost = FMA(slope, r, start - y) + ((up - start) + down);                                 \
  const T under = sign < 0 ? FMA(slope, rest, lost) : lost;                                        \
  const T more = FMA(start, z * th_coshRest_##T(z), under);                                        \
  return y + FMA(slope * (r * z), th_sinhRest_##T(z), more);                                       \
}                                                                                                  \
TH_INLINE T th_coshInRange_##T(T x) { return th_hyperbola_##T(COPYSIGN(x, 1), 1, 1); }             \
TH_INLINE T th_sinhInRange_##T(T x)                                                                \
{                                                                                                  \
  return COPYSIGN(th_hyperbola_##T(COPYSIGN(x, 1), -1, 1), x);                                     \
}                                                                                                  \
TH_INLINE T th_cosh_##T(T x)                                                                       \
{                                                                                                  \
  const T a = COPYSIGN(x, 1);                                                                      \
  return 2 * th_hyperbola_##T(a > MOST_HALF ? MOST_HALF : a, 1, 2);                                \
}                                                                                                  \
/* Halves of small numbers may be rounded; sinh(a) is a there. */                                  \
TH_INLINE T th_sinh_##T(T x)                                                                       \
{                                                                                                  \
  const T a = COPYSIGN(x, 1), value = 2 * th_hyperbola_##T(a > MOST_HALF ? MOST_HALF : a, -1, 2);  \
  return COPYSIGN(a < (T)0x1p-28 ? a : value, x);                                                  \
}                                                                                                  \
/* (2^n - 1) + 2^n (r + w). */                                                                     \
TH_INLINE T th_expm1InRange_##T(T x)                                                               \
{                                                                                                  \
  T shifted, n;                                                                                    \
  const T near = th_withoutLn2_##T(x, &shifted, &n), s = th_power2_##T(shifted, (U)BIAS << DIGITS);\
  const T r = FMA(-n, LN2_REST, near), rest = FMA(-n, LN2_REST, near - r), z = r * r;              \
  const T w = FMA(z, th_expRest_##T(r), FMA((T)0.5, FMA(r, r, -z), rest));                         \
  const T t = s - 1, y = FMA(s, r, t), lost = ((s - t) - 1) + FMA(s, r, t - y);                    \
  return COPYSIGN(y + FMA(s, w, lost), x);                                                         \
}                                                                                                  \
/* If 2^n might be too large, twice half of that. */                                               \
TH_INLINE T th_expm1_##T(T x)                                                                      \
{                                                                                                  \
  const T above = x < -ONE ? -ONE : x;                                                             \
  T shifted, n;                                                                                    \
  const T near = th_withoutLn2_##T(above > MOST ? MOST : above, &shifted, &n);                     \
  const T r = FMA(-n, LN2_REST, near), rest = FMA(-n, LN2_REST, near - r), z = r * r;              \
  const T w = FMA(z, th_expRest_##T(r), FMA((T)0.5, FMA(r, r, -z), rest));                         \
  const I large = n > 60;                                                                          \
  const T s = th_power2_##T(shifted, ((U)BIAS - (U)large) << DIGITS), one = large ? (T)0.5 : 1;    \
  const T t = s - one, y = FMA(s, r, t), lost = ((s - t) - one) + FMA(s, r, t - y);                \
  return COPYSIGN((y + FMA(s, w, lost)) * (large ? 2 : 1), x);                                     \
}                                                                                                  \
/* 1 / d with d = 1 + exp(|x|) in two parts, corrected by one step of Newton; or 1 - that. */      \
TH_INLINE T th_sigmoidInRange_##T(T x)                                                             \
{                                                                                                  \
  const T one = 1;                                                                                 \
  T shifted, n;                                                                                    \
  const T near = th_withoutLn2_##T(COPYSIGN(x, one), &shifted, &n), r = FMA(-n, LN2_REST, near);   \
  const T p = FMA(r * r, th_expRest_##T(r), r), s = th_power2_##T(shifted, (U)BIAS << DIGITS);     \
  const T whole = s + one, d = FMA(s, p, whole);                                                   \
  const T rest = FMA(s, p, whole - d) + (one - (whole - s)), inverse = one / d;                    \
  const T small = FMA(FMA(-inverse, rest, FMA(-inverse, d, one)), inverse, inverse);               \
  return x < 0 ? small : one - small;                                                              \
}                                                                                                  \
TH_INLINE T th_sigmoid_##T(T x)                                                                    \
{                                                                                                  \
  const T most = TH_EXP_LIMIT(x);                                                                  \
  return x < -most ? th_exp_##T(x) : th_sigmoidInRange_##T(x > most ? most : x);                   \
}                                                                                                  \
/* Up to 1 x - x^3 (c - x^2 tail); from there 1 - 2 / (1 + exp(2 x)), where exp's last part of the \
   reduction does not matter any more. */                                                          \
TH_INLINE T th_tanh_##T(T x)                                                                       \
{                                                                                                  \
  const T a = COPYSIGN(x, 1), z = a * a, round = TH_ROUND_##T + BIAS;                              \
  const I bits = th_bits_##T(a), most = th_bits_##T(ONE);                                          \
  const T c = th_fromBits_##T(bits < most ? bits : most), shifted = FMA(c, 2 * LOG2E, round);      \
  const T r = FMA(c, 2 * LOG2E, -(shifted - round)), s = th_power2_##T(shifted, (U)BIAS << DIGITS);\
  const T half = FMA(s * r, th_exp2Rest_##T(r), FMA(s, (T)0.5, (T)0.5));                           \
  const T above = th_tanhAbove_##T(z), below = th_tanhBelow_##T(z);                                \
  /* The first test is of bits so that the compiler does not make two divisions of it again. */    \
  const int isFar = TH_TANH_DIVISIONS == 1 && bits > th_bits_##T(1);                               \
  const T tail = (isFar ? 1 : above) / (isFar ? half : below);                                     \
  const T inverse = TH_TANH_DIVISIONS == 1 ? tail : 1 / half;                                      \
  const T near = FMA(-(a * z), FMA(-z, tail, (T)1 / 3), a), far = 1 - inverse;                     \
  return COPYSIGN(a > 1 ? far : near, x);                                                          \
}

TH_EXP_FUNCTIONS(float, int32_t, uint32_t, __builtin_fmaf, __builtin_copysignf, 23, 127, 64,
                 0x1.715476p+0f, 0x1.62e4p-1f, 0x1.7f7d1cp-20f, 89.0f, -104.5f, 40.0f, 129.0f,
                 -152.0f, 89.5f, 0x1.62e43p-1f, -0x1.05c61p-29f)
TH_EXP_FUNCTIONS(double, int64_t, uint64_t, __builtin_fma, __builtin_copysign, 52, 1023, 512,
                 0x1.71547652b82fep+0, 0x1.62e42ffp-1, -0x1.718432a1b0e26p-35, 710.0, -746.0, 80.0,
                 1025.0, -1077.0, 710.6, 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)
#undef TH_EXP_FUNCTIONS

#endif
