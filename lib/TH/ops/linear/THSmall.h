/*
** Elimination with partial pivoting of stacks of small matrices on the CPU, in double or complex
** double, without LAPACK: a thread takes many matrices, which need no memory of their own.
*/
#ifndef TH_SMALL_H
#define TH_SMALL_H

#include "TH/geometry/THTensor.h"

/* Whether own code computes for matrices of n rows of this kind: on the CPU, up to 8 rows, or any
   number if there is no LAPACK. */
int THSmall_serves(const THTensor *a);

/* As the functions of THMatrices.h, for square matrices of which the operands are checked; b has
   matrices, and logabs is NULL for the determinant. */
int THSmall_solve(const char *op, THTensor *x, const THTensor *a, const THTensor *b);
int THSmall_inv(const char *op, THTensor *out, const THTensor *a);
int THSmall_det(const char *op, THTensor *sign, THTensor *logabs, const THTensor *a);

#endif
