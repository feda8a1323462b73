/*
** Builds iterators and walks them.
**
** Dimension 0 of an iterator is the innermost. Reordering and merging dimensions changes the order
** of the positions, never which elements of the operands meet.
*/
#include "TH/iteration/THIter.h"

#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THTensor.h"
#include "TH/iteration/THSlices.h"
#include "TH/memory/THCaches.h"

int THIter_begin(THIter *it, const char *op, int ndim, const int64_t *size)
{
  it->op = op;
  it->nop = it->computes = 0;
  it->device = -1;
  it->ndim = ndim;
  TH_TRY(THShape_count(op, ndim, size, &it->count));
  for (int d = 0; d < ndim; d++) it->size[d] = size[ndim - 1 - d];
  return TH_OK;
}

static int check_device(THIter *it, const THTensor *t)
{
  int device = THTensor_device(t);
  if (it->device == TH_ANY_DEVICE) return TH_OK;
  if (it->device < 0) it->device = device;
  return TH_checkSameDevice(it->op, (THPlaced){"operand", it->nop + 1, device},
                            (THPlaced){"those before it", 0, it->device});
}

int THIter_add(THIter *it, const THTensor *t)
{
  int k = it->nop;
  TH_TRY(THTensor_operandKnown(it->op, t, 0, it->device == TH_ANY_DEVICE ? TH_MEMORY_AWAY : 0));
  TH_TRY(check_device(it, t));
  ptrdiff_t width = THDtype_traits(t->dtype)->size;
  for (int d = 0; d < it->ndim; d++) {
    int from = t->nDimension - 1 - d;
    int64_t have = from >= 0 ? t->size[from] : 1;
    if (have != it->size[d] && have != 1)
      return th_fail(TH_ESHAPE, "%s: operand %d of size %s does not broadcast to the others",
                     it->op, k + 1, THTensor_sizeText(t).text);
    it->stride[d][k] = have == 1 ? 0 : t->stride[from] * width;
  }
  it->dtype[k] = t->dtype;
  it->data[k] = THTensor_data(t);
  it->nop++;
  return TH_OK;
}

void THIter_addNumber(THIter *it, int dtype, THNumber number)
{
  int k = it->nop++;
  THDtype_store(dtype, &it->number[k], number);
  for (int d = 0; d < it->ndim; d++) it->stride[d][k] = 0;
  it->dtype[k] = dtype;
  it->data[k] = (char *)&it->number[k];
}

void THIter_addPositions(THIter *it, int d)
{
  int k = it->nop++;
  for (int i = 0; i < it->ndim; i++) it->stride[i][k] = i == it->ndim - 1 - d;
  it->dtype[k] = TH_BYTE;
  it->data[k] = (char *)(intptr_t)1;
}

void THIter_beginRow(THIter *it, const char *op, int64_t count)
{
  it->op = op;
  it->nop = it->device = it->computes = 0;
  it->ndim = 1;
  it->count = it->size[0] = count;
}

void THIter_addRow(THIter *it, const THTensor *t)
{
  int k = it->nop++;
  it->dtype[k] = t->dtype;
  it->stride[0][k] = THDtype_traits(t->dtype)->size;
  it->data[k] = THTensor_data(t);
}

int THIter_isApart(const THIter *it)
{
  const ptrdiff_t step = it->stride[0][0];
  const char *begin = it->data[0], *end = begin + it->count * step;
  for (int k = 1; k < it->nop; k++) {
    const char *p = it->data[k];
    int same = p == begin && it->stride[0][k] == step;
    if (!same && p < end && begin < p + it->count * it->stride[0][k]) return 0;
  }
  return 1;
}

static void swap_dims(THIter *it, int a, int b)
{
  int64_t size = it->size[a];
  ptrdiff_t stride[TH_MAX_OPERANDS];
  it->size[a] = it->size[b];
  it->size[b] = size;
  memcpy(stride, it->stride[a], sizeof stride);
  memcpy(it->stride[a], it->stride[b], sizeof stride);
  memcpy(it->stride[b], stride, sizeof stride);
}

static void drop_ones(THIter *it)
{
  int kept = 0;
  for (int d = 0; d < it->ndim; d++)
    if (it->size[d] != 1) swap_dims(it, kept++, d);
  it->ndim = kept;
}

/* Whether dimension a belongs inside b. The first operand whose two strides are nonzero and differ
   decides. Results come first, so they are written in order. */
