/* Includes THC_GENERIC_FILE once for each floating dtype. */
#define TH_GENERIC_FILE THC_GENERIC_FILE
#include "TH/base/types/THGenerateFloatsTypes.h"
#undef TH_GENERIC_FILE
