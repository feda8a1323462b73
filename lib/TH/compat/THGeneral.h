/* Macros and small functions that Torch7's C API has besides tensors. */
#ifndef TH_COMPAT_GENERAL_H
#define TH_COMPAT_GENERAL_H

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "TH/iteration/THParallel.h"
#include "THCompat.h"

#define TH_EXTERNC extern /* of C alone, as these headers are */
#define TH_INLINE inline
#define TH_INDEX_BASE 1

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

#define THMin(a, b) ((a) < (b) ? (a) : (b))
#define THMax(a, b) ((a) > (b) ? (a) : (b))

/* Names and texts from parts that are expanded first. */
#define TH_CONCAT_STRING_2(a, b) TH_CONCAT_STRING_2_EXPAND(a, b)
#define TH_CONCAT_STRING_2_EXPAND(a, b) #a #b
#define TH_CONCAT_STRING_3(a, b, c) TH_CONCAT_STRING_3_EXPAND(a, b, c)
#define TH_CONCAT_STRING_3_EXPAND(a, b, c) #a #b #c
#define TH_CONCAT_STRING_4(a, b, c, d) TH_CONCAT_STRING_4_EXPAND(a, b, c, d)
#define TH_CONCAT_STRING_4_EXPAND(a, b, c, d) #a #b #c #d
#define TH_CONCAT_2_EXPAND TH_CONCAT_2_
#define TH_CONCAT_3_EXPAND TH_CONCAT_3_
#define TH_CONCAT_4_EXPAND TH_CONCAT_4_

/* Errors leave the function that Lua called, and reach the caller there. */
#define THError(...) THCompat_error(__FILE__, __LINE__, __VA_ARGS__)
#define THArgCheck(...) THCompat_argCheck(__FILE__, __LINE__, __VA_ARGS__)
#define THCleanup(...) __VA_ARGS__
#define THArgCheckWithCleanup(condition, cleanup, ...) \
  do {                                                 \
    if (!(condition)) {                                \
      cleanup                                          \
      THCompat_argCheck(__FILE__, __LINE__, 0, __VA_ARGS__); \
    }                                                  \
  } while (0)
#define THAssert(condition)                                        \
  do {                                                             \
    if (!(condition))                                              \
      THCompat_assertionFailed(__FILE__, __LINE__, #condition, "%s", ""); \
  } while (0)
#define THAssertMsg(condition, ...)                                         \
  do {                                                                      \
    if (!(condition))                                                       \
      THCompat_assertionFailed(__FILE__, __LINE__, #condition, "" __VA_ARGS__); \
  } while (0)

#define TH_half2float(half) th_half2float(half)
#define TH_float2half(value) th_float2half(value)
#define TH_HALF_MAX ((THHalf){0x7bff})

#define THLog1p(x) log1p(x)

/* log(exp(a) + exp(b)), and log(exp(a) - exp(b)) for b <= a, without overflow. */
static inline double THLogAdd(double a, double b)
{
  double most = THMax(a, b), least = THMin(a, b);
  return most == -HUGE_VAL ? most : most + log1p(exp(least - most));
}

static inline double THLogSub(double a, double b)
{
  if (a < b) THError("logSub: %g is less than %g", a, b);
  return a == b ? -HUGE_VAL : a + log1p(-exp(b - a));
}

static inline double THExpMinusApprox(double x)
{
  return exp(-x);
}

static inline void THSetNumThreads(int count)
{
  TH_setNumThreads(count);
}

static inline int THGetNumThreads(void)
{
  return TH_getNumThreads();
}

#endif
