/* ComplexFloat: complex numbers whose parts are floats. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateComplexFloatType.h"
#endif

#define Real ComplexFloat
#define real TH_COMPLEX_OF(float)
#define TH_DTYPE TH_COMPLEXFLOAT
#define TH_COMPUTE TH_COMPLEX_OF(float)
#include "TH/base/types/THGenerateComplex.h"
