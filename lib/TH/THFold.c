#include "THFold.h"

#include <string.h>

/* Pieces of fewer bytes are not worth waking a thread. */
#define GRAIN_BYTES (256 * 1024)

/* Parts of one tile that threads fold at a time; what their states need of the stack. */
enum { MAX_PARTS = 16 };

typedef union State {
  char bytes[TH_FOLD_STATE];
  _Alignas(64) double align;
} State;

/* How an iterator is walked: dimensions by use; a tile, or one output, at a time. */
typedef struct Plan {
  const THIter *it;
  const THFold *fold;
  int x, nkept, nfolded, tiled;
  int kept[TH_MAX_DIM], folded[TH_MAX_DIM];
  ptrdiff_t size; /* bytes of an element of x */
  int64_t n;      /* elements folded into an output */
  int64_t tiles;  /* along kept[0] */
  int64_t tasks;  /* tiles in all, or outputs */
} Plan;

static void plan_dims(Plan *plan, const THIter *it, int x)
{
  *plan = (Plan){.it = it, .x = x, .n = 1, .tiles = 1, .tasks = 1};
  plan->size = THDtype_traits(it->dtype[x])->size;
  for (int d = 0; d < it->ndim; d++) {
    if (it->stride[d][0]) plan->kept[plan->nkept++] = d;
    else plan->folded[plan->nfolded++] = d;
    if (it->stride[d][0] == 0) plan->n *= it->size[d];
  }
}

static void plan_tasks(Plan *plan, int tiled)
{
  const THIter *it = plan->it;
  plan->tiled = tiled;
  if (tiled) plan->tiles = (it->size[plan->kept[0]] + TH_FOLD_WIDTH - 1) / TH_FOLD_WIDTH;
  for (int k = tiled; k < plan->nkept; k++) plan->tasks *= it->size[plan->kept[k]];
  plan->tasks *= plan->tiles;
}

/*
** Outputs side by side where they are neighbours in memory, or too short for rows. The choice does
** not show in the bits.
*/
static int columns_pay(const Plan *plan)
{
  if (!plan->nkept || plan->nfolded > 1 || plan->it->size[plan->kept[0]] < 8) return 0;
  return plan->n < TH_FOLD_LANES || plan->kept[0] == 0;
}

static void place(const Plan *plan, int64_t task, THFoldTile *tile)
{
  static const ptrdiff_t nowhere[TH_MAX_OPERANDS];
  const THIter *it = plan->it;
  int64_t begin = task % plan->tiles * TH_FOLD_WIDTH, rest = task / plan->tiles;
  *tile = (THFoldTile){.across = nowhere, .dtype = it->dtype, .width = 1, .n = plan->n};
  memcpy(tile->p, it->data, sizeof tile->p);
  if (plan->tiled) {
    int d = plan->kept[0];
    int64_t left = it->size[d] - begin;
    tile->across = it->stride[d];
    tile->width = left < TH_FOLD_WIDTH ? (int)left : TH_FOLD_WIDTH;
    for (int k = 0; k < it->nop; k++) tile->p[k] += begin * it->stride[d][k];
  }
  for (int i = plan->tiled; i < plan->nkept; i++) {
    int d = plan->kept[i];
    for (int k = 0; k < it->nop; k++) tile->p[k] += rest % it->size[d] * it->stride[d][k];
    rest /= it->size[d];
  }
}

/* --- one tile --- */

#define COPY_STRIDED(bytes)                                                                        \
  case bytes:                                                                                      \
    for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, from + i * step, bytes);                \
    break;

static void copy_run(char *to, const char *from, ptrdiff_t step, int64_t n, ptrdiff_t size)
{
  switch (step == size ? 0 : size) {
  COPY_STRIDED(1)
  COPY_STRIDED(2)
  COPY_STRIDED(4)
  COPY_STRIDED(8)
  default: memcpy(to, from, (size_t)(n * size));
  }
}

/* Elements begin .. begin + n - 1 of an output, from wherever they are. */
static void gather(const Plan *plan, const char *x, int64_t begin, int n, char *to)
{
  const THIter *it = plan->it;
  int inner = plan->folded[0];
  for (int64_t i = begin; i < begin + n;) {
    int64_t rest = i / it->size[inner], at = i % it->size[inner];
    int64_t run = it->size[inner] - at, left = begin + n - i;
    const char *from = x + at * it->stride[inner][plan->x];
    for (int k = 1; k < plan->nfolded; k++) {
      int d = plan->folded[k];
      from += rest % it->size[d] * it->stride[d][plan->x];
      rest /= it->size[d];
    }
    if (run > left) run = left;
    copy_run(to, from, it->stride[inner][plan->x], run, plan->size);
    to += run * plan->size;
    i += run;
  }
}

