/*
** Numbers of elements, put in order by keys: the memory that a sort needs, and the sort.
*/
#ifndef THC_SORT_PAIRS_H
#define THC_SORT_PAIRS_H

#include "THC/runtime/THCStream.h"

/* Keys of up to width bytes (4, 8) and numbers of n elements, both in keys[now] and numbers[now];
   the others are room. */
typedef struct THCPairs {
  const char *op;
  int width, now;
  int64_t n;
  void *keys[2];
  uint32_t *numbers[2];
  void *work;
  size_t bytes; /* of work */
} THCPairs;

/* Bytes for up to n elements on the current device. Errors: TH_EUNSUPPORTED for more than 32 bits
   number, TH_EDEVICE. */
TH_API int THCPairs_bytes(const char *op, int64_t n, int width, int64_t *bytes);

/* Pairs of n elements in so many bytes of memory: what THCPairs_bytes said for n or more. */
TH_API void THCPairs_place(THCPairs *pairs, const char *op, int64_t n, int width, void *memory,
                           int64_t bytes);

/* Put keys of width bytes in ascending order of their bits [low, high), equal ones as they stand;
   numbers go with them. */
TH_API int THCPairs_sort(THCPairs *pairs, int width, int low, int high, cudaStream_t stream);

/* How many bits the numbers below n have. */
TH_API int thc_bitsOf(int64_t n);

#endif
