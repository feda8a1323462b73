/*
** What rearranges elements. Entries get new keys, and some of them are left out or stand twice; in
** the dense dimensions the values are a strided tensor and rearranged as such.
*/
#include <string.h>

#include "TH/backend/THPointwiseChapter.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"
#include "THS/ops/THSConvert.h"
#include "THS/ops/THSServe.h"

/* The result in the layout of t where that is possible: csr for matrices. */
static int give(const THRequest *r, const THTensor *t, THTensor *made)
{
  const int isCSR = THS_isCSR(THS_entries(t)) && made->nDimension == 2;
  const int status = isCSR ? THTensor_toLayout(r->op, made, made, THS_csr()) : TH_OK;
  return status ? status : THS_give(r->op, r->result[0], made);
}

static int64_t number(const THRequest *r, int k)
{
  return r->operand[k].number.integer;
}

/* --- permute, transpose --- */

/* The steps of places whose dimension d was dimension order[d] of t. */
static THSDigits permuted(const THTensor *t, const int *order)
{
  THSDigits digits = {.n = THS_entries(t)->sparse};
  int64_t below = 1;
  memcpy(digits.size, t->size, sizeof digits.size);
  for (int d = (int)digits.n - 1; d >= 0; below *= t->size[order[d--]])
    digits.step[order[d]] = below;
  return digits;
}

static int permute_values(THTensor *values, const THTensor *t, const int *order)
{
  const THSEntries *e = THS_entries(t);
  int dense[TH_MAX_DIM] = {0};
  for (int d = e->sparse; d < t->nDimension; d++)
    dense[d - e->sparse + 1] = order[d] - e->sparse + 1;
  TH_TRY(THTensor_permute(values, &e->values, e->values.nDimension, dense));
  return THTensor_contiguous(values, values);
}

static int permute_places(const THRequest *r, THTensor *made, const THTensor *t, const int *order)
{
  const THSEntries *e = THS_entries(t);
  THTensor keys = {0}, values = {0};
  int64_t size[TH_MAX_DIM];
  for (int d = 0; d < t->nDimension; d++) size[d] = t->size[order[d]];
  for (int d = 0; d < e->sparse; d++)
    if (order[d] >= e->sparse)
      return th_fail(TH_EUNSUPPORTED, "%s: dimension %d is sparse, dimension %d dense; only "
                     "dimensions of one kind change places", r->op, d + 1, order[d] + 1);
  const THSDigits digits = permuted(t, order);
  int status = THS_room(&keys, THS_device(e), TH_LONG, THS_count(e));
  if (!status) status = THS_restep(r->op, &keys, &e->keys, &digits);
  if (!status) status = permute_values(&values, t, order);
  if (!status)
    status = THS_make(r->op, made, t->nDimension, size, e->sparse, &keys, &values, -1);
  THTensor_clear(&keys);
  THTensor_clear(&values);
  return status;
}

static int permute_to(const THRequest *r, const THTensor *t, const int *order)
{
  THTensor places = {0}, made = {0};
  int status = THS_toSparse(r->op, t, &places);
  if (!status) status = permute_places(r, &made, &places, order);
  if (!status) status = give(r, t, &made);
  THTensor_clear(&places);
  THTensor_clear(&made);
  return status;
}

static int transpose(const THRequest *r, const THTensor *t)
{
  int order[TH_MAX_DIM];
  const int64_t a = number(r, 1), b = number(r, 2);
  TH_TRY(TH_checkDim(r->op, t, a));
  TH_TRY(TH_checkDim(r->op, t, b));
  for (int d = 0; d < t->nDimension; d++) order[d] = d == a ? (int)b : d == b ? (int)a : d;
  return permute_to(r, t, order);
}

static int permute(const THRequest *r, const THTensor *t)
{
  int order[TH_MAX_DIM];
  for (int d = 0; d < t->nDimension; d++) order[d] = (int)number(r, 1 + d);
  return permute_to(r, t, order);
}

/* --- narrow, select, index: entries by their index in a dimension --- */

/*
** Entries that are taken, by their positions in the tensor, from 1. Their index becomes i + shift,
** or where place is defined its element, from 1.
*/
typedef struct Taken {
  THTensor from, place;
  int64_t size, shift; /* size: of the dimension in the result */
} Taken;

static void drop(Taken *taken)
{
  THTensor_clear(&taken->from);
  THTensor_clear(&taken->place);
}

