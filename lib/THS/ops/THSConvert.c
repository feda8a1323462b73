/*
** Conversions go by coalesced coordinates: keys in order serve to compress rows and to place values
** in a strided tensor. What is made from outside is checked here, entry by entry, before anything
** is made.
*/
#include "THS/ops/THSConvert.h"

#include <string.h>

#include "TH/backend/THPointwiseChapter.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"
#include "THS/kernels/THSChapter.h"

/* --- from outside --- */

/* Indices may stay on the CPU while values are on a device, as positions may. */
static int check_indices(const char *op, const THTensor *t, const THTensor *values,
                         const char *what, int ndim)
{
  TH_TRY(THTensor_operand(op, t));
  TH_TRY(THTensor_operand(op, values));
  const THPlaced a = {what, 0, THTensor_device(t)}, b = {"values", 0, THTensor_device(values)};
  if (a.device && a.device != b.device) return TH_devicesDiffer(op, a, b);
  if (t->dtype != TH_LONG)
    return th_fail(TH_EDTYPE, "%s: %s are a %s, a torch.LongTensor is needed", op, what,
                   THTensor_typeText(t->dtype).text);
  if (t->nDimension != ndim)
    return th_fail(TH_ESHAPE, "%s: %s of size %s; %s is needed", op, what,
                   THTensor_sizeText(t).text, ndim == 1 ? "a vector" : "dimensions x entries");
  return TH_OK;
}

static int64_t index_at(const THTensor *indices, int d, int64_t k)
{
  return THS_longs(indices)[d * indices->stride[0] + k * indices->stride[1]];
}

/* The sizes that were given, or the largest indices and the dense sizes. */
static int find_sizes(const THTensor *indices, const THTensor *values, int *ndim,
                      const int64_t *given, int64_t *size)
{
  const int sparse = (int)indices->size[0], dense = values->nDimension - 1;
  if (indices->size[0] < 1 || indices->size[0] + dense > TH_MAX_DIM)
    return th_fail(TH_ESHAPE, "sparse: indices of size %s; a tensor has 1 to %d dimensions",
                   THTensor_sizeText(indices).text, TH_MAX_DIM);
  if (given && *ndim != sparse + dense)
    return th_fail(TH_ESHAPE, "sparse: %d sizes given, indices and values have %d dimensions",
                   *ndim, sparse + dense);
  *ndim = sparse + dense;
  for (int d = 0; d < sparse; d++) {
    size[d] = given ? given[d] : 0;
    for (int64_t k = 0; k < indices->size[1] && !given; k++)
      if (index_at(indices, d, k) > size[d]) size[d] = index_at(indices, d, k);
  }
  for (int d = 0; d < dense; d++) {
    size[sparse + d] = values->size[1 + d];
    if (given && given[sparse + d] != values->size[1 + d])
      return th_fail(TH_ESHAPE, "sparse: dimension %d has size %" PRId64 ", in the values %" PRId64,
                     sparse + d + 1, given[sparse + d], values->size[1 + d]);
  }
  int64_t count;
  return THShape_count("sparse", *ndim, size, &count);
}

static int read_keys(const THTensor *indices, const int64_t *size, int64_t *key)
{
  const int sparse = (int)indices->size[0];
  for (int64_t k = 0; k < indices->size[1]; k++) {
    int64_t place = 0;
    for (int d = 0; d < sparse; d++) {
      const int64_t i = index_at(indices, d, k);
      if (i < 1 || i > size[d])
        return th_fail(TH_EINVAL,
                       "sparse: entry %" PRId64 " has the index %" PRId64
                       " in dimension %d; the size is %" PRId64 " and indices count from 1",
                       k + 1, i, d + 1, size[d]);
      place = place * size[d] + i - 1;
    }
    key[k] = place + 1;
  }
  return TH_OK;
}

/* Indices are checked on the CPU; device: where the keys go. */
static int make_keys(THTensor *keys, const THTensor *indices, const THTensor *values, int *ndim,
                     const int64_t *given, int64_t *size)
{
  THTensor here = {0};
  int status = THTensor_to(&here, indices, 0, TH_LONG);
  if (!status) status = find_sizes(&here, values, ndim, given, size);
  if (!status) status = THS_room(keys, 0, TH_LONG, indices->size[1]);
  if (!status) status = read_keys(&here, size, THS_longs(keys));
  if (!status) status = THTensor_to(keys, keys, THTensor_device(values), TH_LONG);
  THTensor_clear(&here);
  return status;
}

