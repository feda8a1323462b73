/*
** Convolutions of Torch7's C API, made of THConvolve's, which have steps of 1.
**
** A valid product with larger steps is computed with steps of 1, and elements between them are left
** out. The others are products with zeros between the elements of one operand: of x if full, of the
** kernel if reversed.
*/
#include "THCompatConv.h"

#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/linear/THConvolve.h"
#include "THCompatTensor.h"

void THCompat_convForm(THCompatConv *conv, const char *form, const char *kind, int number)
{
  if (*form != 'V' && *form != 'F')
    THCompat_raise(number, "V (valid) or F (full) expected");
  if (*kind != 'C' && *kind != 'X')
    THCompat_raise(number + 1, "X (correlation) or C (convolution) expected");
  conv->form = *form == 'F' ? THCOMPAT_FULL : THCOMPAT_VALID;
  conv->flips = *kind == 'C';
}

/* --- parts: what they return belongs to the caller --- */

static int has_steps(const THCompatConv *conv)
{
  for (int d = 0; d < conv->dims; d++)
    if (conv->step[d] != 1) return 1;
  return 0;
}

/* A header of its own for what t sees. */
static THTensor *same(const THTensor *t)
{
  THTensor *view = THCompat_newTensor(t->dtype);
  THTensor_set(view, t);
  return view;
}

/* What t sees, with step - 1 zeros between the elements of the last dimensions. */
static THTensor *spread(const THCompatConv *conv, const THTensor *t)
{
  const int first = t->nDimension - conv->dims;
  if (!has_steps(conv)) return same(t);
  THTensor *wide = THCompat_newTensor(t->dtype), *view = THCompat_newTensor(t->dtype);
  int64_t size[TH_MAX_DIM];
  for (int d = 0; d < t->nDimension; d++)
    size[d] = d < first ? t->size[d] : (t->size[d] - 1) * conv->step[d - first] + 1;
  TH_RAISE(THTensor_new(wide, 0, t->dtype, t->nDimension, size));
  TH_RAISE(THTensor_fill(wide, TH_integer(0)));
  THTensor_set(view, wide);
  for (int d = first; d < t->nDimension; d++) {
    view->size[d] = t->size[d];
    view->stride[d] *= conv->step[d - first];
  }
  TH_RAISE(THTensor_copy(view, t));
  THCompat_free(view);
  return wide;
}

/* Leave out what lies between steps. */
static void thin(const THCompatConv *conv, THTensor *t)
{
  const int first = t->nDimension - conv->dims;
  for (int d = first; d < t->nDimension; d++) {
    t->size[d] = (t->size[d] - 1) / conv->step[d - first] + 1;
    t->stride[d] *= conv->step[d - first];
  }
}

/* The product of x and a kernel in one of the forms of THTensor_convolve. */
static THTensor *product(const THCompatConv *conv, const THTensor *x, const THTensor *kernel)
{
  const int full = conv->form == THCOMPAT_FULL, reversed = conv->form == THCOMPAT_REVERSED;
  const THConvolution kind = {conv->name, conv->dims, conv->flips};
  THTensor *wideX = full ? spread(conv, x) : same(x);
  THTensor *wideKernel = reversed ? spread(conv, kernel) : same(kernel);
  THTensor *r = THCompat_newTensor(x->dtype);
  TH_RAISE(THTensor_convolve(&kind, r, wideX, wideKernel, full));
  if (!full && !reversed) thin(conv, r);
  THCompat_free(wideX);
  THCompat_free(wideKernel);
  return r;
}

/* --- r = beta r + alpha product --- */

static void scale(THTensor *r, THNumber beta)
{
  const THOperand in[] = {TH_tensorOperand(r), TH_numberOperand(beta)};
  if (TH_asReal(beta) != 1) TH_RAISE(THOp_applyAs("mul", &TH_ops[TH_OP_cmul], r, in));
}

