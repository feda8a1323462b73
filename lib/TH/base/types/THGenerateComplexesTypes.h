/* The kernel group of complex types. */
#include "TH/base/types/THGenerateComplexFloatType.h"
#include "TH/base/types/THGenerateComplexDoubleType.h"
