/*
** The typed C API of sparse tensors: THSFloatTensor and its functions, and the same for every
** dtype. They follow the rules of THTypes.h, whose tensors are their parts and strided operands:
**
**   THSFloatTensor s = {0};
**   THFloatTensor y = {0};
**   TH_TRY(THSFloatTensor_new(&s, &indices, &values, 2, (const int64_t[]){1000, 1000}));
**   TH_TRY(THSFloatTensor_toCSR(&s, &s));
**   TH_TRY(THSFloatTensor_mv(&y, &s, &x));
**   THSFloatTensor_clear(&s), THFloatTensor_clear(&y);
**
** A tensor of either layout is a THSFloatTensor. Indices count from 1, as in scripts; dimensions
** from 0. What is not here is done by the functions of TH on &s.base.
*/
#ifndef THS_TYPES_H
#define THS_TYPES_H

#include "TH/typed/THTypes.h"

/* The family, as TH_FAMILY is that of the strided tensors: THS here, on devices THCS. */
#define THS_FAMILY THS
#define THSTensorT TH_CONCAT_3(THS_FAMILY, Real, Tensor)
#define THSTensor_(name) TH_CONCAT_4(THS_FAMILY, Real, Tensor_, name)

#define TH_GENERIC_FILE "THS/typed/generic/THSTensor.h"
#include "TH/base/types/THGenerateAllTypes.h"
#undef TH_GENERIC_FILE

#endif
