/*
** The typed C API of sparse tensors on devices: THCSFloatTensor and its functions, and the same for
** every dtype. They are those of THSTypes.h with tensors of devices (THCTypes.h) as parts and
** operands, and two more, which go to a device and back:
**
**   THCSFloatTensor s = {0};
**   THCFloatTensor y = {0};
**   TH_TRY(THCSFloatTensor_fromHost(&s, &here));     here is a THSFloatTensor
**   TH_TRY(THCSFloatTensor_mv(&y, &s, &x));
**   THCSFloatTensor_clear(&s), THCFloatTensor_clear(&y);
*/
#ifndef THCS_TYPES_H
#define THCS_TYPES_H

#include "THC/typed/THCTypes.h"
#include "THS/typed/THSTypes.h"

#undef TH_FAMILY
#undef THS_FAMILY
#define TH_FAMILY THC
#define THS_FAMILY THCS
#define TH_GENERIC_FILE "THS/typed/generic/THSTensor.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
#define TH_GENERIC_FILE "THCS/typed/generic/THCSTensorCopy.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
#undef TH_FAMILY
#undef THS_FAMILY
#define TH_FAMILY TH
#define THS_FAMILY THS

#endif
