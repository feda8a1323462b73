/* The kernel group of single and double precision. */
#include "TH/base/types/THGenerateFloatType.h"
#include "TH/base/types/THGenerateDoubleType.h"
