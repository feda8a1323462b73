/* Reads TH_GENERIC_FILE once for each built dtype. */
#include "TH/base/types/THGenerateBytesTypes.h"
#include "TH/base/types/THGenerateIntegersTypes.h"
#include "TH/base/types/THGenerateHalvesTypes.h"
#include "TH/base/types/THGenerateFloatsTypes.h"
