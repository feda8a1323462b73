/*
** Runs the plans of THCCopyPlan.h. Every block that a stream works with is recorded on that stream
** before any step runs, so a block freed during the copy is not reused too early. If a step fails,
** the host waits for both streams before it returns.
*/
#include "THC/copy/THCCopy.h"

#include <stdio.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/ops/elementwise/THCopy.h"
#include "THC/copy/THCCopyLaunch.h"
#include "THC/launch/THCLaunch.h"
#include "THC/memory/THCAllocator.h"
#include "THC/memory/THCHostAllocator.h"
#include "THC/memory/THCPeer.h"
#include "THC/memory/THCStaging.h"
#include "THC/runtime/THCTrace.h"

/* Smaller transfers of memory that is not pinned are left to the driver. */
enum { RING_BYTES = 1 << 20 };

/* The streams of the destination's and the source's side; NULL for the host. */
typedef struct Copy {
  THCCopyPlan plan;
  const THCStream *stream[2];
} Copy;

/* --- the plan --- */

int THC_isPinned(const THTensor *t)
{
  struct cudaPointerAttributes about;
  if (THTensor_device(t)) return 0;
  if (!cudaPointerGetAttributes(&about, THTensor_data(t))) return about.type == cudaMemoryTypeHost;
  cudaGetLastError();
  return 0;
}

/* Whether TH, or the owner of borrowed memory, can keep the host from using the tensor too early.
   TH cannot if several storages share the memory. */
static int can_lend(const THTensor *t)
{
  const THStorage *s = t->storage;
  if (!s || s->parent || __atomic_load_n(&s->viewers, __ATOMIC_ACQUIRE)) return 0;
  return !s->allocator || s->allocator == THCHostAllocator();
}

static int make_pair(THIter *pair, const THTensor *dst, const THTensor *src)
{
  TH_TRY(THIter_begin(pair, "copy", dst->nDimension, dst->size));
  pair->device = TH_ANY_DEVICE;
  TH_TRY(THIter_add(pair, dst));
  TH_TRY(THIter_add(pair, src));
  THIter_finish(pair);
  return TH_OK;
}

int THC_explainCopy(THCCopyPlan *plan, const THTensor *dst, const THTensor *src, int async)
{
  THIter pair;
  const THTensor *t[2] = {dst, src};
  THCCopyPlaces places = {.async = async};
  TH_TRY(make_pair(&pair, dst, src));
  for (int k = 0; k < 2; k++) {
    places.device[k] = THTensor_device(t[k]);
    places.pinned[k] = THC_isPinned(t[k]);
    if (!places.device[k] && !can_lend(t[k])) places.async = 0;
  }
  if (places.device[0] && places.device[1])
    places.peer = THCPeer_reaches(places.device[1], places.device[0]);
  THCCopyPlan_of(plan, &pair, &places);
  return TH_OK;
}

/* --- steps --- */

static const THCStream *stream_of(const Copy *copy, int part)
{
  return copy->stream[part == THC_SOURCE || part == THC_PACKED];
}

static int move(const Copy *copy, const THCCopyStep *step)
{
  THIter pair;
  THCCopyShape shape;
  THCGuard guard;
  const THCStream *stream = stream_of(copy, step->from);
  THCCopyPlan_pair(&copy->plan, step, &pair);
  THCCopyShape_of(&shape, &pair);
  TH_TRY(THCGuard_enter(&guard, "copy", stream->device));
  cudaError_t error = thc_copyShape(&shape, THC_MAX_POSITIONS, stream->handle);
  int status = error ? thc_failed("copy", error, "cudaLaunchKernel") : TH_OK;
  THCGuard_leave(&guard);
  return status;
}

