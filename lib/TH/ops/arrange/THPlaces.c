/*
** Positions in several dimensions become positions along one: the dimensions are made one by a view
** (or a copy, written back at the end), and the positions by arithmetic.
*/
#include "TH/ops/arrange/THPlaces.h"

#include <math.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/arrange/THShapes.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"

/* --- positions --- */

/* at = idx on a device. The undefined tensor stands for no positions. */
static int take_positions(const char *op, THTensor *at, const THTensor *idx, int device)
{
  if (idx->dtype != TH_LONG)
    return th_fail(TH_EDTYPE,
                   "%s: positions are a torch.LongTensor, not a %s; convert it, as in x:long()", op,
                   THTensor_typeText(idx->dtype).text);
  TH_TRY(THTensor_operand(op, idx));
  if (THTensor_isUndefined(idx)) return THTensor_new(at, device, TH_LONG, 1, (int64_t[]){0});
  return THTensor_to(at, idx, device, TH_LONG);
}

/* r = a + factor * b, where b is a tensor or, if NULL, 1. r may be a. */
static int add_scaled(const char *op, THTensor *r, const THTensor *a, int64_t factor,
                      const THTensor *b)
{
  const THOperand in[3] = {TH_tensorOperand(a),
                           b ? TH_tensorOperand(b) : TH_numberOperand(TH_integer(factor)),
                           TH_numberOperand(TH_integer(b ? factor : 1))};
  return THOp_applyAs(op, &TH_ops[TH_OP_cadd], r, in);
}

static int with_number(const char *op, int row, THTensor *r, int64_t number)
{
  const THOperand in[3] = {TH_tensorOperand(r), TH_numberOperand(TH_integer(number))};
  return THOp_applyAs(op, &TH_ops[row], r, in);
}

/* Count negative positions from the end of n elements: add n + 1 to them. */
static int from_end(const char *op, THTensor *at, int64_t n)
{
  THTensor negative = {.dtype = TH_LONG}, made = {0};
  const THOperand in[2] = {TH_tensorOperand(at), TH_numberOperand(TH_integer(0))};
  int status = THOp_applyAs(op, &TH_ops[TH_OP_lt], &negative, in);
  if (!status) status = add_scaled(op, &made, at, n + 1, &negative);
  if (!status) THTensor_set(at, &made);
  THTensor_clear(&negative);
  THTensor_clear(&made);
  return status;
}

/* Positions in the flattened t, which are checked: as they are, if none is negative. That the first
   check fails only means that some may be. */
static int flat_positions(const char *op, THTensor *at, const THTensor *t, const THTensor *idx)
{
  const int64_t n = THTensor_nElement(t);
  TH_TRY(take_positions(op, at, idx, THTensor_device(t)));
  if (!THTensor_nElement(at) || !THTensor_checkPositions(op, at, 0, n)) return TH_OK;
  TH_TRY(from_end(op, at, n));
  return THTensor_checkPositions(op, at, 0, n);
}

/* --- of the flattened tensor --- */

/* made[..] = flat[at[..]]: the vector stands along the last of as many dimensions as at has. */
static int take_flat(THTensor *made, const THTensor *flat, const THTensor *at)
{
  THTensor to, from = *flat, positions = *at; /* borrowed */
  TH_TRY(THTensor_new(made, THTensor_device(flat), flat->dtype, at->nDimension, at->size));
  if (!THTensor_nElement(made)) return TH_OK;
  to = *made;
  if (!at->nDimension) {
    to.nDimension = positions.nDimension = 1;
    to.size[0] = to.stride[0] = positions.size[0] = positions.stride[0] = 1;
  }
  const int last = to.nDimension - 1;
  from.nDimension = to.nDimension;
  from.size[last] = flat->size[0];
  from.stride[last] = flat->stride[0];
  for (int d = 0; d < last; d++) from.size[d] = 1, from.stride[d] = 0;
  return THTensor_gatherAt("take", &to, &from, last, &positions);
}

