/* Signed 64-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateLongType.h"
#endif

#define Real Long
#define real int64_t
#define TH_DTYPE TH_LONG
#define TH_COMPUTE int64_t
#include "TH/base/types/THGenerateIntegral.h"
