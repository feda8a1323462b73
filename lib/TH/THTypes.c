#include "THCheck.h"
#include "THTypes.h"

/* The family's device: of first storages, and as whose an erased tensor is taken. */
#define TH_NEW_DEVICE() 0
#define TH_IS_OURS(device) ((device) == 0)
#include "THFamily.c"