int THS_new(THTensor *out, const THTensor *indices, const THTensor *values, int ndim,
            const int64_t *size)
{
  THTensor keys = {0}, copy = {0};
  int64_t sizes[TH_MAX_DIM];
  TH_TRY(check_indices("sparse", indices, values, "indices", 2));
  if (values->nDimension < 1 || values->size[0] != indices->size[1])
    return th_fail(TH_ESHAPE, "sparse: indices of size %s (dimensions x entries) and values of size"
                   " %s; as many values as entries are needed", THTensor_sizeText(indices).text,
                   THTensor_sizeText(values).text);
  int status = make_keys(&keys, indices, values, &ndim, size, sizes);
  if (!status) status = THTensor_clone(&copy, values, values->dtype);
  if (!status)
    status = THS_make("sparse", out, ndim, sizes, (int)indices->size[0], &keys, &copy, -1);
  THTensor_clear(&keys);
  THTensor_clear(&copy);
  return status;
}

/* Rows and columns as they are kept, from 0. */
static int read_rows(const THTensor *start, const THTensor *column, const int64_t *size,
                     int64_t *first, int32_t *at)
{
  const int64_t rows = size[0], count = column->size[0];
  const int64_t *s = THS_longs(start), *c = THS_longs(column);
  const int64_t step = start->stride[0], pace = column->stride[0];
  if (s[0] != 1 || s[rows * step] != count + 1)
    return th_fail(TH_EINVAL, "sparseCSR: crow goes from %" PRId64 " to %" PRId64 "; %" PRId64
                   " entries need 1 to %" PRId64, s[0], s[rows * step], count, count + 1);
  for (int64_t i = 0; i <= rows; i++) {
    first[i] = s[i * step] - 1;
    if (first[i] < 0 || first[i] > count || (i && first[i] < first[i - 1]))
      return th_fail(TH_EINVAL, "sparseCSR: crow[%" PRId64 "] is %" PRId64 " after %" PRId64
                     "; it must not fall or leave 1 to %" PRId64, i + 1, s[i * step],
                     i ? first[i - 1] + 1 : 1, count + 1);
  }
  for (int64_t i = 0; i < rows; i++)
    for (int64_t k = first[i]; k < first[i + 1]; k++) {
      const int64_t j = c[k * pace];
      if (j < 1 || j > size[1])
        return th_fail(TH_EINVAL, "sparseCSR: col[%" PRId64 "] is %" PRId64
                       "; columns are 1 to %" PRId64, k + 1, j, size[1]);
      if (k > first[i] && j <= at[k - 1] + 1)
        return th_fail(TH_EINVAL, "sparseCSR: row %" PRId64 " has column %" PRId64
                       " after column %d; columns of a row rise", i + 1, j, at[k - 1] + 1);
      at[k] = (int32_t)(j - 1);
    }
  return TH_OK;
}

/* The same for tensors; device: where the results go. */
static int make_rows(THTensor *first, THTensor *at, const THTensor *start, const THTensor *column,
                     const int64_t *size, int device)
{
  THTensor rows = {0}, columns = {0};
  int status = THTensor_to(&rows, start, 0, TH_LONG);
  if (!status) status = THTensor_to(&columns, column, 0, TH_LONG);
  if (!status) status = THS_room(first, 0, TH_LONG, size[0] + 1);
  if (!status) status = THS_room(at, 0, TH_INT, column->size[0]);
  if (!status) status = read_rows(&rows, &columns, size, THS_longs(first), THTensor_data(at));
  if (!status) status = THTensor_to(first, first, device, TH_LONG);
  if (!status) status = THTensor_to(at, at, device, TH_INT);
  THTensor_clear(&rows);
  THTensor_clear(&columns);
  return status;
}

