/*
** The layout 'mkldnn': the elements are in a block of oneDNN's memory, in whatever form oneDNN
** likes, and oneDNN computes with them. Float, 1 to 5 dimensions, on the CPU.
**
** relu, add and clone work on such tensors; THTensor_toDense makes them strided; everything else
** refuses them.
*/
#ifndef TH_MKLDNN_H
#define TH_MKLDNN_H

#include "TH/geometry/THTensor.h"

/* Make the layout known by its name; THMkldnn_from does so too. */
TH_API int THMkldnn_register(void);

/* Make out a tensor of this layout with the elements of x. out may be x; an x that has the layout
   is shared. TH_EDTYPE unless x is float, TH_ESHAPE for other ranks than 1 to 5, TH_EUNSUPPORTED
   without oneDNN, for another layout or on a device. */
TH_API int THMkldnn_from(THTensor *out, const THTensor *x);

TH_API int THMkldnn_is(const THTensor *t);

#endif
