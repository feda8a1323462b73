/*
** Views: the result is a window on the tensor's storage, no element is copied. One driver for each
** view of TH.
*/
#include "chapters/lists.h"

#define VIEW(name, call_th)                                        \
static int name(luaTH_Call *call)                                  \
{                                                                  \
  const luaTH_Value *arg = call->arg;                              \
  const THTensor *x = arg[0].tensor;                               \
  THTensor *out = call->result[0];                                 \
  TH_TRY(luaTH_checkresult(call));                                        \
  return call_th;                                                  \
}

VIEW(transpose, THTensor_transpose(out, x, (int)arg[1].integer, (int)arg[2].integer))
VIEW(unfold, THTensor_unfold(out, x, (int)arg[1].integer, arg[2].integer, arg[3].integer))
VIEW(expand, THTensor_expand(out, x, arg[1].nsizes, arg[1].sizes))
VIEW(expandAs, THTensor_expand(out, x, arg[1].tensor->nDimension, arg[1].tensor->size))
VIEW(view, THTensor_view(out, x, arg[1].nsizes, arg[1].sizes))
VIEW(viewAs, THTensor_view(out, x, arg[1].tensor->nDimension, arg[1].tensor->size))
VIEW(flattenDims, THTensor_flattenDims(out, x, (int)arg[1].integer, (int)arg[2].integer))
VIEW(unflatten, THTensor_unflatten(out, x, (int)arg[1].integer, arg[2].nsizes, arg[2].sizes))
VIEW(atleast1d, THTensor_atLeast(out, x, 1))
VIEW(atleast2d, THTensor_atLeast(out, x, 2))
VIEW(atleast3d, THTensor_atLeast(out, x, 3))

/* The position that a script gives as argument k, counted from 0; a negative one counts from the
   end of size. It may be none of the positions. what names it in errors. */
static int64_t position_in(luaTH_Call *call, int k, int64_t size, const char *what)
{
  const int64_t i = luaTH_whole(call->L, call->arg[k].number, what);
  return i < 0 && i >= -size ? i + size : i - 1;
}

static int narrow(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor;
  const int dim = (int)arg[1].integer;
  const int64_t size = dim < x->nDimension ? x->size[dim] : 0;
  TH_TRY(luaTH_checkresult(call));
  return THTensor_narrow(call->result[0], x, dim, position_in(call, 2, size, "narrow: first"),
                         arg[3].integer);
}

/* A negative place counts from behind the last dimension. */
static int unsqueeze(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int64_t at = position_in(call, 1, arg[0].tensor->nDimension + 1, "unsqueeze: at");
  TH_TRY(luaTH_checkresult(call));
  return THTensor_unsqueeze(call->result[0], arg[0].tensor,
                            (int)(at < -1000 ? -1000 : at > 1000 ? 1000 : at));
}

static int movedim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor;
  int from[TH_MAX_DIM], to[TH_MAX_DIM];
  const int n = read_dims(call->L, arg[1].index, x, from, "movedim");
  const int m = read_dims(call->L, arg[2].index, x, to, "movedim");
  TH_TRY(luaTH_checkresult(call));
  if (n != m)
    return th_fail(TH_EINVAL, "movedim: %d dimensions to %d places; expected as many", n, m);
  return THTensor_movedim(call->result[0], x, n, from, to);
}

static int squeezeDims(luaTH_Call *call)
{
  int dim[TH_MAX_DIM];
  const THTensor *x = call->arg[0].tensor;
  const int n = read_dims(call->L, call->arg[1].index, x, dim, "squeeze");
  TH_TRY(luaTH_checkresult(call));
  return THTensor_squeezeDims(call->result[0], x, n, dim);
}

static int mT(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  TH_TRY(luaTH_checkresult(call));
  if (x->nDimension < 2)
    return th_fail(TH_ESHAPE, "%s: a tensor of %d dimensions; at least 2 are needed", call->name,
                   x->nDimension);
  return THTensor_transpose(call->result[0], x, x->nDimension - 2, x->nDimension - 1);
}

static int adjoint(luaTH_Call *call)
{
  TH_TRY(mT(call));
  THTensor *out = call->result[0];
  return THDtype_traits(out->dtype)->complex ? THTensor_conj(out, out) : TH_OK;
}

static int t(luaTH_Call *call)
{
  TH_TRY(luaTH_checkresult(call));
  return THTensor_transpose(call->result[0], call->arg[0].tensor, 0, 1);
}

/* As in Torch7, selecting from a vector gives a number, and so does squeezing a tensor of one
   element. */
static int element_or_view(luaTH_Call *call, const THTensor *view)
{
  THNumber number;
  if (view->nDimension || call->given[0] || THDtype_traits(view->dtype)->complex) return TH_OK;
  const int status = THTensor_get(view, 0, &number);
  /* If the storage shrank, name the sizes of the tensor, not those of one element. */
  if (status) TH_TRY(THTensor_operand(call->name, call->arg[0].tensor));
  return status ? status : luaTH_returnnumber(call, number);
}

