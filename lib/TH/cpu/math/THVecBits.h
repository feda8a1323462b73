/* The bits of floating-point numbers, for functions that the compiler vectorises: no branches, no
   calls. */
#ifndef TH_VECBITS_H
#define TH_VECBITS_H

#include "TH/base/THDtype.h"

/* Always inlined: in a file with many loops gcc would rather call them, and then vectorise none. A
   small build has no vectors. */
#ifdef TH_SMALL
#define TH_INLINE static inline
#else
#define TH_INLINE static inline __attribute__((always_inline))
#endif

/* Chooses one of two, or of four, by the type of x: _Generic in C, overloads in C++ (CUDA's
   kernels). */
#ifdef __cplusplus
template <class F, class D> static inline F th_pick(float, F f, D) { return f; }
template <class F, class D> static inline D th_pick(double, F, D d) { return d; }
template <class I, class L, class F, class D>
static inline I th_pick(int32_t, I i, L, F, D) { return i; }
template <class I, class L, class F, class D>
static inline L th_pick(int64_t, I, L l, F, D) { return l; }
template <class I, class L, class F, class D>
static inline F th_pick(float, I, L, F f, D) { return f; }
template <class I, class L, class F, class D>
static inline D th_pick(double, I, L, F, D d) { return d; }
#define TH_PICK(x, f, d) th_pick((x), f, d)
#define TH_PICK4(x, i, l, f, d) th_pick((x), i, l, f, d)
#else
#define TH_PICK(x, f, d) _Generic((x), float: f, double: d)
#define TH_PICK4(x, i, l, f, d) _Generic((x), int32_t: i, int64_t: l, float: f, double: d)
#endif

TH_INLINE int32_t th_bits_float(float x)
{
  int32_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}

TH_INLINE int64_t th_bits_double(double x)
{
  int64_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}

TH_INLINE float th_fromBits_float(int32_t i)
{
  float x;
  __builtin_memcpy(&x, &i, sizeof x);
  return x;
}

TH_INLINE double th_fromBits_double(int64_t i)
{
  double x;
  __builtin_memcpy(&x, &i, sizeof x);
  return x;
}

/* One of two, by a mask of ones or of zeros: where several are chosen by the same tests, compilers
   make branches of conditional expressions. */
TH_INLINE float th_choose_float(int32_t mask, float a, float b)
{
  return th_fromBits_float((th_bits_float(a) & mask) | (th_bits_float(b) & ~mask));
}

TH_INLINE double th_choose_double(int64_t mask, double a, double b)
{
  return th_fromBits_double((th_bits_double(a) & mask) | (th_bits_double(b) & ~mask));
}

/* Measures of an argument, as integers. magnitude orders by absolute value, with NaN the greatest.
   aboveLeast orders the positive normal numbers, aboveOne those from 1 on, notSmall the absolute
   values from 2^-60 (float) or of normal numbers (double); everything else is greater. */
TH_INLINE int32_t th_magnitude_float(float x)
{
  return th_bits_float(x) & INT32_MAX;
}

TH_INLINE int64_t th_magnitude_double(double x)
{
  return th_bits_double(x) & INT64_MAX;
}

TH_INLINE int32_t th_aboveLeast_float(float x)
{
  return (int32_t)((uint32_t)th_bits_float(x) - 0x80800000u);
}

TH_INLINE int64_t th_aboveLeast_double(double x)
{
  return (int64_t)((uint64_t)th_bits_double(x) - 0x8010000000000000u);
}

TH_INLINE int32_t th_aboveOne_float(float x)
{
  return (int32_t)((uint32_t)th_bits_float(x) - 0xbf800000u);
}

TH_INLINE int64_t th_aboveOne_double(double x)
{
  return (int64_t)((uint64_t)th_bits_double(x) - 0xbff0000000000000u);
}

TH_INLINE int32_t th_notSmall_float(float x)
{
  return (int32_t)((uint32_t)th_magnitude_float(x) - 0xa1800000u);
}

TH_INLINE int64_t th_notSmall_double(double x)
{
  return th_aboveLeast_double(th_fromBits_double(th_magnitude_double(x)));
}

/* About 1 / x, wrong by at most an eighth of it, of a normal x > 0; of 0, finite. */
TH_INLINE float th_nearInverse_float(float x)
{
  return th_fromBits_float(0x7ef311c3 - th_bits_float(x));
}

TH_INLINE double th_nearInverse_double(double x)
{
  return th_fromBits_double(0x7fde6238502484ba - th_bits_double(x));
}

/* Adding this to a number below 2^22 (2^51) in magnitude puts the nearest whole number into the low
   bits, in two's complement; subtracting it again leaves that whole number. */
#define TH_ROUND_float 0x1.8p23f
#define TH_ROUND_double 0x1.8p52

/* The polynomial of x with the n coefficients at c, the highest first. */
#define TH_POLYNOMIAL(T, FMA)                                                                      \
TH_INLINE T th_horner_##T(T x, const T *c, int n)                                                  \
{                                                                                                  \
  T value = c[0];                                                                                  \
  _Pragma("GCC unroll 32")                                                                         \
  for (int k = 1; k < n; k++) value = FMA(value, x, c[k]);                                         \
  return value;                                                                                    \
}
TH_POLYNOMIAL(float, __builtin_fmaf)
TH_POLYNOMIAL(double, __builtin_fma)
#undef TH_POLYNOMIAL
#define TH_HORNER(T, x, ...)                      \
  th_horner_##T(x, (const T[]){__VA_ARGS__},      \
                (int)(sizeof (const T[]){__VA_ARGS__} / sizeof(T)))

#endif
