/*
** Functions that the values of rows may use, on one element, by the type of TH_COMPUTE. Those on
** integers never trap: INT_MIN / -1 wraps, and a zero divisor, which drivers refuse beforehand,
** gives 0.
*/
#ifndef TH_VECMATH_H
#define TH_VECMATH_H

#include "TH/cpu/math/THVecArc.h"
#include "TH/cpu/math/THVecErf.h"
#include "TH/cpu/math/THVecErfc.h"
#include "TH/cpu/math/THVecErfinv.h"
#include "TH/cpu/math/THVecExp.h"
#include "TH/cpu/math/THVecFormat.h"
#include "TH/cpu/math/THVecGamma.h"
#include "TH/cpu/math/THVecLog.h"
#include "TH/cpu/math/THVecPow.h"
#include "TH/cpu/math/THVecRoot.h"
#include "TH/cpu/math/THVecTrig.h"

#include <math.h>
#include <tgmath.h>

#define TH_INFINITY __builtin_inff()
#define TH_NAN __builtin_nanf("")
#define TH_LN_2 0x1.62e42fefa39efp-1

#define TH_BY_TYPE(x, name) \
  TH_PICK4(x, name##_int, name##_long, name##_float, name##_double)
#define TH_OF_REAL(x, name) TH_PICK(x, name##_float, name##_double)
#define TH_EXP(a) TH_OF_REAL(a, th_exp)(a)
#define TH_EXPM1(a) TH_OF_REAL(a, th_expm1)(a)
#define TH_EXP2(a) TH_OF_REAL(a, th_exp2)(a)
#define TH_LOG(a) TH_OF_REAL(a, th_log)(a)
#define TH_LOG2(a) TH_OF_REAL(a, th_log2)(a)
#define TH_LOG10(a) TH_OF_REAL(a, th_log10)(a)
#define TH_LOG1P(a) TH_OF_REAL(a, th_log1p)(a)
#define TH_SIN(a) TH_OF_REAL(a, th_sin)(a)
#define TH_COS(a) TH_OF_REAL(a, th_cos)(a)
#define TH_TAN(a) TH_OF_REAL(a, th_tan)(a)
#define TH_ASIN(a) TH_OF_REAL(a, th_asin)(a)
#define TH_ACOS(a) TH_OF_REAL(a, th_acos)(a)
#define TH_ATAN(a) TH_OF_REAL(a, th_atan)(a)
#define TH_ATAN2(a, b) TH_OF_REAL(a, th_atan2)(a, b)
#define TH_SINH(a) TH_OF_REAL(a, th_sinh)(a)
#define TH_COSH(a) TH_OF_REAL(a, th_cosh)(a)
#define TH_TANH(a) TH_OF_REAL(a, th_tanh)(a)
#define TH_ASINH(a) TH_OF_REAL(a, th_asinh)(a)
#define TH_ACOSH(a) TH_OF_REAL(a, th_acosh)(a)
#define TH_ATANH(a) TH_OF_REAL(a, th_atanh)(a)
#define TH_ERF(a) TH_OF_REAL(a, th_erf)(a)
#define TH_ERFC(a) TH_OF_REAL(a, th_erfc)(a)
#define TH_ERFINV(a) TH_OF_REAL(a, th_erfinv)(a)
#define TH_NDTR(a) TH_OF_REAL(a, th_ndtr)(a)
#define TH_LGAMMA_IN_RANGE(a) TH_OF_REAL(a, th_lgammaInRange)(a)
#define TH_DIGAMMA(a) TH_OF_REAL(a, th_digamma)(a)
#define TH_SINC(a) TH_OF_REAL(a, th_sinc)(a)
#define TH_ENTR(a) TH_OF_REAL(a, th_entr)(a)
#define TH_XLOGY(a, b) TH_OF_REAL(a, th_xlogy)(a, b)
#define TH_XLOG1PY(a, b) TH_OF_REAL(a, th_xlog1py)(a, b)
#define TH_CBRT(a) TH_OF_REAL(a, th_cbrt)(a)
#define TH_HYPOT(a, b) TH_OF_REAL(a, th_hypot)(a, b)
#define TH_SOFTPLUS(a) TH_OF_REAL(a, th_softplus)(a)
#define TH_SIGMOID(a) TH_OF_REAL(a, th_sigmoid)(a)
/* Beyond TH_TRIG_LIMIT, within 1 ulp. */
#define TH_FAR_TAN(a) ((__typeof__(a))(tan)((double)(a)))
#define TH_RSQRT(a) TH_OF_REAL(a, th_rsqrt)(a)

/* For rows that make the first results of a run by vectors: r is where they go. */
#define TH_ROOTS(r) TH_OF_REAL(*(r), th_roots)

/* For rows with another form for arguments in a range: the measure, and the last one in range. */
#define TH_WITHIN(a, measure, limit) (measure(a) <= measure(limit(a)))
#define TH_MAGNITUDE(a) TH_OF_REAL(a, th_magnitude)(a)
#define TH_ABOVE_LEAST(a) TH_OF_REAL(a, th_aboveLeast)(a)
#define TH_ABOVE_ONE(a) TH_OF_REAL(a, th_aboveOne)(a)
#define TH_NOT_SMALL(a) TH_OF_REAL(a, th_notSmall)(a)
#define TH_LOG_LIMIT(a) TH_PICK(a, __FLT_MAX__, __DBL_MAX__)
#define TH_EXP_IN_RANGE(a) TH_OF_REAL(a, th_expInRange)(a)
#define TH_EXPM1_IN_RANGE(a) TH_OF_REAL(a, th_expm1InRange)(a)
#define TH_EXP2_IN_RANGE(a) TH_OF_REAL(a, th_exp2InRange)(a)
#define TH_LOG_IN_RANGE(a) TH_OF_REAL(a, th_logInRange)(a)
#define TH_LOG2_IN_RANGE(a) TH_OF_REAL(a, th_log2InRange)(a)
#define TH_LOG10_IN_RANGE(a) TH_OF_REAL(a, th_log10InRange)(a)
#define TH_POW_LIMIT(a) TH_ABOVE_LEAST(TH_LOG_LIMIT(a))
#define TH_POW_START(a, b, rest, measure) TH_OF_REAL(a, th_powStart)(a, b, rest, measure)
#define TH_POW_END(a, b, value, rest) TH_OF_REAL(a, th_powEnd)(a, b, value, rest)
#define TH_FMOD_MOST(a) TH_MAGNITUDE(TH_FMOD_LIMIT(a))
#define TH_FMOD_START(a, b, rest, measure) TH_OF_REAL(a, th_fmodStart)(a, b, rest, measure)
#define TH_START_ONLY(a, b, value, rest) ((void)(a), (void)(b), (void)(rest), value)
#define TH_REMAINDER_END(a, b, value, rest) \
  ((void)(a), (void)(rest), (value) != 0 && ((value) < 0) != ((b) < 0) ? (value) + (b) : (value))
#define TH_LDEXP_LIMIT(a) TH_MAGNITUDE(0 * (a)) /* no number that is not whole */
#define TH_LDEXP_START(a, b, rest, measure) TH_OF_REAL(a, th_ldexpStart)(a, b, rest, measure)
#define TH_LDEXP(a, b) TH_OF_REAL(a, th_ldexp)(a, b)
#define TH_MANTISSA(a) TH_OF_REAL(a, th_mantissa)(a)
#define TH_EXPONENT(a) TH_OF_REAL(a, th_exponent)(a)
#define TH_FRACTION(a) TH_OF_REAL(a, th_fraction)(a)
#define TH_SIGN_BIT(a) (TH_OF_REAL(a, th_bits)(a) < 0)
#define TH_FLOOR_DIV_START(a, b, rest, measure) TH_OF_REAL(a, th_floorDivStart)(a, b, rest, measure)
#define TH_FLOOR_DIV(a, b) TH_BY_TYPE(a, th_floorDiv)(a, b)
#define TH_REPLACED(a, b, c, u) TH_OF_REAL(a, th_replaced)(a, b, c, u)
#define TH_LERP(a, b, c, u) TH_OF_REAL(a, th_lerp)(a, b, c, u)
#define TH_IS_CLOSE(a, b, rtol, atol) th_isClose(a, b, rtol, atol)
#define TH_LOGIT(a) TH_OF_REAL(a, th_logit)(a)
#define TH_LOG_ADD_EXP(a, b) TH_OF_REAL(a, th_logAddExp)(a, b)
#define TH_LOG_ADD_EXP2(a, b) TH_OF_REAL(a, th_logAddExp2)(a, b)
#define TH_CUBE(a) TH_OF_REAL(a, th_cube)(a)
#define TH_SIGMOID_IN_RANGE(a) TH_OF_REAL(a, th_sigmoidInRange)(a)
#define TH_SINH_IN_RANGE(a) TH_OF_REAL(a, th_sinhInRange)(a)
#define TH_COSH_IN_RANGE(a) TH_OF_REAL(a, th_coshInRange)(a)
#define TH_ASINH_IN_RANGE(a) TH_OF_REAL(a, th_asinhInRange)(a)
#define TH_ACOSH_IN_RANGE(a) TH_OF_REAL(a, th_acoshInRange)(a)
#define TH_CBRT_IN_RANGE(a) TH_OF_REAL(a, th_cbrtInRange)(a)

/* What complex numbers have otherwise (THComplexMath.h). */
#define TH_INVERSE(a) (1 / (a))
#define TH_CONJ(a) (a)
#define TH_ANGLE(a) ((a) < 0 ? (__typeof__(a))3.14159265358979323846 : (a) != (a) ? (a) : 0)
#define TH_EXTENT(a) TH_ABS(a)

#define TH_ABS(a) TH_BY_TYPE(a, th_abs)(a)
#define TH_DIV(a, b) TH_BY_TYPE(a, th_div)(a, b)
#define TH_FMOD(a, b) TH_BY_TYPE(a, th_fmod)(a, b)
#define TH_REMAINDER(a, b) TH_BY_TYPE(a, th_remainder)(a, b)
#define TH_POW(a, b) TH_BY_TYPE(a, th_pow)(a, b)
#define TH_LSHIFT(a, b) TH_BY_TYPE(a, th_lshift)(a, b)
#define TH_RSHIFT(a, b) TH_BY_TYPE(a, th_rshift)(a, b)

/* The larger, or NaN if either is: a comparison with NaN is false, and a + b is NaN then. */
#define TH_MAX(a, b) ((a) > (b) ? (a) : (a) <= (b) ? (b) : (a) + (b))
#define TH_MIN(a, b) ((a) < (b) ? (a) : (a) >= (b) ? (b) : (a) + (b))

/* The smallest and the largest value of an element. */
#define TH_LEAST TH_PICK4((TH_COMPUTE)0, INT32_MIN, INT64_MIN, -TH_INFINITY, -TH_INFINITY)
#define TH_GREATEST TH_PICK4((TH_COMPUTE)0, INT32_MAX, INT64_MAX, TH_INFINITY, TH_INFINITY)

/* Bit operations on floating types act on the integer part. */
#define TH_INTEGER(a) TH_BY_TYPE(a, th_integer)(a)
#define TH_BITS(i) (i)

#define TH_FORALL_INTEGERS(X) X(int, int32_t, uint32_t) X(long, int64_t, uint64_t)
#define TH_FORALL_REALS(X) X(float, float) X(double, double)

/* Processors have no vector instruction that divides integers. Those of 32 bits are divided as
   doubles: from a whole number, their quotient is farther away than doubles are rounded. */
static inline int32_t th_quotient_int(int32_t a, int32_t b) { return (int32_t)((double)a / b); }
static inline int64_t th_quotient_long(int64_t a, int64_t b) { return a / b; }

#define X(name, type, utype)                                                                       \
static inline type th_abs_##name(type a) { return a < 0 ? (type)-(utype)a : a; }                   \
TH_INLINE type th_sgn_##name(type a) { return (a > 0) - (a < 0); }                                 \
static inline type th_div_##name(type a, type b)                                                   \
{                                                                                                  \
  const type q = th_quotient_##name(a, b == 0 || b == -1 ? 1 : b);                                 \
  return b == 0 ? 0 : b == -1 ? (type)-(utype)a : q;                                               \
}                                                                                                  \
static inline type th_fmod_##name(type a, type b)                                                  \
{                                                                                                  \
  const type by = b == 0 || b == -1 ? 1 : b;                                                       \
  return a - th_quotient_##name(a, by) * by;                                                       \
}                                                                                                  \
static inline type th_remainder_##name(type a, type b)                                             \
{                                                                                                  \
  type r = th_fmod_##name(a, b);                                                                   \
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;                                                 \
}                                                                                                  \
static inline type th_floorDiv_##name(type a, type b)                                              \
{                                                                                                  \
  const type q = th_div_##name(a, b), rest = a - q * b;                                            \
  return b != 0 && rest != 0 && (rest < 0) != (b < 0) ? q - 1 : q;                                 \
}                                                                                                  \
/* By squaring; a negative power is the integer part of the fraction: 0 but for 1 and -1. */       \
static inline type th_pow_##name(type a, type b)                                                   \
{                                                                                                  \
  utype result = 1, base = (utype)a;                                                               \
  if (b < 0) return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;                                   \
  for (; b; b >>= 1, base *= base)                                                                 \
    if (b & 1) result *= base;                                                                     \
  return (type)result;                                                                             \
}                                                                                                  \
/* All bits are gone after the width of the type; a negative count shifts the other way. */        \
static inline type th_shift_##name(type a, type left)                                              \
{                                                                                                  \
  const type width = sizeof(type) * 8;                                                             \
  if (left >= width) return 0;                                                                     \
  if (left >= 0) return (type)((utype)a << left);                                                  \
  return a >> (left <= -width ? width - 1 : -left);                                                \
}                                                                                                  \
static inline type th_lshift_##name(type a, type b) { return th_shift_##name(a, b); }              \
static inline type th_rshift_##name(type a, type b)                                                \
{                                                                                                  \
  return th_shift_##name(a, b > 128 ? -128 : b < -128 ? 128 : -b);                                 \
}                                                                                                  \
static inline type th_integer_##name(type a) { return a; }
TH_FORALL_INTEGERS(X)
#undef X

#define X(name, type)                                                                              \
static inline type th_abs_##name(type a) { return fabs(a); }                                       \
/* SSE2 has no vectors that convert integers of 64 bits. */                                        \
TH_INLINE type th_sgn_##name(type a)                                                               \
{                                                                                                  \
  const type above = a > 0 ? 1 : 0;                                                                \
  return a < 0 ? -1 : above;                                                                       \
}                                                                                                  \
static inline type th_div_##name(type a, type b) { return a / b; }                                 \
static inline type th_fmod_##name(type a, type b) { return fmod(a, b); }                           \
static inline type th_remainder_##name(type a, type b)                                             \
{                                                                                                  \
  type r = fmod(a, b);                                                                             \
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;                                                 \
}                                                                                                  \
static inline type th_lshift_##name(type a, type b) { return a * exp2(b); }                        \
static inline type th_rshift_##name(type a, type b) { return a / exp2(b); }                        \
static inline int64_t th_integer_##name(type a) { return th_double2long(a); }
TH_FORALL_REALS(X)
#undef X
/* Corrected by one step of Newton's method, except at 0, infinity and below 0, where it has no
   finite value to correct. */
#define TH_RSQRT_OF(name, type, FMA, SQRT)                                                         \
TH_INLINE type th_rsqrt_##name(type a)                                                             \
{                                                                                                  \
  const type y = 1 / SQRT(a), root = a * y, error = FMA(-root, y, 1) - FMA(a, y, -root) * y;       \
  return error == error ? FMA((type)0.5 * error, y, y) : y;                                        \
}
TH_RSQRT_OF(float, float, __builtin_fmaf, __builtin_sqrtf)
TH_RSQRT_OF(double, double, __builtin_fma, __builtin_sqrt)
#undef TH_RSQRT_OF
static inline int th_isClose(double a, double b, double rtol, double atol)
{
  const int same = a == b, finite = fabs(b) < TH_INFINITY;
  const int near = fabs(a - b) <= atol + rtol * fabs(b);
  return same | (finite & near);
}
/* The sign is copied because -0 + 0 is 0. Where the square or the cube overflows, rest and with it
   the corrected cube are NaN. */
#define TH_CUBE_OF(name, type, FMA, COPYSIGN)                                                      \
TH_INLINE type th_cube_##name(type a)                                                              \
{                                                                                                  \
  const type z = a * a, value = z * a, rest = FMA(FMA(a, a, -z), a, FMA(z, a, -value));            \
  const type corrected = COPYSIGN(value + rest, a);                                                \
  return corrected == corrected ? corrected : value;                                               \
}
TH_CUBE_OF(float, float, __builtin_fmaf, __builtin_copysignf)
TH_CUBE_OF(double, double, __builtin_fma, __builtin_copysign)
#undef TH_CUBE_OF
/* fmod(a, b) where a / b is at most TH_FMOD_LIMIT and b finite: the quotient may be one too large,
   since it is rounded. The remainder is exact. */
#define TH_FMOD_LIMIT(a) TH_PICK(a, 0x1p24f, 0x1p53)
#define TH_FMOD_OF(name, type, itype, FMA, TRUNC, COPYSIGN)                                        \
/* Beyond the limit if b is infinite. A test of b would not be vectorised where b is a number. */  \
TH_INLINE itype th_fmodDivisor_##name(type b)                                                      \
{                                                                                                  \
  const itype infinite = th_magnitude_##name(TH_INFINITY);                                         \
  return th_magnitude_##name(b) - infinite + th_magnitude_##name(TH_FMOD_LIMIT(b)) + 1;            \
}                                                                                                  \
TH_INLINE type th_fmodStart_##name(type a, type b, type *rest, itype *measure)                     \
{                                                                                                  \
  const type q = a / b, r = FMA(-TRUNC(q), b, a);                                                  \
  const itype of = th_magnitude_##name(q), by = th_fmodDivisor_##name(b);                          \
  *measure = of > by ? of : by;                                                                    \
  *rest = 0;                                                                                       \
  return COPYSIGN((r < 0) != (a < 0) && r != 0 ? r + COPYSIGN(b, a) : r, a);                       \
}
TH_FMOD_OF(float, float, int32_t, __builtin_fmaf, __builtin_truncf, __builtin_copysignf)
TH_FMOD_OF(double, double, int64_t, __builtin_fma, __builtin_trunc, __builtin_copysign)
#undef TH_FMOD_OF
/* As Python's //: the quotient of what is left without the remainder, which is nearly whole. */
static inline double th_floorDivFar(double a, double b)
{
  const double rest = fmod(a, b);
  if (b == 0) return a / b;
  const double q = (a - rest) / b - (rest != 0 && (rest < 0) != (b < 0));
  return q == 0 ? copysign(0.0, a / b) : q - floor(q) > 0.5 ? floor(q) + 1 : floor(q);
}
/* The largest whole number up to a / b, in the range of th_fmodStart: that up to the rounded
   quotient may be one too large. */
#define TH_FLOOR_DIV_OF(name, type, itype, FMA, FLOOR)                                             \
TH_INLINE type th_floorDivStart_##name(type a, type b, type *rest, itype *measure)                 \
{                                                                                                  \
  const type q = a / b, whole = FLOOR(q), r = FMA(-whole, b, a);                                   \
  const itype of = th_magnitude_##name(q), by = th_fmodDivisor_##name(b);                          \
  *measure = of > by ? of : by;                                                                    \
  *rest = 0;                                                                                       \
  return ((r != 0) & ((r < 0) != (b < 0))) ? whole - 1 : whole;                                    \
}                                                                                                  \
static inline type th_floorDiv_##name(type a, type b)                                              \
{                                                                                                  \
  type rest;                                                                                       \
  itype measure;                                                                                   \
  const type near = th_floorDivStart_##name(a, b, &rest, &measure);                                \
  return measure <= TH_FMOD_MOST(a) ? near : (type)th_floorDivFar(a, b);                           \
}
TH_FLOOR_DIV_OF(float, float, int32_t, __builtin_fmaf, __builtin_floorf)
TH_FLOOR_DIV_OF(double, double, int64_t, __builtin_fma, __builtin_floor)
#undef TH_FLOOR_DIV_OF
/* max(a, 0) + log(1 + exp(-|a|)), where exp and the sum come with what rounding lost of them. */
#define X(name, type)                                                                              \
TH_INLINE type th_softplus_##name(type a)                                                          \
{                                                                                                  \
  type eRest, lost, rest, tRest;                                                                   \
  const type e = th_expSplit_##name(a > 0 ? -a : a, &eRest);                                       \
  const type u = th_sumBySize_##name(1, e, &lost);                                                 \
  const type l = th_logOfSum_##name(u, lost + eRest, 1, 0, &rest);                                 \
  const type t = th_sum_##name(a > 0 ? a : 0, l, &tRest);                                          \
  return a <= 1000 ? t + (tRest + rest) : a;                                                       \
}                                                                                                  \
/* a, or u for NaN, b for infinity, c for minus infinity. */                                       \
TH_INLINE type th_replaced_##name(type a, type b, type c, type u)                                  \
{                                                                                                  \
  const type low = a == -TH_INFINITY ? c : a, high = a == TH_INFINITY ? b : low;                   \
  return a != a ? u : high;                                                                        \
}                                                                                                  \
/* The part c of the way from a to b, from b on unless |c| is below u. */                          \
TH_INLINE type th_lerp_##name(type a, type b, type c, type u)                                      \
{                                                                                                  \
  const type way = b - a, near = a + c * way, far = b + (c - 1) * way;                             \
  return fabs(c) < u ? near : far;                                                                 \
}
TH_FORALL_REALS(X)
#undef X
#define TH_LOGIT_OF(T, FMA, LEAST, SHIFT, DIGITS)                                                  \
/* log(a / (1 - a)), with what rounding lost of the difference and of the quotient. */             \
TH_INLINE T th_logit_##T(T a)                                                                      \
{                                                                                                  \
  const int small = a < LEAST;                                                                     \
  const T x = a * (small ? SHIFT : 1), d = 1 - a, inverse = 1 / d, q = x * inverse;                \
  const T lost = FMA(q, (d - 1) + a, FMA(-q, d, x)) * inverse;                                     \
  const T value = th_logOfPair_##T(q, lost, small ? -DIGITS : 0);                                  \
  const T end = a == 1 ? TH_INFINITY : __builtin_nanf("");                                         \
  return ((a > 0) & (a < 1)) ? value : a == 0 ? -TH_INFINITY : end;                                \
}
TH_LOGIT_OF(float, __builtin_fmaf, __FLT_MIN__, 0x1p23f, 23)
TH_LOGIT_OF(double, __builtin_fma, __DBL_MIN__, 0x1p54, 54)
#undef TH_LOGIT_OF
TH_INLINE double th_logAddExp_double(double a, double b)
{
  const double most = a > b ? a : b, less = a - b;
  const double value = most + th_softplus_double(less > 0 ? -less : less);
  return a == b ? a + TH_LN_2 : value;
}
/* The larger and the binary logarithm of 1 + 2^-|a - b|. */
TH_INLINE double th_logAddExp2_double(double a, double b)
{
  const double byLog2 = 0x1.71547652b82fep+0, byLog2Rest = 0x1.777d0ffda0d24p-56;
  const double most = a > b ? a : b, less = a - b, e = th_exp2_double(less > 0 ? -less : less);
  double lost, rest, under;
  const double u = th_sumBySize_double(1, e, &lost);
  const double l = th_logPair_double(u, lost, 1, 0, &rest);
  const double t = l * byLog2, sum = th_sum_double(most, t, &under);
  const double more = __builtin_fma(l, byLog2, -t) + (l * byLog2Rest + rest * byLog2);
  const double far = less == less ? most : less;
  const double value = __builtin_fabs(less) <= __DBL_MAX__ ? sum + (under + more) : far;
  return a == b ? a + 1 : value;
}
/* The larger and by log(1 + e). The error is at most 2 ulp of the largest of |a|, |b| and 1, also
   where the sum is near 0. */
TH_INLINE float th_largerAndLog_float(float a, float b, float e, float by)
{
  float lost;
  const float most = a > b ? a : b, less = a - b, u = th_sumBySize_float(1, e, &lost);
  const float value = most + by * th_logOfPair_float(u, lost, 0);
  return a == b ? a + by * (float)TH_LN_2 : less == less ? value : less;
}
TH_INLINE float th_logAddExp_float(float a, float b)
{
  return th_largerAndLog_float(a, b, th_exp_float(-__builtin_fabsf(a - b)), 1);
}
TH_INLINE float th_logAddExp2_float(float a, float b)
{
  return th_largerAndLog_float(a, b, th_exp2_float(-__builtin_fabsf(a - b)), 0x1.715476p+0f);
}
/* The longer side becomes 1 to 4 by a power of 2, unless it is subnormal. */
TH_INLINE float th_hypot_float(float a, float b)
{
  const int32_t up = th_magnitude_float(a), along = th_magnitude_float(b);
  const int32_t infinity = 0x7f800000, longest = up > along ? up : along;
  const int32_t exponent = longest & infinity, least = 0x00800000, most = 0x7e800000;
  const int32_t above = exponent > least ? exponent : least, of = above < most ? above : most;
  const float scale = th_fromBits_float(0x7f000000 - of), back = th_fromBits_float(of);
  const float x = th_fromBits_float(longest) * scale;
  const float y = th_fromBits_float(up > along ? along : up) * scale;
  const float root = __builtin_sqrtf(__builtin_fmaf(x, x, y * y)) * back;
  return ((up == infinity) | (along == infinity)) ? TH_INFINITY : root;
}
/* The sum of squares, scaled by a power of 2, with what rounding lost of it. */
TH_INLINE double th_hypot_double(double a, double b)
{
  const double x = __builtin_fabs(a), y = __builtin_fabs(b), longer = x > y ? x : y;
  const double down = longer > 0x1p500 ? 0x1p-600 : 1, scale = longer < 0x1p-500 ? 0x1p600 : down;
  const double u = x * scale, v = y * scale, large = u > v ? u : v, small = u > v ? v : u;
  const double square = large * large, lost = __builtin_fma(large, large, -square);
  const double sum = __builtin_fma(small, small, square);
  const double more = __builtin_fma(small, small, square - sum) + lost, root = __builtin_sqrt(sum);
  const double under = __builtin_fma(-root, root, sum) + more;
  const double value = root + under * (0.5 / (root + __DBL_MIN__));
  const double up = longer > 0x1p500 ? 0x1p600 : 1;
  const double finite = value * (longer < 0x1p-500 ? 0x1p-600 : up);
  return x == TH_INFINITY || y == TH_INFINITY ? TH_INFINITY : finite;
}

#endif
