/*
** Logarithms to the bases e, 2 and 10, log1p, products with logarithms, and the inverse hyperbolic
** functions, which are logarithms too, without branches, about 1 ulp from the true value at
** most: doc/numerics.md has the worst errors that were found.
**
** x = 2^n (1 + f) with 1 + f between the square roots of 1/2 and of 2. Polynomials:
** test/long/numerics/coefficients.py.
*/
#ifndef TH_VECLOG_H
#define TH_VECLOG_H

#include "TH/cpu/math/THVecBits.h"

/* Up to this argument asinh and acosh need not care for the square's size. */
#define TH_ARC_LIMIT(a) TH_PICK(a, 0x1p40f, 0x1p80)

/* (log(1 + f) - f) / f^2. */
TH_INLINE float th_logRest_float(float f)
{
  return TH_HORNER(float, f, -0x1.39211ap-4f, 0x1.08a3d2p-3f, -0x1.0f3652p-3f, 0x1.22643ap-3f,
                   -0x1.5425e4p-3f, 0x1.99a48ap-3f, -0x1.00043p-2f, 0x1.55555p-2f,
                   -0x1.fffff8p-2f);
}

/* (2 atanh(s) - 2 s) / s^3 of z = s^2. */
TH_INLINE double th_atanhRest_double(double z)
{
  return TH_HORNER(double, z, 0x1.2f0d54d149093p-3, 0x1.39a0fa5a55aa1p-3, 0x1.746645fc4332p-3,
                   0x1.c71c51e8c6461p-3, 0x1.2492494216cf5p-2, 0x1.999999997fb3cp-2,
                   0x1.5555555555593p-1);
}

/* f and n of 2^more x, where x is normal and positive. Adding 2^52 converts the exponent of a
   double to a number without an instruction that only AVX-512 has. */
TH_INLINE float th_logFraction_float(float x, int32_t more, float *n)
{
  const int32_t i = th_bits_float(x) - 0x3f3504f3; /* the bits of sqrt(1/2) */
  *n = (float)((i >> 23) + more);
  return th_fromBits_float((i & 0x7fffff) + 0x3f3504f3) - 1;
}

TH_INLINE double th_logFraction_double(double x, double more, double *n)
{
  const uint64_t low = 0x3fe6a09e667f3bcd; /* the bits of sqrt(1/2) */
  const uint64_t i = (uint64_t)th_bits_double(x) + (0x3ff0000000000000 - low);
  *n = th_fromBits_double((int64_t)(i >> 52 | 0x4330000000000000)) - (0x1p52 + 1023 - more);
  return th_fromBits_double((int64_t)((i & 0xfffffffffffff) + low)) - 1;
}

/* log(2^more x) of a normal positive number x. For double, with s = f / (2 + f), log(1 + f) =
   2 atanh(s) = s (2 + R(s^2)) = f - s (f - R), as in Sun's fdlibm. */
TH_INLINE float th_logPlus_float(float x, int32_t more)
{
  float n;
  const float f = th_logFraction_float(x, more, &n);
  return __builtin_fmaf(n, 0x1.62e43p-1f, __builtin_fmaf(f * f, th_logRest_float(f), f));
}

TH_INLINE double th_logPlus_double(double x, double more)
{
  double n;
  const double f = th_logFraction_double(x, more, &n), s = f / (2 + f), z = s * s;
  const double r = __builtin_fma(-z, th_atanhRest_double(z), f);
  const double rest = __builtin_fma(s, r, n * 0x1.718432a1b0e26p-35);
  return __builtin_fma(n, 0x1.62e42ffp-1, f - rest);
}

/* (log(1 + f) - f) / (f^2 log 2). */
TH_INLINE float th_log2Rest_float(float f)
{
  return TH_HORNER(float, f, -0x1.c3c006p-4f, 0x1.7dcb72p-3f, -0x1.8746c8p-3f, 0x1.a2f246p-3f,
                   -0x1.eabad8p-3f, 0x1.277eaap-2f, -0x1.715a82p-2f, 0x1.ec7094p-2f,
                   -0x1.71547p-1f);
}

