/*
** Sorting numbers of elements by keys: the memory that a sort needs, and the sort.
*/
#ifndef THC_SORT_PAIRS_H
#define THC_SORT_PAIRS_H

#include "THC/runtime/THCStream.h"

/* n keys of up to width bytes (4, 8) and the n numbers that go with them: they are in keys[now] and
   numbers[now]. The other two arrays are room for the sort. */
typedef struct THCPairs {
  const char *op;
  int width, now;
  int64_t n;
  void *keys[2];
  uint32_t *numbers[2];
  void *work;
  size_t bytes; /* of work */
} THCPairs;

/* Bytes needed for up to n pairs on the current device. Errors: TH_EUNSUPPORTED for n >= 2^31,
   TH_EDEVICE. */
TH_API int THCPairs_bytes(const char *op, int64_t n, int width, int64_t *bytes);

/* Lay out n pairs in memory of at least the bytes that THCPairs_bytes gave for n or more. */
TH_API void THCPairs_place(THCPairs *pairs, const char *op, int64_t n, int width, void *memory,
                           int64_t bytes);

/* Sort keys of width bytes in ascending order of their bits [low, high), stably; the numbers move
   with the keys. */
TH_API int THCPairs_sort(THCPairs *pairs, int width, int low, int high, cudaStream_t stream);

/* The number of bits that numbers below n have. */
TH_API int thc_bitsOf(int64_t n);

#endif
