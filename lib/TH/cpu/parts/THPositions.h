/*
** Positions, from 1, of elements along a dimension, for kernels that go by them.
*/
#ifndef TH_POSITIONS_H
#define TH_POSITIONS_H

#include "TH/memory/THAllocator.h"

enum {
  TH_POSITIONS_RUN = 64, /* as many are checked at a time where they are used next */
  TH_PAGE = 4096         /* what a processor foresees of runs of memory ends there */
};

/* A compiler drops a call that only fetches: these two are no calls. */
#define TH_FETCH static inline __attribute__((always_inline)) void

/* Brings cache lines while there is other work; p need not be anybody's. */
TH_FETCH th_fetch(const char *p, ptrdiff_t bytes)
{
  for (ptrdiff_t k = 0; k < bytes; k += TH_ALIGN) __builtin_prefetch(p + k);
}

/* The same of what n positions name, if that is most lines of it and the first cache holds it. */
TH_FETCH th_fetchNamed(const char *p, ptrdiff_t bytes, ptrdiff_t n)
{
  if (bytes <= 4 * TH_PAGE && bytes <= n * TH_ALIGN) th_fetch(p, bytes);
}

/*
** Whether one of n positions, step bytes from each other, is outside [1, size]: there p - 1 or
** size - p is below 0. Signs are what every processor can collect of 64-bit numbers.
*/
static inline int th_isOutside(const char *at, ptrdiff_t step, ptrdiff_t n, int64_t size)
{
  uint64_t signs = 0;
  if (step == sizeof(int64_t)) {
    const uint64_t *p = (const uint64_t *)at;
    _Pragma("omp simd reduction(|:signs)") for (ptrdiff_t i = 0; i < n; i++)
      signs |= (p[i] - 1) | ((uint64_t)size - p[i]);
  } else
    for (; n > 0; n--, at += step) {
      const uint64_t p = *(const uint64_t *)at;
      signs |= (p - 1) | ((uint64_t)size - p);
    }
  return (int64_t)signs < 0;
}

#endif
