/*
** The typed C API: THFloatTensor, THFloatStorage and their functions, and the same for every dtype.
**
**   THFloatTensor x = {0}, y = {0};
**   TH_TRY(THFloatTensor_resize2d(&x, 2, 3));
**   TH_TRY(THFloatTensor_fill(&x, 0.5));
**   TH_TRY(THFloatTensor_add(&y, &x, 1));      y.size[0], y.storage->data[5] and the like are typed
**   THFloatTensor_clear(&x), THFloatTensor_clear(&y);
**
** A typed tensor is a THTensor (&x.base) whose dtype the compiler knows: it rejects a
** THDoubleTensor in place of a THFloatTensor (gcc before 14 only warns without
** -Werror=incompatible-pointer-types). Ownership, shapes and errors are those of the erased
** functions, in the headers included below. Headers are values: {0} is undefined, and gets its
** dtype with its first result.
**
** Names and argument order are Torch7's if Torch7 has the function. Every function that can fail
** returns a status; a number that Torch7 returns is the first argument, as results are. Dimensions
** and positions count from 0, but index tensors hold positions from 1, as in scripts.
**
** A number argument (accreal) is a double for floating types and an int64_t for the others. It is
** converted to the dtype as by a copy, and so are numbers that are returned, so there is no need to
** convert halves by hand.
**
** THTensor_(name), THTensorT and the like stay defined, for a host's own code that is written once
** for all dtypes as a TH_GENERIC_FILE.
*/
#ifndef TH_TYPES_H
#define TH_TYPES_H

#include "TH/geometry/THView.h"
#include "TH/ops/arrange/THDiagonal.h"
#include "TH/ops/arrange/THJoin.h"
#include "TH/ops/arrange/THPlaces.h"
#include "TH/ops/arrange/THReorder.h"
#include "TH/ops/composite/THComposite.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THContract.h"
#include "TH/ops/linear/THDistance.h"
#include "TH/ops/linear/THLapack.h"
#include "TH/ops/linear/THLinear.h"
#include "TH/ops/linear/THMatrices.h"
#include "TH/ops/random/THRandomTensor.h"
#include "TH/ops/reduce/THHistogram.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/search/THAlong.h"
#include "TH/ops/search/THBins.h"
#include "TH/ops/search/THStatistics.h"
#include "TH/ops/search/THUnique.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"

#define THStorageT TH_CONCAT_3(TH_FAMILY, Real, Storage)
#define THStorage_(name) TH_CONCAT_4(TH_FAMILY, Real, Storage_, name)
#define THTensorT TH_CONCAT_3(TH_FAMILY, Real, Tensor)
#define THTensor_(name) TH_CONCAT_4(TH_FAMILY, Real, Tensor_, name)

/* The type of tensors of another dtype in the same family. */
#define TH_TENSOR(Name) TH_CONCAT_3(TH_FAMILY, Name, Tensor)

#define TH_FAMILY TH
#define TH_IF_HOST(...) __VA_ARGS__
#include "TH/typed/THFamily.h"

#endif
