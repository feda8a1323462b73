/*
** The plan by which folds and scans walk an iterator: which dimensions are kept and which folded,
** and tasks of one tile of outputs each.
*/
#ifndef TH_FOLD_PLAN_H
#define TH_FOLD_PLAN_H

#include "TH/iteration/THFold.h"

typedef struct THFoldPlan {
  const THIter *it;
  int x, nkept, nfolded, width; /* width: outputs of a tile, along kept[0] */
  int kept[TH_MAX_DIM], folded[TH_MAX_DIM];
  ptrdiff_t size; /* bytes of an element of x */
  int64_t n;      /* elements of an output */
  int64_t tiles;  /* along kept[0] */
  int64_t tasks;
} THFoldPlan;

/* A plan for operand x, not yet cut into tiles. */
THFoldPlan th_foldPlan(const THIter *it, int x);

/* Cut the outputs into tiles of width outputs; of 1 if no dimension is kept. */
void th_foldTiles(THFoldPlan *plan, int width);

/* Set *tile to the tile of a task. */
void th_foldPlace(const THFoldPlan *plan, int64_t task, THFoldTile *tile);

/* About how many bytes of x a task reads. */
int64_t th_foldBytes(const THFoldPlan *plan);

#endif
