/* Kernel group: wider integers. */
#include "TH/base/types/THGenerateShortType.h"
#include "TH/base/types/THGenerateUInt16Type.h"
#include "TH/base/types/THGenerateIntType.h"
#include "TH/base/types/THGenerateLongType.h"