static void add(THTensor *r, THNumber alpha, const THTensor *t)
{
  const THOperand in[] = {TH_tensorOperand(r), TH_tensorOperand(t), TH_numberOperand(alpha)};
  TH_RAISE(THOp_applyAs("cadd", &TH_ops[TH_OP_cadd], r, in));
}

static void begin(THTensor *r, THNumber beta, int ndim, const int64_t *size)
{
  const int64_t before = THTensor_nElement(r);
  THCompat_resize(r, ndim, size, NULL);
  if (before == 0 || before != THTensor_nElement(r) || TH_asReal(beta) == 0)
    TH_RAISE(THTensor_fill(r, TH_integer(0)));
  else scale(r, beta);
}

static void finish(THTensor *r, THNumber beta, THNumber alpha, THTensor *sum)
{
  begin(r, beta, sum->nDimension, sum->size);
  add(r, alpha, sum);
  THCompat_free(sum);
}

/* Of each of the two operands: how many dimensions of planes it has. */
static const struct { int x, k; } ranks[] = {
  [THCOMPAT_MUL] = {0, 0}, [THCOMPAT_CMUL] = {1, 1}, [THCOMPAT_MV] = {1, 2}, [THCOMPAT_MM] = {2, 2},
  [THCOMPAT_GER] = {1, 1}, [THCOMPAT_GERM] = {2, 2}};

static void check_rank(const THCompatConv *conv, int argument, const THTensor *t, int planes)
{
  if (t->nDimension == conv->dims + planes) return;
  th_fail(TH_ESHAPE, "%s: a tensor with %d dimensions expected, got %s", conv->name,
          conv->dims + planes, THTensor_sizeText(t).text);
  THCompat_raise(argument, TH_error());
}

static void check_steps(const THCompatConv *conv)
{
  for (int d = 0; d < conv->dims; d++)
    if (conv->step[d] < 1) THCompat_raise(6 + d, "a positive step expected");
}

/* Put the products of the slices of x along dimension xDim with k into those of the result along
   rDim. */
static THTensor *of_slices(const THCompatConv *conv, const THTensor *x, int xDim, const THTensor *k,
                           int rDim)
{
  THTensor *all = THCompat_newTensor(x->dtype), *slice = THCompat_newTensor(x->dtype);
  for (int64_t i = 0; i < x->size[xDim]; i++) {
    TH_RAISE(THTensor_select(slice, x, xDim, i));
    if (slice->nDimension == conv->dims) TH_RAISE(THTensor_unsqueeze(slice, slice, 0));
    THTensor *sum = product(conv, slice, k);
    if (i == 0) {
      int64_t size[TH_MAX_DIM];
      for (int d = 0; d <= sum->nDimension; d++)
        size[d] = d < rDim ? sum->size[d] : d == rDim ? x->size[xDim] : sum->size[d - 1];
      TH_RAISE(THTensor_new(all, 0, x->dtype, sum->nDimension + 1, size));
    }
    TH_RAISE(THTensor_select(slice, all, rDim, i));
    TH_RAISE(THTensor_copy(slice, sum));
    THCompat_free(sum);
  }
  THCompat_free(slice);
  return all;
}

void THCompat_conv(const THCompatConv *conv, THCompatPlanes planes, THTensor *r, THNumber beta,
                   THNumber alpha, const THTensor *x, const THTensor *k)
{
  THTensor *kernel, *sum;
  check_rank(conv, 4, x, ranks[planes].x);
  check_rank(conv, 5, k, ranks[planes].k);
  check_steps(conv);
  kernel = same(k);
  if (planes == THCOMPAT_GER) TH_RAISE(THTensor_unsqueeze(kernel, k, 1));
  if (planes == THCOMPAT_GERM) TH_RAISE(THTensor_transpose(kernel, k, 0, 1));
  if (planes == THCOMPAT_MM) sum = of_slices(conv, x, 0, kernel, 0);
  else if (planes == THCOMPAT_GER) sum = of_slices(conv, x, 0, kernel, 1);
  else if (planes == THCOMPAT_GERM) sum = of_slices(conv, x, 1, kernel, 1);
  else sum = product(conv, x, kernel);
  THCompat_free(kernel);
  finish(r, beta, alpha, sum);
}

