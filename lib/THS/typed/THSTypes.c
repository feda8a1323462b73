/* The typed API of sparse tensors, one line a function over ops. */
#include "THS/typed/THSTypes.h"

#include "TH/ops/elementwise/THOps.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSMask.h"

#define TH_GENERIC_FILE "THS/typed/generic/THSTensor.c"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
