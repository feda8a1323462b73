/* The point-wise rows for one dtype. TENSOR(t) and NUMBER(value) make operands of tensors and of
   numbers. */
#define TENSOR(t) TH_tensorOperand(&(t)->base)
#define NUMBER(value) TH_numberOperand(TH_VALUE(value))
#define ROW(set, name, parameters, result, code, ...)                                      \
TH_IF_##set(int THTensor_(name) parameters                                                 \
{                                                                                          \
  return apply(#name, TH_OP_##code, typed(&r->base, result),                               \
               (const THOperand[]){__VA_ARGS__});                                          \
})

#define TH_UNARY(set, name, rule, doc) \
  ROW(set, name, (THTensorT *r, const THTensorT *t), TH_DTYPE, name, TENSOR(t))
#define TH_PREDICATE(set, name, rule, doc) \
  ROW(set, name, (TH_TENSOR(Byte) *r, const THTensorT *t), TH_BYTE, name, TENSOR(t))
#define TH_BINARY(set, cname, name, rule, doc)                                             \
  ROW(set, cname, (THTensorT *r, const THTensorT *t, const THTensorT *src), TH_DTYPE,      \
      cname, TENSOR(t), TENSOR(src))                                                       \
  ROW(set, name, (THTensorT *r, const THTensorT *t, accreal value), TH_DTYPE, cname,       \
      TENSOR(t), NUMBER(value))
#define TH_DIVISION TH_BINARY
#define TH_SCALED(set, cname, name, rule, doc)                                             \
  ROW(set, cname, (THTensorT *r, const THTensorT *t, accreal value, const THTensorT *src), \
      TH_DTYPE, cname, TENSOR(t), TENSOR(src), NUMBER(value))                              \
  ROW(set, name, (THTensorT *r, const THTensorT *t, accreal value), TH_DTYPE, cname,       \
      TENSOR(t), NUMBER(value), NUMBER(1))
#define TH_COMPARE(set, name, rule, doc)                                                   \
  ROW(set, name##Tensor, (TH_TENSOR(Byte) *r, const THTensorT *a, const THTensorT *b),     \
      TH_BYTE, name, TENSOR(a), TENSOR(b))                                                 \
  ROW(set, name##Value, (TH_TENSOR(Byte) *r, const THTensorT *t, accreal value), TH_BYTE,  \
      name, TENSOR(t), NUMBER(value))                                                      \
  ROW(set, name##TensorT, (THTensorT *r, const THTensorT *a, const THTensorT *b),          \
      TH_DTYPE, name, TENSOR(a), TENSOR(b))                                                \
  ROW(set, name##ValueT, (THTensorT *r, const THTensorT *t, accreal value), TH_DTYPE,      \
      name, TENSOR(t), NUMBER(value))
#define TH_UNARY2(set, name, rule, doc)                                                    \
  ROW(set, name, (THTensorT *r, const THTensorT *t, accreal u, accreal v), TH_DTYPE, name, \
      TENSOR(t), NUMBER(u), NUMBER(v))
#define TH_TERNARY1(set, name, rule, doc)                                                  \
  ROW(set, name, (THTensorT *r, const THTensorT *t, accreal value, const THTensorT *b,     \
                  const THTensorT *c), TH_DTYPE, name, TENSOR(t), TENSOR(b), TENSOR(c),    \
      NUMBER(value))
#define TH_DIVISION1 TH_TERNARY1
#include "TH/rows/THPointwise.def"

ROW(ALL, sub, (THTensorT *r, const THTensorT *t, accreal value), TH_DTYPE, csub, TENSOR(t),
    NUMBER(value), NUMBER(1))
ROW(ALL, tpow, (THTensorT *r, accreal value, const THTensorT *t), TH_DTYPE, cpow, NUMBER(value),
    TENSOR(t))
#undef ROW
#undef TENSOR
#undef NUMBER
