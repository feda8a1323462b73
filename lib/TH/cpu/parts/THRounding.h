/*
** Rounding to quantized values: half to even, without branches, so that loops are vectorised, and
** with the same bits on every level.
*/
#ifndef TH_ROUNDING_H
#define TH_ROUNDING_H

/* The whole number next to t, the even one of two. Adding 2^23 (2^52) leaves no bits for a
   fraction; above it there is none. */
static inline float th_evenFloat(float t)
{
  const float big = __builtin_copysignf(0x1p23f, t);
  return __builtin_fabsf(t) < 0x1p23f ? (t + big) - big : t;
}

static inline double th_evenDouble(double t)
{
  const double big = __builtin_copysign(0x1p52, t);
  return __builtin_fabs(t) < 0x1p52 ? (t + big) - big : t;
}

/* t within [low, high]; NaN gives 0 if that is between them. */
#define TH_WITHIN(t, low, high) ((t) > (high) ? (high) : (t) < (low) ? (low) : (t) == (t) ? (t) : 0)

#endif
