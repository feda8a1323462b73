/*
** Reads the signatures of rows (signature.h) into forms, when their functions are made, and
** registers rows.
*/
#include "core/match.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- signatures --- */

/* A word of a row's signature. Rows come from libraries outside too, so wrong ones raise. */
typedef struct Word {
  lua_State *L;
  const luaTH_Row *row;
  const char *text;
  size_t length;
} Word;

static void expect(const Word *word, int holds, const char *what)
{
  if (holds) return;
  lua_pushlstring(word->L, word->text, word->length);
  luaL_error(word->L, "register %s: '%s' in its signature: %s", word->row->name,
             lua_tostring(word->L, -1), what);
}

static const struct { const char *name; Type type; } type_names[] = {
  {"Mask", MASK}, {"Operand", OPERAND}, {"number", NUMBER}, {"complex", COMPLEX}, {"count", COUNT}, {"position", POSITION}, {"place", NUMBER}, {"dim", DIM},
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

static void read_type(const Word *of, const char *word, size_t length, Item *item)
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
  expect(of, memchr(word, '/', length) != NULL, "unknown type; choices are words with / between");
  item->type = CHOICE;
  item->choices = word;
}

/* Reads "name:Type", "name:Type?", "name:Type=default". */
static void read_item(const Word *word, Item *item)
{
  const char *colon = memchr(word->text, ':', word->length), *end = word->text + word->length;
  const char *type = colon + 1, *stop = type;
  expect(word, colon != NULL, "expected name:Type");
  memset(item, 0, sizeof *item);
  while (stop < end && *stop != '=' && *stop != '?') stop++;
  item->optional = stop < end;
  expect(word, end - stop <= (int)sizeof item->fallback, "the default is too long");
  if (stop < end && *stop == '=') memcpy(item->fallback, stop + 1, (size_t)(end - stop - 1));
  snprintf(item->what, sizeof item->what, "%s: %.*s", word->row->name, (int)(colon - word->text),
           word->text);
  read_type(word, type, (size_t)(stop - type), item);
  item->number = TH_real(strtod(item->fallback, NULL));
  item->integer = strcmp(item->fallback, "true") == 0 ? 1 : (int64_t)item->number.real;
  if (item->type == POSITION) item->integer--;
}

/* Reads "name!" or "name!Dtype". */
static void read_result(const Word *word, const char *bang, Form *form)
{
  char dtype[16] = "";
  const size_t length = word->length - (size_t)(bang + 1 - word->text);
  expect(word, form->nresults < LUATH_MAX_RESULTS, "there are more results than fit");
  expect(word, length < sizeof dtype, "expected name! or name!Dtype");
  memcpy(dtype, bang + 1, length);
  form->result_dtype[form->nresults++] = *dtype ? THDtype_find(dtype) : TH_UNDEFINED;
}

static int numbers_first(const Form *form)
{
  int k = 0;
  while (k < form->nitems && form->item[k].optional) k++;
  if (k == form->nitems) return 0;
  switch (form->item[k].type) {
  case NUMBER: case COMPLEX: case COUNT: case POSITION: case DIM: case SIZES: case PAIRS: case ANY:
    return 1;
  default: return 0;
  }
}

static void read_signature(lua_State *L, const luaTH_Row *row, Form *form)
{
  form->row = row;
  form->nresults = form->nitems = 0;
  if (!row->signature || !row->driver)
    luaL_error(L, "register %s: a row needs a signature and a driver", row->name);
  for (const char *p = row->signature; *p;) {
    const Word word = {L, row, p, strcspn(p, " ")};
    const char *bang = memchr(p, '!', word.length);
    if (bang) read_result(&word, bang, form);
    else {
      expect(&word, form->nitems < LUATH_MAX_ITEMS, "there are more items than fit");
      read_item(&word, &form->item[form->nitems++]);
    }
    p += word.length;
    while (*p == ' ') p++;
  }
  form->numbersFirst = numbers_first(form);
}

/* --- registering --- */

/* The number of items in a signature: words without a "!". */
static int count_items(const char *signature)
{
  int n = 0;
  for (const char *p = signature; p && *p;) {
    const size_t length = strcspn(p, " ");
    if (length && !memchr(p, '!', length)) n++;
    p += length;
    while (*p == ' ') p++;
  }
  return n;
}

/* The number of rows from the first on that have one name. */
static int count_forms(const luaTH_Row *rows)
{
  int n = 0;
  while (rows[n].name && strcmp(rows[n].name, rows->name) == 0) n++;
  return n;
}

/* The bytes of the entry of the first n rows: its items are behind its forms. */
static size_t entry_bytes(const luaTH_Row *rows, int n)
{
  size_t nitems = 0;
  for (int f = 0; f < n; f++) nitems += (size_t)count_items(rows[f].signature);
  return sizeof(Entry) + (size_t)n * sizeof(Form) + nitems * sizeof(Item);
}

/* Push the entry of the first n rows, filled: a userdata, which its closure keeps. */
static Entry *push_entry(lua_State *L, const luaTH_Row *rows, int n)
{
  const size_t bytes = entry_bytes(rows, n);
  Entry *entry = memset(lua_newuserdata(L, bytes), 0, bytes);
  entry->nforms = n;
  entry->name = rows->name;
  Item *item = (Item *)(entry->form + n);
  for (int f = 0; f < n; f++) {
    entry->form[f].item = item;
    read_signature(L, &rows[f], &entry->form[f]);
    item += entry->form[f].nitems;
  }
  return entry;
}

void luaTH_pushclosure(lua_State *L, const luaTH_Row *rows, luaTH_Quick quick,
                       lua_CFunction function)
{
  push_entry(L, rows, count_forms(rows))->quick = quick;
  luaTH_pushtypes(L);
  lua_pushcclosure(L, function, 2);
}

