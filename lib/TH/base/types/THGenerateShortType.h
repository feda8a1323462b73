/* Signed 16-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateShortType.h"
#endif

#define Real Short
#define real int16_t
#define TH_DTYPE TH_SHORT
#define TH_COMPUTE int32_t
#define TH_PARTIAL int32_t
#include "TH/base/types/THGenerateIntegral.h"
