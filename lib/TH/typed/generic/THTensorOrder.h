/*
** Sorting, selection and histograms of one dtype, as in THSort.h and THHistogram.h. dim and k count
** as there: dim from 0, k from 1. A dimension of one position stays where keepdim is not 0, and
** goes otherwise. dir: the largest and not the smallest. Read through THTypes.h.
*/
TH_API int THTensor_(sort)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim,
                           int descending);
TH_API int THTensor_(topk)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t,
                           int64_t k, int dim, int dir, int sorted);
TH_API int THTensor_(kthvalue)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t,
                               int64_t k, int dim, int keepdim);
TH_API int THTensor_(median)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t,
                             int dim, int keepdim);
TH_API int THTensor_(mode)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim,
                           int keepdim);

TH_IF_FLOATING(
TH_API int THTensor_(histc)(THTensorT *hist, const THTensorT *t, int64_t nbins, accreal minvalue,
                            accreal maxvalue);
TH_API int THTensor_(bhistc)(THTensorT *hist, const THTensorT *t, int64_t nbins, accreal minvalue,
                             accreal maxvalue);
)
