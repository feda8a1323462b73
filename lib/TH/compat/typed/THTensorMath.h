/* Arithmetic, elements by position, products of one element type. Read through TH.h. */
#define T7_IS(set, name, parameters, call)             \
TH_IF_##set(static inline void THTensor_(name) parameters \
{                                                      \
  TH_RAISE(call);                                      \
})
#define T(t) TH_ANY(t)
#define N(value) T7_NUMBER(value)
#define A(t) TH_tensorOperand(TH_ANY(t))
#define V(value) TH_numberOperand(T7_NUMBER(value))

/* --- point-wise rows: those of THPointwise.def under Torch7's names --- */

#define T7_ROW(set, name, parameters, code, ...)                                           \
  T7_IS(set, name, parameters,                                                             \
        THOp_applyAs(#name, &TH_ops[TH_OP_##code], T(r), (const THOperand[]){__VA_ARGS__}))
#define TH_UNARY(set, name, ...) T7_ROW(set, name, (THTensor *r, THTensor *t), name, A(t))
#define TH_BINARY(set, cname, name, ...)                                                   \
  T7_ROW(set, cname, (THTensor *r, THTensor *t, THTensor *src), cname, A(t), A(src))       \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real value), cname, A(t), V(value))
#define TH_DIVISION TH_BINARY
#define TH_SCALED(set, cname, name, ...)                                                   \
  T7_ROW(set, cname, (THTensor *r, THTensor *t, real value, THTensor *src), cname, A(t),   \
         A(src), V(value))                                                                 \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real value), cname, A(t), V(value), V(1))   \
  T7_ROW(set, name##_scaled, (THTensor *r, THTensor *t, real value, real scale), cname,    \
         A(t), V(value), V(scale))
