/*
** Diagonals are strided views, so what is made along them is a fill and a copy.
*/
#include "TH/ops/arrange/THDiagonal.h"

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/arrange/THReorder.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/reduce/THReduce.h"

/* --- diagonals --- */

static int embed(THTensor *made, const THTensor *x, int64_t offset, int dim1, int dim2)
{
  const int ndim = x->nDimension + 1;
  const int64_t n = x->size[ndim - 2] + (offset < 0 ? -offset : offset);
  int64_t size[TH_MAX_DIM];
  THTensor diagonal = {0};
  for (int d = 0, from = 0; d < ndim; d++) size[d] = d == dim1 || d == dim2 ? n : x->size[from++];
  TH_TRY(THTensor_new(made, THTensor_device(x), x->dtype, ndim, size));
  TH_TRY(THTensor_fill(made, TH_integer(0)));
  int status = THTensor_diagonal(&diagonal, made, offset, dim1, dim2);
  if (!status) status = THTensor_copy(&diagonal, x);
  THTensor_clear(&diagonal);
  return status;
}

int THTensor_diagEmbed(THTensor *out, const THTensor *x, int64_t offset, int dim1, int dim2)
{
  THTensor made = {0};
  const int ndim = x->nDimension + 1;
  TH_TRY(THTensor_operand("diagEmbed", x));
  if (x->nDimension < 1 || ndim > TH_MAX_DIM)
    return th_fail(TH_ESHAPE, "diagEmbed: a tensor of size %s; expected 1 to %d dimensions",
                   THTensor_sizeText(x).text, TH_MAX_DIM - 1);
  if (dim1 < 0 || dim1 >= ndim || dim2 < 0 || dim2 >= ndim || dim1 == dim2)
    return th_fail(TH_EINVAL, "diagEmbed: dimensions %d and %d of a result of %d dimensions; "
                   "expected two of them", dim1 + 1, dim2 + 1, ndim);
  if (offset > TH_MAX_COUNT || offset < -TH_MAX_COUNT)
    return th_fail(TH_ENOMEM, "diagEmbed: diagonal %" PRId64 " is beyond all memory", offset);
  return THResult_give("diagEmbed", embed(&made, x, offset, dim1, dim2), out, &made);
}

/* The diagonals of a tall matrix that begin again: whole ones side by side, and the last, which may
   be shorter. */
static int fill_wrapped(THTensor *t, THNumber value)
{
  const int64_t rows = t->size[0], columns = t->size[1], period = columns + 1;
  const int64_t down = t->stride[0], right = t->stride[1], whole = rows / period;
  THTensor all = *t; /* borrowed */
  all.size[0] = whole, all.stride[0] = period * down;
  all.size[1] = columns, all.stride[1] = down + right;
  if (whole) TH_TRY(THTensor_fill(&all, value));
  all.nDimension = 1;
  all.storageOffset += whole * period * down;
  all.size[0] = rows - whole * period < columns ? rows - whole * period : columns;
  all.stride[0] = down + right;
  return all.size[0] ? THTensor_fill(&all, value) : TH_OK;
}

int THTensor_fillDiagonal(THTensor *t, THNumber value, int wrap)
{
  THTensor diagonal = *t; /* borrowed */
  int64_t n = t->size[0], stride = 0;
  int equal = t->nDimension >= 2;
  TH_TRY(THTensor_target("fillDiagonal", t));
  for (int d = 0; d < t->nDimension; d++) {
    equal &= t->size[d] == t->size[0] || t->nDimension == 2;
    n = t->size[d] < n ? t->size[d] : n;
    stride += t->stride[d];
  }
  if (!equal)
    return th_fail(TH_ESHAPE, "fillDiagonal: a tensor of size %s; expected a matrix, or equal "
                   "sizes", THTensor_sizeText(t).text);
  if (!n) return TH_OK;
  if (wrap && t->nDimension == 2 && t->size[0] > t->size[1]) return fill_wrapped(t, value);
  diagonal.nDimension = 1;
  diagonal.size[0] = n;
  diagonal.stride[0] = stride;
  return THTensor_fill(&diagonal, value);
}

/* --- triangles --- */

