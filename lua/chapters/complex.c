/*
** Complex numbers: tensors made of their parts, and the parts of tensors, which are views.
** Functions of complex elements are rows of THPointwise.def.
*/
#include "core/signature.h"

static int is_complex(const THTensor *t)
{
  return THDtype_traits(t->dtype)->complex;
}

/* --- from parts --- */

/* The complex dtype that holds both operands; two numbers make doubles. Raises for tensors of
   another or of two types. */
static int dtype_of_parts(luaTH_Call *call)
{
  const THTensor *a = call->arg[0].tensor, *b = call->arg[1].tensor, *some = a ? a : b;
  const int dtype = THDtype_complexOf(some ? some->dtype : TH_DOUBLE);
  if (!dtype)
    luaL_error(call->L, "%s: a %s cannot hold the parts of complex numbers; convert it, as in "
               "x:float()", call->name, THTensor_typeText(some->dtype).text);
  if (a && b) luaTH_result(call->L, TH_checkSameType(call->name, 0, a->dtype, b->dtype), 0);
  for (int k = 0; k < 2; k++)
    if (!call->arg[k].tensor)
      luaTH_result(call->L, TH_checkReal(call->name, call->arg[k].number), 0);
  return dtype;
}

static int fill_part(const char *op, const THTensor *z, int isImaginary, const luaTH_Value *from)
{
  THTensor part = {0};
  TH_TRY(THTensor_part(op, &part, z, isImaginary));
  const int status = from->tensor ? THTensor_copy(&part, from->tensor)
                                  : THTensor_fill(&part, from->number);
  THTensor_clear(&part);
  return status;
}

/* Make the result of the shape to which both operands broadcast. */
static int make_result(luaTH_Call *call, int dtype)
{
  int64_t size[TH_MAX_DIM];
  int ndim = 0, device = 0;
  for (int k = 0; k < 2; k++) {
    const THTensor *t = call->arg[k].tensor;
    if (!t) continue;
    TH_TRY(THTensor_operand(call->name, t));
    TH_TRY(THShape_broadcast(call->name, &ndim, size, t->nDimension, t->size));
    device = THTensor_device(t);
  }
  return THTensor_result(call->name, call->result[0], device, dtype, ndim, size);
}

static int complex_of(luaTH_Call *call)
{
  const int dtype = dtype_of_parts(call);
  TH_TRY(make_result(call, dtype));
  TH_TRY(fill_part(call->name, call->result[0], 0, &call->arg[0]));
  return fill_part(call->name, call->result[0], 1, &call->arg[1]);
}

/* length times the cosine or sine of the angle, as a part of z. */
static int set_polar_part(luaTH_Call *call, int isImaginary)
{
  const luaTH_Value *arg = call->arg;
  THTensor part = {0}, angle = {0};
  TH_TRY(THTensor_part(call->name, &part, call->result[0], isImaginary));
  int status = THTensor_clone(&angle, &part, TH_UNDEFINED);
  if (!status) status = arg[1].tensor ? THTensor_copy(&angle, arg[1].tensor)
                                      : THTensor_fill(&angle, arg[1].number);
  const THOperand of[] = {TH_tensorOperand(&angle)};
  if (!status) status = THOp_apply(&TH_ops[isImaginary ? TH_OP_sin : TH_OP_cos], &angle, of);
  const THOperand product[] = {TH_tensorOperand(&angle), {arg[0].tensor, arg[0].number}};
  if (!status) status = THOp_apply(&TH_ops[TH_OP_cmul], &part, product);
  THTensor_clear(&angle);
  THTensor_clear(&part);
  return status;
}

static int polar(luaTH_Call *call)
{
  const int dtype = dtype_of_parts(call);
  TH_TRY(make_result(call, dtype));
  TH_TRY(set_polar_part(call, 0));
  return set_polar_part(call, 1);
}

/* --- parts --- */

static int return_argument(luaTH_Call *call)
{
  lua_pushvalue(call->L, call->arg[0].index);
  call->pushed = 1;
  return TH_OK;
}

/* Push an empty tensor of that dtype for a view of the argument. */
static THTensor *push_view(luaTH_Call *call, int dtype)
{
  const THTensor *x = call->arg[0].tensor;
  call->pushed = 1;
  return luaTH_newtensor(call->L, luaTH_kind(dtype, THTensor_device(x), 0));
}

