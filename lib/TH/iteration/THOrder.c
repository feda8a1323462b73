/*
** Orders on the CPU: walks the outputs, and answers each from entries of one of two widths
** (THOrderEntry.c), or from bare keys if no positions are asked for (THOrderKeys.c).
**
** Outputs are divided among lanes, each with scratch of its own, so that threads share nothing.
** Narrow entries serve elements of up to 4 bytes and up to 2^32 - 1 of them, wide entries all
** others.
*/
#include "TH/iteration/THOrder.h"

#include <string.h>

#include "TH/iteration/THEntry.h"
#include "TH/iteration/THFoldPlan.h"
#include "TH/iteration/THMove.h"
#include "TH/memory/THAllocator.h"
#include "TH/memory/THCaches.h"
#include "TH/memory/THWatch.h"

/*
** What was tried, and how much longer rows of the benchmark then take (those that say only a size
** are "sort with positions, rows"). TINY: rows of 2 take 3 times as long if they are compared all
** with all, rows of 4 as long. SHORT, before that was tried: 16, 50000x20 1.7 times; 64, rows of
** 40 1.1 times. LONG_ROW: 4096, 500x2000 1.5 times; 400, "median of rows" 1.2 times. BITS: 9,
** 10000x100 1.4 times. LONG_BITS: 10, rows of 3000 1.1 times; 12 gains nothing. FEW_DIGITS: 3,
** 1000x1000 1.9 times; 6 gains nothing. FIRST_BLOCK: 16, "topk of rows" twice as long; 256, 1.2
** times. SAMPLE: 1024 or 16384, "median, 1e6" 1.2 times. MARGIN: 192, the same; 48 gains a tenth,
** but the k-th element is outside one time in eight. COUNTED: 1, "unique, 1e6 of 1000 with counts"
** 1.9 times, without AVX-512 2.9 times. LINE: no columns turned, "sort by column, 1000x1000" 1.6
** times; SHORT_COLUMN: 2, medians of 2 and of 8 bytes 1.3 times. GRAIN, PIECES and PIECE matter to
** threads only; BLOCK bounds the memory, and so does TURNED (20000x50 sorted by column takes 2.5
** times as long if it is not turned).
*/
enum {
  GRAIN = 8192,     /* so many elements are not worth waking a thread */
  TINY = 4,         /* so few are not worth comparing all with all */
  SHORT = 32,       /* entries sorted by insertion, at most */
  LONG_ROW = 2000,  /* from so many entries on, digits are long */
  BITS = 8,         /* bits of a short digit, at most */
  LONG_BITS = 11,   /* bits of a long one, at most */
  FEW_DIGITS = 4,   /* with more digits, the first distributes and the parts are sorted */
  PIECES = 4,       /* pieces of a row that threads distribute, at most */
  PIECE = 1 << 16,  /* entries of such a piece, at least */
  FIRST_BLOCK = 64, /* elements of a filter's first block, at least */
  BLOCK = 4096,     /* elements of a later one, at most */
  SAMPLE = 4096,    /* elements that are sampled to find the k-th of many */
  COUNTED = 1 << 16, /* so many keys next to each other, at most, are counted */
  LINE = 64,        /* bytes of rows of columns side by side that become rows first */
  SHORT_COLUMN = 32, /* elements of such columns, at least */
  TURNED = 1 << 22, /* bytes of such columns, at most */
  MARGIN = 96       /* how far around it the bounds are in the sample: 3 sigma */
};

/* One output. */
typedef struct Row {
  const THOrderLoops *loops;
  const char *x;
  char *at;               /* where the answer goes: positions from 1 */
  char *values;           /* where the values of a sort go, or NULL */
  ptrdiff_t step_x, step_at, step_values;
  int64_t n, k, most;     /* most: how often the mode occurs so far */
  uint64_t invert;
  int flags;
  void *entries, *spare;  /* room for entries */
  THWatch *watch;
} Row;

/* Whether k is so small against n that it is faster to look at each element than to sort entries of
   all. */
static inline int is_few(int64_t n, int64_t k)
{
  return k < n / 64;
}

