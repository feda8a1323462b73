/*
** apply, map and map2: call a Lua function for each element, in row-major order.
**
** Invariant: the function may do anything to the tensors of the walk. So the walk has its own
** headers on the stack: they keep the storages alive, and the collector frees them if the function
** raises. Every element is checked against its storage when it is read and again when it is
** written.
*/
#include "core/signature.h"

enum { MAX_TENSORS = 3, LOOK_EVERY = 1024 }; /* elements between two looks for a stop (THStop.h) */

/* One walk. Its sizes are those of the first tensor, which receives the results of the function. */
typedef struct Walk {
  luaTH_Call *call;
  int n, function; /* number of tensors; stack position of the function */
  int overlaps;    /* elements of the first share memory: they cannot be written */
  const THTensor *held[MAX_TENSORS];
  THTensor element[MAX_TENSORS]; /* one-element windows; borrow from held */
  int64_t at[TH_MAX_DIM];
} Walk;

static void hold(Walk *walk, int k)
{
  luaTH_Call *call = walk->call;
  const THTensor *t = call->arg[k].tensor, *x = call->arg[0].tensor;
  THTensor *held = luaTH_newtensor(call->L, luaTH_kindOf(t));
  if (k == 0 || (THTensor_isUndefined(x) && !THTensor_nElement(t))) THTensor_set(held, t);
  else luaTH_result(call->L, THTensor_shapeAs(call->name, held, t, x->nDimension, x->size), 0);
  /* A tensor that overlaps x differently is cloned, so that it is read as it was before the
     walk. */
  if (k && THAlias_of(x, x->nDimension, x->size, held) == TH_OVERLAPPING)
    luaTH_result(call->L, THTensor_clone(held, held, held->dtype), 0);
  walk->held[k] = held;
  walk->element[k] = *held;
  walk->element[k].nDimension = 0;
}

/* Move the windows to the walk's position. */
static void go(Walk *walk)
{
  for (int k = 0; k < walk->n; k++) {
    const THTensor *t = walk->held[k];
    int64_t offset = t->storageOffset;
    for (int d = 0; d < t->nDimension; d++) offset += walk->at[d] * t->stride[d];
    walk->element[k].storageOffset = offset;
  }
}

static void next(Walk *walk)
{
  const THTensor *t = walk->held[0];
  for (int d = t->nDimension - 1; d >= 0 && ++walk->at[d] == t->size[d]; d--) walk->at[d] = 0;
}

/* The address of a plain element; NULL if its storage shrank, is on a device or has one of these
   flags: THTensor_get and put see to that. */
static void *address_of(const THTensor *element, unsigned flags)
{
  const THStorage *s = element->storage;
  if (element->flags || element->layout || !s || s->flag & (flags | TH_STORAGE_AWAY)) return NULL;
  return element->storageOffset < s->size ? THTensor_data(element) : NULL;
}

static int get(const THTensor *element, THNumber *number)
{
  const void *p = address_of(element, 0);
  if (!p) return THTensor_get(element, 0, number);
  *number = THDtype_load(element->dtype, p);
  return TH_OK;
}

static int put(THTensor *element, THNumber number)
{
  void *p = address_of(element, TH_STORAGE_FIXED);
  if (!p) return THTensor_put(element, 0, number);
  THDtype_store(element->dtype, p, number);
  return TH_OK;
}

/* Write the value at the top to the element; nil leaves the element as it is. */
static int write_back(Walk *walk)
{
  lua_State *L = walk->call->L;
  THNumber number;
  const int type = lua_type(L, -1);
  if (type == LUA_TNIL) return TH_OK;
  if (!luaTH_readnumber(L, -1, type, &number))
    return th_fail(
        TH_EINVAL,
        "%s: the function returned a %s; it must return a number, or nil to keep the element",
        walk->call->name, lua_typename(L, type));
  if (walk->overlaps && !luaTH_isTorch7(L))
    return th_fail(TH_EINVAL,
                   "%s: cannot write to a tensor of size %s whose elements share memory; use "
                   "clone() first",
                   walk->call->name, THTensor_sizeText(walk->held[0]).text);
  return put(&walk->element[0], number);
}

static int visit(Walk *walk)
{
  lua_State *L = walk->call->L;
  THNumber number;
  lua_pushvalue(L, walk->function);
  for (int k = 0; k < walk->n; k++) {
    TH_TRY(get(&walk->element[k], &number));
    luaTH_pushnumber(L, number);
  }
  lua_call(L, walk->n, 1);
  TH_TRY(write_back(walk));
  lua_pop(L, 1);
  return TH_OK;
}

/* Between calls of the function, which enter and leave themselves, nobody is in. */
static int check_stop(lua_State *L)
{
  luaTH_Memory *m = luaTH_enter(L);
  const int status = TH_checkStop();
  luaTH_end(m);
  return status;
}

static int walk_tensors(luaTH_Call *call, int n)
{
  Walk walk = {.call = call, .n = n, .function = call->arg[n].index};
  luaTH_checkdepth(call->L, call->name);
  luaL_checkstack(call->L, 2 * MAX_TENSORS + 4, NULL);
  for (int k = 0; k < n; k++) hold(&walk, k);
  walk.overlaps = THTensor_overlapsItself(walk.held[0]);
  for (int64_t left = THTensor_nElement(walk.held[0]); left > 0; left--) {
    if (left % LOOK_EVERY == 0) TH_TRY(check_stop(call->L));
    go(&walk);
    TH_TRY(visit(&walk));
    next(&walk);
  }
  lua_pushvalue(call->L, call->arg[0].index);
  call->pushed = 1;
  return TH_OK;
}

static int apply(luaTH_Call *call) { return walk_tensors(call, 1); }
static int map(luaTH_Call *call) { return walk_tensors(call, 2); }
static int map2(luaTH_Call *call) { return walk_tensors(call, 3); }

static const luaTH_Row rows[] = {
  {"apply", "x:Tensor f:function", apply, "replaces each element by f(element), in row-major order; nil keeps the element", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"map", "x:Tensor y:Tensor f:function", map,
   "replaces each element of x by f(element, element of y); nil keeps the "
   "element", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"map2", "x:Tensor y:Tensor z:Tensor f:function", map2, "like map, with the elements of two other tensors", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openapply(lua_State *L)
{
  luaTH_register(L, rows);
}
