/* Kernel group: single and double precision. */
#include "THGenerateFloatType.h"
#include "THGenerateDoubleType.h"
