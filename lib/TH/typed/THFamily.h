/*
** The typed API of a family of tensors, whose names begin with TH_FAMILY: TH's are on the CPU
** (THTypes.h), THC's on CUDA devices. TH_IF_HOST keeps what only the CPU's family has.
*/
#define X(Name, CODE, type, kind)                                                                 \
  typedef struct TH_CONCAT_3(TH_FAMILY, Name, Storage) TH_CONCAT_3(TH_FAMILY, Name, Storage);     \
  typedef struct TH_TENSOR(Name) TH_TENSOR(Name);
TH_FORALL_DTYPES(X)
#undef X

#define TH_GENERIC_FILE "TH/typed/generic/THStorage.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensor.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorMath.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorReduce.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorIndex.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorOrder.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorSearch.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorLinear.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorComposite.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#define TH_GENERIC_FILE "TH/typed/generic/THTensorRandom.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE
