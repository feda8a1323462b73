/*
** Folds: cuts the outputs into tiles, folds the blocks of each, and merges them as a tree.
**
** However the work is cut (rows or columns, tiles, threads), the same elements meet in the same
** lanes and blocks merge in the same tree, so the bits of a result never change.
*/
#include "TH/iteration/THFoldHalves.h"
#include "TH/iteration/THFoldPlan.h"

#include <string.h>

#include "TH/memory/THAllocator.h"

/* A piece with fewer bytes is not worth waking a thread. */
#define GRAIN_BYTES (256 * 1024)

enum {
  STATES = 48 << 10, /* bytes of all states that one tile needs at a time, at most */
  MAX_PARTS = 16,    /* parts of one tile that threads fold at a time, at most */
  NARROW = 128       /* outputs of such a tile, at most */
};

typedef struct Plan {
  THFoldPlan tiles;
  const THFold *fold;
  int columns, adjacent; /* outputs are folded side by side; those of one are adjacent */
  ptrdiff_t state;       /* bytes of a tile's state */
} Plan;

/* --- how much is folded at a time --- */

/*
** Whether to fold outputs side by side: if they are neighbours in memory, or have too few elements
** for the lanes of a row. The bits of the result are the same either way.
*/
static int columns_pay(const THFoldPlan *plan)
{
  if (!plan->nkept || plan->nfolded > 1 || plan->it->size[plan->kept[0]] < 8) return 0;
  return plan->n < TH_FOLD_LANES || plan->kept[0] == 0;
}

static int is_adjacent(const THFoldPlan *plan)
{
  return plan->n <= 1
         || (plan->nfolded == 1 && plan->it->stride[plan->folded[0]][plan->x] == plan->size);
}

/* How many states fold_range needs at a time. */
static int64_t depth(int64_t n)
{
  int64_t levels = 1;
  for (int64_t blocks = TH_FOLD_BLOCK; blocks < n; blocks *= 2) levels++;
  return levels;
}

/* The width of a tile of columns. Wide tiles read memory best, but every thread needs tiles, and
   the states must fit. */
static int columns_at_a_time(const Plan *plan)
{
  const int64_t outputs = plan->tiles.it->size[plan->tiles.kept[0]];
  const int64_t room = STATES / depth(plan->tiles.n) / plan->fold->size;
  int64_t most = room < plan->fold->width ? room : plan->fold->width;
  if (most > NARROW && outputs / most < TH_getNumThreads()) most = NARROW;
  return (int)(most & -TH_FOLD_LANES);
}

static int outputs_at_a_time(const Plan *plan)
{
  if (plan->columns) return columns_at_a_time(plan);
  if (!plan->adjacent) return 1;
  return plan->tiles.n <= TH_FOLD_BLOCK ? 4 * TH_FOLD_STREAMS : TH_FOLD_STREAMS;
}

static void make_plan(Plan *plan, const THIter *it, const THFold *fold)
{
  *plan = (Plan){.tiles = th_foldPlan(it, fold->results), .fold = fold};
  plan->columns = columns_pay(&plan->tiles);
  plan->adjacent = is_adjacent(&plan->tiles);
  th_foldTiles(&plan->tiles, outputs_at_a_time(plan));
  plan->state = (plan->tiles.width * fold->size + TH_ALIGN - 1) & -TH_ALIGN;
}

/* --- one tile --- */

static void fold_kernel(const THFold *fold, int columns, void *state, const THFoldBlock *block)
{
  if (fold->halves) th_foldHalves(fold, columns, state, block);
  else if (columns) fold->columns(state, block);
  else fold->row(state, block);
}

static void store(const THFold *fold, const void *state, const THFoldTile *tile)
{
  if (fold->halves) th_storeHalves(fold, state, tile);
  else fold->store(state, tile);
}

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
  COPY_STRIDED(16)
  default: memcpy(to, from, (size_t)(n * size));
  }
}

/* Copy elements [begin, begin + n) of an output into to, whatever their strides are. */
static void gather(const THFoldPlan *plan, const char *x, int64_t begin, int n, char *to)
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

/* Fold a block whose elements are not adjacent. Not inlined: other blocks need no buffer. */
static __attribute__((noinline)) void fold_gathered(const Plan *plan, void *state,
                                                    THFoldBlock *block)
{
  _Alignas(TH_ALIGN) char buffer[TH_FOLD_BLOCK * 16]; /* bytes of the widest element */
  const char *x = block->tile->p[plan->tiles.x];
  gather(&plan->tiles, x, block->first, block->n, buffer);
  block->x = buffer;
  fold_kernel(plan->fold, 0, state, block);
}

static void fold_block(const Plan *plan, const THFoldTile *tile, int64_t begin, int n, void *state)
{
  const THFoldPlan *tiles = &plan->tiles;
  int x = tiles->x;
  ptrdiff_t step = tiles->nfolded ? tiles->it->stride[tiles->folded[0]][x] : 0;
  THFoldBlock block = {
    .x = tile->p[x] + begin * step, .step = step, .across = tile->across[x],
    .ahead = TH_FOLD_BLOCK * tiles->size, .n = n, .width = tile->width, .first = begin,
    .tile = tile, .dtype = tile->dtype[x],
  };
  if (begin + n == tiles->n) block.ahead = tile->width * block.across - begin * step;
  if (plan->columns || plan->adjacent) fold_kernel(plan->fold, plan->columns, state, &block);
  else fold_gathered(plan, state, &block);
}