static int select(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor;
  const int dim = (int)arg[1].integer;
  const int64_t size = dim < x->nDimension ? x->size[dim] : 0;
  TH_TRY(luaTH_checkresult(call));
  TH_TRY(THTensor_select(call->result[0], x, dim, position_in(call, 2, size, "select: index")));
  return element_or_view(call, call->result[0]);
}

/* Torch7's squeeze(1) of a vector of one element is a number, too. */
static int squeezeDim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  TH_TRY(luaTH_checkresult(call));
  TH_TRY(THTensor_squeezeDim(call->result[0], arg[0].tensor, (int)arg[1].integer));
  return luaTH_isTorch7(call->L) ? element_or_view(call, call->result[0]) : TH_OK;
}

static int squeeze(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  TH_TRY(luaTH_checkresult(call));
  TH_TRY(THTensor_squeeze(call->result[0], x));
  return THTensor_isUndefined(x) ? TH_OK : element_or_view(call, call->result[0]);
}

/* Torch7's reshape always copies, also to a given result. */
static int reshape(luaTH_Call *call)
{
  const luaTH_Value *size = &call->arg[1];
  const THTensor *x = call->arg[0].tensor;
  THTensor *out = call->result[0], shaped = {0};
  TH_TRY(luaTH_checkresult(call));
  if (!luaTH_isTorch7(call->L)) return THTensor_reshape(out, x, size->nsizes, size->sizes);
  int status = THTensor_reshape(&shaped, x, size->nsizes, size->sizes);
  if (!status)
    status = THTensor_result("reshape", out, THTensor_device(x), x->dtype, shaped.nDimension,
                             shaped.size);
  if (!status) status = THTensor_copy(out, &shaped);
  THTensor_clear(&shaped);
  return status;
}

static int flatten(luaTH_Call *call)
{
  TH_TRY(luaTH_checkresult(call));
  return THTensor_reshape(call->result[0], call->arg[0].tensor, 1, (int64_t[]){-1});
}

static int diagonal(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  int64_t offset = arg[1].given ? luaTH_tointeger(call->L, arg[1].index, "diagonal: offset") : 0;
  TH_TRY(luaTH_checkresult(call));
  return THTensor_diagonal(call->result[0], arg[0].tensor, offset, (int)arg[2].integer,
                           (int)arg[3].integer);
}

static int permute(luaTH_Call *call)
{
  const luaTH_Value *dims = &call->arg[1];
  int order[TH_MAX_DIM];
  int n = call->arg[0].tensor->nDimension;
  for (int d = 0; d < dims->nsizes; d++) {
    int64_t named = dims->sizes[d];
    if (named == 0 || named > n || named < -n)
      return th_fail(TH_EINVAL, "permute: no dimension %" PRId64 " in a %d-dimensional tensor",
                     named, n);
    order[d] = (int)(named < 0 ? named + n : named - 1);
  }
  TH_TRY(luaTH_checkresult(call));
  return THTensor_permute(call->result[0], call->arg[0].tensor, dims->nsizes, order);
}

static int asStrided(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  int64_t size[TH_MAX_DIM], stride[TH_MAX_DIM];
  int n = luaTH_checksizes(call->L, arg[1].index, arg[1].index, size, "asStrided: size");
  int m = luaTH_checksizes(call->L, arg[2].index, arg[2].index, stride, "asStrided: stride");
  if (n != m) return th_fail(TH_ESHAPE, "asStrided: %d sizes and %d strides", n, m);
  TH_TRY(luaTH_checkresult(call));
  call->result[0]->dtype = arg[0].tensor->dtype;
  return THTensor_asStrided(call->result[0], arg[0].tensor, n, size, stride, arg[3].integer);
}

static int narrow_to(THTensor *view, const luaTH_Value *ends)
{
  for (int d = 0; d < ends->nsizes / 2; d++) {
    int64_t size = view->size[d], first = ends->sizes[2 * d], last = ends->sizes[2 * d + 1];
    first = first < 0 ? first + size + 1 : first;
    last = last < 0 ? last + size + 1 : last;
    if (first < 1 || last > size || last < first - 1)
      return th_fail(TH_EINVAL,
                     "sub: no positions %" PRId64 " to %" PRId64
                     " in dimension %d of size %" PRId64,
                     ends->sizes[2 * d], ends->sizes[2 * d + 1], d + 1, size);
    TH_TRY(THTensor_narrow(view, view, d, first - 1, last - first + 1));
  }
  return TH_OK;
}

/* x:sub(first, last, ...): a range for each of the first dimensions; negative positions count from
   the end. */
static int sub(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const luaTH_Value *ends = &call->arg[1];
  THTensor view = {0};
  TH_TRY(luaTH_checkresult(call));
  if (ends->nsizes == 0 || ends->nsizes % 2 || ends->nsizes / 2 > x->nDimension)
    return th_fail(TH_EINVAL,
                   "sub: %d positions given for a %d-dimensional tensor; expected a first and a "
                   "last for each of the first dimensions",
                   ends->nsizes, x->nDimension);
  THTensor_set(&view, x);
  const int status = narrow_to(&view, ends);
  if (!status) THTensor_set(call->result[0], &view);
  THTensor_clear(&view);
  return status;
}