static int check_matrix(const char *op, int ndim, const int64_t *size)
{
  if (ndim != 2)
    return th_fail(TH_ESHAPE, "%s: compressed rows are those of a matrix, not of %d dimensions", op,
                   ndim);
  if (size[1] <= INT32_MAX) return TH_OK;
  return th_fail(TH_EINVAL, "%s: %" PRId64 " columns; compressed rows have at most %d", op, size[1],
                 INT32_MAX);
}

int THS_newCSR(THTensor *out, const THTensor *start, const THTensor *column,
               const THTensor *values, int ndim, const int64_t *size)
{
  THTensor first = {0}, at = {0}, copy = {0};
  int64_t count;
  TH_TRY(check_indices("sparseCSR", start, values, "crow", 1));
  TH_TRY(check_indices("sparseCSR", column, values, "col", 1));
  TH_TRY(check_matrix("sparseCSR", ndim, size));
  TH_TRY(THShape_count("sparseCSR", ndim, size, &count));
  if (start->size[0] - 1 != size[0] || values->nDimension != 1 ||
      values->size[0] != column->size[0])
    return th_fail(TH_ESHAPE, "sparseCSR: crow of size %s, col of size %s and values of size %s for"
                   " %" PRId64 " rows; one crow more than rows and as many values as columns are "
                   "needed", THTensor_sizeText(start).text, THTensor_sizeText(column).text,
                   THTensor_sizeText(values).text, size[0]);
  int status = make_rows(&first, &at, start, column, size, THTensor_device(values));
  if (!status) status = THTensor_clone(&copy, values, values->dtype);
  if (!status) status = THS_makeCSR("sparseCSR", out, size, &first, &at, &copy);
  THTensor_clear(&first);
  THTensor_clear(&at);
  THTensor_clear(&copy);
  return status;
}

/* --- coalesced --- */

int THS_foldValues(const char *op, THTensor *out, const THTensor *values, const THTensor *start,
             const THTensor *order)
{
  int64_t size[TH_MAX_DIM];
  memcpy(size, values->size, sizeof size);
  size[0] = start->size[0] - 1;
  const int device = THTensor_device(values);
  TH_TRY(THTensor_new(out, device, values->dtype, values->nDimension, size));
  THSCall call = {.op = op, .device = device, .count = size[0],
                  .width = THS_places(size + 1, values->nDimension - 1),
                  .start = THS_longs(start), .order = order ? THS_longs(order) : NULL,
                  .in = THTensor_data(values), .out = THTensor_data(out)};
  return THTensor_nElement(out) ? THS_run(THS_fold, values->dtype, &call) : TH_OK;
}

static int sum_places(const char *op, THTensor *out, const THTensor *t, const THTensor *sorted,
                      const THTensor *order)
{
  const THSEntries *e = THS_entries(t);
  THTensor start = {0}, keys = {0}, values = {0};
  int status = THS_keysOn(THS_device(e))->group(op, &keys, &start, sorted);
  if (!status) status = THS_foldValues(op, &values, &e->values, &start, order);
  if (!status)
    status = THS_make(op, out, t->nDimension, t->size, e->sparse, &keys, &values, 1);
  THTensor_clear(&start);
  THTensor_clear(&keys);
  THTensor_clear(&values);
  return status;
}

int THS_coalesce(const char *op, THTensor *out, const THTensor *t)
{
  const THSEntries *e = THS_entries(t);
  THTensor sorted = {0}, order = {0};
  TH_TRY(THS_check(op, t));
  if (e->isCoalesced) return THTensor_set(out, t), TH_OK;
  int status = THTensor_sort(&sorted, &order, &e->keys, 0, 0);
  if (!status) status = sum_places(op, out, t, &sorted, &order);
  THTensor_clear(&sorted);
  THTensor_clear(&order);
  return status;
}

/* --- compressed rows --- */

static int expanded(const char *op, THTensor *out, const THTensor *t)
{
  const THSEntries *e = THS_entries(t);
  THTensor keys = {0};
  int status = THS_keysOn(THS_device(e))->expand(op, &keys, THS_rowsOf(t));
  if (!status) status = THS_make(op, out, 2, t->size, 2, &keys, &e->values, 1);
  THTensor_clear(&keys);
  return status;
}

int THS_places_of(const char *op, THTensor *out, const THTensor *t)
{
  TH_TRY(THS_check(op, t));
  return THS_isCSR(THS_entries(t)) ? expanded(op, out, t) : THS_coalesce(op, out, t);
}