/* log(1 + f) - f. */
TH_INLINE float th_logMore_float(float f)
{
  return f * f * th_logRest_float(f);
}

TH_INLINE double th_logMore_double(double f)
{
  const double s = f / (2 + f), z = s * s;
  return -s * __builtin_fma(-z, th_atanhRest_double(z), f);
}

/* 2^-n of the number whose fraction is between those roots, or 0 where that is too small. */
TH_INLINE float th_logScale_float(float x)
{
  const uint32_t n = (uint32_t)(th_bits_float(x) - 0x3f3504f3) & 0xff800000;
  const int32_t bits = (int32_t)(0x3f800000 - n);
  return th_fromBits_float(bits > 0 ? bits : 0);
}

TH_INLINE double th_logScale_double(double x)
{
  const uint64_t low = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000;
  const uint64_t n = ((uint64_t)th_bits_double(x) - low) & 0xfff0000000000000;
  const int64_t bits = (int64_t)(one - n);
  return th_fromBits_double(bits > 0 ? bits : 0);
}

/* log(2^more x) / log base of a normal positive number x: by + byRest is 1 / log base, unit +
   unitRest that of 2, of which n times the first part is exact. */
TH_INLINE double th_logTo_double(double x, int more, double by, double byRest, double unit,
                                 double unitRest)
{
  double n;
  const double f = th_logFraction_double(x, more, &n);
  const double t = f * by, whole = n * unit, value = whole + t;
  const double rest = __builtin_fma(f, by, -t) + __builtin_fma(f, byRest, n * unitRest);
  return value + __builtin_fma(th_logMore_double(f), by, ((whole - value) + t) + rest);
}

TH_INLINE double th_log10Plus_double(double x, int more)
{
  return th_logTo_double(x, more, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.34413509f78p-2,
                         0x1.fef311f12b358p-46);
}

/* (log(1 + f) - f) / (f^2 log 10). */
TH_INLINE float th_log10Rest_float(float f)
{
  return TH_HORNER(float, f, -0x1.0fcc4cp-5f, 0x1.cca216p-5f, -0x1.d7a79p-5f, 0x1.f85c1ap-5f,
                   -0x1.276a16p-4f, 0x1.63d006p-4f, -0x1.bcbf52p-4f, 0x1.287a7p-3f,
                   -0x1.bcb7aap-3f);
}

/* n times the first part of log 2 is exact, and so is most of the last sum where n is not 0. */
TH_INLINE float th_log10Plus_float(float x, int32_t more)
{
  float n;
  const float f = th_logFraction_float(x, more, &n);
  const float slope = __builtin_fmaf(f, th_log10Rest_float(f), -0x1.5b235ep-27f);
  const float rest = __builtin_fmaf(f, slope, n * -0x1.95ec1p-19f);
  return __builtin_fmaf(n, 0x1.3442p-2f, __builtin_fmaf(f, 0x1.bcb7b2p-2f, rest));
}

/* log2(2^more x) of a normal positive number x. For float n can be added last: where it is not 0,
   the logarithm of 1 + f has bits below the last one of the sum. */
TH_INLINE float th_log2Plus_float(float x, int32_t more)
{
  float n;
  const float f = th_logFraction_float(x, more, &n);
  const float rest = f * __builtin_fmaf(f, th_log2Rest_float(f), 0x1.4ae0cp-26f);
  return n + __builtin_fmaf(f, 0x1.715476p+0f, rest);
}

TH_INLINE double th_log2Plus_double(double x, int more)
{
  return th_logTo_double(x, more, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, 1, 0);
}

/* log(2^more (x + lost)), rounded; lost is small beside x. 1 / (1 + f) is about slope. */
TH_INLINE float th_logOfPair_float(float x, float lost, int32_t more)
{
  float n;
  const float f = th_logFraction_float(x, more, &n), c = lost * th_logScale_float(x);
  const float slope = __builtin_fmaf(f, __builtin_fmaf(f, 0.8f, -1), 1);
  const float rest = __builtin_fmaf(f * f, th_logRest_float(f), c * slope);
  return __builtin_fmaf(n, 0x1.62e43p-1f, f + rest);
}

