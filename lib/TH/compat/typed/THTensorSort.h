/* Sorting and selection along a dimension, as in THSort.h. Without keepdim the dimension is
   removed. Include it through TH.h. */
#define T(t) TH_ANY(t)
static inline void THTensor_(sort)(THTensor *values, THLongTensor *indices, THTensor *t, int dim,
                                   int descending)
{
  TH_RAISE(THTensor_sort(T(values), T(indices), T(t), dim, descending));
}

static inline void THTensor_(topk)(THTensor *values, THLongTensor *indices, THTensor *t, long k,
                                   int dim, int largest, int sorted)
{
  TH_RAISE(THTensor_topk(T(values), T(indices), T(t), k, dim, largest, sorted));
}

#define T7_PICK(name, parameters, call)                                                    \
static inline void THTensor_(name) parameters                                              \
{                                                                                          \
  TH_RAISE(call);                                                                          \
  if (keepdim) return;                                                                     \
  THCompat_squeezeDim(T(values), T(values), dim);                                          \
  THCompat_squeezeDim(T(indices), T(indices), dim);                                        \
}
T7_PICK(kthvalue, (THTensor *values, THLongTensor *indices, THTensor *t, long k, int dim,
                   int keepdim),
        THTensor_kthvalue(T(values), T(indices), T(t), k, dim))
T7_PICK(median, (THTensor *values, THLongTensor *indices, THTensor *t, int dim, int keepdim),
        THTensor_median(T(values), T(indices), T(t), dim))
T7_PICK(mode, (THTensor *values, THLongTensor *indices, THTensor *t, int dim, int keepdim),
        THTensor_mode(T(values), T(indices), T(t), dim))
#undef T7_PICK
#undef T