static int64_t within(int64_t i, int64_t most)
{
  return i < 0 ? 0 : i < most ? i : most;
}

/*
** The lower triangle of a matrix: rows before begin have none of it, rows from full on are in it
** whole. The upper triangle is what is not in the lower one of the diagonal before.
*/
typedef struct Triangle { int64_t rows, columns, offset, begin, full; } Triangle;

static Triangle lower_triangle(int64_t rows, int64_t columns, int64_t offset)
{
  return (Triangle){rows, columns, offset, within(-offset, rows), within(columns - offset, rows)};
}

/* Row begin has begin + offset + 1 columns, each of the next ones one more. */
static int64_t count_of(const Triangle *t)
{
  const int64_t growing = t->full > t->begin ? t->full - t->begin : 0;
  const int64_t first = t->begin + t->offset + 1, last = t->full + t->offset;
  return (growing ? (first + last) * growing / 2 : 0) +
         (t->rows - (t->full > t->begin ? t->full : t->begin)) * t->columns;
}

/* Only rows that have elements are visited, of which there are no more than elements. */
static void write_indices(const Triangle *t, int lower, int64_t *row, int64_t *column)
{
  const int64_t end = lower ? t->rows : t->full;
  for (int64_t i = lower ? t->begin : 0; i < end; i++) {
    const int64_t edge = within(i + t->offset + 1, t->columns);
    for (int64_t j = lower ? 0 : edge; j < (lower ? edge : t->columns); j++)
      *row++ = i + 1, *column++ = j + 1;
  }
}

int THTensor_triangleIndices(THTensor *out, int64_t rows, int64_t columns, int64_t offset,
                             int lower)
{
  THTensor made = {0};
  const char *op = lower ? "trilIndices" : "triuIndices";
  int64_t size[2] = {rows, columns}, count;
  TH_TRY(THShape_count(op, 2, size, &count));
  if (offset > TH_MAX_COUNT || offset < -TH_MAX_COUNT)
    return th_fail(TH_EINVAL, "%s: there is no diagonal %" PRId64, op, offset);
  const Triangle t = lower_triangle(count ? rows : 0, columns, lower ? offset : offset - 1);
  size[0] = 2;
  size[1] = lower ? count_of(&t) : count - count_of(&t);
  TH_TRY(THTensor_new(&made, 0, TH_LONG, 2, size));
  int64_t *row = THTensor_data(&made);
  if (size[1]) write_indices(&t, lower, row, row + size[1]);
  return THResult_give(op, TH_OK, out, &made);
}

/* --- powers --- */

/* made (m, n) becomes running products of 1, x, x, .. */
static int powers(THTensor *made, const THTensor *x, int64_t n)
{
  const int64_t size[2] = {x->size[0], n};
  THTensor first, rest; /* borrowed */
  TH_TRY(THTensor_new(made, THTensor_device(x), x->dtype, 2, size));
  if (!THTensor_nElement(made)) return TH_OK;
  first = rest = *made;
  first.size[1] = 1;
  TH_TRY(THTensor_fill(&first, TH_integer(1)));
  if (n == 1) return TH_OK;
  THTensor column = *x; /* borrowed */
  column.nDimension = 2;
  column.size[1] = column.stride[1] = 1;
  rest.size[1] = n - 1;
  rest.storageOffset += made->stride[1];
  TH_TRY(THTensor_copy(&rest, &column));
  return THTensor_scan(TH_OP_cumprod, made, made, 1);
}

int THTensor_vander(THTensor *out, const THTensor *x, int64_t n, int increasing)
{
  THTensor made = {0};
  const int columns = 1;
  TH_TRY(THTensor_operand("vander", x));
  if (x->nDimension != 1)
    return th_fail(TH_ESHAPE, "vander: a tensor of size %s; expected a vector",
                   THTensor_sizeText(x).text);
  if (x->dtype == TH_BOOL)
    return th_fail(TH_EDTYPE, "vander: not defined for torch.BoolTensor; convert it, as in "
                   "x:int()");
  int status = powers(&made, x, n);
  if (!status && !increasing) status = THTensor_flip(&made, &made, 1, &columns);
  return THResult_give("vander", status, out, &made);
}
