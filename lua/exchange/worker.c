/*
** Worker processes, for tensor/process/init.lua.
**
** A report is a file without a name, in which a worker that cannot begin says why: its Lua may not
** find the module, so it needs no more than the descriptor's number.
*/
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exchange/process.h"

typedef struct Worker { luaTH_Block block; THWorker *worker; } Worker;

static const char worker_magic;

static THWorker *check_worker(lua_State *L)
{
  Worker *w = lua_touserdata(L, 1);
  if (!w || lua_rawlen(L, 1) != sizeof *w || w->block.magic != &worker_magic || !w->worker)
    luaL_argerror(L, 1, lua_pushfstring(L, "a worker expected, got %s", luaL_typename(L, 1)));
  return w->worker;
}

static int worker_gc(lua_State *L)
{
  Worker *w = lua_touserdata(L, 1);
  THWorker_release(w->worker);
  w->worker = NULL;
  return 0;
}

/* --- reports --- */

typedef struct Report { luaTH_Block block; int fd; } Report;

static const char report_magic;

static Report *check_report(lua_State *L, int index)
{
  Report *report = lua_touserdata(L, index);
  if (!report || lua_rawlen(L, index) != sizeof *report || report->block.magic != &report_magic)
    luaL_argerror(L, index, "a report expected");
  return report;
}

static int report_gc(lua_State *L)
{
  Report *report = lua_touserdata(L, 1);
  if (report->fd >= 0) close(report->fd);
  report->fd = -1;
  return 0;
}

/* newReport(): an empty one, and its descriptor's number */
static int new_report(lua_State *L)
{
  Report *report = lua_newuserdata(L, sizeof *report);
  *report = (Report){{NULL, &report_magic}, -1};
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setmetatable(L, -2);
  report->fd = memfd_create("tensor_report", MFD_CLOEXEC);
  const int status = report->fd >= 0 ? TH_OK
    : th_fail(TH_ENOMEM, "start: no memory file can be made: %s", strerror(errno));
  lua_pushinteger(L, report->fd);
  return process_result(L, "start", status, 2);
}

/* reportText(report): what was written; the file is closed */
static int report_text(lua_State *L)
{
  char text[4096];
  Report *report = check_report(L, 1);
  const ssize_t length = pread(report->fd, text, sizeof text, 0);
  report_gc(L);
  lua_pushlstring(L, text, length > 0 ? (size_t)length : 0);
  return 1;
}

/* --- running --- */

enum { MOST_ARGUMENTS = 16 };

/* run(queue, report, program, name, argument, ...): start a program that has the descriptors of
   both */
static int run(lua_State *L)
{
  int fds[TH_QUEUE_DESCRIPTORS + 1];
  const char *argv[MOST_ARGUMENTS + 1] = {NULL};
  const int count = lua_gettop(L) - 3;
  THQueue_descriptors(process_checkqueue(L, 1), fds);
  fds[TH_QUEUE_DESCRIPTORS] = check_report(L, 2)->fd;
  const char *program = luaL_checkstring(L, 3);
  if (count > MOST_ARGUMENTS) luaTH_fail(L, "start: too many arguments of a program");
  for (int k = 0; k < count; k++) argv[k] = luaL_checkstring(L, k + 4);
  Worker *w = lua_newuserdata(L, sizeof *w);
  *w = (Worker){{NULL, &worker_magic}, NULL};
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setmetatable(L, -2);
  w->worker = THWorker_start(program, (char *const *)argv, fds, TH_QUEUE_DESCRIPTORS + 1);
  return process_result(L, "start", w->worker ? TH_OK : TH_errorStatus(), 1);
}

/* descriptors(queue): what openQueue needs in a program that was started with the queue */
static int descriptors(lua_State *L)
{
  int fds[TH_QUEUE_DESCRIPTORS];
  THQueue_descriptors(process_checkqueue(L, 1), fds);
  for (int k = 0; k < TH_QUEUE_DESCRIPTORS; k++) lua_pushinteger(L, fds[k]);
  return TH_QUEUE_DESCRIPTORS;
}

static int worker_pid(lua_State *L)
{
  lua_pushinteger(L, THWorker_pid(check_worker(L)));
  return 1;
}

/* wait(worker, seconds): nil while it goes on; else how it has ended: 'code' or 'signal' and a
   number, or 'unknown' */
static int worker_wait(lua_State *L)
{
  const THWorkerEnd end = THWorker_wait(check_worker(L), luaL_checknumber(L, 2));
  if (!end.has_ended) return 0;
  lua_pushstring(L, end.is_unknown ? "unknown" : end.signal ? "signal" : "code");
  lua_pushinteger(L, end.signal ? end.signal : end.code);
  if (!end.signal) return 2;
  lua_pushstring(L, strsignal(end.signal));
  return 3;
}

static int worker_kill(lua_State *L)
{
  THWorker *worker = check_worker(L);
  return process_result(L, "kill", THWorker_kill(worker, (int)luaL_checkinteger(L, 2)), 0);
}

static int pid(lua_State *L)
{
  lua_pushinteger(L, getpid());
  return 1;
}

/* follow(pid, fd): end with the process that has started this one; the descriptor that came from it
   is not for programs that this process starts */
static int follow(lua_State *L)
{
  fcntl((int)luaL_checkinteger(L, 2), F_SETFD, FD_CLOEXEC);
  return process_result(L, "start", THWorker_follow((int)luaL_checkinteger(L, 1)), 0);
}

/* program(): the path of the program of this process, or nil */
static int program(lua_State *L)
{
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length < 0) return 0;
  lua_pushlstring(L, path, (size_t)length);
  return 1;
}

/* Set functions at the table on top, whose upvalue is a new metatable. */
static void add_makers(lua_State *L, const char *name, lua_CFunction gc, const luaL_Reg *functions)
{
  lua_newtable(L);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__typename");
  for (const luaL_Reg *f = functions; f->name; f++) {
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, f->func, 1);
    lua_setfield(L, -3, f->name);
  }
  lua_pop(L, 1);
}

void process_addworker(lua_State *L)
{
  static const luaL_Reg of_workers[] = {
    {"run", run}, {"descriptors", descriptors}, {"workerPid", worker_pid}, {"wait", worker_wait},
    {"kill", worker_kill}, {"pid", pid}, {"follow", follow}, {"program", program}, {NULL, NULL}};
  static const luaL_Reg of_reports[] = {
    {"newReport", new_report}, {"reportText", report_text}, {NULL, NULL}};
  add_makers(L, "torch.Worker", worker_gc, of_workers);
  add_makers(L, "torch.Report", report_gc, of_reports);
}

/* The late chapter: the table core.processes. */
void luaTH_openprocess(lua_State *L)
{
  lua_newtable(L);
  process_addqueue(L);
  process_addworker(L);
  lua_setfield(L, -2, "processes");
}
