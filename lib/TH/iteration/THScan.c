/*
** Scans: hands the segments of each output to the kernel in order.
**
** The state of a tile passes from piece to piece, so an output is scanned by one thread, from its
** first segment to its last.
*/
#include "TH/iteration/THScan.h"

#include "TH/iteration/THFoldHalves.h"
#include "TH/iteration/THFoldPlan.h"
#include "TH/memory/THWatch.h"

/* A piece with fewer bytes is not worth waking a thread. */
#define GRAIN_BYTES (256 * 1024)

enum { Y = 1, X = 2 };

typedef struct Plan {
  THFoldPlan tiles;
  THScan scan;
  const THHalves *halves;
  ptrdiff_t step_x, step_y, across_x, across_y;
  int beside, chained;
  THWatch *watch;
} Plan;

static Plan make_plan(const THIter *it, THScan scan, const THHalves *halves)
{
  static const ptrdiff_t nowhere[TH_MAX_OPERANDS];
  Plan plan = {.tiles = th_foldPlan(it, X), .scan = scan, .halves = halves};
  const THFoldPlan *tiles = &plan.tiles;
  const ptrdiff_t *step = tiles->nfolded ? it->stride[tiles->folded[0]] : nowhere;
  const ptrdiff_t *across = tiles->nkept ? it->stride[tiles->kept[0]] : nowhere;
  plan.step_x = step[X], plan.step_y = step[Y];
  plan.across_x = across[X], plan.across_y = across[Y];
  plan.chained = !tiles->nkept || it->size[tiles->kept[0]] < TH_SCAN_ROWS / 2;
  plan.beside = !plan.chained && across[X] == tiles->size && across[Y] == tiles->size;
  th_foldTiles(&plan.tiles, plan.chained ? 1 : plan.beside ? TH_SCAN_WIDTH : TH_SCAN_ROWS);
  return plan;
}

/* The next segment of each output of a tile; if chained, the next segments of its one output. */
static THScanPiece next_piece(const Plan *plan, const THFoldTile *tile, int64_t at)
{
  const int64_t left = tile->n - at;
  THScanPiece piece = {
    .x = tile->p[X] + at * plan->step_x, .y = tile->p[Y] + at * plan->step_y,
    .step_x = plan->step_x, .step_y = plan->step_y,
    .across_x = plan->across_x, .across_y = plan->across_y,
    .n = left < TH_SCAN_SEGMENT ? (int)left : TH_SCAN_SEGMENT, .width = tile->width,
    .beside = plan->beside, .chained = plan->chained, .begins = at == 0,
  };
  if (plan->chained) {
    piece.width = left / piece.n < TH_SCAN_ROWS ? (int)(left / piece.n) : TH_SCAN_ROWS;
    piece.across_x = TH_SCAN_SEGMENT * plan->step_x;
    piece.across_y = TH_SCAN_SEGMENT * plan->step_y;
  }
  return piece;
}

static void scan_tasks(void *context, int64_t begin, int64_t end)
{
  const Plan *plan = context;
  _Alignas(16) char state[TH_SCAN_WIDTH * TH_SCAN_ACCUMULATOR];
  THFoldTile tile;
  for (int64_t task = begin; task < end; task++) {
    th_foldPlace(&plan->tiles, task, &tile);
    for (int64_t at = 0; at < tile.n && !th_mustStop(plan->watch);) {
      THScanPiece piece = next_piece(plan, &tile, at);
      if (plan->halves) th_scanHalves(plan->halves, tile.dtype[X], plan->scan, state, &piece);
      else plan->scan(state, &piece);
      at += plan->chained ? (int64_t)piece.n * piece.width : piece.n;
    }
  }
}

int THScan_run(const THIter *it, THScan scan, const THHalves *halves)
{
  if (!it->count) return TH_OK;
  THWatch watch = th_watch();
  Plan plan = make_plan(it, scan, halves);
  plan.watch = &watch;
  int64_t bytes = th_foldBytes(&plan.tiles);
  THParallel_for(plan.tiles.tasks, GRAIN_BYTES / (bytes + 1) + 1, scan_tasks, &plan);
  return th_watched(&watch);
}