int THTensor_take(THTensor *out, const THTensor *x, const THTensor *idx)
{
  THTensor flat = {0}, at = {0}, made = {0};
  const int64_t n = THTensor_nElement(x);
  TH_TRY(THTensor_operand("take", x));
  int status = flat_positions("take", &at, x, idx);
  if (!status && n) status = THTensor_reshape(&flat, x, 1, &n);
  flat.dtype = x->dtype;
  if (!status) status = take_flat(&made, &flat, &at);
  THTensor_clear(&flat);
  THTensor_clear(&at);
  return THResult_give("take", status, out, &made);
}

/* flat was changed: copy it to t if it is no view of it. */
static int write_back(THTensor *t, const THTensor *flat)
{
  return flat->storage == t->storage ? TH_OK : THTensor_copy(t, flat);
}

int THTensor_putAt(THTensor *t, const THTensor *idx, const THTensor *values, int accumulate)
{
  THTensor flat = {0}, at = {0}, source = {0};
  const int64_t n = THTensor_nElement(t);
  TH_TRY(THTensor_target("put", t));
  int status = flat_positions("put", &at, t, idx);
  const int64_t count = THTensor_nElement(&at);
  if (!status) status = THTensor_shapeAs("put", &source, values, at.nDimension, at.size);
  if (!status) status = THTensor_reshape(&source, &source, 1, &count);
  if (!status) status = THTensor_reshape(&at, &at, 1, &count);
  if (!status) status = THTensor_reshape(&flat, t, 1, &n);
  if (!status)
    status = (accumulate ? THTensor_scatterAdd : THTensor_scatter)(&flat, 0, &at, &source);
  if (!status) status = write_back(t, &flat);
  THTensor_clear(&flat);
  THTensor_clear(&at);
  THTensor_clear(&source);
  return status;
}

/* --- along a dimension, broadcast --- */

/* The sizes to which x and idx broadcast, each with its own size along dim. */
static int along_sizes(const THTensor *x, const THTensor *idx, int dim, int64_t *of_x,
                       int64_t *of_idx)
{
  int n = x->nDimension;
  int64_t other[TH_MAX_DIM];
  TH_TRY(TH_checkDim("takeAlongDim", x, dim));
  if (idx->nDimension != n)
    return th_fail(TH_ESHAPE,
                   "takeAlongDim: positions of size %s for a tensor of size %s; expected as many "
                   "dimensions", THTensor_sizeText(idx).text, THTensor_sizeText(x).text);
  memcpy(of_x, x->size, sizeof x->size);
  memcpy(other, idx->size, sizeof idx->size);
  of_x[dim] = other[dim] = 1;
  TH_TRY(THShape_broadcast("takeAlongDim", &n, of_x, n, other));
  memcpy(of_idx, of_x, sizeof x->size);
  of_x[dim] = x->size[dim];
  of_idx[dim] = idx->size[dim];
  return TH_OK;
}

int THTensor_takeAlongDim(THTensor *out, const THTensor *x, const THTensor *idx, int dim)
{
  THTensor from = {0}, at = {0};
  int64_t of_x[TH_MAX_DIM] = {-1}, of_idx[TH_MAX_DIM] = {-1};
  TH_TRY(THTensor_operand("takeAlongDim", x));
  int status = take_positions("takeAlongDim", &at, idx, THTensor_device(x));
  THTensor_set(&from, x);
  if (!status && dim < 0) {
    status = THTensor_reshape(&from, x, 1, of_x);
    if (!status) status = THTensor_reshape(&at, &at, 1, of_idx);
    dim = 0;
  } else if (!status) {
    status = along_sizes(x, &at, dim, of_x, of_idx);
    if (!status) status = THTensor_expand(&from, &from, x->nDimension, of_x);
    if (!status) status = THTensor_expand(&at, &at, x->nDimension, of_idx);
  }
  if (!status) status = THTensor_gather(out, &from, dim, &at);
  THTensor_clear(&from);
  THTensor_clear(&at);
  return status;
}

/* --- in several dimensions --- */

