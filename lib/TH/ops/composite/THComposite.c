/*
** Functions composed of others: chains of point-wise operations, reductions and views.
**
** A function that writes its result more than once makes it in a tensor of its own, so that out may
** be an operand and is unchanged on failure.
*/
#include "TH/ops/composite/THComposite.h"

#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THPromote.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THFuse.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THIndex.h"

static int check_floating(const char *op, const THTensor *t)
{
  TH_TRY(THTensor_operand(op, t));
  if (THDtype_traits(t->dtype)->floating) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", op,
                 THTensor_typeText(t->dtype).text);
}

static int check_dtypes(const char *op, const THTensor *a, const THTensor *b)
{
  TH_TRY(THTensor_operand(op, a));
  TH_TRY(THTensor_operand(op, b));
  return TH_checkSameType(op, THTensor_device(a), a->dtype, b->dtype);
}

static int mismatch(const char *op, const THTensor *a, const THTensor *b, const char *reason)
{
  return th_fail(TH_ESHAPE, "%s: sizes %s and %s: %s", op, THTensor_sizeText(a).text,
                 THTensor_sizeText(b).text, reason);
}

/* --- chains --- */

static int step(THFuse *chain, const char *name, int op, int a, int b, THNumber factor, int *value)
{
  const THFuseOperand in[3] = {{.value = a}, {.value = b}, {.value = -1, .number = factor}};
  return THFuse_step(chain, name, &TH_ops[op], in, value);
}

/* Run the chain: out becomes value. Clears the chain. */
static int finish(THFuse *chain, int status, THTensor *out, int value)
{
  if (!status) status = THFuse_run(chain, 1, &out, &value);
  THFuse_clear(chain);
  return status;
}

/* b in the shape of a if it has as many elements, as Torch7 combines them; else b itself. */
static int shape_as(THTensor *shaped, const THTensor *a, const THTensor *b)
{
  if (!THTensor_isUndefined(a) && THTensor_nElement(a) == THTensor_nElement(b))
    return THTensor_reshape(shaped, b, a->nDimension, a->size);
  THTensor_set(shaped, b);
  return TH_OK;
}

static int lerp(THFuse *chain, const THTensor *a, const THTensor *b, double weight, int *value)
{
  THTensor shaped = {0};
  int x, y, difference;
  TH_TRY(THFuse_tensor(chain, a, &x));
  TH_TRY(shape_as(&shaped, a, b));
  int status = THFuse_tensor(chain, &shaped, &y);
  THTensor_clear(&shaped);
  TH_TRY(status);
  TH_TRY(step(chain, "lerp", TH_OP_csub, y, x, TH_integer(1), &difference));
  if (weight < 0.5) return step(chain, "lerp", TH_OP_cadd, x, difference, TH_real(weight), value);
  return step(chain, "lerp", TH_OP_csub, y, difference, TH_real(1 - weight), value);
}

static int is_16_bit(const THTensor *t)
{
  return t->dtype == TH_HALF || t->dtype == TH_BFLOAT16;
}

/* In floats, rounded once. */
static int lerp_16_bit(THTensor *out, const THTensor *a, const THTensor *b, double weight)
{
  THTensor wide_a = {0}, wide_b = {0}, made = {0}, narrow = {0};
  const int device = THTensor_device(a), dtype = THDtype_promote(a->dtype, b->dtype);
  int status = THTensor_to(&wide_a, a, device, TH_FLOAT);
  if (!status) status = THTensor_to(&wide_b, b, THTensor_device(b), TH_FLOAT);
  if (!status) status = THTensor_lerp(&made, &wide_a, &wide_b, weight);
  if (!status) status = THTensor_to(&narrow, &made, device, dtype);
  if (!status) status = THResult_replace("lerp", out, &narrow);
  THTensor_clear(&wide_a), THTensor_clear(&wide_b), THTensor_clear(&made), THTensor_clear(&narrow);
  return status;
}

/* Whether one row does it: strided real numbers of one type on one device, without conversion of
   the result. */
