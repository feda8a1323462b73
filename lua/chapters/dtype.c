/*
** Element types by name: their constants (tensor.float32), their limits, and the dtype in which
** values of several types meet.
**
** A dtype is given as a name ('float', 'float32', 'torch.FloatTensor'), a type object or a tensor;
** it is returned as the name that x.dtype has.
*/
#include <math.h>

#include "core/signature.h"

/* --- reading and returning dtypes --- */

/* The dtype that argument k names or has. Raises for anything else. */
static int check_dtype(luaTH_Call *call, int k)
{
  lua_State *L = call->L;
  const int index = call->arg[k].index;
  const THTensor *t = luaTH_totensor(L, index);
  const int dtype = t ? t->dtype : luaTH_dtypeOf(luaTH_tokind(L, index));
  if (!THDtype_isBuilt(dtype))
    luaL_error(L, "%s: a dtype such as 'float', a type or a tensor expected, got %s", call->name,
               lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index)
                                                 : luaL_typename(L, index));
  return dtype;
}

static int return_dtype(luaTH_Call *call, int dtype)
{
  lua_pushstring(call->L, THDtype_traits(dtype)->option);
  call->pushed = 1;
  return TH_OK;
}

/* --- limits --- */

static void set_number(lua_State *L, const char *name, double value)
{
  lua_pushnumber(L, value);
  lua_setfield(L, -2, name);
}

/* An integer as Lua has it: exact from Lua 5.3 on, else the nearest number. */
static void set_integer(lua_State *L, const char *name, int64_t value)
{
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)value);
#else
  lua_pushnumber(L, (lua_Number)value);
#endif
  lua_setfield(L, -2, name);
}

/* Push a new table with what the limits of every dtype have. */
static int push_limits(luaTH_Call *call, int dtype)
{
  const THTraits *traits = THDtype_traits(dtype);
  lua_newtable(call->L);
  set_integer(call->L, "bits", 8 * traits->size);
  lua_pushstring(call->L, traits->option);
  lua_setfield(call->L, -2, "dtype");
  call->pushed = 1;
  return TH_OK;
}

/* The names are those of PyTorch and NumPy. With p bits of precision, whole is 2^p and eps
   2^(1-p). */
static int finfo(luaTH_Call *call)
{
  lua_State *L = call->L;
  int dtype = check_dtype(call, 0);
  if (THDtype_traits(dtype)->complex) dtype = THDtype_traits(dtype)->value;
  const THTraits *traits = THDtype_traits(dtype);
  if (!traits->floating)
    return th_fail(TH_EDTYPE, "finfo: %s is no floating type; iinfo tells about integers",
                   traits->option);
  const double eps = 2 / (double)traits->whole, tiny = ldexp(1, 1 - traits->exponent);
  const double max = ldexp(2 - eps, traits->exponent);
  push_limits(call, dtype);
  set_number(L, "eps", eps);
  set_number(L, "max", max);
  set_number(L, "min", -max);
  set_number(L, "tiny", tiny);
  set_number(L, "smallestNormal", tiny);
  set_number(L, "resolution", 1 / pow(10, floor(-log10(eps)))); /* powers of 10 are exact */
  return TH_OK;
}

static int iinfo(luaTH_Call *call)
{
  const int dtype = check_dtype(call, 0);
  const THTraits *traits = THDtype_traits(dtype);
  if (!traits->integral || dtype == TH_BOOL)
    return th_fail(TH_EDTYPE, "iinfo: %s is no integer type%s", traits->option,
                   traits->floating ? "; finfo tells about floating types" : "");
  push_limits(call, dtype);
  set_integer(call->L, "max", traits->whole);
  set_integer(call->L, "min", traits->isSigned ? -traits->whole - 1 : 0);
  return TH_OK;
}

static int isFloatingPoint(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THDtype_traits(call->arg[0].tensor->dtype)->floating);
}

static int isSigned(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THDtype_traits(call->arg[0].tensor->dtype)->isSigned);
}

/* --- promotion --- */

static int promoteTypes(luaTH_Call *call)
{
  return return_dtype(call, THDtype_promote(check_dtype(call, 0), check_dtype(call, 1)));
}

static int canCast(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THDtype_canCast(check_dtype(call, 0), check_dtype(call, 1)));
}

static void add_operand(luaTH_Call *call, THPromotion *p, int k)
{
  lua_State *L = call->L;
  const int index = call->arg[k].index;
  const THTensor *t = luaTH_totensor(L, index);
  THNumber number;
  if (t) THPromotion_addTensor(p, t);
  else if (luaTH_tonumber(L, index, &number))
    THPromotion_addNumber(p, number, luaTH_defaultfloat(L));
  else
    luaL_error(L, "%s: operand %d is a %s; expected tensors and numbers", call->name, k + 1,
               luaL_typename(L, index));
}

enum { MOST_OPERANDS = 8 };

