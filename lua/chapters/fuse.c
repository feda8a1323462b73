/*
** Fused chains: tensor.fuse calls the script's function with expressions instead of tensors. The
** operators and methods of an expression record a step of the chain, and so do functions of it,
** which call the method (core/match.c). The function's results say which steps to compute, and TH
** computes them in one pass. The function runs at each call, so recording must be cheap: a short
** chain on few elements takes no longer than the plain calls.
**
** An expression is a userdata with the number of its chain and of a value. A state's recorder lists
** the open chains; each call opens one under a number of its own.
** Invariant: a chain is off the list when the call ends, so that using an expression afterwards
** raises an error.
*/
#include "core/luaTH.h"

#include <string.h>

static const char recorder_key, chain_key, chain_magic, expression_key, expression_magic;

typedef struct Chain {
  luaTH_Block block;
  struct Recorder *recorder;
  struct Chain *outer; /* that was open before */
  uint64_t number;
  THFuse fuse; /* only the values below its count are set */
} Chain;

typedef struct Expression {
  luaTH_Block block;
  uint64_t chain;
  int value;
} Expression;

/* A method or operator of expressions. */
typedef struct Method {
  struct Recorder *recorder;
  const THOp *op;
  const char *name;
} Method;

enum { MAX_METHODS = 2 * TH_NUM_POINTWISE + 16 };

/* Of a state: in its registry, so it lives as long as the functions that point to it. */
typedef struct Recorder {
  Chain *open; /* the latest first */
  uint64_t chains;
  int nmethods;
  Method method[MAX_METHODS];
} Recorder;

/* Upvalues. Functions have the recorder, methods a Method, in the first; LUATH_TYPES is the second.
   SPARE keeps the chain of the last call, which the next one uses again: a chain is 20 KB. */
#define OWN lua_upvalueindex(1)
#define EXPRESSIONS lua_upvalueindex(3)
#define SPARE lua_upvalueindex(4)

static void get_registry(lua_State *L, const void *key)
{
  lua_pushlightuserdata(L, (void *)key);
  lua_rawget(L, LUA_REGISTRYINDEX);
}

static void *to_object(lua_State *L, int index, size_t size, const void *magic)
{
  luaTH_Block *block = lua_touserdata(L, index);
  return block && lua_rawlen(L, index) == size && block->magic == magic ? block : NULL;
}

static const Expression *to_expression(lua_State *L, int index)
{
  return to_object(L, index, sizeof(Expression), &expression_magic);
}

/* --- chains --- */

static int chain_gc(lua_State *L)
{
  Chain *chain = to_object(L, 1, sizeof *chain, &chain_magic);
  if (!chain) return 0;
  THFuse_clear(&chain->fuse);
  for (Chain **open = &chain->recorder->open; *open; open = &(*open)->outer)
    if (*open == chain) {
      *open = chain->outer;
      break;
    }
  return 0;
}

static Chain *new_chain(lua_State *L, Recorder *recorder)
{
  Chain *chain = lua_newuserdata(L, sizeof *chain);
  chain->block = (luaTH_Block){NULL, &chain_magic};
  chain->recorder = recorder;
  chain->fuse.count = 0;
  get_registry(L, &chain_key);
  lua_setmetatable(L, -2);
  return chain;
}

/* Open a chain and push it: the one of the last call, unless an outer call uses that. Nothing else
   refers to it now, so that the collector frees it if the call ends with an error. */
static Chain *open_chain(lua_State *L, Recorder *recorder)
{
  Chain *chain = lua_touserdata(L, SPARE);
  if (chain) {
    lua_pushvalue(L, SPARE);
    lua_pushnil(L);
    lua_replace(L, SPARE);
  } else {
    chain = new_chain(L, recorder);
  }
  chain->number = ++recorder->chains;
  chain->outer = recorder->open;
  recorder->open = chain;
  return chain;
}

/* Close the chain at index, and with it those of inner calls that ended with an error. */
static void close_chain(lua_State *L, Chain *chain, int index)
{
  THFuse_clear(&chain->fuse);
  chain->recorder->open = chain->outer;
  lua_pushvalue(L, index);
  lua_replace(L, SPARE);
}

