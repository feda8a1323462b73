/*
** Sizes of tensors with Torch7's names: texts of them, and the sizes that broadcasting and views
** give. Sizes count from 1 in texts.
*/
#ifndef TH_COMPAT_SIZE_H
#define TH_COMPAT_SIZE_H

#include "TH/memory/THStorage.h"
#include "THCompat.h"

/* A short text, cut with "..." if it is too long. */
#define TH_DESC_BUFF_LEN 64
typedef struct THDescBuff { char str[TH_DESC_BUFF_LEN]; } THDescBuff;

/* Sizes as in "[2 x 3]". */
TH_API THDescBuff THCompat_sizeDesc(const long *size, long ndim);

static inline THDescBuff _THSizeDesc(const long *size, const long ndim)
{
  return THCompat_sizeDesc(size, ndim);
}

/* A tensor as in "torch.FloatTensor of size 2x3", or "torch.FloatTensor with no dimension". */
TH_API THDescBuff THCompat_describe(int dtype, int ndim, const int64_t *size);

TH_API int THSize_isSameSizeAs(const long *sizeA, long dimsA, const long *sizeB, long dimsB);

/* The number of elements; 0 without dimensions. */
TH_API ptrdiff_t THSize_nElement(long dims, long *size);

/*
** Sizes that broadcast: each dimension, counted from the last, has one size in all lists but for
** those that have 1 or lack it. Returns 0 and sets the ndim and the size of the result, which has
** room for TH_MAX_DIM; or returns -1, with the reason in error, which has room for length
** characters.
*/
TH_API int THCompat_inferSize(int count, const long *const *size, const long *ndim, int *resultDim,
                              int64_t *result, char *error, int length);

/* The strides of a tensor expanded to a size. As THCompat_inferSize. */
TH_API int THCompat_inferExpand(const long *size, const long *stride, long ndim, int newDim,
                                const long *newSize, long *newStride, char *error, int length);

#endif
