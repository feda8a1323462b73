/*
** tensor.cudacore: the C functions behind tensor.cuda (lua/tensor/cuda). It is a module of its own,
** loaded at the first use of CUDA, because it contains lib/THC and CUDA's runtime. Devices count
** from 1, as in THC; a stream is given as its device and index. Every status that is not TH_OK
** becomes a Lua error.
*/
#include <string.h>

#include "cuda/cuda.h"

int cuda_result(lua_State *L, int status, int count)
{
  if (!status) return count;
  lua_pushstring(L, TH_error()); /* no position: it would be a line of tensor/cuda */
  return lua_error(L);
}

int cuda_optDevice(lua_State *L, int index)
{
  return (int)luaL_optinteger(L, index, THC_device());
}

const THCStream *cuda_checkStream(lua_State *L, int index)
{
  const THCStream *stream = NULL;
  const int device = (int)luaL_checkinteger(L, index);
  cuda_result(L, THCStream_get(device, (int)luaL_checkinteger(L, index + 1), &stream), 0);
  return stream;
}

/* call(f): true and the results of f(), or false and the error. f cannot yield across this C
   function. */
static int cuda_call(lua_State *L)
{
  lua_settop(L, 1);
  lua_pushboolean(L, !lua_pcall(L, 0, LUA_MULTRET, 0));
  lua_insert(L, 1);
  return lua_gettop(L);
}

/* --- devices --- */

/* open(): true, or false and the reason. */
static int cuda_open(lua_State *L)
{
  int status = THC_open();
  if (!status) status = THCS_open();
  lua_pushboolean(L, !status);
  if (!status) return 1;
  lua_pushstring(L, TH_error());
  return 2;
}

static int cuda_getDeviceCount(lua_State *L)
{
  lua_pushinteger(L, THC_deviceCount());
  return 1;
}

static int cuda_getNumStreams(lua_State *L)
{
  lua_pushinteger(L, THC_ALL_STREAMS - 1);
  return 1;
}

static int cuda_getDevice(lua_State *L)
{
  lua_pushinteger(L, THC_device());
  return 1;
}

static int cuda_setDevice(lua_State *L)
{
  return cuda_result(L, THC_setDevice((int)luaL_checkinteger(L, 1)), 0);
}

static int cuda_synchronize(lua_State *L)
{
  return cuda_result(L, THC_synchronize(cuda_optDevice(L, 1)), 0);
}

void cuda_setNumber(lua_State *L, const char *name, double value)
{
  lua_pushnumber(L, value);
  lua_setfield(L, -2, name);
}

static int cuda_getDeviceProperties(lua_State *L)
{
  struct cudaDeviceProp p;
  const int device = cuda_optDevice(L, 1);
  cuda_result(L, THC_properties(device, &p), 0);
  lua_newtable(L);
  lua_pushstring(L, p.name);
  lua_setfield(L, -2, "name");
#define FIELD(name) cuda_setNumber(L, #name, (double)p.name)
  FIELD(totalGlobalMem), FIELD(major), FIELD(minor), FIELD(multiProcessorCount), FIELD(warpSize);
  FIELD(maxThreadsPerBlock), FIELD(regsPerBlock), FIELD(sharedMemPerBlock), FIELD(totalConstMem);
  FIELD(memPitch), FIELD(textureAlignment), FIELD(canMapHostMemory), FIELD(integrated);
  FIELD(pciBusID), FIELD(pciDeviceID), FIELD(pciDomainID);
#undef FIELD
  return 1;
}

static int push_version(lua_State *L, cudaError_t (*ask)(int *))
{
  int version = 0;
  cudaError_t error = ask(&version);
  if (error) return cuda_result(L, thc_failed("version", error, "cudaDriverGetVersion"), 0);
  lua_pushinteger(L, version);
  return 1;
}

static int cuda_getDriverVersion(lua_State *L)
{
  return push_version(L, cudaDriverGetVersion);
}

static int cuda_getRuntimeVersion(lua_State *L)
{
  return push_version(L, cudaRuntimeGetVersion);
}

static int cuda_getPeerToPeerAccess(lua_State *L)
{
  const int device = (int)luaL_checkinteger(L, 1), other = (int)luaL_checkinteger(L, 2);
  cuda_result(L, THC_checkDevice("getPeerToPeerAccess", device), 0);
  cuda_result(L, THC_checkDevice("getPeerToPeerAccess", other), 0);
  lua_pushboolean(L, THCPeer_reaches(device, other));
  return 1;
}

