/*
** Searching and statistics for one dtype, as in THAlong.h, THBins.h, THStatistics.h and THUnique.h.
** dim counts from 0. With keepdim a dimension of size 1 stays, otherwise it is removed. Include it
** through THTypes.h.
*/
TH_API int THTensor_(amax)(THTensorT *r, const THTensorT *t, int dim, int keepdim);
TH_API int THTensor_(amin)(THTensorT *r, const THTensorT *t, int dim, int keepdim);
TH_API int THTensor_(nansum)(THTensorT *r, const THTensorT *t, int dim, int keepdim);
TH_API int THTensor_(cummax)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t,
                             int dim);
TH_API int THTensor_(cummin)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t,
                             int dim);
TH_API int THTensor_(diff)(THTensorT *r, const THTensorT *t, int64_t n, int dim);

/* inverse and counts may be NULL; dim -1: elements. */
TH_API int THTensor_(unique)(THTensorT *values, TH_TENSOR(Long) *inverse, TH_TENSOR(Long) *counts,
                             const THTensorT *t, int dim);
TH_API int THTensor_(searchsorted)(TH_TENSOR(Long) *r, const THTensorT *sorted,
                                   const THTensorT *values, int right);

TH_IF_FLOATING(
TH_API int THTensor_(logsumexp)(THTensorT *r, const THTensorT *t, int dim, int keepdim);
TH_API int THTensor_(nanmean)(THTensorT *r, const THTensorT *t, int dim, int keepdim);
TH_API int THTensor_(softmax)(THTensorT *r, const THTensorT *t, int dim);
TH_API int THTensor_(logSoftmax)(THTensorT *r, const THTensorT *t, int dim);
TH_API int THTensor_(cov)(THTensorT *r, const THTensorT *t, double correction);
)
