/*
** Linear algebra beyond products, on tensors of a floating type on the CPU.
**
** Small matrices, and all where the BLAS library of THBlas.h brings no LAPACK, are computed by own
** code, in double and with the same bits on every machine; others by LAPACK, in double for Double
** and in float for the rest, with threads that follow TH_setNumThreads.
**
** out is initialised, is resized, and may be the operand. TH_ESHAPE for other sizes, TH_EDTYPE,
** TH_EUNSUPPORTED (device, layout), TH_EINVAL as said, TH_ENOMEM; out is unchanged on failure.
*/
#ifndef TH_LAPACK_H
#define TH_LAPACK_H

#include "THTensor.h"

/*
** The inverse of a square matrix, by elimination with partial pivoting. (n,n) -> (n,n).
** TH_EINVAL, naming the pivot that is 0 (from 1), for a singular matrix. NaN and infinity are no
** error: what depends on them is NaN (but LAPACK may call a column of zeros and NaN singular).
*/
TH_API int THTensor_inverse(THTensor *out, const THTensor *a);

#endif