/* *lin = the position in the flattened tensor; on entry and exit 1 is the first. */
static int add_position(const char *op, THTensor *lin, const THTensor *at, int64_t size)
{
  THTensor made = {0};
  int status = add_scaled(op, &made, at, size, lin);
  if (!status) status = add_scaled(op, &made, &made, -size, NULL);
  if (!status) THTensor_set(lin, &made);
  THTensor_clear(&made);
  return status;
}

/* lin = positions in the flattened tensor of n sizes, on a device. */
static int ravel(const char *op, THTensor *lin, int n, const THTensor *const *idx,
                 const int64_t *size, int device)
{
  THTensor at[TH_MAX_DIM];
  int64_t shape[TH_MAX_DIM];
  int ndim = 0, status = TH_OK;
  memset(at, 0, sizeof at);
  for (int k = 0; k < n && !status; k++) {
    status = take_positions(op, &at[k], idx[k], device);
    if (!status) status = THTensor_checkPositions(op, &at[k], k, size[k]);
    if (!status)
      status = THShape_broadcast(op, &ndim, shape, at[k].nDimension, at[k].size);
  }
  for (int k = 0; k < n && !status; k++) {
    status = THTensor_expand(&at[k], &at[k], ndim, shape);
    if (!status && k) status = add_position(op, lin, &at[k], size[k]);
    else if (!status) THTensor_set(lin, &at[0]);
  }
  for (int k = 0; k < n; k++) THTensor_clear(&at[k]);
  return status;
}

int THTensor_ravelPositions(THTensor *out, int n, const THTensor *const *idx, const int64_t *size)
{
  THTensor lin = {0};
  int64_t count;
  if (n < 1) return th_fail(TH_EINVAL, "ravelMultiIndex: no positions in the list");
  TH_TRY(THShape_count("ravelMultiIndex", n, size, &count));
  int status = ravel("ravelMultiIndex", &lin, n, idx, size, THTensor_device(idx[0]));
  if (!status && (n == 1 || !THTensor_isContiguous(&lin)))
    status = THTensor_clone(&lin, &lin, TH_UNDEFINED);
  return THResult_give("ravelMultiIndex", status, out, &lin);
}

int THTensor_unravelPositions(THTensor *out, const THTensor *idx, int n, const int64_t *size,
                              int k)
{
  const char *op = "unravelIndex";
  THTensor made = {0}, at = {0};
  int64_t count, step = 1;
  TH_TRY(THShape_count(op, n, size, &count));
  int status = take_positions(op, &at, idx, THTensor_device(idx));
  if (!status) status = THTensor_checkPositions(op, &at, 0, count);
  for (int d = k + 1; d < n; d++) step *= size[d];
  if (!status) status = add_scaled(op, &made, &at, -1, NULL);
  if (!status && THTensor_nElement(&made)) {
    status = with_number(op, TH_OP_cdiv, &made, step);
    if (!status) status = with_number(op, TH_OP_cfmod, &made, size[k]);
    if (!status) status = add_scaled(op, &made, &made, 1, NULL);
  }
  THTensor_clear(&at);
  return THResult_give(op, status, out, &made);
}

/*
** A tensor as positions in n of its dimensions see it: base is the tensor, or the view with these
** dimensions in front; flat has them as one, axis; at are positions along that, a vector, of which
** size are the sizes.
*/
typedef struct Named {
  THTensor base, flat, at;
  int axis, ndim;
  int64_t size[TH_MAX_DIM];
} Named;

static void drop(Named *named)
{
  THTensor_clear(&named->base);
  THTensor_clear(&named->flat);
  THTensor_clear(&named->at);
}

