/*
** Tensors made of several. What is joined are views, so each element is copied once.
*/
#include "TH/ops/arrange/THJoin.h"

#include <stdlib.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THPromote.h"
#include "TH/geometry/THView.h"
#include "TH/ops/arrange/THShapes.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"

/* --- joins of views --- */

/* out becomes the view of x that is joined, by a number. */
typedef int (*View)(THTensor *out, const THTensor *x, int by);

static int join(const char *op, THTensor *out, int n, const THTensor *const *inputs, int dim,
                View view, int by)
{
  THTensor *made = calloc((size_t)n, sizeof *made);
  const THTensor **use = malloc((size_t)n * sizeof *use);
  int status = made && use ? TH_OK : th_fail(TH_ENOMEM, "%s: not enough memory", op), k = 0;
  for (; k < n && !status; k++) {
    status = view(&made[k], inputs[k], by);
    use[k] = &made[k];
  }
  if (!status) status = THTensor_cat(out, n, use, dim);
  while (k--) THTensor_clear(&made[k]);
  free(made), free(use);
  return status;
}

static int check_inputs(const char *op, int n, const THTensor *const *inputs)
{
  if (n < 1) return th_fail(TH_EINVAL, "%s: no tensors in the list", op);
  for (int k = 0; k < n; k++)
    if (THTensor_isUndefined(inputs[k]))
      return th_fail(TH_ESHAPE, "%s: tensor %d has no dimensions and no elements", op, k + 1);
  return TH_OK;
}

int THTensor_stack(THTensor *out, int n, const THTensor *const *inputs, int dim)
{
  TH_TRY(check_inputs("stack", n, inputs));
  const int ndim = inputs[0]->nDimension, at = dim == -1 ? ndim : dim;
  if (at < 0 || at > ndim)
    return th_fail(TH_EINVAL, "stack: no place %d for a new dimension in %d-dimensional tensors",
                   dim + 1, ndim);
  for (int k = 1; k < n; k++)
    if (!THTensor_isSameSizeAs(inputs[0], inputs[k]))
      return th_fail(TH_ESHAPE, "stack: tensor 1 of size %s and tensor %d of size %s; expected "
                     "equal sizes", THTensor_sizeText(inputs[0]).text, k + 1,
                     THTensor_sizeText(inputs[k]).text);
  return join("stack", out, n, inputs, at, THTensor_unsqueeze, at);
}

static int as_column(THTensor *out, const THTensor *x, int unused)
{
  (void)unused;
  TH_TRY(THTensor_atLeast(out, x, 1));
  return out->nDimension == 1 ? THTensor_unsqueeze(out, out, 1) : TH_OK;
}

int THTensor_join(THTensor *out, int n, const THTensor *const *inputs, enum THJoinKind kind)
{
  static const char *const names[] = {"hstack", "vstack", "dstack", "columnStack"};
  const char *op = names[kind];
  int vectors = 1;
  TH_TRY(check_inputs(op, n, inputs));
  for (int k = 0; k < n; k++) vectors &= inputs[k]->nDimension < 2;
  switch (kind) {
  case TH_JOIN_HORIZONTAL: return join(op, out, n, inputs, !vectors, THTensor_atLeast, 1);
  case TH_JOIN_VERTICAL: return join(op, out, n, inputs, 0, THTensor_atLeast, 2);
  case TH_JOIN_DEEP: return join(op, out, n, inputs, 2, THTensor_atLeast, 3);
  default: return join(op, out, n, inputs, 1, as_column, 0);
  }
}

/* The dtype in which the tensors meet; all are operands on the device of the first. */
static int find_dtype(const char *op, int n, const THTensor *const *inputs, int *dtype)
{
  const int device = THTensor_device(inputs[0]);
  *dtype = inputs[0]->dtype;
  for (int k = 0; k < n; k++) {
    TH_TRY(THTensor_operandKnown(op, inputs[k], TH_FLAGS_LAZY, 0));
    TH_TRY(TH_checkSameDevice(op, (THPlaced){"tensor", 1, device},
                              (THPlaced){"tensor", k + 1, THTensor_device(inputs[k])}));
    *dtype = THDtype_promote(*dtype, inputs[k]->dtype);
  }
  return TH_OK;
}

/* --- blocks --- */

/* The sizes of a block. */
static void block_size(const THTensor *x, int64_t *size)
{
  size[0] = x->nDimension == 2 ? x->size[0] : 1;
  size[1] = x->nDimension ? x->size[x->nDimension - 1] : 1;
}

static int copy_blocks(const THTensor *made, int n, const THTensor *const *inputs)
{
  THTensor block = *made; /* borrowed */
  for (int k = 0; k < n; k++) {
    block_size(inputs[k], block.size);
    if (THTensor_nElement(&block)) TH_TRY(THTensor_copy(&block, inputs[k]));
    block.storageOffset += block.size[0] * block.stride[0] + block.size[1] * block.stride[1];
  }
  return TH_OK;
}

int THTensor_blockDiag(THTensor *out, int n, const THTensor *const *inputs)
{
  THTensor made = {0};
  int64_t total[2] = {0, 0}, size[2];
  int dtype;
  TH_TRY(check_inputs("blockDiag", n, inputs));
  TH_TRY(find_dtype("blockDiag", n, inputs, &dtype));
  for (int k = 0; k < n; k++) {
    if (inputs[k]->nDimension > 2)
      return th_fail(TH_ESHAPE, "blockDiag: tensor %d of size %s; expected at most a matrix", k + 1,
                     THTensor_sizeText(inputs[k]).text);
    block_size(inputs[k], size);
    for (int d = 0; d < 2; d++)
      if ((total[d] += size[d]) > TH_MAX_COUNT)
        return th_fail(TH_ENOMEM, "blockDiag: the blocks exceed all memory");
  }
  int status = THTensor_new(&made, THTensor_device(inputs[0]), dtype, 2, total);
  if (!status) status = THTensor_fill(&made, TH_integer(0));
  if (!status) status = copy_blocks(&made, n, inputs);
  return THResult_give("blockDiag", status, out, &made);
}

