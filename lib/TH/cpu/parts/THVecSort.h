/*
** Bare keys (THOrder.h) in sorted order, by vectors: a pivot parts them until few are left, and few
** are sorted in registers. Equal keys cannot be told apart, so every way of sorting gives the same
** result.
**
** Parting needs a compression of vectors in registers: levels without AVX-512 have none of this,
** and sort by digits. (Compressed stores to memory would be slow on AMD Zen 4.)
*/
#ifndef TH_VECSORT_H
#define TH_VECSORT_H

#include "TH/iteration/THOrder.h"

#include <string.h>

#ifdef __AVX512F__
#include <immintrin.h>

/* Vectors of which few keys fill all, or a half, a quarter and so on. (With 8, row "sort by row,
   1000x1000" takes 1.15 times as long.) */
enum { TH_FEW_VECTORS = 16 };

/* Keys that are worth a thread: they take about 200 microseconds. */
enum { TH_KEYS_GRAIN = 1 << 16 };

#define OF_KEYS(name) TH_CONCAT_3(th_, name, KEY_BITS)
#define VECTOR(name) TH_CONCAT_3(_mm512_, name, KEY_BITS)

#define KEY_BITS 32
#define Key uint32_t
#define Mask __mmask16
#define NOT _knot_mask16
#include "TH/cpu/parts/THVecSortKeys.h"

#define KEY_BITS 64
#define Key uint64_t
#define Mask __mmask8
#define NOT _knot_mask8
#include "TH/cpu/parts/THVecSortKeys.h"

#undef OF_KEYS
#undef VECTOR

static void th_sortKeys(void *keys, int wide, int64_t n)
{
  if (wide) th_sortAll64(keys, n);
  else th_sortAll32(keys, n);
}

static uint64_t th_selectKey(void *keys, int wide, int64_t n, int64_t k)
{
  return wide ? th_selectKey64(keys, n, k) : th_selectKey32(keys, n, k);
}

#define TH_SORT_KEYS th_sortKeys
#define TH_SELECT_KEY th_selectKey
#else
#define TH_SORT_KEYS NULL
#define TH_SELECT_KEY NULL
#endif

#endif
