/* Long: signed 64-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateLongType.h"
#endif

#define Real Long
#define real long
#define accreal long
#define TH_REAL_IS_LONG
#define TH_DTYPE TH_LONG
#define THInf LONG_MAX
#include "THGenerateIntegral.h"
#undef TH_REAL_IS_LONG