#define TH_COMPARE(set, name, ...)                                                         \
  T7_ROW(set, name##Tensor, (THByteTensor *r, THTensor *a, THTensor *b), name, A(a), A(b)) \
  T7_ROW(set, name##Value, (THByteTensor *r, THTensor *t, real value), name, A(t), V(value)) \
  T7_ROW(set, name##TensorT, (THTensor *r, THTensor *a, THTensor *b), name, A(a), A(b))    \
  T7_ROW(set, name##ValueT, (THTensor *r, THTensor *t, real value), name, A(t), V(value))
#define TH_UNARY2(set, name, ...)                                                          \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real u, real v), name, A(t), V(u), V(v))
#define TH_TERNARY1(set, name, ...)                                                        \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real value, THTensor *b, THTensor *c), name, \
         A(t), A(b), A(c), V(value))
#define TH_DIVISION1 TH_TERNARY1
#define TH_PREDICATE(...)
#include "TH/rows/THPointwise.def"

T7_ROW(ALL, sub, (THTensor *r, THTensor *t, real value), csub, A(t), V(value), V(1))
T7_ROW(ALL, sub_scaled, (THTensor *r, THTensor *t, real value, real scale), csub, A(t), V(value),
       V(scale))
T7_ROW(ALL, tpow, (THTensor *r, real value, THTensor *t), cpow, V(value), A(t))

/* --- elements --- */

T7_IS(ALL, fill, (THTensor *r, real value), THTensor_fill(T(r), N(value)))
T7_IS(ALL, zero, (THTensor *r), THTensor_fill(T(r), TH_integer(0)))
T7_IS(ALL, maskedFill, (THTensor *t, THByteTensor *mask, real value),
      THTensor_maskedFill(T(t), T(mask), N(value)))
T7_IS(ALL, maskedCopy, (THTensor *t, THByteTensor *mask, THTensor *src),
      THTensor_maskedCopy(T(t), T(mask), T(src)))
T7_IS(ALL, maskedSelect, (THTensor *r, THTensor *src, THByteTensor *mask),
      THTensor_maskedSelect(T(r), T(src), T(mask)))
T7_IS(ALL, nonzero, (THLongTensor *r, THTensor *t), THTensor_nonzero(T(r), T(t)))
T7_IS(ALL, indexSelect, (THTensor *r, THTensor *src, int dim, THLongTensor *index),
      THTensor_index(T(r), T(src), dim, T(index)))
T7_IS(ALL, indexCopy, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_indexCopy(T(t), dim, T(index), T(src)))
T7_IS(ALL, indexAdd, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_indexAdd(T(t), dim, T(index), T(src)))
T7_IS(ALL, indexFill, (THTensor *t, int dim, THLongTensor *index, real value),
      THTensor_indexFill(T(t), dim, T(index), N(value)))
T7_IS(ALL, gather, (THTensor *r, THTensor *src, int dim, THLongTensor *index),
      THTensor_gather(T(r), T(src), dim, T(index)))
T7_IS(ALL, scatter, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_scatter(T(t), dim, T(index), T(src)))
T7_IS(ALL, scatterAdd, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_scatterAdd(T(t), dim, T(index), T(src)))
T7_IS(ALL, scatterFill, (THTensor *t, int dim, THLongTensor *index, real value),
      THTensor_scatterFill(T(t), dim, T(index), N(value)))
T7_IS(ALL, tril, (THTensor *r, THTensor *t, long k), THTensor_tril(T(r), T(t), k))
T7_IS(ALL, triu, (THTensor *r, THTensor *t, long k), THTensor_triu(T(r), T(t), k))
T7_IS(ALL, diag, (THTensor *r, THTensor *t, int k), THTensor_diag(T(r), T(t), k))
T7_IS(ALL, cat, (THTensor *r, THTensor *a, THTensor *b, int dim),
      THTensor_cat(T(r), 2, (const THAnyTensor *const[]){T(a), T(b)}, dim))
T7_IS(ALL, catArray, (THTensor *r, THTensor **inputs, int count, int dim),
      THTensor_cat(T(r), count, (const THAnyTensor *const *)inputs, dim))
T7_IS(ALL, reshape, (THTensor *r, THTensor *t, THLongStorage *size),
      THTensor_reshape(T(r), T(t), (int)((THAnyStorage *)size)->size,
                       (const int64_t *)((THAnyStorage *)size)->data))

#define T7_FILLED(name, value)                                                             \
static inline void THTensor_(name##s)(THTensor *r, THLongStorage *size)                    \
{                                                                                          \
  THTensor_(resize)(r, size, NULL);                                                        \
  TH_RAISE(THTensor_fill(T(r), TH_integer(value)));                                        \
}                                                                                          \
static inline void THTensor_(name##sLike)(THTensor *r, THTensor *like)                     \
{                                                                                          \
  THTensor_(resizeAs)(r, like);                                                            \
  TH_RAISE(THTensor_fill(T(r), TH_integer(value)));                                        \
}
T7_FILLED(zero, 0)
T7_FILLED(one, 1)
#undef T7_FILLED

static inline ptrdiff_t THTensor_(numel)(THTensor *t)
{
  return THTensor_nElement(T(t));
}

/* --- products --- */

static inline accreal THTensor_(dot)(THTensor *a, THTensor *b)
{
  THNumber sum;
  TH_RAISE(THTensor_dot(&sum, T(a), T(b)));
  return (accreal)TH_FROM_NUMBER(sum);
}

/* r = beta t + alpha product */
#define T7_PRODUCT(name)                                                                    \
T7_IS(ALL, name, (THTensor *r, real beta, THTensor *t, real alpha, THTensor *a, THTensor *b), \
      THTensor_##name(T(r), N(beta), T(t), N(alpha), T(a), T(b)))
T7_PRODUCT(addmv)
T7_PRODUCT(addmm)
T7_PRODUCT(addr)
T7_PRODUCT(addbmm)
T7_PRODUCT(baddbmm)
#undef T7_PRODUCT

#undef T7_ROW
#undef T7_IS
#undef T
#undef N
#undef A
#undef V
