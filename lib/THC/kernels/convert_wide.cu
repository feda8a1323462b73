/* Conversions to the dtypes of THGenerateWideTypes.h. */
#include "thc_copy.cuh"

#define TH_GENERIC_FILE "generic/THCConvert.cu"
#include "THGenerateWideTypes.h"
