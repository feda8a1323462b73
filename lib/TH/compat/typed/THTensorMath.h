/* Arithmetic, elements by position, and products of one element type. Include it through TH.h. */
#define T7_IS(set, name, parameters, call)                \
TH_IF_##set(static inline void THTensor_(name) parameters \
{                                                         \
  TH_RAISE(call);                                         \
})

/* The operands of an operation that it reads: a tensor, a number. */
#define T7_TENSOR(t) TH_tensorOperand(TH_ANY(t))
#define T7_VALUE(value) TH_numberOperand(T7_NUMBER(value))

/* --- point-wise rows: those of THPointwise.def under Torch7's names --- */

#define T7_ROW(set, name, parameters, code, ...)                                           \
  T7_IS(set, name, parameters,                                                             \
        THOp_applyInOrder(#name, &TH_ops[TH_OP_##code], TH_ANY(r),                          \
                          (const THOperand[]){__VA_ARGS__}))
#define TH_UNARY(set, name, ...) T7_ROW(set, name, (THTensor *r, THTensor *t), name, T7_TENSOR(t))
#define TH_BINARY(set, cname, name, ...)                                                   \
  T7_ROW(set, cname, (THTensor *r, THTensor *t, THTensor *src), cname, T7_TENSOR(t),       \
         T7_TENSOR(src))                                                                   \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real value), cname, T7_TENSOR(t),           \
         T7_VALUE(value))
#define TH_DIVISION TH_BINARY
#define TH_SCALED(set, cname, name, ...)                                                   \
  T7_ROW(set, cname, (THTensor *r, THTensor *t, real value, THTensor *src), cname,         \
         T7_TENSOR(t), T7_TENSOR(src), T7_VALUE(value))                                    \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real value), cname, T7_TENSOR(t),           \
         T7_VALUE(value), T7_VALUE(1))                                                     \
  T7_ROW(set, name##_scaled, (THTensor *r, THTensor *t, real value, real scale), cname,    \
         T7_TENSOR(t), T7_VALUE(value), T7_VALUE(scale))
#define TH_COMPARE(set, name, ...)                                                         \
  T7_ROW(set, name##Tensor, (THByteTensor *r, THTensor *a, THTensor *b), name,             \
         T7_TENSOR(a), T7_TENSOR(b))                                                       \
  T7_ROW(set, name##Value, (THByteTensor *r, THTensor *t, real value), name,               \
         T7_TENSOR(t), T7_VALUE(value))                                                    \
  T7_ROW(set, name##TensorT, (THTensor *r, THTensor *a, THTensor *b), name,                \
         T7_TENSOR(a), T7_TENSOR(b))                                                       \
  T7_ROW(set, name##ValueT, (THTensor *r, THTensor *t, real value), name,                  \
         T7_TENSOR(t), T7_VALUE(value))
#define TH_UNARY2(set, name, ...)                                                          \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real u, real v), name, T7_TENSOR(t),        \
         T7_VALUE(u), T7_VALUE(v))
#define TH_TERNARY1(set, name, ...)                                                         \
  T7_ROW(set, name, (THTensor *r, THTensor *t, real value, THTensor *b, THTensor *c), name, \
         T7_TENSOR(t), T7_TENSOR(b), T7_TENSOR(c), T7_VALUE(value))
#define TH_DIVISION1 TH_TERNARY1
#define TH_PREDICATE(...)
#define TH_WITHOUT_SPECIAL /* Torch7 has none of these */
#include "TH/rows/THPointwise.def"
#undef TH_WITHOUT_SPECIAL

T7_ROW(ALL, sub, (THTensor *r, THTensor *t, real value), csub, T7_TENSOR(t), T7_VALUE(value),
       T7_VALUE(1))
T7_ROW(ALL, sub_scaled, (THTensor *r, THTensor *t, real value, real scale), csub, T7_TENSOR(t),
       T7_VALUE(value), T7_VALUE(scale))
T7_ROW(ALL, tpow, (THTensor *r, real value, THTensor *t), cpow, T7_VALUE(value), T7_TENSOR(t))

/* --- elements --- */

T7_IS(ALL, fill, (THTensor *r, real value), THTensor_fillInOrder(TH_ANY(r), T7_NUMBER(value)))
T7_IS(ALL, zero, (THTensor *r), THTensor_fillInOrder(TH_ANY(r), TH_integer(0)))
T7_IS(ALL, maskedFill, (THTensor *t, THByteTensor *mask, real value),
      THTensor_maskedFill(TH_ANY(t), TH_ANY(mask), T7_NUMBER(value)))
T7_IS(ALL, maskedCopy, (THTensor *t, THByteTensor *mask, THTensor *src),
      THTensor_maskedCopy(TH_ANY(t), TH_ANY(mask), TH_ANY(src)))