/* --- expressions --- */

/* Push an expression for that value of the chain. */
static void push_expression(lua_State *L, const Chain *chain, int value)
{
  Expression *e = lua_newuserdata(L, sizeof *e);
  *e = (Expression){{NULL, &expression_magic}, chain->number, value};
  lua_pushvalue(L, EXPRESSIONS);
  lua_setmetatable(L, -2);
}

static Chain *chain_of(lua_State *L, const Recorder *recorder, const char *name,
                       const Expression *e)
{
  Chain *chain = recorder->open;
  while (chain && chain->number != e->chain) chain = chain->outer;
  if (!chain)
    luaL_error(L, "%s: this expression belongs to a call of a fused function that has ended",
               name);
  return chain;
}

/* Read an operand that is the expression e, a number or a tensor. */
static THFuseOperand read_operand(lua_State *L, Chain *chain, const char *name, int index,
                                  const Expression *e)
{
  THFuseOperand in = {.value = -1};
  if (e) {
    if (e->chain != chain->number && chain_of(L, chain->recorder, name, e))
      luaL_error(L, "%s: expressions of two calls of fused functions cannot be mixed", name);
    in.value = e->value;
    return in;
  }
  const int type = lua_type(L, index);
  if (luaTH_readnumber(L, index, type, &in.number)) return in;
  const THTensor *t = luaTH_totensor(L, index);
  if (!t)
    luaL_error(L, "%s: an expression, a Tensor or a number expected, got %s", name,
               lua_typename(L, type));
  if (THFuse_tensor(&chain->fuse, t, &in.value)) luaTH_failed(L, name);
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
static int apply(lua_State *L, const Recorder *recorder, const char *name, const THOp *op)
{
  THFuseOperand in[4], coefficient = {.value = -1, .number = TH_integer(1)};
  const Expression *e[4], *first = NULL;
  int value, least, most, n = lua_gettop(L), count = 0;
  counts_of(op, &least, &most);
  if (n < least || n > most)
    return luaL_error(L, "%s: %d operands given to an expression's method, %d needed", name, n,
                      least);
  for (int i = 0; i < n; i++) {
    e[i] = to_expression(L, i + 1);
    if (!first) first = e[i];
  }
  if (!first) luaL_error(L, "%s: no expression of a fused function among the operands", name);
  Chain *chain = chain_of(L, recorder, name, first);
  for (int i = 1; i <= n; i++) {
    THFuseOperand operand = read_operand(L, chain, name, i, e[i - 1]);
    if (i == 2 && n > least) coefficient = operand;
    else in[count++] = operand;
  }
  if (most > least) in[count] = coefficient;
  for (int k = op->operands; k < count + (most > least); k++)
    if (in[k].value >= 0)
      return luaL_error(L, "%s: operand %d must be a number", name, k + 1);
  if (THFuse_step(&chain->fuse, op->name, op, in, &value)) return luaTH_failed(L, name);
  push_expression(L, chain, value);
  return 1;
}

static int method(lua_State *L)
{
  const Method *m = lua_touserdata(L, OWN);
  return apply(L, m->recorder, m->name, m->op);
}

static int operator_mul(lua_State *L)
{
  if (lua_isnumber(L, 2) || lua_isnumber(L, 1)) return method(L);
  return luaL_error(L, "a * b: the product of matrices is not fused; use a:cmul(b) for the product "
                       "element by element");
}

static int operator_unm(lua_State *L)
{
  lua_settop(L, 1);
  return method(L);
}

static int convert(lua_State *L, int dtype)
{
  int value;
  const Expression *e = to_expression(L, 1);
  if (!e) return luaL_error(L, "type: not an expression; call it as a method");
  Chain *chain = chain_of(L, lua_touserdata(L, OWN), "type", e);
  if (THFuse_convert(&chain->fuse, e->value, dtype, &value)) return luaTH_failed(L, "type");
  push_expression(L, chain, value);
  return 1;
}

static int convert_to(lua_State *L)
{
  return convert(L, (int)lua_tointeger(L, lua_upvalueindex(4)));
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
  if (n < 1) luaTH_error(L, "fuse: the function returned nothing; it must return its results");
  if (n > TH_FUSE_MAX_TENSORS)
    luaTH_error(L, "fuse: the function returned %d results, a chain has at most %d", n,
                TH_FUSE_MAX_TENSORS);
  for (int k = 0; k < n; k++) {
    const Expression *e = to_expression(L, first + k);
    if (!e)
      luaTH_error(L, "fuse: the function's result %d is a %s; it must be an expression made of its "
                     "arguments", k + 1, luaL_typename(L, first + k));
    value[k] = read_operand(L, chain, "fuse", first + k, e).value;
  }
}

/* Push the result tensors: those in the table at position 1, or the tensor there, or fresh ones. */
static void push_outs(lua_State *L, const Chain *chain, int n, THTensor **out, int *kind)
{
  const int likely = chain->fuse.count ? luaTH_kindOf(&chain->fuse.value[0].tensor) : TH_UNDEFINED;
  luaL_checkstack(L, n + 2, NULL);
  if (lua_istable(L, 1) && (int)lua_rawlen(L, 1) != n)
    luaTH_error(L, "fuse: %d result tensors given, the function has %d results",
                (int)lua_rawlen(L, 1), n);
  if (luaTH_totensor(L, 1) && n != 1)
    luaTH_error(L, "fuse: a result tensor given, the function has %d results; give a table of them",
                n);
  for (int k = 0; k < n; k++) {
    if (lua_isnil(L, 1)) luaTH_newtyped(L, TH_UNDEFINED, likely);
    else if (lua_istable(L, 1)) lua_rawgeti(L, 1, k + 1);
    else lua_pushvalue(L, 1);
    out[k] = luaTH_totensor(L, -1);
    if (!out[k])
      luaTH_error(L, "fuse: result %d must be a Tensor, not a %s", k + 1, luaL_typename(L, -1));
    kind[k] = lua_isnil(L, 1) ? likely : luaTH_kindOf(out[k]);
  }
}

/* Push f and its arguments, with an expression in the place of each tensor. */
static void push_call(lua_State *L, Chain *chain, int last)
{
  int number;
  lua_pushvalue(L, 2);
  for (int i = 3; i <= last; i++) {
    const THTensor *t = luaTH_totensor(L, i);
    if (t && THFuse_tensor(&chain->fuse, t, &number)) luaTH_failed(L, "fuse");
    if (t) push_expression(L, chain, number);
    else lua_pushvalue(L, i);
  }
}

/* fused(outs, f, ...): compute f's results for the arguments in one pass. */
static int fused(lua_State *L)
{
  THTensor *out[TH_FUSE_MAX_TENSORS];
  int value[TH_FUSE_MAX_TENSORS], kind[TH_FUSE_MAX_TENSORS], n = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  luaTH_checkdepth(L, "fuse");
  luaL_checkstack(L, n + 4, NULL);
  for (int i = 3; i <= n; i++)
    if (to_expression(L, i) && lua_isnil(L, 1)) return call_inside(L, 3);
  Chain *chain = open_chain(L, lua_touserdata(L, OWN));
  push_call(L, chain, n);
  lua_call(L, n - 2, LUA_MULTRET);
  int results = lua_gettop(L) - n - 1;
  read_results(L, chain, n + 2, results, value);
  push_outs(L, chain, results, out, kind);
  luaTH_Memory *memory = luaTH_enter(L);
  int status = THFuse_run(&chain->fuse, results, out, value);
  if (luaTH_again(L, status, lua_gettop(L)))
    status = THFuse_run(&chain->fuse, results, out, value);
  close_chain(L, chain, n + 1);
  if (status) return luaTH_failed(L, "fuse");
  for (int k = 0; k < results; k++) {
    if (luaTH_isTorch7(L) && lua_isnil(L, 1)) /* by its rules new results are row-major */
      luaTH_result(L, THTensor_contiguous(out[k], out[k]), 0);
    if (luaTH_kindOf(out[k]) != kind[k]) luaTH_settype(L, k - results);
  }
  luaTH_leave(L, memory);
  return results;
}

/* --- the metatable of expressions --- */

/* Set the field name of the table at the top to a function with the upvalues of methods; own is the
   first, dtype the last. The metatable of expressions is at position at. */
static void set_function(lua_State *L, const char *name, lua_CFunction f, void *own, int at,
                         int dtype)
{
  lua_pushlightuserdata(L, own);
  luaTH_pushtypes(L);
  lua_pushvalue(L, at);
  lua_pushinteger(L, dtype);
  lua_pushcclosure(L, f, 4);
  lua_setfield(L, -2, name);
}

static void add_method(lua_State *L, Recorder *recorder, int at, const char *field,
                       lua_CFunction f, const char *name, const THOp *op)
{
  Method *m = &recorder->method[recorder->nmethods++];
  *m = (Method){recorder, op, name};
  set_function(L, field, f, m, at, 0);
}

static void push_methods(lua_State *L, Recorder *recorder, int at)
{
  lua_newtable(L);
  for (const THOp *op = TH_ops; op < TH_ops + TH_NUM_POINTWISE; op++) {
    if (!*op->doc) continue;
    add_method(L, recorder, at, op->name, method, op->name, op);
    if (op->alias && !strstr(op->alias, "Value"))
      add_method(L, recorder, at, op->alias, method, op->alias, op);
  }
  for (int dtype = 1; dtype < TH_NUM_REAL; dtype++)
    set_function(L, THDtype_traits(dtype)->option, convert_to, recorder, at, dtype);
  set_function(L, "type", type, recorder, at, 0);
}

static const struct { const char *event, *name; int code; lua_CFunction f; } operators[] = {
  {"__add", "a + b", TH_OP_cadd, method}, {"__sub", "a - b", TH_OP_csub, method},
  {"__div", "a / b", TH_OP_cdiv, method}, {"__mod", "a % b", TH_OP_cremainder, method},
  {"__pow", "a ^ b", TH_OP_cpow, method}, {"__mul", "a * b", TH_OP_cmul, operator_mul},
  {"__unm", "-a", TH_OP_neg, operator_unm},
};

/* Events that would need elements, which an expression does not have while f runs. */
static const char *const refused[] = {"__eq", "__lt", "__le", "__len", "__concat", "__newindex"};

static int refuse(lua_State *L)
{
  return luaL_error(L, "fuse: an expression has no elements, length or fields while the function "
                       "runs; gt, eq, where and the like choose element by element");
}

/* The recorder is at the top. */
static void new_metatables(lua_State *L, Recorder *recorder)
{
  lua_newtable(L);
  const int at = lua_gettop(L);
  push_methods(L, recorder, at);
  lua_setfield(L, -2, "__index");
  for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
    add_method(L, recorder, at, operators[k].event, operators[k].f, operators[k].name,
               &TH_ops[operators[k].code]);
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "__functions");
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    lua_pushcfunction(L, refuse);
    lua_setfield(L, -2, refused[k]);
  }
  lua_pushliteral(L, "tensor.Expression");
  lua_setfield(L, -2, "__metatable");
  luaTH_setregistry(L, &expression_key);
  lua_newtable(L);
  lua_pushcfunction(L, chain_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  luaTH_setregistry(L, &chain_key);
}

/* A state may load the module again; expressions and chains made before keep their metatables. */
static Recorder *recorder_of(lua_State *L)
{
  get_registry(L, &recorder_key);
  Recorder *recorder = lua_touserdata(L, -1);
  lua_pop(L, 1);
  if (recorder) return recorder;
  recorder = memset(lua_newuserdata(L, sizeof *recorder), 0, sizeof *recorder);
  new_metatables(L, recorder);
  luaTH_setregistry(L, &recorder_key);
  return recorder;
}

void luaTH_openfuse(lua_State *L)
{
  lua_pushlightuserdata(L, recorder_of(L));
  luaTH_pushtypes(L);
  get_registry(L, &expression_key);
  lua_pushnil(L);
  lua_pushcclosure(L, fused, 4);
  lua_setfield(L, -2, "fused");
}
