/*
** Point-wise rows on sparse tensors. A row is applied to values by its own driver, so no row is
** known here but those whose places are a matter of definition:
**
**   one sparse tensor: the row keeps its places if it makes 0 of 0 (asked of the row itself), or if
**     it multiplies or divides by a number. Values of one place are added up first, unless the row
**     is linear.
**   two sparse tensors: products have the places that both have; other rows that make 0 of two
**     zeros those that either has.
**   a sparse and a strided one: products have the places of the sparse one; other rows give a
**     strided tensor, computed with 0 in place of the sparse one, then anew at its places.
*/
#include <string.h>

#include "TH/backend/THPointwiseChapter.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THIndex.h"
#include "THS/kernels/THSChapter.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSServe.h"

/* A call: the operands, with numbers that a request leaves out. */
typedef struct Run {
  const char *name;
  const THOp *op;
  THTensor *out;
  THOperand in[TH_MAX_OPERANDS];
} Run;

static int is_row(const Run *run, int row)
{
  return run->op == &TH_ops[row];
}

static int is_product(const Run *run)
{
  return is_row(run, TH_OP_cmul) || is_row(run, TH_OP_cbitand) || is_row(run, TH_OP_logicalAnd);
}

/* Apply the row to other tensors in the place of its first two operands; a NULL stays a number. */
static int apply_to(const Run *run, THTensor *out, const THTensor *a, const THTensor *b)
{
  THOperand in[TH_MAX_OPERANDS];
  memcpy(in, run->in, sizeof in);
  in[0].tensor = a;
  if (run->op->operands > 1) in[1].tensor = b;
  return THOp_applyAs(run->name, run->op, out, in);
}

/* Whether the row makes 0 of zeros in the place of its tensors. */
static int keeps_zero(const Run *run, int *keeps)
{
  THTensor zero[2] = {{.nDimension = 0}}, made = {0};
  THNumber number = TH_integer(1);
  const int64_t one = 1;
  int status = TH_OK;
  for (int k = 0; k < run->op->operands && !status; k++) {
    if (!run->in[k].tensor) continue;
    status = THTensor_new(&zero[k], 0, run->in[k].tensor->dtype, 1, &one);
    if (!status) status = THTensor_fill(&zero[k], TH_integer(0));
  }
  if (!status)
    status = apply_to(run, &made, run->in[0].tensor ? &zero[0] : NULL,
                      run->in[1].tensor ? &zero[1] : NULL);
  if (!status) status = THTensor_get(&made, 0, &number);
  for (int k = 0; k < 2; k++) THTensor_clear(&zero[k]);
  THTensor_clear(&made);
  *keeps = TH_asReal(number) == 0 && TH_imaginary(number) == 0;
  return status;
}

/* --- one sparse tensor --- */

/* In place: the values themselves are changed, for everyone who sees them. */
static int on_values(const Run *run, const THTensor *t)
{
  THTensor values = {0}, made = {0};
  const THTensor *old = &THS_entries(t)->values;
  const int isInPlace = run->out->layout == t->layout;
  if (isInPlace) THTensor_set(&values, old);
  else values.dtype = run->out->dtype;
  int status = apply_to(run, &values, run->in[0].tensor ? old : NULL,
                        run->in[0].tensor ? NULL : old);
  if (!status) status = THS_with(run->name, &made, t, &values);
  if (!status) status = THS_give(run->name, run->out, &made);
  THTensor_clear(&values);
  THTensor_clear(&made);
  return status;
}

static int on_one(const Run *run)
{
  const THTensor *t = run->in[0].tensor ? run->in[0].tensor : run->in[1].tensor;
  const int isScaled = is_row(run, TH_OP_cmul) || (is_row(run, TH_OP_cdiv) && run->in[0].tensor);
  const int isSum = is_row(run, TH_OP_cadd) || is_row(run, TH_OP_csub);
  int keeps = isScaled;
  if (isSum && run->op->operands == 2) return TH_UNSERVED;
  if (!isScaled) TH_TRY(keeps_zero(run, &keeps));
  if (!keeps) return TH_UNSERVED;
  if (THS_entries(t)->isCoalesced || is_row(run, TH_OP_cmul) || is_row(run, TH_OP_neg))
    return on_values(run, t);
  THTensor coalesced = {0};
  int status = THS_coalesce(run->name, &coalesced, t);
  if (!status) status = on_values(run, &coalesced);
  THTensor_clear(&coalesced);
  return status;
}

/* --- two sparse tensors --- */

/* The places of a result, and where the entries of both operands go to, or come from, from 1. */
typedef struct Merge { THTensor keys, of[2]; } Merge;

static void drop(Merge *m)
{
  THTensor_clear(&m->keys);
  for (int k = 0; k < 2; k++) THTensor_clear(&m->of[k]);
}

