/* IEEE single precision. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateFloatType.h"
#endif

#define Real Float
#define real float
#define TH_DTYPE TH_FLOAT
#define TH_COMPUTE float
#include "TH/base/types/THGenerateFloating.h"
