/*
** Tensors assembled from others: cat, repeat, triangles and diagonals.
**
** A result that shares memory with an operand is made in a tensor of its own, or from a clone, and
** copied at the end.
*/
#include "TH/ops/select/THAssemble.h"

#include <stdlib.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THPromote.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/iteration/THIter.h"
#include "TH/iteration/THSlices.h"
#include "TH/iteration/THWriter.h"
#include "TH/ops/elementwise/THInput.h"

/* --- cat --- */

typedef struct Cat {
  int n, dim, ndim, dtype, device;
  const THTensor *const *input;
  int64_t size[TH_MAX_DIM]; /* of the result */
} Cat;

static int is_skipped(const THTensor *t)
{
  return THTensor_isUndefined(t) || (t->nDimension == 1 && t->size[0] == 0);
}

/* The size of dimension d, 1 where t has no such dimension. */
static int64_t size_of(const THTensor *t, int d)
{
  return d < t->nDimension ? t->size[d] : 1;
}

static int find_dims(Cat *cat)
{
  for (int k = 0; k < cat->n; k++) {
    const THTensor *t = cat->input[k];
    TH_TRY(THTensor_operand("cat", t));
    cat->dtype = cat->dtype ? THDtype_promote(cat->dtype, t->dtype) : t->dtype;
    if (!is_skipped(t) && t->nDimension > cat->ndim) cat->ndim = t->nDimension;
  }
  const int ndim = cat->ndim ? cat->ndim : 1;
  if (cat->dim < -ndim || cat->dim >= TH_MAX_DIM)
    return th_fail(TH_EINVAL, "cat: no dimension %d for tensors of %d dimensions",
                   cat->dim < 0 ? cat->dim : cat->dim + 1, cat->ndim);
  if (cat->dim < 0) cat->dim += ndim;
  if (cat->dim >= cat->ndim) cat->ndim = cat->dim + 1;
  return TH_OK;
}

static int find_size(Cat *cat)
{
  int first = -1;
  for (int k = 0; k < cat->n; k++) {
    const THTensor *t = cat->input[k];
    if (is_skipped(t)) continue;
    if (first < 0) cat->device = THTensor_device(t);
    TH_TRY(TH_checkSameDevice("cat", (THPlaced){"tensor", first + 1, cat->device},
                              (THPlaced){"tensor", k + 1, THTensor_device(t)}));
    for (int d = 0; d < cat->ndim; d++) {
      if (first < 0) cat->size[d] = size_of(t, d);
      else if (d == cat->dim) cat->size[d] += size_of(t, d);
      else if (cat->size[d] != size_of(t, d))
        return th_fail(TH_ESHAPE,
                       "cat: tensor %d of size %s and tensor %d of size %s differ in dimension %d, "
                       "but are joined along another",
                       first + 1, THTensor_sizeText(cat->input[first]).text, k + 1,
                       THTensor_sizeText(t).text, d + 1);
    }
    if (cat->size[cat->dim] > TH_MAX_COUNT)
      return th_fail(TH_ENOMEM, "cat: %" PRId64 " elements along dimension %d exceed all memory",
                     cat->size[cat->dim], cat->dim + 1);
    if (first < 0) first = k;
  }
  if (first >= 0) return TH_OK;
  cat->ndim = 1, cat->dim = 0;
  cat->device = THTensor_device(cat->input[0]);
  return TH_OK;
}

static int copy_part(const Cat *cat, const THTensor *out, const THTensor *t, int64_t at)
{
  THTensor part = {0}, shaped = *t; /* borrowed */
  for (int d = t->nDimension; d < cat->ndim; d++) shaped.size[d] = shaped.stride[d] = 1;
  shaped.nDimension = cat->ndim;
  int status = THTensor_narrow(&part, out, cat->dim, at, shaped.size[cat->dim]);
  if (!status) status = THTensor_copy(&part, &shaped);
  THTensor_clear(&part);
  return status;
}

static int copy_parts(const Cat *cat, const THTensor *out)
{
  int64_t at = 0;
  for (int k = 0; k < cat->n; k++) {
    if (is_skipped(cat->input[k])) continue;
    TH_TRY(copy_part(cat, out, cat->input[k], at));
    at += size_of(cat->input[k], cat->dim);
  }
  return TH_OK;
}

