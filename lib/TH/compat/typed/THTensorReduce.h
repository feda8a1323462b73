/* Reductions and scans of one element type. Without keepdim the dimension is removed. Include it
   through TH.h. */
#define T7_OVER(set, name, parameters, call)                                               \
TH_IF_##set(static inline void THTensor_(name) parameters                                  \
{                                                                                          \
  TH_RAISE(call);                                                                          \
  if (!keepdim) THCompat_squeezeDim(TH_ANY(r), TH_ANY(r), dim);                            \
})
#define T7_ALL(set, type, name, parameters, call)                                          \
TH_IF_##set(static inline type THTensor_(name) parameters                                  \
{                                                                                          \
  THNumber number;                                                                         \
  TH_RAISE(call);                                                                          \
  return (type)TH_FROM_NUMBER(number);                                                     \
})
#define TH_REDUCE(set, name, ...)                                                          \
  T7_OVER(set, name, (THTensor *r, THTensor *t, int dim, int keepdim),                     \
          THTensor_reduce(TH_OP_##name, TH_ANY(r), TH_ANY(t), dim))                        \
  T7_ALL(set, accreal, name##all, (THTensor *t),                                           \
         THTensor_reduceAll(TH_OP_##name, TH_ANY(t), &number))
#define TH_DEVIATION(set, name, ...)                                                       \
  T7_OVER(set, name, (THTensor *r, THTensor *t, int dim, int biased, int keepdim),         \
          THTensor_deviation(TH_OP_##name, TH_ANY(r), TH_ANY(t), dim, biased))             \
  T7_ALL(set, accreal, name##all, (THTensor *t, int biased),                               \
         THTensor_deviationAll(TH_OP_##name, TH_ANY(t), biased, &number))
#define TH_TEST(set, name, ...)                                                            \
  T7_ALL(set, int, logical##name, (THTensor *t),                                           \
         THTensor_reduceAll(TH_OP_##name, TH_ANY(t), &number))
#define TH_EXTREME(set, name, ...)                                                           \
static inline void THTensor_(name)(THTensor *values, THLongTensor *indices, THTensor *t,     \
                                   int dim, int keepdim)                                     \
{                                                                                            \
  TH_RAISE(THTensor_extreme(TH_OP_##name, TH_ANY(values), TH_ANY(indices), TH_ANY(t), dim)); \
  if (keepdim) return;                                                                       \
  THCompat_squeezeDim(TH_ANY(values), TH_ANY(values), dim);                                  \
  THCompat_squeezeDim(TH_ANY(indices), TH_ANY(indices), dim);                                \
}                                                                                            \
T7_ALL(set, real, name##all, (THTensor *t),                                                  \
       THTensor_extremeAll(TH_OP_##name, TH_ANY(t), &number, NULL))
#define TH_SCAN(set, name, ...)                                                            \
static inline void THTensor_(name)(THTensor *r, THTensor *t, int dim)                      \
{                                                                                          \
  TH_RAISE(THTensor_scan(TH_OP_##name, TH_ANY(r), TH_ANY(t), dim));                        \
}
#include "TH/rows/THReduce.def"

T7_OVER(FLOATING, norm, (THTensor *r, THTensor *t, real value, int dim, int keepdim),
        THTensor_norm(TH_ANY(r), TH_ANY(t), (double)value, dim))
T7_ALL(FLOATING, accreal, normall, (THTensor *t, real value),
       THTensor_normAll(TH_ANY(t), (double)value, &number))
#undef T7_OVER
#undef T7_ALL
