/* The facade of reductions and scans for one dtype. */
#define OUT(r) typed(&(r)->base, TH_DTYPE)
#define DROP(status, r) drop_dim(status, &(r)->base, dim, keepdim)

#define TH_REDUCE(set, name, ...) TH_IF_##set(                                             \
int THTensor_(name)(THTensorT *r, const THTensorT *t, int dim, int keepdim)                \
{                                                                                          \
  return DROP(THTensor_reduce(TH_OP_##name, OUT(r), &t->base, dim), r);                    \
}                                                                                          \
int THTensor_(name##all)(accreal *result, const THTensorT *t)                              \
{                                                                                          \
  THNumber number;                                                                         \
  TH_TRY(THTensor_reduceAll(TH_OP_##name, &t->base, &number));                             \
  return TH_GIVE(number, result);                                                          \
})

#define TH_DEVIATION(set, name, ...) TH_IF_##set(                                          \
int THTensor_(name)(THTensorT *r, const THTensorT *t, int dim, int biased, int keepdim)    \
{                                                                                          \
  return DROP(THTensor_deviation(TH_OP_##name, OUT(r), &t->base, dim, biased), r);         \
}                                                                                          \
int THTensor_(name##all)(accreal *result, const THTensorT *t, int biased)                  \
{                                                                                          \
  THNumber number;                                                                         \
  TH_TRY(THTensor_deviationAll(TH_OP_##name, &t->base, biased, &number));                  \
  return TH_GIVE(number, result);                                                          \
})

#define TH_TEST(set, name, ...) TH_IF_##set(                                               \
int THTensor_(name)(TH_TENSOR(Byte) *r, const THTensorT *t, int dim, int keepdim)             \
{                                                                                          \
  return DROP(THTensor_reduce(TH_OP_##name, typed(&r->base, TH_BYTE), &t->base, dim), r);  \
}                                                                                          \
int THTensor_(logical##name)(int *result, const THTensorT *t)                              \
{                                                                                          \
  THNumber number;                                                                         \
  TH_TRY(THTensor_reduceAll(TH_OP_##name, &t->base, &number));                             \
  *result = TH_asInteger(number) != 0;                                                     \
  return TH_OK;                                                                            \
})

#define TH_EXTREME(set, name, ...) TH_IF_##set(                                            \
int THTensor_(name)(THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim, \
                    int keepdim)                                                           \
{                                                                                          \
  THTensor *at = typed(&indices->base, TH_LONG);                                           \
  int status = THTensor_extreme(TH_OP_##name, OUT(values), at, &t->base, dim);             \
  return DROP(DROP(status, values), indices);                                              \
}                                                                                          \
int THTensor_(name##all)(accreal *result, const THTensorT *t)                              \
{                                                                                          \
  THNumber number;                                                                         \
  TH_TRY(THTensor_extremeAll(TH_OP_##name, &t->base, &number, NULL));                      \
  return TH_GIVE(number, result);                                                          \
})

#define TH_SCAN(set, name, ...) TH_IF_##set(                                               \
int THTensor_(name)(THTensorT *r, const THTensorT *t, int dim)                             \
{                                                                                          \
  return THTensor_scan(TH_OP_##name, OUT(r), &t->base, dim);                               \
})
#include "TH/rows/THReduce.def"

TH_IF_FLOATING(
int THTensor_(norm)(THTensorT *r, const THTensorT *t, accreal value, int dim, int keepdim)
{
  return DROP(THTensor_norm(OUT(r), &t->base, value, dim), r);
}

int THTensor_(normall)(accreal *result, const THTensorT *t, accreal value)
{
  THNumber number;
  TH_TRY(THTensor_normAll(&t->base, value, &number));
  return TH_GIVE(number, result);
})
#undef OUT
#undef DROP
