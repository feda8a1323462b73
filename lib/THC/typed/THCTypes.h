/*
** The typed C API of devices: THCFloatTensor, THCFloatStorage and their functions, and the same for
** every dtype. They follow the rules of THTypes.h:
**
**   THCFloatTensor x = {0}, y = {0};
**   TH_TRY(THC_open());
**   TH_TRY(THCFloatTensor_resize2d(&x, 2, 3));
**   TH_TRY(THCFloatTensor_fill(&x, 0.5));
**   TH_TRY(THCFloatTensor_add(&y, &x, 1));
**   TH_TRY(THFloatTensor_copyCudaFloat(&here, &y));     here is a THFloatTensor of 2 x 3
**   THCFloatTensor_clear(&x), THCFloatTensor_clear(&y);
**
** A function that makes a tensor's first storage (new, resize, the storages' new) makes it on the
** current device (THC_setDevice). An operation runs on the device of its operands, whichever device
** is current, on the thread's current stream there. A function that returns a number (get1d,
** sumall, dot) waits for the device; the others return before the work is done. data is an address
** on the device. What a device cannot do is TH_EDTYPE or TH_EUNSUPPORTED. copy<Name> copies from
** the CPU, copyCuda<Name> from a device (this or another), and THFloatTensor_copyCuda<Name> and the
** like to the CPU.
**
** THCTensor_(name), THCTensorT and the like are for files that are included once for each dtype: as
** THC_GENERIC_FILE, by THCGenerateAllTypes.h or THCGenerateFloatingTypes.h.
*/
#ifndef THC_TYPES_H
#define THC_TYPES_H

#include "TH/typed/THTypes.h"
#include "THC/runtime/THCGeneral.h"

#define THCStorageT TH_CONCAT_3(THC, Real, Storage)
#define THCStorage_(name) TH_CONCAT_4(THC, Real, Storage_, name)
#define THCTensorT TH_CONCAT_3(THC, Real, Tensor)
#define THCTensor_(name) TH_CONCAT_4(THC, Real, Tensor_, name)

#undef TH_FAMILY
#undef TH_IF_HOST
#define TH_FAMILY THC
#define TH_IF_HOST(...)
#include "TH/typed/THFamily.h"
#undef TH_FAMILY
#undef TH_IF_HOST
#define TH_FAMILY TH
#define TH_IF_HOST(...) __VA_ARGS__

#define TH_GENERIC_FILE "THC/typed/generic/THCTensorCopy.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#endif
