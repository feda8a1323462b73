/* Conversions to the dtypes of THGenerateSmallTypes.h. */
#include "thc_copy.cuh"

#define TH_GENERIC_FILE "generic/THCConvert.cu"
#include "THGenerateSmallTypes.h"
