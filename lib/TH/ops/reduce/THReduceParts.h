/*
** Reductions of complex tensors, made of those of real ones, so that they have the same order and
** the same bits: sums, means and running sums part by part; norms of the lengths; variances as the
** sum of those of both parts; tests of whether an element is not 0. Products are chains of the
** row cmul in complex doubles, one slice after the other. Other rows are missing.
**
** THReduce.c calls these for complex x; arguments and errors are those of its functions.
*/
#ifndef TH_REDUCEPARTS_H
#define TH_REDUCEPARTS_H

#include "TH/geometry/THTensor.h"

int th_reduceParts(int op, THTensor *out, const THTensor *x, int dim);
int th_reduceAllParts(int op, const THTensor *x, THNumber *number);
int th_scanParts(int op, THTensor *out, const THTensor *x, int dim);

/* dim -1: over all elements, to *number. */
int th_deviationParts(int op, THTensor *out, const THTensor *x, int dim, int biased,
                      THNumber *number);
int th_normParts(THTensor *out, const THTensor *x, double p, int dim, THNumber *number);

#endif
