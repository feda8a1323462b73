/*
** Sets. Elements or slices are the rows of a matrix with one column or more (complex numbers have
** two). The rows are put in order; a mask tells where one differs from the row before, and its
** running sum is the place of each among the results.
*/
#include "TH/ops/search/THUnique.h"

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/search/THBins.h"
#include "TH/ops/search/THSteps.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"

/* --- rows in order --- */

/* order becomes the one in which rows that are equal so far are sorted by key too. */
static int refine(THTensor *order, const THTensor *key)
{
  THTensor now = {0}, by = {0};
  if (THTensor_isUndefined(order)) return THTensor_argsort(order, key, 0, 0);
  int status = THTensor_index(&now, key, 0, order);
  if (!status) status = THTensor_argsort(&by, &now, 0, 0);
  if (!status) status = THTensor_index(order, order, 0, &by);
  THTensor_clear(&now), THTensor_clear(&by);
  return status;
}

/* Sorts the rows (n, m) by their columns, the first one foremost. */
static int order_rows(THTensor *order, const THTensor *rows)
{
  int status = TH_OK;
  if (!rows->size[1]) {
    TH_TRY(THTensor_new(order, THTensor_device(rows), TH_LONG, 1, rows->size));
    return THTensor_fillSequence(order, 1, 1);
  }
  for (int64_t c = rows->size[1]; c-- > 0 && !status;) {
    THTensor column = {0};
    status = THTensor_select(&column, rows, 1, c);
    if (!status) status = refine(order, &column);
    THTensor_clear(&column);
  }
  return status;
}

/* The elements of x (dim < 0) or its slices along dim as the rows of a matrix. */
static const THTensor *rows_of(THSteps *s, const THTensor *x, int dim)
{
  const int64_t count = THTensor_nElement(x), n = dim < 0 ? count : x->size[dim];
  THTensor *parts = THSteps_place(s), *turned = THSteps_place(s);
  int64_t m = dim < 0 ? 1 : 0;
  if (dim >= 0 && n) m = count / n;
  if (THDtype_traits(x->dtype)->complex) {
    TH_STEP(s, THTensor_viewAsReal(parts, x));
    x = parts;
    m *= 2;
  }
  if (dim > 0) {
    TH_STEP(s, THTensor_transpose(turned, x, 0, dim));
    x = turned;
  }
  return THSteps_reshape(s, x, 2, (const int64_t[]){n, m});
}

/* --- where groups of equal rows begin --- */

static const THTensor *begins_of(THSteps *s, const THTensor *rows)
{
  const int64_t n = rows->size[0];
  THTensor *begins = THSteps_filled(s, rows, TH_BYTE, 1, &n, TH_integer(1));
  if (s->status || n < 2 || !rows->size[1]) {
    if (!s->status && n > 1) {
      THTensor *rest = THSteps_narrow(s, begins, 0, 1, n - 1);
      TH_STEP(s, THTensor_fill(rest, TH_integer(0)));
    }
    return begins;
  }
  const THTensor *after = THSteps_narrow(s, rows, 0, 1, n - 1);
  const THTensor *before = THSteps_narrow(s, rows, 0, 0, n - 1);
  const THTensor *differ = THSteps_apply(s, TH_OP_ne, after, before);
  THTensor *rest = THSteps_narrow(s, begins, 0, 1, n - 1);
  if (rows->size[1] > 1) differ = THSteps_reduce(s, TH_OP_any, differ, 1);
  TH_STEP(s, THTensor_copy(rest, differ));
  return begins;
}

/* Which group each row is in, from 1; as the rows stood before they were ordered. */
static const THTensor *inverse_of(THSteps *s, const THTensor *begins, const THTensor *order,
                                  int ndim, const int64_t *size)
{
  const int64_t n = begins->size[0];
  const THTensor *longs = THSteps_to(s, begins, THTensor_device(begins), TH_LONG);
  THTensor *group = THSteps_place(s);
  if (n) TH_STEP(s, THTensor_scan(TH_OP_cumsum, group, longs, 0));
  else THTensor_set(group, longs);
  if (order && n) {
    THTensor *placed = THSteps_filled(s, begins, TH_LONG, 1, &n, TH_integer(0));
    TH_STEP(s, THTensor_scatter(placed, 0, order, group));
    group = placed;
  }
  return THSteps_reshape(s, group, ndim, size);
}

