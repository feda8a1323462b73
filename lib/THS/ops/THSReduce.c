/*
** Reductions of sparse tensors: sums, norms and whether any element is not 0. What is not stored
** adds nothing to these. Other rows depend on how many zeros there are, and are refused.
*/
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/reduce/THReduce.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSServe.h"

/* Of all elements, the values of a coalesced tensor. */
static int reduce_all(const THRequest *r)
{
  const THTensor *t = r->operand[0].tensor;
  const int isSum = r->row == TH_OP_sum, isAny = r->row == TH_OP_any;
  if (!isSum && !isAny && TH_reductions[r->row].kind != TH_KIND_NORM) return TH_UNSERVED;
  if (isSum) return THTensor_reduceAll(r->row, &THS_entries(t)->values, r->number);
  THTensor places = {0};
  int status = THS_places_of(r->op, &places, t);
  const THTensor *values = status ? NULL : &THS_entries(&places)->values;
  if (!status)
    status = isAny ? THTensor_reduceAll(r->row, values, r->number)
                   : THTensor_normAll(values, TH_asReal(r->operand[1].number), r->number);
  THTensor_clear(&places);
  return status;
}

static int sum_sparse(const char *op, THTensor *made, const THTensor *t, int dim)
{
  const THSEntries *e = THS_entries(t);
  THTensor keys = {0};
  const THSAxis axis = THS_axis(t, dim);
  const THSDigits joined = {.n = 3, .size = {1, axis.size, axis.below}, .step = {axis.below, 0, 1}};
  int64_t size[TH_MAX_DIM];
  memcpy(size, t->size, sizeof size);
  size[dim] = 1;
  int status = THS_room(&keys, THS_device(e), TH_LONG, THS_count(e));
  if (!status) status = THS_restep(op, &keys, &e->keys, &joined);
  if (!status)
    status = THS_make(op, made, t->nDimension, size, e->sparse, &keys, &e->values, -1);
  if (!status) status = THS_coalesce(op, made, made);
  THTensor_clear(&keys);
  return status;
}

static int sum_dense(const char *op, THTensor *made, const THTensor *t, int dim)
{
  const THSEntries *e = THS_entries(t);
  THTensor values = {0};
  int64_t size[TH_MAX_DIM];
  memcpy(size, t->size, sizeof size);
  size[dim] = 1;
  int status = THTensor_reduce(TH_OP_sum, &values, &e->values, dim - e->sparse + 1);
  if (!status)
    status = THS_make(op, made, t->nDimension, size, e->sparse, &e->keys, &values, e->isCoalesced);
  THTensor_clear(&values);
  return status;
}

/* Along a dimension, whose size becomes 1. */
static int sum_along(const THRequest *r, int dim)
{
  THTensor places = {0}, made = {0};
  const THTensor *t = r->operand[0].tensor;
  TH_TRY(TH_checkDim(r->op, t, dim));
  int status = THS_toSparse(r->op, t, &places);
  const int isSparse = dim < THS_entries(t)->sparse;
  if (!status) status = (isSparse ? sum_sparse : sum_dense)(r->op, &made, &places, dim);
  if (!status) status = THTensor_toLayout(r->op, &made, &made, THLayout_number(t->layout));
  if (!status) status = THS_give(r->op, r->result[0], &made);
  THTensor_clear(&places);
  THTensor_clear(&made);
  return status;
}

int THS_serveReduce(const THRequest *r)
{
  if (!THS_entries(r->operand[0].tensor)) return TH_UNSERVED;
  if (r->number) return reduce_all(r);
  if (r->row != TH_OP_sum) return TH_UNSERVED;
  return sum_along(r, (int)r->operand[1].number.integer);
}