#define OF_KIND(name) TH_CONCAT_3(name, _, KIND)
#define OF_ENTRY(name) OF_KIND(th_##name)

#define KIND narrow_keys
#define WIDE 0
#include "TH/iteration/THOrderKeys.c"

#define KIND wide_keys
#define WIDE 1
#include "TH/iteration/THOrderKeys.c"

#define KIND narrow
#define WIDE 0
#define BEHIND 32
#define FEW(loops) (loops)->few[0]
#include "TH/iteration/THOrderEntry.c"

#define KIND wide
#define WIDE 1
#define BEHIND 64
#define FEW(loops) (loops)->few[1]
#include "TH/iteration/THOrderEntry.c"

static void (*const answer[TH_NUM_ORDERS][2])(Row *row) = {
  [TH_ORDER_SORT] = {sort_row_narrow, sort_row_wide},
  [TH_ORDER_TOPK] = {topk_row_narrow, topk_row_wide},
  [TH_ORDER_KTH] = {kth_row_narrow, kth_row_wide},
  [TH_ORDER_MODE] = {mode_row_narrow, mode_row_wide},
  [TH_ORDER_BARE] = {values_row_narrow_keys, values_row_wide_keys},
};

static int is_wide(int dtype, int64_t n)
{
  return THDtype_traits(dtype)->size == 8 || n > UINT32_MAX;
}

/* --- scratch: each lane has entries, as many spare ones, and columns that are turned --- */

static int64_t lane_bytes(int kind, int dtype, int64_t n, int64_t k)
{
  const int filters = kind == TH_ORDER_TOPK || (kind == TH_ORDER_KTH && is_few(n, k));
  const int64_t room = 2 * k + FIRST_BLOCK + BLOCK, entries = filters && room < n ? room : n;
  const int64_t bytes = entries * (is_wide(dtype, n) ? 16 : 8) / (kind == TH_ORDER_BARE ? 2 : 1);
  return 2 * ((bytes + TH_ALIGN - 1) & -TH_ALIGN);
}

/* Room for columns that are turned into rows, and for as many sorted ones if these are bare. It is
   asked for before it is known whether columns lie side by side. */
static int64_t turned_bytes(const THOrderCall *call, int kind)
{
  if (!call->isApart || call->outputs == 1) return 0;
  if (call->n < SHORT_COLUMN || call->n * LINE > TURNED) return 0;
  return call->n * LINE * (kind == TH_ORDER_BARE ? 2 : 1);
}

static int ask_scratch(THOrderCall *call, int kind)
{
  const int64_t worth = call->n * call->outputs / GRAIN, threads = TH_getNumThreads();
  call->lanes = worth < threads ? worth : threads;
  if (call->lanes > call->outputs) call->lanes = call->outputs;
  if (call->lanes < 1) call->lanes = 1;
  call->bytes = call->lanes * (lane_bytes(kind, call->dtype, call->n, call->k) +
                               turned_bytes(call, kind));
  return TH_OK;
}

/* --- walking --- */

typedef struct Walk {
  THFoldPlan plan;
  Row row;
  void (*answer)(Row *row);
  char *scratch;
  int64_t lanes;
  ptrdiff_t bytes;  /* of a lane's entries */
  ptrdiff_t turned; /* of its columns that are turned */
  int columns;      /* how many these are */
  int isBare;
} Walk;

/* How many columns side by side are turned at a time, if there is room for them. */
static int columns_of(const THFoldPlan *plan)
{
  const int adjacent =
      plan->nkept && plan->it->stride[plan->kept[0]][TH_ORDER_X] == plan->size;
  return adjacent ? LINE / (int)plan->size : 0;
}

static void place_results(Row *row, const THFoldTile *tile, int gives, int c)
{
  row->at = tile->p[TH_ORDER_AT] + c * tile->across[TH_ORDER_AT];
  if (gives) row->values = tile->p[TH_ORDER_VALUES] + c * tile->across[TH_ORDER_VALUES];
}