static int compressed(const char *op, const THTensor *t, THTensor *out)
{
  THTensor start = {0}, column = {0};
  const THSEntries *e = THS_entries(t);
  TH_TRY(check_matrix(op, t->nDimension, t->size));
  if (e->sparse != 2)
    return th_fail(TH_ESHAPE, "%s: the matrix has a dense dimension; compressed rows have none",
                   op);
  int status = THS_keysOn(THS_device(e))->compress(op, &start, &column, &e->keys, t->size[0],
                                                   t->size[1]);
  if (!status) status = THS_makeCSR(op, out, t->size, &start, &column, &e->values);
  THTensor_clear(&start);
  THTensor_clear(&column);
  return status;
}

int THS_toCSR(const char *op, const THTensor *t, THTensor *out)
{
  const THSEntries *e = THS_entries(t);
  THTensor coalesced = {0};
  if (e && THS_isCSR(e)) return THTensor_set(out, t), TH_OK;
  TH_TRY(check_matrix(op, t->nDimension, t->size));
  int status = THS_toSparse(op, t, &coalesced);
  if (!status) status = THS_coalesce(op, &coalesced, &coalesced);
  if (!status) status = compressed(op, &coalesced, out);
  THTensor_clear(&coalesced);
  return status;
}

/* --- strided --- */

/* Set out to rows of t, strided: the sparse dimensions as one, the dense ones as another. Copies if
   t is not contiguous. */
static int as_rows(THTensor *out, const THTensor *t, int sparse)
{
  const int64_t size[2] = {THS_places(t->size, sparse),
                           THS_places(t->size + sparse, t->nDimension - sparse)};
  return THTensor_reshape(out, t, 2, size);
}

/* The keys of rows that are not 0 altogether. */
static int find_keys(THTensor *keys, const THTensor *rows)
{
  THTensor mask = {0};
  const int device = THTensor_device(rows);
  if (!THTensor_nElement(rows)) return THS_room(keys, device, TH_LONG, 0);
  int status = THTensor_reduce(TH_OP_any, &mask, rows, 1);
  if (!status) status = THTensor_view(&mask, &mask, 1, rows->size);
  if (!status) status = THTensor_nonzero(keys, &mask);
  const int64_t n = THTensor_isUndefined(keys) ? 0 : keys->size[0];
  if (!status)
    status = n ? THTensor_view(keys, keys, 1, &n) : THS_room(keys, device, TH_LONG, 0);
  THTensor_clear(&mask);
  return status;
}

int THS_toSparseDims(const char *op, const THTensor *t, int sparse, THTensor *out)
{
  THTensor rows = {0}, keys = {0}, values = {0};
  int64_t size[TH_MAX_DIM];
  TH_TRY(THTensor_operand(op, t));
  if (sparse < 1 || sparse > t->nDimension)
    return th_fail(TH_EINVAL, "%s: %d sparse dimensions of a tensor of size %s", op, sparse,
                   THTensor_sizeText(t).text);
  memcpy(size, t->size + sparse - 1, sizeof *size * (size_t)(t->nDimension - sparse + 1));
  int status = as_rows(&rows, t, sparse);
  if (!status) status = find_keys(&keys, &rows);
  if (!status) size[0] = keys.size[0];
  if (!status && size[0]) status = THTensor_index(&values, &rows, 0, &keys);
  if (!status && size[0])
    status = THTensor_view(&values, &values, t->nDimension - sparse + 1, size);
  if (!status && !size[0])
    status = THTensor_new(&values, THTensor_device(t), t->dtype, t->nDimension - sparse + 1, size);
  if (!status) status = THS_make(op, out, t->nDimension, t->size, sparse, &keys, &values, 1);
  THTensor_clear(&rows);
  THTensor_clear(&keys);
  THTensor_clear(&values);
  return status;
}

int THS_toSparse(const char *op, const THTensor *t, THTensor *out)
{
  const THSEntries *e = THS_entries(t);
  if (!e) return THS_toSparseDims(op, t, t->nDimension, out);
  TH_TRY(THS_check(op, t));
  if (THS_isCSR(e)) return expanded(op, out, t);
  return THTensor_set(out, t), TH_OK;
}