static int is_one_row(const THTensor *out, const THTensor *a, const THTensor *b)
{
  const THTraits *traits = THDtype_traits(a->dtype);
  return traits->floating && !traits->complex && b->dtype == a->dtype &&
         THTensor_device(a) == THTensor_device(b) &&
         (!out->dtype || out->dtype == a->dtype) && !a->layout && !b->layout && !out->layout &&
         !THTensor_isUndefined(a) && !THTensor_isUndefined(b);
}

/* From the nearer operand, on the way to the other. Sizes are checked in the given order. */
static int lerp_row(THTensor *out, const THTensor *a, const THTensor *b, double weight)
{
  THTensor shaped = {0};
  int64_t size[TH_MAX_DIM];
  int ndim = 0, status = shape_as(&shaped, a, b);
  if (!status) status = THShape_broadcast("lerp", &ndim, size, a->nDimension, a->size);
  if (!status) status = THShape_broadcast("lerp", &ndim, size, shaped.nDimension, shaped.size);
  const THTensor *from = weight < 0.5 ? a : &shaped, *to = weight < 0.5 ? &shaped : a;
  const THOperand in[] = {TH_tensorOperand(from), TH_tensorOperand(to),
                          TH_numberOperand(TH_real(weight < 0.5 ? weight : 1 - weight)),
                          TH_numberOperand(TH_real(INFINITY))};
  if (!status) status = THOp_applyAs("lerp", &TH_ops[TH_OP_lerped], out, in);
  THTensor_clear(&shaped);
  return status;
}

int THTensor_lerp(THTensor *out, const THTensor *a, const THTensor *b, double weight)
{
  THFuse chain = {.count = 0};
  int value = 0;
  TH_TRY(THScratch_checkAnalytic("lerp", a));
  if (is_16_bit(a) && is_16_bit(b)) return lerp_16_bit(out, a, b, weight);
  if (is_one_row(out, a, b)) return lerp_row(out, a, b, weight);
  const int status = lerp(&chain, a, b, weight, &value);
  return finish(&chain, status, out, value);
}

/* Add a[i] * b[j] - a[j] * b[i] of the slices along dim to the chain. */
static int minor(THFuse *chain, const THTensor *a, const THTensor *b, int dim, int i, int j,
                 int *value)
{
  const THTensor *from[4] = {a, b, a, b};
  const int index[4] = {i, j, j, i};
  int slice[4], left, right;
  for (int k = 0; k < 4; k++) {
    THTensor view = {.nDimension = 0};
    TH_TRY(THTensor_select(&view, from[k], dim, index[k]));
    int status = THFuse_tensor(chain, &view, &slice[k]);
    THTensor_clear(&view);
    TH_TRY(status);
  }
  TH_TRY(step(chain, "cross", TH_OP_cmul, slice[0], slice[1], TH_integer(1), &left));
  TH_TRY(step(chain, "cross", TH_OP_cmul, slice[2], slice[3], TH_integer(1), &right));
  return step(chain, "cross", TH_OP_csub, left, right, TH_integer(1), value);
}

static int cross(THTensor *out, const THTensor *a, const THTensor *b, int dim)
{
  TH_TRY(THTensor_new(out, THTensor_device(a), a->dtype, a->nDimension, a->size));
  for (int k = 0; k < 3; k++) {
    THFuse chain = {.count = 0};
    THTensor slice = {.nDimension = 0};
    int value = 0;
    TH_TRY(THTensor_select(&slice, out, dim, k));
    int status = minor(&chain, a, b, dim, (k + 1) % 3, (k + 2) % 3, &value);
    status = finish(&chain, status, &slice, value);
    THTensor_clear(&slice);
    TH_TRY(status);
  }
  return TH_OK;
}

