/* The kernel group of integers whose products vectors make. */
#include "TH/base/types/THGenerateIntType.h"
#include "TH/base/types/THGenerateLongType.h"
