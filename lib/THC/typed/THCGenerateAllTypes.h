/* Includes THC_GENERIC_FILE once for each dtype. */
#define TH_GENERIC_FILE THC_GENERIC_FILE
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
