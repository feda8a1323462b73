/*
** Distances between rows: differences and their norms, a block at a time; for p 2 on the CPU the
** kernels of the chapter Distance, of short rows by sums of squares, of long ones by products of
** matrices, |a - b|^2 = |a|^2 + |b|^2 - 2 a b. All take stacks of matrices at once.
*/
#include "TH/ops/linear/THDistance.h"

#include <math.h>

#include "TH/backend/THDistanceChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/iteration/THSlices.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THLinear.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/reduce/THReduce.h"

typedef THScratch Work;
#define NEW THScratch_new(work)

static int check_floating(const char *op, const THTensor *t, double p)
{
  TH_TRY(THTensor_operand(op, t));
  if (!THDtype_traits(t->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", op,
                   THTensor_typeText(t->dtype).text);
  if (!(p >= 0)) return th_fail(TH_EINVAL, "%s: p is %g; expected 0 or more", op, p);
  return TH_OK;
}

/* Borrowed: count positions of a dimension from first on. */
static THTensor some_of(const THTensor *t, int dim, int64_t first, int64_t count)
{
  THTensor r = *t;
  const int64_t left = t->size[dim] - first;
  r.storageOffset += first * t->stride[dim];
  r.size[dim] = count < left ? count : left;
  return r;
}

/* r = the distances of all rows of a from those of b, (s, n, k) and (s, m, k): contiguous, with as
   many elements. */
static int measure(const char *op, const THTensor *r, THTensor *difference, const THTensor *a,
                   const THTensor *b, double p)
{
  const THTensor x = THScratch_with(a, 2); /* (s, n, 1, k) */
  const THTensor y = THScratch_with(b, 1); /* (s, 1, m, k) */
  THTensor to = *r; /* borrowed: (s, n, m, 1) */
  to.nDimension = 4;
  for (int d = 0; d < 3; d++) to.size[d] = d == 2 ? b->size[1] : a->size[d];
  to.size[3] = to.stride[3] = to.stride[2] = 1;
  to.stride[1] = to.size[2];
  to.stride[0] = to.size[1] * to.stride[1];
  TH_TRY(THScratch_binary(op, TH_OP_csub, difference, &x, &y));
  return THTensor_norm(&to, difference, p, 3);
}

/* r = the distances of two stacks of matrices, by blocks of these or of their rows. */
static int by_differences(const THTensor *r, const THTensor *a, const THTensor *b, double p)
{
  enum { BLOCK = 1 << 18 };
  Work own = {.count = 0}, *work = &own;
  THTensor *difference = NEW, *rest = NEW;
  const int64_t n = a->size[1], each = b->size[1] * b->size[2];
  const int64_t most = each < BLOCK ? BLOCK / each : 1;
  const int64_t rows = most < n ? most : n, matrices = most / n ? most / n : 1;
  int status = TH_OK;
  for (int64_t s = 0; s < r->size[0]; s += matrices)
    for (int64_t i = 0; i < n && !status; i += rows) {
      THTensor x = some_of(a, 0, s, matrices), to = some_of(r, 0, s, matrices);
      const THTensor y = some_of(b, 0, s, matrices);
      x = some_of(&x, 1, i, rows), to = some_of(&to, 1, i, rows);
      const int is_whole = x.size[0] == matrices && x.size[1] == rows;
      status = measure("cdist", &to, is_whole ? difference : rest, &x, &y, p);
    }
  return THScratch_end(work, status);
}

/* --- p 2 on the CPU --- */

/* The squares of the norms of the rows. */
static int square_rows(Work *work, THTensor *r, const THTensor *x)
{
  THTensor *norms = NEW;
  TH_TRY(THTensor_norm(norms, x, 2, 2));
  return THScratch_unary("cdist", TH_OP_square, r, norms);
}

typedef struct Run {
  THDistanceEntry entry;
  THDistanceCall call;
} Run;

static void run_slice(void *context, int64_t begin, int64_t end)
{
  const Run *run = context;
  run->entry(&run->call, begin, end);
}

static int run_rows(const THDistanceEntry *entry, const THTensor *r, THDistanceCall call)
{
  Run run = {*entry, call};
  run.call.r = THTensor_data(r);
  run.call.n = r->size[1], run.call.m = r->size[2];
  return th_inSlices(r->size[0] * r->size[1], (1 << 14) / (r->size[2] + 1) + 1, run_slice, &run);
}

static int by_squares(const THDistanceEntry *entries, THTensor *r, const THTensor *a,
                      const THTensor *b)
{
  Work own = {.count = 0}, *work = &own;
  THTensor *x = NEW, *y = NEW;
  const THTensor turned = THScratch_turned(b);
  int status = THTensor_contiguous(x, a);
  if (!status) status = THTensor_contiguous(y, &turned);
  if (!status) status = run_rows(&entries[TH_OP_distanceOfShort], r, (THDistanceCall){
    .a = THTensor_data(x), .b = THTensor_data(y), .k = a->size[2]});
  return THScratch_end(work, status);
}

static int by_products(const THDistanceEntry *entries, THTensor *r, const THTensor *a,
                       const THTensor *b)
{
  Work own = {.count = 0}, *work = &own;
  THTensor *x = NEW, *y = NEW, *of_x = NEW, *of_y = NEW;
  int status = THTensor_contiguous(x, a);
  if (!status) status = THTensor_contiguous(y, b);
  if (!status) status = square_rows(work, of_x, x);
  if (!status) status = square_rows(work, of_y, y);
  const THTensor turned = THScratch_turned(y);
  if (!status) status = THTensor_bmm(r, x, &turned);
  if (!status) status = run_rows(&entries[TH_OP_distanceOfProducts], r, (THDistanceCall){
    THTensor_data(x), THTensor_data(y), THTensor_data(of_x), THTensor_data(of_y),
    .k = b->size[2]});
  return THScratch_end(work, status);
}

/* --- cdist --- */

/* Squares overflow where distances do not. */
static int is_moderate(const THTensor *t, int *moderate)
{
  THNumber most;
  TH_TRY(THTensor_normAll(t, INFINITY, &most));
  *moderate = most.real < (t->dtype == TH_FLOAT ? 1e15 : 1e120);
  return TH_OK;
}

static int measure_stack(THTensor *made, const THTensor *a, const THTensor *b, double p)
{
  enum { LEAST = 16 }; /* from so many elements a row products are faster */
  const THDistanceEntry *entries = TH_entries(TH_CHAPTER_DISTANCE, a->dtype, THTensor_device(a));
  int of_a, of_b;
  if (!THTensor_nElement(made)) return TH_OK;
  if (!a->size[2]) return THTensor_fill(made, TH_integer(0));
  if (p != 2 || !entries) return by_differences(made, a, b, p);
  TH_TRY(is_moderate(a, &of_a));
  TH_TRY(is_moderate(b, &of_b));
  if (!of_a || !of_b) return by_differences(made, a, b, p);
  return (a->size[2] < LEAST ? by_squares : by_products)(entries, made, a, b);
}

static int cdist(Work *work, THTensor *out, const THTensor *a, const THTensor *b, double p)
{
  const char *op = "cdist";
  int64_t lead[TH_MAX_DIM], count, size[TH_MAX_DIM + 2];
  int n = 0;
  THTensor *x = NEW, *y = NEW, *flat_x = NEW, *flat_y = NEW, *made = NEW, *shaped = NEW;
  TH_TRY(check_floating(op, a, p));
  TH_TRY(check_floating(op, b, p));
  TH_TRY(TH_checkSameDevice(op, (THPlaced){"operand", 1, THTensor_device(a)},
                            (THPlaced){"operand", 2, THTensor_device(b)}));
  TH_TRY(TH_checkSameType(op, THTensor_device(a), a->dtype, b->dtype));
  if (a->nDimension < 2 || b->nDimension < 2 ||
      a->size[a->nDimension - 1] != b->size[b->nDimension - 1])
    return th_fail(TH_ESHAPE, "%s: sizes %s and %s: expected matrices with rows of the same length",
                   op, THTensor_sizeText(a).text, THTensor_sizeText(b).text);
  TH_TRY(THShape_broadcast(op, &n, lead, a->nDimension - 2, a->size));
  TH_TRY(THShape_broadcast(op, &n, lead, b->nDimension - 2, b->size));
  TH_TRY(THShape_count(op, n, lead, &count));
  for (int d = 0; d < n; d++) size[d] = lead[d];
  const int64_t k = a->size[a->nDimension - 1];
  const int64_t rows = size[n] = a->size[a->nDimension - 2];
  const int64_t columns = size[n + 1] = b->size[b->nDimension - 2];
  if (!out->dtype) out->dtype = a->dtype;
  TH_TRY(THScratch_widen(x, a));
  TH_TRY(THScratch_widen(y, b));
  const THTensor all_x = THScratch_lead(x, 2, n, lead), all_y = THScratch_lead(y, 2, n, lead);
  TH_TRY(THTensor_reshape(flat_x, &all_x, 3, (const int64_t[]){count, rows, k}));
  TH_TRY(THTensor_reshape(flat_y, &all_y, 3, (const int64_t[]){count, columns, k}));
  TH_TRY(THTensor_new(made, THTensor_device(x), x->dtype, 3,
                      (const int64_t[]){count, rows, columns}));
  TH_TRY(measure_stack(made, flat_x, flat_y, p));
  TH_TRY(THTensor_reshape(shaped, made, n + 2, size));
  return THScratch_give(op, out, shaped);
}

int THTensor_cdist(THTensor *out, const THTensor *a, const THTensor *b, double p)
{
  Work work = {.count = 0};
  return THScratch_end(&work, cdist(&work, out, a, b, p));
}

/* --- pdist --- */

static int pdist(Work *work, THTensor *out, const THTensor *x, double p)
{
  const char *op = "pdist";
  THTensor *wide = NEW, *made = NEW, *difference = NEW;
  TH_TRY(check_floating(op, x, p));
  if (x->nDimension != 2)
    return th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a matrix", op,
                   THTensor_sizeText(x).text);
  const int64_t n = x->size[0];
  int64_t done = 0;
  if (!out->dtype) out->dtype = x->dtype;
  TH_TRY(THScratch_widen(wide, x));
  const int64_t count = n > 1 ? (n % 2 ? (n - 1) / 2 * n : n / 2 * (n - 1)) : 0;
  TH_TRY(THTensor_new(made, THTensor_device(x), wide->dtype, 1, &count));
  if (!x->size[1]) TH_TRY(THTensor_fill(made, TH_integer(0)));
  const THTensor all = THScratch_with(wide, 0);
  for (int64_t i = 0; i + 1 < n && x->size[1]; i++) {
    const THTensor row = some_of(&all, 1, i, 1), rest = some_of(&all, 1, i + 1, n - i - 1);
    THTensor to = *made;
    to.storageOffset += done;
    done += n - i - 1;
    THTensor_clear(difference);
    difference->dtype = 0;
    TH_TRY(measure(op, &to, difference, &row, &rest, p));
  }
  return THScratch_give(op, out, made);
}

int THTensor_pdist(THTensor *out, const THTensor *x, double p)
{
  Work work = {.count = 0};
  return THScratch_end(&work, pdist(&work, out, x, p));
}
