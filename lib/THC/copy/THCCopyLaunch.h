/*
** Copies by one device: launches the kernels for the shape of a copy.
*/
#ifndef THC_COPY_LAUNCH_H
#define THC_COPY_LAUNCH_H

#include <cuda_runtime_api.h>

#include "THC/launch/THCCopyShape.h"

/*
** Make the copy on the current device, which reaches both windows, in launches of fewer than most
** positions (1024 <= most <= THC_MAX_POSITIONS). Returns the error of the first launch that failed.
*/
cudaError_t thc_copyShape(const THCCopyShape *shape, int64_t most, cudaStream_t stream);

#endif
