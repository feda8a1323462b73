/* Includes TH_GENERIC_FILE for float and for double. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateFloatTypes.h"
#endif

#ifndef THGenerateManyTypes
#define THGenerateManyTypes
#define TH_LAST_IS_FloatTypes_
#endif
#include "THGenerateFloatType.h"
#include "THGenerateDoubleType.h"
#ifdef TH_LAST_IS_FloatTypes_
#undef TH_LAST_IS_FloatTypes_
#undef THGenerateManyTypes
#undef TH_GENERIC_FILE
#endif
