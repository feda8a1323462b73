/* ComplexDouble: complex numbers whose parts are doubles. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateComplexDoubleType.h"
#endif

#define Real ComplexDouble
#define real TH_COMPLEX_OF(double)
#define TH_DTYPE TH_COMPLEXDOUBLE
#define TH_COMPUTE TH_COMPLEX_OF(double)
#include "TH/base/types/THGenerateComplex.h"
