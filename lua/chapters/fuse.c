/*
** Fused chains: tensor.fuse calls the script's function once with expressions instead of tensors.
** The operators and methods of an expression record a step of the chain; the function's results say
** which steps to compute, and TH computes them in one pass.
**
** An expression is a table {chain, value} with the metatable below. The chain is a userdata.
** Invariant: it is closed when the call ends, so that using an expression afterwards raises an
** error.
*/
#include "core/luaTH.h"

#include <string.h>

static const char chain_key, expression_key;

typedef struct Chain {
  int open;
  THFuse fuse; /* only the values below its count are set */
} Chain;

static void get_registry(lua_State *L, const void *key)
{
  lua_pushlightuserdata(L, (void *)key);
  lua_rawget(L, LUA_REGISTRYINDEX);
}

static int has_metatable(lua_State *L, int index, const void *key)
{
  if (!lua_getmetatable(L, index)) return 0;
  get_registry(L, key);
  int same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

static int is_expression(lua_State *L, int index)
{
  return lua_istable(L, index) && has_metatable(L, index, &expression_key);
}

static int chain_gc(lua_State *L)
{
  if (lua_type(L, 1) == LUA_TUSERDATA && has_metatable(L, 1, &chain_key)) {
    Chain *chain = lua_touserdata(L, 1);
    THFuse_clear(&chain->fuse);
    chain->open = 0;
  }
  return 0;
}

static Chain *push_chain(lua_State *L)
{
  Chain *chain = lua_newuserdata(L, sizeof *chain);
  chain->open = 1;
  chain->fuse.count = 0;
  get_registry(L, &chain_key);
  lua_setmetatable(L, -2);
  return chain;
}

/* Push an expression for that value of the chain at stack position at. */
static void push_expression(lua_State *L, int at, int value)
{
  lua_createtable(L, 2, 0);
  lua_pushvalue(L, at);
  lua_rawseti(L, -2, 1);
  lua_pushinteger(L, value);
  lua_rawseti(L, -2, 2);
  get_registry(L, &expression_key);
  lua_setmetatable(L, -2);
}

/* The chain and the value of the expression at index; pushes the chain. */
static Chain *read_expression(lua_State *L, const char *name, int index, int *value)
{
  lua_rawgeti(L, index, 2);
  *value = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  lua_rawgeti(L, index, 1);
  Chain *chain = has_metatable(L, -1, &chain_key) ? lua_touserdata(L, -1) : NULL;
  if (!chain || !chain->open)
    luaL_error(L, "%s: this expression belongs to a call of a fused function that has ended",
               name);
  return chain;
}

/* The chain of the first expression among the arguments; pushes it. */
static Chain *find_chain(lua_State *L, const char *name)
{
  int value, n = lua_gettop(L);
  for (int i = 1; i <= n; i++)
    if (is_expression(L, i)) return read_expression(L, name, i, &value);
  luaL_error(L, "%s: no expression of a fused function among the operands", name);
  return NULL;
}

static THFuseOperand read_operand(lua_State *L, Chain *chain, const char *name, int index)
{
  THFuseOperand in = {.value = -1};
  const THTensor *t = luaTH_totensor(L, index);
  if (luaTH_tonumber(L, index, &in.number)) return in;
  if (t) {
    if (THFuse_tensor(&chain->fuse, t, &in.value)) luaTH_failed(L, name);
    return in;
  }
  if (!is_expression(L, index))
    luaL_error(L, "%s: an expression, a Tensor or a number expected, got %s", name,
               luaL_typename(L, index));
  if (read_expression(L, name, index, &in.value) != chain)
    luaL_error(L, "%s: expressions of two calls of fused functions cannot be mixed", name);
  lua_pop(L, 1);
  return in;
}

/* How many operands and numbers a call of the row takes: at least, and with its optional
   coefficient. */
static void counts_of(const THOp *op, int *least, int *most)
{
  int factor = op->kind == TH_KIND_SCALED || op->operands == 3;
  *least = op->operands + (factor ? 0 : op->numbers);
  *most = *least + factor;
}

/* Record one step. A script gives the coefficient after the first operand, as in Torch7; TH takes
   it last. */
static int apply(lua_State *L, const char *name, const THOp *op)
{
  THFuseOperand in[4], coefficient = {.value = -1, .number = TH_integer(1)};
  int value, least, most, n = lua_gettop(L), count = 0;
  counts_of(op, &least, &most);
  if (n < least || n > most)
    return luaL_error(L, "%s: %d operands given to an expression's method, %d needed", name, n,
                      least);
  Chain *chain = find_chain(L, name);
  for (int i = 1; i <= n; i++) {
    THFuseOperand operand = read_operand(L, chain, name, i);
    if (i == 2 && n > least) coefficient = operand;
    else in[count++] = operand;
  }
  if (most > least) in[count] = coefficient;
  for (int k = op->operands; k < count + (most > least); k++)
    if (in[k].value >= 0)
      return luaL_error(L, "%s: operand %d must be a number", name, k + 1);
  if (THFuse_step(&chain->fuse, op->name, op, in, &value)) return luaTH_failed(L, name);
  push_expression(L, n + 1, value);
  return 1;
}

static int method(lua_State *L)
{
  return apply(L, lua_tostring(L, lua_upvalueindex(2)), lua_touserdata(L, lua_upvalueindex(1)));
}

static int operator_mul(lua_State *L)
{
  if (lua_isnumber(L, 1) || lua_isnumber(L, 2)) return apply(L, "a * b", &TH_ops[TH_OP_cmul]);
  return luaL_error(L, "a * b: the product of matrices is not fused; use a:cmul(b) for the product "
                       "element by element");
}

static int operator_unm(lua_State *L)
{
  lua_settop(L, 1);
  return apply(L, "-a", &TH_ops[TH_OP_neg]);
}

static int convert(lua_State *L, int dtype)
{
  int value;
  if (!is_expression(L, 1)) return luaL_error(L, "type: not an expression; call it as a method");
  lua_settop(L, 1);
  Chain *chain = read_expression(L, "type", 1, &value);
  if (THFuse_convert(&chain->fuse, value, dtype, &value)) return luaTH_failed(L, "type");
  push_expression(L, 2, value);
  return 1;
}

static int convert_to(lua_State *L)
{
  return convert(L, (int)lua_tointeger(L, lua_upvalueindex(1)));
}

static int type(lua_State *L)
{
  int dtype = luaTH_todtype(L, 2);
  if (!dtype) return luaL_error(L, "type: the name of a type expected, as in 'torch.FloatTensor'");
  return convert(L, dtype);
}

/* --- calling --- */

/* call(f, ...) with an expression among the arguments: a fused function called within another one
   adds its steps to the outer chain. */
static int call_inside(lua_State *L, int first)
{
  int n = lua_gettop(L);
  lua_pushvalue(L, 2);
  for (int i = first; i <= n; i++) lua_pushvalue(L, i);
  lua_call(L, n - first + 1, LUA_MULTRET);
  return lua_gettop(L) - n;
}

static void read_results(lua_State *L, Chain *chain, int first, int n, int *value)
{
  if (n < 1) luaL_error(L, "fuse: the function returned nothing; it must return its results");
  if (n > TH_FUSE_MAX_TENSORS)
    luaL_error(L, "fuse: the function returned %d results, a chain has at most %d", n,
               TH_FUSE_MAX_TENSORS);
  for (int k = 0; k < n; k++) {
    if (!is_expression(L, first + k))
      luaL_error(L, "fuse: the function's result %d is a %s; it must be an expression made of its "
                    "arguments", k + 1, luaL_typename(L, first + k));
    value[k] = read_operand(L, chain, "fuse", first + k).value;
  }
}

/* Push the result tensors: those in the table at position 1, or the tensor there, or fresh ones. */
static void push_outs(lua_State *L, int n, THTensor **out)
{
  luaL_checkstack(L, n + 2, NULL);
  if (lua_istable(L, 1) && (int)lua_rawlen(L, 1) != n)
    luaL_error(L, "fuse: %d result tensors given, the function has %d results",
               (int)lua_rawlen(L, 1), n);
  if (luaTH_totensor(L, 1) && n != 1)
    luaL_error(L, "fuse: a result tensor given, the function has %d results; give a table of them",
               n);
  for (int k = 0; k < n; k++) {
    if (lua_isnil(L, 1)) luaTH_newtensor(L, TH_UNDEFINED);
    else if (lua_istable(L, 1)) lua_rawgeti(L, 1, k + 1);
    else lua_pushvalue(L, 1);
    out[k] = luaTH_totensor(L, -1);
    if (!out[k])
      luaL_error(L, "fuse: result %d must be a Tensor, not a %s", k + 1, luaL_typename(L, -1));
  }
}

/* fused(outs, f, ...): compute f's results for the arguments in one pass. */
static int fused(lua_State *L)
{
  THTensor *out[TH_FUSE_MAX_TENSORS];
  int value[TH_FUSE_MAX_TENSORS], n = lua_gettop(L), number;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  luaTH_checkdepth(L, "fuse");
  luaL_checkstack(L, n + 4, NULL);
  for (int i = 3; i <= n; i++)
    if (is_expression(L, i) && lua_isnil(L, 1)) return call_inside(L, 3);
  Chain *chain = push_chain(L);
  lua_pushvalue(L, 2);
  for (int i = 3; i <= n; i++) {
    const THTensor *t = luaTH_totensor(L, i);
    if (t && THFuse_tensor(&chain->fuse, t, &number)) return luaTH_failed(L, "fuse");
    if (t) push_expression(L, n + 1, number);
    else lua_pushvalue(L, i);
  }
  lua_call(L, n - 2, LUA_MULTRET);
  int results = lua_gettop(L) - n - 1;
  read_results(L, chain, n + 2, results, value);
  push_outs(L, results, out);
  luaTH_Memory *memory = luaTH_enter(L);
  int status = THFuse_run(&chain->fuse, results, out, value);
  if (luaTH_again(L, status, lua_gettop(L)))
    status = THFuse_run(&chain->fuse, results, out, value);
  THFuse_clear(&chain->fuse);
  chain->open = 0;
  if (status) return luaTH_failed(L, "fuse");
  for (int k = 0; k < results; k++) luaTH_settype(L, k - results);
  luaTH_leave(L, memory);
  return results;
}

/* --- the metatable of expressions --- */

static void add_method(lua_State *L, const char *name, const THOp *op)
{
  lua_pushlightuserdata(L, (void *)op);
  lua_pushstring(L, name);
  lua_pushcclosure(L, method, 2);
  lua_setfield(L, -2, name);
}

static void push_methods(lua_State *L)
{
  char name[32];
  lua_newtable(L);
  for (const THOp *op = TH_ops; op < TH_ops + TH_NUM_POINTWISE; op++) {
    add_method(L, op->name, op);
    if (op->alias && !strstr(op->alias, "Value")) add_method(L, op->alias, op);
  }
  for (int dtype = 1; dtype < TH_NUM_BUILT; dtype++) {
    const char *option = THDtype_traits(dtype)->option;
    lua_pushinteger(L, dtype);
    lua_pushcclosure(L, convert_to, 1);
    lua_setfield(L, -2, strncpy(name, option, sizeof name - 1));
  }
  lua_pushcfunction(L, type);
  lua_setfield(L, -2, "type");
}

static const struct { const char *event, *name; int code; } operators[] = {
  {"__add", "a + b", TH_OP_cadd}, {"__sub", "a - b", TH_OP_csub}, {"__div", "a / b", TH_OP_cdiv},
  {"__mod", "a % b", TH_OP_cremainder}, {"__pow", "a ^ b", TH_OP_cpow},
};

/* Events that would need elements, which an expression does not have while f runs. */
static const char *const refused[] = {"__eq", "__lt", "__le", "__len", "__concat", "__newindex"};

static int refuse(lua_State *L)
{
  return luaL_error(L, "fuse: an expression has no elements, length or fields while the function "
                       "runs; gt, eq, where and the like choose element by element");
}

static void new_metatables(lua_State *L)
{
  lua_pushlightuserdata(L, (void *)&expression_key);
  lua_newtable(L);
  push_methods(L);
  lua_setfield(L, -2, "__index");
  for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
    lua_pushlightuserdata(L, (void *)&TH_ops[operators[k].code]);
    lua_pushstring(L, operators[k].name);
    lua_pushcclosure(L, method, 2);
    lua_setfield(L, -2, operators[k].event);
  }
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    lua_pushcfunction(L, refuse);
    lua_setfield(L, -2, refused[k]);
  }
  lua_pushcfunction(L, operator_mul);
  lua_setfield(L, -2, "__mul");
  lua_pushcfunction(L, operator_unm);
  lua_setfield(L, -2, "__unm");
  lua_pushliteral(L, "tensor.Expression");
  lua_setfield(L, -2, "__metatable");
  lua_rawset(L, LUA_REGISTRYINDEX);
  lua_pushlightuserdata(L, (void *)&chain_key);
  lua_newtable(L);
  lua_pushcfunction(L, chain_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/* A state may load the module again; expressions and chains made before keep their metatables. */
void luaTH_openfuse(lua_State *L)
{
  get_registry(L, &chain_key);
  int known = lua_istable(L, -1);
  lua_pop(L, 1);
  if (!known) new_metatables(L);
  lua_pushcfunction(L, fused);
  lua_setfield(L, -2, "fused");
}
