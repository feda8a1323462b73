/*
** The kernels, for C: each of their sources exports tables of functions that launch one on the
** current device. What they return is the error of the launch alone.
*/
#ifndef THC_KERNELS_H
#define THC_KERNELS_H

#include <cuda_runtime_api.h>

#include "THCCopyShape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fewer than THC_MAX_POSITIONS positions, at least one; the tail is not looked at. */
typedef cudaError_t (*THCCopyLaunch)(const THCCopyShape *shape, cudaStream_t stream);

/* Of units of 1, 2, 4, 8 and 16 bytes. */
extern const THCCopyLaunch thc_copyUnits[5];

/* From every dtype to one. */
#define X(Name, CODE, type, kind) extern const THCCopyLaunch thc_convertTo##Name[TH_NUM_DTYPES];
TH_FORALL_DTYPES(X)
#undef X

#ifdef __cplusplus
}
#endif

#endif
