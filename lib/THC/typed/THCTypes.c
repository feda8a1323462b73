/*
** The typed C API of devices: TH's typed functions (THFamily.c) compiled once more for THC's types,
** and the copies between TH's and THC's typed tensors.
*/
#include "THC/typed/THCTypes.h"

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"

#undef TH_FAMILY
#undef TH_IF_HOST
#define TH_FAMILY THC
#define TH_IF_HOST(...)
#define TH_NEW_DEVICE() THC_device()
#define TH_IS_OURS(device) ((device) != 0)
#include "TH/typed/THFamily.c"

#define TH_GENERIC_FILE "THC/typed/generic/THCTensorCopy.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
