/*
** Sorting and running sums on a device: by CUB (thc_sort.cu), or by the emulator for tests.
**
** With work NULL a call only sets *bytes to the work space it needs; the same call with that many
** bytes does the work. bytes and now point to the host, as do the arrays of two pointers; all other
** pointers are addresses on the device. n may be 0.
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
** Sort n keys, unsigned integers of width bytes (4, 8), stably in ascending order of their bits
** [low, high); the numbers move with the keys. The input is in keys[*now] and numbers[*now]. On
** return *now says which arrays hold the result; the contents of the others are undefined.
** cudaErrorInvalidValue for another width.
*/
cudaError_t thc_sort(void *work, size_t *bytes, int width, void *const keys[2],
                     uint32_t *const numbers[2], int *now, int64_t n, int low, int high,
                     cudaStream_t stream);

/* sums[i] = counts[0] + ... + counts[i - 1] for 0 <= i < n. sums may be counts. */
cudaError_t thc_scan(void *work, size_t *bytes, const int64_t *counts, int64_t *sums, int64_t n,
                     cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
