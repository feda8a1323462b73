/* Kernel group: words of a width that no built dtype has. */
#include "TH/base/types/THGenerateWord16Type.h"
