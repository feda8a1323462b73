/* luaopen_tensor_core: a table of contents. */
#include "luaTH.h"

static const struct { const char *chapter; void (*open)(lua_State *L); } chapters[] = {
  {"types", luaTH_opentypes},   /* luaTH.c: metatables, the state's settings */
  {"storage", luaTH_openstorage},
  {"tensor", luaTH_opentensor}, /* sizes, types, copies */
  {"make", luaTH_openmake},     /* constructors */
  {"view", luaTH_openview},
  {"index", luaTH_openindex},
  {"ops", luaTH_openops},       /* point-wise rows and operators */
};

__attribute__((visibility("default"))) int luaopen_tensor_core(lua_State *L)
{
  lua_settop(L, 0);
  lua_newtable(L);
  lua_newtable(L);
  lua_setfield(L, -2, "rows");
  for (size_t k = 0; k < sizeof chapters / sizeof *chapters; k++) chapters[k].open(L);
  return 1;
}