static int pass_memory(const Copy *copy, const THCCopyStep *step, const THCStream *stream)
{
  const THCCopyPlan *plan = &copy->plan;
  void *to = plan->it.data[step->to], *from = plan->it.data[step->from];
  const int *device = plan->device;
  size_t bytes = THCCopyPlan_passing(plan);
  int host = device[step->to] ? step->from : step->to;
  if (device[step->to] && device[step->from]) {
    THC_TRY("copy", cudaMemcpyPeerAsync(to, device[step->to] - 1, from, device[step->from] - 1,
                                        bytes, stream->handle));
    return TH_OK;
  }
  if (!plan->pinned[host] && bytes >= RING_BYTES)
    return device[step->to] ? thc_stageUp(to, from, bytes, stream)
                            : thc_stageDown(to, from, bytes, stream);
  THC_TRY("copy", cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream->handle));
  int was_read = device[step->to] && !plan->pinned[host]; /* the driver has read it */
  return plan->waits && !was_read ? THCStream_finish("copy", stream) : TH_OK;
}

static int pass(const Copy *copy, const THCCopyStep *step)
{
  THCGuard guard;
  const THCStream *stream = stream_of(copy, step->from);
  if (!stream) stream = stream_of(copy, step->to);
  TH_TRY(THCGuard_enter(&guard, "copy", stream->device));
  int status = pass_memory(copy, step, stream);
  THCGuard_leave(&guard);
  return status;
}

static int move_on_host(const Copy *copy, const THCCopyStep *step)
{
  THIter pair;
  THCCopyPlan_pair(&copy->plan, step, &pair);
  pair.op = "copy";
  pair.device = 0;
  return TH_convert(&pair);
}

static int (*const run_step[])(const Copy *, const THCCopyStep *) = {
  [THC_MOVE] = move, [THC_PASS] = pass, [THC_HOST] = move_on_host};

/* Whether the step moves data between two devices, whose streams then wait for each other, before
   and after. */
static int crosses(const Copy *copy, const THCCopyStep *step)
{
  const int *device = copy->plan.device;
  return device[step->to] && device[step->from] && device[step->to] != device[step->from];
}

static int run_steps(const Copy *copy)
{
  const THCStream *to = copy->stream[0], *from = copy->stream[1];
  for (int i = 0; i < copy->plan.nsteps; i++) {
    const THCCopyStep *step = &copy->plan.step[i];
    if (thc_traces())
      thc_trace("copy %s: %s", copy->plan.path, THCCopyPlan_text(&copy->plan, step).text);
    if (crosses(copy, step)) TH_TRY(THCStream_wait(from, to));
    TH_TRY(run_step[step->kind](copy, step));
    if (crosses(copy, step)) TH_TRY(THCStream_wait(to, from));
  }
  return TH_OK;
}

/* --- memory --- */

/* Memory from elsewhere is kept alive by its owner; nothing to record. */
static int record(const void *data, const THCStream *stream)
{
  int status = THCAllocator_record(data, stream);
  return status == TH_EINVAL ? TH_OK : status;
}

/* Record each side's memory on that side's stream. That is enough: a side's stream waits for what
   the other stream does with the side's memory. */
static int record_parts(const Copy *copy)
{
  for (int part = 0; part < THC_PARTS; part++) {
    const void *data = copy->plan.it.data[part];
    if (copy->plan.device[part] && data) TH_TRY(record(data, stream_of(copy, part)));
  }
  return TH_OK;
}

static int allocate(Copy *copy, int part)
{
  size_t bytes = copy->plan.bytes[part];
  void *data = NULL;
  if (!bytes) return TH_OK;
  if (copy->plan.device[part]) TH_TRY(THCAllocator_alloc(stream_of(copy, part), bytes, &data));
  else data = TH_defaultAllocator()->alloc(NULL, bytes);
  if (!data) return th_fail(TH_ENOMEM, "copy: not enough memory for %zu bytes", bytes);
  copy->plan.it.data[part] = data;
  return TH_OK;
}

static void release(Copy *copy, int part)
{
  void *data = copy->plan.it.data[part];
  if (!data || !copy->plan.bytes[part]) return;
  if (copy->plan.device[part]) THCAllocator_free(data);
  else TH_defaultAllocator()->free(NULL, data, copy->plan.bytes[part]);
}

/* --- copies --- */

/* After a failed copy wait for both streams: work may still be running. */
static int wait_for_streams(const Copy *copy, int status)
{
  for (int k = 0; k < 2; k++) {
    int failed = copy->stream[k] ? THCStream_synchronize(copy->stream[k]) : TH_OK;
    if (!status) status = failed;
  }
  return status;
}

