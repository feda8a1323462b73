/* The kernel group of the integers that a small build has (TH_SMALL): data and positions. */
#include "TH/base/types/THGenerateByteType.h"
#include "TH/base/types/THGenerateIntType.h"
#include "TH/base/types/THGenerateLongType.h"
