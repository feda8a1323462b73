/*
** Copies of one device: from the shape of a copy to the kernels that make it.
*/
#ifndef THC_COPY_LAUNCH_H
#define THC_COPY_LAUNCH_H

#include <cuda_runtime_api.h>

#include "THC/launch/THCCopyShape.h"

/*
** Make the copy on the current device, which reaches both windows, in launches of fewer than most
** positions (THC_MAX_POSITIONS at most; at least 1024). The error of the first launch that failed.
*/
cudaError_t thc_copyShape(const THCCopyShape *shape, int64_t most, cudaStream_t stream);

#endif
