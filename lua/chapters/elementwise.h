/* What the chapters of point-wise operations share. */
#ifndef LUATH_ELEMENTWISE_H
#define LUATH_ELEMENTWISE_H

#include "core/signature.h"

/* The driver of a row of THPointwise.def, which is the data of the row of the call. */
int luaTH_pointwise(luaTH_Call *call);

/* More forms of functions that are rows of THPointwise.def. A NULL name ends them. */
extern const luaTH_Row luaTH_moreForms[];

#endif
