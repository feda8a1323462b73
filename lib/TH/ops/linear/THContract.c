/*
** Contractions as stacks of matrix products: the dimensions of both operands are put in order
** (stack, left or right, summed), merged, multiplied by bmm, and taken apart again.
*/
#include "TH/ops/linear/THContract.h"

#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THLinear.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/reduce/THReduce.h"

typedef THScratch Work;
#define NEW THScratch_new(work)
#define RUN(name, ...)                                       \
  do {                                                       \
    Work work_ = {.count = 0};                               \
    return THScratch_end(&work_, name(&work_, __VA_ARGS__)); \
  } while (0)

static int check_pair(const char *op, const THTensor *a, const THTensor *b)
{
  TH_TRY(THTensor_operandKnown(op, a, TH_FLAG_CONJUGATED, 0));
  TH_TRY(THTensor_operandKnown(op, b, TH_FLAG_CONJUGATED, 0));
  TH_TRY(TH_checkSameDevice(op, (THPlaced){"operand", 1, THTensor_device(a)},
                            (THPlaced){"operand", 2, THTensor_device(b)}));
  return TH_checkSameType(op, THTensor_device(a), a->dtype, b->dtype);
}

static int mismatch(const char *op, const THTensor *a, const THTensor *b)
{
  return th_fail(TH_ESHAPE, "%s: no product of sizes %s and %s", op, THTensor_sizeText(a).text,
                 THTensor_sizeText(b).text);
}

/* --- labels --- */

uint64_t THLabelled_mask(const THLabelled *x)
{
  uint64_t mask = 0;
  for (int d = 0; d < x->t.nDimension; d++) mask |= UINT64_C(1) << x->label[d];
  return mask;
}

/* The dimensions of x whose labels are in mask, in order; returns how many. */
static int find_dims(const THLabelled *x, uint64_t mask, int *dims)
{
  int n = 0;
  for (int d = 0; d < x->t.nDimension; d++)
    if (mask >> x->label[d] & 1) dims[n++] = d;
  return n;
}

static int dim_of(const THLabelled *x, int label)
{
  for (int d = 0; d < x->t.nDimension; d++)
    if (x->label[d] == label) return d;
  return -1;
}

/* A list of labels, and the product of their sizes. */
typedef struct Group {
  int n, label[TH_MAX_DIM];
  int64_t size[TH_MAX_DIM], count;
} Group;

static Group group_of(const THLabelled *x, uint64_t mask)
{
  Group g = {.count = 1};
  int dims[TH_MAX_DIM];
  g.n = find_dims(x, mask, dims);
  for (int k = 0; k < g.n; k++) {
    g.label[k] = x->label[dims[k]];
    g.size[k] = x->t.size[dims[k]];
    g.count *= g.size[k];
  }
  return g;
}

/* r = x as a stack of matrices: the labels of three groups, each merged to one dimension. */
static int arrange(Work *work, THTensor *r, const THLabelled *x, const Group *const groups[3])
{
  THTensor *moved = NEW;
  int order[TH_MAX_DIM], n = 0;
  for (int g = 0; g < 3; g++)
    for (int k = 0; k < groups[g]->n; k++) order[n++] = dim_of(x, groups[g]->label[k]);
  if (n) TH_TRY(THTensor_permute(moved, &x->t, n, order));
  else THTensor_set(moved, &x->t);
  return THTensor_reshape(r, moved, 3,
                          (const int64_t[]){groups[0]->count, groups[1]->count, groups[2]->count});
}

static int contract(Work *work, const char *op, THLabelled *r, const THLabelled *a,
                    const THLabelled *b, uint64_t kept)
{
  const uint64_t of_a = THLabelled_mask(a), of_b = THLabelled_mask(b), both = of_a & of_b;
  const Group stack = group_of(a, both & kept), summed = group_of(a, both & ~kept);
  const Group left = group_of(a, of_a & ~both), right = group_of(b, of_b & ~both);
  const Group *const results[] = {&stack, &left, &right};
  THTensor *x = NEW, *y = NEW, *product = NEW;
  int64_t size[3 * TH_MAX_DIM];
  int n = 0;
  for (int g = 0; g < 3; g++)
    for (int k = 0; k < results[g]->n; k++) {
      if (n == TH_MAX_DIM)
        return th_fail(TH_ESHAPE, "%s: a product of more than %d dimensions", op, TH_MAX_DIM);
      size[n] = results[g]->size[k];
      r->label[n++] = results[g]->label[k];
    }
  TH_TRY(arrange(work, x, a, (const Group *const[]){&stack, &left, &summed}));
  if (summed.n) {
    TH_TRY(arrange(work, y, b, (const Group *const[]){&stack, &summed, &right}));
    TH_TRY(THTensor_bmm(product, x, y));
  } else {
    TH_TRY(arrange(work, y, b, (const Group *const[]){&stack, &summed, &right}));
    TH_TRY(THScratch_binary(op, TH_OP_cmul, product, x, y));
  }
  return THTensor_reshape(&r->t, product, n, size);
}

