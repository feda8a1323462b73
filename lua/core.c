/*
** luaopen_tensor_core: opens the chapters of the binding in the order of the table below and
** returns the module, a table of functions. Later chapters may use what earlier ones registered.
** Some are opened when tensor/init.lua first needs them: a collection walks every function.
*/
#include <string.h>

#include "core/match.h"

typedef struct Chapter { const char *name; void (*open)(lua_State *L); } Chapter;

static const Chapter chapters[] = {
  {"types", luaTH_opentypes},   /* luaTH.c: the state's settings */
  {"storage", luaTH_openstorage},
  {"tensor", luaTH_opentensor}, /* sizes, types, copies */
  {"make", luaTH_openmake},     /* constructors */
  {"view", luaTH_openview},
  {"plain", luaTH_openplain},   /* the plain calls of views, also for compiled code */
  {"format", luaTH_openformat}, /* memory formats, clones */
  {"index", luaTH_openindex},   /* by mask and position; x[i] is in index.c too */
  {"apply", luaTH_openapply},   /* a Lua function for each element */
  {"ops", luaTH_openops},       /* point-wise rows and operators */
  {"reduce", luaTH_openreduce}, /* reductions and scans */
  {"order", luaTH_openorder},   /* sorting and selection */
  {"linear", luaTH_openlinear}, /* products of vectors and matrices */
  {"lapack", luaTH_openlapack}, /* solutions, factors, eigenvalues */
  {"functions", luaTH_openfunctions}, /* convolution and other functions of Torch7 */
  {"random", luaTH_openrandom}, /* generators and distributions */
  {"type", luaTH_opentype},     /* names of types, the default type */
  {"dtype", luaTH_opendtype},   /* element types: constants, limits, promotion */
  {"class", luaTH_openclass},   /* addresses, reference counts, attached values */
  {"errors", luaTH_openerrors}, /* of C functions called by FFI */
  {"image", luaTH_openimage},   /* PNG, for tensor/image.lua */
  {"prompt", luaTH_openprompt}, /* Ctrl-C and lines, for tensor/prompt.lua */
  {"memory", luaTH_openmemory}, /* release, scopes, budget, cache */
  {"system", luaTH_opensystem}, /* SIMD level, threads, clock, terminal */
  {"types", luaTH_opentensors}, /* make.c: the type objects */
};

static const Chapter late_chapters[] = {
  {"fuse", luaTH_openfuse}, /* chains of point-wise operations in one pass */
  {"file", luaTH_openfile}, /* files; tensor/torch7/serialize.lua reads and writes objects */
};

/* open(name): open a late chapter in the module, which is upvalue 1 */
static int open_chapter(lua_State *L)
{
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  for (size_t k = 0; k < sizeof late_chapters / sizeof *late_chapters; k++)
    if (strcmp(name, late_chapters[k].name) == 0) late_chapters[k].open(L);
  return 0;
}

int luaopen_tensor_core(lua_State *L)
{
  lua_settop(L, 0);
  lua_newtable(L);
  luaTH_openrows(L);
  for (size_t k = 0; k < sizeof chapters / sizeof *chapters; k++) {
    chapters[k].open(L);
    luaTH_notechapter(L, chapters[k].name);
  }
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, open_chapter, 1);
  lua_setfield(L, -2, "open");
  return 1;
}
