/*
** Copies in another order: each is told as the pieces of its dimensions (THPieces.h); repeated
** positions, as a list of positions made here on the CPU, for THTensor_index.
*/
#include "TH/ops/arrange/THReorder.h"

#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/arrange/THPieces.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/select/THAssemble.h"
#include "TH/ops/select/THIndex.h"

static int no_dim(const char *op, const THTensor *x, int dim)
{
  return th_fail(TH_EINVAL, "%s: no dimension %d in a %d-dimensional tensor", op, dim + 1,
                 x->nDimension);
}

/* --- flip --- */

static int check_dims(const char *op, const THTensor *x, int n, const int *dim)
{
  unsigned seen = 0;
  TH_TRY(THTensor_operand(op, x));
  for (int k = 0; k < n; k++) {
    if (dim[k] < 0 || dim[k] >= x->nDimension) return no_dim(op, x, dim[k]);
    if (seen & 1u << dim[k])
      return th_fail(TH_EINVAL, "%s: dimension %d is named twice", op, dim[k] + 1);
    seen |= 1u << dim[k];
  }
  return TH_OK;
}

int THTensor_flip(THTensor *out, const THTensor *x, int n, const int *dim)
{
  THPieces pieces[TH_MAX_DIM] = {{0}};
  TH_TRY(check_dims("flip", x, n, dim));
  for (int k = 0; k < n; k++) {
    const int64_t size = x->size[dim[k]];
    pieces[dim[k]] = (THPieces){1, {{size - 1, size, -1}}};
  }
  return THPieces_copy("flip", out, x, pieces);
}

/* --- roll --- */

/* The remainder that is not negative. */
static int64_t modulo(int64_t a, int64_t n)
{
  const int64_t rest = a % n;
  return rest < 0 ? rest + n : rest;
}

/* shift: for each dimension, from 0 to below its size. */
static int roll(THTensor *out, const THTensor *x, const int64_t *shift)
{
  THPieces pieces[TH_MAX_DIM] = {{0}};
  for (int d = 0; d < x->nDimension; d++)
    if (shift[d])
      pieces[d] = (THPieces){2, {{x->size[d] - shift[d], shift[d], 1},
                                 {0, x->size[d] - shift[d], 1}}};
  return THPieces_copy("roll", out, x, pieces);
}

static int roll_flat(THTensor *out, const THTensor *x, int64_t shift)
{
  THTensor flat = {0}, made = {0};
  const int64_t n = THTensor_nElement(x), by = n ? modulo(shift, n) : 0;
  int status = THTensor_reshape(&flat, x, 1, &n);
  if (!status) status = roll(&made, &flat, &by);
  if (!status) status = THTensor_view(&made, &made, x->nDimension, x->size);
  THTensor_clear(&flat);
  return THResult_give("roll", status, out, &made);
}

int THTensor_roll(THTensor *out, const THTensor *x, int n, const int64_t *shift, const int *dim)
{
  int64_t by[TH_MAX_DIM] = {0};
  TH_TRY(THTensor_operand("roll", x));
  if (!n) return roll_flat(out, x, shift[0]);
  for (int k = 0; k < n; k++) {
    const int d = dim[k];
    if (d < 0 || d >= x->nDimension) return no_dim("roll", x, d);
    const int64_t size = x->size[d];
    if (size) by[d] = modulo(by[d] + modulo(shift[k], size), size);
  }
  return roll(out, x, by);
}

int THTensor_rot90(THTensor *out, const THTensor *x, int64_t k, int dim1, int dim2)
{
  const int dims[2] = {dim1, dim2};
  THTensor turned = {0};
  TH_TRY(check_dims("rot90", x, 2, dims));
  k = modulo(k, 4);
  THTensor_set(&turned, x);
  if (k % 2) TH_TRY(THTensor_transpose(&turned, x, dim1, dim2));
  const int status = k == 2 ? THTensor_flip(out, &turned, 2, dims)
                            : THTensor_flip(out, &turned, k != 0, k == 1 ? &dim1 : &dim2);
  THTensor_clear(&turned);
  return status;
}

/* --- several times --- */