int THLabelled_contract(const char *op, THLabelled *r, const THLabelled *a, const THLabelled *b,
                        uint64_t kept)
{
  RUN(contract, op, r, a, b, kept);
}

/* --- matmul --- */

/* Products of stacks, (.., m, k) (.., k, n), of which the leading dims broadcast. */
static int multiply_stacks(Work *work, THTensor *r, const THTensor *a, const THTensor *b)
{
  int64_t lead[TH_MAX_DIM], count = 1, size[TH_MAX_DIM + 2];
  int nlead = 0;
  THTensor *x = NEW, *y = NEW, *product = NEW;
  const int64_t m = a->size[a->nDimension - 2], k = a->size[a->nDimension - 1];
  const int64_t n = b->size[b->nDimension - 1];
  if (b->size[b->nDimension - 2] != k) return mismatch("matmul", a, b);
  TH_TRY(THShape_broadcast("matmul", &nlead, lead, a->nDimension - 2, a->size));
  TH_TRY(THShape_broadcast("matmul", &nlead, lead, b->nDimension - 2, b->size));
  const THTensor all_a = THScratch_lead(a, 2, nlead, lead);
  const THTensor all_b = THScratch_lead(b, 2, nlead, lead);
  TH_TRY(THShape_count("matmul", nlead, lead, &count));
  memcpy(size, lead, sizeof lead);
  size[nlead] = m;
  size[nlead + 1] = n;
  if (b->nDimension == 2 && THTensor_isContiguous(a)) { /* one product of all rows */
    TH_TRY(THTensor_reshape(x, a, 2, (const int64_t[]){count * m, k}));
    TH_TRY(THTensor_mm(product, x, b));
  } else {
    TH_TRY(THTensor_reshape(x, &all_a, 3, (const int64_t[]){count, m, k}));
    TH_TRY(THTensor_reshape(y, &all_b, 3, (const int64_t[]){count, k, n}));
    TH_TRY(THTensor_bmm(product, x, y));
  }
  return THTensor_reshape(r, product, nlead + 2, size);
}

static int dot(THTensor *out, const THTensor *a, const THTensor *b)
{
  THTensor made = {0};
  THNumber number;
  if (a->size[0] != b->size[0]) return mismatch("matmul", a, b);
  TH_TRY(THTensor_dot(&number, a, b));
  int status = THTensor_new(&made, THTensor_device(a), a->dtype, 0, NULL);
  if (!status) status = THTensor_fill(&made, number);
  if (!status) status = THScratch_give("matmul", out, &made);
  THTensor_clear(&made);
  return status;
}

static int matmul(Work *work, THTensor *out, const THTensor *a, const THTensor *b)
{
  THTensor *made = NEW;
  const int of_row = a->nDimension == 1, of_column = b->nDimension == 1;
  const THTensor x = of_row ? THScratch_with(a, 0) : *a;
  const THTensor y = of_column ? THScratch_with(b, 1) : *b;
  TH_TRY(multiply_stacks(work, made, &x, &y));
  THTensor r = *made; /* borrowed */
  if (of_column) r = THScratch_without(&r, r.nDimension - 1);
  if (of_row) r = THScratch_without(&r, r.nDimension - 1 - !of_column);
  return THScratch_give("matmul", out, &r);
}

int THTensor_matmul(THTensor *out, const THTensor *a, const THTensor *b)
{
  const int m = a->nDimension, n = b->nDimension;
  if (m == 2 && n == 2) return THTensor_mm(out, a, b);
  if (m == 2 && n == 1) return THTensor_mv(out, a, b);
  if (m == 3 && n == 3 && a->size[0] == b->size[0]) return THTensor_bmm(out, a, b);
  TH_TRY(check_pair("matmul", a, b));
  if (!m || !n)
    return th_fail(TH_ESHAPE, "matmul: no product of sizes %s and %s; expected vectors, matrices "
                   "or stacks of these", THTensor_sizeText(a).text, THTensor_sizeText(b).text);
  if (m == 1 && n == 1) return dot(out, a, b);
  RUN(matmul, out, a, b);
}