/*
** The short path. For every index before dim, a round, the result has a run of each tensor. If
** these runs lie together in memory, equally far apart from round to round, the result is written
** from start to end (row "cat of two narrowed 2000x1000": copying one tensor after the other takes
** 3 times as long).
*/
typedef struct Runs {
  const Cat *cat;
  char *to;
  int64_t bytes; /* that each round writes */
  int width, streams;
} Runs;

static int64_t bytes_of_run(const Cat *cat, const THTensor *t)
{
  int64_t bytes = THDtype_traits(cat->dtype)->size;
  for (int d = cat->dim; d < cat->ndim; d++) bytes *= size_of(t, d);
  return bytes;
}

/* Bytes from the run of t in a round to that in the next one; -1 if its runs are not as above. */
static int64_t step_of(const Cat *cat, const THTensor *t)
{
  int64_t next = 1, step = 0;
  int d = cat->ndim - 1;
  for (; d >= cat->dim; d--) {
    if (size_of(t, d) != 1 && t->stride[d] != next) return -1;
    next *= size_of(t, d);
  }
  for (int outer = 0; d >= 0; d--) {
    if (size_of(t, d) == 1) continue;
    if (!outer++) step = next = t->stride[d];
    else if (t->stride[d] != next) return -1;
    next *= t->size[d];
  }
  return step * THDtype_traits(cat->dtype)->size;
}

static int find_runs(Runs *runs, const Cat *cat, const THTensor *out)
{
  const int width = THDtype_traits(cat->dtype)->size;
  *runs = (Runs){.cat = cat, .to = THTensor_data(out), .width = width};
  if (cat->device || !THTensor_isContiguous(out)) return 0;
  for (int k = 0; k < cat->n; k++) {
    if (is_skipped(cat->input[k])) continue;
    if (cat->input[k]->dtype != cat->dtype || step_of(cat, cat->input[k]) < 0) return 0;
    runs->bytes += bytes_of_run(cat, cat->input[k]);
  }
  runs->streams = THWriter_streams(THTensor_nElement(out) * width);
  return runs->bytes > 0;
}

/* Elements [begin, end) of the result. */
static void copy_runs(void *context, int64_t begin, int64_t end)
{
  const Runs *runs = context;
  int64_t round = begin * runs->width / runs->bytes, skip = begin * runs->width % runs->bytes;
  THWriter w;
  THWriter_begin(&w, runs->to + begin * runs->width, runs->streams);
  for (int64_t left = (end - begin) * runs->width; left; round++)
    for (int k = 0; k < runs->cat->n && left; k++) {
      const THTensor *t = runs->cat->input[k];
      const int64_t bytes = is_skipped(t) ? 0 : bytes_of_run(runs->cat, t);
      const int64_t begins = skip < bytes ? skip : bytes;
      const int64_t count = bytes - begins < left ? bytes - begins : left;
      skip -= begins;
      left -= count;
      if (!count) continue;
      const char *from = (char *)THTensor_data(t) + round * step_of(runs->cat, t) + begins;
      THWriter_put(&w, from, 1, count, 1);
    }
  THWriter_end(&w);
}

/* Rounds [begin, end), to which each tensor gives one element. */
static void copy_elements(void *context, int64_t begin, int64_t end)
{
  const Runs *runs = context;
  const char *from[TH_WRITER_MOST];
  int n = 0;
  THWriter w;
  for (int k = 0; k < runs->cat->n; k++)
    if (!is_skipped(runs->cat->input[k]))
      from[n++] = (char *)THTensor_data(runs->cat->input[k]) + begin * runs->width;
  THWriter_begin(&w, runs->to + begin * runs->bytes, runs->streams);
  THWriter_weave(&w, from, n, end - begin, runs->width);
  THWriter_end(&w);
}

static int are_elements(const Runs *runs)
{
  const Cat *cat = runs->cat;
  for (int k = 0; k < cat->n; k++) {
    const THTensor *t = cat->input[k];
    if (is_skipped(t)) continue;
    if (!THTensor_isContiguous(t) || bytes_of_run(cat, t) != runs->width) return 0;
  }
  return runs->bytes <= TH_WRITER_MOST;
}

