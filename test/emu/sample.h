/* Kernels for the emulator's own tests: correct ones, and some with a mistake. */
#ifndef EMU_SAMPLE_H
#define EMU_SAMPLE_H

#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

#include <cstddef>

/* to[i] = from[i]. */
cudaError_t sample_copy(float *to, const float *from, size_t n, cudaStream_t stream);

/* The transpose of rows x columns elements, through tiles in shared memory. */
cudaError_t sample_transpose(float *to, const float *from, int rows, int columns,
                             cudaStream_t stream);

/* *sum += the sum of x: by halving in shared memory, or by shuffles. */
cudaError_t sample_sum(float *sum, const float *x, size_t n, cudaStream_t stream);
cudaError_t sample_sum_shuffled(float *sum, const float *x, size_t n, cudaStream_t stream);

/* counts[x[i]] += 1, for 256 counts. */
cudaError_t sample_histogram(unsigned *counts, const unsigned char *x, size_t n,
                             cudaStream_t stream);

/* to[i] = half(from[i * stride]). */
cudaError_t sample_convert(__half *to, const float *from, size_t n, size_t stride,
                           cudaStream_t stream);

/* Mistakes: a store outside x; a barrier that only some threads reach; too many threads in a
   block. */
cudaError_t sample_stray(float *x, size_t at, cudaStream_t stream);
cudaError_t sample_divergent(float *x, cudaStream_t stream);
cudaError_t sample_wide(float *x, cudaStream_t stream);

#endif
