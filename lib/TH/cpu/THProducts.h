/*
** The CPU's entries for products. They are the same on all SIMD levels.
*/
#ifndef TH_PRODUCTS_H
#define TH_PRODUCTS_H

#include "TH/backend/THProductChapter.h"

/* The entries of the chapters Multiply and Dot by dtype, as kernel objects export theirs
   (THCpu.c). */
extern const void *const th_products[TH_NUM_DTYPES];
extern const void *const th_dots[TH_NUM_DTYPES];

/* Compute a product by the kernel of the CPU's level, which must have one (THBlas_hasKernel). C's
   columns are runs; no size is 0, nor is alpha. */
void th_runKernel(int dtype, THProduct product);

#endif
