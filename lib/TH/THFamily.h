/*
** The typed API of a family of tensors, whose names begin with TH_FAMILY: TH's are on the CPU
** (THTypes.h), THC's on CUDA devices. TH_IF_HOST is what only those of the CPU have.
*/
#define X(Name, CODE, type, kind)                                                                 \
  typedef struct TH_CONCAT_3(TH_FAMILY, Name, Storage) TH_CONCAT_3(TH_FAMILY, Name, Storage);     \
  typedef struct TH_TENSOR(Name) TH_TENSOR(Name);
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