static int name_dims(const char *op, Named *named, const THTensor *x, int n, const int *dim,
                     const THTensor *const *idx)
{
  int64_t size[TH_MAX_DIM];
  const int front[TH_MAX_DIM] = {0, 1, 2, 3, 4, 5, 6, 7};
  const int neighbours = dim[n - 1] - dim[0] == n - 1;
  _Static_assert(TH_MAX_DIM == 8, "front counts them");
  for (int k = 0; k < n; k++) size[k] = x->size[dim[k]];
  named->axis = neighbours ? dim[0] : 0;
  if (neighbours) THTensor_set(&named->base, x);
  else TH_TRY(THTensor_movedim(&named->base, x, n, dim, front));
  TH_TRY(ravel(op, &named->at, n, idx, size, THTensor_device(x)));
  named->ndim = named->at.nDimension;
  memcpy(named->size, named->at.size, sizeof named->size);
  TH_TRY(THTensor_reshape(&named->at, &named->at, 1, (int64_t[]){-1}));
  return THTensor_flattenDims(&named->flat, &named->base, named->axis, named->axis + n - 1);
}

/* The dimensions of a mask, which are the first ones, by the positions where it is not 0. */
static int name_slices(const char *op, Named *named, const THTensor *x, const THTensor *mask)
{
  THTensor flat = {0};
  const int n = mask->nDimension;
  int fits = n > 0 && n <= x->nDimension;
  for (int d = 0; d < n && fits; d++) fits = mask->size[d] == x->size[d];
  if (!fits)
    return th_fail(TH_ESHAPE, "%s: a mask of size %s for a tensor of size %s; expected its first "
                   "sizes", op, THTensor_sizeText(mask).text, THTensor_sizeText(x).text);
  THTensor_set(&named->base, x);
  int status = THTensor_reshape(&flat, mask, 1, (int64_t[]){-1});
  if (!status) status = THTensor_nonzero(&named->at, &flat);
  if (!status) status = THTensor_reshape(&named->at, &named->at, 1, (int64_t[]){-1});
  if (!status) status = THTensor_flattenDims(&named->flat, x, 0, n - 1);
  THTensor_clear(&flat);
  named->ndim = 1;
  named->size[0] = THTensor_nElement(&named->at);
  return status;
}

static int check_dims(const char *op, const THTensor *x, int n, const int *dim)
{
  if (n < 1) return th_fail(TH_EINVAL, "%s: no positions in the list", op);
  if (n > x->nDimension)
    return th_fail(TH_ESHAPE, "%s: positions in %d dimensions of a %d-dimensional tensor", op, n,
                   x->nDimension);
  for (int k = 0; k < n; k++)
    if (dim[k] < 0 || dim[k] >= x->nDimension || (k && dim[k] <= dim[k - 1]))
      return th_fail(TH_EINVAL, "%s: the dimensions are not in order", op);
  return TH_OK;
}

int THTensor_indexDims(THTensor *out, const THTensor *x, int n, const int *dim,
                       const THTensor *const *idx)
{
  Named named = {.axis = 0};
  THTensor made = {0};
  TH_TRY(THTensor_operand("index", x));
  TH_TRY(check_dims("index", x, n, dim));
  int status = name_dims("index", &named, x, n, dim, idx);
  if (!status) status = THTensor_index(&made, &named.flat, named.axis, &named.at);
  if (!status)
    status = named.ndim ? THTensor_unflatten(&made, &made, named.axis, named.ndim, named.size)
                        : THTensor_select(&made, &made, named.axis, 0);
  drop(&named);
  return THResult_give("index", status, out, &made);
}

/* source = values with the sizes that indexDims gives, its dimensions of positions as one. */
static int shape_values(const Named *named, THTensor *source, const THTensor *values)
{
  int64_t size[TH_MAX_DIM];
  const THTensor *flat = &named->flat;
  const int ndim = flat->nDimension - 1 + named->ndim, axis = named->axis;
  if (ndim > TH_MAX_DIM)
    return th_fail(TH_EINVAL, "indexPut: the positions name elements in %d dimensions, at most %d "
                   "are possible", ndim, TH_MAX_DIM);
  memcpy(size, flat->size, (size_t)axis * sizeof *size);
  memcpy(size + axis, named->size, (size_t)named->ndim * sizeof *size);
  for (int d = axis + 1; d < flat->nDimension; d++) size[d - 1 + named->ndim] = flat->size[d];
  TH_TRY(THTensor_shapeAs("indexPut", source, values, ndim, size));
  if (!named->ndim) return THTensor_unsqueeze(source, source, axis);
  return THTensor_flattenDims(source, source, axis, axis + named->ndim - 1);
}

