#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/typed/THTypes.h"

/* The family's device: of first storages, and as whose an erased tensor is taken. */
#define TH_NEW_DEVICE() 0
#define TH_IS_OURS(device) ((device) == 0)
#include "TH/typed/THFamily.c"
