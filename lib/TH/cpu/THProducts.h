/*
** The entries of the CPU for products, which all levels have alike.
*/
#ifndef TH_PRODUCTS_H
#define TH_PRODUCTS_H

#include "TH/backend/THProductChapter.h"

/* By dtype, as a kernel object has them (THCpu.c), of the chapters Multiply and Dot. */
extern const void *const th_products[TH_NUM_DTYPES];
extern const void *const th_dots[TH_NUM_DTYPES];

/* A product by the kernel of the CPU's level (THBlas_hasKernel): C's columns are runs, no size and
   no alpha is 0. */
void th_runKernel(int dtype, THProduct product);

#endif