int THTensor_tile(THTensor *out, const THTensor *x, int n, const int64_t *times)
{
  int64_t all[TH_MAX_DIM];
  const int more = x->nDimension > n ? x->nDimension - n : 0;
  if (n > TH_MAX_DIM)
    return th_fail(TH_EINVAL, "tile: %d numbers; a tensor has at most %d dimensions", n,
                   TH_MAX_DIM);
  for (int d = 0; d < more; d++) all[d] = 1;
  memcpy(all + more, times, (size_t)n * sizeof *times);
  return THTensor_repeat(out, x, more + n, all);
}

/* The positions 1 .. n, each as often as its count says. counts is on the CPU. */
static int repeated_positions(THTensor *positions, const THTensor *counts, int64_t n)
{
  const int64_t step = counts->size[0] == 1 ? 0 : counts->stride[0], *count = THTensor_data(counts);
  int64_t total = 0;
  for (int64_t i = 0; i < n; i++) {
    const int64_t c = count[i * step];
    if (c < 0)
      return th_fail(TH_EINVAL, "repeatInterleave: count %" PRId64 " of position %" PRId64, c,
                     i + 1);
    if (c > TH_MAX_COUNT || (total += c) > TH_MAX_COUNT)
      return th_fail(TH_ENOMEM, "repeatInterleave: the counts exceed all memory");
  }
  TH_TRY(THTensor_new(positions, 0, TH_LONG, 1, &total));
  int64_t *to = THTensor_data(positions);
  for (int64_t i = 0; i < n; i++)
    for (int64_t c = count[i * step]; c > 0; c--) *to++ = i + 1;
  return TH_OK;
}

/* Each slice c times, side by side: a copy of a view with a dimension of size c without a step. */
static int repeat_alike(THTensor *out, const THTensor *x, int dim, int64_t c)
{
  THTensor made = {0}, several = *x; /* several is borrowed */
  const size_t after = (size_t)(x->nDimension - dim - 1) * sizeof *x->size;
  memcpy(several.size + dim + 2, x->size + dim + 1, after);
  memcpy(several.stride + dim + 2, x->stride + dim + 1, after);
  several.nDimension++;
  several.size[dim + 1] = c;
  several.stride[dim + 1] = 0;
  int64_t size[TH_MAX_DIM];
  memcpy(size, x->size, sizeof size);
  size[dim] *= c;
  int status = THTensor_clone(&made, &several, TH_UNDEFINED);
  if (!status) status = THTensor_reshape(&made, &made, x->nDimension, size);
  return THResult_give("repeatInterleave", status, out, &made);
}

int THTensor_repeatInterleave(THTensor *out, const THTensor *x, const THTensor *counts, int dim)
{
  THTensor here = {0}, positions = {0};
  TH_TRY(THTensor_operand("repeatInterleave", x));
  TH_TRY(TH_checkDim("repeatInterleave", x, dim));
  const int64_t n = x->size[dim], given = THTensor_nElement(counts);
  if (counts->dtype != TH_LONG)
    return th_fail(TH_EDTYPE, "repeatInterleave: counts in a %s; expected a torch.LongTensor",
                   THTensor_typeText(counts->dtype).text);
  if (given != n && given != 1)
    return th_fail(TH_ESHAPE,
                   "repeatInterleave: %" PRId64 " counts for dimension %d of size %" PRId64, given,
                   dim + 1, n);
  int status = THTensor_to(&here, counts, 0, TH_LONG);
  if (!status) status = THTensor_reshape(&here, &here, 1, &given);
  const int64_t c = !status && given == 1 && !x->layout ? *(int64_t *)THTensor_data(&here) : 0;
  /* c is 0 where there is no one count, or nothing to copy. */
  if (c > 0 && n && c <= TH_MAX_COUNT / n && x->nDimension < TH_MAX_DIM) {
    THTensor_clear(&here);
    return repeat_alike(out, x, dim, c);
  }
  if (!status) status = repeated_positions(&positions, &here, n);
  if (!status) status = THTensor_index(out, x, dim, &positions);
  THTensor_clear(&here);
  THTensor_clear(&positions);
  return status;
}

/* --- pad --- */

/* The dimension that pair k of the numbers around x is for. */
static int padded_dim(const THTensor *x, int k)
{
  return x->nDimension - 1 - k;
}