static int copy_all(const Cat *cat, const THTensor *out)
{
  enum { LEAST_RUN = 256 };
  Runs runs;
  if (!find_runs(&runs, cat, out)) return copy_parts(cat, out);
  const int64_t count = THTensor_nElement(out);
  if (are_elements(&runs))
    return th_inSlices(count * runs.width / runs.bytes, TH_GRAIN_BYTES / runs.bytes + 1,
                       copy_elements, &runs);
  if (runs.bytes / cat->n >= LEAST_RUN)
    return th_inSlices(count, TH_GRAIN_BYTES / runs.width, copy_runs, &runs);
  return copy_parts(cat, out);
}

/* If the result shares memory with a part, it is made in a tensor of its own. */
static int cat_apart(const Cat *cat, THTensor *out)
{
  THTensor made = {0};
  TH_TRY(THTensor_new(&made, cat->device, cat->dtype, cat->ndim, cat->size));
  int status = copy_all(cat, &made);
  return THResult_give("cat", status, out, &made);
}

/* Whether a layout joined the tensors, or memory ran out before it was asked. */
static int is_joined(THTensor *out, int n, const THTensor *const *inputs, int dim, int *status)
{
  int layouts = 0;
  for (int k = 0; k < n; k++) layouts += inputs[k]->layout != NULL;
  if (!layouts) return 0;
  THOperand *operand = malloc(sizeof *operand * (size_t)(n + 1));
  if (!operand) return *status = th_fail(TH_ENOMEM, "cat: not enough memory"), 1;
  for (int k = 0; k < n; k++) operand[k] = TH_tensorOperand(inputs[k]);
  operand[n] = TH_numberOperand(TH_integer(dim));
  const THRequest request = {.op = "cat", .chapter = TH_CHAPTER_SHAPE, .row = TH_SHAPE_cat,
                             .nresults = 1, .noperands = n + 1, .result = &out,
                             .operand = operand};
  const int is_served = THGate_serves(&request, status);
  free(operand);
  return is_served;
}

static int has_flags(int n, const THTensor *const *inputs)
{
  for (int k = 0; k < n; k++)
    if (inputs[k]->flags) return 1;
  return 0;
}

/* Join the values of views that have flags. */
static int cat_values(THTensor *out, int n, const THTensor *const *inputs, int dim)
{
  THInput *in = calloc((size_t)n, sizeof *in);
  const THTensor **use = malloc(sizeof *use * (size_t)n);
  int status = in && use ? TH_OK : th_fail(TH_ENOMEM, "cat: not enough memory"), taken = 0;
  for (; taken < n && !status; taken++) {
    status = THInput_take(&in[taken], "cat", inputs[taken], 0);
    use[taken] = in[taken].use;
  }
  if (!status) status = THTensor_cat(out, n, use, dim);
  while (taken--) THInput_drop(&in[taken]);
  free(in), free(use);
  return status;
}

int THTensor_cat(THTensor *out, int n, const THTensor *const *inputs, int dim)
{
  int status;
  if (has_flags(n, inputs)) return cat_values(out, n, inputs, dim);
  if (is_joined(out, n, inputs, dim, &status)) return status;
  Cat cat = {.n = n, .dim = dim, .input = inputs};
  if (n < 1) return th_fail(TH_EINVAL, "cat: no tensors to join");
  TH_TRY(find_dims(&cat));
  TH_TRY(find_size(&cat));
  if (THDtype_isBuilt(out->dtype) && THDtype_canCast(cat.dtype, out->dtype))
    cat.dtype = out->dtype;
  for (int k = 0; k < n; k++)
    if (THAlias_of(out, cat.ndim, cat.size, inputs[k]) != TH_APART) return cat_apart(&cat, out);
  const THTensor before = *out;
  status = THTensor_result("cat", out, cat.device, cat.dtype, cat.ndim, cat.size);
  if (!status) status = copy_all(&cat, out);
  if (status) THTensor_restore(out, &before);
  return status;
}

/* --- repeat --- */

/*
** One call: out as blocks of the size of t. Dimension d is walked as the two dimensions (times[d],
** size). If that gives more dimensions than a tensor can have, the first ones become a loop over
** times[d].
*/
typedef struct Repeat {
  int loops;
  THTensor to, from; /* borrowed; of equal sizes */
  int64_t times[TH_MAX_DIM], step[TH_MAX_DIM];
} Repeat;

static void add_dim(Repeat *r, int64_t size, int64_t to, int64_t from)
{
  const int k = r->to.nDimension++;
  r->from.nDimension++;
  r->to.size[k] = r->from.size[k] = size;
  r->to.stride[k] = to;
  r->from.stride[k] = from;
}