static int part(luaTH_Call *call, int isImaginary)
{
  const THTensor *z = call->arg[0].tensor;
  const int dtype = is_complex(z) ? THDtype_traits(z->dtype)->value : z->dtype;
  return THTensor_part(call->name, push_view(call, dtype), z, isImaginary);
}

static int real(luaTH_Call *call)
{
  return is_complex(call->arg[0].tensor) ? part(call, 0) : return_argument(call);
}

static int imag(luaTH_Call *call)
{
  return part(call, 1);
}

/* Nothing to do for real numbers. */
static int conjugate(luaTH_Call *call)
{
  const THTensor *z = call->arg[0].tensor;
  return is_complex(z) ? THTensor_conj(push_view(call, z->dtype), z) : return_argument(call);
}

static int negView(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  return THTensor_negView(push_view(call, x->dtype), x);
}

static int isConj(luaTH_Call *call)
{
  return luaTH_returnboolean(call, (call->arg[0].tensor->flags & TH_FLAG_CONJUGATED) != 0);
}

static int isNeg(luaTH_Call *call)
{
  return luaTH_returnboolean(call, (call->arg[0].tensor->flags & TH_FLAG_NEGATED) != 0);
}

static int resolve(luaTH_Call *call, unsigned flag)
{
  const THTensor *x = call->arg[0].tensor;
  if (!(x->flags & flag)) return return_argument(call);
  return THTensor_cloneInFormat(push_view(call, x->dtype), x, x->dtype, TH_FORMAT_PRESERVE);
}

static int resolveConj(luaTH_Call *call)
{
  return resolve(call, TH_FLAG_CONJUGATED);
}

static int resolveNeg(luaTH_Call *call)
{
  return resolve(call, TH_FLAG_NEGATED);
}

static int viewAsReal(luaTH_Call *call)
{
  const THTensor *z = call->arg[0].tensor;
  const int dtype = is_complex(z) ? THDtype_traits(z->dtype)->value : z->dtype;
  return THTensor_viewAsReal(push_view(call, dtype), z);
}

static int viewAsComplex(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const int dtype = THDtype_complexOf(x->dtype);
  return THTensor_viewAsComplex(push_view(call, dtype ? dtype : x->dtype), x);
}

static int isComplex(luaTH_Call *call)
{
  return luaTH_returnboolean(call, is_complex(call->arg[0].tensor));
}

static const luaTH_Row rows[] = {
  {"complex", "r! re:Operand im:Operand", complex_of, "a complex tensor of its real and imaginary parts, which broadcast", LUATH_FUNCTION_ONLY, 0},
  {"polar", "r! length:Operand angle:Operand", polar, "a complex tensor of lengths and of angles in radians, which broadcast", LUATH_FUNCTION_ONLY, 0},
  {"real", "z:Tensor", real, "the real parts as a view; a tensor that is not complex as it is", LUATH_FUNCTION_ONLY | LUATH_LAZY, 0},
  {"imag", "z:Tensor", imag, "the imaginary parts as a view", LUATH_LAZY, 0},
  {"conj", "z:Tensor", conjugate, "the complex conjugates as a view, which computes nothing; a tensor that is not complex as it is", LUATH_LAZY, 0},
  {"isConj", "x:Tensor", isConj, "whether x is a view of the conjugates of what its memory holds", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"resolveConj", "x:Tensor", resolveConj, "x itself, or a copy of the values of a conjugated view", LUATH_LAZY, 0},
  {"negView", "x:Tensor", negView, "the negatives as a view, which computes nothing", LUATH_LAZY, 0},
  {"isNeg", "x:Tensor", isNeg, "whether x is a view of the negatives of what its memory holds", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"resolveNeg", "x:Tensor", resolveNeg, "x itself, or a copy of the values of a negated view", LUATH_LAZY, 0},
  {"viewAsReal", "z:Tensor", viewAsReal, "the parts of complex elements as a view with one more dimension, of size 2", LUATH_LAZY, 0},
  {"viewAsComplex", "x:Tensor", viewAsComplex, "pairs along the last dimension, of size 2, as a view with complex elements", LUATH_LAZY, 0},
  {"isComplex", "x:Tensor", isComplex, "whether the elements are complex", LUATH_LAZY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opencomplex(lua_State *L)
{
  luaTH_register(L, rows);
}
