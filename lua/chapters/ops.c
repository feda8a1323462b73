/*
** Point-wise operations: Lua functions and methods for every row of THPointwise.def, and the
** operators of tensors.
*/
#include <stdlib.h>
#include <string.h>

#include "chapters/elementwise.h"

/* The signature of each kind. If all operands are numbers, the result is a number. */
static const char *const signatures[] = {
  [TH_KIND_UNARY] = "res! a:Operand",
  [TH_KIND_PART] = "res! a:Operand",
  [TH_KIND_PREDICATE] = "mask! a:Operand",
  [TH_KIND_BINARY] = "res! a:Operand b:Operand",
  [TH_KIND_DIVISION] = "res! a:Operand b:Operand",
  [TH_KIND_SCALED] = "res! a:Operand factor:complex=1 b:Operand",
  [TH_KIND_COMPARE] = "mask! a:Operand b:Operand",
  [TH_KIND_UNARY2] = "res! a:Operand u:complex v:complex",
  [TH_KIND_TERNARY1] = "res! a:Tensor factor:complex=1 b:Tensor c:Tensor",
  [TH_KIND_DIVISION1] = "res! a:Tensor factor:complex=1 b:Tensor c:Tensor",
};

/* Assign member by member: copying the whole struct would wait for the stores that have just
   written its parts. */
static void set_operand(THOperand *in, const luaTH_Value *v)
{
  in->tensor = v->tensor;
  in->number = v->number;
}

static int is_mask(const THOp *op)
{
  return op->kind == TH_KIND_COMPARE || op->kind == TH_KIND_PREDICATE;
}

enum { MOST_OPERANDS = 3 };

static int is_integral(int dtype)
{
  return THDtype_traits(dtype)->integral;
}

/* Whether a floating function gets integers only. */
static int gets_integers(const THOp *op, const THOperand *in)
{
  if (strcmp(op->dtypes, "FLOATING") != 0 && strcmp(op->dtypes, "ANALYTIC") != 0) return 0;
  for (int k = 0; k < op->operands; k++)
    if (in[k].tensor && !is_integral(in[k].tensor->dtype)) return 0;
  return 1;
}

static int is_rounding(const THOp *op)
{
  const int code = (int)(op - TH_ops);
  return code == TH_OP_floor || code == TH_OP_ceil || code == TH_OP_round || code == TH_OP_trunc;
}

/* Whether the function is one that rounds, and out may have whole numbers of x's type. */
static int keeps_whole(const THOp *op, const THTensor *out, const THTensor *x)
{
  return is_rounding(op) && (!out->dtype || THDtype_canCast(x->dtype, out->dtype));
}

/* Whole numbers rounded: the same ones. */
static int keep_whole(const char *name, THTensor *out, const THTensor *x)
{
  const THTensor before = *out;
  if (THTensor_isUndefined(x)) return THTensor_clone(out, x, out->dtype ? out->dtype : x->dtype);
  int status = THTensor_resultInFormat(name, out, THTensor_device(x),
                                       out->dtype ? out->dtype : x->dtype, x->nDimension, x->size,
                                       THTensor_handedFormat(x));
  if (!status) status = THTensor_copy(out, x);
  if (status) THTensor_restore(out, &before);
  return status;
}

/* Apply a floating function to integers: its result has the default type, or that of the result
   given. Masks are made of doubles, which hold more whole numbers than a narrow default. */
static int apply_widened(lua_State *L, const char *name, const THOp *op, THTensor *out,
                         const THOperand *in)
{
  THTensor wide[MOST_OPERANDS] = {{.nDimension = 0}};
  THOperand use[TH_MAX_OPERANDS];
  const int n = op->operands + op->numbers;
  const int dtype = is_mask(op) ? TH_DOUBLE : out->dtype ? out->dtype : luaTH_defaultfloat(L);
  int status = TH_OK;
  for (int k = 0; k < n; k++) {
    use[k] = in[k];
    if (!in[k].tensor || status) continue;
    status = THTensor_toInFormat(&wide[k], in[k].tensor, THTensor_device(in[k].tensor), dtype,
                                 TH_FORMAT_PRESERVE);
    use[k].tensor = &wide[k];
  }
  if (!status) status = THOp_applyAs(name, op, out, use);
  for (int k = 0; k < op->operands; k++) THTensor_clear(&wide[k]);
  return status;
}

