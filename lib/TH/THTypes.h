/*
** The typed C API: THFloatTensor, THFloatStorage and their functions, and the same for every dtype.
**
**   THFloatTensor x = {0}, y = {0};
**   TH_TRY(THFloatTensor_resize2d(&x, 2, 3));
**   TH_TRY(THFloatTensor_fill(&x, 0.5));
**   TH_TRY(THFloatTensor_add(&y, &x, 1));      y.size[0], y.storage->data[5] and the like are typed
**   THFloatTensor_clear(&x), THFloatTensor_clear(&y);
**
** A typed tensor is a THTensor (&x.base) of which the compiler knows the dtype: a THDoubleTensor
** does not pass for a THFloatTensor (gcc before 14 only warns without
** -Werror=incompatible-pointer-types). Ownership, shapes and errors are those of the erased
** functions, in the headers included below. Headers are values: {0} is undefined, and
** takes on the dtype when it first receives a result. Names and argument order are Torch7's where
** Torch7 has the function; all that can fail return a status, and a number that Torch7 returns
** comes first, as results do. dims and positions count from 0, but index tensors hold positions
** from 1, as in scripts.
**
** A number argument (accreal) is a double for floating types and an int64_t for the others, and is
** converted to the dtype as by copy; so are the numbers that come back, and no halves have to be
** made by hand.
**
** THTensor_(name), THTensorT and their like stay defined: code of a host that is written once for
** all dtypes, as TH_GENERIC_FILE, may use them.
*/
#ifndef TH_TYPES_H
#define TH_TYPES_H

#include "THCopy.h"
#include "THFunctions.h"
#include "THHistogram.h"
#include "THIndex.h"
#include "THJoin.h"
#include "THLapack.h"
#include "THLinear.h"
#include "THMask.h"
#include "THOps.h"
#include "THRandomTensor.h"
#include "THReduce.h"
#include "THSort.h"
#include "THView.h"

#define THStorageT TH_CONCAT_3(TH, Real, Storage)
#define THStorage_(name) TH_CONCAT_4(TH, Real, Storage_, name)
#define THTensorT TH_CONCAT_3(TH, Real, Tensor)
#define THTensor_(name) TH_CONCAT_4(TH, Real, Tensor_, name)

#define X(Name, CODE, type, kind)                     \
  typedef struct TH##Name##Storage TH##Name##Storage; \
  typedef struct TH##Name##Tensor TH##Name##Tensor;
TH_FORALL_DTYPES(X)
#undef X

#define TH_GENERIC_FILE "generic/THStorage.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensor.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensorMath.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensorReduce.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensorIndex.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensorOrder.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensorLinear.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensorFunctions.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "generic/THTensorRandom.h"
#include "THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#endif
