/*
** Reductions and scans of one dtype, as in THReduce.h. dim counts from 0; it stays with size 1
** where keepdim is not 0, and goes otherwise. Positions in indices count from 1. Read through
** THTypes.h.
*/
#define TH_TAKES(set, name, ...) TH_IF_##set(TH_API int THTensor_(name)(__VA_ARGS__);)
#define TH_REDUCE(set, name, ...)                                                                \
  TH_TAKES(set, name, THTensorT *r, const THTensorT *t, int dim, int keepdim)                    \
  TH_TAKES(set, name##all, accreal *result, const THTensorT *t)
#define TH_DEVIATION(set, name, ...)                                                             \
  TH_TAKES(set, name, THTensorT *r, const THTensorT *t, int dim, int biased, int keepdim)        \
  TH_TAKES(set, name##all, accreal *result, const THTensorT *t, int biased)
#define TH_TEST(set, name, ...)                                                                  \
  TH_TAKES(set, name, TH_TENSOR(Byte) *r, const THTensorT *t, int dim, int keepdim)              \
  TH_TAKES(set, logical##name, int *result, const THTensorT *t)
#define TH_EXTREME(set, name, ...)                                                               \
  TH_TAKES(set, name, THTensorT *values, TH_TENSOR(Long) *indices, const THTensorT *t, int dim,  \
           int keepdim)                                                                          \
  TH_TAKES(set, name##all, accreal *result, const THTensorT *t)
#define TH_SCAN(set, name, ...) TH_TAKES(set, name, THTensorT *r, const THTensorT *t, int dim)
#include "TH/rows/THReduce.def"

/* The p-norm, where p is value. */
TH_TAKES(FLOATING, norm, THTensorT *r, const THTensorT *t, accreal value, int dim, int keepdim)
TH_TAKES(FLOATING, normall, accreal *result, const THTensorT *t, accreal value)
#undef TH_TAKES
