/*
** Elements by position and by mask, and joined tensors, for one dtype, as in THIndex.h, THMask.h
** and THAssemble.h. Index tensors hold positions from 1; dim counts from 0. Include it through
** THTypes.h.
*/
TH_API int THTensor_(indexSelect)(THTensorT *r, const THTensorT *src, int dim,
                                  const TH_TENSOR(Long) *index);
TH_API int THTensor_(indexCopy)(THTensorT *t, int dim, const TH_TENSOR(Long) *index,
                                const THTensorT *src);
TH_API int THTensor_(indexAdd)(THTensorT *t, int dim, const TH_TENSOR(Long) *index,
                               const THTensorT *src);
TH_API int THTensor_(indexFill)(THTensorT *t, int dim, const TH_TENSOR(Long) *index,
                                accreal value);
TH_API int THTensor_(gather)(THTensorT *r, const THTensorT *src, int dim,
                             const TH_TENSOR(Long) *index);
TH_API int THTensor_(scatter)(THTensorT *t, int dim, const TH_TENSOR(Long) *index,
                              const THTensorT *src);
TH_API int THTensor_(scatterAdd)(THTensorT *t, int dim, const TH_TENSOR(Long) *index,
                                 const THTensorT *src);
TH_API int THTensor_(scatterFill)(THTensorT *t, int dim, const TH_TENSOR(Long) *index,
                                  accreal value);

TH_API int THTensor_(maskedFill)(THTensorT *t, const TH_TENSOR(Byte) *mask, accreal value);
TH_API int THTensor_(maskedCopy)(THTensorT *t, const TH_TENSOR(Byte) *mask, const THTensorT *src);
TH_API int THTensor_(maskedSelect)(THTensorT *r, const THTensorT *src, const TH_TENSOR(Byte) *mask);
TH_API int THTensor_(where)(THTensorT *r, const TH_TENSOR(Byte) *cond, const THTensorT *a,
                            const THTensorT *b);
TH_API int THTensor_(nonzero)(TH_TENSOR(Long) *r, const THTensorT *t);

TH_API int THTensor_(cat)(THTensorT *r, const THTensorT *a, const THTensorT *b, int dim);
TH_API int THTensor_(catArray)(THTensorT *r, THTensorT *const *inputs, int count, int dim);
TH_API int THTensor_(tril)(THTensorT *r, const THTensorT *t, int64_t k);
TH_API int THTensor_(triu)(THTensorT *r, const THTensorT *t, int64_t k);
TH_API int THTensor_(diag)(THTensorT *r, const THTensorT *t, int64_t k);

/* In other places, as in THJoin.h, THReorder.h, THDiagonal.h and THPlaces.h. */
TH_API int THTensor_(stack)(THTensorT *r, THTensorT *const *inputs, int count, int dim);
TH_API int THTensor_(flip)(THTensorT *r, const THTensorT *t, int n, const int *dim);
TH_API int THTensor_(roll)(THTensorT *r, const THTensorT *t, int n, const int64_t *shift,
                           const int *dim);
TH_API int THTensor_(diagEmbed)(THTensorT *r, const THTensorT *t, int64_t offset, int dim1,
                                int dim2);
TH_API int THTensor_(take)(THTensorT *r, const THTensorT *t, const TH_TENSOR(Long) *index);
TH_API int THTensor_(putAt)(THTensorT *t, const TH_TENSOR(Long) *index, const THTensorT *values,
                            int accumulate);
TH_API int THTensor_(takeAlongDim)(THTensorT *r, const THTensorT *t,
                                   const TH_TENSOR(Long) *index, int dim);
