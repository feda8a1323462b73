/*
** The kernels' C interface: functions that launch one kernel on the current device, alone or in
** tables. They return the error of the launch alone; errors while the kernel runs appear in later
** calls of CUDA.
*/
#ifndef THC_KERNELS_H
#define THC_KERNELS_H

#include <cuda_runtime_api.h>

#include "THC/launch/THCCopyShape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Launch a copy of at least one and fewer than THC_MAX_POSITIONS positions. The shape's tail is
   ignored. */
typedef cudaError_t (*THCCopyLaunch)(const THCCopyShape *shape, cudaStream_t stream);

/* Copies of units of 1, 2, 4, 8 and 16 bytes. */
extern const THCCopyLaunch thc_copyUnits[5];

/* Fills elements of 16 bytes with a number of the iterator. */
int thc_fillWord16(const THIter *it);

/* Conversions to one dtype, by the source's dtype. NULL where a copy of units does it. */
#define X(Name, CODE, type, kind) extern const THCCopyLaunch thc_convertTo##Name[TH_NUM_DTYPES];
TH_FORALL_DTYPES(X)
#undef X

/*
** Masks and positions. An iterator has at most THC_LAUNCH_POSITIONS positions. Its operands are
** those that TH's THIndex.def lists for the operation, or the ones whose numbers are passed. A
** word says how wide elements are: 0 for 1 byte, 1 for 2, 2 for 4, 3 for 8, 4 for 16.
*/
enum { THC_NUM_WORDS = 5, THC_MASK_TILE = 2048 };

/* For each tile of positions, the number of mask bytes that are not 0. */
cudaError_t thc_countMask(const THIter *it, int mask, int64_t *counts, cudaStream_t stream);

/* n elements, step bytes apart. */
typedef struct THCVector {
  char *data;
  int64_t step, n;
} THCVector;

/* THC_MASKED_TAKE: elements where the mask is set go to the vector. THC_MASKED_GIVE: the vector's
   elements go there. THC_MASKED_NUMBER: their addresses go to the vector as integers. operands:
   elements and mask. before: for each tile, how many mask bytes are set before it. */
enum { THC_MASKED_TAKE, THC_MASKED_GIVE, THC_MASKED_NUMBER, THC_NUM_MOVES };
cudaError_t thc_moveMasked(int move, int word, const THIter *it, const int *operands,
                           THCVector vector, const int64_t *before, cudaStream_t stream);
cudaError_t thc_fillMasked(int word, const THIter *it, const void *value, cudaStream_t stream);
cudaError_t thc_where(int word, const THIter *it, cudaStream_t stream);

/* Write to *found the first index, counted from first, at which a position is outside [1, size],
   unless *found is smaller already. */
cudaError_t thc_findOutside(const THIter *it, int operand, int64_t size, int64_t first,
                            unsigned long long *found, cudaStream_t stream);

/* gather sets *outside (unless NULL) to 1 if a position is outside; neither function reads or
   writes there. */
cudaError_t thc_gather(int word, const THIter *it, int64_t step, int64_t size, uint8_t *outside,
                       cudaStream_t stream);
cudaError_t thc_fillAt(int word, const THIter *it, int64_t step, int64_t size, const void *value,
                       cudaStream_t stream);

/* The places that positions name, in elements of 1 << shift bytes from the result's first, as
   integers of width bytes (4, 8); and from = 0, 1, ... */
cudaError_t thc_findPlaces(const THIter *it, int64_t step, int64_t size, int shift, int width,
                           void *places, uint32_t *from, cudaStream_t stream);

/* Places of width bytes in ascending order; from: the positions' indices, ascending among equal
   places. */
typedef struct THCRuns {
  int64_t width, n;
  const void *places;
  const uint32_t *from;
} THCRuns;

/* Move elements to their places: for each index of named, and side by side for all positions of
   free. put: the last element to a place stays. add: all are added in order. */
typedef cudaError_t (*THCRunsLaunch)(const THIter *free, const THIter *named, const THCRuns *runs,
                                     cudaStream_t stream);
extern const THCRunsLaunch thc_putRuns[THC_NUM_WORDS];
#define X(Name, CODE, type, kind)                                              \
  cudaError_t thc_addRuns##Name(const THIter *free, const THIter *named,       \
                                const THCRuns *runs, cudaStream_t stream);
TH_FORALL_DTYPES(X)
#undef X

/*
** Orders. Elements are numbered row by row; x is an operand of an iterator whose first dimension is
** a row.
*/

/* Make keys (THOrder.h) of 4 bytes, or of 8 for elements of 8 bytes. made 0: of elements 0, 1, ...,
   which are also written to numbers. made 1: of the elements that numbers lists. */
typedef cudaError_t (*THCKeysLaunch)(const THIter *x, int operand, int descending, void *keys,
                                     uint32_t *numbers, int made, cudaStream_t stream);
#define X(Name, CODE, type, kind)                                              \
  cudaError_t thc_keysOf##Name(const THIter *x, int operand, int descending,   \
                               void *keys, uint32_t *numbers, int made,        \
                               cudaStream_t stream);
TH_FORALL_DTYPES(X)
#undef X

/* The row of each element, if rows have n elements. */
cudaError_t thc_findRows(uint32_t *rows, const uint32_t *numbers, int64_t count, int64_t n,
                         cudaStream_t stream);

/* Numbers of the elements of rows of n, each row sorted, and their keys. */
typedef struct THCOrder {
  const uint32_t *numbers;
  const void *keys;
  int64_t width, n, rows;
} THCOrder;

/* Take from each sorted row: takeSome `each` elements from index first on; takeNan the first NaN,
   or the element at index otherwise if there is none; takeMode the last of the elements that occur
   most often. */
cudaError_t thc_takeSome(const THCOrder *order, int64_t first, int64_t each, uint32_t *taken,
                         cudaStream_t stream);
cudaError_t thc_takeNan(const THCOrder *order, int64_t otherwise, uint32_t *taken,
                        cudaStream_t stream);
cudaError_t thc_takeMode(const THCOrder *order, uint32_t *taken, cudaStream_t stream);

/* Write the numbered elements in order: as positions in their rows, from 1, to the first result,
   and as elements of width bytes to the second, unless that has no memory. */
cudaError_t thc_putOrder(const THIter *to, const int *results, const THIter *x, int operand,
                         const uint32_t *numbers, int width, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
