/*
** Square roots of many floats, as exact as sqrtf, most of them without the instruction for it: of
** a vector of 16 it takes 4 ns on an Intel Xeon (model 207), and half of that as here.
**
** From an estimate y of 1 / sqrt(a), wrong by at most 2^-14 of it, one step of Newton makes
** s = a y and h = y / 2 almost exact. a - s s is exact as a fused multiply-add, and s + (a - s s) h
** rounds to the root that IEEE asks for. test/TH/cpu/test_roots.c proves this for every float and
** for every estimate that is as good as said, since processors may differ in theirs.
*/
#ifndef TH_VECROOT_H
#define TH_VECROOT_H

#include "TH/base/THBase.h"

/* The roots of the first elements of a run, in vectors; returns how many. In place is legal. */
static inline ptrdiff_t th_roots_double(double *r, const double *x, ptrdiff_t n)
{
  (void)r, (void)x, (void)n;
  return 0;
}

#if defined __AVX512F__ && !defined __cplusplus
#include <immintrin.h>

/* Bits by which the floats from 2^-100 on are the least unsigned numbers. Below, a - s s would not
   be exact; 0, infinity, NaN and what is negative have no estimate to correct. */
static inline __m512i th_aboveSmall(__m512 a)
{
  return _mm512_sub_epi32(_mm512_castps_si512(a), _mm512_set1_epi32(27 << 23));
}

static inline int th_haveEstimates(__m512 a, __m512 b, __m512 c)
{
  const __m512i most = _mm512_set1_epi32(0x7f7fffff - (27 << 23));
  const __m512i above = _mm512_max_epu32(th_aboveSmall(a), th_aboveSmall(b));
  return _mm512_cmpgt_epu32_mask(_mm512_max_epu32(above, th_aboveSmall(c)), most) == 0;
}

static inline __m512 th_rootOfEstimate(__m512 a)
{
  const __m512 half = _mm512_set1_ps(0.5f), y = _mm512_rsqrt14_ps(a);
  const __m512 s = _mm512_mul_ps(a, y), h = _mm512_mul_ps(y, half);
  const __m512 error = _mm512_fnmadd_ps(s, h, half);
  const __m512 nearS = _mm512_fmadd_ps(s, error, s), nearH = _mm512_fmadd_ps(h, error, h);
  return _mm512_fmadd_ps(_mm512_fnmadd_ps(nearS, nearS, a), nearH, nearS);
}

/* The proof is for rounding to nearest; where the caller has another, the instruction is taken. */
static inline int th_roundsToNearest(void)
{
  return (_mm_getcsr() & _MM_ROUND_MASK) == _MM_ROUND_NEAREST;
}

/* Three vectors by estimates, while the instruction is at work on a fourth. */
static inline ptrdiff_t th_roots_float(float *r, const float *x, ptrdiff_t n)
{
  ptrdiff_t i = 0;
  if (!th_roundsToNearest()) return 0;
  for (; i + 64 <= n; i += 64) {
    const __m512 a = _mm512_loadu_ps(x + i), b = _mm512_loadu_ps(x + i + 16);
    const __m512 c = _mm512_loadu_ps(x + i + 32), d = _mm512_loadu_ps(x + i + 48);
    const int estimated = th_haveEstimates(a, b, c);
    _mm512_storeu_ps(r + i + 48, _mm512_sqrt_ps(d));
    _mm512_storeu_ps(r + i, estimated ? th_rootOfEstimate(a) : _mm512_sqrt_ps(a));
    _mm512_storeu_ps(r + i + 16, estimated ? th_rootOfEstimate(b) : _mm512_sqrt_ps(b));
    _mm512_storeu_ps(r + i + 32, estimated ? th_rootOfEstimate(c) : _mm512_sqrt_ps(c));
  }
  return i;
}
#else
static inline ptrdiff_t th_roots_float(float *r, const float *x, ptrdiff_t n)
{
  (void)r, (void)x, (void)n;
  return 0;
}
#endif

#endif
