/*
** Matches calls against forms and calls drivers. Each name remembers its last matches as plans; the
** key of a plan holds everything that decided the match.
*/
#include "core/lazy.h"
#include "core/match.h"

#include <string.h>

/* --- matching --- */

typedef struct Match {
  lua_State *L;
  const Form *form;
  luaTH_Call *call;
  int last;           /* stack position of the last argument */
  const Item *needed; /* the needed item that met nil; the one that came furthest */
  int needed_at;
  int unclear; /* the argument that is nil where a size or a result may stand, or 0 */
} Match;

static int is_options(lua_State *L, int index)
{
  if (!lua_istable(L, index)) return 0;
  lua_rawgeti(L, index, 1);
  int plain = lua_isnil(L, -1) && lua_rawlen(L, index) == 0;
  lua_pop(L, 1);
  return plain;
}

static int is_choice(lua_State *L, int index, const char *choices)
{
  size_t length;
  const char *s = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
  if (!s || !length) return 0;
  for (const char *p = choices; *p && !strchr(" =?", *p);) {
    size_t n = strcspn(p, "/=? ");
    if (n == length && strncmp(p, s, n) == 0) return 1;
    p += n;
    if (*p == '/') p++;
  }
  return 0;
}

static int fits_tensor(lua_State *L, int index, const Item *item, luaTH_Value *v)
{
  v->tensor = luaTH_totensor(L, index);
  if (!v->tensor) return item->type == OPERAND && luaTH_tocomplex(L, index, &v->number);
  if (item->type == MASK) return v->tensor->dtype == TH_BYTE || v->tensor->dtype == TH_BOOL;
  return (item->rank < 0 || v->tensor->nDimension == item->rank) &&
         (!item->dtype || v->tensor->dtype == item->dtype);
}

/* 1 if the argument at index fits the item. Reads the value as far as that cannot raise. */
static int fits(lua_State *L, int index, const Item *item, luaTH_Value *v)
{
  int type = lua_type(L, index);
  switch (item->type) {
  case TENSOR: case MASK: case OPERAND: return fits_tensor(L, index, item, v);
  case NUMBER: case COUNT: case POSITION: case DIM: case PAIRS:
    return luaTH_tonumber(L, index, &v->number);
  case COMPLEX: return luaTH_tocomplex(L, index, &v->number);
  case BOOLEAN: v->integer = lua_toboolean(L, index); return type == LUA_TBOOLEAN;
  case STRING:
    v->string = type == LUA_TSTRING ? lua_tostring(L, index) : NULL;
    return v->string != NULL;
  case CHOICE:
    v->string = type == LUA_TSTRING ? lua_tostring(L, index) : NULL;
    return is_choice(L, index, item->choices);
  case FUNCTION: return type == LUA_TFUNCTION;
  case TABLE: return type == LUA_TTABLE;
  case GENERATOR: v->generator = luaTH_togenerator(L, index); return v->generator != NULL;
  case POSITIONS:
    v->tensor = luaTH_totensor(L, index);
    return v->tensor ? v->tensor->dtype == TH_LONG : type == LUA_TTABLE;
  case OPTIONS: return is_options(L, index);
  case ANY: return type != LUA_TNONE;
  case SIZES: {
    int n;
    if (type == LUA_TUSERDATA && luaTH_tosizes(L, index, &n)) return 1;
    THStorage *s = luaTH_tostorage(L, index);
    return luaTH_tonumber(L, index, &v->number) || (s && s->dtype == TH_LONG) ||
           (type == LUA_TTABLE && !is_options(L, index));
  }
  }
  return 0;
}

/* The last position of a list that begins at index: all numbers that follow belong to it. */
static int end_of_sizes(Match *m, int index)
{
  THNumber number;
  int end = index;
  if (!luaTH_tonumber(m->L, index, &number)) return index;
  while (end < m->last && luaTH_tonumber(m->L, end + 1, &number)) end++;
  return end;
}

static void set_default(lua_State *L, const Item *item, luaTH_Value *v)
{
  v->given = v->index = v->nsizes = 0;
  v->tensor = NULL;
  v->number = item->number;
  v->integer = item->integer;
  v->string = *item->fallback ? item->fallback : NULL;
  v->generator = item->type == GENERATOR ? luaTH_defaultgenerator(L) : NULL;
}

static int is_nil(const Match *m, int index)
{
  return index <= m->last && lua_isnil(m->L, index);
}

/* Nils behind the last item count as absent. */
static int ends(const Match *m, int index)
{
  while (is_nil(m, index)) index++;
  return index > m->last;
}

