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
TH_API int THTensor_(nonzero)(TH_TENSOR(Long) *r, const THTensorT *t);

TH_API int THTensor_(cat)(THTensorT *r, const THTensorT *a, const THTensorT *b, int dim);
TH_API int THTensor_(catArray)(THTensorT *r, THTensorT *const *inputs, int count, int dim);
TH_API int THTensor_(tril)(THTensorT *r, const THTensorT *t, int64_t k);
TH_API int THTensor_(triu)(THTensorT *r, const THTensorT *t, int64_t k);
TH_API int THTensor_(diag)(THTensorT *r, const THTensorT *t, int64_t k);
