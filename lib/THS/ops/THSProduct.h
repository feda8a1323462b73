/*
** Products that are not among those of THLinear.h, which serve sparse factors too.
*/
#ifndef THS_PRODUCT_H
#define THS_PRODUCT_H

#include "THS/ops/THSEntries.h"

/*
** x with A x = b, where a is a sparse square matrix of which only the triangle below or above the
** diagonal is read; isUnit: the diagonal counts as 1 and is not read. b is a vector or a matrix.
** TH_EINVAL if the diagonal has a 0, TH_EDTYPE for whole numbers.
*/
TH_API int THS_triangularSolve(THTensor *out, const THTensor *b, const THTensor *a, int isUpper,
                               int isUnit);

#endif