/* Fold TH_FOLD_STREAMS blocks of one output side by side. */
static void fold_beside(const Plan *plan, const THFoldTile *tile, int64_t begin, void *state)
{
  static const ptrdiff_t nowhere[TH_MAX_OPERANDS];
  _Alignas(TH_ALIGN) char states[TH_FOLD_STREAMS * TH_FOLD_ACCUMULATOR];
  const ptrdiff_t size = plan->tiles.size, bytes = plan->fold->size;
  THFoldTile same = *tile;
  THFoldBlock block = {
    .x = tile->p[plan->tiles.x] + begin * size, .step = size, .across = TH_FOLD_BLOCK * size,
    .ahead = TH_FOLD_STREAMS * TH_FOLD_BLOCK * size, .n = TH_FOLD_BLOCK, .width = TH_FOLD_STREAMS,
    .first = begin, .next = TH_FOLD_BLOCK, .tile = &same, .dtype = tile->dtype[plan->tiles.x],
  };
  same.across = nowhere;
  fold_kernel(plan->fold, 0, states, &block);
  for (int step = 1; step < TH_FOLD_STREAMS; step *= 2)
    for (int i = 0; i < TH_FOLD_STREAMS; i += 2 * step)
      plan->fold->merge(states + i * bytes, states + (i + step) * bytes, 1);
  memcpy(state, states, (size_t)bytes);
}

/* Fold elements [begin, end) as a tree. Its left branch has a power of two of whole blocks, as many
   as leave something for the right one. Behind state there is room for depth() - 1 more states. */
static void fold_range(const Plan *plan, const THFoldTile *tile, int64_t begin, int64_t end,
                       char *state)
{
  int64_t half = TH_FOLD_BLOCK;
  char *later = state + plan->state;
  if (end - begin <= TH_FOLD_BLOCK)
    fold_block(plan, tile, begin, (int)(end - begin), state);
  else if (plan->adjacent && !plan->columns && tile->width == 1
           && end - begin == TH_FOLD_STREAMS * TH_FOLD_BLOCK)
    fold_beside(plan, tile, begin, state);
  else {
    while (2 * half < end - begin) half *= 2;
    fold_range(plan, tile, begin, begin + half, state);
    fold_range(plan, tile, begin + half, end, later);
    plan->fold->merge(state, later, tile->width);
  }
}

static void fold_tasks(void *context, int64_t begin, int64_t end)
{
  const Plan *plan = context;
  _Alignas(TH_ALIGN) char states[STATES];
  THFoldTile tile;
  for (int64_t task = begin; task < end; task++) {
    th_foldPlace(&plan->tiles, task, &tile);
    fold_range(plan, &tile, 0, plan->tiles.n, states);
    store(plan->fold, states, &tile);
  }
}

/* --- one tile on several threads: subtrees of equal size --- */

typedef struct Parts {
  const Plan *plan;
  THFoldTile tile;
  int64_t size; /* elements: whole blocks, a power of two of them */
  _Alignas(TH_ALIGN) char state[MAX_PARTS][NARROW * TH_FOLD_ACCUMULATOR];
} Parts;

static void fold_parts(void *context, int64_t begin, int64_t end)
{
  Parts *parts = context;
  const Plan *plan = parts->plan;
  _Alignas(TH_ALIGN) char states[STATES];
  int64_t n = plan->tiles.n;
  for (int64_t i = begin; i < end; i++) {
    int64_t from = i * parts->size, to = from + parts->size;
    fold_range(plan, &parts->tile, from, to < n ? to : n, states);
    memcpy(parts->state[i], states, (size_t)(parts->tile.width * plan->fold->size));
  }
}

static void fold_wide(const Plan *plan, int64_t task)
{
  Parts parts;
  const int64_t n = plan->tiles.n;
  parts.plan = plan;
  parts.size = TH_FOLD_BLOCK;
  while (parts.size * MAX_PARTS < n) parts.size *= 2;
  int count = (int)((n + parts.size - 1) / parts.size);
  th_foldPlace(&plan->tiles, task, &parts.tile);
  int64_t bytes = parts.size * parts.tile.width * plan->tiles.size;
  THParallel_for(count, GRAIN_BYTES / bytes + 1, fold_parts, &parts);
  for (int step = 1; step < count; step *= 2)
    for (int i = 0; i + step < count; i += 2 * step)
      plan->fold->merge(parts.state[i], parts.state[i + step], parts.tile.width);
  store(plan->fold, parts.state[0], &parts.tile);
}

int THFold_run(const THIter *it, const THFold *fold)
{
  Plan plan;
  make_plan(&plan, it, fold);
  int64_t tasks = plan.tiles.tasks, bytes = th_foldBytes(&plan.tiles);
  if (tasks < TH_getNumThreads() && bytes >= 2 * GRAIN_BYTES && plan.tiles.width <= NARROW)
    for (int64_t task = 0; task < tasks; task++) fold_wide(&plan, task);
  else THParallel_for(tasks, GRAIN_BYTES / (bytes + 1) + 1, fold_tasks, &plan);
  return TH_OK;
}