/* A needed item has no argument; note it for the error if it met nil. */
static int lacks(Match *m, const Item *item, int index)
{
  if (is_nil(m, index) && index > m->needed_at) {
    m->needed = item;
    m->needed_at = index;
  }
  return 0;
}

/* A nil in the place of a result, with numbers behind it: which of them it stands for is not to be
   guessed, since zeros(n, 2) must not forget n. */
static int is_unclear(Match *m, int index)
{
  if (!m->form->numbersFirst || index > m->form->nresults || !is_nil(m, index) || ends(m, index))
    return 0;
  m->unclear = index;
  return 1;
}

/* Match items from k on with arguments from index on. An optional item first tries to take the
   argument, then is left out, with a nil in its place or without. */
static int match_items(Match *m, int k, int index)
{
  const Form *form = m->form;
  if (k == form->nitems) return ends(m, index);
  const Item *item = &form->item[k];
  luaTH_Value *v = &m->call->arg[k];
  const int left_out = item->optional && is_nil(m, index);
  if (index <= m->last && !left_out && fits(m->L, index, item, v)) {
    int end = item->type == SIZES || item->type == PAIRS ? end_of_sizes(m, index) : index;
    v->given = 1;
    v->index = index;
    v->nsizes = end; /* the last position, until convert counts the sizes */
    if (match_items(m, k + 1, end + 1)) return 1;
  }
  if (!item->optional) return lacks(m, item, index);
  if (left_out && is_unclear(m, index)) return 0;
  set_default(m->L, item, v);
  return (left_out && match_items(m, k + 1, index + 1)) || match_items(m, k + 1, index);
}

/* The first count arguments are results. A nil among them counts as not given. */
static int match_results(Match *m, int count)
{
  for (int r = 0; r < m->form->nresults; r++) {
    THTensor *t = r < count ? luaTH_totensor(m->L, r + 1) : NULL;
    int dtype = m->form->result_dtype[r];
    if (r < count && !t && (!is_nil(m, r + 1) || is_unclear(m, r + 1))) return 0;
    if (t && dtype && t->dtype != dtype) return 0;
    m->call->result[r] = t;
    m->call->given[r] = t != NULL;
  }
  return 1;
}

/* --- values whose conversion can raise --- */

static int first_tensor_dims(const Form *form, const luaTH_Call *call)
{
  for (int k = 0; k < form->nitems; k++)
    if (call->arg[k].tensor) return call->arg[k].tensor->nDimension;
  return 0;
}

/* The dimension counted from 0. A default may be negative, too, and counts from the end. */
static int64_t read_dim(const Form *form, luaTH_Call *call, const Item *item, const luaTH_Value *v)
{
  const int64_t dim = v->given ? luaTH_whole(call->L, v->number, item->what) : v->integer;
  const int dims = first_tensor_dims(form, call);
  if (form->row->flags & LUATH_ANY_DIM && dims == 1 && luaTH_isTorch7(call->L)) return 0;
  if (v->given && (dim == 0 || dim > dims || dim < -dims))
    luaTH_fail(call->L, "%s: no dimension %" PRId64 " in a %d-dimensional tensor", call->name, dim,
               dims);
  return dim < 0 ? dim + dims : dim - 1;
}

static void convert(const Form *form, luaTH_Call *call, int k)
{
  const Item *item = &form->item[k];
  luaTH_Value *v = &call->arg[k];
  switch (item->type) {
  case SIZES:
    if (v->given) v->nsizes = luaTH_checksizes(call->L, v->index, v->nsizes, v->sizes, item->what);
    return;
  case NUMBER:
    if (v->given) luaTH_result(call->L, TH_checkReal(call->name, v->number), 0);
    return;
  case COUNT:
    if (v->given) v->integer = luaTH_whole(call->L, v->number, item->what);
    if (v->given && v->integer < 0)
      luaTH_fail(call->L, "%s is %" PRId64 ", which is negative", item->what, v->integer);
    return;
  case POSITION:
    if (v->given) v->integer = luaTH_whole(call->L, v->number, item->what) - 1;
    return;
  case POSITIONS:
    if (v->tensor || !v->given) return;
    v->tensor = luaTH_newpositions(call->L, v->index, item->what);
    lua_replace(call->L, v->index);
    return;
  case DIM:
    if (v->given || *item->fallback) v->integer = read_dim(form, call, item, v);
    return;
  default: return;
  }
}

/* --- errors --- */

