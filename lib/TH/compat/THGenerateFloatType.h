/* Float: IEEE single precision. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateFloatType.h"
#endif

#define Real Float
#define real float
#define accreal double
#define TH_REAL_IS_FLOAT
#define TH_DTYPE TH_FLOAT
#define THInf FLT_MAX
#include "THGenerateFloating.h"
#undef TH_REAL_IS_FLOAT
