#include "THCTypes.h"

#include "THCheck.h"

#undef TH_FAMILY
#undef TH_IF_HOST
#define TH_FAMILY THC
#define TH_IF_HOST(...)
#define TH_NEW_DEVICE() THC_device()
#define TH_IS_OURS(device) ((device) != 0)
#include "THFamily.c"

#define TH_GENERIC_FILE "generic/THCTensorCopy.c"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
