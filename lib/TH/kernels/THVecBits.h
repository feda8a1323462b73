/* The bits of floating numbers, for functions that the compiler is to vectorise: no branch, no
   call. */
#ifndef TH_VECBITS_H
#define TH_VECBITS_H

#include "THDtype.h"

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
