/*
** The entries of the CPU for products, which all levels have alike.
*/
#ifndef TH_PRODUCTS_H
#define TH_PRODUCTS_H

#include "TH/backend/THBackend.h"

/* By dtype, as a kernel object has them (THCpu.c): TH_OP_multiply and TH_OP_dot. */
extern const THEntry *const th_products[TH_NUM_DTYPES];

#endif
