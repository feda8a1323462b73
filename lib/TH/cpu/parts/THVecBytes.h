/*
** Vectors of 32-bit sums of products of bytes: each lane adds four products of an unsigned and a
** signed byte. The sums are exact and wrap, so every variant gives the same bits; instructions that
** saturate (pmaddubsw) are not used.
*/
#ifndef TH_VECBYTES_H
#define TH_VECBYTES_H

#include <stdint.h>
#include <string.h>

/*
** TH_SUMS_LANES sums in a vector; a tile of TH_SUMS_ROWS by TH_SUMS_VECTORS of them fills the
** registers. th_addBytes(s, x, w): s plus the products of the bytes of x, unsigned, and of w,
** signed. th_repeatWord: the four bytes at p in every lane.
*/
#if defined __AVX512BW__
#include <immintrin.h>
enum { TH_SUMS_LANES = 16, TH_SUMS_ROWS = 6, TH_SUMS_VECTORS = 4 };
typedef __m512i THSums;
#define TH_INTEGERS(operation) _mm512_##operation
#define th_loadSums(p) _mm512_loadu_si512(p)
#define th_storeSums(p, s) _mm512_storeu_si512(p, s)
#define th_noSums() _mm512_setzero_si512()
#define th_lowBytes(x) _mm512_and_si512(x, _mm512_set1_epi16(255))
#elif defined __AVX2__
#include <immintrin.h>
enum { TH_SUMS_LANES = 8, TH_SUMS_ROWS = 4, TH_SUMS_VECTORS = 2 };
typedef __m256i THSums;
#define TH_INTEGERS(operation) _mm256_##operation
#define th_loadSums(p) _mm256_loadu_si256((const __m256i *)(p))
#define th_storeSums(p, s) _mm256_storeu_si256((__m256i *)(p), s)
#define th_noSums() _mm256_setzero_si256()
#define th_lowBytes(x) _mm256_and_si256(x, _mm256_set1_epi16(255))
#elif defined __SSE2__
#include <emmintrin.h>
enum { TH_SUMS_LANES = 4, TH_SUMS_ROWS = 2, TH_SUMS_VECTORS = 2 };
typedef __m128i THSums;
#define TH_INTEGERS(operation) _mm_##operation
#define th_loadSums(p) _mm_loadu_si128((const __m128i *)(p))
#define th_storeSums(p, s) _mm_storeu_si128((__m128i *)(p), s)
#define th_noSums() _mm_setzero_si128()
#define th_lowBytes(x) _mm_and_si128(x, _mm_set1_epi16(255))
#elif defined __aarch64__ && defined __ARM_NEON
#include <arm_neon.h>
enum { TH_SUMS_LANES = 4, TH_SUMS_ROWS = 4, TH_SUMS_VECTORS = 4 };
typedef int32x4_t THSums;
#define th_loadSums(p) vld1q_s32((const int32_t *)(p))
#define th_storeSums(p, s) vst1q_s32((int32_t *)(p), s)
#define th_noSums() vdupq_n_s32(0)
#else
enum { TH_SUMS_LANES = 1, TH_SUMS_ROWS = 4, TH_SUMS_VECTORS = 4 };
typedef struct THSums { int32_t sum; } THSums;
#endif

#ifdef TH_INTEGERS

static inline THSums th_repeatWord(const uint8_t *p)
{
  int32_t word;
  memcpy(&word, p, sizeof word);
  return TH_INTEGERS(set1_epi32)(word);
}

static inline THSums th_addBytes(THSums s, THSums x, THSums w)
{
#ifdef __AVX512VNNI__
  return _mm512_dpbusd_epi32(s, x, w);
#else
  /* Even and odd bytes apart, as integers of 16 bits, whose products are added in pairs. */
  const THSums even = TH_INTEGERS(srai_epi16)(TH_INTEGERS(slli_epi16)(w, 8), 8);
  const THSums odd = TH_INTEGERS(srai_epi16)(w, 8);
  s = TH_INTEGERS(add_epi32)(s, TH_INTEGERS(madd_epi16)(th_lowBytes(x), even));
  return TH_INTEGERS(add_epi32)(s,
                                TH_INTEGERS(madd_epi16)(TH_INTEGERS(srli_epi16)(x, 8), odd));
#endif
}

#elif defined th_noSums

static inline THSums th_repeatWord(const uint8_t *p)
{
  int32_t word;
  memcpy(&word, p, sizeof word);
  return vdupq_n_s32(word);
}

/* A product fits 16 bits: 255 * -128 does. */
static inline THSums th_addBytes(THSums s, THSums x, THSums w)
{
  const uint8x16_t a = vreinterpretq_u8_s32(x);
  const int8x16_t b = vreinterpretq_s8_s32(w);
  const int16x8_t low = vmulq_s16(vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(a))),
                                  vmovl_s8(vget_low_s8(b)));
  const int16x8_t high = vmulq_s16(vreinterpretq_s16_u16(vmovl_high_u8(a)), vmovl_high_s8(b));
  return vaddq_s32(s, vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)));
}

#else

static inline THSums th_noSums(void)
{
  return (THSums){0};
}

/* A vector of one lane: four bytes of w, or a sum. */
static inline THSums th_loadSums(const void *p)
{
  THSums s;
  memcpy(&s, p, sizeof s);
  return s;
}

static inline void th_storeSums(void *p, THSums s)
{
  memcpy(p, &s, sizeof s);
}

static inline THSums th_repeatWord(const uint8_t *p)
{
  return th_loadSums(p);
}

static inline THSums th_addBytes(THSums s, THSums x, THSums w)
{
  uint8_t a[4];
  int8_t b[4];
  memcpy(a, &x, sizeof a);
  memcpy(b, &w, sizeof b);
  s.sum += a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; /* compiled with -fwrapv */
  return s;
}

#endif

#ifdef __AVX2__
/* Eight words of each of eight rows, which are next bytes apart, become eight runs of eight words,
   step bytes apart. */
static inline void th_turnWords(char *to, ptrdiff_t step, const uint8_t *from, ptrdiff_t next)
{
  __m256i row[8], pair[8], four[8];
  for (int k = 0; k < 8; k++) row[k] = _mm256_loadu_si256((const __m256i *)(from + k * next));
  for (int k = 0; k < 8; k += 2) {
    pair[k] = _mm256_unpacklo_epi32(row[k], row[k + 1]);
    pair[k + 1] = _mm256_unpackhi_epi32(row[k], row[k + 1]);
  }
  for (int k = 0; k < 8; k += 4) {
    four[k] = _mm256_unpacklo_epi64(pair[k], pair[k + 2]);
    four[k + 1] = _mm256_unpackhi_epi64(pair[k], pair[k + 2]);
    four[k + 2] = _mm256_unpacklo_epi64(pair[k + 1], pair[k + 3]);
    four[k + 3] = _mm256_unpackhi_epi64(pair[k + 1], pair[k + 3]);
  }
  for (int k = 0; k < 4; k++) {
    const __m256i a = four[k], b = four[k + 4];
    _mm256_storeu_si256((__m256i *)(to + k * step), _mm256_permute2x128_si256(a, b, 0x20));
    _mm256_storeu_si256((__m256i *)(to + (k + 4) * step), _mm256_permute2x128_si256(a, b, 0x31));
  }
}
#endif

#endif
