/* bfloat16, computed in float. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateBFloat16Type.h"
#endif

#define Real BFloat16
#define real THBFloat16
#define TH_DTYPE TH_BFLOAT16
#define TH_COMPUTE float
#define TH_LOAD(x) th_bfloat162float(x)
#define TH_STORE(x) th_float2bfloat16(x)
#define TH_FROM_FLOAT(x) th_float2bfloat16(x)
#define TH_FROM_DOUBLE(x) th_double2bfloat16(x)
#define TH_FROM_INT(x) th_double2bfloat16((double)(x))
#include "TH/base/types/THGenerateFloating.h"