static void add_argument(lua_State *L, luaL_Buffer *b, int index)
{
  THTensor *t = luaTH_totensor(L, index);
  THStorage *s = luaTH_toanystorage(L, index);
  if (t) {
    luaL_addstring(b, luaTH_kindText(luaTH_kindOf(t)).text);
    luaL_addstring(b, " of size ");
    luaL_addstring(b,
                   THTensor_sizeText(t).text);
  } else if (s) {
    luaL_addstring(b, luaTH_storageText(s).text + strlen("torch."));
  } else {
    luaL_addstring(b, luaTH_togenerator(L, index) ? "Generator" : luaL_typename(L, index));
  }
}

/* Adds "add(r?, a:Tensor, value:number=1, b:Tensor)", made from the words of the signature. */
static void add_form(luaL_Buffer *b, const luaTH_Row *row, const char *name)
{
  luaL_addstring(b, "\n  ");
  luaL_addstring(b, name);
  luaL_addchar(b, '(');
  for (const char *p = row->signature; *p; p++) {
    if (*p == '!') luaL_addstring(b, p[1] == ' ' || !p[1] ? "?" : "?:");
    else if (*p == ' ') luaL_addstring(b, ", ");
    else luaL_addchar(b, *p);
  }
  luaL_addchar(b, ')');
}

static int no_match(lua_State *L, const Entry *entry, const Match *m)
{
  const Item *needed = m->needed;
  luaL_Buffer b;
  int last = lua_gettop(L);
  if (m->unclear)
    return luaTH_error(L, "%s: argument %d is nil; a size or a result was expected", entry->name,
                       m->unclear);
  luaL_buffinit(L, &b);
  luaL_addstring(&b, needed ? needed->what : entry->name);
  luaL_addstring(&b, needed ? " is nil: got (" : ": got (");
  for (int index = 1; index <= last && index <= 12; index++) {
    if (index > 1) luaL_addstring(&b, ", ");
    add_argument(L, &b, index);
  }
  luaL_addstring(&b, last > 12 ? ", ...); accepted forms:" : "); accepted forms:");
  for (int f = 0; f < entry->nforms; f++) add_form(&b, entry->form[f].row, entry->name);
  luaL_pushresult(&b);
  return luaTH_error(L, "%s", lua_tostring(L, -1));
}

/* --- calling --- */

/* Run the driver; if a collection may help, again: a driver that failed has changed nothing. */
static int drive(luaTH_Call *call, int top)
{
  int status = call->row->driver(call);
  if (!luaTH_again(call->L, status, top)) return status;
  call->pushed = 0;
  return call->row->driver(call);
}

/* Push the results behind the last argument. A fresh one gets the metatable of its likely kind. */
static void push_results(luaTH_Call *call, const Plan *plan, int *kind)
{
  lua_State *L = call->L;
  const Form *form = plan->form;
  for (int r = 0; r < form->nresults; r++) {
    kind[r] = plan->likely[r];
    if (call->given[r]) {
      lua_pushvalue(L, 1 + r - plan->skipped);
      kind[r] = luaTH_kindOf(call->result[r]);
    } else {
      call->result[r] = luaTH_newtyped(L, form->result_dtype[r], plan->likely[r]);
    }
  }
}

/* Set the metatable of fresh results that changed kind; a given result must not have changed. */
static int set_types(const luaTH_Call *call, Plan *plan, const int *kind, int last)
{
  for (int r = 0; r < plan->form->nresults; r++) {
    const int is = luaTH_kindOf(call->result[r]);
    if (is == kind[r]) continue;
    if (call->given[r]) {
      const int status = luaTH_takeBack(call->name, call->result[r], kind[r]);
      luaTH_settype(call->L, last + 1 + r); /* one of a layout is a strided one now */
      return status;
    }
    plan->likely[r] = (uint16_t)is;
    luaTH_settype(call->L, last + 1 + r);
  }
  return TH_OK;
}

/* Drive a call that was searched, whose arguments may be views with bits. */
static __attribute__((noinline)) int drive_views(luaTH_Call *call, const Form *form, int top)
{
  luaTH_Lazy lazy;
  int status = luaTH_takeViews(call, form, &lazy);
  if (!status) status = drive(call, top + lazy.n);
  if (lazy.n) status = luaTH_giveViews(call, form, &lazy, status);
  if (!call->pushed) lua_settop(call->L, top);
  return status;
}

static int invoke(luaTH_Call *call, Plan *plan, int last)
{
  lua_State *L = call->L;
  const Form *form = plan->form;
  int kind[LUATH_MAX_RESULTS];
  for (int k = 0; k < form->nitems; k++) convert(form, call, k);
  push_results(call, plan, kind);
  call->row = form->row;
  call->pushed = 0;
  luaTH_Memory *memory = luaTH_begin(L);
  int status = plan->key ? drive(call, last + form->nresults)
                         : drive_views(call, form, last + form->nresults);
  if (!status && !call->pushed) status = set_types(call, plan, kind, last);
  if (status) return luaTH_failed(L, call->name);
  luaTH_end(memory);
  return call->pushed ? call->pushed : form->nresults;
}

