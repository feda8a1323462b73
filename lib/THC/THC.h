/* All of THC for a C host: include this, link libTHC and libTH. */
#ifndef THC_H
#define THC_H

#include "THCGeneral.h"

#endif
