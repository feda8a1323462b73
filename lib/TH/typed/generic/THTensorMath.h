/* Functions of one dtype from the rows, in Torch7's argument order. Read through THTypes.h. */
#define TH_TAKES(set, name, ...) TH_IF_##set(TH_API int THTensor_(name)(__VA_ARGS__);)

#define TH_UNARY(set, name, rule, doc) TH_TAKES(set, name, THTensorT *r, const THTensorT *t)
#define TH_PREDICATE(set, name, rule, doc) \
  TH_TAKES(set, name, TH_TENSOR(Byte) *r, const THTensorT *t)
#define TH_BINARY(set, cname, name, rule, doc)                                   \
  TH_TAKES(set, cname, THTensorT *r, const THTensorT *t, const THTensorT *src)   \
  TH_TAKES(set, name, THTensorT *r, const THTensorT *t, accreal value)
#define TH_DIVISION TH_BINARY
#define TH_SCALED(set, cname, name, rule, doc)                                                   \
  TH_TAKES(set, cname, THTensorT *r, const THTensorT *t, accreal value, const THTensorT *src)    \
  TH_TAKES(set, name, THTensorT *r, const THTensorT *t, accreal value)
#define TH_COMPARE(set, name, rule, doc)                                                         \
  TH_TAKES(set, name##Tensor, TH_TENSOR(Byte) *r, const THTensorT *a, const THTensorT *b)        \
  TH_TAKES(set, name##Value, TH_TENSOR(Byte) *r, const THTensorT *t, accreal value)              \
  TH_TAKES(set, name##TensorT, THTensorT *r, const THTensorT *a, const THTensorT *b)             \
  TH_TAKES(set, name##ValueT, THTensorT *r, const THTensorT *t, accreal value)
#define TH_UNARY2(set, name, rule, doc) \
  TH_TAKES(set, name, THTensorT *r, const THTensorT *t, accreal u, accreal v)
#define TH_TERNARY1(set, name, rule, doc)                                                        \
  TH_TAKES(set, name, THTensorT *r, const THTensorT *t, accreal value, const THTensorT *b,       \
           const THTensorT *c)
#define TH_DIVISION1 TH_TERNARY1
#include "TH/rows/THPointwise.def"
#undef TH_TAKES

/* t - value, and value to the power of t. */
TH_API int THTensor_(sub)(THTensorT *r, const THTensorT *t, accreal value);
TH_API int THTensor_(tpow)(THTensorT *r, accreal value, const THTensorT *t);
