/*
** Runs of 16-bit floating elements to floats and back: th_floatsOf<Name>, th_floatsTo<Name>.
**
** They give the bits of THHalf.h. Levels whose vectors convert use them.
*/
#ifndef TH_FLOATS_H
#define TH_FLOATS_H

#include "TH/base/THBase.h"
#include "TH/base/THHalf.h"
#include "TH/iteration/THFold.h"

#if defined __AVX512F__ || defined __F16C__
#include <immintrin.h>
#elif defined __aarch64__ && defined __ARM_NEON
#include <arm_neon.h>

#include "TH/base/THFloatMode.h"
#endif

/* th_firstOf<Name> and th_firstTo<Name> convert the first elements of a run by vectors and return
   how many. */
#if defined __AVX512F__

/* Where the float in bits is NaN, the quiet NaN of its sign; otherwise elsewhere. */
static inline __m512i th_quietNaN(__m512i bits, __m512i otherwise)
{
  const __m512i sign = _mm512_set1_epi32(INT32_MIN), quiet = _mm512_set1_epi32(0x7fc00000);
  const __m512 x = _mm512_castsi512_ps(bits);
  return _mm512_mask_or_epi32(otherwise, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q),
                              _mm512_and_si512(bits, sign), quiet);
}

static inline __m512i th_bitsOfHalf(__m256i x)
{
  return _mm512_castps_si512(_mm512_cvtph_ps(x));
}

static inline __m256i th_bitsToHalf(__m512i bits)
{
  return _mm512_cvtps_ph(_mm512_castsi512_ps(th_quietNaN(bits, bits)),
                         _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

static inline __m512i th_bitsOfBFloat16(__m256i x)
{
  return _mm512_slli_epi32(_mm512_cvtepu16_epi32(x), 16);
}

/* The upper half of each word is the BFloat16. */
static inline __m512i th_rounded(__m512i bits)
{
  const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
  const __m512i half = _mm512_add_epi32(odd, _mm512_set1_epi32(0x7fff));
  return th_quietNaN(bits, _mm512_add_epi32(bits, half));
}

static inline __m256i th_bitsToBFloat16(__m512i bits)
{
  return _mm512_cvtepi32_epi16(_mm512_srli_epi32(th_rounded(bits), 16));
}

/* One permutation widens 16 elements: each to an odd place, with zeros before it. */
static inline ptrdiff_t th_pairsOfBFloat16(float *to, const THBFloat16 *from, ptrdiff_t n)
{
  uint16_t at[64];
  for (int k = 0; k < 64; k++) at[k] = (uint16_t)(k / 2);
  const __m512i low = _mm512_loadu_si512(at), high = _mm512_loadu_si512(at + 32);
  ptrdiff_t i = 0;
  for (; i + 32 <= n; i += 32) {
    const __m512i x = _mm512_loadu_si512(from + i);
    _mm512_storeu_si512(to + i, _mm512_maskz_permutexvar_epi16(0xaaaaaaaa, low, x));
    _mm512_storeu_si512(to + i + 16, _mm512_maskz_permutexvar_epi16(0xaaaaaaaa, high, x));
  }
  return i;
}

static inline ptrdiff_t th_pairsToBFloat16(THBFloat16 *to, const float *from, ptrdiff_t n)
{
  uint16_t at[32];
  for (int k = 0; k < 32; k++) at[k] = (uint16_t)(2 * k + 1);
  const __m512i upper = _mm512_loadu_si512(at);
  ptrdiff_t i = 0;
  for (; i + 32 <= n; i += 32) {
    const __m512i low = th_rounded(_mm512_loadu_si512(from + i));
    const __m512i high = th_rounded(_mm512_loadu_si512(from + i + 16));
    _mm512_storeu_si512(to + i, _mm512_permutex2var_epi16(low, upper, high));
  }
  return i;
}

/* Only the last vector is masked: masked stores are slow. pairs_of and pairs_to take two vectors
   at a time as far as they go. */
#define TH_BY_VECTORS(Name, type, pairs_of, pairs_to)                                              \
static inline ptrdiff_t th_firstOf##Name(float *to, const type *from, ptrdiff_t n)                 \
{                                                                                                  \
  const __mmask16 rest = (__mmask16)((1u << n % 16) - 1);                                          \
  ptrdiff_t i = pairs_of(to, from, n);                                                             \
  for (; i + 16 <= n; i += 16)                                                                     \
    _mm512_storeu_si512(to + i,                                                                    \
                        th_bitsOf##Name(_mm256_loadu_si256((const __m256i *)(from + i))));         \
  if (rest)                                                                                        \
    _mm512_mask_storeu_epi32(to + i, rest,                                                         \
                             th_bitsOf##Name(_mm256_maskz_loadu_epi16(rest, from + i)));           \
  return n;                                                                                        \
}                                                                                                  \
static inline ptrdiff_t th_firstTo##Name(type *to, const float *from, ptrdiff_t n)                 \
{                                                                                                  \
  const __mmask16 rest = (__mmask16)((1u << n % 16) - 1);                                          \
  ptrdiff_t i = pairs_to(to, from, n);                                                             \
  for (; i + 16 <= n; i += 16)                                                                     \
    _mm256_storeu_si256((__m256i *)(to + i), th_bitsTo##Name(_mm512_loadu_si512(from + i)));       \
  if (rest)                                                                                        \
    _mm256_mask_storeu_epi16(to + i, rest,                                                         \
                             th_bitsTo##Name(_mm512_maskz_loadu_epi32(rest, from + i)));           \
  return n;                                                                                        \
}
#define TH_NO_PAIRS(to, from, n) 0
TH_BY_VECTORS(Half, THHalf, TH_NO_PAIRS, TH_NO_PAIRS)
TH_BY_VECTORS(BFloat16, THBFloat16, th_pairsOfBFloat16, th_pairsToBFloat16)
#undef TH_BY_VECTORS
#undef TH_NO_PAIRS

#else
#ifdef __F16C__

static inline ptrdiff_t th_firstOfHalf(float *to, const THHalf *from, ptrdiff_t n)
{
  ptrdiff_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from + i))));
  return i;
}

static inline ptrdiff_t th_firstToHalf(THHalf *to, const float *from, ptrdiff_t n)
{
  const __m256 sign = _mm256_castsi256_ps(_mm256_set1_epi32(INT32_MIN));
  const __m256 quiet = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fc00000));
  ptrdiff_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256 x = _mm256_loadu_ps(from + i), nan = _mm256_or_ps(_mm256_and_ps(x, sign), quiet);
    const __m256 y = _mm256_blendv_ps(x, nan, _mm256_cmp_ps(x, x, _CMP_UNORD_Q));
    _mm_storeu_si128((__m128i *)(to + i), _mm256_cvtps_ph(y, _MM_FROUND_TO_NEAREST_INT));
  }
  return i;
}

