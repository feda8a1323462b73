/*
** Keys: unsigned integers that compare as elements do (THOrder.h).
*/
#ifndef TH_KEYS_H
#define TH_KEYS_H

#include "TH/iteration/THOrder.h"

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

/* The elements of keys, but for zeros of either sign and NaN of any bits. */
static inline int32_t th_intOfKey(uint32_t key)
{
  return (int32_t)(key ^ UINT32_C(1) << 31);
}

static inline int64_t th_longOfKey(uint64_t key)
{
  return (int64_t)(key ^ UINT64_C(1) << 63);
}

static inline float th_floatOfKey(uint32_t key)
{
  const uint32_t bits = key ^ (((key >> 31) - 1) | UINT32_C(1) << 31);
  float a;
  memcpy(&a, &bits, sizeof a);
  return a;
}

static inline double th_doubleOfKey(uint64_t key)
{
  const uint64_t bits = key ^ (((key >> 63) - 1) | UINT64_C(1) << 63);
  double a;
  memcpy(&a, &bits, sizeof a);
  return a;
}

#define TH_KEY_OF(a)                                                          \
  _Generic((a), int32_t: th_keyOfInt, int64_t: th_keyOfLong,                  \
           float: th_keyOfFloat, double: th_keyOfDouble)(a)
#define TH_OF_KEY(type, key)                                                  \
  _Generic((type)0, int32_t: th_intOfKey, int64_t: th_longOfKey,              \
           float: th_floatOfKey, double: th_doubleOfKey)(key)

#endif