/* Write the values to where the positions are; drops named. */
static int put_named(int status, Named *named, const THTensor *values, int accumulate)
{
  THTensor source = {0};
  if (!status) status = shape_values(named, &source, values);
  if (!status)
    status = (accumulate ? THTensor_indexAdd : THTensor_indexCopy)(&named->flat, named->axis,
                                                                   &named->at, &source);
  if (!status) status = write_back(&named->base, &named->flat);
  THTensor_clear(&source);
  drop(named);
  return status;
}

int THTensor_putDims(THTensor *t, int n, const int *dim, const THTensor *const *idx,
                     const THTensor *values, int accumulate)
{
  Named named = {.axis = 0};
  TH_TRY(THTensor_target("indexPut", t));
  TH_TRY(check_dims("indexPut", t, n, dim));
  return put_named(name_dims("indexPut", &named, t, n, dim, idx), &named, values, accumulate);
}

int THTensor_indexMask(THTensor *out, const THTensor *x, const THTensor *mask)
{
  Named named = {.axis = 0};
  THTensor made = {0};
  TH_TRY(THTensor_operand("index", x));
  int status = name_slices("index", &named, x, mask);
  if (!status) status = THTensor_index(&made, &named.flat, 0, &named.at);
  drop(&named);
  return THResult_give("index", status, out, &made);
}

int THTensor_putMask(THTensor *t, const THTensor *mask, const THTensor *values)
{
  Named named = {.axis = 0};
  TH_TRY(THTensor_target("index", t));
  return put_named(name_slices("index", &named, t, mask), &named, values, 0);
}

/* --- combined --- */

/* What is combined, on the CPU and row-major: wide has the elements of t in double or int64_t,
   source and idx have outer x m x inner elements, counts how many name each one of wide. */
typedef struct Combine {
  THTensor wide, source, idx, counts;
  int64_t outer, n, m, inner;
  enum THCombination how;
  int includeSelf;
} Combine;

#define COMBINE(name, type, wraps, IS_NAN, LEAST, MOST, DIVIDE)                                    \
static void name(const Combine *c)                                                                 \
{                                                                                                  \
  type *wide = THTensor_data(&c->wide);                                                            \
  const type *source = THTensor_data(&c->source);                                                  \
  const int64_t *at = THTensor_data(&c->idx), *count = THTensor_data(&c->counts);                  \
  const type first = c->how == TH_COMBINE_PROD ? 1 : c->how == TH_COMBINE_AMAX ? LEAST             \
                   : c->how == TH_COMBINE_AMIN ? MOST : 0;                                         \
  const int64_t all = c->outer * c->n * c->inner;                                                  \
  for (int64_t k = 0; k < all && !c->includeSelf; k++) wide[k] = count[k] ? first : wide[k];       \
  for (int64_t o = 0; o < c->outer; o++)                                                           \
    for (int64_t k = 0; k < c->m * c->inner; k++, at++, source++) {                                \
      type *to = wide + (o * c->n + *at - 1) * c->inner + k % c->inner, x = *source;               \
      if (c->how == TH_COMBINE_PROD) *to = (type)((wraps)*to * (wraps)x);                          \
      else if (c->how == TH_COMBINE_MEAN) *to = (type)((wraps)*to + (wraps)x);                     \
      else if (IS_NAN(*to)) continue;                                                              \
      else if (IS_NAN(x) || (c->how == TH_COMBINE_AMAX ? x > *to : x < *to)) *to = x;              \
    }                                                                                              \
  for (int64_t k = 0; k < all && c->how == TH_COMBINE_MEAN; k++) {                                 \
    const int64_t n = count[k] + c->includeSelf;                                                   \
    if (count[k]) wide[k] = DIVIDE(wide[k], n);                                                    \
  }                                                                                                \
}
#define NEVER(x) 0
#define QUOTIENT(a, n) ((a) / (double)(n))
#define DOWN(a, n) ((a) / (n) - ((a) % (n) < 0))
COMBINE(combine_doubles, double, double, isnan, -INFINITY, INFINITY, QUOTIENT)
COMBINE(combine_integers, int64_t, uint64_t, NEVER, INT64_MIN, INT64_MAX, DOWN)