/* keys + steps * (place - 1) */
static int add_places(const char *op, THTensor *keys, const THTensor *place, int64_t step)
{
  const int64_t steps[] = {step, -step};
  for (int k = 0; k < 2; k++) {
    const THOperand b = k ? TH_numberOperand(TH_integer(1)) : TH_tensorOperand(place);
    TH_TRY(THOp_applyAs(op, &TH_ops[TH_OP_cadd], keys,
                        (THOperand[]){TH_tensorOperand(keys), b,
                                      TH_numberOperand(TH_integer(steps[k]))}));
  }
  return TH_OK;
}

/* The keys of the entries that are taken. */
static int take_keys(const char *op, THTensor *keys, const THTensor *t, int dim,
                     const Taken *taken)
{
  const THSAxis axis = THS_axis(t, dim);
  const int isListed = !THTensor_isUndefined(&taken->place);
  const THSDigits digits = {.n = 3, .size = {1, axis.size, axis.below},
                            .step = {taken->size * axis.below, isListed ? 0 : axis.below, 1},
                            .shift = taken->shift * axis.below};
  TH_TRY(THTensor_index(keys, &THS_entries(t)->keys, 0, &taken->from));
  TH_TRY(THS_restep(op, keys, keys, &digits));
  return isListed ? add_places(op, keys, &taken->place, axis.below) : TH_OK;
}

static int take_entries(const char *op, THTensor *made, const THTensor *t, int dim,
                        const Taken *taken)
{
  const THSEntries *e = THS_entries(t);
  const int64_t n = taken->from.size[0];
  THTensor keys = {0}, values = {0};
  int64_t size[TH_MAX_DIM], none[TH_MAX_DIM];
  memcpy(size, t->size, sizeof size);
  size[dim] = taken->size;
  memcpy(none, e->values.size, sizeof none);
  none[0] = 0;
  int status = TH_OK;
  if (n) status = take_keys(op, &keys, t, dim, taken);
  else status = THS_room(&keys, THS_device(e), TH_LONG, 0);
  if (!status && n) status = THTensor_index(&values, &e->values, 0, &taken->from);
  else if (!status)
    status = THTensor_new(&values, THS_device(e), t->dtype, e->values.nDimension, none);
  if (!status) status = THS_make(op, made, t->nDimension, size, e->sparse, &keys, &values, -1);
  THTensor_clear(&keys);
  THTensor_clear(&values);
  return status;
}

/* A dense dimension, rearranged by the function. */
static int take_dense(const THRequest *r, THTensor *made, const THTensor *t, int dim)
{
  const THSEntries *e = THS_entries(t);
  THTensor values = {0};
  int64_t size[TH_MAX_DIM];
  const int d = dim - e->sparse + 1;
  int status = r->row == TH_SHAPE_index
                   ? THTensor_index(&values, &e->values, d, r->operand[2].tensor)
               : r->row == TH_SHAPE_narrow
                   ? THTensor_narrow(&values, &e->values, d, number(r, 2), number(r, 3))
                   : THTensor_select(&values, &e->values, d, number(r, 2));
  if (!status) status = THTensor_contiguous(&values, &values);
  memcpy(size, t->size, sizeof size);
  if (!status)
    memcpy(size + e->sparse, values.size + 1, sizeof *size * (size_t)(values.nDimension - 1));
  if (!status)
    status = THS_make(r->op, made, e->sparse + values.nDimension - 1, size, e->sparse, &e->keys,
                      &values, e->isCoalesced);
  THTensor_clear(&values);
  return status;
}

/* Positions of a dimension, contiguous and on the device; TH_EINVAL if one is outside. */
static int check_positions(const char *op, THTensor *idx, const THTensor *given, int64_t size,
                           int device)
{
  THTensor here = {0};
  const int64_t n = given->nDimension ? given->size[0] : 0;
  TH_TRY(THTensor_to(&here, given, 0, TH_LONG));
  int status = THTensor_contiguous(&here, &here);
  for (int64_t k = 0; k < n && !status; k++)
    if (THS_longs(&here)[k] < 1 || THS_longs(&here)[k] > size)
      status = th_fail(TH_EINVAL, "%s: position %" PRId64 " is outside a dimension of size %"
                       PRId64, op, THS_longs(&here)[k], size);
  if (!status && n) status = THTensor_to(idx, &here, device, TH_LONG);
  else if (!status) status = THS_room(idx, device, TH_LONG, 0);
  THTensor_clear(&here);
  return status;
}

