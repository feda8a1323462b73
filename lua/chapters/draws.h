/* Drivers for the rows of a distribution whose parameters are tensors; the row's data is the
   distribution. */
#ifndef LUATH_DRAWS_H
#define LUATH_DRAWS_H

#include "core/signature.h"

int luaTH_drawInto(luaTH_Call *call); /* "x:Tensor g:Generator" and parameters: fills x */
int luaTH_drawNew(luaTH_Call *call);  /* "g:Generator" and parameters: a new tensor */

#endif