static void prepare_repeat(Repeat *r, const THTensor *out, const THTensor *t, int n,
                           const int64_t *times)
{
  const int added = n - t->nDimension;
  *r = (Repeat){.loops = 2 * n > TH_MAX_DIM ? 2 * n - TH_MAX_DIM : 0, .to = *out, .from = *t};
  r->to.nDimension = r->from.nDimension = 0;
  for (int d = 0; d < n; d++) {
    const int64_t size = d < added ? 1 : t->size[d - added];
    r->times[d] = times[d];
    r->step[d] = size * out->stride[d];
    if (d >= r->loops) add_dim(r, times[d], r->step[d], 0);
    add_dim(r, size, out->stride[d], d < added ? 0 : t->stride[d - added]);
  }
}

/* Allocates nothing, so it cannot fail halfway and leave out half done. */
static int run_repeat(Repeat *r, const THTensor *out)
{
  int64_t count = 1;
  for (int d = 0; d < r->loops; d++) count *= r->times[d];
  for (int64_t i = 0; i < count; i++) {
    int64_t rest = i;
    r->to.storageOffset = out->storageOffset;
    for (int d = r->loops - 1; d >= 0; rest /= r->times[d--])
      r->to.storageOffset += rest % r->times[d] * r->step[d];
    TH_TRY(THTensor_copy(&r->to, &r->from));
  }
  return TH_OK;
}

static int repeated_size(const THTensor *t, int n, const int64_t *times, int64_t *size)
{
  int added = n - t->nDimension;
  if (n > TH_MAX_DIM || added < 0 || THTensor_isUndefined(t))
    return th_fail(TH_ESHAPE,
                   "repeat: %d numbers for a tensor of %d dimensions; expected one for each, and "
                   "%d at most",
                   n, t->nDimension, TH_MAX_DIM);
  for (int d = 0; d < n; d++) {
    int64_t have = d < added ? 1 : t->size[d - added];
    if (times[d] < 0)
      return th_fail(TH_EINVAL, "repeat: %" PRId64 " times along dimension %d", times[d], d + 1);
    if (__builtin_mul_overflow(times[d], have, &size[d]))
      return th_fail(TH_ENOMEM,
                     "repeat: %" PRId64 " times size %" PRId64 " is more than memory can hold",
                     times[d], have);
  }
  return TH_OK;
}

int THTensor_repeat(THTensor *out, const THTensor *t, int n, const int64_t *times)
{
  int64_t size[TH_MAX_DIM];
  THInput source = {.use = t};
  const THTensor before = *out;
  Repeat r;
  TH_TRY(THTensor_operand("repeat", t));
  TH_TRY(repeated_size(t, n, times, size));
  int status = THInput_keepFrom(&source, out, n, size, 0);
  if (!status) status = THTensor_result("repeat", out, THTensor_device(t), t->dtype, n, size);
  if (!status && THTensor_nElement(out)) {
    prepare_repeat(&r, out, source.use, n, times);
    status = run_repeat(&r, out);
  }
  if (status) THTensor_restore(out, &before);
  THInput_drop(&source);
  return status;
}

/* --- triangles and diagonals --- */

static int check_matrix(const char *op, const THTensor *t)
{
  TH_TRY(THTensor_operand(op, t));
  if (t->nDimension == 2) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of %d dimensions; a matrix is needed", op, t->nDimension);
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
  return x < low ? low : x > high ? high : x;
}

/* Set count blocks of the matrices to zero: the first at (i, j), each of the others step rows and
   step columns after the one before. Rows and columns are the first two dimensions of matrix. */
static int clear_blocks(const THTensor *matrix, int64_t i, int64_t j, int64_t rows, int64_t columns,
                        int64_t count, int64_t step)
{
  const int64_t down = matrix->stride[0], right = matrix->stride[1];
  if (rows <= 0 || columns <= 0 || count <= 0) return TH_OK;
  THTensor blocks = *matrix; /* borrowed */
  const int d = blocks.nDimension++;
  blocks.storageOffset += i * down + j * right;
  blocks.size[0] = rows;
  blocks.size[1] = columns;
  blocks.size[d] = count;
  blocks.stride[d] = step * (down + right);
  return THTensor_fill(&blocks, TH_integer(0));
}