/* starts (k, 1): where groups begin. Their lengths are the differences to the next start. */
static const THTensor *counts_of(THSteps *s, const THTensor *starts, int64_t n)
{
  const int64_t k = starts->size[0];
  const THTensor *end = THSteps_filled(s, starts, TH_LONG, 1, (const int64_t[]){1},
                                       TH_integer(n + 1));
  const THTensor *first = THSteps_flat(s, starts), *ends = THSteps_cat(s, first, end, 0);
  const THTensor *next = THSteps_narrow(s, ends, 0, 1, k);
  return THSteps_apply(s, TH_OP_csub, next, first);
}

/* The slices of x along dim (< 0: its elements) at the positions. */
static const THTensor *pick(THSteps *s, const THTensor *x, int dim, const THTensor *positions)
{
  return THSteps_index(s, dim < 0 ? THSteps_flat(s, x) : x, dim < 0 ? 0 : dim, positions);
}

/* What is asked of unique and its kin; the results that are NULL are not. */
enum { VALUES, INVERSE, COUNTS, RESULTS };
typedef struct Asked {
  int dim, sorts;
  THTensor *out[RESULTS];
} Asked;

/* Without inverse, elements need no positions: those that differ from the one before are kept. */
static void find_values(THSteps *s, const THTensor *x, const Asked *asked, const THTensor **made)
{
  THTensor *sorted = THSteps_place(s), *values = THSteps_place(s), *starts = THSteps_place(s);
  TH_STEP(s, THTensor_sortedValues(sorted, THSteps_flat(s, x), 0, 0));
  const int64_t n = THTensor_nElement(sorted);
  const THTensor *begins = begins_of(s, THSteps_reshape(s, sorted, 2, (const int64_t[]){n, 1}));
  TH_STEP(s, THTensor_maskedSelect(values, sorted, begins));
  if (asked->out[COUNTS]) {
    TH_STEP(s, THTensor_nonzero(starts, begins));
    made[COUNTS] = counts_of(s, starts, n);
  }
  made[VALUES] = values;
}

static void find_groups(THSteps *s, const THTensor *x, const Asked *asked, const THTensor **made)
{
  const int dim = asked->dim;
  x = THSteps_defined(s, x);
  const THTensor *rows = rows_of(s, x, dim), *sorted = rows;
  const int64_t n = rows->size[0];
  THTensor *order = asked->sorts && n ? THSteps_place(s) : NULL, *starts = THSteps_place(s);
  if (order && rows->size[1] == 1 && !s->status) {
    THTensor *values = THSteps_place(s), *at = THSteps_place(s);
    TH_STEP(s, THTensor_sort(values, at, rows, 0, 0));
    order = THSteps_flat(s, at);
    sorted = values;
  } else if (order) {
    TH_STEP(s, order_rows(order, rows));
    sorted = THSteps_index(s, rows, 0, order);
  }
  const THTensor *begins = begins_of(s, sorted);
  TH_STEP(s, THTensor_nonzero(starts, begins));
  if (asked->out[COUNTS]) made[COUNTS] = counts_of(s, starts, n);
  if (asked->out[INVERSE])
    made[INVERSE] = inverse_of(s, begins, order, dim < 0 ? x->nDimension : 1,
                               dim < 0 ? x->size : &n);
  const THTensor *first = THSteps_flat(s, starts);
  made[VALUES] = pick(s, x, dim, order ? THSteps_index(s, order, 0, first) : first);
}

static int unique(const char *op, const THTensor *x, const Asked *asked)
{
  THSteps s;
  const THTensor *made[RESULTS];
  THSteps_begin(&s, op);
  TH_STEP(&s, THTensor_operand(op, x));
  if (asked->dim >= 0) TH_STEP(&s, TH_checkDim(op, x, asked->dim));
  if (s.status) return s.status;
  const int has_order = asked->sorts && !THDtype_traits(x->dtype)->complex;
  if (asked->dim < 0 && has_order && !asked->out[INVERSE])
    find_values(&s, THSteps_defined(&s, x), asked, made);
  else find_groups(&s, x, asked, made);
  return THSteps_endAll(&s, RESULTS, asked->out, made);
}

int THTensor_unique(THTensor *values, THTensor *inverse, THTensor *counts, const THTensor *x,
                    int dim)
{
  return unique("unique", x, &(Asked){dim, 1, {values, inverse, counts}});
}

int THTensor_uniqueConsecutive(THTensor *values, THTensor *inverse, THTensor *counts,
                               const THTensor *x, int dim)
{
  return unique("uniqueConsecutive", x, &(Asked){dim, 0, {values, inverse, counts}});
}

