/*
** Sorting and running sums on a device, by CUB (thc_sort.cu), or by the emulator for tests.
**
** Work space is asked for by work NULL, which sets *bytes and does nothing else; then the same call
** is made with that many bytes. All pointers are a device's. n and rows may be 0.
*/
#ifndef THC_SORT_H
#define THC_SORT_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
** Sort each of rows * n keys, unsigned integers of width bytes (1, 2, 4, 8), n of which are a row,
** in ascending order, equal ones as they stood; values go with their keys. An element becomes such
** a key as in TH's THKeys.h. cudaErrorInvalidValue for another width.
*/
cudaError_t thc_sort(void *work, size_t *bytes, int width, const void *keys, void *sorted,
                     const int64_t *values, int64_t *sorted_values, int64_t n, int64_t rows,
                     cudaStream_t stream);

/* sums[i] = counts[0] + ... + counts[i - 1], for i < n. sums may be counts. */
cudaError_t thc_scan(void *work, size_t *bytes, const int64_t *counts, int64_t *sums, int64_t n,
                     cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
