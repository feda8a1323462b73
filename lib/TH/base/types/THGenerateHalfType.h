/* IEEE half precision, computed in float. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateHalfType.h"
#endif

#define Real Half
#define real THHalf
#define TH_DTYPE TH_HALF
#define TH_COMPUTE float
#define TH_LOAD(x) th_half2float(x)
#define TH_STORE(x) th_float2half(x)
#define TH_FROM_FLOAT(x) th_float2half(x)
#define TH_FROM_DOUBLE(x) th_double2half(x)
#define TH_FROM_INT(x) th_double2half((double)(x))
#include "TH/base/types/THGenerateFloating.h"