static int goes_inside(const THIter *it, int a, int b)
{
  for (int k = 0; k < it->nop; k++) {
    ptrdiff_t sa = it->stride[a][k], sb = it->stride[b][k];
    if (sa && sb && sa != sb) return sa < sb;
  }
  return 0;
}

static void reorder(THIter *it)
{
  for (int i = 1; i < it->ndim; i++)
    for (int d = i; d > 0 && goes_inside(it, d, d - 1); d--) swap_dims(it, d, d - 1);
}

static int can_merge(const THIter *it, int inner, int outer)
{
  for (int k = 0; k < it->nop; k++)
    if (it->stride[outer][k] != it->stride[inner][k] * it->size[inner]) return 0;
  return 1;
}

static void coalesce(THIter *it)
{
  int last = 0;
  for (int d = 1; d < it->ndim; d++) {
    if (can_merge(it, last, d)) it->size[last] *= it->size[d];
    else swap_dims(it, ++last, d);
  }
  if (it->ndim) it->ndim = last + 1;
}

static void finish(THIter *it, int in_order)
{
  if (it->device < 0) it->device = 0;
  drop_ones(it);
  if (!in_order) reorder(it);
  coalesce(it);
  if (it->ndim) return;
  it->ndim = 1;
  it->size[0] = it->count;
  for (int k = 0; k < it->nop; k++) it->stride[0][k] = 0;
}

void THIter_finish(THIter *it)
{
  finish(it, 0);
}

void THIter_finishInOrder(THIter *it)
{
  finish(it, 1);
}

/* A loop with or without a context: plain is NULL if it has one, else loop is unused. */
typedef struct Loop {
  THLoop plain;
  THContextLoop loop;
  void *context;
} Loop;

static void walk(const THIter *it, const Loop *l, int64_t begin, int64_t end)
{
  int64_t at[TH_MAX_DIM], rest = begin;
  char *p[TH_MAX_OPERANDS]; /* each operand at position at */
  memcpy(p, it->data, sizeof *p * (size_t)it->nop);
  for (int d = 0; d < it->ndim; d++) {
    at[d] = rest % it->size[d];
    rest /= it->size[d];
    for (int k = 0; k < it->nop; k++) p[k] += at[d] * it->stride[d][k];
  }
  while (begin < end) {
    int64_t n = it->size[0] - at[0];
    if (n > end - begin) n = end - begin;
    if (l->plain) l->plain(p, it->stride[0], n);
    else l->loop(l->context, p, it->stride[0], n);
    begin += n;
    for (int k = 0; at[0] && k < it->nop; k++) p[k] -= at[0] * it->stride[0][k];
    at[0] = 0;
    for (int d = 1; d < it->ndim; d++) {
      for (int k = 0; k < it->nop; k++) p[k] += it->stride[d][k];
      if (++at[d] < it->size[d]) break;
      for (int k = 0; k < it->nop; k++) p[k] -= it->size[d] * it->stride[d][k];
      at[d] = 0;
    }
  }
}

void THIter_walk(const THIter *it, THLoop loop, int64_t begin, int64_t end)
{
  walk(it, &(Loop){.plain = loop}, begin, end);
}

void THIter_walkWith(const THIter *it, THContextLoop loop, void *context, int64_t begin,
                     int64_t end)
{
  walk(it, &(Loop){.loop = loop, .context = context}, begin, end);
}

typedef struct Walk {
  const THIter *it;
  Loop loop;
} Walk;

static void walk_range(void *context, int64_t begin, int64_t end)
{
  const Walk *w = context;
  walk(w->it, &w->loop, begin, end);
}

int64_t THIter_block(int64_t held, int64_t passed)
{
  const int64_t threads = TH_getNumThreads(), fit = TH_caches()->second / 2 / held;
  const int64_t pay = threads > 1 ? TH_GRAIN_BYTES / passed + 1 : 1;
  return threads * (fit > pay ? fit : pay);
}

static int64_t bytes_of_position(const THIter *it)
{
  int64_t bytes = 0;
  for (int k = 0; k < it->nop; k++) bytes += THDtype_traits(it->dtype[k])->size;
  return bytes;
}

static int is_short(const THIter *it)
{
  return it->ndim == 1 && it->count < 4096;
}

static int run(const THIter *it, Loop loop)
{
  return th_inSlices(it->count, TH_GRAIN_BYTES / bytes_of_position(it), walk_range,
                     &(Walk){it, loop});
}

