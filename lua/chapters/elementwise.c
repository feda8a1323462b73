/*
** Element by element functions that are more than a row of THPointwise.def: with forms or arguments
** of their own, with two results, or made of several rows (THElementwise.h). Also where.
*/
#include "chapters/elementwise.h"

#include <string.h>

static THOperand operand(const luaTH_Value *v)
{
  return (THOperand){v->tensor, v->number};
}

/* --- more forms of rows --- */

static int clamp_both(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THOperand lo = operand(&arg[1]), hi = operand(&arg[2]);
  return THTensor_clampBy(call->result[0], operand(&arg[0]), arg[1].given ? &lo : NULL, &hi);
}

static int clamp_below(luaTH_Call *call)
{
  const THOperand lo = operand(&call->arg[1]);
  return THTensor_clampBy(call->result[0], operand(&call->arg[0]), &lo, NULL);
}

static int logit(luaTH_Call *call)
{
  return THTensor_logitWithin(call->result[0], call->arg[0].tensor,
                              TH_asReal(call->arg[1].number));
}

static int round_decimals(luaTH_Call *call)
{
  luaTH_whole(call->L, call->arg[1].number, "round: the number of decimals");
  return luaTH_pointwise(call);
}

/* The option rounding: 'floor', 'trunc' or NULL. */
static const char *rounding_of(luaTH_Call *call, const luaTH_Value *options)
{
  lua_State *L = call->L;
  luaTH_checkoptions(L, call->name, options->index, "rounding");
  luaTH_rawfield(L, options->index, "rounding");
  const char *rounding = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  const int known = rounding && (!strcmp(rounding, "floor") || !strcmp(rounding, "trunc"));
  if (!known && !lua_isnil(L, -1))
    luaL_error(L, "%s: the rounding is %s; expected 'floor' or 'trunc'", call->name,
               rounding ? rounding : luaL_typename(L, -1));
  lua_pop(L, 1); /* the table of options keeps the string */
  return rounding;
}

static int div_rounded(luaTH_Call *call)
{
  const char *rounding = rounding_of(call, &call->arg[2]);
  const THOperand in[] = {operand(&call->arg[0]), operand(&call->arg[1])};
  if (rounding && *rounding == 't') return THTensor_divTrunc(call->result[0], in[0], in[1]);
  const int row = rounding ? TH_OP_floorDivide : TH_OP_cdiv;
  return THOp_applyAs("div", &TH_ops[row], call->result[0], in);
}

#define DIV(name) \
  {name, "res! a:Operand b:Operand o:options", div_rounded, \
   "the quotient, rounded as {rounding = 'floor'} or {rounding = 'trunc'} says", LUATH_INPLACE, 0}