TH_INLINE double th_logOfPair_double(double x, double lost, int more)
{
  double n;
  const double f = th_logFraction_double(x, more, &n), c = lost * th_logScale_double(x);
  const double slope = __builtin_fma(f, __builtin_fma(f, 0.8, -1), 1);
  const double small = __builtin_fma(n, -0x1.718432a1b0e26p-35, th_logMore_double(f));
  return __builtin_fma(n, 0x1.62e42ffp-1, f + __builtin_fma(c, slope, small));
}

/* Arguments that are not positive and finite get their value at the end. Below NEAR, asinh(a) is
   a. */
#define TH_LOG_FUNCTIONS(T, FMA, SQRT, ABS, COPYSIGN, LEAST, MOST, SHIFT, DIGITS, LN2, LN2_REST,   \
                         NEAR)                                                                     \
TH_INLINE T th_logOfAny_##T(T x, T value)                                                          \
{                                                                                                  \
  const T least = x == 0 ? -__builtin_inff() : __builtin_nanf("");                                 \
  const T finite = x <= MOST ? value : x;                                                          \
  return x > 0 ? finite : least;                                                                   \
}                                                                                                  \
TH_INLINE T th_logInRange_##T(T x) { return th_logPlus_##T(x, 0); }                                \
TH_INLINE T th_log_##T(T x)                                                                        \
{                                                                                                  \
  const int small = x < LEAST;                                                                     \
  return th_logOfAny_##T(x, th_logPlus_##T(x * (small ? SHIFT : 1), small ? -DIGITS : 0));         \
}                                                                                                  \
TH_INLINE T th_log2InRange_##T(T x) { return th_log2Plus_##T(x, 0); }                              \
TH_INLINE T th_log10InRange_##T(T x) { return th_log10Plus_##T(x, 0); }                            \
TH_INLINE T th_log2_##T(T x)                                                                       \
{                                                                                                  \
  const int small = x < LEAST;                                                                     \
  return th_logOfAny_##T(x, th_log2Plus_##T(x * (small ? SHIFT : 1), small ? -DIGITS : 0));        \
}                                                                                                  \
TH_INLINE T th_log10_##T(T x)                                                                      \
{                                                                                                  \
  const int small = x < LEAST;                                                                     \
  return th_logOfAny_##T(x, th_log10Plus_##T(x * (small ? SHIFT : 1), small ? -DIGITS : 0));       \
}                                                                                                  \
/* log(2^more (x + lost)) without *rest; lost is at most a half of the last bit of x. Without lost \
   if that is 0: fewer steps, the same bits. */                                                    \
