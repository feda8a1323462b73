/*
** The program of the page: runs a Lua script with the module in a state of its own. What the script
** prints goes to Module.print, its figures to Module.figure, both of index.html.
*/
#include <emscripten.h>
#include <lauxlib.h>
#include <lualib.h>

#include <stdio.h>
#include <string.h>

#include "tensor.h"

EM_JS(void, show_svg, (const char *svg), { Module.figure(UTF8ToString(svg)); });

static int draw(lua_State *L)
{
  fflush(stdout); /* what was printed before stands before */
  show_svg(luaL_checkstring(L, 1));
  return 0;
}

/* page.lua gets the function that shows SVG. */
static int open_module(lua_State *L)
{
  luaL_openlibs(L);
  luaTH_openmodule(L, "/lua");
  lua_setglobal(L, "tensor");
  if (luaL_loadfile(L, "/page.lua")) return lua_error(L);
  lua_pushcfunction(L, draw);
  lua_call(L, 1, 0);
  return 0;
}

static int add_traceback(lua_State *L)
{
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

/* Returns 1, or 0 after an error, which is printed. */
EMSCRIPTEN_KEEPALIVE int web_run(const char *script)
{
  lua_State *L = luaL_newstate();
  if (!L) return 0;
  lua_pushcfunction(L, add_traceback);
  lua_pushcfunction(L, open_module);
  const int isFine = lua_pcall(L, 0, 0, 1) == 0 &&
                     luaL_loadbuffer(L, script, strlen(script), "=script") == 0 &&
                     lua_pcall(L, 0, 0, 1) == 0;
  fflush(stdout);
  if (!isFine) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return isFine;
}
