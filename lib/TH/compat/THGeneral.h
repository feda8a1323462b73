/* The macros and small functions of Torch7's C API that are not about tensors. */
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

#define TH_EXTERNC extern /* for C only, as these headers are */
#define TH_INLINE inline
#define TH_INDEX_BASE 1

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

#define THMin(a, b) ((a) < (b) ? (a) : (b))
#define THMax(a, b) ((a) > (b) ? (a) : (b))

/* Names and strings made of parts that are macro-expanded first. */
#define TH_CONCAT_STRING_2(a, b) TH_CONCAT_STRING_2_EXPAND(a, b)
#define TH_CONCAT_STRING_2_EXPAND(a, b) #a #b
#define TH_CONCAT_STRING_3(a, b, c) TH_CONCAT_STRING_3_EXPAND(a, b, c)
#define TH_CONCAT_STRING_3_EXPAND(a, b, c) #a #b #c
#define TH_CONCAT_STRING_4(a, b, c, d) TH_CONCAT_STRING_4_EXPAND(a, b, c, d)
#define TH_CONCAT_STRING_4_EXPAND(a, b, c, d) #a #b #c #d
#define TH_CONCAT_2_EXPAND TH_CONCAT_2_
#define TH_CONCAT_3_EXPAND TH_CONCAT_3_
#define TH_CONCAT_4_EXPAND TH_CONCAT_4_

/* The functions behind the macros below. */
#define _THError THCompat_error
#define _THArgCheck THCompat_argCheck
#define _THAssertionFailed THCompat_assertionFailed

/* Errors leave the function that Lua called, and reach Lua's caller. */
#define THError(...) THCompat_error(__FILE__, __LINE__, __VA_ARGS__)
#define THArgCheck(...) THCompat_argCheck(__FILE__, __LINE__, __VA_ARGS__)
/* Raise unless LAPACK's info is 0, by a format for the function's name and info. */
#define THLapackCheck(format, function, info, ...) \
  THLapackCheckWithCleanup(format, , function, info, ##__VA_ARGS__)
#define THLapackCheckWithCleanup(format, cleanup, function, info, ...)                      \
  do {                                                                                      \
    if ((info) < 0) {                                                                       \
      cleanup THError("%s: LAPACK refused argument %d", function, -(info));                 \
    } else if ((info) > 0) {                                                                \
      cleanup THError(format, function, info, ##__VA_ARGS__);                               \
    }                                                                                       \
  } while (0)
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

static inline double THLog1p(const double x)
{
  return log1p(x);
}

/* log(2 pi), and the logarithms of 0 and 1. */
TH_API const double THLog2Pi, THLogZero, THLogOne;

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

static inline double THExpMinusApprox(const double x)
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

/* The processors that this process may run on. */
TH_API int THGetNumCores(void);

/* Torch7 told a collector about memory in this way. Here allocators are accounts of their own. */
static inline void THSetGCHandler(void (*handler)(void *data), void *data)
{
  (void)handler, (void)data;
}

static inline void THHeapUpdate(ptrdiff_t bytes)
{
  (void)bytes;
}

#endif