int THTensor_lexsort(THTensor *indices, int n, const THTensor *const *keys)
{
  THTensor order = {0};
  int status = n ? TH_OK : th_fail(TH_EINVAL, "lexsort: no keys; expected at least one vector");
  for (int k = 0; k < n && !status; k++) {
    if (keys[k]->nDimension != 1 || keys[k]->size[0] != keys[0]->size[0])
      status = th_fail(TH_ESHAPE, "lexsort: key %d has size %s; expected vectors of one size",
                       k + 1, THTensor_sizeText(keys[k]).text);
    if (status) break;
    THInput key = {0};
    status = THInput_take(&key, "lexsort", keys[k], 0);
    if (!status) status = refine(&order, key.use);
    THInput_drop(&key);
  }
  return THResult_give("lexsort", status, indices, &order);
}

/* --- sets: the place of each element among the different ones of both --- */

static const THTensor *values_of(THSteps *s, const THTensor *x)
{
  THTensor *values = THSteps_place(s);
  TH_STEP(s, THTensor_unique(values, NULL, NULL, x, -1));
  return values;
}

/* By the values of both together. */
static const THTensor *is_among_all(THSteps *s, const THTensor *x, const THTensor *among)
{
  const int64_t n = THTensor_nElement(x), m = THTensor_nElement(among);
  const THTensor *all = THSteps_cat(s, THSteps_flat(s, x), THSteps_flat(s, among), 0);
  THTensor *values = THSteps_place(s), *places = THSteps_place(s);
  TH_STEP(s, THTensor_unique(values, places, NULL, all, -1));
  const int64_t k = THTensor_nElement(values);
  THTensor *is = THSteps_filled(s, x, TH_BYTE, 1, &k, TH_integer(0));
  const THTensor *others = THSteps_narrow(s, places, 0, n, m);
  if (m) TH_STEP(s, THTensor_indexFill(is, 0, others, TH_integer(1)));
  const THTensor *mine = THSteps_index(s, is, 0, THSteps_narrow(s, places, 0, 0, n));
  return THSteps_reshape(s, mine, x->nDimension, x->size);
}

/* By a search among the others, which takes less time where they are few (row "isin, 1e6 among
   50": a third). */
static const THTensor *is_among_sorted(THSteps *s, const THTensor *x, const THTensor *sorted)
{
  const THTensor *flat = THSteps_flat(s, x);
  THTensor *places = THSteps_place(s);
  TH_STEP(s, THTensor_searchsorted(places, sorted, flat, 0, NULL));
  const THNumber last = TH_integer(THTensor_nElement(sorted));
  const THTensor *within = THSteps_applyNumber(s, TH_OP_cmin, places, last);
  const THTensor *near = THSteps_index(s, sorted, 0, within);
  return THSteps_reshape(s, THSteps_apply(s, TH_OP_eq, near, flat), x->nDimension, x->size);
}

/* Longs: where the elements of x are in a table of least, .., most with one more place at each end,
   for all that are outside. */
static const THTensor *places_of(THSteps *s, const THTensor *x, int64_t least, int64_t most)
{
  const THTensor *longs = THSteps_to(s, THSteps_flat(s, x), THTensor_device(x), TH_LONG);
  THTensor *places = THSteps_place(s);
  const THOperand limited[] = {TH_tensorOperand(longs), TH_numberOperand(TH_integer(least - 1)),
                               TH_numberOperand(TH_integer(most + 1))};
  const THOperand shifted[] = {TH_tensorOperand(places), TH_numberOperand(TH_integer(2 - least)),
                               TH_numberOperand(TH_integer(1))};
  TH_STEP(s, THOp_applyAs(s->op, &TH_ops[TH_OP_clamp], places, limited));
  TH_STEP(s, THOp_applyAs(s->op, &TH_ops[TH_OP_cadd], places, shifted));
  return places;
}

/* Which whole numbers from least to most there are: Bytes, with one more at each end. */
typedef struct Table { const THTensor *is; int64_t least, most; } Table;

/* Whether the elements [first, first + n) of x are in the table becomes those of found. */
static int look_up(const Table *table, const THTensor *found, const THTensor *x, int64_t first,
                   int64_t n)
{
  THSteps s;
  THSteps_begin(&s, "isin");
  const THTensor *to = THSteps_narrow(&s, found, 0, first, n);
  const THTensor *from = THSteps_narrow(&s, x, 0, first, n);
  const THTensor *places = places_of(&s, from, table->least, table->most);
  TH_STEP(&s, THTensor_gatherAt(s.op, to, table->is, 0, places));
  return THSteps_drop(&s);
}

/* By a table of the whole numbers from the least of the others to the most (row "isin, 1e6 among
   50": 0.3 of the time of a search), a block at a time. */
