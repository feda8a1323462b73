/* Short: signed 16-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateShortType.h"
#endif

#define Real Short
#define real short
#define accreal long
#define TH_REAL_IS_SHORT
#define TH_DTYPE TH_SHORT
#define THInf SHRT_MAX
#include "THGenerateIntegral.h"
#undef TH_REAL_IS_SHORT
