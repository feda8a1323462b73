/*
** Lists of keys on a device: chains of operations of TH, sorts and sums among them, and searches
** in sorted lists. A chain is written as expressions: each step gives a list that the Chain owns,
** and does nothing once a step has failed.
**
** Lists of numbers here count from 0, those that index others from 1.
*/
#include <string.h>

#include "TH/backend/THPointwiseChapter.h"
#include "TH/backend/THReduceChapter.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"
#include "THS/keys/THSKeys.h"

enum { MOST = 24 }; /* steps of the longest chain */

typedef struct Chain {
  const char *op;
  int device, status, n;
  THTensor list[MOST];
} Chain;

typedef const THTensor *List;

/* --- the steps --- */

static THTensor *next(Chain *c)
{
  return &c->list[c->n++];
}

static List room(Chain *c, int dtype, int64_t n)
{
  THTensor *to = next(c);
  if (!c->status) c->status = THS_room(to, c->device, dtype, n);
  return to;
}

/* A row of two operands, b a number or a list, and a factor. Empty lists have no work. */
static List apply(Chain *c, int row, List a, THOperand b, int64_t factor)
{
  if (!c->status && !a->size[0]) return room(c, TH_LONG, 0);
  THTensor *to = next(c);
  const THOperand in[] = {TH_tensorOperand(a), b, TH_numberOperand(TH_integer(factor))};
  if (!c->status) c->status = THOp_applyAs(c->op, &TH_ops[row], to, in);
  return to;
}

static List plus(Chain *c, List a, int64_t number)
{
  return apply(c, TH_OP_cadd, a, TH_numberOperand(TH_integer(number)), 1);
}

static List sum(Chain *c, List a, List b, int64_t factor)
{
  return apply(c, TH_OP_cadd, a, TH_tensorOperand(b), factor);
}

/* 1, 2, .. n. */
static List count_to(Chain *c, int64_t n)
{
  THTensor *to = next(c);
  if (!c->status) c->status = THS_room(to, c->device, TH_LONG, n);
  if (!c->status && n) c->status = THTensor_fillSequence(to, 1, 1);
  return to;
}

/* Elements of a list at positions, from 1. */
static List at(Chain *c, List list, List positions)
{
  if (!c->status && !positions->size[0]) return room(c, list->dtype, 0);
  THTensor *to = next(c);
  if (!c->status) c->status = THTensor_index(to, list, 0, positions);
  return to;
}

static List part(Chain *c, List list, int64_t first, int64_t n)
{
  THTensor *to = next(c);
  if (!c->status) c->status = THTensor_narrow(to, list, 0, first, n);
  return to;
}

static List as_longs(Chain *c, List list)
{
  THTensor *to = next(c);
  if (!c->status) c->status = THTensor_clone(to, list, TH_LONG);
  return to;
}

static List restep(Chain *c, List keys, const THSDigits *digits)
{
  List to = room(c, TH_LONG, keys->size[0]);
  if (!c->status) c->status = THS_restep(c->op, to, keys, digits);
  return to;
}

/* For each of wanted how many elements of a sorted list are below it. */
static List search(Chain *c, List sorted, List wanted)
{
  List to = room(c, TH_LONG, wanted->size[0]);
  THSCall call = {.op = c->op, .device = c->device, .key = {THS_longs(sorted), THS_longs(wanted)},
                  .keys = {sorted->size[0], wanted->size[0]}, .made = THS_longs(to)};
  if (!c->status && wanted->size[0]) c->status = THS_run(THS_search, TH_LONG, &call);
  return to;
}

/* The positions, from 1, at which a mask is set. */
static List positions(Chain *c, List mask)
{
  THTensor *to = next(c);
  if (!c->status && mask->size[0]) c->status = THTensor_nonzero(to, mask);
  if (c->status) return to;
  const int64_t n = THTensor_isUndefined(to) ? 0 : to->size[0];
  c->status = n ? THTensor_view(to, to, 1, &n) : THS_room(to, c->device, TH_LONG, 0);
  return to;
}