T7_IS(ALL, maskedSelect, (THTensor *r, THTensor *src, THByteTensor *mask),
      THTensor_maskedSelect(TH_ANY(r), TH_ANY(src), TH_ANY(mask)))
T7_IS(ALL, nonzero, (THLongTensor *r, THTensor *t), THTensor_nonzero(TH_ANY(r), TH_ANY(t)))
T7_IS(ALL, indexSelect, (THTensor *r, THTensor *src, int dim, THLongTensor *index),
      THTensor_index(TH_ANY(r), TH_ANY(src), dim, TH_ANY(index)))
T7_IS(ALL, indexCopy, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_indexCopy(TH_ANY(t), dim, TH_ANY(index), TH_ANY(src)))
T7_IS(ALL, indexAdd, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_indexAdd(TH_ANY(t), dim, TH_ANY(index), TH_ANY(src)))
T7_IS(ALL, indexFill, (THTensor *t, int dim, THLongTensor *index, real value),
      THTensor_indexFill(TH_ANY(t), dim, TH_ANY(index), T7_NUMBER(value)))
T7_IS(ALL, gather, (THTensor *r, THTensor *src, int dim, THLongTensor *index),
      THTensor_gather(TH_ANY(r), TH_ANY(src), dim, TH_ANY(index)))
T7_IS(ALL, scatter, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_scatter(TH_ANY(t), dim, TH_ANY(index), TH_ANY(src)))
T7_IS(ALL, scatterAdd, (THTensor *t, int dim, THLongTensor *index, THTensor *src),
      THTensor_scatterAdd(TH_ANY(t), dim, TH_ANY(index), TH_ANY(src)))
T7_IS(ALL, scatterFill, (THTensor *t, int dim, THLongTensor *index, real value),
      THTensor_scatterFill(TH_ANY(t), dim, TH_ANY(index), T7_NUMBER(value)))
T7_IS(ALL, tril, (THTensor *r, THTensor *t, long k), THTensor_tril(TH_ANY(r), TH_ANY(t), k))
T7_IS(ALL, triu, (THTensor *r, THTensor *t, long k), THTensor_triu(TH_ANY(r), TH_ANY(t), k))
T7_IS(ALL, diag, (THTensor *r, THTensor *t, int k), THTensor_diag(TH_ANY(r), TH_ANY(t), k))
T7_IS(ALL, cat, (THTensor *r, THTensor *a, THTensor *b, int dim),
      THTensor_cat(TH_ANY(r), 2, (const THAnyTensor *const[]){TH_ANY(a), TH_ANY(b)}, dim))
T7_IS(ALL, catArray, (THTensor *r, THTensor **inputs, int count, int dim),
      THTensor_cat(TH_ANY(r), count, (const THAnyTensor *const *)inputs, dim))
T7_IS(ALL, reshape, (THTensor *r, THTensor *t, THLongStorage *size),
      THTensor_reshape(TH_ANY(r), TH_ANY(t), (int)((THAnyStorage *)size)->size,
                       (const int64_t *)((THAnyStorage *)size)->data))

#define T7_FILLED(name, value)                                                             \
static inline void THTensor_(name##s)(THTensor *r, THLongStorage *size)                    \
{                                                                                          \
  THTensor_(resize)(r, size, NULL);                                                        \
  TH_RAISE(THTensor_fillInOrder(TH_ANY(r), TH_integer(value)));                            \
}                                                                                          \
static inline void THTensor_(name##sLike)(THTensor *r, THTensor *like)                     \
{                                                                                          \
  THTensor_(resizeAs)(r, like);                                                            \
  TH_RAISE(THTensor_fillInOrder(TH_ANY(r), TH_integer(value)));                            \
}
T7_FILLED(zero, 0)
T7_FILLED(one, 1)
#undef T7_FILLED

static inline ptrdiff_t THTensor_(numel)(THTensor *t)
{
  return THTensor_nElement(TH_ANY(t));
}

/* --- products --- */

static inline accreal THTensor_(dot)(THTensor *a, THTensor *b)
{
  THNumber sum;
  TH_RAISE(THTensor_dot(&sum, TH_ANY(a), TH_ANY(b)));
  return (accreal)TH_FROM_NUMBER(sum);
}

/* r = beta t + alpha product */
#define T7_PRODUCT(name)                                                                      \
T7_IS(ALL, name, (THTensor *r, real beta, THTensor *t, real alpha, THTensor *a, THTensor *b), \
      THTensor_##name(TH_ANY(r), T7_NUMBER(beta), TH_ANY(t), T7_NUMBER(alpha),                \
                      TH_ANY(a), TH_ANY(b)))
T7_PRODUCT(addmv)
T7_PRODUCT(addmm)
T7_PRODUCT(addr)
T7_PRODUCT(addbmm)
T7_PRODUCT(baddbmm)
#undef T7_PRODUCT

#undef T7_ROW
#undef T7_IS
#undef T7_TENSOR
#undef T7_VALUE
