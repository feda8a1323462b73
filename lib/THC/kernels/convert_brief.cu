/* Conversions to the dtypes of THGenerateBriefTypes.h. */
#include "thc_copy.cuh"

#define TH_GENERIC_FILE "generic/THCConvert.cu"
#include "THGenerateBriefTypes.h"