/* --- combinations --- */

int THTensor_onGrid(THTensor *out, const THTensor *vector, int k, int ndim, const int64_t *size)
{
  int64_t shape[TH_MAX_DIM];
  THTensor view = {0};
  if (vector->nDimension > 1 || THTensor_isUndefined(vector))
    return th_fail(TH_ESHAPE, "meshgrid: a tensor of size %s; expected a vector",
                   THTensor_sizeText(vector).text);
  for (int d = 0; d < ndim; d++) shape[d] = d == k ? THTensor_nElement(vector) : 1;
  int status = THTensor_view(&view, vector, ndim, shape);
  if (!status) status = THTensor_expand(&view, &view, ndim, size);
  if (!status) THTensor_set(out, &view);
  THTensor_clear(&view);
  return status;
}

/* Column k of the rows gets the elements of the vector, each times inside one another, as often as
   it takes. */
static int fill_column(const THTensor *rows, const THTensor *vector, int k, int64_t inside)
{
  THTensor column = {0}, values = {0};
  const int64_t n = THTensor_nElement(vector), size[] = {rows->size[0] / (n * inside), n, inside};
  int status = THTensor_select(&column, rows, 1, k);
  if (!status) status = THTensor_view(&column, &column, 3, size);
  if (!status) status = THTensor_onGrid(&values, vector, 1, 3, size);
  if (!status) status = THTensor_copy(&column, &values);
  THTensor_clear(&column);
  THTensor_clear(&values);
  return status;
}

int THTensor_cartesianProd(THTensor *out, int n, const THTensor *const *inputs)
{
  THTensor made = {0};
  int64_t count[2] = {1, n}, inside;
  int dtype;
  TH_TRY(check_inputs("cartesianProd", n, inputs));
  TH_TRY(find_dtype("cartesianProd", n, inputs, &dtype));
  for (int k = 0; k < n; k++) {
    if (inputs[k]->nDimension > 1)
      return th_fail(TH_ESHAPE, "cartesianProd: tensor %d of size %s; expected a vector", k + 1,
                     THTensor_sizeText(inputs[k]).text);
    const int64_t grown[] = {count[0], THTensor_nElement(inputs[k])};
    TH_TRY(THShape_count("cartesianProd", 2, grown, &count[0]));
  }
  if (n == 1)
    return THResult_give("cartesianProd", THTensor_clone(&made, inputs[0], dtype), out, &made);
  int status = THTensor_new(&made, THTensor_device(inputs[0]), dtype, 2, count);
  inside = count[0];
  for (int k = 0; k < n && !status && count[0]; k++) {
    inside /= THTensor_nElement(inputs[k]);
    status = fill_column(&made, inputs[k], k, inside);
  }
  return THResult_give("cartesianProd", status, out, &made);
}

/* The number of choices of r of n; -1 if it is more than TH_MAX_COUNT. Each step is exact: c is the
   number of choices of i of n - r + i. */
static int64_t choices(int64_t n, int64_t r)
{
  int64_t c = 1;
  if (r > n) return 0;
  if (r > n - r) r = n - r;
  for (int64_t i = 1; i <= r; i++) {
    if (__builtin_mul_overflow(c, n - r + i, &c)) return -1;
    c /= i;
    if (c > TH_MAX_COUNT) return -1;
  }
  return c;
}

/* Write the rows of positions from 1 to n in order: each grows at its last place that can. */
static void write_choices(int64_t *row, int64_t rows, int64_t n, int64_t r, int repeats)
{
  for (int64_t k = 0; k < r; k++) row[k] = repeats ? 1 : k + 1;
  for (int64_t i = 1; i < rows; i++, row += r) {
    int64_t *next = row + r, k = r - 1;
    memcpy(next, row, (size_t)r * sizeof *row);
    while (next[k] == (repeats ? n : n - r + k + 1)) k--;
    next[k]++;
    for (int64_t j = k + 1; j < r; j++) next[j] = repeats ? next[k] : next[j - 1] + 1;
  }
}

int THTensor_combinations(THTensor *out, const THTensor *x, int64_t r, int repeats)
{
  THTensor positions = {0}, made = {0};
  TH_TRY(THTensor_operand("combinations", x));
  if (x->nDimension != 1)
    return th_fail(TH_ESHAPE, "combinations: a tensor of size %s; expected a vector",
                   THTensor_sizeText(x).text);
  if (r < 1 || r > TH_MAX_COUNT)
    return th_fail(TH_EINVAL, "combinations: rows of %" PRId64 " elements; at least 1 is needed",
                   r);
  const int64_t n = x->size[0], rows = n || !repeats ? choices(repeats ? n + r - 1 : n, r) : 0;
  const int64_t size[2] = {rows, r};
  int64_t count;
  if (rows < 0)
    return th_fail(TH_ENOMEM, "combinations: %" PRId64 " of %" PRId64 " elements exceed all memory",
                   r, n);
  TH_TRY(THShape_count("combinations", 2, size, &count));
  int status = THTensor_new(&positions, 0, TH_LONG, 1, &count);
  if (!status && count) write_choices(THTensor_data(&positions), rows, n, r, repeats);
  if (!status) status = THTensor_index(&made, x, 0, &positions);
  if (!status) status = THTensor_view(&made, &made, 2, size);
  THTensor_clear(&positions);
  return THResult_give("combinations", status, out, &made);
}
