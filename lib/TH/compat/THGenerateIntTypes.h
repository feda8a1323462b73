/* Includes TH_GENERIC_FILE once for each integer type. */
#ifndef TH_GENERIC_FILE
#error "define TH_GENERIC_FILE before including THGenerateIntTypes.h"
#endif

#ifndef THGenerateManyTypes
#define THGenerateManyTypes
#define TH_LAST_IS_IntTypes_
#endif
#include "THGenerateByteType.h"
#include "THGenerateCharType.h"
#include "THGenerateShortType.h"
#include "THGenerateIntType.h"
#include "THGenerateLongType.h"
#ifdef TH_LAST_IS_IntTypes_
#undef TH_LAST_IS_IntTypes_
#undef THGenerateManyTypes
#undef TH_GENERIC_FILE
#endif
