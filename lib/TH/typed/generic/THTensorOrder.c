/* The facade of sorting, selection and histograms for one dtype. */
#define PAIR typed(&values->base, TH_DTYPE), typed(&indices->base, TH_LONG), &t->base
#define DROP(status) \
  drop_dim(drop_dim(status, &values->base, dim, keepdim), &indices->base, dim, keepdim)

int THTensor_(sort)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim,
                    int descending)
{
  return THTensor_sort(PAIR, dim, descending);
}

int THTensor_(topk)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int64_t k,
                    int dim, int dir, int sorted)
{
  return THTensor_topk(PAIR, k, dim, dir, sorted);
}

int THTensor_(kthvalue)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int64_t k,
                        int dim, int keepdim)
{
  return DROP(THTensor_kthvalue(PAIR, k, dim));
}

int THTensor_(median)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim,
                      int keepdim)
{
  return DROP(THTensor_median(PAIR, dim));
}

int THTensor_(mode)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim,
                    int keepdim)
{
  return DROP(THTensor_mode(PAIR, dim));
}
#undef PAIR
#undef DROP

#define TH_HISTOGRAM(name)                                                                         \
int THTensor_(name)(THTensorT *hist, const THTensorT *t, int64_t nbins, accreal minvalue,          \
                    accreal maxvalue)                                                              \
{                                                                                                  \
  return THTensor_##name(typed(&hist->base, TH_DTYPE), &t->base, nbins, minvalue, maxvalue);       \
}
TH_IF_FLOATING(TH_HISTOGRAM(histc) TH_HISTOGRAM(bhistc))
#undef TH_HISTOGRAM
