/* Matches calls against signatures (signature.h), calls drivers and registers rows. Each name
   remembers its last matches as plans; the key of a plan holds everything that decided the
   match. */
#include "core/signature.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- signatures, read once at load --- */

typedef enum Type {
  TENSOR, MASK, OPERAND, NUMBER, COUNT, POSITION, DIM, BOOLEAN, STRING, CHOICE, FUNCTION, TABLE,
  ANY, SIZES, PAIRS, POSITIONS, GENERATOR, OPTIONS
} Type;

typedef struct Item {
  Type type;
  int optional, rank, dtype; /* rank -1: any; dtype 0: any */
  char fallback[12];         /* the default as text */
  THNumber number;           /* the default as a number */
  int64_t integer;
  char what[40];             /* "narrow: first", for errors */
  const char *choices;       /* points into the signature */
} Item;

typedef struct Form {
  const luaTH_Row *row;
  int nresults, nitems;
  int result_dtype[LUATH_MAX_RESULTS];
  Item item[LUATH_MAX_ITEMS];
} Form;

/* A match that was found: which argument goes to which item. It holds for all calls with the same
   key (see look). */
typedef struct Plan {
  uint64_t key; /* 0: the plan is empty */
  const Form *form;
  int results, skipped; /* given in front; missing before those (see place_result) */
  struct { uint8_t index, last; } at[LUATH_MAX_ITEMS]; /* stack positions; 0: the default */
  uint16_t likely[LUATH_MAX_RESULTS]; /* the kinds that fresh results had the last time */
} Plan;

enum { NUM_PLANS = 4 };

/* All forms of one name. The entry is an upvalue of the function and of the method. */
typedef struct Entry {
  int nforms, oldest;
  const char *name;
  Plan plan[NUM_PLANS];
  Form form[];
} Entry;

static const struct { const char *name; Type type; } type_names[] = {
  {"Mask", MASK}, {"Operand", OPERAND}, {"number", NUMBER}, {"count", COUNT}, {"position", POSITION}, {"dim", DIM},
  {"boolean", BOOLEAN}, {"string", STRING}, {"function", FUNCTION}, {"table", TABLE}, {"any", ANY}, {"sizes", SIZES},
  {"pairs", PAIRS}, {"LongTensor/table", POSITIONS}, {"Generator", GENERATOR}, {"options", OPTIONS},
};

/* Reads "Tensor", "Tensor2", "LongTensor". Returns 0 if the word is none of these. */
static int read_tensor_type(const char *word, size_t length, Item *item)
{
  char name[16] = "";
  const char *at = strstr(word, "Tensor");
  if (!at || at >= word + length || at - word >= (int)sizeof name) return 0;
  memcpy(name, word, (size_t)(at - word));
  item->type = TENSOR;
  item->dtype = *name ? THDtype_find(name) : TH_UNDEFINED;
  item->rank = isdigit((unsigned char)at[6]) ? at[6] - '0' : -1;
  return 1;
}

static void read_type(const char *word, size_t length, Item *item)
{
  item->choices = NULL;
  item->rank = -1;
  for (size_t k = 0; k < sizeof type_names / sizeof *type_names; k++)
    if (strlen(type_names[k].name) == length && strncmp(type_names[k].name, word, length) == 0) {
      item->type = type_names[k].type;
      if (item->type == GENERATOR) item->optional = 1;
      return;
    }
  if (read_tensor_type(word, length, item)) return;
  item->type = CHOICE;
  item->choices = word;
}

/* Reads "name:Type", "name:Type?", "name:Type=default". */
static void read_item(const char *name, const char *word, size_t length, Item *item)
{
  const char *colon = memchr(word, ':', length), *end = word + length;
  const char *type = colon + 1, *stop = type;
  memset(item, 0, sizeof *item);
  while (stop < end && *stop != '=' && *stop != '?') stop++;
  item->optional = stop < end;
  if (stop < end && *stop == '=') memcpy(item->fallback, stop + 1, (size_t)(end - stop - 1));
  snprintf(item->what, sizeof item->what, "%s: %.*s", name, (int)(colon - word), word);
  read_type(type, (size_t)(stop - type), item);
  item->number = TH_real(strtod(item->fallback, NULL));
  item->integer = strcmp(item->fallback, "true") == 0 ? 1 : (int64_t)item->number.real;
  if (item->type == POSITION) item->integer--;
}

