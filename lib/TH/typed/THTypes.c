/* The typed API on the CPU: the family TH. */
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/typed/THTypes.h"

/* The family's device: where first storages are made, and which tensors cast accepts. */
#define TH_NEW_DEVICE() 0
#define TH_IS_OURS(device) ((device) == 0)
#include "TH/typed/THFamily.c"
