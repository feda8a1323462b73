/* Kernel group: one-byte integers. */
#include "THGenerateByteType.h"
#include "THGenerateCharType.h"
#include "THGenerateBoolType.h"
