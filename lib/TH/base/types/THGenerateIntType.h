/* Signed 32-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateIntType.h"
#endif

#define Real Int
#define real int32_t
#define TH_DTYPE TH_INT
#define TH_COMPUTE int32_t
#include "TH/base/types/THGenerateIntegral.h"