int THIter_run(const THIter *it, THLoop loop)
{
  if (it->count == 0) return TH_OK;
  if (!is_short(it)) return run(it, (Loop){.plain = loop});
  loop(it->data, it->stride[0], it->count);
  return TH_OK;
}

int THIter_runWith(const THIter *it, THContextLoop loop, void *context)
{
  if (it->count == 0) return TH_OK;
  if (!is_short(it)) return run(it, (Loop){.loop = loop, .context = context});
  loop(context, it->data, it->stride[0], it->count);
  return TH_OK;
}

/* Threads that write to one line of the caches wait for each other: so many bytes, at least, are
   one thread's (row "k-means step", two threads: 16 floats for both took twice as long as for
   one). */
enum { APART = 512 };

typedef struct Apart {
  const THIter *it;
  int shared; /* the dimension of which each thread has a part */
  THContextLoop loop;
  void *context;
} Apart;

static void run_apart(void *context, int64_t begin, int64_t end)
{
  const Apart *apart = context;
  const int d = apart->shared;
  THIter part;
  THIter_copy(&part, apart->it);
  for (int k = 0; k < part.nop; k++) part.data[k] += begin * part.stride[d][k];
  part.size[d] = end - begin;
  part.count = part.count / apart->it->size[d] * part.size[d];
  THIter_walkWith(&part, apart->loop, apart->context, 0, part.count);
}

int THIter_runApart(const THIter *it, THContextLoop loop, void *context)
{
  if (it->count == 0) return TH_OK;
  int shared = -1;
  for (int d = 0; d < it->ndim; d++)
    if (it->stride[d][0] && (shared < 0 || it->size[d] > it->size[shared])) shared = d;
  if (shared < 0) {
    THIter_walkWith(it, loop, context, 0, it->count);
    return TH_OK;
  }
  const int64_t bytes = it->count / it->size[shared] * bytes_of_position(it);
  const int64_t worth = TH_GRAIN_BYTES / bytes + 1, lines = APART / it->stride[shared][0];
  return th_inSlices(it->size[shared], worth > lines ? worth : lines, run_apart,
                     &(Apart){it, shared, loop, context});
}

/* The parts of a counting run. Part i uses the vector from at[i] to at[i + 1]. */
enum { MAX_PARTS = 64 };

typedef struct Parts {
  const THIter *it;
  THContextLoop ahead, loop;
  const void *context;
  int64_t size; /* positions of a part */
  int64_t at[MAX_PARTS + 1];
} Parts;

static void walk_part(const Parts *parts, THContextLoop loop, int64_t i, THCounting *counting)
{
  const int64_t from = i * parts->size, left = parts->it->count - from;
  THIter_walkWith(parts->it, loop, counting, from,
                  from + (left < parts->size ? left : parts->size));
}

static void count_parts(void *context, int64_t begin, int64_t end)
{
  Parts *parts = context;
  for (int64_t i = begin; i < end; i++) {
    THCounting counting = {0, 0, parts->context};
    walk_part(parts, parts->ahead, i, &counting);
    parts->at[i + 1] = counting.used;
  }
}

static void run_parts(void *context, int64_t begin, int64_t end)
{
  const Parts *parts = context;
  for (int64_t i = begin; i < end; i++)
    walk_part(parts, parts->loop, i,
              &(THCounting){parts->at[i], parts->at[i + 1], parts->context});
}

int THIter_runCounting(const THIter *it, int64_t end, THContextLoop ahead, THContextLoop loop,
                       const void *context)
{
  Parts parts = {.it = it, .ahead = ahead, .loop = loop, .context = context};
  parts.size = TH_GRAIN_BYTES / bytes_of_position(it);
  if (parts.size * MAX_PARTS < it->count) parts.size = (it->count + MAX_PARTS - 1) / MAX_PARTS;
  const int64_t count = (it->count + parts.size - 1) / parts.size;
  if (count > 1 && TH_getNumThreads() > 1) {
    TH_TRY(th_inSlices(count, 1, count_parts, &parts));
    for (int64_t i = 0; i < count; i++) parts.at[i + 1] += parts.at[i];
    return th_inSlices(count, 1, run_parts, &parts);
  }
  THCounting counting = {0, end, context};
  Walk all = {it, {.loop = loop, .context = &counting}};
  return th_inSlicesOf(parts.size, it->count, it->count, walk_range, &all); /* in order */
}