int luaTH_partsOf(const luaTH_Row *rows)
{
  unsigned any = 0, all = ~0u;
  const int n = count_forms(rows);
  for (int f = 0; f < n; f++) any |= rows[f].flags, all &= rows[f].flags;
  const int function = all & LUATH_METHOD_ONLY ? 0 : LUATH_HAS_FUNCTION;
  if (all & LUATH_FUNCTION_ONLY) return function;
  const unsigned differs = LUATH_METHOD_ONLY | LUATH_FUNCTION_ONLY | LUATH_INPLACE;
  return function | LUATH_HAS_METHOD | (any & differs ? LUATH_OWN_METHOD : 0);
}

/* Set the function and the method of the first rows in these tables. */
static void set_closures(lua_State *L, const luaTH_Row *rows, int module, int methods)
{
  const int parts = luaTH_partsOf(rows);
  if (parts & LUATH_HAS_FUNCTION) {
    luaTH_pushclosure(L, rows, NULL, luaTH_callFunction);
    lua_setfield(L, module, rows->name);
  }
  if (!(parts & LUATH_HAS_METHOD)) return;
  if (parts & LUATH_OWN_METHOD) luaTH_pushclosure(L, rows, NULL, luaTH_callMethod);
  else lua_getfield(L, module, rows->name);
  lua_setfield(L, methods, rows->name);
}

/* Append a table with name, signature, doc and flags of the row to the table at the top. */
static void note_row(lua_State *L, const luaTH_Row *row, const char *chapter)
{
  lua_createtable(L, 0, 8);
  lua_pushstring(L, row->name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, row->signature);
  lua_setfield(L, -2, "signature");
  lua_pushstring(L, row->doc ? row->doc : "");
  lua_setfield(L, -2, "doc");
  lua_pushstring(L, chapter);
  lua_setfield(L, -2, "chapter");
  lua_pushboolean(L, (row->flags & LUATH_INPLACE) != 0);
  lua_setfield(L, -2, "inplace");
  lua_pushboolean(L, !(row->flags & LUATH_METHOD_ONLY));
  lua_setfield(L, -2, "isfunction");
  lua_pushboolean(L, !(row->flags & LUATH_FUNCTION_ONLY));
  lua_setfield(L, -2, "ismethod");
  lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
}

static void note_rows(lua_State *L, const luaTH_Row *rows, const char *chapter)
{
  for (; rows->name; rows++) note_row(L, rows, chapter);
}

static const char lists_key; /* of the registry: the core's lists of rows, each with its chapter */

/*
** Help, the reference pages and the coverage check read the rows from the table module.rows. For
** the core, which has no such table, the list is kept: its rows become tables when somebody asks
** (list_rows).
*/
static void note_list(lua_State *L, int module, const luaTH_Row *rows)
{
  lua_getfield(L, module, "rows");
  if (lua_istable(L, -1)) {
    note_rows(L, rows, NULL);
  } else {
    luaTH_getregistry(L, &lists_key);
    lua_pushlightuserdata(L, (void *)rows);
    lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

void luaTH_notechapter(lua_State *L, const char *chapter)
{
  luaTH_getregistry(L, &lists_key);
  for (int k = (int)lua_rawlen(L, -1); k > 0; k -= 2) {
    lua_rawgeti(L, -1, k);
    const int is_named = lua_isstring(L, -1);
    lua_pop(L, 1);
    if (is_named) break;
    lua_pushstring(L, chapter);
    lua_rawseti(L, -2, k);
  }
  lua_pop(L, 1);
}

/* rows(): the core's rows as a list of tables, which is made anew */
static int list_rows(lua_State *L)
{
  lua_newtable(L);
  luaTH_getregistry(L, &lists_key);
  const int n = (int)lua_rawlen(L, -1), lists = lua_gettop(L);
  for (int k = 1; k <= n; k += 2) {
    lua_rawgeti(L, lists, k);
    lua_rawgeti(L, lists, k + 1);
    lua_pushvalue(L, lists - 1);
    note_rows(L, lua_touserdata(L, -3), lua_tostring(L, -2));
    lua_settop(L, lists);
  }
  lua_pop(L, 1);
  return 1;
}

void luaTH_openrows(lua_State *L)
{
  lua_newtable(L);
  luaTH_setregistry(L, &lists_key);
  lua_pushcfunction(L, list_rows);
  lua_setfield(L, -2, "rows");
}

/* Rows of the core wait until a script asks for them. A library's own are made at once: they are
   few, and what is wrong with one is said when it is registered. */
void luaTH_register(lua_State *L, const luaTH_Row *rows)
{
  const int module = lua_gettop(L), waits = luaTH_isCore(L, module);
  const luaTH_Row *first = rows;
  luaTH_pushmethods(L);
  for (; rows->name; rows += count_forms(rows))
    if (waits) luaTH_wait(L, rows);
    else set_closures(L, rows, module, module + 1);
  note_list(L, module, first);
  lua_pop(L, 1);
}

/* --- for drivers --- */

int luaTH_returnnumber(luaTH_Call *call, THNumber number)
{
  luaTH_pushnumber(call->L, number);
  call->pushed = 1;
  return TH_OK;
}

int luaTH_returnelement(luaTH_Call *call, THNumber number)
{
  call->pushed = 1;
  return luaTH_pushscalar(call->L, call->arg[0].tensor, number);
}

int luaTH_returnboolean(luaTH_Call *call, int value)
{
  lua_pushboolean(call->L, value);
  call->pushed = 1;
  return TH_OK;
}
