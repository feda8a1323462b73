/*
** Includes TH_GENERIC_FILE once for each built dtype, with Real, real, TH_DTYPE, TH_COMPUTE,
** TH_LOAD, TH_STORE and the others defined for it.
**
**   #define TH_GENERIC_FILE "TH/typed/generic/THTensor.c"
**   #include "TH/base/types/THGenerateAllTypes.h"
*/
#include "TH/base/types/THGenerateBytesTypes.h"
#include "TH/base/types/THGenerateIntegersTypes.h"
#include "TH/base/types/THGenerateHalvesTypes.h"
#include "TH/base/types/THGenerateFloatsTypes.h"