static void read_signature(const luaTH_Row *row, Form *form)
{
  form->row = row;
  form->nresults = form->nitems = 0;
  for (const char *p = row->signature; *p;) {
    size_t length = strcspn(p, " ");
    const char *bang = memchr(p, '!', length);
    if (bang) {
      char dtype[16] = "";
      memcpy(dtype, bang + 1, length - (size_t)(bang + 1 - p));
      form->result_dtype[form->nresults++] = *dtype ? THDtype_find(dtype) : TH_UNDEFINED;
    } else {
      read_item(row->name, p, length, &form->item[form->nitems++]);
    }
    p += length;
    while (*p == ' ') p++;
  }
}

/* --- matching --- */

typedef struct Match {
  lua_State *L;
  const Form *form;
  luaTH_Call *call;
  int last; /* stack position of the last argument */
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
  for (const char *p = choices; *p && *p != ' ' && *p != '=';) {
    size_t n = strcspn(p, "/= ");
    if (n == length && strncmp(p, s, n) == 0) return 1;
    p += n;
    if (*p == '/') p++;
  }
  return 0;
}

static int fits_tensor(lua_State *L, int index, const Item *item, luaTH_Value *v)
{
  v->tensor = luaTH_totensor(L, index);
  if (!v->tensor) return item->type == OPERAND && luaTH_tonumber(L, index, &v->number);
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

/* Match items from k on with arguments from index on. An optional item first tries to take the
   argument, then is left out. */
static int match_items(Match *m, int k, int index)
{
  const Form *form = m->form;
  if (k == form->nitems) return index > m->last;
  const Item *item = &form->item[k];
  luaTH_Value *v = &m->call->arg[k];
  if (index <= m->last && fits(m->L, index, item, v)) {
    int end = item->type == SIZES || item->type == PAIRS ? end_of_sizes(m, index) : index;
    v->given = 1;
    v->index = index;
    v->nsizes = end; /* the last position, until convert counts the sizes */
    if (match_items(m, k + 1, end + 1)) return 1;
  }
  if (!item->optional) return 0;
  set_default(m->L, item, v);
  return match_items(m, k + 1, index);
}

static int match_results(Match *m, int count, int index)
{
  for (int r = 0; r < m->form->nresults; r++) {
    THTensor *t = r < count ? luaTH_totensor(m->L, index + r) : NULL;
    int dtype = m->form->result_dtype[r];
    if (r < count && (!t || (dtype && t->dtype != dtype))) return 0;
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

static int no_match(lua_State *L, const Entry *entry)
{
  luaL_Buffer b;
  int last = lua_gettop(L);
  luaL_buffinit(L, &b);
  luaL_addstring(&b, entry->name);
  luaL_addstring(&b, ": got (");
  for (int index = 1; index <= last && index <= 12; index++) {
    if (index > 1) luaL_addstring(&b, ", ");
    add_argument(L, &b, index);
  }
  luaL_addstring(&b, last > 12 ? ", ...); accepted forms:" : "); accepted forms:");
  for (int f = 0; f < entry->nforms; f++) add_form(&b, entry->form[f].row, entry->name);
  luaL_pushresult(&b);
  return luaL_error(L, "%s", lua_tostring(L, -1));
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
      call->result[r] = luaTH_newresult(L, form->result_dtype[r], plan->likely[r]);
    }
  }
}

/* Set the metatable of fresh results that changed kind; a given result must not have changed. */
static int set_types(const luaTH_Call *call, Plan *plan, const int *kind, int last)
{
  for (int r = 0; r < plan->form->nresults; r++) {
    const int is = luaTH_kindOf(call->result[r]);
    if (is == kind[r]) continue;
    if (call->given[r]) return luaTH_takeBack(call->name, call->result[r], kind[r]);
    plan->likely[r] = (uint16_t)is;
    luaTH_settype(call->L, last + 1 + r);
  }
  return TH_OK;
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
  luaTH_Memory *memory = luaTH_enter(L);
  int status = drive(call, last + form->nresults);
  if (!status && !call->pushed) status = set_types(call, plan, kind, last);
  if (status) return luaTH_failed(L, call->name);
  luaTH_leave(L, memory);
  return call->pushed ? call->pushed : form->nresults;
}

/* --- finding a match --- */

/* 1 if the call fits with that many results given in front and the items starting at items_from. */
static int try_items(Match *m, Plan *plan, int results, int items_from)
{
  luaTH_Call *call = m->call;
  m->form = plan->form;
  for (int k = 0; k < m->form->nitems; k++) call->arg[k].tensor = NULL;
  if (!match_results(m, results, 1) || !match_items(m, 0, items_from)) return 0;
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
  if (form->nresults != 2 || plan->results != 1 || !x || t->dtype == x->dtype ||
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
enum { SEEN_OTHER, SEEN_NUMBER, SEEN_BOOLEAN, SEEN_TENSOR, LAYOUTS_SEEN = 4 };

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
    call->given[r] = r >= plan->skipped && r < plan->skipped + plan->results;
    call->result[r] = call->given[r] ? seen->tensor[r - plan->skipped] : NULL;
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

/* Search all forms; returns a plan of the entry, or found itself if the call has no key. */
static __attribute__((noinline)) Plan *match(Entry *entry, luaTH_Call *call, int last, int method,
                                             uint64_t key, Plan *found)
{
  Match m = {.L = call->L, .call = call, .last = last};
  *found = (Plan){.key = key};
  if (!search(entry, &m, method, found)) return no_match(call->L, entry), NULL;
  if (!key) return found;
  Plan *plan = &entry->plan[entry->oldest++ % NUM_PLANS];
  *plan = *found;
  return plan;
}

static int dispatch(lua_State *L, int method)
{
  Entry *entry = lua_touserdata(L, lua_upvalueindex(1));
  int last = lua_gettop(L);
  luaTH_Call call;
  Seen seen;
  Plan found;
  call.L = L;
  call.name = entry->name;
  uint64_t key = look(L, last, method, &seen);
  Plan *plan = key ? find_plan(entry, key) : NULL;
  if (plan) follow(plan, &seen, &call);
  else plan = match(entry, &call, last, method, key, &found);
  return invoke(&call, plan, last);
}

static int call_function(lua_State *L)
{
  return dispatch(L, 0);
}

static int call_method(lua_State *L)
{
  return dispatch(L, 1);
}

/* --- registering --- */

static int all_have(const Entry *entry, unsigned flag)
{
  for (int f = 0; f < entry->nforms; f++)
    if (!(entry->form[f].row->flags & flag)) return 0;
  return 1;
}

/* The entry is at the top of the stack; it becomes an upvalue of both closures. */
static void set_closures(lua_State *L, const Entry *entry, int module, int methods)
{
  if (!all_have(entry, LUATH_METHOD_ONLY)) {
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, call_function, 1);
    lua_setfield(L, module, entry->name);
  }
  if (!all_have(entry, LUATH_FUNCTION_ONLY)) {
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, call_method, 1);
    lua_setfield(L, methods, entry->name);
  }
}

/* Append a table with name, signature, doc and flags of the form to module.rows: help, the
   reference pages and the coverage check are made from it. */
static void note_row(lua_State *L, int module, const luaTH_Row *row)
{
  lua_getfield(L, module, "rows");
  lua_newtable(L);
  lua_pushstring(L, row->name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, row->signature);
  lua_setfield(L, -2, "signature");
  lua_pushstring(L, row->doc ? row->doc : "");
  lua_setfield(L, -2, "doc");
  lua_pushboolean(L, (row->flags & LUATH_INPLACE) != 0);
  lua_setfield(L, -2, "inplace");
  lua_pushboolean(L, !(row->flags & LUATH_METHOD_ONLY));
  lua_setfield(L, -2, "isfunction");
  lua_pushboolean(L, !(row->flags & LUATH_FUNCTION_ONLY));
  lua_setfield(L, -2, "ismethod");
  lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
  lua_pop(L, 1);
}

void luaTH_register(lua_State *L, const luaTH_Row *rows)
{
  int module = lua_gettop(L), methods = module + 1;
  luaTH_pushmethods(L);
  while (rows->name) {
    int n = 0;
    while (rows[n].name && strcmp(rows[n].name, rows->name) == 0) n++;
    Entry *entry = lua_newuserdata(L, sizeof *entry + (size_t)n * sizeof *entry->form);
    memset(entry, 0, sizeof *entry);
    entry->nforms = n;
    entry->name = rows->name;
    for (int f = 0; f < n; f++) {
      read_signature(&rows[f], &entry->form[f]);
      note_row(L, module, &rows[f]);
    }
    set_closures(L, entry, module, methods);
    lua_pop(L, 1);
    rows += n;
  }
  lua_pop(L, 1);
}

/* --- for drivers --- */

int luaTH_returnnumber(luaTH_Call *call, THNumber number)
{
  luaTH_pushnumber(call->L, number);
  call->pushed = 1;
  return TH_OK;
}

int luaTH_returnboolean(luaTH_Call *call, int value)
{
  lua_pushboolean(call->L, value);
  call->pushed = 1;
  return TH_OK;
}