/* --- pairs of dimensions --- */

static int check_dims(const char *op, const THTensor *a, const THTensor *b, int n, const int *of_a,
                      const int *of_b)
{
  int seen_a = 0, seen_b = 0;
  for (int k = 0; k < n; k++) {
    TH_TRY(TH_checkDim(op, a, of_a[k]));
    TH_TRY(TH_checkDim(op, b, of_b[k]));
    if (seen_a >> of_a[k] & 1 || seen_b >> of_b[k] & 1)
      return th_fail(TH_EINVAL, "%s: a dimension is named twice", op);
    seen_a |= 1 << of_a[k];
    seen_b |= 1 << of_b[k];
    if (a->size[of_a[k]] != b->size[of_b[k]])
      return th_fail(TH_ESHAPE, "%s: dimension %d of size %s against dimension %d of size %s", op,
                     of_a[k] + 1, THTensor_sizeText(a).text, of_b[k] + 1,
                     THTensor_sizeText(b).text);
  }
  return TH_OK;
}

static int sum_pairs(Work *work, const char *op, THTensor *out, const THTensor *a,
                     const THTensor *b, int n, const int *of_a, const int *of_b)
{
  THTensor *made = NEW;
  THLabelled x = {.t = *a}, y = {.t = *b}, r = {.label = {0}}; /* x and y are borrowed */
  TH_TRY(check_pair(op, a, b));
  TH_TRY(check_dims(op, a, b, n, of_a, of_b));
  uint64_t kept = ~UINT64_C(0);
  for (int d = 0; d < TH_MAX_DIM; d++) {
    x.label[d] = d;
    y.label[d] = TH_MAX_DIM + d;
  }
  for (int k = 0; k < n; k++) {
    y.label[of_b[k]] = of_a[k];
    kept &= ~(UINT64_C(1) << of_a[k]);
  }
  const int status = THLabelled_contract(op, &r, &x, &y, kept);
  *made = r.t;
  TH_TRY(status);
  return THScratch_give(op, out, made);
}

int THTensor_tensordot(THTensor *out, const THTensor *a, const THTensor *b, int n, const int *of_a,
                       const int *of_b)
{
  RUN(sum_pairs, "tensordot", out, a, b, n, of_a, of_b);
}

int THTensor_inner(THTensor *out, const THTensor *a, const THTensor *b)
{
  const int of_a = a->nDimension - 1, of_b = b->nDimension - 1;
  const int n = of_a >= 0 && of_b >= 0; /* a number times a tensor has nothing to sum */
  RUN(sum_pairs, "inner", out, a, b, n, &of_a, &of_b);
}

/* --- kron --- */

/* r = t with dims of size 1 in front up to n, and one before (isInner) or behind each. */
static int spread(const THTensor *t, int n, int isInner, THTensor *r)
{
  int64_t size[2 * TH_MAX_DIM];
  for (int d = 0; d < n; d++) {
    const int from = d - n + t->nDimension;
    size[2 * d + isInner] = from < 0 ? 1 : t->size[from];
    size[2 * d + !isInner] = 1;
  }
  return THTensor_reshape(r, t, 2 * n, size);
}

static int kron(Work *work, THTensor *out, const THTensor *a, const THTensor *b)
{
  THTensor *x = NEW, *y = NEW, *product = NEW, *made = NEW;
  const int n = a->nDimension > b->nDimension ? a->nDimension : b->nDimension;
  int64_t size[TH_MAX_DIM];
  TH_TRY(check_pair("kron", a, b));
  if (2 * n > TH_MAX_DIM)
    return th_fail(TH_ESHAPE, "kron: tensors of %d dimensions; expected at most %d", n,
                   TH_MAX_DIM / 2);
  TH_TRY(spread(a, n, 0, x));
  TH_TRY(spread(b, n, 1, y));
  TH_TRY(THScratch_binary("kron", TH_OP_cmul, product, x, y));
  for (int d = 0; d < n; d++) size[d] = product->size[2 * d] * product->size[2 * d + 1];
  TH_TRY(THTensor_reshape(made, product, n, size));
  return THScratch_give("kron", out, made);
}

int THTensor_kron(THTensor *out, const THTensor *a, const THTensor *b)
{
  RUN(kron, out, a, b);
}