static int take_range(const THRequest *r, THTensor *made, const THTensor *t, int dim)
{
  const THSEntries *e = THS_entries(t);
  const int64_t first = number(r, 2), count = r->row == TH_SHAPE_narrow ? number(r, 3) : 1;
  Taken taken = {.size = count, .shift = -first};
  if (first < 0 || count < 0 || first > t->size[dim] - count)
    return th_fail(TH_EINVAL, "%s: %" PRId64 " elements from %" PRId64
                   " do not fit in dimension %d of size %" PRId64, r->op, count, th_shown(first),
                   dim + 1, t->size[dim]);
  int status = THS_keysOn(THS_device(e))->within(r->op, &taken.from, &e->keys, THS_axis(t, dim),
                                                 first, count);
  if (!status) status = take_entries(r->op, made, t, dim, &taken);
  drop(&taken);
  return status;
}

static int take_listed(const THRequest *r, THTensor *made, const THTensor *t, int dim)
{
  const THSEntries *e = THS_entries(t);
  Taken taken = {.size = 0};
  THTensor idx = {0};
  int status =
    check_positions(r->op, &idx, r->operand[2].tensor, t->size[dim], THS_device(e));
  if (!status)
    status = THS_keysOn(THS_device(e))->listed(r->op, &taken.from, &taken.place, &e->keys,
                                               THS_axis(t, dim), &idx);
  taken.size = idx.size[0];
  if (!status) status = take_entries(r->op, made, t, dim, &taken);
  drop(&taken);
  THTensor_clear(&idx);
  return status;
}

static int take_sparse(const THRequest *r, THTensor *made, const THTensor *t, int dim)
{
  return (r->row == TH_SHAPE_index ? take_listed : take_range)(r, made, t, dim);
}

/* Without the sparse dimension dim, whose size is 1; without any other sparse one, strided. */
static int remove_dim(const char *op, THTensor *made, int dim)
{
  const THSEntries *e = THS_entries(made);
  int64_t size[TH_MAX_DIM];
  int ndim = 0;
  for (int d = 0; d < made->nDimension; d++)
    if (d != dim) size[ndim++] = made->size[d];
  if (e->sparse > 1)
    return THS_make(op, made, ndim, size, e->sparse - 1, &e->keys, &e->values, e->isCoalesced);
  TH_TRY(THS_dense(op, made, made));
  return THTensor_select(made, made, 0, 0);
}

static int check_listed(const THRequest *r)
{
  const THTensor *idx = r->operand[2].tensor;
  if (idx->dtype != TH_LONG)
    return th_fail(TH_EDTYPE, "%s: positions are a %s, a torch.LongTensor is needed", r->op,
                   THTensor_typeText(idx->dtype).text);
  if (idx->layout || idx->nDimension > 1)
    return th_fail(TH_ESHAPE, "%s: positions of size %s; a vector is needed", r->op,
                   THTensor_sizeText(idx).text);
  return TH_OK;
}

/* narrow, select and index have the dimension as their second operand. */
static int take(const THRequest *r, const THTensor *t)
{
  THTensor places = {0}, made = {0};
  const int dim = (int)number(r, 1);
  TH_TRY(TH_checkDim(r->op, t, dim));
  if (r->row == TH_SHAPE_index) TH_TRY(check_listed(r));
  const int isDense = dim >= THS_entries(t)->sparse, isSelect = r->row == TH_SHAPE_select;
  int status = THS_toSparse(r->op, t, &places);
  if (!status) status = (isDense ? take_dense : take_sparse)(r, &made, &places, dim);
  if (!status && isSelect && !isDense) status = remove_dim(r->op, &made, dim);
  if (!status)
    status = made.layout ? give(r, t, &made) : THS_giveStrided(r->op, r->result[0], &made);
  THTensor_clear(&places);
  THTensor_clear(&made);
  return status;
}

/* --- unsqueeze --- */

static int unsqueeze(const THRequest *r, const THTensor *t)
{
  THTensor places = {0}, values = {0}, made = {0};
  int64_t size[TH_MAX_DIM] = {0};
  const int64_t dim = number(r, 1);
  if (dim < 0 || dim > t->nDimension || t->nDimension == TH_MAX_DIM)
    return th_fail(TH_EINVAL, "unsqueeze: no new dimension %" PRId64 " in a tensor of size %s",
                   th_shown(dim), THTensor_sizeText(t).text);
  for (int d = 0; d <= t->nDimension; d++)
    size[d] = d == dim ? 1 : t->size[d - (d > dim)];
  int status = THS_toSparse(r->op, t, &places);
  const THSEntries *e = status ? NULL : THS_entries(&places);
  const int isDense = !status && dim > e->sparse;
  if (!status) THTensor_set(&values, &e->values);
  if (isDense) status = THTensor_unsqueeze(&values, &values, (int)dim - e->sparse + 1);
  if (!status)
    status = THS_make(r->op, &made, t->nDimension + 1, size, e->sparse + !isDense, &e->keys,
                      &values, e->isCoalesced);
  if (!status) status = give(r, t, &made);
  THTensor_clear(&places);
  THTensor_clear(&values);
  THTensor_clear(&made);
  return status;
}

