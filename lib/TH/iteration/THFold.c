/*
** Folds: cuts the outputs into tiles, folds the blocks of each, and merges them as a tree.
**
** However the work is cut (rows or columns, tiles, threads), the same elements meet in the same
** lanes and blocks merge in the same tree, so the bits of a result never change.
*/
#include "TH/iteration/THFoldHalves.h"
#include "TH/iteration/THFoldPlan.h"
#include "TH/iteration/THMove.h"

#include <string.h>

#include "TH/memory/THHostAllocator.h"
#include "TH/memory/THCaches.h"
#include "TH/memory/THWatch.h"

/* A piece with fewer bytes is not worth waking a thread. With twice as many, two threads take 1.4
   times as long in row "softmax of 128x1000 by row". */
#define GRAIN_BYTES (128 * 1024)

enum {
  OWN_ROOM = 32 << 10, /* bytes of a tile's states and scratch that the stack has room for */
  MAX_PARTS = 16       /* parts of one tile that threads fold at a time, at most */
};

/* Rows that are apart prefetch a later one, so many bytes of rows ahead or somewhat more (row "sum
   of 1000 columns of 3000x3000": 0.7 of the time; 1 to 24 KB ahead are alike on AMD EPYC 9004).
   Rows that follow each other are read in order and left to the processor's own prefetching: on the
   EPYC any page ahead takes 1.3 times as long (row "max all, 4000x2500"). */
enum { AHEAD = 3 * 4096 };

typedef struct Plan {
  THFoldPlan tiles;
  const THFold *fold;
  int columns, adjacent; /* outputs are folded side by side; the elements of one are adjacent */
  int runs;              /* the elements of one are long runs, which are read where they are */
  ptrdiff_t far;         /* THFoldBlock's */
  THWatch *watch;
} Plan;

/* --- how much is folded at a time --- */

/* Whether the outputs are few columns of a matrix without gaps, as the parts of complex numbers are
   two: the lanes of such columns are one run of memory. */
static int are_narrow(const THFoldPlan *plan)
{
  enum { LEAST = 8 * TH_FOLD_LANES };
  const THIter *it = plan->it;
  const ptrdiff_t width = it->size[plan->kept[0]] * plan->size;
  return plan->kept[0] == 0 && plan->n >= LEAST && it->stride[0][plan->x] == plan->size
         && it->stride[plan->folded[0]][plan->x] == width;
}

/*
** Whether to fold outputs side by side: if they are neighbours in memory, or have too few elements
** for the lanes of a row. The bits of the result are the same either way.
*/
static int columns_pay(const THFoldPlan *plan, const THFold *fold)
{
  if (!plan->nkept || plan->nfolded > 1) return 0;
  if (plan->it->size[plan->kept[0]] < 8) return fold->piece && plan->nfolded && are_narrow(plan);
  return plan->n < TH_FOLD_LANES || plan->kept[0] == 0;
}

static int is_adjacent(const THFoldPlan *plan)
{
  return plan->n <= 1
         || (plan->nfolded == 1 && plan->it->stride[plan->folded[0]][plan->x] == plan->size);
}

/* Whether the innermost dimension is folded and gives runs that the kernel takes. */
static int has_runs(const THFoldPlan *plan, const THFold *fold)
{
  if (!fold->piece || fold->halves || plan->nfolded < 2) return 0;
  const int inner = plan->folded[0];
  return plan->it->stride[inner][plan->x] == plan->size && plan->it->size[inner] >= fold->piece;
}

/* How many states fold_range needs at a time. */
static int64_t depth(int64_t n)
{
  int64_t levels = 1;
  for (int64_t blocks = TH_FOLD_BLOCK; blocks < n; blocks *= 2) levels++;
  return levels;
}

/* Bytes that one output of a tile needs while it is folded. */
static int64_t bytes_of_output(const Plan *plan)
{
  return depth(plan->tiles.n) * plan->fold->size + (plan->columns ? plan->fold->scratch : 0);
}

/* How many threads may share the outputs of a tile: all, if its elements cannot be shared. */
static int64_t threads_for(const Plan *plan)
{
  return plan->tiles.n > TH_FOLD_BLOCK ? 1 : TH_getNumThreads();
}

/* The width of a tile of columns: as many as fit half of the second-level cache, since rows are
   read best from end to end (row "sum by column, 4000x2500": 512 columns at a time take twice as
   long). Of few rows, the states fit a quarter of the first: they are all that is written (row "sum
   over three rows, 3x333333": 0.85 of the time). Tiles are equally wide. */