const luaTH_Row luaTH_moreForms[] = {
  {"clamp", "res! a:Tensor lo:Operand hi:Operand", clamp_both, "a limited to [lo, hi]", LUATH_INPLACE, 0},
  {"clamp", "res! a:Tensor lo:Operand", clamp_below,
   "a, at least lo; clampMin takes a result in front", LUATH_INPLACE, 0},
  {"clamp", "res! a:Tensor lo:Operand? hi:Operand", clamp_both, "a, at most hi where lo is nil", LUATH_INPLACE, 0},
  {"round", "res! a:Operand decimals:number", round_decimals,
   "nearest whole number to each element, or number of so many decimals; halves are rounded away "
   "from zero", LUATH_INPLACE, &TH_ops[TH_OP_roundTo]},
  {"logit", "res! a:Tensor eps:number", logit, "log(a / (1 - a)) of each element, limited to [eps, 1 - eps]; NaN outside [0, 1]", LUATH_INPLACE, 0},
  DIV("cdiv"), DIV("div"),
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* --- limits and numbers --- */

static int nanToNum(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  double number[4];
  const double *given[4] = {NULL};
  for (int k = 1; k < 4; k++) {
    number[k] = TH_asReal(arg[k].number);
    if (arg[k].given) given[k] = &number[k];
  }
  return THTensor_nanToNum(call->result[0], arg[0].tensor, given[1], given[2], given[3]);
}

static int polygamma_method(luaTH_Call *call)
{
  const luaTH_Value a = call->arg[0];
  call->arg[0] = call->arg[1];
  call->arg[1] = a;
  const int status = luaTH_pointwise(call);
  call->arg[1] = call->arg[0]; /* the call may be driven again */
  call->arg[0] = a;
  return status;
}

enum { MOST_VARIATES = 10000 };

static int mvlgamma(luaTH_Call *call)
{
  const int64_t p = call->arg[1].integer;
  if (p < 1 || p > MOST_VARIATES)
    return th_fail(TH_EINVAL, "mvlgamma: p is %" PRId64 "; expected a whole number from 1 to %d", p,
                   MOST_VARIATES);
  return luaTH_pointwise(call);
}

/* --- quotients and powers --- */

static int is_whole(const THTensor *t)
{
  return !t || THDtype_traits(t->dtype)->integral;
}

/* Integers in the type of a floating result, else in the default type. */
static int trueDivide(luaTH_Call *call)
{
  THOperand in[] = {operand(&call->arg[0]), operand(&call->arg[1])};
  THTensor wide[2] = {{.nDimension = 0}}, *out = call->result[0];
  const int fits = out->dtype && !is_whole(out);
  const int dtype = fits ? out->dtype : luaTH_defaultfloat(call->L);
  const int widens = is_whole(in[0].tensor) && is_whole(in[1].tensor);
  int status = TH_OK;
  for (int k = 0; k < 2 && widens && !status; k++) {
    if (!in[k].tensor) continue;
    status = THTensor_toInFormat(&wide[k], in[k].tensor, THTensor_device(in[k].tensor), dtype,
                                 TH_FORMAT_PRESERVE);
    in[k].tensor = &wide[k];
  }
  if (!status) status = THOp_applyAs(call->name, &TH_ops[TH_OP_cdiv], out, in);
  THTensor_clear(&wide[0]);
  THTensor_clear(&wide[1]);
  return status;
}

static int floatPower(luaTH_Call *call)
{
  return THTensor_floatPower(call->result[0], operand(&call->arg[0]), operand(&call->arg[1]));
}

/* --- two results --- */

static int divmod(luaTH_Call *call)
{
  return THTensor_divmod(call->result[0], call->result[1], operand(&call->arg[0]),
                         operand(&call->arg[1]));
}

static int frexp_of(luaTH_Call *call)
{
  return THTensor_frexp(call->result[0], call->result[1], call->arg[0].tensor);
}

static int modf_of(luaTH_Call *call)
{
  return THTensor_modf(call->result[0], call->result[1], call->arg[0].tensor);
}

/* --- closeness --- */

static THClose closeness(const luaTH_Value *arg)
{
  return (THClose){TH_asReal(arg[2].number), TH_asReal(arg[3].number), arg[4].integer != 0};
}

static int isclose(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THClose close = closeness(arg);
  return THTensor_isclose(call->result[0], operand(&arg[0]), operand(&arg[1]), &close);
}

static int allclose(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THClose close = closeness(arg);
  int result;
  TH_TRY(THTensor_allclose(&result, operand(&arg[0]), operand(&arg[1]), &close));
  return luaTH_returnboolean(call, result);
}

/* --- where --- */

static int where(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_where(call->result[0], arg[0].tensor, operand(&arg[1]), operand(&arg[2]),
                        luaTH_defaultfloat(call->L));
}

static int where_method(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_where(call->result[0], arg[1].tensor, operand(&arg[0]), operand(&arg[2]),
                        luaTH_defaultfloat(call->L));
}

/* Push a table with the columns of nonzero, which are views of it. A tensor without dimensions has
   one. */
static int where_nonzero(luaTH_Call *call)
{
  lua_State *L = call->L;
  const THTensor *x = call->arg[0].tensor;
  THTensor line = {0}, all = {0};
  int status = x->nDimension ? TH_OK : THTensor_reshape(&line, x, 1, (const int64_t[]){1});
  if (!status) status = THTensor_nonzero(&all, x->nDimension ? x : &line);
  THTensor_clear(&line);
  lua_createtable(L, all.nDimension == 2 ? (int)all.size[1] : 0, 0);
  for (int d = 0; !status && d < (all.nDimension == 2 ? all.size[1] : 0); d++) {
    THTensor *column = luaTH_newtensor(L, luaTH_kind(TH_LONG, THTensor_device(&all), 0));
    status = THTensor_select(column, &all, 1, d);
    lua_rawseti(L, -2, d + 1);
  }
  THTensor_clear(&all);
  call->pushed = 1;
  return status;
}

#define A_B "a:Operand b:Operand"
#define CLOSE A_B " rtol:number=1e-5 atol:number=1e-8 equalNan:boolean=false"

static const luaTH_Row rows[] = {
  {"nanToNum", "res! a:Tensor nan:number? posinf:number? neginf:number?", nanToNum,
   "a with NaN, inf and -inf replaced: by 0, the type's largest and its least number, or those "
   "given", LUATH_INPLACE, 0},
  {"polygamma", "res! n:count a:Operand", luaTH_pointwise, "derivative of order n of digamma", LUATH_FUNCTION_ONLY, &TH_ops[TH_OP_polygammaOf]},
  {"polygamma", "res! a:Operand n:count", polygamma_method, "derivative of order n of digamma", LUATH_METHOD_ONLY | LUATH_INPLACE, &TH_ops[TH_OP_polygammaOf]},
  {"mvlgamma", "res! a:Operand p:count", mvlgamma,
   "logarithm of the gamma function of p variates; NaN up to (p - 1) / 2", LUATH_INPLACE,
   &TH_ops[TH_OP_mvlgammaOf]},
  {"trueDivide", "res! " A_B, trueDivide, "quotient of a and b, of integers too", LUATH_FUNCTION_ONLY, 0},
  {"floatPower", "res! " A_B, floatPower, "a to the power of b, computed in double", LUATH_FUNCTION_ONLY, 0},
  {"divmod", "quotient! remainder! " A_B, divmod, "floorDivide and remainder of a and b", LUATH_FUNCTION_ONLY, 0},
  {"frexp", "mantissa! exponent!Int a:Tensor", frexp_of, "mantissas in [1/2, 1) and exponents of 2 whose products are a", LUATH_FUNCTION_ONLY, 0},
  {"modf", "fraction! whole! a:Tensor", modf_of, "the parts of a behind and before the point, with its sign", LUATH_FUNCTION_ONLY, 0},
  {"isclose", "mask! " CLOSE, isclose,
   "1 where abs(a - b) is at most atol + rtol abs(b); a mask in front of a number b wants both "
   "tolerances", LUATH_FUNCTION_ONLY, 0},
  {"allclose", CLOSE, allclose, "whether abs(a - b) is at most atol + rtol abs(b) everywhere", 0, 0},
  {"where", "r! cond:Tensor " A_B, where, "a where the mask cond is not 0, else b", LUATH_FUNCTION_ONLY, 0},
  {"where", "cond:Tensor", where_nonzero, "the positions of what is not 0: a table with a LongTensor for each dimension", LUATH_FUNCTION_ONLY, 0},
  {"where", "r! a:Tensor cond:Tensor b:Operand", where_method, "a where the mask cond is not 0, else b", LUATH_METHOD_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openelementwise(lua_State *L)
{
  luaTH_register(L, rows);
}
