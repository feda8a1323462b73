/* IEEE double precision. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateDoubleType.h"
#endif

#define Real Double
#define real double
#define TH_DTYPE TH_DOUBLE
#define TH_COMPUTE double
#include "TH/base/types/THGenerateFloating.h"