static const luaTH_Row rows[] = {
  {"narrow", "r! x:Tensor dim:dim first:place count:count", narrow,
   "count positions of dim from first on, as a view; a negative first counts from the end",
   LUATH_LAZY, 0},
  {"select", "r! x:Tensor dim:dim index:place", select,
   "the slice at one position of dim, as a view; of a vector a number; a negative position "
   "counts from the end",
   LUATH_ANY_DIM | LUATH_LAZY, 0},
  {"sub", "r! x:Tensor ends:sizes", sub, "a range first, last of each dimension in turn, as a view; negative positions count from the end", LUATH_LAZY, 0},
  {"transpose", "r! x:Tensor dim1:dim dim2:dim", transpose, "x with two dimensions exchanged, as a view", LUATH_LAZY, 0},
  {"t", "r! x:Tensor2", t, "a matrix transposed, as a view", LUATH_LAZY, 0},
  {"permute", "r! x:Tensor dims:sizes", permute, "x with its dimensions in another order, as a view", LUATH_LAZY, 0},
  {"unfold", "r! x:Tensor dim:dim size:count step:count", unfold,
   "windows of the given size, every step positions of dim, as a new last dimension: a view",
   LUATH_LAZY, 0},
  {"expand", "r! x:Tensor size:sizes", expand, "dimensions of size 1 repeated without a copy; -1 keeps a size; new ones in front", LUATH_LAZY, 0},
  {"expandAs", "r! x:Tensor like:Tensor", expandAs, "like expand, to the size of another tensor", LUATH_LAZY, 0},
  {"diagonal", "r! x:Tensor offset:number? dim1:dim=1 dim2:dim=2", diagonal, "the diagonal of two dimensions as a new last dimension: a view", LUATH_LAZY, 0},
  {"squeeze", "r! x:Tensor dim:dim", squeezeDim, "x without dimension dim, if its size is 1: a view", LUATH_LAZY, 0},
  {"squeeze", "r! x:Tensor", squeeze, "x without its dimensions of size 1: a view; a number if x has one element", LUATH_LAZY, 0},
  {"squeeze", "r! x:Tensor dims:table", squeezeDims, "x without those of these dimensions whose size is 1: a view", LUATH_LAZY, 0},
  {"unsqueeze", "r! x:Tensor at:place", unsqueeze,
   "a new dimension of size 1 at that place, as a view; -1 is behind the last", LUATH_LAZY, 0},
  {"movedim", "r! x:Tensor from:any to:any", movedim,
   "x with a dimension, or several in tables, in other places; the others keep their order: a view",
   LUATH_LAZY, 0},
  {"mT", "r! x:Tensor", mT, "the last two dimensions exchanged, as a view", LUATH_LAZY, 0},
  {"adjoint", "r! x:Tensor", adjoint,
   "the last two dimensions exchanged, complex numbers conjugated: a view", LUATH_LAZY, 0},
  {"broadcastTo", "r! x:Tensor size:sizes", expand, "expand: dimensions of size 1 repeated without a copy, new ones in front", LUATH_LAZY, 0},
  {"atleast1d", "r! x:Tensor", atleast1d, "x with at least one dimension, as a view", LUATH_LAZY, 0},
  {"atleast2d", "r! x:Tensor", atleast2d, "x with at least two dimensions, a vector as a row: a view", LUATH_LAZY, 0},
  {"atleast3d", "r! x:Tensor", atleast3d, "x with at least three dimensions, a matrix with a last one of 1: a view", LUATH_LAZY, 0},
  {"unflatten", "r! x:Tensor dim:dim size:sizes", unflatten, "one dimension as several, of which one size may be -1: a view", LUATH_LAZY, 0},
  {"view", "r! x:Tensor size:sizes", view, "the same elements with other sizes, as a view; one size may be -1", LUATH_LAZY, 0},
  {"viewAs", "r! x:Tensor like:Tensor", viewAs, "like view, to the size of another tensor", LUATH_LAZY, 0},
  {"reshape", "r! x:Tensor size:sizes", reshape, "like view; a copy if the strides do not allow a view, and always after require 'torch'", LUATH_LAZY, 0},
  {"flatten", "r! x:Tensor", flatten, "all elements as a vector, or some dimensions as one: a view where possible", LUATH_LAZY, 0},
  {"flatten", "r! x:Tensor first:dim last:dim=-1", flattenDims,
   "dimensions first to last as one: a view where possible", LUATH_LAZY, 0},
  {"asStrided", "r! x:Tensor size:any stride:any offset:position=1", asStrided,
   "any window on the tensor's storage: sizes, strides, first element", LUATH_LAZY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openview(lua_State *L)
{
  luaTH_register(L, rows);
}
