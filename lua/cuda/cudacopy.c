/* tensor.cudacore: copies, pinned memory, and traces of what the host does with devices. The host
   never reads an element here: TH and THC check their operands and wait where needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/cuda.h"

static THTensor *check_tensor(lua_State *L, int index)
{
  THTensor *t = luaTH_totensor(L, index);
  if (!t) luaL_argerror(L, index, "Tensor expected");
  return t;
}

/* event = copyAsync(dst, src) */
static int copy_async(lua_State *L)
{
  THTensor *dst = check_tensor(L, 1);
  const THTensor *src = check_tensor(L, 2);
  return cuda_result(L, THC_copyAsync(dst, src, cuda_newEvent(L)), 1);
}

/* The plan of dst:copy(src). As in copy, a src that does not broadcast to dst is taken in row-major
   order. */
static int explain(THCCopyPlan *plan, const THTensor *dst, const THTensor *src, int async)
{
  THTensor shaped = {0};
  if (THShape_broadcastsTo(src->nDimension, src->size, dst->nDimension, dst->size))
    return THC_explainCopy(plan, dst, src, async);
  int status = THTensor_reshape(&shaped, src, dst->nDimension, dst->size);
  if (!status) status = THC_explainCopy(plan, dst, &shaped, async);
  THTensor_clear(&shaped);
  return status;
}

static void push_steps(lua_State *L, const THCCopyPlan *plan)
{
  lua_newtable(L);
  for (int i = 0; i < plan->nsteps; i++) {
    lua_pushstring(L, THCCopyPlan_text(plan, &plan->step[i]).text);
    lua_rawseti(L, -2, i + 1);
  }
}

/* plan = explainCopy(dst, src, async): a table */
static int explain_copy(lua_State *L)
{
  THCCopyPlan plan;
  const THTensor *dst = check_tensor(L, 1), *src = check_tensor(L, 2);
  cuda_result(L, explain(&plan, dst, src, lua_toboolean(L, 3)), 0);
  lua_newtable(L);
  lua_pushstring(L, plan.path);
  lua_setfield(L, -2, "path");
  push_steps(L, &plan);
  lua_setfield(L, -2, "steps");
  lua_pushboolean(L, plan.waits);
  lua_setfield(L, -2, "waits");
  cuda_setNumber(L, "events", plan.events);
  cuda_setNumber(L, "temporaries", THCCopyPlan_temporaries(&plan));
  cuda_setNumber(L, "bytes", (double)THCCopyPlan_passing(&plan));
  return 1;
}

/* --- memory --- */

static int record(const THTensor *t, const THCStream *stream)
{
  if (!THTensor_data(t)) return TH_OK;
  return THTensor_device(t) ? THCAllocator_record(THTensor_data(t), stream)
                            : THCHostAllocator_record(THTensor_data(t), stream);
}

/* recordStream(x, device, index); of a sparse tensor all parts. */
static int record_stream(lua_State *L)
{
  const THTensor *t = check_tensor(L, 1);
  const THCStream *stream = cuda_checkStream(L, 2);
  const THSEntries *e = THS_entries(t);
  if (!e) return cuda_result(L, record(t, stream), 0);
  const THTensor *const part[] = {&e->keys, &e->start, &e->column, &e->values};
  for (int k = 0; k < 4; k++) cuda_result(L, record(part[k], stream), 0);
  return 0;
}

static int pinned_allocator(lua_State *L)
{
  luaTH_pushallocator(L, THCHostAllocator());
  return 1;
}

static int is_pinned(lua_State *L)
{
  const THTensor *t = check_tensor(L, 1);
  lua_pushboolean(L, THC_isPinned(t));
  return 1;
}

static int pinned_stats(lua_State *L)
{
  const THCHostStats stats = THCHostAllocator_stats();
  lua_newtable(L);
#define FIELD(name) cuda_setNumber(L, #name, (double)stats.name)
  FIELD(allocated), FIELD(reserved), FIELD(limit), FIELD(blocks), FIELD(segments);
  FIELD(allocations), FIELD(reused);
#undef FIELD
  return 1;
}

static int set_pinned_limit(lua_State *L)
{
  const lua_Number bytes = luaL_checknumber(L, 1);
  if (!(bytes >= 0))
    return cuda_result(L, th_fail(TH_EINVAL, "setPinnedCacheLimit: bytes must be 0 or more"), 0);
  THCHostAllocator_setLimit(bytes < (lua_Number)SIZE_MAX ? (size_t)bytes : SIZE_MAX);
  return 0;
}

/* --- what is done --- */

/* The lines that a thread collects between traceBegin and traceEnd. A line for which there is no
   memory is lost. */
static _Thread_local struct { char *text; size_t length; int on; } trace;

static void note_line(void *context, const char *line)
{
  (void)context;
  size_t more = strlen(line) + 1;
  char *text = realloc(trace.text, trace.length + more + 1);
  if (!text) return;
  trace.text = text;
  snprintf(text + trace.length, more + 1, "%s\n", line);
  trace.length += more;
}

static int trace_begin(lua_State *L)
{
  if (trace.on) return cuda_result(L, th_fail(TH_EINVAL, "trace: another one is running"), 0);
  trace.on = 1;
  THC_setTracer(note_line, NULL);
  return 0;
}

static int trace_end(lua_State *L)
{
  THC_setTracer(NULL, NULL);
  lua_pushlstring(L, trace.text ? trace.text : "", trace.length);
  free(trace.text);
  trace.text = NULL;
  trace.length = 0;
  trace.on = 0;
  return 1;
}

static int set_debug(lua_State *L)
{
  THC_setDebug(lua_toboolean(L, 1));
  return 0;
}

const luaL_Reg cuda_copyFunctions[] = {
  {"copyAsync", copy_async},
  {"explainCopy", explain_copy},
  {"recordStream", record_stream},
  {"pinnedAllocator", pinned_allocator},
  {"isPinned", is_pinned},
  {"pinnedStats", pinned_stats},
  {"setPinnedCacheLimit", set_pinned_limit},
  {"traceBegin", trace_begin},
  {"traceEnd", trace_end},
  {"setDebug", set_debug},
  {NULL, NULL}
};
