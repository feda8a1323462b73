/*
** Element by element functions that are made of several rows, or of one with arguments of its own.
**
** Operands broadcast; those of several dtypes meet as in THOps.h. out is initialised, is resized,
** may be an operand, and is unchanged on failure. Errors: those of THOps.h.
*/
#ifndef TH_ELEMENTWISE_H
#define TH_ELEMENTWISE_H

#include "TH/ops/elementwise/THOps.h"

/* a limited to [lo, hi], of which one may be NULL: none. lo wins where it is above hi; NaN where
   either operand is. */
TH_API int THTensor_clampBy(THTensor *out, THOperand a, const THOperand *lo, const THOperand *hi);

/* a with NaN, inf and -inf replaced by numbers; NULL: by 0 and the largest and least numbers of the
   dtype. Complex: in each part. */
TH_API int THTensor_nanToNum(THTensor *out, const THTensor *a, const double *nan,
                             const double *posinf, const double *neginf);

/* log(a / (1 - a)) of a limited to [eps, 1 - eps]. Floating types. */
TH_API int THTensor_logitWithin(THTensor *out, const THTensor *a, double eps);

/* a + weight * (b - a), element by element. Floating and complex types. */
TH_API int THTensor_lerpBy(THTensor *out, const THTensor *a, const THTensor *b,
                           const THTensor *weight);

/* The quotient of a and b rounded towards 0. */
TH_API int THTensor_divTrunc(THTensor *out, THOperand a, THOperand b);

/* a to the power of b, both converted to Double, or ComplexDouble if either is complex. */
TH_API int THTensor_floatPower(THTensor *out, THOperand a, THOperand b);

/* The quotient of a and b rounded down, and the remainder, with the sign of b. */
TH_API int THTensor_divmod(THTensor *quotient, THTensor *rest, THOperand a, THOperand b);

/* The mantissa in [1/2, 1) and the exponent of a power of 2, which is an IntTensor unless it has
   another dtype. 0, inf and NaN are their own mantissas, with exponent 0. Floating types. */
TH_API int THTensor_frexp(THTensor *mantissa, THTensor *exponent, const THTensor *a);

/* The part behind the point and the part before it, both with the sign of a. Floating types. */
TH_API int THTensor_modf(THTensor *fraction, THTensor *whole, const THTensor *a);

/* When two elements are close: |a - b| <= atol + rtol |b|, b finite, or a equal to b; two NaNs if
   equalNan is set. */
typedef struct THClose { double rtol, atol; int equalNan; } THClose;

/* The mask of close elements. TH_EINVAL for a tolerance below 0 or NaN. */
TH_API int THTensor_isclose(THTensor *mask, THOperand a, THOperand b, const THClose *close);

/* Whether all elements are close; so are none. */
TH_API int THTensor_allclose(int *result, THOperand a, THOperand b, const THClose *close);

#endif