static List sorted(Chain *c, List list, List *order)
{
  THTensor *to = next(c), *from = next(c);
  if (!c->status && list->size[0]) c->status = THTensor_sort(to, from, list, 0, 0);
  if (!c->status && !list->size[0]) THTensor_set(to, list), THTensor_set(from, list);
  *order = from;
  return to;
}

static List joined(Chain *c, List a, List b)
{
  THTensor *to = next(c);
  if (!c->status && !a->size[0]) THTensor_set(to, b);
  else if (!c->status && !b->size[0]) THTensor_set(to, a);
  else if (!c->status) c->status = THTensor_cat(to, 2, (const THTensor *[]){a, b}, 0);
  return to;
}

/* --- begin and end --- */

static Chain begin(const char *op, const THTensor *t)
{
  const Chain c = {.op = op, .device = THTensor_device(t)};
  return c;
}

static void give(Chain *c, THTensor *out, List list)
{
  if (!c->status) c->status = THTensor_contiguous(out, list);
}

static int end(Chain *c)
{
  for (int k = 0; k < c->n; k++) THTensor_clear(&c->list[k]);
  return c->status;
}

/* --- one list --- */

/* A mask: which elements of a list, from the second on, differ from (or are above) those before. */
static List compare_next(Chain *c, int row, List list)
{
  const int64_t n = list->size[0] - 1;
  List before = part(c, list, 0, n);
  return apply(c, row, part(c, list, 1, n), TH_tensorOperand(before), 1);
}

static int rise(const char *op, const THTensor *keys, int *answer)
{
  Chain c = begin(op, keys);
  THNumber all = TH_integer(1);
  List mask = keys->size[0] > 1 ? compare_next(&c, TH_OP_gt, keys) : NULL;
  if (mask && !c.status) c.status = THTensor_reduceAll(TH_OP_all, mask, &all);
  *answer = all.integer != 0;
  return end(&c);
}

static List distinct(Chain *c, List list, List *first)
{
  List one = count_to(c, list->size[0] ? 1 : 0);
  List more = list->size[0] > 1 ? positions(c, compare_next(c, TH_OP_ne, list))
                                : room(c, TH_LONG, 0);
  *first = joined(c, one, plus(c, more, 1));
  return at(c, list, *first);
}

static int group(const char *op, THTensor *keys, THTensor *start, const THTensor *list)
{
  Chain c = begin(op, list);
  List first;
  give(&c, keys, distinct(&c, list, &first));
  THTensor *last = next(&c);
  if (!c.status) c.status = THS_room(last, c.device, TH_LONG, 1);
  if (!c.status) c.status = THTensor_fill(last, TH_integer(list->size[0]));
  give(&c, start, joined(&c, plus(&c, first, -1), last));
  return end(&c);
}

/* The index along an axis, from 1. */
static List digit(Chain *c, List keys, THSAxis axis)
{
  const THSDigits digits = {.n = 3, .size = {1, axis.size, axis.below}, .step = {0, 1, 0}};
  return restep(c, keys, &digits);
}

static int within(const char *op, THTensor *from, const THTensor *keys, THSAxis axis,
                  int64_t first, int64_t count)
{
  Chain c = begin(op, keys);
  if (!keys->size[0]) return THS_room(from, c.device, TH_LONG, 0);
  List i = digit(&c, keys, axis);
  List above = apply(&c, TH_OP_gt, i, TH_numberOperand(TH_integer(first)), 1);
  List below = apply(&c, TH_OP_le, i, TH_numberOperand(TH_integer(first + count)), 1);
  give(&c, from, positions(&c, apply(&c, TH_OP_cmul, above, TH_tensorOperand(below), 1)));
  return end(&c);
}