int THTensor_cross(THTensor *out, const THTensor *a, const THTensor *b, int dim)
{
  THTensor made = {0}, all_a, all_b; /* borrowed, in the common sizes */
  int64_t size[TH_MAX_DIM];
  int n = 0;
  TH_TRY(check_dtypes("cross", a, b));
  if (THTensor_isUndefined(a) || THTensor_isUndefined(b))
    return mismatch("cross", a, b, "no dimension of size 3");
  TH_TRY(THShape_broadcast("cross", &n, size, a->nDimension, a->size));
  TH_TRY(THShape_broadcast("cross", &n, size, b->nDimension, b->size));
  all_a = THScratch_lead(a, 0, n, size);
  all_b = THScratch_lead(b, 0, n, size);
  a = &all_a;
  b = &all_b;
  for (int d = 0; d < a->nDimension && dim < 0; d++)
    if (a->size[d] == 3) dim = d;
  if (dim < 0) return mismatch("cross", a, b, "no dimension of size 3");
  if (dim >= a->nDimension || a->size[dim] != 3)
    return th_fail(TH_ESHAPE, "cross: dimension %d of a tensor of size %s; expected one of size 3",
                   dim + 1, THTensor_sizeText(a).text);
  return THResult_give("cross", cross(&made, a, b, dim), out, &made);
}

/* --- of all elements --- */

int THTensor_equal(int *result, const THTensor *a, const THTensor *b)
{
  THTensor mask = {0};
  THNumber differ = TH_integer(0);
  if (!a->layout && !b->layout) TH_TRY(check_dtypes("equal", a, b));
  TH_TRY(TH_checkSameType("equal", THTensor_device(a), a->dtype, b->dtype));
  *result = THTensor_isSameSizeAs(a, b);
  if (!*result || !THTensor_nElement(a)) return TH_OK;
  int status = THOp_applyAs("equal", &TH_ops[TH_OP_ne], &mask,
                            (THOperand[]){TH_tensorOperand(a), TH_tensorOperand(b)});
  if (!status) status = THTensor_reduceAll(TH_OP_any, &mask, &differ);
  THTensor_clear(&mask);
  *result = !differ.integer;
  return status;
}

int THTensor_dist(double *result, const THTensor *a, const THTensor *b, double p)
{
  THTensor shaped = {0}, difference = {0};
  THNumber norm = TH_real(0);
  if (!THDtype_traits(a->dtype)->complex) TH_TRY(check_floating("dist", a));
  TH_TRY(check_dtypes("dist", a, b));
  if (THTensor_nElement(a) != THTensor_nElement(b))
    return mismatch("dist", a, b, "expected the same number of elements");
  int status = shape_as(&shaped, a, b);
  if (!status)
    status = THOp_applyAs("dist", &TH_ops[TH_OP_csub], &difference,
                          (THOperand[]){TH_tensorOperand(a), TH_tensorOperand(&shaped),
                                        TH_numberOperand(TH_integer(1))});
  if (!status) status = THTensor_normAll(&difference, p, &norm);
  THTensor_clear(&shaped);
  THTensor_clear(&difference);
  *result = TH_asReal(norm);
  return status;
}

/* --- of slices --- */

/* The slices along dim as the rows of a matrix: a view if the strides allow it. */
static int rows_of(THTensor *rows, const THTensor *x, int dim)
{
  const int64_t n = x->size[dim], count = THTensor_nElement(x);
  THTensor turned = {0};
  int status = THTensor_transpose(&turned, x, 0, dim);
  if (!status) status = THTensor_reshape(rows, &turned, 2, (const int64_t[]){n, count / n});
  THTensor_clear(&turned);
  return status;
}

/* Set factors to the number by which each slice along dim is scaled, in a shape that broadcasts
   with x. */
static int find_factors(THTensor *factors, const THTensor *x, double p, int dim, double limit)
{
  THTensor rows = {0};
  int64_t size[TH_MAX_DIM];
  int status = rows_of(&rows, x, dim);
  if (!status) status = THTensor_norm(factors, &rows, p, 1);
  THTensor_clear(&rows);
  TH_TRY(status);
  for (int64_t k = 0; k < x->size[dim]; k++) {
    THNumber norm;
    TH_TRY(THTensor_get(factors, k, &norm));
    const double factor = norm.real > limit ? limit / (norm.real + 1e-7) : 1;
    TH_TRY(THTensor_put(factors, k, TH_real(factor)));
  }
  for (int d = 0; d < x->nDimension; d++) size[d] = d == dim ? x->size[d] : 1;
  return THTensor_resize("renorm", factors, x->nDimension, size, NULL);
}

