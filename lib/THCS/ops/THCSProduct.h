/*
** Products of compressed rows with a matrix on a device, by cuSPARSE: the entries for the row
** multiply of half, bfloat16, float, double and complex numbers. Sums are made in float, of doubles
** in double, in the library's order. Whole numbers have none.
*/
#ifndef THCS_PRODUCT_H
#define THCS_PRODUCT_H

#include "THS/kernels/THSChapter.h"

/* The entry of a dtype, or NULL. */
THSEntry thcs_multiplyEntry(int dtype);

#endif
