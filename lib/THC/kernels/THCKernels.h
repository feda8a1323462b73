/*
** The kernels, for C: each of their sources exports tables of functions that launch one on the
** current device. What they return is the error of the launch alone.
*/
#ifndef THC_KERNELS_H
#define THC_KERNELS_H

#include <cuda_runtime_api.h>

#include "THC/launch/THCCopyShape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fewer than THC_MAX_POSITIONS positions, at least one; the tail is not looked at. */
typedef cudaError_t (*THCCopyLaunch)(const THCCopyShape *shape, cudaStream_t stream);

/* Of units of 1, 2, 4, 8 and 16 bytes. */
extern const THCCopyLaunch thc_copyUnits[5];

/* Elements of 16 bytes from a number of the iterator. */
int thc_fillWord16(const THIter *it);

/* From every dtype to one. */
#define X(Name, CODE, type, kind) extern const THCCopyLaunch thc_convertTo##Name[TH_NUM_DTYPES];
TH_FORALL_DTYPES(X)
#undef X

/*
** Masks and positions. An iterator has at most THC_LAUNCH_POSITIONS positions, and operands as
** TH's THIndex.def describes them, or named by their numbers. A word is 0 for elements of 1 byte,
** 1 for 2, 2 for 4, 3 for 8, 4 for 16.
*/
enum { THC_NUM_WORDS = 5, THC_MASK_TILE = 2048 };

/* Bytes of a mask that are not 0, in each tile of positions. */
cudaError_t thc_countMask(const THIter *it, int mask, int64_t *counts, cudaStream_t stream);

/* The elements of a vector, step bytes from each other. */
typedef struct THCVector {
  char *data;
  int64_t step, n;
} THCVector;

/* Elements at a mask, the two operands, to a vector; back; or their addresses as numbers. before:
   how many there are before each tile. */
enum { THC_MASKED_TAKE, THC_MASKED_GIVE, THC_MASKED_NUMBER, THC_NUM_MOVES };
cudaError_t thc_moveMasked(int move, int word, const THIter *it, const int *operands,
                           THCVector vector, const int64_t *before, cudaStream_t stream);
cudaError_t thc_fillMasked(int word, const THIter *it, const void *value, cudaStream_t stream);

/* The number, counted from first, of the first position that is outside [1, size], unless *found
   is less. */
cudaError_t thc_findOutside(const THIter *it, int operand, int64_t size, int64_t first,
                            unsigned long long *found, cudaStream_t stream);

/* 1 to outside, if it is not NULL, where a position is; nothing is read or written there. */
cudaError_t thc_gather(int word, const THIter *it, int64_t step, int64_t size, uint8_t *outside,
                       cudaStream_t stream);
cudaError_t thc_fillAt(int word, const THIter *it, int64_t step, int64_t size, const void *value,
                       cudaStream_t stream);

/* The places that positions name, in elements of 1 << shift bytes from the first of the result, as
   integers of width bytes (4, 8); and from: 0, 1, ... */
cudaError_t thc_findPlaces(const THIter *it, int64_t step, int64_t size, int shift, int width,
                           void *places, uint32_t *from, cudaStream_t stream);

/* Such places in ascending order, equal ones in the order of their positions. */
typedef struct THCRuns {
  int64_t width, n;
  const void *places;
  const uint32_t *from;
} THCRuns;

/* What is at the positions of named goes to their places, side by side with that at all positions
   of free: the last to a place, or all is added in order. */
typedef cudaError_t (*THCRunsLaunch)(const THIter *free, const THIter *named, const THCRuns *runs,
                                     cudaStream_t stream);
extern const THCRunsLaunch thc_putRuns[THC_NUM_WORDS];
#define X(Name, CODE, type, kind)                                              \
  cudaError_t thc_addRuns##Name(const THIter *free, const THIter *named,       \
                                const THCRuns *runs, cudaStream_t stream);
TH_FORALL_DTYPES(X)
#undef X

/*
** Orders. Elements are numbered row by row; x is an operand of an iterator whose first dimension
** is a row.
*/

/* Keys (THOrder.h) of 4 bytes, or 8 where elements have as many: of elements 0, 1, ..., which
   numbers then has; or, where it is made, of those in numbers. */
typedef cudaError_t (*THCKeysLaunch)(const THIter *x, int operand, int descending, void *keys,
                                     uint32_t *numbers, int made, cudaStream_t stream);
#define X(Name, CODE, type, kind)                                              \
  cudaError_t thc_keysOf##Name(const THIter *x, int operand, int descending,   \
                               void *keys, uint32_t *numbers, int made,        \
                               cudaStream_t stream);
TH_FORALL_DTYPES(X)
#undef X

/* The rows of n in which elements are. */
cudaError_t thc_findRows(uint32_t *rows, const uint32_t *numbers, int64_t count, int64_t n,
                         cudaStream_t stream);

/* The elements of rows of n, each row in order, and their keys. */
typedef struct THCOrder {
  const uint32_t *numbers;
  const void *keys;
  int64_t width, n, rows;
} THCOrder;

/* Of each row: so many from the first on; the first NaN, or otherwise that at a place; the last of
   those most alike. */
cudaError_t thc_takeSome(const THCOrder *order, int64_t first, int64_t each, uint32_t *taken,
                         cudaStream_t stream);
cudaError_t thc_takeNan(const THCOrder *order, int64_t otherwise, uint32_t *taken,
                        cudaStream_t stream);
cudaError_t thc_takeMode(const THCOrder *order, uint32_t *taken, cudaStream_t stream);

/* Elements in order, as positions in their rows from 1 (the first result), and as they are, of
   width bytes (the second, which may have no memory). */
cudaError_t thc_putOrder(const THIter *to, const int *results, const THIter *x, int operand,
                         const uint32_t *numbers, int width, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
