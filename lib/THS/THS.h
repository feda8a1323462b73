/* All of THS, sparse tensors, for a C host. Each header documents its own part. */
#ifndef THS_H
#define THS_H

#include "TH/TH.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSEntries.h"
#include "THS/ops/THSMask.h"
#include "THS/ops/THSProduct.h"
#ifndef TH_WITHOUT_TYPES
#include "THS/typed/THSTypes.h"
#endif

#endif
