/*
** Vectors with a fused multiply-add, for products of matrices: compilers do not keep the sums of a
** two-dimensional tile in registers by themselves.
**
** A mask selects the first n lanes; n may be below 0 or above their number. loadSome sets the other
** lanes to 0 and reads no memory for them; storeSome leaves their memory unchanged.
*/
#ifndef TH_VECPRODUCT_H
#define TH_VECPRODUCT_H


#if defined __AVX512F__ || defined __FMA__
#include <immintrin.h>
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
#define TH_FMA(operation) _mm512_##operation
#define TH_FIRST(n, lanes) ((1u << ((n) < 0 ? 0 : (n) < (lanes) ? (n) : (lanes))) - 1)
#define th_maskFloat(n) ((THFloatMask)TH_FIRST(n, 16))
#define th_maskDouble(n) ((THDoubleMask)TH_FIRST(n, 8))
#define th_loadSomeFloat(p, mask) _mm512_maskz_loadu_ps(mask, p)
#define th_loadSomeDouble(p, mask) _mm512_maskz_loadu_pd(mask, p)
#define th_storeSomeFloat _mm512_mask_storeu_ps
#define th_storeSomeDouble _mm512_mask_storeu_pd
#elif defined __FMA__
enum { TH_FMA_BYTES = 32, TH_FMA_COLUMNS = 6 };
typedef __m256 THFloatVector;
typedef __m256d THDoubleVector;
typedef __m256i THFloatMask, THDoubleMask;
#define TH_FMA(operation) _mm256_##operation
#define th_maskFloat(n) \
  _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
#define th_maskDouble(n) _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3))
#define th_loadSomeFloat _mm256_maskload_ps
#define th_loadSomeDouble _mm256_maskload_pd
#define th_storeSomeFloat _mm256_maskstore_ps
#define th_storeSomeDouble _mm256_maskstore_pd
#endif

#define th_loadFloat TH_FMA(loadu_ps)
#define th_loadDouble TH_FMA(loadu_pd)
#define th_storeFloat TH_FMA(storeu_ps)
#define th_storeDouble TH_FMA(storeu_pd)
#define th_repeatFloat TH_FMA(set1_ps)
#define th_repeatDouble TH_FMA(set1_pd)
#define th_fmaFloat TH_FMA(fmadd_ps)
#define th_fmaDouble TH_FMA(fmadd_pd)

#endif
