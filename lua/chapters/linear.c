/*
** Products of vectors and matrices: dot, vdot, mv, mm, bmm, ger, matmul, and the sums addmv, addmm,
** addr, baddbmm, addbmm.
*/
#include "core/signature.h"

typedef int (*Dot)(THNumber *, const THTensor *, const THTensor *);

static int return_dot(luaTH_Call *call, Dot function)
{
  THNumber number;
  TH_TRY(function(&number, call->arg[0].tensor, call->arg[1].tensor));
  return luaTH_returnelement(call, number);
}

static int dot(luaTH_Call *call)
{
  return return_dot(call, THTensor_dot);
}

static int vdot(luaTH_Call *call)
{
  return return_dot(call, THTensor_vdot);
}

/* A row's data is the address of one of these; TH's functions have one of two forms, with a driver
   each. */
typedef int (*Product)(THTensor *, const THTensor *, const THTensor *);
typedef int (*Sum)(THTensor *, THNumber, const THTensor *, THNumber, const THTensor *,
                   const THTensor *);

static const Product mv = THTensor_mv, mm = THTensor_mm, bmm = THTensor_bmm, ger = THTensor_ger;
static const Sum addmv = THTensor_addmv, addmm = THTensor_addmm, addr = THTensor_addr,
                 baddbmm = THTensor_baddbmm, addbmm = THTensor_addbmm;

static int product(luaTH_Call *call)
{
  const Product *function = call->row->data;
  return (*function)(call->result[0], call->arg[0].tensor, call->arg[1].tensor);
}

static int sum(luaTH_Call *call)
{
  const Sum *function = call->row->data;
  const luaTH_Value *beta = call->arg, *m = beta + 1, *alpha = m + 1, *a = alpha + 1, *b = a + 1;
  return (*function)(call->result[0], beta->number, m->tensor, alpha->number, a->tensor, b->tensor);
}

/* The method x:addmm(beta, alpha, a, b): both numbers follow the tensor that is scaled. */
static int sum_scaled(luaTH_Call *call)
{
  const Sum *function = call->row->data;
  const luaTH_Value *m = call->arg, *beta = m + 1, *alpha = beta + 1, *a = alpha + 1, *b = a + 1;
  return (*function)(call->result[0], beta->number, m->tensor, alpha->number, a->tensor, b->tensor);
}

static int matmul(luaTH_Call *call)
{
  const THTensor *a = call->arg[0].tensor, *b = call->arg[1].tensor;
  if (a->nDimension == 1 && b->nDimension == 1 && !call->given[0]) return dot(call);
  return THTensor_matmul(call->result[0], a, b);
}

/* x:mm(a, b) writes to x, as in Torch7; x:mm(b) makes a new tensor. */
#define PRODUCT(name, a, b, doc)                                                                   \
  {#name, "r! a:" a " b:" b, product, doc "; the method x:" #name "(a, b) writes x",               \
   LUATH_CONJUGATES, &name}

/* The two forms of a sum. In x:addmm(a, b) x itself is M. */
#define SUM(name, a, b, what)                                                                      \
  {#name, "r! beta:complex=1 M:Tensor alpha:complex=1 a:" a " b:" b, sum,                          \
   "beta * M + alpha * (" what "); M broadcasts", LUATH_INPLACE | LUATH_CONJUGATES, &name},        \
  {#name, "r! M:Tensor beta:complex alpha:complex a:" a " b:" b, sum_scaled,                       \
   "beta * M + alpha * (" what "); M broadcasts",                                                  \
   LUATH_INPLACE | LUATH_METHOD_ONLY | LUATH_CONJUGATES, &name}

static const luaTH_Row rows[] = {
  {"dot", "a:Tensor b:Tensor", dot, "the sum of products of two tensors of equal count, a number", 0, 0},
  {"vdot", "a:Tensor b:Tensor", vdot, "dot, with the elements of a conjugated if they are complex", 0, 0},
  PRODUCT(mv, "Tensor2", "Tensor1", "matrix times vector"),
  PRODUCT(mm, "Tensor2", "Tensor2", "matrix times matrix"),
  PRODUCT(bmm, "Tensor3", "Tensor3", "the product of each pair of two stacks of matrices"),
  PRODUCT(ger, "Tensor1", "Tensor1", "outer product of two vectors, a[i] * b[j]"),
  {"matmul", "r! a:Tensor b:Tensor", matmul, "the product of two vectors, matrices or stacks of matrices, which broadcast", LUATH_CONJUGATES, 0},
  SUM(addmv, "Tensor2", "Tensor1", "matrix times vector"),
  SUM(addmm, "Tensor2", "Tensor2", "matrix times matrix"),
  SUM(addr, "Tensor1", "Tensor1", "outer product"),
  SUM(baddbmm, "Tensor3", "Tensor3", "product of each pair of two stacks of matrices"),
  SUM(addbmm, "Tensor3", "Tensor3", "sum of the products of two stacks of matrices"),
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openlinear(lua_State *L)
{
  luaTH_register(L, rows);
}
