/* Kernel group: wider integers. */
#include "THGenerateShortType.h"
#include "THGenerateUInt16Type.h"
#include "THGenerateIntType.h"
#include "THGenerateLongType.h"
