/*
** Products of vectors and matrices on tensors, by what their device has: the CPU THBlas, for every
** built dtype.
**
** All operands have one dtype and lie on one device. Any strides are read: a matrix with unit
** stride in one dimension goes to BLAS as it stands, others as a row-major clone.
** out is initialised, is resized to the result, and may overlap any operand, whole or in part.
** Sizes of 0 are ordinary: a sum over nothing is 0. Scalars are converted to the dtype as by copy.
** Rounding and wrapping are those of THBlas.h, for ger those of cmul. On the CPU large products are
** cut for the threads of THParallel.h, and each piece is one call of THBlas; the library has one
** thread.
**
** TH_ESHAPE for a wrong number of dimensions and sizes that do not fit, TH_EDTYPE (two dtypes, or
** one that the device has no products of), TH_EUNSUPPORTED (two devices, layout), TH_EINVAL (out
** overlaps itself or is read-only), TH_ENOMEM; out is unchanged on failure.
*/
#ifndef TH_LINEAR_H
#define TH_LINEAR_H

#include "TH/geometry/THTensor.h"

/*
** The sum of products of two tensors of equal count, taken in row-major order. An int64 for
** integral dtypes, a double otherwise.
*/
TH_API int THTensor_dot(THNumber *result, const THTensor *a, const THTensor *b);

/* (m,k) (k) -> (m) */
TH_API int THTensor_mv(THTensor *out, const THTensor *a, const THTensor *x);

/* (m,k) (k,n) -> (m,n) */
TH_API int THTensor_mm(THTensor *out, const THTensor *a, const THTensor *b);

/* (m) (n) -> (m,n) */
TH_API int THTensor_ger(THTensor *out, const THTensor *x, const THTensor *y);

/* (s,m,k) (s,k,n) -> (s,m,n): s matrix products. */
TH_API int THTensor_bmm(THTensor *out, const THTensor *a, const THTensor *b);

/*
** out = beta * m + alpha * product. m broadcasts to the size of the product; with beta 0 its
** elements are not read. addbmm adds up the s products into one matrix.
*/
TH_API int THTensor_addmv(THTensor *out, THNumber beta, const THTensor *m, THNumber alpha,
                          const THTensor *a, const THTensor *x);
TH_API int THTensor_addmm(THTensor *out, THNumber beta, const THTensor *m, THNumber alpha,
                          const THTensor *a, const THTensor *b);
TH_API int THTensor_addr(THTensor *out, THNumber beta, const THTensor *m, THNumber alpha,
                         const THTensor *x, const THTensor *y);
TH_API int THTensor_baddbmm(THTensor *out, THNumber beta, const THTensor *m, THNumber alpha,
                            const THTensor *a, const THTensor *b);
TH_API int THTensor_addbmm(THTensor *out, THNumber beta, const THTensor *m, THNumber alpha,
                           const THTensor *a, const THTensor *b);

#endif
