/*
** The planning of copies. plan->it holds all parts as operands of one iterator, so a step is a pair
** of them. A temporary has the strides of packed elements (0 where the source repeats), or those of
** a host source that passes with its gaps.
*/
#include "THC/copy/THCCopyPlan.h"

#include <stdio.h>
#include <string.h>

/* Pass a host window with its gaps if it has at most this many times the bytes of its elements. */
enum { WORTH_GAPS = 2 };

static void add_step(THCCopyPlan *plan, int kind, int to, int from)
{
  plan->step[plan->nsteps++] = (THCCopyStep){kind, to, from};
}

/* Bytes from the first byte of a window to its last. */
static size_t extent(const THIter *it, int k)
{
  size_t bytes = (size_t)THDtype_traits(it->dtype[k])->size;
  for (int d = 0; d < it->ndim; d++) bytes += (size_t)((it->size[d] - 1) * it->stride[d][k]);
  return bytes;
}

/* Give operand k the layout of packed elements, in the iterator's order. An element that the source
   repeats is stored once. */
static void pack(THIter *it, int k, int dtype)
{
  ptrdiff_t stride = THDtype_traits(dtype)->size;
  it->dtype[k] = dtype;
  it->data[k] = NULL;
  for (int d = 0; d < it->ndim; d++) {
    int repeats = it->stride[d][THC_SOURCE] == 0;
    it->stride[d][k] = repeats ? 0 : stride;
    if (!repeats) stride *= it->size[d];
  }
}

/* Whether operands k and part have the same layout, and converting between their dtypes keeps the
   bits. */
static int lies_as(const THIter *it, int k, int part)
{
  for (int d = 0; d < it->ndim; d++)
    if (it->stride[d][k] != it->stride[d][part] && it->size[d] > 1) return 0;
  return THCCopyShape_keepsBits(it->dtype[k], it->dtype[part]);
}

/* The dtype that passes. A device converts first if the destination's dtype is narrower; the host
   leaves the conversion to the device. */
static int passing_dtype(const THCCopyPlan *plan)
{
  const int *dtype = plan->it.dtype;
  int narrows = THDtype_traits(dtype[0])->size < THDtype_traits(dtype[1])->size;
  return plan->device[THC_SOURCE] && narrows ? dtype[0] : dtype[1];
}

static void use_temporary(THCCopyPlan *plan, int part, int side)
{
  plan->device[part] = plan->device[side];
  plan->bytes[part] = extent(&plan->it, part);
}

/* Whether to pass a host window as it lies, gaps included. */
static int passes_gaps(const THCCopyPlan *plan)
{
  return !plan->device[THC_SOURCE] &&
         extent(&plan->it, THC_SOURCE) <= WORTH_GAPS * extent(&plan->it, THC_PACKED);
}

static void copy_window(THIter *it, int k, int from)
{
  it->dtype[k] = it->dtype[from];
  for (int d = 0; d < it->ndim; d++) it->stride[d][k] = it->stride[d][from];
}

static int step_kind(const THCCopyPlan *plan, int part)
{
  return plan->device[part] ? THC_MOVE : THC_HOST;
}

static void pass(THCCopyPlan *plan)
{
  THIter *it = &plan->it;
  int left = THC_SOURCE, arrives = THC_DESTINATION;
  pack(it, THC_PACKED, passing_dtype(plan));
  if (passes_gaps(plan)) {
    copy_window(it, THC_PACKED, THC_SOURCE);
  } else if (!lies_as(it, THC_SOURCE, THC_PACKED)) {
    use_temporary(plan, left = THC_PACKED, THC_SOURCE);
    add_step(plan, step_kind(plan, left), left, THC_SOURCE);
  }
  pack(it, THC_ARRIVED, it->dtype[THC_PACKED]);
  int in_order = lies_as(it, THC_DESTINATION, THC_PACKED) && lies_as(it, THC_ARRIVED, THC_PACKED);
  copy_window(it, THC_ARRIVED, THC_PACKED);
  if (!in_order) use_temporary(plan, arrives = THC_ARRIVED, THC_DESTINATION);
  add_step(plan, THC_PASS, arrives, left);
  if (!in_order) add_step(plan, step_kind(plan, arrives), THC_DESTINATION, arrives);
}

/* A copy that the source's device makes alone. */
static void move(THCCopyPlan *plan)
{
  THCCopyShape shape;
  THCCopyShape_of(&shape, &plan->it);
  int crosses = plan->device[THC_DESTINATION] != plan->device[THC_SOURCE];
  int kind = crosses && shape.kernel == THC_BYTES ? THC_PASS : THC_MOVE;
  add_step(plan, kind, THC_DESTINATION, THC_SOURCE);
}

/* Whether the source's device should write the destination itself. Over a link that is slower than
   passing packed bytes, but unpacking into pinned memory this way needs no work of the host. */
static int is_reached(const THCCopyPlaces *places)
{
  int to = places->device[0], from = places->device[1];
  return from && (to == from || (to ? places->peer : places->pinned[0] && places->async));
}

static int is_nothing(const THIter *it)
{
  if (it->count == 0) return 1;
  if (it->data[0] != it->data[1] || !THCCopyShape_keepsBits(it->dtype[0], it->dtype[1])) return 0;
  for (int d = 0; d < it->ndim; d++)
    if (it->size[d] > 1 && it->stride[d][0] != it->stride[d][1]) return 0;
  return 1;
}