/* --- finding a match --- */

/* 1 if the call fits with that many results given in front and the items starting at items_from. */
static int try_items(Match *m, Plan *plan, int results, int items_from)
{
  luaTH_Call *call = m->call;
  m->form = plan->form;
  for (int k = 0; k < m->form->nitems; k++) call->arg[k].tensor = NULL;
  if (!match_results(m, results) || !match_items(m, 0, items_from)) return 0;
  plan->results = results;
  plan->skipped = 0;
  for (int k = 0; k < m->form->nitems; k++) {
    plan->at[k].index = (uint8_t)call->arg[k].index;
    plan->at[k].last = (uint8_t)call->arg[k].nsizes;
  }
  return 1;
}

/* A method call of an in-place row: the object is the result. It is the first item too, unless that
   fits only with the next argument. */
static int try_in_place(Match *m, Plan *plan)
{
  if (plan->form->nresults != 1 || m->last < 1) return 0;
  return try_items(m, plan, 1, 1) || try_items(m, plan, 1, 2);
}

/* A single given result whose dtype is the second's is the second: max(indices, x, 1). */
static void place_result(const Match *m, Plan *plan)
{
  luaTH_Call *call = m->call;
  const THTensor *t = call->result[0], *x = call->arg[0].tensor;
  const Form *form = m->form;
  if (form->nresults != 2 || plan->results != 1 || !t || !x || t->dtype == x->dtype ||
      form->result_dtype[0] || t->dtype != form->result_dtype[1])
    return;
  call->result[1] = call->result[0];
  call->result[0] = NULL;
  call->given[0] = 0;
  call->given[1] = plan->skipped = 1;
}

static int try_function(Match *m, Plan *plan)
{
  if (try_items(m, plan, 0, 1)) return 1;
  for (int given = plan->form->nresults; given > 0; given--)
    if (try_items(m, plan, given, given + 1)) {
      place_result(m, plan);
      return 1;
    }
  return 0;
}

/* A method called without an object, as torch.FloatTensor.abs(-3), is searched as a function. */
static int search(const Entry *entry, Match *m, int method, Plan *plan)
{
  if (method && !(m->last > 0 && luaTH_totensor(m->L, 1))) method = 0;
  unsigned excluded = method ? LUATH_FUNCTION_ONLY : LUATH_METHOD_ONLY;
  for (int f = 0; f < entry->nforms; f++) {
    const Form *form = plan->form = &entry->form[f];
    if (form->row->flags & excluded) continue;
    int in_place = method && form->row->flags & LUATH_INPLACE;
    if (in_place ? try_in_place(m, plan) : try_function(m, plan)) return 1;
  }
  return 0;
}

/* --- finding it again --- */

enum { MAX_SEEN = 5, SEEN_BITS = 11 };

/* The arguments that look has read, from position 1 on. */
typedef struct Seen {
  THTensor *tensor[MAX_SEEN];
  THNumber number[MAX_SEEN];
} Seen;

/* What an argument is, in SEEN_BITS bits. The lowest 5 hold one of these, for a tensor SEEN_TENSOR
   plus its dtype; the bits above hold a tensor's number of dimensions and its layout. Signatures
   ask for dtype and number of dimensions only, but the kinds of fresh results depend on layouts. */
enum { SEEN_OTHER, SEEN_NUMBER, SEEN_BOOLEAN, SEEN_NIL, SEEN_TENSOR, LAYOUTS_SEEN = 4 };

_Static_assert(SEEN_TENSOR + TH_NUM_DTYPES <= 32 && TH_MAX_DIM < 16, "fits into SEEN_BITS");

/* For a tensor; 0 if it needs a closer look. */
static inline uint64_t look_at_tensor(const THTensor *t)
{
  const uint64_t layout = (uint64_t)THLayout_number(t->layout);
  if (t->flags || layout >= LAYOUTS_SEEN) return SEEN_OTHER;
  return (SEEN_TENSOR + (uint64_t)t->dtype) | (uint64_t)t->nDimension << 5 | layout << 9;
}

