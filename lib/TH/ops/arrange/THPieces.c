/*
** On the CPU the result is written in one pass, from start to end. On a device each combination of
** pieces is a copy between views.
*/
#include "TH/ops/arrange/THPieces.h"

#include <string.h>

#include "TH/geometry/THAlias.h"
#include "TH/geometry/THView.h"
#include "TH/iteration/THIter.h"
#include "TH/iteration/THSlices.h"
#include "TH/iteration/THWriter.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THIndex.h"

static int64_t count_of(const THPieces *p, int64_t size)
{
  int64_t count = p->n ? 0 : size;
  for (int k = 0; k < p->n; k++) count += p->piece[k].count;
  return count;
}

static int is_reversed(const THPieces *p)
{
  return p->n == 1 && p->piece[0].step < 0;
}

/* --- the CPU --- */

/* A dimension of the walk: how many positions it has in the result, and the bytes between those of
   the source. */
typedef struct Dim {
  int64_t size;
  ptrdiff_t step;
  THPieces pieces;
} Dim;

/* Dimensions from the last on; block: bytes that always lie together. */
typedef struct Walk {
  char *to;
  const char *from;
  int64_t block;
  int n, streams, is_short; /* is_short: blocks are put as elements are */
  Dim dim[TH_MAX_DIM];
} Walk;

/* Whether dim, which is as it is or reversed, goes on where the dimension inside it ends. */
static int can_merge(const Dim *inside, const Dim *dim)
{
  const int are_whole = !inside->pieces.n && !dim->pieces.n;
  if (!are_whole && !(is_reversed(&inside->pieces) && is_reversed(&dim->pieces))) return 0;
  return dim->step == inside->step * inside->size;
}

static void add_dim(Walk *w, Dim dim)
{
  if (!w->n && !dim.pieces.n && dim.step == w->block) {
    w->block *= dim.size;
    return;
  }
  if (w->n && can_merge(&w->dim[w->n - 1], &dim)) {
    Dim *inside = &w->dim[w->n - 1];
    inside->size *= dim.size;
    inside->pieces.piece[0].first = inside->size - 1;
    inside->pieces.piece[0].count = inside->size;
    return;
  }
  w->dim[w->n++] = dim;
}

/* Where position i of the result is read. */
static ptrdiff_t place(const Dim *dim, int64_t i)
{
  const THPiece *p = dim->pieces.piece;
  if (!dim->pieces.n) return i * dim->step;
  for (; i >= p->count; p++) i -= p->count;
  return (p->first + i * p->step) * dim->step;
}

/* Write positions [begin, end) of the dimension inside. */
static void write_row(THWriter *w, const Walk *walk, const char *from, int64_t begin, int64_t end)
{
  const Dim *dim = &walk->dim[0];
  const THPiece all = {.first = 0, .count = dim->size, .step = 1};
  const THPiece *p = dim->pieces.n ? dim->pieces.piece : &all;
  for (; begin < end; p++) {
    const int64_t most = p->count < end ? p->count : end;
    if (begin < most) {
      const char *first = from + (p->first + begin * p->step) * dim->step;
      const ptrdiff_t step = p->step * dim->step;
      if (walk->is_short || step == walk->block)
        THWriter_put(w, first, step, most - begin, walk->block);
      else for (int64_t i = begin; i < most; i++)
        THWriter_put(w, first + (i - begin) * step, 1, walk->block, 1);
    }
    begin = begin > p->count ? begin - p->count : 0;
    end -= p->count;
  }
}

/* Positions count blocks, in the order of the result. */
static void write_range(void *context, int64_t begin, int64_t end)
{
  const Walk *walk = context;
  const int64_t row = walk->dim[0].size;
  THWriter w;
  THWriter_begin(&w, walk->to + begin * walk->block, walk->streams);
  while (begin < end) {
    const int64_t at = begin % row, left = end - begin, next = at + left < row ? at + left : row;
    const char *from = walk->from;
    int64_t rest = begin / row;
    for (int d = 1; d < walk->n; rest /= walk->dim[d++].size)
      from += place(&walk->dim[d], rest % walk->dim[d].size);
    write_row(&w, walk, from, at, next);
    begin += next - at;
  }
  THWriter_end(&w);
}

