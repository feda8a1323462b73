/* Conversions to the dtypes of THGenerateIntegersTypes.h. */
#include "THC/kernels/thc_copy.cuh"

#define TH_GENERIC_FILE "THC/kernels/rows/THCConvert.cu"
#include "TH/base/types/THGenerateIntegersTypes.h"