static int columns_at_a_time(const Plan *plan)
{
  enum { FEW_ROWS = 4 };
  const int64_t outputs = plan->tiles.it->size[plan->tiles.kept[0]];
  const int few = plan->tiles.n <= FEW_ROWS;
  int64_t most = few ? TH_caches()->first / 4 / plan->fold->size
                     : TH_caches()->second / 2 / bytes_of_output(plan);
  if (plan->fold->halves && most > TH_FOLD_HALVES) most = TH_FOLD_HALVES;
  if (most < TH_FOLD_LANES) most = TH_FOLD_LANES;
  const int64_t least = (outputs + most - 1) / most, threads = threads_for(plan);
  const int64_t tiles = least < threads && outputs > 64 * threads ? threads : least;
  return (int)(((outputs + tiles - 1) / tiles + TH_FOLD_LANES - 1) & -TH_FOLD_LANES);
}

/* Of short runs as many outputs as the room on the stack is enough for: those of neighbours, which
   often follow each other, are read one after the other. Runs of a block are read to their ends
   first (row "mean of channels, 32x64x56x56": 0.7 of the time). */
static int runs_at_a_time(const Plan *plan)
{
  const THFoldPlan *tiles = &plan->tiles;
  if (!tiles->nkept || tiles->it->size[tiles->folded[0]] >= TH_FOLD_BLOCK) return 1;
  const int64_t outputs = tiles->it->size[tiles->kept[0]], threads = threads_for(plan);
  const int64_t most = OWN_ROOM / bytes_of_output(plan), each = (outputs + threads - 1) / threads;
  return each < 1 ? 1 : (int)(each < most ? each : most);
}

/* Rows of a block or less: some, as a call has its cost (row "sum by row, 10000x100": 16 at a time
   take 1.1 times as long), but so few that threads have equal shares. */
static int short_rows_at_a_time(const Plan *plan)
{
  enum { LEAST = TH_FOLD_LANES, MOST = 64, SHARES = 8 };
  if (!plan->tiles.nkept) return 1;
  const int64_t outputs = plan->tiles.it->size[plan->tiles.kept[0]];
  const int64_t each = outputs / (SHARES * threads_for(plan));
  return each < LEAST ? LEAST : each < MOST ? (int)each : MOST;
}

static int outputs_at_a_time(const Plan *plan)
{
  if (plan->columns) return columns_at_a_time(plan);
  if (plan->runs) return runs_at_a_time(plan);
  if (!plan->adjacent) return 1;
  if (plan->tiles.n <= TH_FOLD_BLOCK) return short_rows_at_a_time(plan);
  const int64_t rows = TH_FOLD_BESIDE * TH_FOLD_BLOCK / plan->tiles.n;
  return rows > 1 ? (int)rows : 1;
}

/* Outputs of few elements, of which few are neighbours, are folded side by side along the longest
   dimension instead (row "half an image by means": a tenth of the time). */
static void lead_with_longest(THFoldPlan *plan)
{
  enum { FEW = 8 };
  const int64_t *size = plan->it->size;
  int longest = 0;
  if (!plan->nkept || plan->n >= TH_FOLD_LANES || size[plan->kept[0]] >= FEW) return;
  for (int k = 1; k < plan->nkept; k++)
    if (size[plan->kept[k]] > size[plan->kept[longest]]) longest = k;
  const int lead = plan->kept[longest];
  plan->kept[longest] = plan->kept[0];
  plan->kept[0] = lead;
}

/* A sixteenth of the second-level cache, if the last one is too small for x and the processor is
   one that gains by it (row "sum by row, 4000x2500": 0.8 of the time; on AMD EPYC 9004, with 1 MB,
   16 to 128 KB are alike). */
static ptrdiff_t far_for(const THFoldPlan *plan)
{
  const THCaches *caches = TH_caches();
  int64_t bytes = plan->size;
  for (int d = 0; d < plan->it->ndim; d++)
    if (plan->it->stride[d][plan->x]) bytes *= plan->it->size[d];
  return caches->prefetches && bytes > caches->last / 2 ? caches->second / 16 : 0;
}

static void make_plan(Plan *plan, const THIter *it, const THFold *fold)
{
  *plan = (Plan){.tiles = th_foldPlan(it, fold->results), .fold = fold};
  lead_with_longest(&plan->tiles);
  plan->columns = columns_pay(&plan->tiles, fold);
  plan->adjacent = is_adjacent(&plan->tiles);
  plan->runs = !plan->columns && has_runs(&plan->tiles, fold);
  th_foldTiles(&plan->tiles, outputs_at_a_time(plan));
  plan->far = far_for(&plan->tiles);
}