#elif defined __aarch64__ && defined __ARM_NEON

static inline ptrdiff_t th_firstOfHalf(float *to, const THHalf *from, ptrdiff_t n)
{
  ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4)
    vst1q_f32(to + i, vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(&from[i].x))));
  return i;
}

/* These vectors round as the thread does; halves are rounded to nearest. */
static inline ptrdiff_t th_firstToHalf(THHalf *to, const float *from, ptrdiff_t n)
{
  if (th_floatMode() != TH_USUAL_FLOAT_MODE) return 0;
  const uint32x4_t sign = vdupq_n_u32(1u << 31), quiet = vdupq_n_u32(0x7fc00000);
  ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const float32x4_t x = vld1q_f32(from + i);
    const uint32x4_t nan = vorrq_u32(vandq_u32(vreinterpretq_u32_f32(x), sign), quiet);
    const float32x4_t y = vbslq_f32(vceqq_f32(x, x), x, vreinterpretq_f32_u32(nan));
    vst1_u16(&to[i].x, vreinterpret_u16_f16(vcvt_f16_f32(y)));
  }
  return i;
}

#else
#define th_firstOfHalf(to, from, n) 0
#define th_firstToHalf(to, from, n) 0
#endif
#define th_firstOfBFloat16(to, from, n) 0
#define th_firstToBFloat16(to, from, n) 0
#endif

#define TH_CONVERSIONS(Name, type, to_float, of_float)                                             \
static inline void th_floatsOf##Name(float *to, const char *from, ptrdiff_t step, ptrdiff_t n)     \
{                                                                                                  \
  const type *x = (const type *)from;                                                              \
  if (step == sizeof *x)                                                                           \
    TH_SIMD for (ptrdiff_t i = th_firstOf##Name(to, x, n); i < n; i++) to[i] = to_float(x[i]);     \
  else for (ptrdiff_t i = 0; i < n; i++) to[i] = to_float(*(const type *)(from + i * step));       \
}                                                                                                  \
static inline void th_floatsTo##Name(char *to, ptrdiff_t step, const float *from, ptrdiff_t n)     \
{                                                                                                  \
  type *r = (type *)to;                                                                            \
  if (step == sizeof *r)                                                                           \
    TH_SIMD for (ptrdiff_t i = th_firstTo##Name(r, from, n); i < n; i++) r[i] = of_float(from[i]); \
  else for (ptrdiff_t i = 0; i < n; i++) *(type *)(to + i * step) = of_float(from[i]);             \
}
TH_CONVERSIONS(Half, THHalf, th_half2float, th_float2half)
TH_CONVERSIONS(BFloat16, THBFloat16, th_bfloat162float, th_float2bfloat16)
#undef TH_CONVERSIONS

/* --- for reductions and scans (TH/iteration/THFold.h) --- */

#ifdef TH_THROUGH_FLOAT

static void th_floatsOf(int dtype, float *to, const char *from, ptrdiff_t step, ptrdiff_t n)
{
  if (dtype == TH_HALF) th_floatsOfHalf(to, from, step, n);
  else th_floatsOfBFloat16(to, from, step, n);
}

/* Rounding to odd first makes two roundings give what one would. */
static void th_floatsTo(int dtype, char *to, ptrdiff_t step, const double *from, ptrdiff_t n)
{
  enum { AT_A_TIME = 64 };
  float odd[AT_A_TIME];
  for (ptrdiff_t i = 0; i < n; i += AT_A_TIME) {
    const ptrdiff_t m = n - i < AT_A_TIME ? n - i : AT_A_TIME;
    TH_SIMD for (ptrdiff_t j = 0; j < m; j++) odd[j] = th_roundToOdd(from[i + j]);
    if (dtype == TH_HALF) th_floatsToHalf(to + i * step, step, odd, m);
    else th_floatsToBFloat16(to + i * step, step, odd, m);
  }
}

static const THHalves th_halves = {th_floatsOf, th_floatsTo};

#endif

#endif
