/*
** Folds and scans of 16-bit floating elements: the buffers between memory and the kernels of float.
**
** The kernels meet the same elements in the same order as directly, and each result is rounded
** once, so the bits do not depend on the buffers.
*/
#include "TH/iteration/THFoldHalves.h"

#include <string.h>

#include "TH/memory/THAllocator.h"

enum {
  ROWS = TH_FOLD_HALVES_ROW,   /* in the first cache (row "sum of halves, 1e6": four times as many
                                  take 1.2 times as long) */
  COLUMNS = 8 * TH_FOLD_BLOCK, /* of whole columns */
  SCANNED = 64,                /* segments of a scan at a time */
  ELEMENT = sizeof(THHalf)
};

/* --- folds --- */

/* A block of 16-bit elements that is folded, and the tile that kernels of float see: the first
   element of each output is a float. */
typedef struct Block {
  const THFold *fold;
  const THFoldBlock *all;
  THFoldTile tile;
  ptrdiff_t across[TH_MAX_OPERANDS];
  float firsts[TH_FOLD_HALVES];
} Block;

static void begin(Block *block, const THFold *fold, const THFoldBlock *all)
{
  const int x = fold->results;
  const THFoldTile *tile = all->tile;
  block->fold = fold;
  block->all = all;
  block->tile = *tile;
  if (all->n)
    fold->halves->load(all->dtype, block->firsts, tile->p[x], tile->across[x], all->width);
  memcpy(block->across, tile->across, sizeof block->across);
  block->across[x] = sizeof *block->firsts;
  block->tile.across = block->across;
}

/* Fold width accumulators from first on, whose elements are at x. */
static void fold_part(Block *block, THFoldKernel kernel, void *state, THFoldBlock x, int first,
                      int width)
{
  const THFoldBlock *all = block->all;
  block->tile.p[block->fold->results] = (char *)(block->firsts + first);
  x.n = all->n, x.width = width, x.last = first + width < all->width ? all->n : all->last;
  x.dtype = all->dtype, x.tile = &block->tile;
  x.first = all->first, x.scratch = all->scratch;
  kernel((char *)state + first * block->fold->size, &x);
}

/* Functions with a buffer are not inlined, so that the stack holds it only where it is used. */

static __attribute__((noinline)) void fold_rows(Block *block, void *state)
{
  _Alignas(TH_ALIGN) float floats[ROWS];
  const THFoldBlock *all = block->all;
  const int n = all->n, most = ROWS / n;
  for (int first = 0; first < all->width; first += most) {
    const int left = all->width - first, width = left < most ? left : most;
    const int runs = all->across == n * ELEMENT ? 1 : width;
    const ptrdiff_t last = width == left ? all->last : n;
    for (int c = 0; c < runs; c++)
      block->fold->halves->load(all->dtype, floats + c * n, all->x + (first + c) * all->across,
                                ELEMENT, (width / runs - 1) * n + last);
    fold_part(block, block->fold->row, state, (THFoldBlock){
      .x = (const char *)floats, .step = sizeof *floats, .across = n * sizeof *floats},
      first, width);
  }
}

/* Packs columns that are apart in memory next to each other. */
static __attribute__((noinline)) void fold_columns(Block *block, void *state)
{
  THHalf packed[COLUMNS];
  const THFoldBlock *all = block->all;
  const int most = COLUMNS / all->n;
  for (int first = 0; first < all->width; first += most) {
    const int left = all->width - first, width = left < most ? left : most;
    for (int i = 0; i < all->n; i++)
      for (int c = 0; c < width; c++)
        memcpy(packed + i * width + c, all->x + i * all->step + (first + c) * all->across, ELEMENT);
    fold_part(block, block->fold->columns, state, (THFoldBlock){
      .x = (const char *)packed, .step = width * ELEMENT, .across = ELEMENT}, first, width);
  }
}

void th_foldHalves(const THFold *fold, int columns, void *state, const THFoldBlock *all)
{
  Block block;
  begin(&block, fold, all);
  if (all->n == 0 || (columns && all->across == ELEMENT))
    fold_part(&block, columns ? fold->columns : fold->row, state, *all, 0, all->width);
  else if (columns) fold_columns(&block, state);
  else fold_rows(&block, state);
}

void th_storeHalves(const THFold *fold, void *state, const THFoldTile *tile)
{
  double results[TH_FOLD_HALVES];
  int dtype[TH_MAX_OPERANDS];
  ptrdiff_t across[TH_MAX_OPERANDS];
  THFoldTile to = *tile;
  if (tile->dtype[0] != tile->dtype[fold->results]) {
    fold->store(state, tile);
    return;
  }
  memcpy(dtype, tile->dtype, sizeof dtype);
  memcpy(across, tile->across, sizeof across);
  dtype[0] = TH_DOUBLE, across[0] = sizeof *results;
  to.p[0] = (char *)results, to.dtype = dtype, to.across = across;
  fold->store(state, &to);
  fold->halves->store(tile->dtype[0], tile->p[0], tile->across[0], results, tile->width);
}

/* --- scans --- */

_Static_assert((int)TH_SCAN_ROWS <= SCANNED, "consecutive segments of one output are one part");

static void scan_part(const THHalves *halves, int dtype, THScan scan, double *state,
                      const THScanPiece *piece)
{
  _Alignas(TH_ALIGN) float x[SCANNED * TH_SCAN_SEGMENT];
  _Alignas(TH_ALIGN) double y[SCANNED * TH_SCAN_SEGMENT];
  /* Steps: [0] to the next element of a segment, [1] to the next segment. A run of the buffers goes
     along segments that are side by side in memory, else along elements. */
  const int along = piece->beside, across = !along, count[] = {piece->n, piece->width};
  const ptrdiff_t step_x[] = {piece->step_x, piece->across_x};
  const ptrdiff_t step_y[] = {piece->step_y, piece->across_y};
  const int n = count[along];
  const ptrdiff_t step[] = {along ? n : 1, along ? 1 : n};
  THScanPiece part = *piece;
  part.x = (const char *)x, part.y = (char *)y;
  part.step_x = step[0] * (ptrdiff_t)sizeof *x, part.across_x = step[1] * (ptrdiff_t)sizeof *x;
  part.step_y = step[0] * (ptrdiff_t)sizeof *y, part.across_y = step[1] * (ptrdiff_t)sizeof *y;
  for (int i = 0; i < count[across]; i++)
    halves->load(dtype, x + i * n, piece->x + i * step_x[across], step_x[along], n);
  scan(state, &part);
  for (int i = 0; i < count[across]; i++)
    halves->store(dtype, piece->y + i * step_y[across], step_y[along], y + i * n, n);
}

void th_scanHalves(const THHalves *halves, int dtype, THScan scan, void *state,
                   const THScanPiece *piece)
{
  THScanPiece part = *piece;
  for (int first = 0; first < piece->width; first += SCANNED) {
    part.width = piece->width - first < SCANNED ? piece->width - first : SCANNED;
    scan_part(halves, dtype, scan, (double *)state + first, &part);
    part.x += SCANNED * piece->across_x;
    part.y += SCANNED * piece->across_y;
  }
}