/* --- one tile --- */

static void fold_kernel(const THFold *fold, int columns, void *state, const THFoldBlock *block)
{
  if (fold->halves) th_foldHalves(fold, columns, state, block);
  else if (columns) fold->columns(state, block);
  else fold->row(state, block);
}

static void store(const THFold *fold, void *state, const THFoldTile *tile)
{
  if (fold->halves) th_storeHalves(fold, state, tile);
  else fold->store(state, tile);
}

static void copy_run(char *to, const char *from, ptrdiff_t step, int64_t n, ptrdiff_t size)
{
  const ptrdiff_t d[] = {size, 0}, s[] = {step, 0};
  th_moveTile((int)size, to, d, from, s, (const int64_t[]){n, 1});
}

/* The run of element i of an output: as many of n elements as follow each other in the innermost
   dimension. */
static THFoldPiece run_of(const THFoldPlan *plan, const char *x, int64_t i, int64_t n)
{
  const THIter *it = plan->it;
  const int inner = plan->folded[0];
  const int64_t at = i % it->size[inner], left = it->size[inner] - at;
  int64_t rest = i / it->size[inner];
  x += at * it->stride[inner][plan->x];
  for (int k = 1; k < plan->nfolded; k++) {
    int d = plan->folded[k];
    x += rest % it->size[d] * it->stride[d][plan->x];
    rest /= it->size[d];
  }
  return (THFoldPiece){x, left < n ? left : n};
}