int THS_scatter(const char *op, THTensor *strided, const THTensor *keys, const THTensor *values,
                int sparse)
{
  THTensor rows = {0}, copied = {0};
  (void)op;
  if (!THTensor_nElement(values)) return TH_OK;
  const int64_t size[2] = {values->size[0], THS_places(values->size + 1, values->nDimension - 1)};
  int status = as_rows(&rows, strided, sparse);
  if (!status) status = THTensor_view(&copied, values, 2, size);
  if (!status) status = THTensor_indexCopy(&rows, 0, keys, &copied);
  THTensor_clear(&rows);
  THTensor_clear(&copied);
  return status;
}

int THS_gather(const char *op, THTensor *values, const THTensor *strided, const THTensor *keys,
               int sparse)
{
  THTensor rows = {0}, taken = {0};
  int64_t size[TH_MAX_DIM];
  const int ndim = strided->nDimension - sparse + 1;
  (void)op;
  memcpy(size, strided->size + sparse - 1, sizeof *size * (size_t)ndim);
  size[0] = keys->size[0];
  if (!size[0] || !THTensor_nElement(strided))
    return THTensor_new(values, THTensor_device(strided), strided->dtype, ndim, size);
  int status = as_rows(&rows, strided, sparse);
  if (!status) status = THTensor_index(&taken, &rows, 0, keys);
  if (!status) status = THTensor_view(values, &taken, ndim, size);
  THTensor_clear(&rows);
  THTensor_clear(&taken);
  return status;
}

int THS_dense(const char *op, const THTensor *t, THTensor *out)
{
  THTensor places = {0}, made = {0};
  int status = THS_places_of(op, &places, t);
  if (!status)
    status = THTensor_new(&made, THTensor_device(t), t->dtype, t->nDimension, t->size);
  if (!status) status = THTensor_fill(&made, TH_integer(0));
  const THSEntries *e = status ? NULL : THS_entries(&places);
  if (!status) status = THS_scatter(op, &made, &e->keys, &e->values, e->sparse);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&places);
  THTensor_clear(&made);
  return status;
}

/* --- parts --- */

/* Row d of the indices: the digits of dimension d. */
static int find_digits(const THTensor *places, int d, const THTensor *made)
{
  const THSEntries *e = THS_entries(places);
  THSDigits digits = {.n = e->sparse};
  THTensor row = {0};
  memcpy(digits.size, places->size, sizeof digits.size);
  digits.step[d] = 1;
  int status = THTensor_select(&row, made, 0, d);
  if (!status) status = THS_restep("indices", &row, &e->keys, &digits);
  THTensor_clear(&row);
  return status;
}

int THS_indices(THTensor *out, const THTensor *t)
{
  const THSEntries *e = THS_entries(t);
  THTensor made = {0}, places = {0};
  const int64_t size[2] = {e->sparse, THS_count(e)};
  const int sparse = e->sparse;
  int status = THS_toSparse("indices", t, &places);
  if (!status) status = THTensor_new(&made, THS_device(e), TH_LONG, 2, size);
  for (int d = 0; d < sparse && !status; d++) status = find_digits(&places, d, &made);
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&places);
  THTensor_clear(&made);
  return status;
}

int THS_values(THTensor *out, const THTensor *t)
{
  return THTensor_set(out, &THS_entries(t)->values), TH_OK;
}

/* Numbers from 0 as positions from 1. */
static int from_one(THTensor *out, const THTensor *t)
{
  THTensor made = {0};
  int status = THTensor_clone(&made, t, TH_LONG);
  if (!status && THTensor_nElement(&made))
    status = THOp_apply(&TH_ops[TH_OP_cadd], &made,
                        (THOperand[]){TH_tensorOperand(&made), TH_numberOperand(TH_integer(1)),
                                      TH_numberOperand(TH_integer(1))});
  if (!status) THTensor_set(out, &made);
  THTensor_clear(&made);
  return status;
}

int THS_crowIndices(THTensor *out, const THTensor *t)
{
  return from_one(out, &THS_entries(t)->start);
}

int THS_colIndices(THTensor *out, const THTensor *t)
{
  return from_one(out, &THS_entries(t)->column);
}
