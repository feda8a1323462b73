/* The facade of sorting and selection for one dtype. */
#define PAIR typed(&values->base, TH_DTYPE), typed(&indices->base, TH_LONG), &t->base
#define DROP(status) \
  drop_dim(drop_dim(status, &values->base, dim, keepdim), &indices->base, dim, keepdim)

int THTensor_(sort)(THTensorT *values, THLongTensor *indices, const THTensorT *t, int dim,
                    int descending)
{
  return THTensor_sort(PAIR, dim, descending);
}

int THTensor_(topk)(THTensorT *values, THLongTensor *indices, const THTensorT *t, int64_t k,
                    int dim, int dir, int sorted)
{
  return THTensor_topk(PAIR, k, dim, dir, sorted);
}

int THTensor_(kthvalue)(THTensorT *values, THLongTensor *indices, const THTensorT *t, int64_t k,
                        int dim, int keepdim)
{
  return DROP(THTensor_kthvalue(PAIR, k, dim));
}

int THTensor_(median)(THTensorT *values, THLongTensor *indices, const THTensorT *t, int dim,
                      int keepdim)
{
  return DROP(THTensor_median(PAIR, dim));
}

int THTensor_(mode)(THTensorT *values, THLongTensor *indices, const THTensorT *t, int dim,
                    int keepdim)
{
  return DROP(THTensor_mode(PAIR, dim));
}
#undef PAIR
#undef DROP