/* Copy elements [begin, begin + n) of an output into to, whatever their strides are. */
static void gather(const THFoldPlan *plan, const char *x, int64_t begin, int n, char *to)
{
  const ptrdiff_t step = plan->it->stride[plan->folded[0]][plan->x];
  for (int64_t i = begin, run; i < begin + n; i += run) {
    const THFoldPiece from = run_of(plan, x, i, begin + n - i);
    run = from.n;
    copy_run(to, from.x, step, run, plan->size);
    to += run * plan->size;
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
  block->ahead = block->far = 0;
  fold_kernel(plan->fold, 0, state, block);
}

/* Bytes from an element to what is prefetched with it, where rows of so many bytes begin across
   bytes apart: 0 if they follow each other. */
static ptrdiff_t ahead_of(ptrdiff_t across, ptrdiff_t bytes)
{
  return across == bytes || !bytes ? 0 : (AHEAD + bytes - 1) / bytes * across;
}

/* The same for elements [begin, begin + n) of the outputs of a tile. */
static ptrdiff_t ahead_of_rows(const Plan *plan, const THFoldTile *tile, int64_t begin, int64_t n)
{
  const int whole = begin == 0 && n == plan->tiles.n;
  return whole ? ahead_of(tile->across[plan->tiles.x], n * plan->tiles.size) : 0;
}

/* Bytes from an element of a run to one that is read soon: in the same place of a later run, of the
   next outputs where there are several, else of the same one. */
static ptrdiff_t ahead_of_runs(const Plan *plan, const THFoldTile *tile)
{
  const THFoldPlan *tiles = &plan->tiles;
  const THIter *it = tiles->it;
  const ptrdiff_t next = it->stride[tiles->folded[1]][tiles->x];
  return ahead_of(tile->width > 1 ? tile->across[tiles->x] : next,
                  it->size[tiles->folded[0]] * tiles->size);
}

/* Fold a block of long runs where they are (row "sum of 1000 columns of 3000x3000": to copy them
   takes 1.4 times as long). Not inlined: other blocks need no list of runs. */
static __attribute__((noinline)) void fold_runs(const Plan *plan, void *state, THFoldBlock *block)
{
  THFoldPiece piece[TH_FOLD_BLOCK / TH_FOLD_PIECE + 2];
  int pieces = 0;
  for (ptrdiff_t i = 0; i < block->n; i += piece[pieces++].n)
    piece[pieces] = run_of(&plan->tiles, block->tile->p[plan->tiles.x], block->first + i,
                           block->n - i);
  block->pieces = piece, block->npieces = pieces;
  block->ahead = ahead_of_runs(plan, block->tile);
  fold_kernel(plan->fold, 0, state, block);
}

static void fold_block(const Plan *plan, const THFoldTile *tile, int64_t begin, int n, void *state,
                       void *scratch)
{
  const THFoldPlan *tiles = &plan->tiles;
  int x = tiles->x;
  ptrdiff_t step = tiles->nfolded ? tiles->it->stride[tiles->folded[0]][x] : 0;
  THFoldBlock block = {
    .x = tile->p[x] + begin * step, .step = step, .across = tile->across[x], .n = n,
    .last = n, .width = tile->width, .first = begin, .tile = tile,
    .ahead = ahead_of_rows(plan, tile, begin, n), .dtype = tile->dtype[x], .scratch = scratch,
    .far = plan->far,
  };
  if (plan->columns || plan->adjacent) fold_kernel(plan->fold, plan->columns, state, &block);
  else if (plan->runs) fold_runs(plan, state, &block);
  else fold_gathered(plan, state, &block);
}

/* Merge count states, bytes apart, as a tree, into the first. */
static void merge_tree(const THFold *fold, char *states, ptrdiff_t bytes, int count, int width)
{
  for (int step = 1; step < count; step *= 2)
    for (int i = 0; i + step < count; i += 2 * step)
      fold->merge(states + i * bytes, states + (i + step) * bytes, width);
}

/* Fold elements [begin, end) of each of the tile's outputs, whose elements are adjacent: at most
   TH_FOLD_BESIDE blocks, of which the last may be short. */
static void fold_beside(const Plan *plan, const THFoldTile *tile, int64_t begin, int64_t end,
                        char *state)
{
  static const ptrdiff_t nowhere[TH_MAX_OPERANDS];
  _Alignas(TH_ALIGN) char states[TH_FOLD_BESIDE * TH_FOLD_ACCUMULATOR];
  const ptrdiff_t size = plan->tiles.size, bytes = plan->fold->size;
  const ptrdiff_t blocks = (end - begin + TH_FOLD_BLOCK - 1) / TH_FOLD_BLOCK;
  const ptrdiff_t across = TH_FOLD_BLOCK * size;
  const ptrdiff_t ahead = ahead_of_rows(plan, tile, begin, end - begin);
  THFoldTile same = *tile;
  same.across = nowhere;
  for (int c = 0; c < tile->width; c++) {
    THFoldBlock block = {
      .x = same.p[plan->tiles.x] + begin * size, .step = size, .across = across,
      .n = TH_FOLD_BLOCK, .last = end - begin - (blocks - 1) * TH_FOLD_BLOCK, .width = blocks,
      .first = begin, .ahead = ahead, .tile = &same,
      .dtype = tile->dtype[plan->tiles.x], .far = plan->far,
    };
    fold_kernel(plan->fold, 0, states, &block);
    merge_tree(plan->fold, states, bytes, (int)blocks, 1);
    memcpy(state + c * bytes, states, (size_t)bytes);
    for (int k = 0; k < plan->tiles.it->nop; k++) same.p[k] += tile->across[k];
  }
}

/* Fold elements [begin, end) as a tree. Its left branch has a power of two of whole blocks, as many
   as leave something for the right one. Behind state there is room for depth() - 1 more states.
   Where the fold is stopped, states are merged that nobody reads. */
static void fold_range(const Plan *plan, const THFoldTile *tile, int64_t begin, int64_t end,
                       char *state, void *scratch)
{
  enum { LONG = 1 << 18 };
  const int64_t n = end - begin;
  const int beside = plan->adjacent && !plan->columns;
  const int any_order = beside && plan->fold->rowBlock;
  const int64_t least = any_order ? plan->fold->rowBlock : TH_FOLD_BLOCK;
  char *later = state + tile->width * plan->fold->size;
  int64_t half = TH_FOLD_BLOCK;
  if (n > LONG && th_mustStop(plan->watch)) return;
  if (n <= least)
    fold_block(plan, tile, begin, (int)n, state, scratch);
  else if (beside && !any_order && n <= TH_FOLD_BESIDE * TH_FOLD_BLOCK)
    fold_beside(plan, tile, begin, end, state);
  else {
    while (2 * half < n) half *= 2;
    fold_range(plan, tile, begin, begin + half, state, scratch);
    fold_range(plan, tile, begin + half, end, later, scratch);
    plan->fold->merge(state, later, tile->width);
  }
}

/* --- tiles --- */

/* The memory in which a thread folds tiles: states, and what kernels of columns need. If there is
   none for a whole tile, the tile is folded a few outputs at a time, in the room on the stack. */
typedef struct Room {
  char *states, *scratch;
  const THAllocator *from;
  int64_t bytes;
  int width; /* outputs at a time */
  _Alignas(TH_ALIGN) char own[OWN_ROOM];
} Room;

static void take_room(Room *room, const Plan *plan)
{
  const int64_t each = bytes_of_output(plan), least = TH_FOLD_LANES;
  room->width = plan->tiles.width;
  room->bytes = room->width * each;
  room->states = room->own;
  if (room->bytes > OWN_ROOM) {
    room->from = TH_allocator();
    room->states = room->from->alloc(room->from->context, (size_t)room->bytes);
  }
  if (!room->states) {
    room->states = room->own;
    room->width = (int)(OWN_ROOM / each & -least);
  }
  room->scratch = room->states + room->width * depth(plan->tiles.n) * plan->fold->size;
}

static void drop_room(Room *room)
{
  if (room->states != room->own)
    room->from->free(room->from->context, room->states, (size_t)room->bytes);
}

/* Fold elements [begin, end) of a tile's outputs. Keeps the states in keep, or else stores the
   results. */
static void fold_tile(const Plan *plan, const Room *room, THFoldTile tile, int64_t begin,
                      int64_t end, char *keep)
{
  const THFold *fold = plan->fold;
  if (th_mustStop(plan->watch)) return;
  for (int left = tile.width; left > 0; left -= tile.width) {
    tile.width = left < room->width ? left : room->width;
    fold_range(plan, &tile, begin, end, room->states, room->scratch);
    if (keep) memcpy(keep, room->states, (size_t)(tile.width * fold->size));
    else store(fold, room->states, &tile);
    if (keep) keep += tile.width * fold->size;
    for (int k = 0; k < plan->tiles.it->nop; k++) tile.p[k] += tile.width * tile.across[k];
  }
}

static void fold_tasks(void *context, int64_t begin, int64_t end)
{
  const Plan *plan = context;
  Room room;
  THFoldTile tile;
  take_room(&room, plan);
  for (int64_t task = begin; task < end; task++) {
    th_foldPlace(&plan->tiles, task, &tile);
    fold_tile(plan, &room, tile, 0, plan->tiles.n, NULL);
  }
  drop_room(&room);
}

/* --- one tile on several threads: subtrees of equal size --- */

typedef struct Parts {
  const Plan *plan;
  THFoldTile tile;
  int64_t size;    /* elements: whole blocks, a power of two of them */
  ptrdiff_t bytes; /* of the states of a part */
  char *states;
} Parts;

static void fold_parts(void *context, int64_t begin, int64_t end)
{
  const Parts *parts = context;
  const int64_t n = parts->plan->tiles.n;
  Room room;
  take_room(&room, parts->plan);
  for (int64_t i = begin; i < end; i++) {
    const int64_t from = i * parts->size, to = from + parts->size;
    fold_tile(parts->plan, &room, parts->tile, from, to < n ? to : n,
              parts->states + i * parts->bytes);
  }
  drop_room(&room);
}

static void fold_wide(Plan *plan, int64_t task)
{
  const THAllocator *from = TH_allocator();
  const int64_t n = plan->tiles.n;
  Parts parts = {.plan = plan, .size = TH_FOLD_BLOCK};
  while (parts.size * MAX_PARTS < n) parts.size *= 2;
  const int count = (int)((n + parts.size - 1) / parts.size);
  th_foldPlace(&plan->tiles, task, &parts.tile);
  parts.bytes = parts.tile.width * plan->fold->size;
  const size_t bytes = (size_t)(count * parts.bytes);
  parts.states = from->alloc(from->context, bytes);
  if (!parts.states) {
    fold_tasks(plan, task, task + 1);
    return;
  }
  const int64_t grain = parts.size * parts.tile.width * plan->tiles.size;
  THParallel_for(count, GRAIN_BYTES / grain + 1, fold_parts, &parts);
  merge_tree(plan->fold, parts.states, parts.bytes, count, parts.tile.width);
  store(plan->fold, parts.states, &parts.tile);
  from->free(from->context, parts.states, bytes);
}

int THFold_run(const THIter *it, const THFold *fold)
{
  Plan plan;
  THWatch watch = th_watch();
  make_plan(&plan, it, fold);
  plan.watch = &watch;
  const int64_t tasks = plan.tiles.tasks, bytes = th_foldBytes(&plan.tiles);
  const int wide = plan.tiles.n > TH_FOLD_BLOCK && tasks < TH_getNumThreads()
                   && bytes >= 2 * GRAIN_BYTES;
  for (int64_t task = 0; wide && task < tasks; task++) fold_wide(&plan, task);
  if (!wide) THParallel_for(tasks, GRAIN_BYTES / (bytes + 1) + 1, fold_tasks, &plan);
  return th_watched(&watch);
}
