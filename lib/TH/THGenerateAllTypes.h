/* Reads TH_GENERIC_FILE once for each built dtype. */
#include "THGenerateSmallTypes.h"
#include "THGenerateWideTypes.h"
#include "THGenerateBriefTypes.h"
#include "THGenerateFloatingTypes.h"
