/*
** The chapters of random values. Draw: the CPU makes values of draws that are given. Fill: other
** devices make the draws of a Philox generator too. A row of both is a distribution,
** THDistribution.def.
**
** Operands of Draw: the result and the draws (where a row is of normals, these), as runs; then the
** parameters. Operands of Fill: the result, in order; Philox's key, position of the first draw,
** whether the first value is a spare normal, that normal; two parameters: doubles, or count and
** first (longs) of range: first + a draw mod count.
*/
#ifndef TH_DRAW_CHAPTER_H
#define TH_DRAW_CHAPTER_H

#include "TH/backend/THChapter.h"
#include "TH/iteration/THIter.h"

enum {
#define TH_DISTRIBUTION1(set, name, ...) TH_DISTRIBUTION_##name,
#define TH_DISTRIBUTION2 TH_DISTRIBUTION1
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
  TH_NUM_DISTRIBUTIONS,
  TH_FILL_range = TH_NUM_DISTRIBUTIONS,
  TH_FILL_ROWS
};

#define TH_MAX_PARAMETERS 2

#endif
