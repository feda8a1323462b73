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
  {"view", luaTH_openparts},    /* tables of views */
  {"plain", luaTH_openplain},   /* the plain calls of views, also for compiled code */
  {"format", luaTH_openformat}, /* memory formats, clones */
  {"index", luaTH_openindex},   /* by mask and position; x[i] is in index.c too */
  {"arrange", luaTH_openarrange}, /* joined, reversed, padded, by several positions */
  {"apply", luaTH_openapply},   /* a Lua function for each element */
  {"ops", luaTH_openops},       /* point-wise rows and operators */
  {"elementwise", luaTH_openelementwise}, /* point-wise functions that are more than a row; where */
  {"reduce", luaTH_openreduce}, /* reductions and scans */
  {"order", luaTH_openorder},   /* sorting and selection */
  {"along", luaTH_openalong},   /* along a dimension: without NaN, exponentials, differences */
  {"search", luaTH_opensearch}, /* sets, bins, quantiles, covariances */
  {"linear", luaTH_openlinear}, /* products of vectors and matrices */
  {"lapack", luaTH_openlapack}, /* solutions, factors, eigenvalues */
  {"linalg", luaTH_openlinalg}, /* stacks of matrices, contractions, norms, distances */
  {"functions", luaTH_openfunctions}, /* convolution and other functions of Torch7 */
  {"random", luaTH_opendraws},  /* samplers and choices */
  {"random", luaTH_openrandom}, /* generators and distributions */
  {"type", luaTH_opentype},     /* names of types, the default type */
  {"type", luaTH_openmkldnn},   /* the layout of oneDNN */
  {"complex", luaTH_opencomplex}, /* complex numbers and their parts */
  {"dtype", luaTH_opendtype},   /* element types: constants, limits, promotion */
  {"class", luaTH_openclass},   /* addresses, reference counts, attached values */
#ifndef TH_SMALL
  {"fft", luaTH_openfft},       /* Fourier transforms */
  {"quantize", luaTH_openquantize}, /* quantized tensors */
  {"sparse", luaTH_opensparse},   /* of other layouts: coordinates, compressed rows */
  {"exchange", luaTH_openblob},   /* memory of others */
  {"exchange", luaTH_opendlpack}, /* tensors for other libraries of the process, and theirs */
  {"exchange", luaTH_openshared}, /* memory that other processes can open */
#endif
  {"errors", luaTH_openerrors}, /* of C functions called by FFI */
  {"prompt", luaTH_openprompt}, /* Ctrl-C and lines, for tensor/prompt.lua */
  {"memory", luaTH_openmemory}, /* release, scopes, budget, cache */
  {"system", luaTH_opensystem}, /* SIMD level, threads, clock, terminal */
  {"types", luaTH_opentensors}, /* make.c: the type objects */
};

static const Chapter late_chapters[] = {
  {"fuse", luaTH_openfuse}, /* chains of point-wise operations in one pass */
#ifndef TH_SMALL
  {"process", luaTH_openprocess}, /* workers and queues, for tensor/process */
  {"file", luaTH_openfile}, /* files; tensor/torch7/serialize.lua reads and writes objects */
  {"formats", luaTH_openformats}, /* of others, for tensor/files.lua */
#endif
};

/* open(name): open a late chapter in the module, which is upvalue 1 */
static int open_chapter(lua_State *L)
{
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  for (size_t k = 0; k < sizeof late_chapters / sizeof *late_chapters; k++)
    if (strcmp(name, late_chapters[k].name) == 0) {
      late_chapters[k].open(L);
      return 0;
    }
  return luaL_error(L, "%s: not in this build (TH_SMALL)", name);
}

/* tensor/native.lua looks for this text in a file that could not be loaded. */
__attribute__((used)) static const char built_for[] = "tensor.core: built for " LUA_VERSION;

/*
** Another Lua may have all functions that this file calls, with other arguments: Lua 5.3 has those
** of 5.2. Only functions that are the same in both are called here. Where there are such pairs,
** lua_version is the same, too.
*/
static void check_version(lua_State *L)
{
#if LUA_VERSION_NUM >= 504
  const int loaded = (int)lua_version(L);
#elif LUA_VERSION_NUM >= 502
  const int loaded = (int)*lua_version(L);
#else
  const int loaded = LUA_VERSION_NUM; /* later ones lack lua_call and do not get here */
#endif
  if (loaded != LUA_VERSION_NUM)
    luaL_error(L, "%s, loaded by %d.%d", built_for, loaded / 100, loaded % 100);
}

int luaopen_tensor_core(lua_State *L)
{
  check_version(L);
  lua_settop(L, 0);
  lua_newtable(L);
  luaTH_openrows(L);
  luaTH_openwaiting(L);
  for (size_t k = 0; k < sizeof chapters / sizeof *chapters; k++) {
    chapters[k].open(L);
    luaTH_notechapter(L, chapters[k].name);
  }
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, open_chapter, 1);
  lua_setfield(L, -2, "open");
  lua_pushliteral(L, TH_VERSION);
  lua_setfield(L, -2, "version");
#ifdef TH_SMALL
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, "isSmall");
#endif
  return 1;
}

/* Put folder in front of package.path. package is on the stack. */
static void prepend_path(lua_State *L, const char *folder)
{
  lua_getfield(L, -1, "path");
  lua_pushfstring(L, "%s/?.lua;%s/?/init.lua;%s", folder, folder, luaL_optstring(L, -1, ""));
  lua_setfield(L, -3, "path");
  lua_pop(L, 1);
}

void luaTH_openmodule(lua_State *L, const char *folder)
{
  luaL_checkstack(L, 8, "luaTH_openmodule");
  lua_getglobal(L, "package");
  if (!lua_istable(L, -1))
    luaL_error(L, "luaTH_openmodule: the state has no package; open Lua's libraries first");
  prepend_path(L, folder);
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_tensor_core);
  lua_setfield(L, -2, "tensor.core");
  lua_pop(L, 2);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tensor");
  lua_call(L, 1, 1);
}
