/* Double: IEEE double precision. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateDoubleType.h"
#endif

#define Real Double
#define real double
#define accreal double
#define TH_REAL_IS_DOUBLE
#define TH_DTYPE TH_DOUBLE
#define THInf DBL_MAX
#include "THGenerateFloating.h"
#undef TH_REAL_IS_DOUBLE
