#include "TH/iteration/THOrder.h"

#include <string.h>

#include "TH/iteration/THFoldPlan.h"
#include "TH/memory/THAllocator.h"

enum {
  GRAIN = 8192,     /* elements that are not worth waking a thread */
  SHORT = 32,       /* entries that are sorted by insertion, at most */
  LONG_ROW = 4096,  /* entries from which on digits are long */
  BITS = 8,         /* of a digit, at most */
  LONG_BITS = 11,
  NEAR = 1 << 20,   /* bytes of entries that stay in the second cache while they are sorted */
  FEW_DIGITS = 4,
  PIECES = 4,       /* of a row that is distributed by several threads, at most; their least size */
  PIECE = 1 << 16,
  FIRST_BLOCK = 64, /* elements at a time when few are kept */
  BLOCK = 4096,
  SAMPLE = 4096,    /* elements that bracket one of many, and how far in the sample: 3 sigma */
  MARGIN = 96
};

/* One output. */
typedef struct Row {
  const THOrderLoops *loops;
  const char *x;
  char *at;               /* where the answer goes, as positions from 1 */
  char *values;           /* and the values of a sort, or NULL */
  ptrdiff_t step_x, step_at, step_values;
  int64_t n, k, most;     /* most: how often the mode so far occurs */
  uint64_t invert;
  int flags;
  void *entries, *spare;  /* room for entries */
} Row;

/* Whether the first k of n are found by a look at each element rather than at all entries. */
static inline int is_few(int64_t n, int64_t k)
{
  return k < n / 64;
}

#define KIND narrow
#define WIDE 0
#define Entry uint64_t
#define Position uint32_t
#include "TH/iteration/THOrderEntry.c"

#define KIND wide
#define WIDE 1
#define Entry unsigned __int128
#define Position uint64_t
#include "TH/iteration/THOrderEntry.c"

static void (*const answer[TH_NUM_ORDERS][2])(Row *row) = {
  [TH_ORDER_SORT] = {sort_row_narrow, sort_row_wide},
  [TH_ORDER_TOPK] = {topk_row_narrow, topk_row_wide},
  [TH_ORDER_KTH] = {kth_row_narrow, kth_row_wide},
  [TH_ORDER_MODE] = {mode_row_narrow, mode_row_wide},
};

static int is_wide(int dtype, int64_t n)
{
  return THDtype_traits(dtype)->size == 8 || n > UINT32_MAX;
}

/* --- scratch: in each lane, entries and as many spare ones --- */

static int64_t lane_bytes(int kind, int dtype, int64_t n, int64_t k)
{
  const int filters = kind == TH_ORDER_TOPK || (kind == TH_ORDER_KTH && is_few(n, k));
  const int64_t room = 2 * k + FIRST_BLOCK + BLOCK, entries = filters && room < n ? room : n;
  const int64_t bytes = entries * (is_wide(dtype, n) ? sizeof(unsigned __int128) : 8);
  return 2 * ((bytes + TH_ALIGN - 1) & -TH_ALIGN);
}

static int ask_scratch(THOrderCall *call, int kind)
{
  const int64_t worth = call->n * call->outputs / GRAIN, threads = TH_getNumThreads();
  call->lanes = worth < threads ? worth : threads;
  if (call->lanes > call->outputs) call->lanes = call->outputs;
  if (call->lanes < 1) call->lanes = 1;
  call->bytes = call->lanes * lane_bytes(kind, call->dtype, call->n, call->k);
  return TH_OK;
}

/* --- walking --- */

typedef struct Walk {
  THFoldPlan plan;
  Row row;
  void (*answer)(Row *row);
  char *scratch;
  int64_t lanes;
  ptrdiff_t bytes; /* of a lane */
} Walk;

static void walk_lane(const Walk *walk, int64_t lane)
{
  const int64_t tasks = walk->plan.tasks;
  Row row = walk->row;
  THFoldTile tile;
  row.entries = walk->scratch + lane * walk->bytes;
  row.spare = (char *)row.entries + walk->bytes / 2;
  const int gives = walk->plan.it->nop > TH_ORDER_VALUES;
  for (int64_t task = lane * tasks / walk->lanes; task < (lane + 1) * tasks / walk->lanes; task++) {
    th_foldPlace(&walk->plan, task, &tile);
    for (int c = 0; c < tile.width; c++) {
      row.x = tile.p[TH_ORDER_X] + c * tile.across[TH_ORDER_X];
      row.at = tile.p[TH_ORDER_AT] + c * tile.across[TH_ORDER_AT];
      if (gives) row.values = tile.p[TH_ORDER_VALUES] + c * tile.across[TH_ORDER_VALUES];
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
  Walk walk = {.plan = th_foldPlan(it, TH_ORDER_X), .scratch = call->scratch, .lanes = call->lanes};
  const THFoldPlan *plan = &walk.plan;
  Row *row = &walk.row;
  *row = (Row){.loops = loops, .n = plan->n, .k = call->k, .flags = call->flags,
               .step_at = call->step, .step_values = call->valueStep};
  row->invert = row->flags & TH_ORDER_DESCENDING ? ~UINT64_C(0) : 0;
  if (plan->nfolded) row->step_x = it->stride[plan->folded[0]][TH_ORDER_X];
  walk.answer = answer[kind][is_wide(call->dtype, row->n)];
  walk.bytes = lane_bytes(kind, call->dtype, row->n, row->k);
  th_foldTiles(&walk.plan, row->n < GRAIN ? (int)(GRAIN / row->n) : 1);
  if (walk.plan.tasks < walk.lanes) th_foldTiles(&walk.plan, 1);
  THParallel_for(walk.lanes, 1, walk_lanes, &walk);
  return TH_OK;
}
