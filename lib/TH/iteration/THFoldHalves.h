/*
** Folds and scans of 16-bit floating elements by the kernels of float (THHalves in THFold.h). Rows
** and segments become floats in a buffer before a kernel takes them; columns it converts itself, a
** chunk at a time. What it stores are accumulators, rounded to elements afterwards. An element
** becomes the same accumulator as it would directly, and a result is rounded once, so the bits are
** the same.
*/
#ifndef TH_FOLD_HALVES_H
#define TH_FOLD_HALVES_H

#include "TH/iteration/THScan.h"

/* What fold's row, or columns, does to a block. */
void th_foldHalves(const THFold *fold, int columns, void *state, const THFoldBlock *block);

/* What fold's store does. */
void th_storeHalves(const THFold *fold, void *state, const THFoldTile *tile);

/* What scan does to a piece; dtype is that of its elements. */
void th_scanHalves(const THHalves *halves, int dtype, THScan scan, void *state,
                   const THScanPiece *piece);

#endif
