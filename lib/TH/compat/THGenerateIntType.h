/* Int: signed 32-bit integers. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateIntType.h"
#endif

#define Real Int
#define real int
#define accreal long
#define TH_REAL_IS_INT
#define TH_DTYPE TH_INT
#define THInf INT_MAX
#include "THGenerateIntegral.h"
#undef TH_REAL_IS_INT