static const THTensor *is_among_table(THSteps *s, const THTensor *x, const THTensor *among,
                                      int64_t least, int64_t most)
{
  const int64_t size = most - least + 3, n = THTensor_nElement(x);
  THTensor *is = THSteps_filled(s, x, TH_BYTE, 1, &size, TH_integer(0)), *found = THSteps_place(s);
  const THTensor *others = places_of(s, among, least, most), *flat = THSteps_flat(s, x);
  TH_STEP(s, THTensor_indexFill(is, 0, others, TH_integer(1)));
  TH_STEP(s, THTensor_new(found, THTensor_device(x), TH_BYTE, 1, &n));
  const Table table = {is, least, most};
  const int64_t place = sizeof(int64_t);
  const int64_t block = THIter_block(THDtype_traits(x->dtype)->size + place + 1, place + 1);
  for (int64_t at = 0; at < n; at += block)
    TH_STEP(s, look_up(&table, found, flat, at, n - at < block ? n - at : block));
  return THSteps_reshape(s, found, x->nDimension, x->size);
}

/* Whether the others are whole numbers in a range no longer than x. */
static int has_table(THSteps *s, const THTensor *x, const THTensor *among, THNumber *least,
                     THNumber *most)
{
  const int64_t n = THTensor_nElement(x);
  if (!THDtype_traits(x->dtype)->integral) return 0;
  TH_STEP(s, THTensor_extremeAll(TH_OP_min, among, least, NULL));
  TH_STEP(s, THTensor_extremeAll(TH_OP_max, among, most, NULL));
  /* The places of the table are counted from least - 2. */
  if (s->status || least->integer < INT64_MIN + 3 || most->integer == INT64_MAX) return 0;
  return (uint64_t)most->integer - (uint64_t)least->integer < (uint64_t)n;
}

/* Whether each element of x is among others, as a Byte in the sizes of x. */
static const THTensor *is_among(THSteps *s, const THTensor *x, const THTensor *among)
{
  enum { FEW = 16 }; /* a search pays where there are so many times more elements than others */
  const int64_t n = THTensor_nElement(x), m = THTensor_nElement(among);
  const int isOrdered = x->dtype != TH_BOOL && !THDtype_traits(x->dtype)->complex;
  THNumber least, most;
  if (s->status || !isOrdered || !m || THTensor_device(x)) return is_among_all(s, x, among);
  if (has_table(s, x, among, &least, &most))
    return is_among_table(s, x, among, least.integer, most.integer);
  if (s->status || m > n / FEW) return is_among_all(s, x, among);
  return is_among_sorted(s, x, values_of(s, among));
}

static void check_alike(THSteps *s, const THTensor *a, const THTensor *b)
{
  TH_STEP(s, THTensor_operand(s->op, a));
  TH_STEP(s, THTensor_operand(s->op, b));
  TH_STEP(s, TH_checkSameType(s->op, THTensor_device(a), a->dtype, b->dtype));
}

int THTensor_isin(THTensor *mask, const THTensor *x, const THTensor *among, int invert)
{
  THSteps s;
  THSteps_begin(&s, "isin");
  check_alike(&s, x, among);
  if (s.status) return s.status;
  const THTensor *is = is_among(&s, THSteps_defined(&s, x), among);
  const THOperand in[] = {TH_tensorOperand(is), TH_numberOperand(TH_integer(invert))};
  TH_STEP(&s, THOp_applyAs("isin", &TH_ops[TH_OP_ne], mask, in));
  return THSteps_drop(&s);
}

/* The different elements of a that are, or are not, among those of b. */
static const THTensor *those(THSteps *s, const THTensor *a, const THTensor *b, int are)
{
  const THTensor *mine = values_of(s, a), *is = is_among(s, mine, b);
  THTensor *found = THSteps_place(s);
  if (!are) is = THSteps_applyNumber(s, TH_OP_eq, is, TH_integer(0));
  TH_STEP(s, THTensor_maskedSelect(found, mine, is));
  return found;
}

#define SET(name, made)                                                                            \
int THTensor_##name(THTensor *out, const THTensor *a, const THTensor *b)                           \
{                                                                                                  \
  THSteps steps, *s = &steps;                                                                      \
  THSteps_begin(s, #name);                                                                         \
  check_alike(s, a, b);                                                                            \
  if (s->status) return s->status;                                                                 \
  return THSteps_end(s, out, made);                                                                \
}
SET(union1d, values_of(s, THSteps_cat(s, THSteps_flat(s, a), THSteps_flat(s, b), 0)))
SET(intersect1d, those(s, a, b, 1))
SET(setdiff1d, those(s, a, b, 0))
SET(setxor1d, values_of(s, THSteps_cat(s, those(s, a, b, 0), those(s, b, a, 0), 0)))