/* Answer columns from c on by rows: a column of a matrix lies in as many lines as it has elements,
   which others share. Sorted values are turned back. */
static void answer_columns(const Walk *walk, Row row, const THFoldTile *tile, int gives, int c)
{
  const int left = tile->width - c;
  const int64_t n[2] = {row.n, left < walk->columns ? left : walk->columns};
  const ptrdiff_t w = walk->plan.size, tight[2] = {w, w * row.n}, down[2] = {row.step_x, w};
  const ptrdiff_t back[2] = {row.step_at, tile->across[TH_ORDER_AT]};
  char *rows = (char *)row.entries + walk->bytes, *sorted = rows + walk->turned / 2;
  th_moveTile((int)w, rows, tight, tile->p[TH_ORDER_X] + c * w, down, n);
  row.step_x = w;
  if (walk->isBare) row.step_at = w;
  for (int k = 0; k < n[1]; k++) {
    row.x = rows + k * tight[1];
    place_results(&row, tile, gives, c + k);
    if (walk->isBare) row.at = sorted + k * tight[1];
    walk->answer(&row);
  }
  if (walk->isBare)
    th_moveTile((int)w, tile->p[TH_ORDER_AT] + c * back[1], back, sorted, tight, n);
}

static void walk_lane(const Walk *walk, int64_t lane)
{
  const int64_t tasks = walk->plan.tasks;
  Row row = walk->row;
  THFoldTile tile;
  row.entries = walk->scratch + lane * (walk->bytes + walk->turned);
  row.spare = (char *)row.entries + walk->bytes / 2;
  const int gives = walk->plan.it->nop > TH_ORDER_VALUES;
  for (int64_t task = lane * tasks / walk->lanes; task < (lane + 1) * tasks / walk->lanes; task++) {
    if (th_mustStop(row.watch)) return;
    th_foldPlace(&walk->plan, task, &tile);
    for (int c = 0; walk->columns && c < tile.width; c += walk->columns)
      answer_columns(walk, row, &tile, gives, c);
    for (int c = 0; !walk->columns && c < tile.width; c++) {
      row.x = tile.p[TH_ORDER_X] + c * tile.across[TH_ORDER_X];
      place_results(&row, &tile, gives, c);
      walk->answer(&row);
    }
  }
}

static void walk_lanes(void *context, int64_t begin, int64_t end)
{
  for (int64_t lane = begin; lane < end; lane++) walk_lane(context, lane);
}

int THOrder_run(THOrderCall *call, int kind, const THOrderLoops *loops)
{
  const THIter *it = &call->it;
  if (!call->scratch) return ask_scratch(call, kind);
  THWatch watch = th_watch();
  Walk walk = {.plan = th_foldPlan(it, TH_ORDER_X), .scratch = call->scratch, .lanes = call->lanes};
  const THFoldPlan *plan = &walk.plan;
  Row *row = &walk.row;
  *row = (Row){.loops = loops, .n = plan->n, .k = call->k, .flags = call->flags,
               .step_at = call->step, .step_values = call->valueStep, .watch = &watch};
  row->invert = row->flags & TH_ORDER_DESCENDING ? ~UINT64_C(0) : 0;
  if (plan->nfolded) row->step_x = it->stride[plan->folded[0]][TH_ORDER_X];
  walk.answer = answer[kind][is_wide(call->dtype, row->n)];
  walk.bytes = lane_bytes(kind, call->dtype, row->n, row->k);
  walk.turned = turned_bytes(call, kind);
  walk.columns = walk.turned ? columns_of(plan) : 0;
  walk.isBare = kind == TH_ORDER_BARE;
  const int least = walk.columns ? walk.columns : 1; /* tiles are whole groups of columns */
  int width = row->n * least < GRAIN ? (int)(GRAIN / row->n) / least * least : least;
  th_foldTiles(&walk.plan, width);
  while (walk.plan.tasks < walk.lanes && width > 1) th_foldTiles(&walk.plan, width /= 2);
  THParallel_for(walk.lanes, 1, walk_lanes, &walk);
  return th_watched(&watch);
}
