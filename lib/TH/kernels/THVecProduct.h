/*
** Vectors with a fused multiply-add, for products of matrices. The compiler makes none of the loops
** in which sums of two dimensions stay in registers.
*/
#ifndef TH_VECPRODUCT_H
#define TH_VECPRODUCT_H

#include "THBase.h"

/* A tile of a product is two vectors by some columns: its sums and factors fill the registers. */
#if defined __AVX512F__
#include <immintrin.h>
enum { TH_FMA_BYTES = 64, TH_FMA_COLUMNS = 8 };
typedef __m512 THFloatVector;
typedef __m512d THDoubleVector;
#define TH_FMA(operation) _mm512_##operation
#elif defined __FMA__
#include <immintrin.h>
enum { TH_FMA_BYTES = 32, TH_FMA_COLUMNS = 6 };
typedef __m256 THFloatVector;
typedef __m256d THDoubleVector;
#define TH_FMA(operation) _mm256_##operation
#else
#define TH_NO_FMA
#endif

#ifndef TH_NO_FMA
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