/* --- memory --- */

static int cuda_isCachingAllocatorEnabled(lua_State *L)
{
  lua_pushboolean(L, !strcmp(THCAllocator_name(), "caching"));
  return 1;
}

static int cuda_getMemoryUsage(lua_State *L)
{
  size_t free, total;
  int status = THC_memory(cuda_optDevice(L, 1), &free, &total);
  if (status) return cuda_result(L, status, 0);
  lua_pushnumber(L, (lua_Number)free);
  lua_pushnumber(L, (lua_Number)total);
  return 2;
}

static int cuda_memoryStats(lua_State *L)
{
  const int device = cuda_optDevice(L, 1);
  cuda_result(L, THC_checkDevice("memoryStats", device), 0);
  const THCMemoryStats stats = THCAllocator_stats(device);
  lua_newtable(L);
#define FIELD(name) cuda_setNumber(L, #name, (double)stats.name)
  FIELD(allocated), FIELD(reserved), FIELD(peak), FIELD(peakReserved), FIELD(blocks);
  FIELD(segments), FIELD(allocations), FIELD(reused), FIELD(retries), FIELD(failures);
#undef FIELD
  return 1;
}

static int cuda_resetPeak(lua_State *L)
{
  const int device = cuda_optDevice(L, 1);
  cuda_result(L, THC_checkDevice("resetPeak", device), 0);
  THCAllocator_resetPeak(device);
  return 0;
}

static int cuda_emptyCache(lua_State *L)
{
  const int device = (int)luaL_optinteger(L, 1, 0);
  if (!device) THCHostAllocator_empty();
  return cuda_result(L, THCAllocator_empty(device), 0);
}

/* --- products --- */

/* allowTF32(allow?): set it if given; return whether floats may be multiplied as TF32. */
static int cuda_allowTF32(lua_State *L)
{
  if (!lua_isnoneornil(L, 1)) THCBlas_allowTF32(lua_toboolean(L, 1));
  lua_pushboolean(L, THCBlas_allowsTF32());
  return 1;
}

/* --- streams --- */

static int cuda_getStream(lua_State *L)
{
  const int device = cuda_optDevice(L, 1);
  cuda_result(L, THC_checkDevice("getStream", device), 0);
  lua_pushinteger(L, THCStream_current(device)->index);
  return 1;
}

static int cuda_setStream(lua_State *L)
{
  THCStream_setCurrent(cuda_checkStream(L, 1));
  return 0;
}

static int cuda_streamSynchronize(lua_State *L)
{
  return cuda_result(L, THCStream_synchronize(cuda_checkStream(L, 1)), 0);
}

/* streamWait(device, index, device, index): the first stream waits for the second. */
static int cuda_streamWait(lua_State *L)
{
  const THCStream *stream = cuda_checkStream(L, 1);
  return cuda_result(L, THCStream_wait(stream, cuda_checkStream(L, 3)), 0);
}

/* streamBarrier(device, index, device, index, ...): all streams wait for each other. */
static int cuda_streamBarrier(lua_State *L)
{
  const int n = lua_gettop(L) / 2;
  const THCStream **streams = lua_newuserdata(L, (size_t)(n + 1) * sizeof *streams);
  for (int k = 0; k < n; k++) streams[k] = cuda_checkStream(L, 2 * k + 1);
  return cuda_result(L, THCStream_barrier(n, streams), 0);
}

/* nextStream(device, high): the index of the next stream of the pool. */
static int cuda_nextStream(lua_State *L)
{
  const THCStream *stream = NULL;
  int status = THCStream_next((int)luaL_checkinteger(L, 1), lua_toboolean(L, 2), &stream);
  if (status) return cuda_result(L, status, 0);
  lua_pushinteger(L, stream->index);
  return 1;
}

static int cuda_streamQuery(lua_State *L)
{
  int done = 0;
  cuda_result(L, THCStream_query(cuda_checkStream(L, 1), &done), 0);
  lua_pushboolean(L, done);
  return 1;
}

/* --- events --- */

static const char event_name[] = "cutorch.Event";

/* The event at index. An event that was recorded but has no handle was collected already: the
   script called __gc, or its finalizer runs after the event's. */
static THCEvent *check_event(lua_State *L, int index)
{
  THCEvent *event = luaL_checkudata(L, index, event_name);
  if (event->recorded && !event->handle)
    cuda_result(L, th_fail(TH_EINVAL, "event: it was already collected"), 0);
  return event;
}