/* Apply the operation, in a state with Torch7's rules by these. */
static int apply(lua_State *L, const char *name, const THOp *op, THTensor *out,
                 const THOperand *in)
{
  if (luaTH_isTorch7(L)) return THOp_applyInOrder(name, op, out, in);
  if (!gets_integers(op, in)) return THOp_applyAs(name, op, out, in);
  if (keeps_whole(op, out, in[0].tensor)) return keep_whole(name, out, in[0].tensor);
  if (is_mask(op) || !out->dtype || !is_integral(out->dtype))
    return apply_widened(L, name, op, out, in);
  return THOp_applyAs(name, op, out, in); /* refused */
}

/* --- rows --- */

/* Only numbers: apply the operation to a tensor without dimensions, of type double or complex, or
   long where it is defined for integers only. */
static int on_numbers(luaTH_Call *call, const THOp *op, THOperand *in)
{
  THTensor scalar = {0}, result = {0};
  THNumber number = TH_real(0);
  const int dtype = strcmp(op->dtypes, "INTEGRAL") == 0 ? TH_LONG :
                    TH_isComplex(in[0].number) ? TH_COMPLEXDOUBLE : TH_DOUBLE;
  int status = THTensor_new(&scalar, 0, dtype, 0, NULL);
  if (!status) status = THTensor_put(&scalar, 0, in[0].number);
  in[0].tensor = &scalar;
  if (!status) status = THOp_applyAs(call->name, op, &result, in);
  if (!status) status = THTensor_get(&result, 0, &number);
  THTensor_clear(&scalar);
  THTensor_clear(&result);
  if (status) return status;
  return is_mask(op) ? luaTH_returnboolean(call, TH_asInteger(number) != 0)
                     : luaTH_returnnumber(call, number);
}

/* A script gives the coefficient of a TH_SCALED row before b, as in Torch7; TH takes it last. */
int luaTH_pointwise(luaTH_Call *call)
{
  const THOp *op = call->row->data;
  const luaTH_Value *arg = call->arg;
  THOperand in[TH_MAX_OPERANDS];
  int n = op->operands + op->numbers,
      factor = op->kind == TH_KIND_SCALED || op->operands == 3;
  if (factor) {
    n = op->operands + 1;
    set_operand(&in[0], &arg[0]);
    for (int k = 2; k < n; k++) set_operand(&in[k - 1], &arg[k]);
    set_operand(&in[n - 1], &arg[1]);
  } else {
    for (int k = 0; k < n; k++) set_operand(&in[k], &arg[k]);
  }
  for (int k = 0; k < op->operands; k++)
    if (in[k].tensor) return apply(call->L, call->name, op, call->result[0], in);
  if (call->given[0])
    return th_fail(TH_EINVAL, "%s: numbers alone do not take a result tensor", call->name);
  return on_numbers(call, op, in);
}

/* Methods write to their object, except for those that make a mask. */
static luaTH_Row row_of(const THOp *op, const char *name)
{
  return (luaTH_Row){
      name, signatures[op->kind], luaTH_pointwise, op->doc, is_mask(op) ? 0 : LUATH_INPLACE, op};
}

/* More names that Torch7 has for the same rows. */
static const struct { const char *name, *same_as; } also[] = {{"mod", "cfmod"}, {"cmod", "cfmod"}};
enum { MORE_NAMES = sizeof also / sizeof *also };

/* THPointwise.def has names such as cmaxValue for C only; in Lua cmax takes tensors and numbers. */
static int is_c_name(const char *name)
{
  return strstr(name, "Value") != NULL;
}

