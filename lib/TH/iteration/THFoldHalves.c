/*
** Folds and scans of 16-bit floating elements: the buffers between memory and the kernels of float.
*/
#include "TH/iteration/THFoldHalves.h"

#include <string.h>

#include "TH/memory/THAllocator.h"

enum {
  AT_A_TIME = 16, /* whole rows or columns that a buffer holds */
  SCANNED = 64,   /* segments of a scan at a time */
  ELEMENT = sizeof(THHalf)
};

/* --- folds --- */

/* Rows of a block as floats, one after the other. */
static THFoldBlock load_rows(const THHalves *halves, const THFoldBlock *block, int first, int count,
                             float *to)
{
  const char *x = block->x + first * block->across;
  const int n = block->n, runs = block->across == n * ELEMENT ? 1 : count;
  for (int c = 0; c < runs; c++)
    halves->load(block->dtype, to + c * n, x + c * block->across, ELEMENT, count / runs * n);
  return (THFoldBlock){.x = (const char *)to, .step = sizeof *to, .across = n * sizeof *to};
}

/* Columns of a block, which are apart, beside each other. */
static THFoldBlock gather_columns(const THFoldBlock *block, int first, int count, THHalf *to)
{
  const char *x = block->x + first * block->across;
  for (int i = 0; i < block->n; i++)
    for (int c = 0; c < count; c++)
      memcpy(to + i * count + c, x + i * block->step + c * block->across, ELEMENT);
  return (THFoldBlock){.x = (const char *)to, .step = count * ELEMENT, .across = ELEMENT};
}

void th_foldHalves(const THFold *fold, THFoldKernel kernel, void *state, const THFoldBlock *block)
{
  union {
    _Alignas(TH_ALIGN) float rows[AT_A_TIME * TH_FOLD_BLOCK];
    THHalf columns[AT_A_TIME * TH_FOLD_BLOCK];
  } buffer;
  float firsts[TH_FOLD_WIDTH];
  ptrdiff_t across[TH_MAX_OPERANDS];
  THFoldTile tile = *block->tile;
  const int x = fold->results, n = block->n, columns = kernel == fold->columns;
  const int whole = n == 0 || (columns && block->across == ELEMENT);
  const int most = whole ? block->width : AT_A_TIME * TH_FOLD_BLOCK / n;
  if (n) fold->halves->load(block->dtype, firsts, tile.p[x], tile.across[x], block->width);
  memcpy(across, tile.across, sizeof across);
  across[x] = sizeof *firsts;
  tile.across = across;
  for (int first = 0; first < block->width; first += most) {
    const int left = block->width - first, width = left < most ? left : most;
    THFoldBlock part = whole ? *block
                       : columns ? gather_columns(block, first, width, buffer.columns)
                       : load_rows(fold->halves, block, first, width, buffer.rows);
    part.n = n, part.width = width, part.dtype = block->dtype, part.tile = &tile;
    part.first = block->first + first * block->next, part.next = block->next;
    tile.p[x] = (char *)(firsts + first);
    kernel((char *)state + first * fold->size, &part);
  }
}

void th_storeHalves(const THFold *fold, const void *state, const THFoldTile *tile)
{
  double results[TH_FOLD_WIDTH];
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

static void scan_part(const THHalves *halves, int dtype, THScan scan, double *state,
                      const THScanPiece *piece)
{
  _Alignas(TH_ALIGN) float x[SCANNED * TH_SCAN_SEGMENT];
  _Alignas(TH_ALIGN) double y[SCANNED * TH_SCAN_SEGMENT];
  THScanPiece part = *piece;
  /* runs of the buffers: the elements at a place, if segments are side by side, or a segment */
  const int beside = piece->beside;
  const int runs = beside ? piece->n : piece->width, n = beside ? piece->width : piece->n;
  const ptrdiff_t next_x = beside ? piece->step_x : piece->across_x;
  const ptrdiff_t next_y = beside ? piece->step_y : piece->across_y;
  const ptrdiff_t of_x = beside ? piece->across_x : piece->step_x;
  const ptrdiff_t of_y = beside ? piece->across_y : piece->step_y;
  part.x = (const char *)x, part.y = (char *)y;
  part.step_x = (beside ? n : 1) * (ptrdiff_t)sizeof *x;
  part.step_y = (beside ? n : 1) * (ptrdiff_t)sizeof *y;
  part.across_x = (beside ? 1 : n) * (ptrdiff_t)sizeof *x;
  part.across_y = (beside ? 1 : n) * (ptrdiff_t)sizeof *y;
  for (int i = 0; i < runs; i++) halves->load(dtype, x + i * n, piece->x + i * next_x, of_x, n);
  scan(state, &part);
  for (int i = 0; i < runs; i++) halves->store(dtype, piece->y + i * next_y, of_y, y + i * n, n);
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