/* Counting what is named checks dim, idx and its positions too. */
static int count_named(Combine *c, const THTensor *t, int dim)
{
  THTensor one = {0};
  TH_TRY(THTensor_new(&c->counts, 0, TH_LONG, t->nDimension, t->size));
  int status = THTensor_fill(&c->counts, TH_integer(0));
  if (!status) status = THTensor_new(&one, 0, TH_LONG, 0, NULL);
  if (!status) status = THTensor_fill(&one, TH_integer(1));
  if (!status) status = THTensor_scatterAdd(&c->counts, dim, &c->idx, &one);
  THTensor_clear(&one);
  return status;
}

static int prepare(Combine *c, const THTensor *t, int dim, const THTensor *idx,
                   const THTensor *src)
{
  const int wide = THDtype_traits(t->dtype)->floating ? TH_DOUBLE : TH_LONG;
  TH_TRY(take_positions("scatterReduce", &c->idx, idx, 0));
  TH_TRY(THTensor_contiguous(&c->idx, &c->idx));
  TH_TRY(count_named(c, t, dim));
  TH_TRY(THTensor_shapeAs("scatterReduce", &c->source, src, idx->nDimension, idx->size));
  TH_TRY(THTensor_to(&c->source, &c->source, 0, wide));
  TH_TRY(THTensor_contiguous(&c->source, &c->source));
  TH_TRY(THTensor_new(&c->wide, 0, wide, t->nDimension, t->size));
  TH_TRY(THTensor_copy(&c->wide, t));
  c->outer = c->inner = 1;
  for (int d = 0; d < t->nDimension; d++)
    if (d != dim) *(d < dim ? &c->outer : &c->inner) *= t->size[d];
  c->n = t->size[dim];
  c->m = c->idx.size[dim];
  return TH_OK;
}

/* Sums run where the tensors are. */
static int add_up(THTensor *t, int dim, const THTensor *idx, const THTensor *src, int includeSelf)
{
  THTensor source = {0};
  if (includeSelf) return THTensor_scatterAdd(t, dim, idx, src);
  TH_TRY(THTensor_shapeAs("scatterReduce", &source, src, idx->nDimension, idx->size));
  int status = THTensor_clone(&source, &source, t->dtype);
  if (!status) status = THTensor_scatterFill(t, dim, idx, TH_integer(0));
  if (!status) status = THTensor_scatterAdd(t, dim, idx, &source);
  THTensor_clear(&source);
  return status;
}

int THTensor_scatterReduce(THTensor *t, int dim, const THTensor *idx, const THTensor *src,
                           enum THCombination how, int includeSelf)
{
  Combine c = {.how = how, .includeSelf = includeSelf != 0};
  TH_TRY(THTensor_target("scatterReduce", t));
  TH_TRY(TH_checkDim("scatterReduce", t, dim));
  if (t->dtype == TH_BOOL || (how != TH_COMBINE_SUM && !THDtype_isReal(t->dtype)))
    return th_fail(TH_EDTYPE, "scatterReduce: not defined for %s",
                   THTensor_typeText(t->dtype).text);
  if (how == TH_COMBINE_SUM) return add_up(t, dim, idx, src, includeSelf);
  int status = prepare(&c, t, dim, idx, src);
  if (!status) (THDtype_traits(t->dtype)->floating ? combine_doubles : combine_integers)(&c);
  if (!status) status = THTensor_copy(t, &c.wide);
  THTensor_clear(&c.wide);
  THTensor_clear(&c.source);
  THTensor_clear(&c.idx);
  THTensor_clear(&c.counts);
  return status;
}
