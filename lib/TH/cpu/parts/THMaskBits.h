/*
** Masks as bits, for kernels that take some elements and skip the others: skipped ones cost
** nothing, and there is no branch to mispredict.
*/
#ifndef TH_MASKBITS_H
#define TH_MASKBITS_H

#include "TH/base/THBase.h"

#if defined __AVX2__ || defined __AVX512BW__
#include <immintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>
#elif defined __aarch64__ && defined __ARM_NEON
#include <arm_neon.h>
#endif

/* The number of positions in a word of bits. */
enum { TH_BITS_RUN = 64 };

/* Bit k is set where byte k of 64 is not 0. */
static inline uint64_t th_maskBits(const uint8_t *mask)
{
#if defined __AVX512BW__
  const __m512i bytes = _mm512_loadu_si512(mask);
  return _mm512_test_epi8_mask(bytes, bytes);
#elif defined __SSE2__
  uint64_t zeros = 0;
  for (int k = 0; k < TH_BITS_RUN; k += 16) {
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(mask + k));
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    zeros |= (uint64_t)(uint32_t)found << k;
  }
  return ~zeros;
#elif defined __aarch64__ && defined __ARM_NEON
  static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t found[4];
  for (int k = 0; k < 4; k++) {
    const uint8x16_t bytes = vld1q_u8(mask + 16 * k);
    found[k] = vandq_u8(vtstq_u8(bytes, bytes), vld1q_u8(places));
  }
  /* Three sums of neighbours join the eight bits of each byte of the word. */
  const uint8x16_t low = vpaddq_u8(found[0], found[1]), high = vpaddq_u8(found[2], found[3]);
  const uint8x16_t fours = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)), 0);
#else
  uint64_t bits = 0;
  for (int k = 0; k < TH_BITS_RUN; k++) bits |= (uint64_t)(mask[k] != 0) << k;
  return bits;
#endif
}

/* The same for the next n bytes, at most 64, step bytes apart. */
static inline uint64_t th_maskBitsOf(const char *mask, ptrdiff_t step, ptrdiff_t n)
{
  uint8_t run[TH_BITS_RUN] = {0};
  if (step == 0 && n >= TH_BITS_RUN) return *mask ? UINT64_MAX : 0;
  if (step == 1 && n >= TH_BITS_RUN) return th_maskBits((const uint8_t *)mask);
  for (int k = 0; k < TH_BITS_RUN && k < n; k++) run[k] = (uint8_t)mask[k * step];
  return th_maskBits(run);
}

/*
** If TH_PACKS: writes those of the 64 elements at from, of width bytes, whose bits are set, one
** after the other to first, where there is room for all 64. Returns the address after the last one;
** what follows is garbage. The address of each group of eight is computed from the bits, so that
** none waits for the one before.
*/
#if defined __AVX512VL__ && defined __AVX512BW__
#define TH_PACKS 1
static inline char *th_pack(char *first, const char *from, uint64_t bits, int width)
{
  for (int k = 0; k < TH_BITS_RUN; k += 8, from += 8 * width) {
    const __mmask8 some = (__mmask8)(bits >> k);
    char *to = first + __builtin_popcountll(bits & ((UINT64_C(1) << k) - 1)) * width;
    if (width == 8) {
      const __m512i words = _mm512_loadu_si512(from);
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(some, words));
    } else if (width == 4) {
      const __m256i words = _mm256_loadu_si256((const __m256i *)from);
      _mm256_storeu_si256((__m256i *)to, _mm256_maskz_compress_epi32(some, words));
    } else if (width == 2) {
      const __m256i words = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)from));
      const __m256i packed = _mm256_maskz_compress_epi32(some, words);
      _mm_storeu_si128((__m128i *)to, _mm256_cvtepi32_epi16(packed));
    } else {
      const __m256i words = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)from));
      const __m256i packed = _mm256_maskz_compress_epi32(some, words);
      _mm_storel_epi64((__m128i *)to, _mm256_cvtepi32_epi8(packed));
    }
  }
  return first + __builtin_popcountll(bits) * width;
}
#else
#define TH_PACKS 0
static inline char *th_pack(char *first, const char *from, uint64_t bits, int width)
{
  (void)from, (void)bits, (void)width;
  return first;
}
#endif

#endif
