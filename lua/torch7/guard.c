/*
** The guard: runs each C function of an extension (luaT.h), turns its errors into Lua errors and
** returns what it has not freed.
**
** An extension holds tensors by counted headers (TH/compat/THCompatTensor.h), Lua by userdata.
** Pushing a counted tensor makes a userdata with a header of its own. Torch7's code often pushes a
** result first and fills it afterwards, so for the rest of the call a link keeps both headers
** equal. Invariant: while the extension runs, its header is the current one and is copied to the
** userdata when control passes to Lua; on the way back the userdata's is.
*/
#include "torch7/guard.h"

#include <stdlib.h>
#include <string.h>

#define LUAT_KEEPS_NAMES
#include "torch7/luaT.h"

/* THCompat_isCounted tells both by the word before the tensor. */
_Static_assert(offsetof(luaTH_Tensor, tensor) ==
                 offsetof(luaTH_Tensor, block) + offsetof(luaTH_Block, magic) + sizeof(void *),
               "the word before a tensor of Lua is its magic");

typedef struct Link {
  struct Link *next;
  THTensor *mine, *lua;
  int reference; /* in the registry: keeps the userdata alive */
} Link;

typedef struct Call {
  THCompatCall base;
  lua_State *L;
  lua_CFunction function;
  luaTH_Memory *memory;
  struct Call *outer;
  Link *links;
} Call;

static _Thread_local Call *current;

/* --- passing control between an extension and Lua --- */

static void copy_header(THTensor *to, const THTensor *from)
{
  if (!THTensor_isSetTo(to, from)) THTensor_set(to, from);
}

static void give_to_lua(const Call *call)
{
  for (const Link *link = call ? call->links : NULL; link; link = link->next)
    copy_header(link->lua, link->mine);
}

/* After Lua ran: copy the headers back; charge what follows to the call's state again. */
static void take_from_lua(Call *call)
{
  if (!call) return;
  for (const Link *link = call->links; link; link = link->next)
    copy_header(link->mine, link->lua);
  call->memory = luaTH_enter(call->L);
}

static void drop_links(Call *call)
{
  while (call->links) {
    Link *link = call->links;
    call->links = link->next;
    luaL_unref(call->L, LUA_REGISTRYINDEX, link->reference);
    THCompat_free(link->mine);
    free(link);
  }
}

static Link *link_of(const THTensor *t)
{
  for (Call *call = current; call; call = call->outer)
    for (Link *link = call->links; link; link = link->next)
      if (link->mine == t || link->lua == t) return link;
  return NULL;
}

/* --- the guard --- */

/* Whether the function that the guard runs is on top, and not a C function called by FFI from Lua
   code that it called. */
static int is_on_top(const Call *call)
{
  lua_Debug top;
  if (!lua_checkstack(call->L, 1) || !lua_getstack(call->L, 0, &top)) return 1;
  lua_getinfo(call->L, "f", &top);
  const int same = lua_tocfunction(call->L, -1) == call->function;
  lua_pop(call->L, 1);
  return same;
}

static void raise_error(THCompatCall *base, int argument, const char *text)
{
  const Call *call = (const Call *)base;
  if (!is_on_top(call)) luaT_raise(call->L, argument, text);
  if (argument) luaL_argerror(call->L, argument, text);
  luaL_error(call->L, "%s", text);
}

static int relieve(THCompatCall *base, int status)
{
  lua_State *L = ((Call *)base)->L;
  return luaTH_again(L, status, lua_gettop(L));
}

static int guard(lua_State *L);

/* If text is a message of luaL_argerror without the function's name, push it with that name, as Lua
   would for an unguarded function. */
static int push_argument_error(lua_State *L, const char *text, const lua_Debug *called)
{
  static const char head[] = "bad argument #";
  char *rest;
  if (!called->name || strncmp(text, head, sizeof head - 1) != 0) return 0;
  long argument = strtol(text + sizeof head - 1, &rest, 10);
  if (strncmp(rest, " to '?' ", 8) != 0) return 0;
  if (strcmp(called->namewhat, "method") == 0) argument--;
  if (argument == 0)
    lua_pushfstring(L, "calling '%s' on bad self %s", called->name, rest + 8);
  else
    lua_pushfstring(L, "%s%d to '%s' %s", head, (int)argument, called->name, rest + 8);
  return 1;
}

/*
** The guard's message handler. An error that the function itself raised gets the position of the
** call and the function's name, which the guard in between would hide.
*/
static int complete_message(lua_State *L)
{
  lua_Debug called;
  if (lua_type(L, 1) != LUA_TSTRING || !lua_getstack(L, 2, &called)) return 1;
  lua_getinfo(L, "nf", &called);
  if (lua_tocfunction(L, -1) != guard) {
    lua_settop(L, 1);
    return 1;
  }
  luaL_where(L, 3);
  if (!push_argument_error(L, lua_tostring(L, 1), &called)) lua_pushvalue(L, 1);
  lua_concat(L, 2);
  return 1;
}

/* Upvalues: the extension's function and the message handler. */
static int guard(lua_State *L)
{
  const int arguments = lua_gettop(L);
  Call call = {.base = {.raise = raise_error, .relieve = relieve}, .L = L, .outer = current};
  luaL_checkstack(L, 2, "too many arguments");
  call.function = lua_tocfunction(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_insert(L, 1);
  call.memory = luaTH_enter(L);
  give_to_lua(call.outer);
  current = &call;
  THCompat_enter(&call.base);
  const int failed = lua_pcall(L, arguments, LUA_MULTRET, 1);
  if (!failed) give_to_lua(&call);
  drop_links(&call);
  THCompat_leave(&call.base, failed);
  current = call.outer;
  luaTH_leave(L, call.memory);
  take_from_lua(call.outer);
  return failed ? lua_error(L) : lua_gettop(L) - 1;
}

void luaT_pushcclosure(lua_State *L, lua_CFunction function, int nup)
{
  lua_pushcclosure(L, function, nup);
  lua_pushcfunction(L, complete_message);
  lua_pushcclosure(L, guard, 2);
}

void luaT_call(lua_State *L, int arguments, int results)
{
  give_to_lua(current);
  lua_call(L, arguments, results);
  take_from_lua(current);
}

int luaT_pcall(lua_State *L, int arguments, int results, int handler)
{
  give_to_lua(current);
  const int status = lua_pcall(L, arguments, results, handler);
  take_from_lua(current);
  return status;
}

/* --- tensors that pass through the guard --- */

THTensor *luaT_mine(THTensor *t)
{
  const Link *link = link_of(t);
  return link ? link->mine : t;
}

void luaT_pushcounted(lua_State *L, THTensor *t)
{
  Link *link = link_of(t);
  if (link) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, link->reference);
    THCompat_free(t);
    return;
  }
  luaTH_pushtensor(L, t);
  if (!current) {
    THCompat_free(t);
    return;
  }
  link = calloc(1, sizeof *link);
  if (!link) luaL_error(L, "not enough memory");
  *link = (Link){current->links, t, luaTH_totensor(L, -1), LUA_NOREF};
  current->links = link;
  lua_pushvalue(L, -1);
  link->reference = luaL_ref(L, LUA_REGISTRYINDEX);
}
