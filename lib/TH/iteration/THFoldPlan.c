#include "TH/iteration/THFoldPlan.h"

#include <string.h>

THFoldPlan th_foldPlan(const THIter *it, int x)
{
  THFoldPlan plan = {.it = it, .x = x, .n = 1};
  plan.size = THDtype_traits(it->dtype[x])->size;
  for (int d = 0; d < it->ndim; d++) {
    if (it->stride[d][0]) plan.kept[plan.nkept++] = d;
    else plan.folded[plan.nfolded++] = d;
    if (it->stride[d][0] == 0) plan.n *= it->size[d];
  }
  return plan;
}

void th_foldTiles(THFoldPlan *plan, int width)
{
  plan->width = plan->nkept ? width : 1;
  plan->tiles = plan->tasks = 1;
  if (plan->nkept) plan->tiles = (plan->it->size[plan->kept[0]] + width - 1) / width;
  for (int k = 1; k < plan->nkept; k++) plan->tasks *= plan->it->size[plan->kept[k]];
  plan->tasks *= plan->tiles;
}

void th_foldPlace(const THFoldPlan *plan, int64_t task, THFoldTile *tile)
{
  static const ptrdiff_t nowhere[TH_MAX_OPERANDS];
  const THIter *it = plan->it;
  int64_t begin = task % plan->tiles * plan->width, rest = task / plan->tiles;
  *tile = (THFoldTile){.across = nowhere, .dtype = it->dtype, .width = 1, .n = plan->n};
  memcpy(tile->p, it->data, sizeof tile->p);
  for (int i = 0; i < plan->nkept; i++) {
    int d = plan->kept[i];
    int64_t at = i == 0 ? begin : rest % it->size[d];
    for (int k = 0; k < it->nop; k++) tile->p[k] += at * it->stride[d][k];
    if (i > 0) rest /= it->size[d];
  }
  if (!plan->nkept) return;
  int64_t left = it->size[plan->kept[0]] - begin;
  tile->across = it->stride[plan->kept[0]];
  tile->width = left < plan->width ? (int)left : plan->width;
}

int64_t th_foldBytes(const THFoldPlan *plan)
{
  int64_t outputs = plan->nkept ? plan->it->size[plan->kept[0]] : 1;
  return plan->n * (outputs < plan->width ? outputs : plan->width) * plan->size;
}
