/* Half: IEEE half precision, computed in float. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateHalfType.h"
#endif

#define Real Half
#define real THHalf
#define accreal float
#define TH_REAL_IS_HALF
#define TH_DTYPE TH_HALF
#define THInf TH_HALF_MAX
#define TH_CONVERT_REAL_TO_ACCREAL(value) TH_half2float(value)
#define TH_CONVERT_ACCREAL_TO_REAL(value) TH_float2half(value)
#include "THGenerateFloating.h"
#undef TH_REAL_IS_HALF