static int wrong_padding(const THTensor *x, int dim, const int64_t *around, const char *what)
{
  return th_fail(TH_ESHAPE, "pad: %" PRId64 " before and %" PRId64 " after dimension %d of size %"
                 PRId64 "; %s", around[0], around[1], dim + 1, x->size[dim], what);
}

/* size: the sizes of the result. */
static int check_padding(const THTensor *x, int n, const int64_t *around, enum THPadMode mode,
                         int64_t *size)
{
  TH_TRY(THTensor_operand("pad", x));
  if (n > x->nDimension)
    return th_fail(TH_ESHAPE, "pad: %d pairs for a %d-dimensional tensor", n, x->nDimension);
  if (mode != TH_PAD_CONSTANT && n > 3)
    return th_fail(TH_ESHAPE, "pad: %d pairs; this mode pads the last 1 to 3 dimensions", n);
  memcpy(size, x->size, sizeof x->size);
  for (int k = 0; k < n; k++, around += 2) {
    const int d = padded_dim(x, k);
    const int64_t most = mode == TH_PAD_REFLECT && x->size[d] ? x->size[d] - 1
                         : mode == TH_PAD_REPLICATE && x->size[d] ? TH_MAX_COUNT
                         : mode == TH_PAD_CONSTANT ? TH_MAX_COUNT : x->size[d];
    const int64_t least = mode == TH_PAD_CONSTANT ? -x->size[d] : 0;
    if (around[0] > most || around[1] > most)
      return wrong_padding(x, d, around, "that is more than this mode has elements for");
    if (around[0] < least || around[1] < least)
      return wrong_padding(x, d, around,
                           least ? "that cuts more than there is" : "this mode does not cut");
    size[d] += around[0] + around[1];
    if (size[d] < 0) return wrong_padding(x, d, around, "that cuts more than there is");
  }
  return TH_OK;
}

static int pad_constant(THTensor *made, const THTensor *x, int n, const int64_t *around,
                        const int64_t *size, THNumber value)
{
  THTensor from = *x, to; /* borrowed */
  TH_TRY(THTensor_new(made, THTensor_device(x), x->dtype, x->nDimension, size));
  TH_TRY(THTensor_fill(made, value));
  to = *made;
  for (int k = 0; k < n; k++, around += 2) {
    const int d = padded_dim(x, k);
    const int64_t cut[2] = {around[0] < 0 ? -around[0] : 0, around[1] < 0 ? -around[1] : 0};
    if (cut[0] + cut[1] >= x->size[d]) return TH_OK;
    from.size[d] = to.size[d] = x->size[d] - cut[0] - cut[1];
    from.storageOffset += cut[0] * x->stride[d];
    to.storageOffset += (around[0] > 0 ? around[0] : 0) * made->stride[d];
  }
  return THTensor_nElement(&to) ? THTensor_copy(&to, &from) : TH_OK;
}

/* What the modes but CONSTANT put around n positions. */
static THPieces around_dim(int64_t n, const int64_t *around, enum THPadMode mode)
{
  const int64_t before = around[0], after = around[1];
  const THPiece all = {0, n, 1};
  switch (mode) {
  case TH_PAD_REFLECT: return (THPieces){3, {{before, before, -1}, all, {n - 2, after, -1}}};
  case TH_PAD_REPLICATE: return (THPieces){3, {{0, before, 0}, all, {n - 1, after, 0}}};
  default: return (THPieces){3, {{n - before, before, 1}, all, {0, after, 1}}};
  }
}

static int pad_around(THTensor *out, const THTensor *x, int n, const int64_t *around,
                      enum THPadMode mode)
{
  THPieces pieces[TH_MAX_DIM] = {{0}};
  for (int k = 0; k < n; k++, around += 2)
    if (around[0] || around[1]) {
      const int d = padded_dim(x, k);
      pieces[d] = around_dim(x->size[d], around, mode);
    }
  return THPieces_copy("pad", out, x, pieces);
}

int THTensor_pad(THTensor *out, const THTensor *x, int n, const int64_t *around,
                 enum THPadMode mode, THNumber value)
{
  THTensor made = {0};
  int64_t size[TH_MAX_DIM];
  TH_TRY(check_padding(x, n, around, mode, size));
  if (mode != TH_PAD_CONSTANT) return pad_around(out, x, n, around, mode);
  return THResult_give("pad", pad_constant(&made, x, n, around, size, value), out, &made);
}
