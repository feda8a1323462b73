/* The library in C of the stand-in for nn. It uses every name of Torch7's C API: the test copies
   test/compat/names beside this file. */
#include "TH.h"

#include "names/names.c"

#define THNN_(name) TH_CONCAT_3(THNN_, Real, name)

#include "generic/THNN.h"
#include "THGenerateFloatTypes.h"

#include "generic/Map.c"
#include "THGenerateFloatTypes.h"

TH_API int THNN_countNames(void);

int THNN_countNames(void)
{
  return count_functions();
}