/* --- cat --- */

/* Entries of t as they are in the result, appended to those in made, which is undefined at first;
   before: the size of dim that is taken. */
static int append(const char *op, THTensor *made, const THTensor *t, int dim, const int64_t *size,
                  int64_t before)
{
  THTensor places = {0}, keys = {0}, values = {0};
  int status = THS_toSparse(op, t, &places);
  const THSEntries *e = status ? NULL : THS_entries(&places), *f = THS_entries(made);
  const THSAxis axis = status ? (THSAxis){1, 1} : THS_axis(&places, dim);
  const THSDigits moved = {.n = 3, .size = {1, axis.size, axis.below},
                           .step = {size[dim] * axis.below, axis.below, 1},
                           .shift = before * axis.below};
  if (!status) status = THS_room(&keys, THS_device(e), TH_LONG, THS_count(e));
  if (!status) status = THS_restep(op, &keys, &e->keys, &moved);
  if (!status && !f)
    status = THS_make(op, made, t->nDimension, size, e->sparse, &keys, &e->values, -1);
  else if (!status) {
    status = THTensor_cat(&values, 2, (const THTensor *[]){&f->values, &e->values}, 0);
    if (!status) status = THTensor_cat(&keys, 2, (const THTensor *[]){&f->keys, &keys}, 0);
    if (!status) status = THS_make(op, made, t->nDimension, size, e->sparse, &keys, &values, -1);
  }
  THTensor_clear(&places);
  THTensor_clear(&keys);
  THTensor_clear(&values);
  return status;
}

/* The size of the result, if all tensors are sparse in the same dimensions and agree but in dim. */
static int check_joined(const THRequest *r, int dim, int64_t *size)
{
  const THTensor *first = r->operand[0].tensor;
  memcpy(size, first->size, sizeof *size * TH_MAX_DIM);
  for (int k = 0; k < r->noperands - 1; k++) {
    const THTensor *t = r->operand[k].tensor;
    if (!THS_entries(t) || !THS_entries(first))
      return th_fail(TH_EUNSUPPORTED, "cat: sparse and other tensors; convert one kind");
    int same = t->nDimension == first->nDimension &&
               THS_entries(t)->sparse == THS_entries(first)->sparse && t->dtype == first->dtype;
    for (int d = 0; d < first->nDimension && same; d++)
      same = d == dim || t->size[d] == first->size[d];
    if (!same)
      return th_fail(TH_ESHAPE, "cat: tensor %d of type %s and size %s cannot follow one of type "
                     "%s and size %s along dimension %d", k + 1, THDtype_traits(t->dtype)->option,
                     THTensor_sizeText(t).text, THDtype_traits(first->dtype)->option,
                     THTensor_sizeText(first).text, dim + 1);
    if (k) size[dim] += t->size[dim];
  }
  int64_t count;
  return THShape_count("cat", first->nDimension, size, &count);
}

static int cat(const THRequest *r, const THTensor *first)
{
  THTensor made = {0};
  int64_t size[TH_MAX_DIM], before = 0;
  int dim = (int)number(r, r->noperands - 1);
  if (dim < 0) dim += first->nDimension;
  TH_TRY(TH_checkDim("cat", first, dim));
  TH_TRY(check_joined(r, dim, size));
  if (dim >= THS_entries(first)->sparse)
    return th_fail(TH_EUNSUPPORTED, "cat: dimension %d is dense; sparse tensors are joined along "
                   "sparse dimensions", dim + 1);
  int status = TH_OK;
  for (int k = 0; k < r->noperands - 1 && !status; k++) {
    status = append("cat", &made, r->operand[k].tensor, dim, size, before);
    before += r->operand[k].tensor->size[dim];
  }
  if (!status) status = give(r, first, &made);
  THTensor_clear(&made);
  return status;
}

/* --- the table --- */

static int (*const functions[TH_NUM_SHAPE_ROWS])(const THRequest *, const THTensor *) = {
  [TH_SHAPE_narrow] = take, [TH_SHAPE_select] = take, [TH_SHAPE_index] = take,
  [TH_SHAPE_transpose] = transpose, [TH_SHAPE_permute] = permute,
  [TH_SHAPE_unsqueeze] = unsqueeze, [TH_SHAPE_cat] = cat};

int THS_serveShape(const THRequest *r)
{
  const THTensor *t = r->operand[0].tensor;
  const int isOurs = THS_entries(t) || r->row == TH_SHAPE_cat;
  return isOurs && functions[r->row] ? functions[r->row](r, t) : TH_UNSERVED;
}