static const char *path_of(const THCCopyPlan *plan, const THCCopyPlaces *places)
{
  int to = places->device[0], from = places->device[1];
  if (to == from && is_nothing(&plan->it)) return "nothing";
  if (to == from) return to ? "device" : "host";
  if (to && from) return places->peer ? "peer" : "staged";
  return to ? "up" : "down";
}

/* Packed copies need no wait. Pinned memory is accessed asynchronously, pageable memory while the
   host waits. */
static int host_waits(const THCCopyPlan *plan, const THCCopyPlaces *places)
{
  int to = places->device[0], from = places->device[1];
  if ((to && from) || to == from) return 0;
  if (to && plan->bytes[THC_PACKED]) return 0;
  return !places->async || !places->pinned[to ? 1 : 0];
}

void THCCopyPlan_of(THCCopyPlan *plan, const THIter *pair, const THCCopyPlaces *places)
{
  memset(plan, 0, sizeof *plan);
  plan->it = *pair;
  plan->it.nop = THC_PARTS;
  for (int k = 0; k < 2; k++) {
    plan->device[k] = places->device[k];
    plan->pinned[k] = places->pinned[k];
    plan->bytes[k] = pair->count ? extent(pair, k) : 0;
  }
  int to = places->device[0], from = places->device[1];
  plan->path = path_of(plan, places);
  if (is_nothing(&plan->it) && (to == from || !pair->count)) return;
  if (to == from && !to) add_step(plan, THC_HOST, THC_DESTINATION, THC_SOURCE);
  else if (is_reached(places)) move(plan);
  else pass(plan);
  plan->waits = host_waits(plan, places);
  if (to && from && to != from) plan->events = 2;
  else if (to != from && places->async && !plan->waits) plan->events = 1;
}

int THCCopyPlan_temporaries(const THCCopyPlan *plan)
{
  return (plan->bytes[THC_PACKED] > 0) + (plan->bytes[THC_ARRIVED] > 0);
}

static const THCCopyStep *passing_step(const THCCopyPlan *plan)
{
  for (int i = 0; i < plan->nsteps; i++)
    if (plan->device[plan->step[i].to] != plan->device[plan->step[i].from]) return &plan->step[i];
  return NULL;
}

size_t THCCopyPlan_passing(const THCCopyPlan *plan)
{
  const THCCopyStep *step = passing_step(plan);
  if (!step) return 0;
  if (step->kind == THC_MOVE)
    return (size_t)(plan->it.count * THDtype_traits(plan->it.dtype[step->to])->size);
  return plan->bytes[step->from] < plan->bytes[step->to] ? plan->bytes[step->from]
                                                         : plan->bytes[step->to];
}

void THCCopyPlan_pair(const THCCopyPlan *plan, const THCCopyStep *step, THIter *pair)
{
  const int part[2] = {step->to, step->from};
  *pair = plan->it;
  pair->nop = 2;
  pair->count = 1;
  for (int d = 0; d < pair->ndim; d++) {
    if (plan->it.stride[d][step->to] == 0) pair->size[d] = 1;
    pair->count *= pair->size[d];
  }
  for (int k = 0; k < 2; k++) {
    pair->dtype[k] = plan->it.dtype[part[k]];
    pair->data[k] = plan->it.data[part[k]];
    for (int d = 0; d < pair->ndim; d++) pair->stride[d][k] = plan->it.stride[d][part[k]];
  }
  THIter_finish(pair);
}

/* --- text --- */

THCStepText THCCopyPlan_shapeText(const THCCopyShape *shape, int device)
{
  THCStepText text;
  static const char *const kernel[] = {"bytes", "tiles", "positions"};
  char what[40] = "";
  if (shape->kernel == THC_BYTES) snprintf(what, sizeof what, "memory");
  else if (shape->unit) snprintf(what, sizeof what, "%s of %d-byte units", kernel[shape->kernel],
                                 shape->unit);
  else snprintf(what, sizeof what, "%s, %s to %s", kernel[shape->kernel],
                THDtype_traits(shape->dtype[1])->name, THDtype_traits(shape->dtype[0])->name);
  snprintf(text.text, sizeof text.text, "%s, %d at a time, on device %d", what, shape->pack,
           device);
  return text;
}

static const char *place_text(const THCCopyPlan *plan, int part, char *text, size_t size)
{
  if (!plan->device[part]) return plan->pinned[part] ? "pinned memory" : "the host";
  snprintf(text, size, "device %d", plan->device[part]);
  return text;
}

THCStepText THCCopyPlan_text(const THCCopyPlan *plan, const THCCopyStep *step)
{
  THCStepText text;
  char to[16], from[16];
  if (step->kind == THC_HOST) {
    snprintf(text.text, sizeof text.text, "%s to %s on the host",
             THDtype_traits(plan->it.dtype[step->from])->name,
             THDtype_traits(plan->it.dtype[step->to])->name);
  } else if (step->kind == THC_PASS) {
    snprintf(text.text, sizeof text.text, "%zu bytes from %s to %s", THCCopyPlan_passing(plan),
             place_text(plan, step->from, from, sizeof from),
             place_text(plan, step->to, to, sizeof to));
  } else {
    THIter pair;
    THCCopyShape shape;
    THCCopyPlan_pair(plan, step, &pair);
    THCCopyShape_of(&shape, &pair);
    text = THCCopyPlan_shapeText(&shape, plan->device[step->from]);
  }
  return text;
}
