/* Searching and statistics for one dtype: calls the functions of lib/TH/ops/search. */
#define OUT(r) typed(&(r)->base, TH_DTYPE)
#define POSITIONS(r) typed(&(r)->base, TH_LONG)
#define POSITIONS_OR_NULL(r) ((r) ? POSITIONS(r) : NULL)

#define REDUCED(name)                                                                              \
int THTensor_(name)(THTensorT *r, const THTensorT *t, int dim, int keepdim)                        \
{                                                                                                  \
  return drop_dim(THTensor_##name(OUT(r), &t->base, dim), &r->base, dim, keepdim);                 \
}
#define RUNNING(name)                                                                              \
int THTensor_(name)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim)      \
{                                                                                                  \
  return THTensor_##name(OUT(values), POSITIONS(indices), &t->base, dim);                          \
}
#define ALONG(name)                                                                                \
int THTensor_(name)(THTensorT *r, const THTensorT *t, int dim)                                     \
{                                                                                                  \
  return THTensor_##name(OUT(r), &t->base, dim);                                                   \
}
REDUCED(amax)
REDUCED(amin)
REDUCED(nansum)
RUNNING(cummax)
RUNNING(cummin)
TH_IF_FLOATING(
REDUCED(logsumexp)
REDUCED(nanmean)
ALONG(softmax)
ALONG(logSoftmax)

int THTensor_(cov)(THTensorT *r, const THTensorT *t, double correction)
{
  return THTensor_cov(OUT(r), &t->base, correction, NULL, NULL);
}
)

int THTensor_(diff)(THTensorT *r, const THTensorT *t, int64_t n, int dim)
{
  return THTensor_diff(OUT(r), &t->base, n, dim);
}

int THTensor_(unique)(THTensorT *values, TH_TENSOR(Long) *inverse, TH_TENSOR(Long) *counts,
                      const THTensorT *t, int dim)
{
  return THTensor_unique(OUT(values), POSITIONS_OR_NULL(inverse), POSITIONS_OR_NULL(counts),
                         &t->base, dim);
}

int THTensor_(searchsorted)(TH_TENSOR(Long) *r, const THTensorT *sorted, const THTensorT *values,
                            int right)
{
  return THTensor_searchsorted(POSITIONS(r), &sorted->base, &values->base, right, NULL);
}
#undef REDUCED
#undef RUNNING
#undef ALONG
#undef OUT
#undef POSITIONS
#undef POSITIONS_OR_NULL
