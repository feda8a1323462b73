/*
** In place of worker.c, on a system without descriptors as Unix has them: workers and reports
** cannot be made, and the call says so. Queues refuse by themselves (THUnshared.c).
*/
#include <unistd.h>

#include "TH/platform/THPlatform.h"
#include "exchange/process.h"

static int refuse(lua_State *L)
{
  return process_result(L, "start", th_fail(TH_EUNSUPPORTED, "start: needs descriptors as Unix has "
                                            "them; this is %s", th_systemName), 0);
}

static int pid(lua_State *L)
{
  lua_pushinteger(L, getpid());
  return 1;
}

/* program(): nil, since no program will be started */
static int program(lua_State *L)
{
  (void)L;
  return 0;
}

void process_addworker(lua_State *L)
{
  static const char *const refused[] = {
    "run", "descriptors", "workerPid", "wait", "kill", "follow", "newReport", "reportText", NULL};
  for (const char *const *name = refused; *name; name++) {
    lua_pushcfunction(L, refuse);
    lua_setfield(L, -2, *name);
  }
  lua_pushcfunction(L, pid);
  lua_setfield(L, -2, "pid");
  lua_pushcfunction(L, program);
  lua_setfield(L, -2, "program");
}

/* The late chapter: the table core.processes. */
void luaTH_openprocess(lua_State *L)
{
  lua_newtable(L);
  process_addqueue(L);
  process_addworker(L);
  lua_setfield(L, -2, "processes");
}
