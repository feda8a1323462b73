/* The kernel group of one-byte integers. */
#include "TH/base/types/THGenerateByteType.h"
#include "TH/base/types/THGenerateCharType.h"
#include "TH/base/types/THGenerateBoolType.h"
