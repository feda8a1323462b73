/* Includes TH_GENERIC_FILE once for each integer type, and for float and double. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateAllTypes.h"
#endif

#ifndef THGenerateManyTypes
#define THGenerateManyTypes
#define TH_LAST_IS_AllTypes_
#endif
#include "THGenerateIntTypes.h"
#include "THGenerateFloatTypes.h"
#ifdef TH_LAST_IS_AllTypes_
#undef TH_LAST_IS_AllTypes_
#undef THGenerateManyTypes
#undef TH_GENERIC_FILE
#endif
