/*
** The Lua module emu: emu.h for specs. Devices count from 1.
**
**   emu.reset(devices, peers, megabytes)   emu.peer(device, peer, can)
**   emu.schedule('eager' | 'lazy' | 'random', seed)
**   emu.order('forward' | 'reverse' | 'shuffled', seed)
**   emu.fail(name or nil, n, error)   emu.calls(name or nil)   emu.live(what)
**   emu.findings() -> count, the last one's text   emu.races()   emu.traps(lightuserdata)
**   emu.mutate(kind or nil, n)   emu.sites(kind)   emu.site(kind, n)
*/
#include <lauxlib.h>
#include <lua.h>

#include "emu.h"

static const char *const schedules[] = {"eager", "lazy", "random", NULL};
static const char *const orders[] = {"forward", "reverse", "shuffled", NULL};
static const char *const things[] = {"blocks", "pinned", "streams", "events", NULL};
static const char *const kinds[] = {"barrier", "warp", "bound", "wait", "record", "sync", NULL};

static int reset(lua_State *L)
{
  size_t megabytes = (size_t)luaL_checkinteger(L, 3);
  emu_reset((int)luaL_checkinteger(L, 1), lua_toboolean(L, 2), megabytes << 20);
  return 0;
}

static int peer(lua_State *L)
{
  emu_peer((int)luaL_checkinteger(L, 1) - 1, (int)luaL_checkinteger(L, 2) - 1, lua_toboolean(L, 3));
  return 0;
}

static int schedule(lua_State *L)
{
  emu_schedule(luaL_checkoption(L, 1, NULL, schedules), (unsigned)luaL_optinteger(L, 2, 1));
  return 0;
}

static int order(lua_State *L)
{
  emu_order(luaL_checkoption(L, 1, NULL, orders), (unsigned)luaL_optinteger(L, 2, 1));
  return 0;
}

static int fail(lua_State *L)
{
  emu_fail(luaL_optstring(L, 1, NULL), (long)luaL_checkinteger(L, 2), (int)luaL_checkinteger(L, 3));
  return 0;
}

static int calls(lua_State *L)
{
  lua_pushinteger(L, emu_calls(luaL_optstring(L, 1, NULL)));
  return 1;
}

static int live(lua_State *L)
{
  lua_pushinteger(L, emu_live(luaL_checkoption(L, 1, NULL, things)));
  return 1;
}

static int findings(lua_State *L)
{
  lua_pushinteger(L, emu_findings());
  lua_pushstring(L, emu_finding());
  return 2;
}

static int races(lua_State *L)
{
  lua_pushinteger(L, emu_races());
  return 1;
}

static int traps(lua_State *L)
{
  lua_pushboolean(L, emu_traps(lua_touserdata(L, 1)));
  return 1;
}

static int mutate(lua_State *L)
{
  emu_mutate(luaL_checkoption(L, 1, "barrier", kinds), (long)luaL_optinteger(L, 2, 0));
  return 0;
}

static int sites(lua_State *L)
{
  lua_pushinteger(L, emu_sites(luaL_checkoption(L, 1, NULL, kinds)));
  return 1;
}

static int site(lua_State *L)
{
  lua_pushstring(L, emu_site(luaL_checkoption(L, 1, NULL, kinds), (long)luaL_checkinteger(L, 2)));
  return 1;
}

static const luaL_Reg functions[] = {
  {"reset", reset}, {"peer", peer}, {"schedule", schedule}, {"order", order}, {"fail", fail},
  {"calls", calls}, {"live", live}, {"findings", findings}, {"races", races}, {"traps", traps},
  {"mutate", mutate}, {"sites", sites}, {"site", site}, {NULL, NULL},
};

__attribute__((visibility("default"))) int luaopen_emu(lua_State *L)
{
  lua_newtable(L);
  for (const luaL_Reg *row = functions; row->name; row++) {
    lua_pushcfunction(L, row->func);
    lua_setfield(L, -2, row->name);
  }
  return 1;
}