/* The values of an operand at the n places of a union, 0 where it has none. */
static int spread(THTensor *to, const THTensor *values, const THTensor *places, int64_t n)
{
  int64_t size[TH_MAX_DIM];
  memcpy(size, values->size, sizeof size);
  size[0] = n;
  if (n == values->size[0]) return THTensor_set(to, values), TH_OK;
  TH_TRY(THTensor_new(to, THTensor_device(values), values->dtype, values->nDimension, size));
  TH_TRY(THTensor_fill(to, TH_integer(0)));
  if (!THTensor_nElement(values)) return TH_OK;
  return THTensor_indexCopy(to, 0, places, values);
}

static int take(THTensor *to, const THTensor *values, const THTensor *places, int64_t n)
{
  int64_t size[TH_MAX_DIM];
  if (n) return THTensor_index(to, values, 0, places);
  memcpy(size, values->size, sizeof size);
  size[0] = 0;
  return THTensor_new(to, THTensor_device(values), values->dtype, values->nDimension, size);
}

/* The result, of coalesced places, in the layout of the first operand. */
static int finish(const Run *run, const THTensor *t, const THTensor *keys, const THTensor *values)
{
  THTensor made = {0};
  const int layout = THLayout_number(run->in[0].tensor->layout);
  int status = THS_make(run->name, &made, t->nDimension, t->size, THS_entries(t)->sparse, keys,
                        values, 1);
  if (!status) status = THTensor_toLayout(run->name, &made, &made, layout);
  if (!status) status = THS_give(run->name, run->out, &made);
  THTensor_clear(&made);
  return status;
}

/* Apply the row to what both have at the merged places. */
static int combine(const Run *run, const THTensor *const *t, const Merge *m,
                   int (*find)(THTensor *, const THTensor *, const THTensor *, int64_t))
{
  THTensor at[2] = {{.nDimension = 0}}, values = {.dtype = run->out->dtype};
  const int64_t n = m->keys.size[0];
  int status = TH_OK;
  for (int k = 0; k < 2 && !status; k++)
    status = find(&at[k], &THS_entries(t[k])->values, &m->of[k], n);
  if (!status) status = apply_to(run, &values, &at[0], &at[1]);
  if (!status) status = finish(run, t[0], &m->keys, &values);
  for (int k = 0; k < 2; k++) THTensor_clear(&at[k]);
  THTensor_clear(&values);
  return status;
}

static int merge(const Run *run, const THTensor *const *t)
{
  Merge m = {.keys = {.nDimension = 0}};
  const int isProduct = is_product(run);
  const THSKeys *keys = THS_keysOn(THTensor_device(t[0]));
  const THTensor *const list[] = {&THS_entries(t[0])->keys, &THS_entries(t[1])->keys};
  int status = (isProduct ? keys->intersect : keys->unite)(run->name, &m.keys, m.of, list);
  if (!status) status = combine(run, t, &m, isProduct ? take : spread);
  drop(&m);
  return status;
}

/* Whether a row is a sum of values of one dtype, without dense dimensions, on the CPU: then values
   are added as places are merged. */
static int is_sum(const Run *run, const THSEntries *a, const THSEntries *b)
{
  const int dtype = a->values.dtype, isMinus = is_row(run, TH_OP_csub);
  if (!is_row(run, TH_OP_cadd) && !(isMinus && THDtype_traits(dtype)->floating)) return 0;
  return !THS_device(a) && b->values.dtype == dtype &&
         (!run->out->dtype || run->out->dtype == dtype) && a->values.nDimension == 1 &&
         !TH_isComplex(run->in[2].number);
}

static int merge_sum(const Run *run, THTensor *keys, THTensor *values, const THTensor *const *t)
{
  const THSEntries *a = THS_entries(t[0]), *b = THS_entries(t[1]);
  const int64_t most = THS_count(a) + THS_count(b);
  const THNumber u = run->in[2].number;
  _Alignas(double) char factor[16];
  THDtype_store(t[0]->dtype, factor, is_row(run, TH_OP_csub) ? TH_real(-TH_asReal(u)) : u);
  TH_TRY(THS_room(keys, 0, TH_LONG, most));
  TH_TRY(THS_room(values, 0, t[0]->dtype, most));
  THSCall call = {.op = run->name,
                  .key = {THS_longs(&a->keys), THS_longs(&b->keys)},
                  .keys = {THS_count(a), THS_count(b)},
                  .value = {THTensor_data(&a->values), THTensor_data(&b->values)},
                  .factor = factor, .made = THS_longs(keys), .out = THTensor_data(values)};
  TH_TRY(THS_run(THS_unite, t[0]->dtype, &call));
  TH_TRY(THS_cut(keys, call.count));
  return THS_cut(values, call.count);
}

static int add_up(const Run *run, const THTensor *const *t)
{
  THTensor keys = {0}, values = {0};
  int status = merge_sum(run, &keys, &values, t);
  if (!status) status = finish(run, t[0], &keys, &values);
  THTensor_clear(&keys);
  THTensor_clear(&values);
  return status;
}