TH_INLINE T th_logOfSum_##T(T x, T lost, const int hasLost, int more, T *rest)                     \
{                                                                                                  \
  T n;                                                                                             \
  const T f = th_logFraction_##T(x, more, &n), c = hasLost ? lost * th_logScale_##T(x) : 0;        \
  const T g = hasLost ? f + c : f, gRest = (f - g) + c, whole = n * LN2, value = whole + g;        \
  const T bend = th_logMore_##T(g), under = hasLost ? bend + FMA(-g, gRest, gRest) : bend;         \
  *rest = ((whole - value) + g) + FMA(n, LN2_REST, under);                                         \
  return value;                                                                                    \
}                                                                                                  \
/* The same, with what rounding lost in *rest. */                                                  \
TH_INLINE T th_logPair_##T(T x, T lost, const int hasLost, int more, T *rest)                      \
{                                                                                                  \
  T part;                                                                                          \
  const T most = th_logOfSum_##T(x, lost, hasLost, more, &part), value = most + part;              \
  *rest = (most - value) + part;                                                                   \
  return value;                                                                                    \
}                                                                                                  \
/* a + b, and in *rest what rounding lost. */                                                      \
TH_INLINE T th_sum_##T(T a, T b, T *rest)                                                          \
{                                                                                                  \
  const T sum = a + b, of = sum - a;                                                               \
  *rest = (a - (sum - of)) + (b - of);                                                             \
  return sum;                                                                                      \
}                                                                                                  \
/* The same of |a| >= |b|. */                                                                      \
TH_INLINE T th_sumBySize_##T(T a, T b, T *rest)                                                    \
{                                                                                                  \
  const T sum = a + b;                                                                             \
  *rest = b - (sum - a);                                                                           \
  return sum;                                                                                      \
}                                                                                                  \
TH_INLINE T th_log1p_##T(T x)                                                                      \
{                                                                                                  \
  T lost;                                                                                          \
  const T u = th_sum_##T(1, x, &lost);                                                             \
  return COPYSIGN(th_logOfAny_##T(u, th_logOfPair_##T(u, lost, 0)), x);                            \
}                                                                                                  \
/* a times the logarithm l + rest of x; 0 where a is 0, unless x is NaN. */                        \
TH_INLINE T th_timesLog_##T(T a, T x, T l, T rest)                                                 \
{                                                                                                  \
  const T log = th_logOfAny_##T(x, l);                                                             \
  const T more = ((ABS(a) <= MOST) & (x <= MOST)) ? a * rest : 0;                                  \
  const T value = more == 0 ? a * log : FMA(a, log, more);                                         \
  return ((a == 0) & (x == x)) ? 0 : value;                                                        \
}                                                                                                  \
TH_INLINE T th_xlogy_##T(T a, T x)                                                                 \
{                                                                                                  \
  T rest;                                                                                          \
  const int small = x < LEAST;                                                                     \
  const T l = th_logPair_##T(x * (small ? SHIFT : 1), 0, 0, small ? -DIGITS : 0, &rest);           \
  return th_timesLog_##T(a, x, l, rest);                                                           \
}                                                                                                  \
TH_INLINE T th_xlog1py_##T(T a, T x)                                                               \
{                                                                                                  \
  T lost, rest;                                                                                    \
  const T u = th_sum_##T(1, x, &lost), l = th_logPair_##T(u, lost, 1, 0, &rest);                   \
  return th_timesLog_##T(a, u, COPYSIGN(l, x), rest);                                              \
}                                                                                                  \
TH_INLINE T th_entr_##T(T a)                                                                       \
{                                                                                                  \
  const T value = -th_xlogy_##T(a, a), other = a < 0 ? -__builtin_inff() : a;                      \
  return a > 0 ? value : other;                                                                    \
}                                                                                                  \
/* a + the root of a^2 + one, which is 1, or -1 and a >= 1; and what rounding lost. */             \
TH_INLINE T th_sumWithRoot_##T(T a, T one, T *lost)                                                \
{                                                                                                  \
  T wRest, sumRest;                                                                                \
  const T z = a * a, w = one < 0 ? th_sumBySize_##T(z, one, &wRest) : th_sum_##T(z, one, &wRest);  \
  const T r = SQRT(w), under = FMA(-r, r, w) + (wRest + FMA(a, a, -z));                            \
  const T sum = one < 0 ? th_sumBySize_##T(a, r, &sumRest) : th_sumBySize_##T(r, a, &sumRest);     \
  *lost = sumRest + under * ((T)0.5 / (r + LEAST));                                                \
  return sum;                                                                                      \
}                                                                                                  \
TH_INLINE T th_asinhInRange_##T(T x)                                                               \
{                                                                                                  \
  T lost;                                                                                          \
  const T a = ABS(x), sum = th_sumWithRoot_##T(a, 1, &lost);                                       \
  return COPYSIGN(a >= NEAR ? th_logOfPair_##T(sum, lost, 0) : a, x);                              \
}                                                                                                  \
TH_INLINE T th_acoshInRange_##T(T x)                                                               \
{                                                                                                  \
  T lost;                                                                                          \
  const T sum = th_sumWithRoot_##T(x, -1, &lost);                                                  \
  return th_logOfPair_##T(sum, lost, 0);                                                           \
}                                                                                                  \
/* Far out the sum is 2 a. */                                                                      \
TH_INLINE T th_asinh_##T(T x)                                                                      \
{                                                                                                  \
  T lost;                                                                                          \
  const T far = TH_ARC_LIMIT(x), a = ABS(x);                                                       \
  const T sum = th_sumWithRoot_##T(a > far ? far : a, 1, &lost);                                   \
  const int isFar = a > far;                                                                       \
  const T value = th_logOfPair_##T(isFar ? a : sum, isFar ? 0 : lost, isFar);                      \
  return COPYSIGN(((a >= NEAR) & (a <= MOST)) ? value : a, x);                                     \
}                                                                                                  \
TH_INLINE T th_acosh_##T(T x)                                                                      \
{                                                                                                  \
  T lost;                                                                                          \
  const T far = TH_ARC_LIMIT(x), sum = th_sumWithRoot_##T(x > far ? far : x, -1, &lost);           \
  const int isFar = x > far;                                                                       \
  const T value = th_logOfPair_##T(isFar ? x : sum, isFar ? 0 : lost, isFar);                      \
  const T finite = x <= MOST ? value : x;                                                          \
  return x < 1 ? __builtin_nanf("") : finite;                                                      \
}

TH_LOG_FUNCTIONS(float, __builtin_fmaf, __builtin_sqrtf, __builtin_fabsf,
                 __builtin_copysignf, __FLT_MIN__, __FLT_MAX__, 0x1p23f, 23, 0x1.62e4p-1f,
                 0x1.7f7d1cp-20f, 0x1p-13f)
TH_LOG_FUNCTIONS(double, __builtin_fma, __builtin_sqrt, __builtin_fabs, __builtin_copysign,
                 __DBL_MIN__, __DBL_MAX__, 0x1p54, 54, 0x1.62e42ffp-1, -0x1.718432a1b0e26p-35,
                 0x1p-28)
#undef TH_LOG_FUNCTIONS

/* atanh(s) / s - 1, divided by s^2, of z = s^2. */
TH_INLINE float th_atanhMore_float(float z)
{
  return TH_HORNER(float, z, 0x1.133b4cp-3f, 0x1.20b914p-3f, 0x1.99b84ap-3f, 0x1.55553p-2f);
}

/* With (1 + a) / (1 - a) = 2^n (1 + f), atanh(a) is n log(2) / 2 + atanh(s), s = f / (2 + f). The
   bits of 1 + a and of 1 - a tell n; it is 0 where s is a. Where a is large, s comes from 1 - a,
   which is exact there. */
TH_INLINE float th_atanh_float(float x)
{
  const float a = __builtin_fabsf(x), down = 1 - a;
  const int32_t steps = th_bits_float(1 + a) - th_bits_float(down) + 0x1c0000;
  const float n = (float)(steps >> 23), power = th_fromBits_float((steps & ~0x7fffff) + 0x3f800000);
  const float less = 1 - power, more = 1 + power;
  const int isNear = a < 0.5f;
  const float of = isNear ? a : -down;
  const float above = __builtin_fmaf(of, more, isNear ? less : 2);
  const float from = isNear ? more : 2, below = __builtin_fmaf(of, less, from);
  const float lost = __builtin_fmaf(of, less, from - below), inverse = 1 / below;
  const float s = above * inverse, z = s * s;
  const float under = __builtin_fmaf(-s, lost, __builtin_fmaf(-s, below, above));
  const float rest = __builtin_fmaf(s * z, th_atanhMore_float(z), under * inverse);
  const float value = __builtin_fmaf(n, 0x1.62e43p-2f, s + rest);
  const float end = a == 1 ? __builtin_inff() : __builtin_nanf("");
  return __builtin_copysignf(a < 1 ? value : end, x);
}

/* Half of log(1 + q) with q = 2 a / (1 - a); below 2^-28, a. */
TH_INLINE double th_atanh_double(double x)
{
  double lost;
  const double a = __builtin_fabs(x), twice = a + a, down = 1 - a, downRest = (1 - down) - a;
  const double inverse = 1 / (down + __DBL_MIN__), q = twice * inverse;
  const double wrong = __builtin_fma(-q, downRest, __builtin_fma(-q, down, twice)) * inverse;
  const double u = th_sum_double(1, q, &lost), log = th_logOfPair_double(u, lost + wrong, 0);
  const double inside = a < 0x1p-28 ? a : a < 1 ? 0.5 * log : __builtin_inff();
  return __builtin_copysign(a <= 1 ? inside : __builtin_nanf(""), x);
}

#endif