/* The plane, from 0, that an element of map names. */
static int64_t plane_at(const THTensor *map, int64_t row, int column, int64_t planes)
{
  const void *at = (const char *)THTensor_data(map) +
                   (row * map->stride[0] + column * map->stride[1]) *
                       THStorage_elementSize(map->storage);
  const int64_t plane = TH_asInteger(THDtype_load(map->dtype, at)) - 1;
  if (plane < 0 || plane >= planes) THCompat_raise(6, "map: a plane that is not there");
  return plane;
}

void THCompat_convMap(const THCompatConv *conv, THTensor *r, THNumber beta, THNumber alpha,
                      const THTensor *x, const THTensor *k, const THTensor *map)
{
  THTensor *from = THCompat_newTensor(x->dtype), *kernel = THCompat_newTensor(x->dtype);
  THTensor *to = THCompat_newTensor(x->dtype);
  check_rank(conv, 4, x, 1);
  check_rank(conv, 5, k, 1);
  check_steps(conv);
  TH_RAISE(THTensor_operand(conv->name, map));
  if (map->nDimension != 2 || map->size[1] != 2)
    THCompat_raise(6, "map: a matrix with two columns expected");
  if (k->size[0] != map->size[0]) THCompat_raise(5, "as many kernels as rows of map expected");
  const int64_t planes = x->size[0];
  for (int64_t i = 0; i < map->size[0]; i++) {
    TH_RAISE(THTensor_select(from, x, 0, plane_at(map, i, 0, planes)));
    TH_RAISE(THTensor_select(kernel, k, 0, i));
    THTensor *sum = product(conv, from, kernel);
    int64_t size[4] = {planes};
    for (int d = 0; d < conv->dims; d++) size[d + 1] = sum->size[d];
    if (i == 0) begin(r, beta, conv->dims + 1, size);
    TH_RAISE(THTensor_select(to, r, 0, plane_at(map, i, 1, planes)));
    add(to, alpha, sum);
    THCompat_free(sum);
  }
  THCompat_free(from);
  THCompat_free(kernel);
  THCompat_free(to);
}

/* --- by address --- */

/* A tensor on packed elements of the caller's. */
static THTensor *packed(int dtype, void *data, int dims, const int64_t *size)
{
  THTensor *t = THCompat_newTensor(dtype);
  THStorage *storage;
  int64_t count;
  TH_RAISE(THShape_count("conv", dims, size, &count));
  TH_RAISE((storage = THStorage_borrow(dtype, data, count, NULL, NULL)) ? TH_OK : TH_ENOMEM);
  TH_RAISE(THTensor_setStorage(t, storage, 0, dims, size, NULL));
  THStorage_release(storage);
  return t;
}

/* The size of the product in one dimension; below 1 if there is none. */
static int64_t extent(const THCompatConv *conv, int64_t n, int64_t m, int64_t step)
{
  switch (conv->form) {
  case THCOMPAT_FULL: return (n - 1) * step + m;
  case THCOMPAT_REVERSED: return n - (m - 1) * step;
  default: return n < m ? 0 : (n - m) / step + 1;
  }
}

void THCompat_convData(const THCompatConv *conv, int dtype, void *r, THNumber alpha, void *x,
                       const int64_t *xSize, void *k, const int64_t *kSize)
{
  int64_t size[3];
  check_steps(conv);
  for (int d = 0; d < conv->dims; d++) {
    size[d] = extent(conv, xSize[d], kSize[d], conv->step[d]);
    if (size[d] < 1 || xSize[d] < 1 || kSize[d] < 1) return;
  }
  THTensor *input = packed(dtype, x, conv->dims, xSize);
  THTensor *kernel = packed(dtype, k, conv->dims, kSize);
  THTensor *to = packed(dtype, r, conv->dims, size), *sum = product(conv, input, kernel);
  add(to, alpha, sum);
  THCompat_free(input);
  THCompat_free(kernel);
  THCompat_free(to);
  THCompat_free(sum);
}