static int on_both(const Run *run)
{
  THTensor places[2] = {{.nDimension = 0}};
  const THTensor *const t[2] = {&places[0], &places[1]};
  const THTensor *a = run->in[0].tensor, *b = run->in[1].tensor;
  int keeps = 1;
  TH_TRY(THS_checkSizes(run->name, a, b));
  if (THS_entries(a)->sparse != THS_entries(b)->sparse)
    return th_fail(TH_ESHAPE, "%s: one has %d sparse dimensions, the other %d", run->name,
                   THS_entries(a)->sparse, THS_entries(b)->sparse);
  if (!is_product(run)) TH_TRY(keeps_zero(run, &keeps));
  if (!keeps) return TH_UNSERVED;
  int status = THS_places_of(run->name, &places[0], a);
  if (!status) status = THS_places_of(run->name, &places[1], b);
  if (!status)
    status = (is_sum(run, THS_entries(t[0]), THS_entries(t[1])) ? add_up : merge)(run, t);
  for (int k = 0; k < 2; k++) THTensor_clear(&places[k]);
  return status;
}

/* --- a sparse and a strided tensor --- */

/* The row at the places of a sparse tensor; s says which operand is sparse. */
static int at_places(const Run *run, THTensor *values, const THTensor *places, int s)
{
  const THSEntries *e = THS_entries(places);
  THTensor at = {0};
  values->dtype = run->out->dtype;
  int status = THS_gather(run->name, &at, run->in[!s].tensor, &e->keys, e->sparse);
  if (!status) status = apply_to(run, values, s ? &at : &e->values, s ? &e->values : &at);
  THTensor_clear(&at);
  return status;
}

static int give_places(const Run *run, const THTensor *places, const THTensor *values, int s)
{
  THTensor made = {0};
  int status = THS_with(run->name, &made, places, values);
  if (!status)
    status = THTensor_toLayout(run->name, &made, &made, THLayout_number(run->in[s].tensor->layout));
  if (!status) status = THS_give(run->name, run->out, &made);
  THTensor_clear(&made);
  return status;
}

static int give_all(const Run *run, const THTensor *places, const THTensor *values, int s)
{
  const THSEntries *e = THS_entries(places);
  const THTensor *strided = run->in[!s].tensor;
  THTensor full = {.dtype = values->dtype}, zero = {0};
  int64_t ones[TH_MAX_DIM];
  for (int d = 0; d < strided->nDimension; d++) ones[d] = 1;
  /* A tensor and no number: its type counts, too. */
  int status = THTensor_new(&zero, THS_device(e), e->values.dtype, strided->nDimension, ones);
  if (!status) status = THTensor_fill(&zero, TH_integer(0));
  if (!status) status = apply_to(run, &full, s ? strided : &zero, s ? &zero : strided);
  THTensor_clear(&zero);
  if (!status) status = THTensor_contiguous(&full, &full);
  if (!status) status = THS_scatter(run->name, &full, &e->keys, values, e->sparse);
  if (!status) status = THS_giveStrided(run->name, run->out, &full);
  THTensor_clear(&full);
  return status;
}

static int on_mixed(const Run *run)
{
  const int s = THS_entries(run->in[1].tensor) != NULL;
  THTensor places = {0}, values = {0};
  TH_TRY(THS_checkSizes(run->name, run->in[0].tensor, run->in[1].tensor));
  if (!is_product(run) && run->out->layout)
    return th_fail(TH_EUNSUPPORTED, "%s: the result is strided; a %s tensor cannot take it",
                   run->name, run->out->layout->type->name);
  int status = THS_places_of(run->name, &places, run->in[s].tensor);
  if (!status) status = at_places(run, &values, &places, s);
  if (!status) status = (is_product(run) ? give_places : give_all)(run, &places, &values, s);
  THTensor_clear(&places);
  THTensor_clear(&values);
  return status;
}

int THS_servePointwise(const THRequest *r)
{
  Run run = {.name = r->op, .op = &TH_ops[r->row], .out = r->result[0]};
  int sparse = 0, strided = 0;
  for (int k = 0; k < TH_MAX_OPERANDS; k++)
    run.in[k] = k < r->noperands ? r->operand[k] : TH_numberOperand(TH_integer(1));
  for (int k = 0; k < run.op->operands; k++) {
    const THTensor *t = run.in[k].tensor;
    if (t && !THS_entries(t) && t->layout) return TH_UNSERVED;
    sparse += t && THS_entries(t);
    strided += t && !t->layout;
  }
  if (!sparse || sparse + strided > 2 || run.op->operands > 2) return TH_UNSERVED;
  if (strided) return on_mixed(&run);
  return sparse == 2 ? on_both(&run) : on_one(&run);
}
