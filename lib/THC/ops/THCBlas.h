/*
** Matrix products on the devices, by cuBLAS: the entries for TH_OP_multiply and TH_OP_dot of half,
** bfloat16, float and double. Sums are made in float, or in double for double.
**
** Every product is a gemm; cuBLAS uses its kernels for vectors where one side is a vector. Each
** device has a handle, made at first use; work space comes from THCAllocator.h.
*/
#ifndef THC_BLAS_H
#define THC_BLAS_H

#include "TH/backend/THProductChapter.h"

/*
** Whether products of floats may use TF32 on tensor cores, which keeps 10 bits of each factor's
** fraction. Off by default; one setting for the process.
*/
TH_API int THCBlas_allowsTF32(void);
TH_API void THCBlas_allowTF32(int allow);

/* Put the entries into the devices' tables. */
void thc_fillBlas(THTables *tables);

#endif
