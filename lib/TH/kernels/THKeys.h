/*
** Keys: unsigned integers that compare as elements do (THOrder.h).
*/
#ifndef TH_KEYS_H
#define TH_KEYS_H

#include "THOrder.h"

#include <string.h>

static inline uint32_t th_keyOfInt(int32_t a)
{
  return (uint32_t)a ^ UINT32_C(1) << 31;
}

static inline uint64_t th_keyOfLong(int64_t a)
{
  return (uint64_t)a ^ UINT64_C(1) << 63;
}

/* A sum with 0 makes -0 the other zero. Of negative numbers all bits turn round, of others the
   sign. */
static inline uint32_t th_keyOfFloat(float a)
{
  const float b = a + 0.0f;
  uint32_t bits;
  memcpy(&bits, &b, sizeof bits);
  bits ^= -(bits >> 31) | UINT32_C(1) << 31;
  return a != a ? UINT32_MAX : bits;
}

static inline uint64_t th_keyOfDouble(double a)
{
  const double b = a + 0.0;
  uint64_t bits;
  memcpy(&bits, &b, sizeof bits);
  bits ^= -(bits >> 63) | UINT64_C(1) << 63;
  return a != a ? UINT64_MAX : bits;
}

#define TH_KEY_OF(a)                                                          \
  _Generic((a), int32_t: th_keyOfInt, int64_t: th_keyOfLong,                  \
           float: th_keyOfFloat, double: th_keyOfDouble)(a)

#endif