/* --- vecdot --- */

static int vecdot(Work *work, THTensor *out, const THTensor *a, const THTensor *b, int dim)
{
  THTensor *conjugates = NEW, *products = NEW, *sum = NEW;
  const THTensor *left = a;
  TH_TRY(check_pair("vecdot", a, b));
  if (THDtype_traits(a->dtype)->complex) {
    TH_TRY(THScratch_unary("vecdot", TH_OP_conjPhysical, conjugates, a));
    left = conjugates;
  }
  TH_TRY(THScratch_binary("vecdot", TH_OP_cmul, products, left, b));
  if (dim < 0) dim += products->nDimension;
  TH_TRY(TH_checkDim("vecdot", products, dim));
  TH_TRY(THTensor_reduce(TH_OP_sum, sum, products, dim));
  return THScratch_give("vecdot", out, sum);
}

int THTensor_vecdot(THTensor *out, const THTensor *a, const THTensor *b, int dim)
{
  RUN(vecdot, out, a, b, dim);
}

/* --- multiDot --- */

enum { MOST_FACTORS = 64 };

/* For factors i to j, of which factor k is size[k] x size[k + 1]: where the last product is
   made. */
typedef struct Plan { uint8_t split[MOST_FACTORS][MOST_FACTORS]; } Plan;

/* Not inlined, so that the products do not run on top of the costs. */
static __attribute__((noinline)) void find_order(Plan *plan, int n, const int64_t *size)
{
  double cost[MOST_FACTORS][MOST_FACTORS];
  for (int i = 0; i < n; i++) cost[i][i] = 0;
  for (int length = 2; length <= n; length++)
    for (int i = 0; i + length <= n; i++) {
      const int j = i + length - 1;
      cost[i][j] = -1;
      for (int k = i; k < j; k++) {
        const double c = cost[i][k] + cost[k + 1][j] +
                         (double)size[i] * (double)size[k + 1] * (double)size[j + 1];
        if (cost[i][j] >= 0 && c >= cost[i][j]) continue;
        cost[i][j] = c;
        plan->split[i][j] = (uint8_t)k;
      }
    }
}

static int multiply_range(THTensor *r, const Plan *plan, const THTensor *const *list, int i, int j)
{
  if (i == j) {
    THTensor_set(r, list[i]);
    return TH_OK;
  }
  THTensor left = {0}, right = {0};
  const int k = plan->split[i][j];
  int status = multiply_range(&left, plan, list, i, k);
  if (!status) status = multiply_range(&right, plan, list, k + 1, j);
  if (!status) status = THTensor_matmul(r, &left, &right);
  THTensor_clear(&left);
  THTensor_clear(&right);
  return status;
}

/* size gets the sizes of the chain: factor k is size[k] x size[k + 1]. */
static int check_factors(int n, const THTensor *const *list, int64_t *size)
{
  for (int k = 0; k < n; k++) {
    const THTensor *t = list[k];
    const int is_vector = t->nDimension == 1 && (k == 0 || k == n - 1), is_row = is_vector && !k;
    TH_TRY(check_pair("multiDot", list[0], t));
    if (t->nDimension != 2 && !is_vector)
      return th_fail(TH_ESHAPE, "multiDot: factor %d is a tensor of size %s; expected a matrix, or "
                     "a vector at an end", k + 1, THTensor_sizeText(t).text);
    const int64_t rows = is_row ? 1 : t->size[0], columns = is_row ? t->size[0] :
                         is_vector ? 1 : t->size[1];
    if (k && size[k] != rows) return mismatch("multiDot", list[k - 1], t);
    size[k] = rows;
    size[k + 1] = columns;
  }
  return TH_OK;
}

int THTensor_multiDot(THTensor *out, int n, const THTensor *const *list)
{
  int64_t size[MOST_FACTORS + 1];
  THTensor made = {0};
  Plan plan;
  if (n < 1 || n > MOST_FACTORS)
    return th_fail(TH_EINVAL, "multiDot: %d factors; expected 1 to %d", n, MOST_FACTORS);
  TH_TRY(check_factors(n, list, size));
  find_order(&plan, n, size);
  int status = n == 1 ? THTensor_clone(&made, list[0], TH_UNDEFINED)
                      : multiply_range(&made, &plan, list, 0, n - 1);
  if (!status) status = THScratch_give("multiDot", out, &made);
  THTensor_clear(&made);
  return status;
}
