/* Sorting and selection along a dimension, as in THSort.h. Without keepdim the dimension is
   removed. Include it through TH.h. */
static inline void THTensor_(sort)(THTensor *values, THLongTensor *indices, THTensor *t, int dim,
                                   int descending)
{
  TH_RAISE(THTensor_sort(TH_ANY(values), TH_ANY(indices), TH_ANY(t), dim, descending));
}

static inline void THTensor_(topk)(THTensor *values, THLongTensor *indices, THTensor *t, long k,
                                   int dim, int largest, int sorted)
{
  TH_RAISE(THTensor_topk(TH_ANY(values), TH_ANY(indices), TH_ANY(t), k, dim, largest, sorted));
}

#define T7_PICK(name, parameters, call)                                                    \
static inline void THTensor_(name) parameters                                              \
{                                                                                          \
  TH_RAISE(call);                                                                          \
  if (keepdim) return;                                                                     \
  THCompat_squeezeDim(TH_ANY(values), TH_ANY(values), dim);                                \
  THCompat_squeezeDim(TH_ANY(indices), TH_ANY(indices), dim);                              \
}
T7_PICK(kthvalue, (THTensor *values, THLongTensor *indices, THTensor *t, long k, int dim,
                   int keepdim),
        THTensor_kthvalue(TH_ANY(values), TH_ANY(indices), TH_ANY(t), k, dim))
T7_PICK(median, (THTensor *values, THLongTensor *indices, THTensor *t, int dim, int keepdim),
        THTensor_median(TH_ANY(values), TH_ANY(indices), TH_ANY(t), dim))
T7_PICK(mode, (THTensor *values, THLongTensor *indices, THTensor *t, int dim, int keepdim),
        THTensor_mode(TH_ANY(values), TH_ANY(indices), TH_ANY(t), dim))
#undef T7_PICK
