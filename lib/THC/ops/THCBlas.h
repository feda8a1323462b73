/*
** Products on the devices, by cuBLAS: entries for TH_OP_multiply and TH_OP_dot of half, bfloat16,
** float and double. Sums are made in float, of doubles in double.
**
** Every product is a gemm, which cuBLAS takes to kernels for vectors where one side is a vector.
** Each device has a handle, made at first use; work space is memory of THCAllocator.h.
*/
#ifndef THC_BLAS_H
#define THC_BLAS_H

#include "TH/backend/THProductChapter.h"

/*
** Whether products of floats may be made of factors of which 10 bits of the fraction count (TF32,
** by tensor cores). 0 unless set; for the whole process.
*/
TH_API int THCBlas_allowsTF32(void);
TH_API void THCBlas_allowTF32(int allow);

/* Put the entries into the devices' tables. */
void thc_fillBlas(THTables *tables);

#endif
