/* The kernel group of 16-bit floating types. */
#include "TH/base/types/THGenerateHalfType.h"
#include "TH/base/types/THGenerateBFloat16Type.h"
