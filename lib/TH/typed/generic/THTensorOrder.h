/*
** Sorting, selection and histograms for one dtype, as in THSort.h and THHistogram.h. dim counts
** from 0, k from 1. With keepdim a dimension of size 1 stays, otherwise it is removed. dir: 1 for
** the largest elements, 0 for the smallest. Include it through THTypes.h.
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