/* For the argument at index, whose value it stores; 0 if it needs a closer look, as strings do. */
static uint64_t look_at(lua_State *L, int index, THTensor **tensor, THNumber *number)
{
  const THTensor *t = *tensor = luaTH_totensor(L, index);
  if (t) return look_at_tensor(t);
  int type = lua_type(L, index);
  switch (type) {
  case LUA_TNUMBER: return luaTH_readnumber(L, index, type, number) ? SEEN_NUMBER : SEEN_OTHER;
  case LUA_TBOOLEAN: number->integer = lua_toboolean(L, index); return SEEN_BOOLEAN;
  case LUA_TNIL: return SEEN_NIL;
  default: return SEEN_OTHER;
  }
}

/* Everything that decides a match, packed into one number; 0 if it does not fit. */
static uint64_t look(lua_State *L, int last, int method, Seen *seen)
{
  uint64_t key = (uint64_t)(last << 2 | method << 1 | 1) << 55;
  if (last > MAX_SEEN) return 0;
  for (int i = 0; i < last; i++) {
    uint64_t kind = look_at(L, i + 1, &seen->tensor[i], &seen->number[i]);
    if (!kind) return 0;
    key |= kind << (i * SEEN_BITS);
  }
  return key;
}

static Plan *find_plan(Entry *entry, uint64_t key)
{
  for (int k = 0; k < NUM_PLANS; k++)
    if (entry->plan[k].key == key) return &entry->plan[k];
  return NULL;
}

static void follow(const Plan *plan, const Seen *seen, luaTH_Call *call)
{
  const Form *form = plan->form;
  for (int r = 0; r < form->nresults; r++) {
    const int is_argument = r >= plan->skipped && r < plan->skipped + plan->results;
    call->result[r] = is_argument ? seen->tensor[r - plan->skipped] : NULL;
    call->given[r] = call->result[r] != NULL; /* it may be nil */
  }
  for (int k = 0; k < form->nitems; k++) {
    luaTH_Value *v = &call->arg[k];
    int index = plan->at[k].index;
    if (index) {
      v->given = 1;
      v->index = index;
      v->nsizes = plan->at[k].last;
      v->tensor = seen->tensor[index - 1];
      if (v->tensor) continue;
      /* Copy member by member, as look wrote them: a wider load would wait for these stores. */
      v->number.kind = seen->number[index - 1].kind;
      v->integer = v->number.integer = seen->number[index - 1].integer;
    } else {
      set_default(call->L, &form->item[k], v);
    }
  }
}

/* An argument whose metatable has the field __functions stands for a tensor (an expression of
   fuse): its method of that name takes the call. Returns the number of results, or -1. */
static int call_stand_in(lua_State *L, const char *name, int last)
{
  for (int k = 1; k <= last && k <= LUATH_MAX_ITEMS; k++) {
    if (lua_type(L, k) != LUA_TUSERDATA || !luaL_getmetafield(L, k, "__functions")) continue;
    lua_pop(L, 1);
    lua_getfield(L, k, name);
    if (!lua_isfunction(L, -1)) luaL_error(L, "fuse: %s is no point-wise function", name);
    lua_insert(L, 1);
    lua_call(L, last, LUA_MULTRET);
    return lua_gettop(L);
  }
  return -1;
}

/* Search all forms; returns a plan of the entry, or found itself if the call has no key; NULL if
   something else took the call. */
static __attribute__((noinline)) Plan *match(Entry *entry, luaTH_Call *call, int last, int method,
                                             uint64_t key, Plan *found)
{
  Match m = {.L = call->L, .call = call, .last = last};
  *found = (Plan){.key = key};
  if (!search(entry, &m, method, found)) {
    call->pushed = method ? -1 : call_stand_in(call->L, entry->name, last);
    if (call->pushed < 0) no_match(call->L, entry, &m);
    return NULL;
  }
  if (!key) return found;
  Plan *plan = &entry->plan[entry->oldest++ % NUM_PLANS];
  *plan = *found;
  return plan;
}

static int dispatch(lua_State *L, int method)
{
  Entry *entry = lua_touserdata(L, lua_upvalueindex(1));
  int last = lua_gettop(L);
  const int returned = entry->quick ? entry->quick(L, last) : LUATH_NOT_QUICK;
  if (returned != LUATH_NOT_QUICK) return returned;
  luaTH_Call call;
  Seen seen;
  Plan found;
  call.L = L;
  call.name = entry->name;
  uint64_t key = look(L, last, method, &seen);
  Plan *plan = key ? find_plan(entry, key) : NULL;
  if (plan) follow(plan, &seen, &call);
  else plan = match(entry, &call, last, method, key, &found);
  return plan ? invoke(&call, plan, last) : call.pushed;
}

int luaTH_callFunction(lua_State *L)
{
  return dispatch(L, 0);
}

int luaTH_callMethod(lua_State *L)
{
  return dispatch(L, 1);
}
