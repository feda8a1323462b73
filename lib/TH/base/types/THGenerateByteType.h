/* Unsigned 8-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateByteType.h"
#endif

#define Real Byte
#define real uint8_t
#define TH_DTYPE TH_BYTE
#define TH_COMPUTE int32_t
#define TH_PARTIAL int16_t
#include "TH/base/types/THGenerateIntegral.h"
