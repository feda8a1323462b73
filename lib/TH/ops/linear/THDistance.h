/*
** Distances between rows, by p-norms, of floating types.
**
** p is 0 (how many elements differ), positive, or infinity. out is initialised, is resized, may be
** an operand, and is unchanged on failure. TH_EINVAL for another p, TH_ESHAPE, TH_EDTYPE,
** TH_ENOMEM.
*/
#ifndef TH_DISTANCE_H
#define TH_DISTANCE_H

#include "TH/geometry/THTensor.h"

/* Of each row of a from each row of b; the leading dims broadcast. (.., n, k) (.., m, k) -> (..,
   n, m) */
TH_API int THTensor_cdist(THTensor *out, const THTensor *a, const THTensor *b, double p);

/* Of the pairs of rows, (1, 2), (1, 3), .. (2, 3), ... (n, k) -> (n (n - 1) / 2) */
TH_API int THTensor_pdist(THTensor *out, const THTensor *x, double p);

#endif