/* ops(): a table, for tests to walk, with {operands, numbers, dtypes, mask, alias} by the name of
   each row */
static int list_ops(lua_State *L)
{
  lua_newtable(L);
  for (const THOp *op = TH_ops; op < TH_ops + TH_NUM_POINTWISE; op++) {
    if (!*op->doc) continue;
    lua_newtable(L);
    lua_pushinteger(L, op->operands);
    lua_setfield(L, -2, "operands");
    lua_pushinteger(L, op->numbers);
    lua_setfield(L, -2, "numbers");
    lua_pushstring(L, op->dtypes);
    lua_setfield(L, -2, "dtypes");
    lua_pushboolean(L, is_mask(op));
    lua_setfield(L, -2, "mask");
    if (op->alias && !is_c_name(op->alias)) {
      lua_pushstring(L, op->alias);
      lua_setfield(L, -2, "alias");
    }
    lua_setfield(L, -2, op->name);
  }
  return 1;
}

/* --- operators --- */

typedef struct Operator { const char *event, *name; int code, operands; } Operator;

/*
** Lua calls the operator of the left operand even if the right one has its own. If the right one is
** an object with this operator, such as an expression of a fused chain, call that. Strings are
** excluded: from Lua 5.4 on they have operators, which do not know tensors.
*/
static int defer(lua_State *L, const Operator *operator, int at)
{
  if (at == 1 || lua_isstring(L, at) || !luaL_getmetafield(L, at, operator->event))
    return luaL_error(L, "%s: a Tensor or a number expected, got %s", operator->name,
                      luaL_typename(L, at));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

/* Apply the operator's operation and push a fresh tensor. */
static int operate(lua_State *L, const Operator *operator)
{
  const int operands = operator->operands;
  const char *name = operator->name;
  const THOp *op = &TH_ops[operator->code];
  THOperand in[3] = {{0}, {0}, TH_numberOperand(TH_integer(1))};
  lua_settop(L, operands);
  for (int k = 0; k < operands; k++) {
    in[k].tensor = luaTH_totensor(L, k + 1);
    if (!in[k].tensor && !luaTH_tocomplex(L, k + 1, &in[k].number))
      return defer(L, operator, k + 1);
  }
  const THTensor *first = in[0].tensor ? in[0].tensor : in[1].tensor;
  const int likely = first ? luaTH_kindOf(first) : TH_UNDEFINED;
  THTensor *out = luaTH_newtyped(L, TH_UNDEFINED, likely);
  luaTH_Memory *memory = luaTH_begin(L);
  int status = apply(L, name, op, out, in);
  if (luaTH_again(L, status, operands + 1)) status = apply(L, name, op, out, in);
  if (status) return luaTH_failed(L, name);
  if (luaTH_kindOf(out) != likely) luaTH_settype(L, -1);
  luaTH_end(memory);
  return 1;
}

#define OPERATOR(event, text, code, operands)                                                      \
static int operator_##event(lua_State *L)                                                          \
{                                                                                                  \
  static const Operator operator = {"__" #event, text, TH_OP_##code, operands};                    \
  return operate(L, &operator);                                                                    \
}
OPERATOR(add, "a + b", cadd, 2)
OPERATOR(sub, "a - b", csub, 2)
OPERATOR(div, "a / b", cdiv, 2)
OPERATOR(mod, "a % b", cremainder, 2)
OPERATOR(pow, "a ^ b", cpow, 2)
OPERATOR(unm, "-a", neg, 1)

/* A number times a tensor multiplies each element. Two tensors give Torch7's product: dot, mv or
   mm. */
static int operator_mul(lua_State *L)
{
  typedef int (*Product)(THTensor *, const THTensor *, const THTensor *);
  static const Product products[3][3] = {[2] = {[1] = THTensor_mv, [2] = THTensor_mm}};
  static const Operator scale = {"__mul", "a * b", TH_OP_cmul, 2};
  const THTensor *a = luaTH_totensor(L, 1), *b = luaTH_totensor(L, 2);
  if (!a || !b) return operate(L, &scale);
  if (a->nDimension == 1 && b->nDimension == 1) {
    THNumber number;
    if (THTensor_dot(&number, a, b) || luaTH_pushscalar(L, a, number))
      return luaTH_failed(L, scale.name);
    return 1;
  }
  Product product =
      a->nDimension < 3 && b->nDimension < 3 ? products[a->nDimension][b->nDimension] : NULL;
  if (!product)
    return luaL_error(L,
                      "a * b: no matrix product of sizes %s and %s; use a:cmul(b) for the product "
                      "element by element",
                      THTensor_sizeText(a).text, THTensor_sizeText(b).text);
  lua_settop(L, 2);
  THTensor *out = luaTH_newtensor(L, TH_UNDEFINED);
  luaTH_Memory *memory = luaTH_begin(L);
  int status = product(out, a, b);
  if (luaTH_again(L, status, 3)) status = product(out, a, b);
  if (status) return luaTH_failed(L, scale.name);
  luaTH_settype(L, -1);
  luaTH_end(memory);
  return 1;
}

static int operator_len(lua_State *L)
{
  const THTensor *t = luaTH_checktensor(L, 1);
  luaTH_pushsizes(L, t->nDimension, t->size);
  return 1;
}

/* Lua makes one boolean of what < and <= give. LuaJIT and Lua 5.1 ask here only for two tensors. */
static int operator_order(lua_State *L)
{
  return luaL_error(L, "tensors are not ordered by <, <=, > or >=; x:lt(y), x:le(y), x:gt(y) and "
                       "x:ge(y) compare element by element");
}

static const luaL_Reg operators[] = {
  {"__add", operator_add}, {"__sub", operator_sub}, {"__mul", operator_mul}, {"__div", operator_div},
  {"__mod", operator_mod}, {"__pow", operator_pow}, {"__unm", operator_unm}, {"__len", operator_len},
  {"__lt", operator_order}, {"__le", operator_order},
  {NULL, NULL}
};

static luaTH_Row *add_more(luaTH_Row *row, const char *name)
{
  for (const luaTH_Row *more = luaTH_moreForms; more->name; more++)
    if (strcmp(more->name, name) == 0) *row++ = *more;
  return row;
}

/* Add the row of a name and its other forms, which stand side by side. Those with a number behind
   the one operand come first: the row would take that as f(result, number). Returns the end. */
static luaTH_Row *add_forms(luaTH_Row *row, const THOp *op, const char *name)
{
  const int are_first = op->operands == 1 && !op->numbers;
  if (are_first) row = add_more(row, name);
  *row++ = row_of(op, name);
  return are_first ? row : add_more(row, name);
}

enum { MOST_FORMS = 16 }; /* more than luaTH_moreForms has */

void luaTH_openops(lua_State *L)
{
  const size_t most = 2 * TH_NUM_POINTWISE + MORE_NAMES + MOST_FORMS + 1;
  luaTH_Row *rows = lua_newuserdata(L, most * sizeof *rows), *row = rows;
  for (const THOp *op = TH_ops; op < TH_ops + TH_NUM_POINTWISE; op++) {
    if (!*op->doc) continue;
    row = add_forms(row, op, op->name);
    if (op->alias && !is_c_name(op->alias)) row = add_forms(row, op, op->alias);
  }
  for (int k = 0; k < MORE_NAMES; k++) *row++ = row_of(THOp_find(also[k].same_as), also[k].name);
  *row = (luaTH_Row){0};
  luaL_ref(L, LUA_REGISTRYINDEX);
  luaTH_register(L, rows);
  luaTH_setfunctions(L, LUATH_TENSORS, operators);
  lua_pushcfunction(L, list_ops);
  lua_setfield(L, -2, "ops");
}
