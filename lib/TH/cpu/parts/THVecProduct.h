/*
** Vectors with a fused multiply-add, for products of matrices: compilers do not keep the sums of a
** two-dimensional tile in registers by themselves. Integers wrap.
**
** A mask selects the first n lanes; n may be below 0 or above their number. loadSome sets the other
** lanes to 0 and reads no memory for them; storeSome leaves their memory unchanged.
*/
#ifndef TH_VECPRODUCT_H
#define TH_VECPRODUCT_H


#if defined __AVX512F__ || defined __FMA__
#include <immintrin.h>
#elif defined __aarch64__ && defined __ARM_NEON
#include <arm_neon.h>
#else
#define TH_NO_FMA
#endif

/* A tile of a product is two vectors by TH_FMA_COLUMNS: its sums and factors fill the registers. */
#if defined __AVX512F__
enum { TH_FMA_BYTES = 64, TH_FMA_COLUMNS = 8 };
typedef __m512 THFloatVector;
typedef __m512d THDoubleVector;
typedef __mmask16 THFloatMask;
typedef __mmask8 THDoubleMask;
typedef __mmask16 THIntMask;
typedef __mmask8 THLongMask;
#define TH_FMA(operation) _mm512_##operation
#define TH_FIRST(n, lanes) ((1u << ((n) < 0 ? 0 : (n) < (lanes) ? (n) : (lanes))) - 1)
#define th_maskFloat(n) ((THFloatMask)TH_FIRST(n, 16))
#define th_maskDouble(n) ((THDoubleMask)TH_FIRST(n, 8))
#define th_loadSomeFloat(p, mask) _mm512_maskz_loadu_ps(mask, p)
#define th_loadSomeDouble(p, mask) _mm512_maskz_loadu_pd(mask, p)
#define th_storeSomeFloat _mm512_mask_storeu_ps
#define th_storeSomeDouble _mm512_mask_storeu_pd
#define th_loadSomeInt(p, mask) ((THIntVector)_mm512_maskz_loadu_epi32(mask, p))
#define th_loadSomeLong(p, mask) ((THLongVector)_mm512_maskz_loadu_epi64(mask, p))
#define th_storeSomeInt(p, mask, v) _mm512_mask_storeu_epi32(p, mask, (__m512i)(v))
#define th_storeSomeLong(p, mask, v) _mm512_mask_storeu_epi64(p, mask, (__m512i)(v))
#elif defined __FMA__
enum { TH_FMA_BYTES = 32, TH_FMA_COLUMNS = 6 };
typedef __m256 THFloatVector;
typedef __m256d THDoubleVector;
typedef __m256i THFloatMask, THDoubleMask, THIntMask, THLongMask;
#define TH_FMA(operation) _mm256_##operation
#define th_maskFloat(n) \
  _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
#define th_maskDouble(n) _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3))
#define th_loadSomeFloat _mm256_maskload_ps
#define th_loadSomeDouble _mm256_maskload_pd
#define th_storeSomeFloat _mm256_maskstore_ps
#define th_storeSomeDouble _mm256_maskstore_pd
#define th_loadSomeInt(p, mask) ((THIntVector)_mm256_maskload_epi32(p, mask))
#define th_loadSomeLong(p, mask) ((THLongVector)_mm256_maskload_epi64((const long long *)(p), mask))
#define th_storeSomeInt(p, mask, v) _mm256_maskstore_epi32(p, mask, (__m256i)(v))
#define th_storeSomeLong(p, mask, v) _mm256_maskstore_epi64((long long *)(p), mask, (__m256i)(v))
#elif !defined TH_NO_FMA
enum { TH_FMA_BYTES = 16, TH_FMA_COLUMNS = 8 };
typedef float32x4_t THFloatVector;
typedef float64x2_t THDoubleVector;
typedef int THFloatMask, THDoubleMask, THIntMask, THLongMask; /* the number of lanes */
#define th_maskFloat(n) (n)
#define th_maskDouble(n) (n)

static inline float32x4_t th_loadSomeFloat(const float *p, int lanes)
{
  float32x4_t some = {0};
  if (lanes >= 4) return vld1q_f32(p);
  if (lanes > 0) some = vld1q_lane_f32(p, some, 0);
  if (lanes > 1) some = vld1q_lane_f32(p + 1, some, 1);
  if (lanes > 2) some = vld1q_lane_f32(p + 2, some, 2);
  return some;
}

static inline float64x2_t th_loadSomeDouble(const double *p, int lanes)
{
  const float64x2_t none = {0};
  return lanes >= 2 ? vld1q_f64(p) : lanes > 0 ? vld1q_lane_f64(p, none, 0) : none;
}

static inline void th_storeSomeFloat(float *p, int lanes, float32x4_t v)
{
  for (int i = 0; i < 4; i++) if (i < lanes) p[i] = v[i];
}

static inline void th_storeSomeDouble(double *p, int lanes, float64x2_t v)
{
  for (int i = 0; i < 2; i++) if (i < lanes) p[i] = v[i];
}