/*
** Clear what is above diagonal k: whole rows above the diagonal's start, the columns after a
** square, and the upper half of that square. Its half is the diagonal and blocks of 1, 2, 4, ...
** rows along it, so that few fills are enough, each of which may be a launch.
*/
static int clear_above(const THTensor *matrix, int64_t k)
{
  const int64_t rows = matrix->size[0], columns = matrix->size[1];
  const int64_t i = k < -1 ? -k - 1 : 0, j = k < -1 ? 0 : k + 1;
  const int64_t n = rows - i < columns - j ? rows - i : columns - j;
  TH_TRY(clear_blocks(matrix, 0, 0, i, columns, 1, 0));
  if (n <= 0) return TH_OK;
  TH_TRY(clear_blocks(matrix, i, j + n, n, columns - j - n, 1, 0));
  TH_TRY(clear_blocks(matrix, i, j, 1, 1, n, 1));
  for (int64_t size = 1; size < n; size *= 2) {
    const int64_t whole = n / (2 * size), at = 2 * size * whole;
    TH_TRY(clear_blocks(matrix, i, j + size, size, size, whole, 2 * size));
    TH_TRY(clear_blocks(matrix, i + at, j + at + size, size, n - at - size, 1, 0));
  }
  return TH_OK;
}

static int clear(const THTensor *t, int64_t k, int above)
{
  const int n = t->nDimension, rows = above ? n - 2 : n - 1, columns = 2 * n - 3 - rows;
  THTensor matrix = *t; /* borrowed */
  k = clamp(k, -t->size[n - 2], t->size[n - 1]);
  for (int d = 0; d < n; d++) {
    const int from = d == 0 ? rows : d == 1 ? columns : d - 2;
    matrix.size[d] = t->size[from];
    matrix.stride[d] = t->stride[from];
  }
  return clear_above(&matrix, above ? k : -k);
}

static int triangle(const char *op, THTensor *out, const THTensor *t, int64_t k, int above)
{
  THInput source = {.use = t};
  const int n = t->nDimension;
  TH_TRY(THTensor_operand(op, t));
  if (n < 2 || n == TH_MAX_DIM)
    return th_fail(TH_ESHAPE, "%s: a tensor of %d dimensions; matrices in 2 to %d are needed", op,
                   n, TH_MAX_DIM - 1);
  int status = THInput_keepFrom(&source, out, n, t->size, 1);
  if (!status) status = THTensor_result(op, out, THTensor_device(t), t->dtype, n, t->size);
  if (!status) status = THTensor_copy(out, source.use);
  if (!status) status = clear(out, k, above);
  THInput_drop(&source);
  return status;
}

int THTensor_tril(THTensor *out, const THTensor *t, int64_t k)
{
  return triangle("tril", out, t, k, 1);
}

int THTensor_triu(THTensor *out, const THTensor *t, int64_t k)
{
  return triangle("triu", out, t, k, 0);
}

static int copy_result(const char *op, THTensor *out, const THTensor *src)
{
  THInput source = {.use = src};
  int status = THInput_keepFrom(&source, out, src->nDimension, src->size, 0);
  if (!status) status = THResult_replace(op, out, source.use);
  THInput_drop(&source);
  return status;
}

static int matrix_of(THTensor *made, const THTensor *vector, int64_t k)
{
  THTensor diagonal = {0};
  int64_t n = vector->size[0] + (k < 0 ? -k : k), size[2] = {n, n};
  TH_TRY(THTensor_new(made, THTensor_device(vector), vector->dtype, 2, size));
  TH_TRY(THTensor_fill(made, TH_integer(0)));
  int status = THTensor_diagonal(&diagonal, made, k, 0, 1);
  if (!status) status = THTensor_copy(&diagonal, vector);
  THTensor_clear(&diagonal);
  return status;
}

int THTensor_diag(THTensor *out, const THTensor *t, int64_t k)
{
  THTensor made = {0};
  TH_TRY(THTensor_operand("diag", t));
  if (t->nDimension != 1) TH_TRY(check_matrix("diag", t));
  if (k > TH_MAX_COUNT || k < -TH_MAX_COUNT)
    return th_fail(TH_ENOMEM, "diag: diagonal %" PRId64 " is beyond all memory", k);
  int status = t->nDimension == 1 ? matrix_of(&made, t, k) : THTensor_diagonal(&made, t, k, 0, 1);
  if (!status) status = copy_result("diag", out, &made);
  THTensor_clear(&made);
  return status;
}
