/*
** Errors that the binding raises. The place in front of a text is the script's, also where the
** module's part in Lua lies between.
*/
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "core/luaTH.h"

static const char files_key;

int luaTH_ownFiles(lua_State *L)
{
  lua_Debug caller;
  const char *end = NULL;
  if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "S", &caller))
    end = strrchr(caller.source, '/');
  lua_pushlstring(L, end ? caller.source : "", end ? (size_t)(end + 1 - caller.source) : 0);
  luaTH_setregistry(L, &files_key);
  return 0;
}

/* Push "file:line: " of the innermost caller that is not a file of the module. */
static void push_place(lua_State *L)
{
  lua_Debug caller;
  int level = 1;
  luaTH_getregistry(L, &files_key);
  const char *folder = lua_tostring(L, -1);
  while (folder && *folder && lua_getstack(L, level, &caller) && lua_getinfo(L, "S", &caller) &&
         strncmp(caller.source, folder, strlen(folder)) == 0)
    level++;
  lua_pop(L, 1);
  luaL_where(L, level);
}

int luaTH_error(lua_State *L, const char *format, ...)
{
  va_list arguments;
  luaL_checkstack(L, 4, NULL);
  push_place(L);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  return lua_error(L);
}

/* The length of the operation's name at the start of a text of th_fail, with its ": "; 0 if there
   is none. */
static size_t named(const char *text)
{
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_') length++;
  return islower((unsigned char)text[0]) && strncmp(text + length, ": ", 2) == 0 ? length + 2 : 0;
}

int luaTH_failed(lua_State *L, const char *name)
{
  const char *text = TH_error();
  size_t length = strlen(name);
  TH_setAccount(NULL);
  if (strncmp(text, name, length) == 0 && text[length] == ':') return luaTH_error(L, "%s", text);
  return luaTH_error(L, "%s: %s", name, text + named(text));
}

int luaTH_result(lua_State *L, int status, int count)
{
  if (!status) return count;
  TH_setAccount(NULL);
  return luaTH_error(L, "%s", TH_error());
}
