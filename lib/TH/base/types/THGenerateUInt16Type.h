/* Unsigned 16-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateUInt16Type.h"
#endif

#define Real UInt16
#define real uint16_t
#define TH_DTYPE TH_UINT16
#define TH_COMPUTE int32_t
#define TH_PARTIAL int32_t
#include "TH/base/types/THGenerateIntegral.h"
