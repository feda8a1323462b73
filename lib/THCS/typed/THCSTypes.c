/* The typed API of sparse tensors on devices: THS's lines once more, and the copies. */
#include "THCS/typed/THCSTypes.h"

#include "TH/ops/elementwise/THOps.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSMask.h"

#undef TH_FAMILY
#undef THS_FAMILY
#define TH_FAMILY THC
#define THS_FAMILY THCS
#define TH_GENERIC_FILE "THS/typed/generic/THSTensor.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
#define TH_GENERIC_FILE "THCS/typed/generic/THCSTensorCopy.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
