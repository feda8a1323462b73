/* Bool: truth values. An element is a byte; what is computed is 0 or 1, but memory of others may
   hold anything, and counts as 1 unless it is 0. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateBoolType.h"
#endif

#define Real Bool
#define real uint8_t
#define TH_DTYPE TH_BOOL
#define TH_COMPUTE int32_t
#define TH_PARTIAL int16_t
#define TH_TOTAL accreal
#define TH_ONES 1
#define TH_LOAD(x) ((TH_COMPUTE)((x) != 0))
#define TH_FROM_INT(x) ((real)((x) != 0))
#define TH_FROM_DOUBLE(x) ((real)((x) != 0))
#include "TH/base/types/THGenerateIntegral.h"
