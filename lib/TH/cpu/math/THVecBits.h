/* The bits of floating numbers, for functions that the compiler is to vectorise: no branch, no
   call. */
#ifndef TH_VECBITS_H
#define TH_VECBITS_H

#include "TH/base/THDtype.h"

/* One of two, or of four, by the type of x: what C has _Generic for, and C++ (CUDA's kernels)
   overloads. */
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

static inline int32_t th_bits_float(float x)
{
  int32_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}

static inline int64_t th_bits_double(double x)
{
  int64_t i;
  __builtin_memcpy(&i, &x, sizeof i);
  return i;
}

static inline float th_fromBits_float(int32_t i)
{
  float x;
  __builtin_memcpy(&x, &i, sizeof x);
  return x;
}

static inline double th_fromBits_double(int64_t i)
{
  double x;
  __builtin_memcpy(&x, &i, sizeof x);
  return x;
}

/* Measures of an argument: integers in the order of magnitudes, or in that of normal positive
   numbers. NaN is the greatest; in the second all that is not positive and normal is greater. */
static inline int32_t th_magnitude_float(float x)
{
  return th_bits_float(x) & INT32_MAX;
}

static inline int64_t th_magnitude_double(double x)
{
  return th_bits_double(x) & INT64_MAX;
}

static inline int32_t th_aboveLeast_float(float x)
{
  return (int32_t)((uint32_t)th_bits_float(x) - 0x80800000u);
}

static inline int64_t th_aboveLeast_double(double x)
{
  return (int64_t)((uint64_t)th_bits_double(x) - 0x8010000000000000u);
}

/* Added to a number below 2^22 (2^51) in magnitude, it leaves the nearest whole number in the last
   bits, as a two's complement integer; taken away again, the whole number is left. */
#define TH_ROUND_float 0x1.8p23f
#define TH_ROUND_double 0x1.8p52

/* The polynomial of x with the n coefficients at c, the highest first. */
#define TH_POLYNOMIAL(T, FMA)                                                                      \
static inline T th_horner_##T(T x, const T *c, int n)                                              \
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
