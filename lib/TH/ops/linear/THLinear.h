/*
** Products of vectors and matrices on tensors, by the library of their device: on the CPU THBlas,
** for every dtype with arithmetic. Complex elements are not conjugated, except by vdot.
**
** All operands have one dtype and are on one device. Any strides are read: a matrix with unit
** stride in one dimension goes to BLAS as it is, others as a row-major clone. out is initialised,
** is resized to the result, and may overlap any operand, whole or in part. A size may be 0: a sum
** over nothing is 0. Scalars are converted to the dtype as by a copy. Rounding and wrapping are
** those of THBlas.h; for ger, those of cmul. On the CPU large products are cut into pieces for the
** threads of THParallel.h, each piece one call of THBlas; the library itself uses one thread.
**
** TH_ESHAPE for a wrong number of dimensions and for sizes that do not fit, TH_EDTYPE (two dtypes,
** or one without products on the device), TH_EUNSUPPORTED (two devices, layout), TH_EINVAL (out
** overlaps itself or is read-only), TH_ENOMEM; out is unchanged on failure.
*/
#ifndef TH_LINEAR_H
#define TH_LINEAR_H

#include "TH/geometry/THTensor.h"

/*
** The sum of the products of two tensors with the same number of elements, taken in row-major
** order. An int64 for integral dtypes, a complex number for complex ones, otherwise a double. vdot
** conjugates the elements of a.
*/
TH_API int THTensor_dot(THNumber *result, const THTensor *a, const THTensor *b);
TH_API int THTensor_vdot(THNumber *result, const THTensor *a, const THTensor *b);

/* Matrix times vector. (m,k) (k) -> (m) */
TH_API int THTensor_mv(THTensor *out, const THTensor *a, const THTensor *x);

/* Matrix times matrix. (m,k) (k,n) -> (m,n) */
TH_API int THTensor_mm(THTensor *out, const THTensor *a, const THTensor *b);

/* Outer product of two vectors. (m) (n) -> (m,n) */
TH_API int THTensor_ger(THTensor *out, const THTensor *x, const THTensor *y);

/* s matrix products. (s,m,k) (s,k,n) -> (s,m,n) */
TH_API int THTensor_bmm(THTensor *out, const THTensor *a, const THTensor *b);

/*
** out = beta * m + alpha * product. m broadcasts to the sizes of the product; its elements are not
** read if beta is 0. TH_EDTYPE for a complex beta or alpha with a real dtype. addbmm adds the s
** products up into one matrix.
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
