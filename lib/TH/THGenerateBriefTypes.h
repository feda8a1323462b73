/* Kernel group: 16-bit floating types. */
#include "THGenerateHalfType.h"
#include "THGenerateBFloat16Type.h"