/* out is contiguous, and apart from x. */
static int write_all(const THTensor *out, const THTensor *x, const THPieces *pieces)
{
  const int64_t width = THDtype_traits(x->dtype)->size;
  Walk walk = {.to = THTensor_data(out), .from = THTensor_data(x), .block = width};
  for (int d = x->nDimension - 1; d >= 0; d--)
    if (out->size[d] != 1 || pieces[d].n)
      add_dim(&walk, (Dim){out->size[d], x->stride[d] * width, pieces[d]});
  if (!walk.n) walk.dim[walk.n++] = (Dim){.size = 1};
  const int64_t count = THTensor_nElement(out) * width / walk.block;
  walk.is_short = walk.block <= 32;
  walk.streams = THWriter_streams(count * walk.block);
  return th_inSlices(count, TH_GRAIN_BYTES / (2 * walk.block) + 1, write_range, &walk);
}

/* --- devices --- */

/* r = count positions of x along dim, from first downwards. */
static int reverse(THTensor *r, const THTensor *x, int dim, const THPiece *p)
{
  THTensor positions = {0};
  TH_TRY(THTensor_new(&positions, 0, TH_LONG, 1, &p->count));
  int status = THTensor_fillSequence(&positions, (double)p->first + 1, -1);
  if (!status) status = THTensor_index(r, x, dim, &positions);
  THTensor_clear(&positions);
  return status;
}

/* Copy x, from dimension d on, to out, a piece after the other. */
static int copy_pieces(const THTensor *out, const THTensor *x, int d, const THPieces *pieces)
{
  while (d < x->nDimension && !pieces[d].n) d++;
  THTensor to = *out; /* borrowed */
  if (d == x->nDimension) return THTensor_nElement(&to) ? THTensor_copy(&to, x) : TH_OK;
  for (int k = 0; k < pieces[d].n; k++) {
    const THPiece *p = &pieces[d].piece[k];
    THTensor from = *x, turned = {0}; /* from is borrowed */
    if (!p->count) continue;
    to.size[d] = from.size[d] = p->count;
    from.storageOffset += p->first * from.stride[d];
    if (p->step == 0) from.stride[d] = 0;
    int status = p->step < 0 ? reverse(&turned, x, d, p) : TH_OK;
    if (!status) status = copy_pieces(&to, p->step < 0 ? &turned : &from, d + 1, pieces);
    THTensor_clear(&turned);
    TH_TRY(status);
    to.storageOffset += p->count * to.stride[d];
  }
  return TH_OK;
}

/* --- both --- */

/* Elements of a source whose rows are not its last dimension are far from one another; moving them
   twice is faster. */
static int is_scattered(const THTensor *x)
{
  const int last = x->nDimension - 1;
  return last > 0 && x->size[last] > 1 && x->stride[last] > 1;
}

static int make_copy(THTensor *made, const THTensor *x, const int64_t *size, const THPieces *pieces)
{
  THTensor gathered = {0};
  TH_TRY(THTensor_new(made, THTensor_device(x), x->dtype, x->nDimension, size));
  if (!THTensor_nElement(made)) return TH_OK;
  if (THTensor_device(x)) return copy_pieces(made, x, 0, pieces);
  if (!is_scattered(x)) return write_all(made, x, pieces);
  int status = THTensor_clone(&gathered, x, TH_UNDEFINED);
  if (!status) status = write_all(made, &gathered, pieces);
  THTensor_clear(&gathered);
  return status;
}

/* Whether the copy can be written to out itself: it has the sizes, and is apart from x. */
static int is_ready(const THTensor *out, const THTensor *x, const int64_t *size)
{
  return THTensor_run(out) && out->dtype == x->dtype && !THTensor_device(x) && !is_scattered(x)
         && out->nDimension == x->nDimension
         && !memcmp(out->size, size, (size_t)x->nDimension * sizeof *size)
         && THAlias_of(out, x->nDimension, size, x) == TH_APART;
}

int THPieces_copy(const char *op, THTensor *out, const THTensor *x, const THPieces *pieces)
{
  THTensor made = {0};
  int64_t size[TH_MAX_DIM];
  if (THTensor_isUndefined(x))
    return THResult_give(op, THTensor_clone(&made, x, TH_UNDEFINED), out, &made);
  for (int d = 0; d < x->nDimension; d++) size[d] = count_of(&pieces[d], x->size[d]);
  if (!is_ready(out, x, size))
    return THResult_give(op, make_copy(&made, x, size, pieces), out, &made);
  TH_TRY(THTensor_target(op, out));
  return write_all(out, x, pieces);
}