/*
** Each entry k stands for count[k] numbers from lowest[k] on, both from 0. All of these numbers in
** the order of the entries, from 1; *owner: for each its entry, from 1.
*/
static List spread(Chain *c, List lowest, List count, List *owner)
{
  THTensor *ends = next(c);
  THNumber total = TH_integer(0);
  const int64_t entries = count->size[0];
  if (!c->status && entries) c->status = THTensor_scan(TH_OP_cumsum, ends, count, 0);
  if (!c->status && entries) c->status = THTensor_get(ends, entries - 1, &total);
  if (!c->status && !entries) c->status = THS_room(ends, c->device, TH_LONG, 0);
  List j = count_to(c, total.integer);
  *owner = plus(c, search(c, ends, j), 1);
  /* lowest + (j - 1 - (end - count)) + 1 */
  List shift = sum(c, sum(c, lowest, ends, -1), count, 1);
  return sum(c, at(c, shift, *owner), j, 1);
}

static int listed(const char *op, THTensor *from, THTensor *place, const THTensor *keys,
                  THSAxis axis, const THTensor *idx)
{
  Chain c = begin(op, keys);
  List order, owner, wanted = digit(&c, keys, axis), list = sorted(&c, idx, &order);
  List low = search(&c, list, wanted), high = search(&c, list, plus(&c, wanted, 1));
  List number = spread(&c, low, sum(&c, high, low, -1), &owner);
  give(&c, from, owner);
  give(&c, place, at(&c, order, number));
  return end(&c);
}

/* --- two lists --- */

static int unite(const char *op, THTensor *keys, THTensor *of, const THTensor *const *list)
{
  Chain c = begin(op, list[0]);
  List order, first, both = sorted(&c, joined(&c, list[0], list[1]), &order);
  List made = c.status ? both : distinct(&c, both, &first);
  for (int k = 0; k < 2; k++) give(&c, &of[k], plus(&c, search(&c, made, list[k]), 1));
  give(&c, keys, made);
  return end(&c);
}

static int intersect(const char *op, THTensor *keys, THTensor *of, const THTensor *const *list)
{
  Chain c = begin(op, list[0]);
  List below = search(&c, list[1], list[0]), upto = search(&c, list[1], plus(&c, list[0], 1));
  List found = positions(&c, sum(&c, upto, below, -1));
  give(&c, &of[0], found);
  give(&c, &of[1], at(&c, upto, found));
  give(&c, keys, at(&c, list[0], found));
  return end(&c);
}

/* --- compressed rows --- */

/* The row of each of n entries, from 1. */
static List rows_of(Chain *c, List start, int64_t n)
{
  return search(c, start, count_to(c, n));
}

/* (row - 1) * columns + column + 1, of rows from 1 and columns from 0. */
static List places(Chain *c, List row, List column, int64_t columns)
{
  return plus(c, sum(c, as_longs(c, column), row, columns), 1 - columns);
}

static int expand(const char *op, THTensor *keys, THSRows from)
{
  Chain c = begin(op, from.column);
  give(&c, keys, places(&c, rows_of(&c, from.start, from.column->size[0]), from.column,
                        from.columns));
  return end(&c);
}

static int compress(const char *op, THTensor *start, THTensor *column, const THTensor *keys,
                    int64_t rows, int64_t columns)
{
  Chain c = begin(op, keys);
  const THSDigits first = {.n = 1, .size = {rows + 1}, .step = {columns}};
  List at_column = plus(&c, digit(&c, keys, (THSAxis){columns, 1}), -1);
  give(&c, start, search(&c, keys, restep(&c, count_to(&c, rows + 1), &first)));
  if (!c.status) c.status = THTensor_clone(column, at_column, TH_INT);
  return end(&c);
}

static int pair(const char *op, THTensor *keys, THTensor *of, THSRows a, THSRows b)
{
  Chain c = begin(op, a.column);
  List owner, at_row = plus(&c, as_longs(&c, a.column), 1);
  List low = at(&c, b.start, at_row), high = at(&c, b.start, plus(&c, at_row, 1));
  List second = spread(&c, low, sum(&c, high, low, -1), &owner);
  List row = at(&c, rows_of(&c, a.start, a.column->size[0]), owner);
  give(&c, &of[0], owner);
  give(&c, &of[1], second);
  give(&c, keys, places(&c, row, at(&c, b.column, second), b.columns));
  return end(&c);
}

const THSKeys THS_deviceKeys = {rise, group, unite, intersect, within, listed, expand, compress,
                                pair};
