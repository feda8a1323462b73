/* Kernel group: words that are as wide as no built element type is. */
#include "TH/base/types/THGenerateWord16Type.h"
