/*
** Sorting and running sums on a device, by CUB (thc_sort.cu), or by the emulator for tests.
**
** Work space is asked for by work NULL, which sets *bytes and does nothing else; then the same call
** is made with that many bytes. All other pointers but those to two are a device's. n may be 0.
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
** Sort n keys, unsigned integers of width bytes (4, 8), in ascending order of their bits [low,
** high), equal ones as they stood; numbers go with their keys. Both stand in the arrays that *now
** says, and then in those that it then says; what the others hold is any. cudaErrorInvalidValue for
** another width.
*/
cudaError_t thc_sort(void *work, size_t *bytes, int width, void *const keys[2],
                     uint32_t *const numbers[2], int *now, int64_t n, int low, int high,
                     cudaStream_t stream);

/* sums[i] = counts[0] + ... + counts[i - 1], for i < n. sums may be counts. */
cudaError_t thc_scan(void *work, size_t *bytes, const int64_t *counts, int64_t *sums, int64_t n,
                     cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
