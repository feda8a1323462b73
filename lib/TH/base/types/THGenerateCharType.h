/* Signed 8-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateCharType.h"
#endif

#define Real Char
#define real int8_t
#define TH_DTYPE TH_CHAR
#define TH_COMPUTE int32_t
#define TH_PARTIAL int16_t
#include "TH/base/types/THGenerateIntegral.h"