static int record(lua_State *L, THCEvent *event)
{
  return cuda_result(L, THCEvent_record(event, THCStream_current(event->device)), 1);
}

THCEvent *cuda_newEvent(lua_State *L)
{
  THCEvent *event = lua_newuserdata(L, sizeof *event);
  *event = (THCEvent){0};
  luaL_getmetatable(L, event_name);
  lua_setmetatable(L, -2);
  return event;
}

/* Event(timed): an event of the current device, recorded on its current stream, as in cutorch. */
static int cuda_Event(lua_State *L)
{
  const int timed = lua_toboolean(L, 1);
  THCEvent *event = cuda_newEvent(L);
  cuda_result(L, THCEvent_init(event, THC_device(), timed), 0);
  return record(L, event);
}

static int event_record(lua_State *L)
{
  THCEvent *event = check_event(L, 1);
  lua_settop(L, 1);
  return record(L, event);
}

static int event_waitOn(lua_State *L)
{
  return cuda_result(L, THCEvent_wait(check_event(L, 1), THCStream_current(THC_device())), 0);
}

/* streamWaitEvent(device, index, event) */
static int cuda_streamWaitEvent(lua_State *L)
{
  return cuda_result(L, THCEvent_wait(check_event(L, 3), cuda_checkStream(L, 1)), 0);
}

static int event_synchronize(lua_State *L)
{
  return cuda_result(L, THCEvent_synchronize(check_event(L, 1)), 0);
}

static int event_query(lua_State *L)
{
  int passed = 0;
  cuda_result(L, THCEvent_query(check_event(L, 1), &passed), 0);
  lua_pushboolean(L, passed);
  return 1;
}

static int event_elapsed(lua_State *L)
{
  double milliseconds = 0;
  cuda_result(L, THCEvent_elapsed(check_event(L, 1), check_event(L, 2), &milliseconds), 0);
  lua_pushnumber(L, milliseconds);
  return 1;
}

static int event_gc(lua_State *L)
{
  THCEvent_clear(luaL_checkudata(L, 1, event_name));
  return 0;
}

static const luaL_Reg event_methods[] = {
  {"record", event_record}, {"waitOn", event_waitOn}, {"synchronize", event_synchronize}, {"query", event_query},
  {"elapsed", event_elapsed}, {"__gc", event_gc}, {NULL, NULL}
};

static const luaL_Reg functions[] = {
  {"open", cuda_open},
  {"call", cuda_call},
  {"getDeviceCount", cuda_getDeviceCount},
  {"getNumStreams", cuda_getNumStreams},
  {"getDevice", cuda_getDevice},
  {"setDevice", cuda_setDevice},
  {"synchronize", cuda_synchronize},
  {"getDeviceProperties", cuda_getDeviceProperties},
  {"getDriverVersion", cuda_getDriverVersion},
  {"getRuntimeVersion", cuda_getRuntimeVersion},
  {"getPeerToPeerAccess", cuda_getPeerToPeerAccess},
  {"isCachingAllocatorEnabled", cuda_isCachingAllocatorEnabled},
  {"getMemoryUsage", cuda_getMemoryUsage},
  {"memoryStats", cuda_memoryStats},
  {"resetPeak", cuda_resetPeak},
  {"emptyCache", cuda_emptyCache},
  {"allowTF32", cuda_allowTF32},
  {"getStream", cuda_getStream},
  {"setStream", cuda_setStream},
  {"streamSynchronize", cuda_streamSynchronize},
  {"streamWait", cuda_streamWait},
  {"streamBarrier", cuda_streamBarrier},
  {"nextStream", cuda_nextStream},
  {"streamQuery", cuda_streamQuery},
  {"streamWaitEvent", cuda_streamWaitEvent},
  {"Event", cuda_Event},
  {NULL, NULL}
};

static void set_functions(lua_State *L, const luaL_Reg *list)
{
  for (const luaL_Reg *r = list; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
}

__attribute__((visibility("default"))) int luaopen_tensor_cudacore(lua_State *L)
{
  luaL_newmetatable(L, event_name);
  set_functions(L, event_methods);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, event_name);
  lua_setfield(L, -2, "__typename");
  lua_newtable(L);
  lua_insert(L, -2);
  lua_setfield(L, -2, "events");
  set_functions(L, functions);
  set_functions(L, cuda_copyFunctions);
  return 1;
}
