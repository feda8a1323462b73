/*
** Type promotion: the dtype in which operands of several dtypes meet.
**
** The kinds rise from bool over integers to floating; a higher kind wins with its own dtype
** (Long with Half gives Half). Within a kind the wider dtype wins. Two dtypes of one width that do
** not hold each other meet in the next wider one: Byte and Char in Short, Half and BFloat16 in
** Float. These are PyTorch's rules; NumPy differs where it lets Long and Float meet in Double.
*/
#ifndef TH_PROMOTE_H
#define TH_PROMOTE_H

#include "TH/geometry/THTensor.h"

/* The dtype in which two built ones meet. */
TH_API int THDtype_promote(int a, int b);

/* Whether a value may be converted without leaving its kind for a lower one (floating to integer,
   anything but bool to bool). Within a kind every conversion is allowed, also to a narrower
   dtype. */
TH_API int THDtype_canCast(int from, int to);

/*
** The common dtype of operands. Those of a class meet as above; a later class counts only if it is
** of a higher kind than the ones before it. So a number never widens a tensor of its kind. Start
** with {{0}}.
*/
enum { TH_PROMOTE_TENSOR, TH_PROMOTE_SCALAR, TH_PROMOTE_NUMBER, TH_PROMOTE_CLASSES };
typedef struct THPromotion { int dtype[TH_PROMOTE_CLASSES]; } THPromotion;

/* Add a tensor; one without dimensions is of the class TH_PROMOTE_SCALAR. */
TH_API void THPromotion_addTensor(THPromotion *p, const THTensor *t);

/* Add a number: a whole one counts as Long, any other as the floating dtype given. */
TH_API void THPromotion_addNumber(THPromotion *p, THNumber number, int floating);

/* The common dtype; TH_UNDEFINED if nothing was added. */
TH_API int THPromotion_dtype(const THPromotion *p);

#endif