static int run(Copy *copy)
{
  const THCCopyPlan *plan = &copy->plan;
  for (int k = 0; k < 2; k++)
    copy->stream[k] = plan->device[k] ? THCStream_current(plan->device[k]) : NULL;
  int status = allocate(copy, THC_PACKED);
  if (!status) status = allocate(copy, THC_ARRIVED);
  if (!status) status = record_parts(copy);
  if (!status) status = run_steps(copy);
  if (status || THC_debugs()) status = wait_for_streams(copy, status);
  release(copy, THC_PACKED);
  release(copy, THC_ARRIVED);
  return status;
}

/* The host tensor stays lent to the device until the stream has finished. */
static int lend(const Copy *copy, const THTensor *host, const THCStream *stream)
{
  int packed_here = copy->plan.bytes[THC_PACKED] && !copy->plan.device[THC_PACKED];
  if (!copy->plan.nsteps || packed_here) return TH_OK;
  int status = THCHostAllocator_record(THTensor_data(host), stream);
  int is_written = !copy->plan.device[THC_DESTINATION];
  if (!status) THStorage_lend(host->storage, is_written ? TH_STORAGE_AWAY : TH_STORAGE_LENT);
  return status == TH_EINVAL ? TH_OK : status;
}

/* Lend even if the copy failed: part of the work may be running. */
static int run_lending(Copy *copy, const THTensor *dst, const THTensor *src)
{
  int to = copy->plan.device[THC_DESTINATION], from = copy->plan.device[THC_SOURCE];
  int status = run(copy);
  if ((to && from) || (!status && copy->plan.waits)) return status;
  char reason[512];
  snprintf(reason, sizeof reason, "%s", status ? TH_error() : "");
  int lent = lend(copy, to ? src : dst, THCStream_current(to ? to : from));
  return status ? th_fail(status, "%s", reason) : lent;
}

int THC_transfer(const THTransferCall *call)
{
  Copy copy;
  TH_TRY(THC_explainCopy(&copy.plan, call->dst, call->src, 0));
  return run_lending(&copy, call->dst, call->src);
}

/* The transfer that THTensor_copyBy calls, and where its event goes. */
typedef struct Async {
  THTransfer transfer;
  THCEvent *event;
} Async;

static int record_event(THCEvent *event, int device)
{
  TH_TRY(THCEvent_init(event, device, 0));
  int status = THCEvent_record(event, THCStream_current(device));
  if (status) THCEvent_clear(event);
  return status;
}

/* Order the copy after recorded work on the host tensor. */
static int follow(const THCCopyPlan *plan, const THTensor *host, const THCStream *stream)
{
  if (plan->waits) return THStorage_settle(host->storage);
  return THCHostAllocator_follow(THTensor_data(host), stream);
}

static int transfer_async(THTransfer *transfer, const THTensor *dst, const THTensor *src)
{
  Copy copy;
  int to = THTensor_device(dst), from = THTensor_device(src);
  const THCStream *stream = THCStream_current(to ? to : from);
  TH_TRY(THC_explainCopy(&copy.plan, dst, src, 1));
  if (!to || !from) TH_TRY(follow(&copy.plan, to ? src : dst, stream));
  TH_TRY(run_lending(&copy, dst, src));
  return record_event(((Async *)transfer)->event, stream->device);
}

int THC_copyAsync(THTensor *dst, const THTensor *src, THCEvent *event)
{
  Async async = {{transfer_async}, event};
  int device = THTensor_device(dst) ? THTensor_device(dst) : THTensor_device(src);
  *event = (THCEvent){0};
  TH_TRY(THTensor_copyBy(dst, src, &async.transfer));
  return event->handle || !device ? TH_OK : record_event(event, device);
}

int THC_convert(const THIter *it)
{
  THCLaunch launch;
  THCCopyShape shape;
  THCCopyShape_of(&shape, it);
  if (thc_traces())
    thc_trace("%s: %s", it->op, THCCopyPlan_shapeText(&shape, it->device).text);
  TH_TRY(THCLaunch_begin(&launch, it));
  return THCLaunch_end(&launch, TH_OK,
                       thc_copyShape(&shape, THC_MAX_POSITIONS, launch.stream->handle));
}
