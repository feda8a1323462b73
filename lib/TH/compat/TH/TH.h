/* For <TH/TH.h>. */
#include "../TH.h"
