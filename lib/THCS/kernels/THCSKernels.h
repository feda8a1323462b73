/*
** The kernels of the chapter "Sparse" (THSChapter.h) as functions that launch on the current
** device. They return the error of the launch alone.
*/
#ifndef THCS_KERNELS_H
#define THCS_KERNELS_H

#include <cuda_runtime_api.h>

#include "THS/kernels/THSChapter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The rows digits and search, of at least one number. */
cudaError_t thcs_digits(const THSCall *call, cudaStream_t stream);
cudaError_t thcs_search(const THSCall *call, cudaStream_t stream);

/* to[k] = from[k], n > 0 of them. */
cudaError_t thcs_widen(int64_t *to, const int32_t *from, int64_t n, cudaStream_t stream);

/* The row fold of a real dtype, of at least one element. */
cudaError_t thcs_fold(int dtype, const THSCall *call, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