int THTensor_renorm(THTensor *out, const THTensor *x, double p, int dim, double limit)
{
  THTensor factors = {0};
  TH_TRY(check_floating("renorm", x));
  if (x->nDimension < 2)
    return th_fail(TH_ESHAPE, "renorm: a tensor of size %s; expected at least two dimensions",
                   THTensor_sizeText(x).text);
  if (!(p > 0)) return th_fail(TH_EINVAL, "renorm: p is %g; expected a number above 0", p);
  TH_TRY(TH_checkDim("renorm", x, dim));
  int status = THTensor_nElement(x) ? find_factors(&factors, x, p, dim, limit)
                                    : THTensor_clone(&factors, x, x->dtype);
  if (!status)
    status = THOp_applyAs("renorm", &TH_ops[TH_OP_cmul], out,
                          (THOperand[]){TH_tensorOperand(x), TH_tensorOperand(&factors)});
  THTensor_clear(&factors);
  return status;
}

/* distances, a column, becomes gain times the sum of (row - rows)^2 over each row. squares is work
   space. */
static int match_row(THTensor *distances, const THTensor *row, const THTensor *rows,
                     THTensor *squares, THNumber gain)
{
  THFuse chain = {.count = 0};
  int x, y, difference, value = 0;
  int status = THFuse_tensor(&chain, row, &x);
  if (!status) status = THFuse_tensor(&chain, rows, &y);
  if (!status) status = step(&chain, "match", TH_OP_csub, x, y, TH_integer(1), &difference);
  if (!status)
    status = step(&chain, "match", TH_OP_cmul, difference, difference, TH_integer(1), &value);
  TH_TRY(finish(&chain, status, squares, value));
  TH_TRY(THTensor_reduce(TH_OP_sum, distances, squares, 1));
  return THOp_applyAs("match", &TH_ops[TH_OP_cmul], distances,
                      (THOperand[]){TH_tensorOperand(distances), TH_numberOperand(gain)});
}

static int match(THTensor *made, const THTensor *a, const THTensor *b, THTensor *squares,
                 THNumber gain)
{
  const int64_t size[2] = {a->size[0], b->size[0]};
  TH_TRY(THTensor_new(made, THTensor_device(a), a->dtype, 2, size));
  if (size[1] == 0 || a->size[1] == 0) return THTensor_fill(made, TH_integer(0));
  for (int64_t k = 0; k < size[0]; k++) {
    THTensor row = *a, distances = *made; /* borrowed */
    row.size[0] = 1;
    row.storageOffset += k * a->stride[0];
    distances.size[0] = size[1];
    distances.size[1] = 1;
    distances.stride[0] = 1;
    distances.storageOffset += k * size[1];
    TH_TRY(match_row(&distances, &row, b, squares, gain));
  }
  return TH_OK;
}

int THTensor_match(THTensor *out, const THTensor *a, const THTensor *b, THNumber gain)
{
  THTensor made = {0}, x = {0}, y = {0}, squares = {0};
  const char *const needed = "expected rows of the same length";
  TH_TRY(check_dtypes("match", a, b));
  if (a->nDimension < 1 || b->nDimension < 1) return mismatch("match", a, b, needed);
  const int64_t m = a->size[0], n = b->size[0];
  const int64_t of_a = m ? THTensor_nElement(a) / m : 0, of_b = n ? THTensor_nElement(b) / n : of_a;
  if (m && of_a != of_b) return mismatch("match", a, b, needed);
  int status = THTensor_reshape(&x, a, 2, (const int64_t[]){m, of_a});
  if (!status) status = THTensor_reshape(&y, b, 2, (const int64_t[]){n, n ? of_b : 0});
  if (!status) status = match(&made, &x, &y, &squares, gain);
  THTensor_clear(&x);
  THTensor_clear(&y);
  THTensor_clear(&squares);
  return THResult_give("match", status, out, &made);
}