#define th_loadFloat vld1q_f32
#define th_loadDouble vld1q_f64
#define th_storeFloat vst1q_f32
#define th_storeDouble vst1q_f64
#define th_repeatFloat vdupq_n_f32
#define th_repeatDouble vdupq_n_f64
#define th_fmaFloat(x, y, sum) vfmaq_f32(sum, x, y)
#define th_fmaDouble(x, y, sum) vfmaq_f64(sum, x, y)
#endif

#ifndef TH_NO_FMA
typedef int32_t THIntVector __attribute__((vector_size(TH_FMA_BYTES))); /* -fwrapv */
typedef int64_t THLongVector __attribute__((vector_size(TH_FMA_BYTES)));
typedef THIntVector THFloatIndex, THIntIndex; /* numbers of lanes */
typedef THLongVector THDoubleIndex, THLongIndex;
typedef THIntVector THIntLoose __attribute__((aligned(4), may_alias));
typedef THLongVector THLongLoose __attribute__((aligned(8), may_alias));
#define th_maskInt th_maskFloat
#define th_maskLong th_maskDouble
#define th_loadInt(p) ((THIntVector)*(const THIntLoose *)(p))
#define th_loadLong(p) ((THLongVector)*(const THLongLoose *)(p))
#define th_storeInt(p, v) (*(THIntLoose *)(p) = (v))
#define th_storeLong(p, v) (*(THLongLoose *)(p) = (v))
#define th_repeatInt(a) ((THIntVector){0} + (a))
#define th_repeatLong(a) ((THLongVector){0} + (a))
#define th_fmaInt(x, y, sum) ((x) * (y) + (sum))
#define th_fmaLong(x, y, sum) ((x) * (y) + (sum))
#define th_scalarFmaFloat __builtin_fmaf
#define th_scalarFmaDouble __builtin_fma
#define th_scalarFmaInt(x, y, sum) ((x) * (y) + (sum))
#define th_scalarFmaLong(x, y, sum) ((x) * (y) + (sum))
#endif

#if defined __aarch64__ && defined __ARM_NEON
#define TH_SOME(Real, real)                                                        \
static inline TH##Real##Vector th_loadSome##Real(const real *p, int lanes)         \
{                                                                                  \
  TH##Real##Vector some = {0};                                                     \
  for (int i = 0; i < TH_FMA_BYTES / (int)sizeof(real); i++)                       \
    if (i < lanes) some[i] = p[i];                                                 \
  return some;                                                                     \
}                                                                                  \
static inline void th_storeSome##Real(real *p, int lanes, TH##Real##Vector v)      \
{                                                                                  \
  for (int i = 0; i < TH_FMA_BYTES / (int)sizeof(real); i++)                       \
    if (i < lanes) p[i] = v[i];                                                    \
}
TH_SOME(Int, int32_t)
TH_SOME(Long, int64_t)
#undef TH_SOME
#endif

/* th_pick<Type>(v, from): lane l is lane from[l] of v. */
#if defined __AVX512F__
#define th_pickFloat(v, from) _mm512_permutexvar_ps((__m512i)(from), v)
#define th_pickDouble(v, from) _mm512_permutexvar_pd((__m512i)(from), v)
#define th_pickInt(v, from) ((THIntVector)_mm512_permutexvar_epi32((__m512i)(from), (__m512i)(v)))
#define th_pickLong(v, from) ((THLongVector)_mm512_permutexvar_epi64((__m512i)(from), (__m512i)(v)))
#elif defined TH_FMA
static inline __m256i th_pickHalves(__m256i v, __m256i from) /* of 64 bits: two of 32 */
{
  const __m256i first = _mm256_slli_epi64(from, 1);
  const __m256i second = _mm256_add_epi64(first, _mm256_set1_epi64x(1));
  return _mm256_permutevar8x32_epi32(v, _mm256_or_si256(first, _mm256_slli_epi64(second, 32)));
}
#define th_pickFloat(v, from) _mm256_permutevar8x32_ps(v, (__m256i)(from))
#define th_pickDouble(v, from) ((__m256d)th_pickHalves((__m256i)(v), (__m256i)(from)))
#define th_pickInt(v, from) \
  ((THIntVector)_mm256_permutevar8x32_epi32((__m256i)(v), (__m256i)(from)))
#define th_pickLong(v, from) ((THLongVector)th_pickHalves((__m256i)(v), (__m256i)(from)))
#endif

#ifdef TH_FMA
#define th_loadFloat TH_FMA(loadu_ps)
#define th_loadDouble TH_FMA(loadu_pd)
#define th_storeFloat TH_FMA(storeu_ps)
#define th_storeDouble TH_FMA(storeu_pd)
#define th_repeatFloat TH_FMA(set1_ps)
#define th_repeatDouble TH_FMA(set1_pd)
#define th_fmaFloat TH_FMA(fmadd_ps)
#define th_fmaDouble TH_FMA(fmadd_pd)
#endif

#endif
