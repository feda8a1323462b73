/* The kernel group of integers of 2 to 8 bytes. */
#include "TH/base/types/THGenerateShortType.h"
#include "TH/base/types/THGenerateUInt16Type.h"
#include "TH/base/types/THGenerateIntType.h"
#include "TH/base/types/THGenerateLongType.h"
