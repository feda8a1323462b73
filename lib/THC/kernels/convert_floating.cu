/* Conversions to the dtypes of THGenerateFloatingTypes.h. */
#include "thc_copy.cuh"

#define TH_GENERIC_FILE "generic/THCConvert.cu"
#include "THGenerateFloatingTypes.h"
