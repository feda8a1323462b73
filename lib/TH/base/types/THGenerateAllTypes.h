/* Reads TH_GENERIC_FILE once for each built dtype. */
#include "TH/base/types/THGenerateSmallTypes.h"
#include "TH/base/types/THGenerateWideTypes.h"
#include "TH/base/types/THGenerateBriefTypes.h"
#include "TH/base/types/THGenerateFloatingTypes.h"