static void fold_block(const Plan *plan, const THFoldTile *tile, int64_t begin, int n, void *state)
{
  _Alignas(64) char buffer[TH_FOLD_BLOCK * sizeof(double)];
  int x = plan->x;
  ptrdiff_t step = plan->nfolded ? plan->it->stride[plan->folded[0]][x] : 0;
  THFoldBlock block = {
    .x = tile->p[x] + begin * step, .step = step, .across = tile->across[x],
    .n = n, .width = tile->width, .first = begin, .tile = tile,
  };
  if (plan->tiled) {
    plan->fold->columns(state, &block);
    return;
  }
  if (plan->nfolded > 1 || (n > 1 && step != plan->size)) {
    gather(plan, tile->p[x], begin, n, buffer);
    block.x = buffer;
  }
  block.step = plan->size;
  plan->fold->row(state, &block);
}

/* The tree: as many whole blocks to the left as a power of two allows. */
static void fold_range(const Plan *plan, const THFoldTile *tile, int64_t begin, int64_t end,
                       void *state)
{
  int64_t half = TH_FOLD_BLOCK;
  State later;
  if (end - begin <= TH_FOLD_BLOCK) {
    fold_block(plan, tile, begin, (int)(end - begin), state);
    return;
  }
  while (2 * half < end - begin) half *= 2;
  fold_range(plan, tile, begin, begin + half, state);
  fold_range(plan, tile, begin + half, end, &later);
  plan->fold->merge(state, &later, tile->width);
}

static void fold_tasks(void *context, int64_t begin, int64_t end)
{
  const Plan *plan = context;
  THFoldTile tile;
  State state;
  for (int64_t task = begin; task < end; task++) {
    place(plan, task, &tile);
    fold_range(plan, &tile, 0, plan->n, &state);
    plan->fold->store(&state, &tile);
  }
}

/* --- one tile on several threads: subtrees of equal size --- */

typedef struct Parts {
  const Plan *plan;
  THFoldTile tile;
  int64_t size; /* elements; a power of two of blocks */
  State state[MAX_PARTS];
} Parts;

static void fold_parts(void *context, int64_t begin, int64_t end)
{
  Parts *parts = context;
  int64_t n = parts->plan->n;
  for (int64_t i = begin; i < end; i++) {
    int64_t from = i * parts->size, to = from + parts->size;
    fold_range(parts->plan, &parts->tile, from, to < n ? to : n, &parts->state[i]);
  }
}

static void fold_wide(const Plan *plan, int64_t task)
{
  Parts parts = {.plan = plan, .size = TH_FOLD_BLOCK};
  while (parts.size * MAX_PARTS < plan->n) parts.size *= 2;
  int count = (int)((plan->n + parts.size - 1) / parts.size);
  place(plan, task, &parts.tile);
  int64_t bytes = parts.size * parts.tile.width * plan->size;
  THParallel_for(count, GRAIN_BYTES / bytes + 1, fold_parts, &parts);
  for (int step = 1; step < count; step *= 2)
    for (int i = 0; i + step < count; i += 2 * step)
      plan->fold->merge(&parts.state[i], &parts.state[i + step], parts.tile.width);
  plan->fold->store(&parts.state[0], &parts.tile);
}

static int64_t bytes_of_task(const Plan *plan)
{
  int64_t width = 1;
  if (plan->tiled) width = plan->it->size[plan->kept[0]] / plan->tiles;
  return plan->n * width * plan->size;
}

int THFold_run(const THIter *it, const THFold *fold)
{
  Plan plan;
  plan_dims(&plan, it, fold->results);
  plan.fold = fold;
  plan_tasks(&plan, columns_pay(&plan));
  int64_t bytes = bytes_of_task(&plan);
  if (plan.tasks < TH_getNumThreads() && bytes >= 2 * GRAIN_BYTES)
    for (int64_t task = 0; task < plan.tasks; task++) fold_wide(&plan, task);
  else THParallel_for(plan.tasks, GRAIN_BYTES / (bytes + 1) + 1, fold_tasks, &plan);
  return TH_OK;
}

/* --- scans --- */

typedef struct Scans {
  Plan plan;
  THScan scan;
} Scans;

static void scan_tasks(void *context, int64_t begin, int64_t end)
{
  const Scans *scans = context;
  const Plan *plan = &scans->plan;
  static const ptrdiff_t nowhere[TH_MAX_OPERANDS];
  const ptrdiff_t *step = plan->nfolded ? plan->it->stride[plan->folded[0]] : nowhere;
  THFoldTile tile;
  for (int64_t task = begin; task < end; task++) {
    place(plan, task, &tile);
    scans->scan(&tile, step);
  }
}

int THScan_run(const THIter *it, THScan scan)
{
  Scans scans = {.scan = scan};
  if (!it->count) return TH_OK;
  plan_dims(&scans.plan, it, 2);
  plan_tasks(&scans.plan, scans.plan.nkept > 0);
  int64_t bytes = bytes_of_task(&scans.plan);
  THParallel_for(scans.plan.tasks, GRAIN_BYTES / (bytes + 1) + 1, scan_tasks, &scans);
  return TH_OK;
}
