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

/* The lower median of all elements. */
static inline real THTensor_(medianall)(THTensor *t)
{
  THTensor *flat = THTensor_(new)(), *value = THTensor_(new)();
  THLongTensor *place = THLongTensor_new();
  THArgCheck(t->nDimension > 0, 1, "a tensor with at least one dimension expected");
  TH_RAISE(THTensor_clone(TH_ANY(flat), TH_ANY(t), TH_DTYPE));
  THTensor_(resize1d)(flat, (long)THTensor_(nElement)(flat));
  THTensor_(median)(value, place, flat, 0, 1);
  const real middle = THTensor_(get1d)(value, 0);
  THTensor_(free)(flat);
  THTensor_(free)(value);
  THLongTensor_free(place);
  return middle;
}
