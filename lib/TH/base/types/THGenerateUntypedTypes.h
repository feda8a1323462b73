/* Kernel group: one reading without an element type, for kernels that know none. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateUntypedTypes.h"
#endif

#define Real Untyped
#define TH_DTYPE TH_UNDEFINED
#include TH_GENERIC_FILE
#undef Real
#undef TH_DTYPE