static int resultType(luaTH_Call *call)
{
  THPromotion p = {{0}};
  for (int k = 0; k < MOST_OPERANDS; k++)
    if (call->arg[k].given) add_operand(call, &p, k);
  return return_dtype(call, THPromotion_dtype(&p));
}

/* --- values --- */

/* Push a tensor of that dtype with the elements of x, or x itself if it has that dtype. */
static int convert(luaTH_Call *call, const THTensor *x, int dtype)
{
  if (x->dtype == dtype) {
    lua_pushvalue(call->L, call->arg[0].index);
    return TH_OK;
  }
  const int device = THTensor_device(x);
  return THTensor_to(luaTH_newtensor(call->L, luaTH_kind(dtype, device, 0)), x, device, dtype);
}

/* Bring the tensor at the top to the device of the default type. */
static int place(lua_State *L, int dtype)
{
  const int device = luaTH_deviceOf(L, luaTH_defaultkind(L));
  luaTH_moveto(L, luaTH_kind(dtype, device, 0), device);
  return TH_OK;
}

static int asTensor(luaTH_Call *call)
{
  lua_State *L = call->L;
  const int index = call->arg[0].index;
  const THTensor *x = luaTH_totensor(L, index);
  const int otherwise = x ? x->dtype : luaTH_dtypeOf(luaTH_defaultkind(L));
  const int dtype = luaTH_optiondtype(call, &call->arg[1], otherwise);
  THNumber number;
  call->pushed = 1;
  if (x) return convert(call, x, dtype);
  if (lua_istable(L, index)) {
    luaTH_newfromtable(L, index, dtype);
    return place(L, dtype);
  }
  if (!luaTH_tonumber(L, index, &number))
    return th_fail(TH_EINVAL, "asTensor: a table, a number or a tensor expected, got %s",
                   luaL_typename(L, index));
  THTensor *t = luaTH_newtensor(L, dtype);
  TH_TRY(THTensor_new(t, 0, dtype, 0, NULL));
  TH_TRY(THTensor_fill(t, number));
  return place(L, dtype);
}

/* The default type stays on its device. */
static int setDefaultDtype(luaTH_Call *call)
{
  const int dtype = check_dtype(call, 0), kind = luaTH_defaultkind(call->L);
  if (!THDtype_traits(dtype)->floating)
    return th_fail(TH_EDTYPE, "setDefaultDtype: %s is no floating type; setdefaulttensortype "
                   "takes every type", THDtype_traits(dtype)->option);
  luaTH_setdefaultkind(call->L, luaTH_kind(dtype, luaTH_isOnDevice(kind), 0));
  return TH_OK;
}

static int getDefaultDtype(luaTH_Call *call)
{
  return return_dtype(call, luaTH_dtypeOf(luaTH_defaultkind(call->L)));
}

static const luaTH_Row rows[] = {
  {"finfo", "dtype:any", finfo,
   "the limits of a floating type, or of the parts of a complex one: a table with bits, eps, max, "
   "min, tiny (also as "
   "smallestNormal), resolution, dtype",
   LUATH_FUNCTION_ONLY, 0},
  {"iinfo", "dtype:any", iinfo, "the limits of an integer type: a table with bits, max, min, dtype", LUATH_FUNCTION_ONLY, 0},
  {"isFloatingPoint", "x:Tensor", isFloatingPoint, "whether the elements are of a floating type", 0, 0},
  {"isSigned", "x:Tensor", isSigned, "whether the elements may be negative", 0, 0},
  {"promoteTypes", "a:any b:any", promoteTypes, "the dtype in which elements of two dtypes meet", LUATH_FUNCTION_ONLY, 0},
  {"canCast", "from:any to:any", canCast,
   "whether a conversion keeps the kind of number: false from floating to integer and from any "
   "but bool to bool",
   LUATH_FUNCTION_ONLY, 0},
  {"resultType", "a:any b:any? c:any? d:any? e:any? f:any? g:any? h:any?", resultType,
   "the common dtype of tensors and numbers; numbers, and tensors without dimensions, count only "
   "if of a higher kind",
   LUATH_FUNCTION_ONLY, 0},
  {"asTensor", "x:any o:options?", asTensor,
   "a table, a number or a tensor as a tensor of the default type or dtype; x itself if it is "
   "one already",
   LUATH_FUNCTION_ONLY, 0},
  {"setDefaultDtype", "dtype:any", setDefaultDtype, "sets the floating type that constructors make", LUATH_FUNCTION_ONLY, 0},
  {"getDefaultDtype", "", getDefaultDtype, "the dtype that constructors make", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* tensor.float and tensor.float32 are both 'float'. */
static void set_constants(lua_State *L)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    const THTraits *traits = THDtype_traits(dtype);
    lua_pushstring(L, traits->option);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, traits->sized);
    lua_setfield(L, -2, traits->option);
  }
}

void luaTH_opendtype(lua_State *L)
{
  set_constants(L);
  luaTH_register(L, rows);
}
