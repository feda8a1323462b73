/*
** How an iterator is walked by folds and scans: its dimensions by use, and tasks of one tile of
** outputs each.
*/
#ifndef TH_FOLD_PLAN_H
#define TH_FOLD_PLAN_H

#include "TH/iteration/THFold.h"

typedef struct THFoldPlan {
  const THIter *it;
  int x, nkept, nfolded, width; /* width: outputs of a tile, along kept[0] */
  int kept[TH_MAX_DIM], folded[TH_MAX_DIM];
  ptrdiff_t size; /* bytes of an element of x */
  int64_t n;      /* elements folded into an output */
  int64_t tiles;  /* along kept[0] */
  int64_t tasks;
} THFoldPlan;

/* Of operand x; still without tiles. */
THFoldPlan th_foldPlan(const THIter *it, int x);

/* Cut into tiles of width outputs; 1 where nothing is kept. */
void th_foldTiles(THFoldPlan *plan, int width);

/* Where the task's tile is. */
void th_foldPlace(const THFoldPlan *plan, int64_t task, THFoldTile *tile);

/* Bytes of x that a task reads, about. */
int64_t th_foldBytes(const THFoldPlan *plan);

#endif
