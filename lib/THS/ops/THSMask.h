/*
** A strided tensor seen through the places of a sparse one.
*/
#ifndef THS_MASK_H
#define THS_MASK_H

#include "THS/ops/THSEntries.h"

/* A sparse tensor of the layout and the places of mask, with the elements of x there. TH_ESHAPE if
   their sizes differ. */
TH_API int THS_mask(THTensor *out, const THTensor *x, const THTensor *mask);

#endif
