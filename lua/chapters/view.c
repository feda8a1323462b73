/*
** Views: the result is a window on the tensor's storage, no element is copied. One driver for each
** view of TH.
*/
#include "core/signature.h"

#define VIEW(name, call_th)                                        \
static int name(luaTH_Call *call)                                  \
{                                                                  \
  const luaTH_Value *arg = call->arg;                              \
  const THTensor *x = arg[0].tensor;                               \
  THTensor *out = call->result[0];                                 \
  TH_TRY(luaTH_checkresult(call));                                        \
  return call_th;                                                  \
}

VIEW(narrow, THTensor_narrow(out, x, (int)arg[1].integer, arg[2].integer, arg[3].integer))
VIEW(transpose, THTensor_transpose(out, x, (int)arg[1].integer, (int)arg[2].integer))
VIEW(unfold, THTensor_unfold(out, x, (int)arg[1].integer, arg[2].integer, arg[3].integer))
VIEW(expand, THTensor_expand(out, x, arg[1].nsizes, arg[1].sizes))
VIEW(expandAs, THTensor_expand(out, x, arg[1].tensor->nDimension, arg[1].tensor->size))
VIEW(view, THTensor_view(out, x, arg[1].nsizes, arg[1].sizes))
VIEW(viewAs, THTensor_view(out, x, arg[1].tensor->nDimension, arg[1].tensor->size))
VIEW(unsqueeze, THTensor_unsqueeze(out, x, (int)arg[1].integer))

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
  if (view->nDimension || call->given[0]) return TH_OK;
  const int status = THTensor_get(view, 0, &number);
  /* If the storage shrank, name the sizes of the tensor, not those of one element. */
  if (status) TH_TRY(THTensor_operand(call->name, call->arg[0].tensor));
  return status ? status : luaTH_returnnumber(call, number);
}

static int select(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  TH_TRY(luaTH_checkresult(call));
  TH_TRY(THTensor_select(call->result[0], arg[0].tensor, (int)arg[1].integer, arg[2].integer));
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

/* x:sub(first, last, ...): a range for each of the first dimensions; negative positions count from
   the end. */
static int sub(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const luaTH_Value *ends = &call->arg[1];
  THTensor view = *x; /* borrows: narrow into itself keeps the count of references */
  TH_TRY(luaTH_checkresult(call));
  if (ends->nsizes == 0 || ends->nsizes % 2 || ends->nsizes / 2 > x->nDimension)
    return th_fail(TH_EINVAL,
                   "sub: %d positions given for a %d-dimensional tensor; expected a first and a "
                   "last for each of the first dimensions",
                   ends->nsizes, x->nDimension);
  for (int d = 0; d < ends->nsizes / 2; d++) {
    int64_t size = x->size[d], first = ends->sizes[2 * d], last = ends->sizes[2 * d + 1];
    first = first < 0 ? first + size + 1 : first;
    last = last < 0 ? last + size + 1 : last;
    if (first < 1 || last > size || last < first - 1)
      return th_fail(TH_EINVAL,
                     "sub: no positions %" PRId64 " to %" PRId64
                     " in dimension %d of size %" PRId64,
                     ends->sizes[2 * d], ends->sizes[2 * d + 1], d + 1, size);
    TH_TRY(THTensor_narrow(&view, &view, d, first - 1, last - first + 1));
  }
  THTensor_set(call->result[0], &view);
  return TH_OK;
}

enum { MAX_WINDOWS = 1 << 24 }; /* more userdata would exhaust memory */

/* Push a table for the results: the one the call gives, emptied, or a new one. */
static void push_list(luaTH_Call *call, int64_t n)
{
  lua_State *L = call->L;
  luaL_checkstack(L, 4, NULL);
  if (call->arg[0].tensor) {
    lua_createtable(L, n < 1000000 ? (int)n : 0, 0);
    return;
  }
  lua_pushvalue(L, call->arg[0].index);
  for (int k = (int)lua_rawlen(L, -1); k > 0; k--) {
    lua_pushnil(L);
    lua_rawseti(L, -2, k);
  }
}

/* The arguments without the table for the results, if one is given. */
static const luaTH_Value *behind_list(const luaTH_Call *call)
{
  return call->arg[0].tensor ? call->arg : call->arg + 1;
}

/* Push a table of windows along dim. Window k begins at k * step and has at most step positions. */
static int push_windows(luaTH_Call *call, int dim, int64_t step, int select)
{
  lua_State *L = call->L;
  const THTensor *x = behind_list(call)[0].tensor;
  TH_TRY(TH_checkDim(call->name, x, dim));
  int64_t size = x->size[dim], n = step ? (size + step - 1) / step : 0;
  if (n > MAX_WINDOWS)
    return th_fail(TH_ENOMEM, "%s: %" PRId64 " views in a table, at most %d are made", call->name,
                   n, MAX_WINDOWS);
  push_list(call, n);
  for (int64_t k = 0; k < n; k++) {
    int64_t first = k * step, count = size - first < step ? size - first : step;
    THTensor *out = luaTH_newtensor(L, luaTH_kindOf(x));
    TH_TRY(select ? THTensor_select(out, x, dim, k) : THTensor_narrow(out, x, dim, first, count));
    lua_rawseti(L, -2, (int)(k + 1));
  }
  call->pushed = 1;
  return TH_OK;
}

static int split(luaTH_Call *call)
{
  const luaTH_Value *arg = behind_list(call);
  int64_t size = arg[1].integer;
  if (size < 1)
    return th_fail(TH_EINVAL,
                   "split: pieces of size %" PRId64 " are asked for, at least 1 is needed", size);
  return push_windows(call, (int)arg[2].integer, size, 0);
}

static int chunk(luaTH_Call *call)
{
  const luaTH_Value *arg = behind_list(call);
  int64_t n = arg[1].integer, dim = arg[2].integer;
  if (n < 1)
    return th_fail(TH_EINVAL, "chunk: %" PRId64 " pieces are asked for, at least 1 is needed", n);
  int64_t size = dim < arg[0].tensor->nDimension ? arg[0].tensor->size[dim] : 0;
  return push_windows(call, (int)dim, size / n + (size % n != 0), 0);
}

static int unbind(luaTH_Call *call)
{
  return push_windows(call, (int)call->arg[1].integer, 1, 1);
}

static const luaTH_Row rows[] = {
  {"narrow", "r! x:Tensor dim:dim first:position count:count", narrow, "count positions of dim from first on, as a view", 0, 0},
  {"select", "r! x:Tensor dim:dim index:position", select, "the slice at one position of dim, as a view; of a vector a number", LUATH_ANY_DIM, 0},
  {"sub", "r! x:Tensor ends:sizes", sub, "a range first, last of each dimension in turn, as a view; negative positions count from the end", 0, 0},
  {"transpose", "r! x:Tensor dim1:dim dim2:dim", transpose, "x with two dimensions exchanged, as a view", 0, 0},
  {"t", "r! x:Tensor2", t, "a matrix transposed, as a view", 0, 0},
  {"permute", "r! x:Tensor dims:sizes", permute, "x with its dimensions in another order, as a view", 0, 0},
  {"unfold", "r! x:Tensor dim:dim size:count step:count", unfold,
   "windows of the given size, every step positions of dim, as a new last dimension: a view", 0, 0},
  {"expand", "r! x:Tensor size:sizes", expand, "dimensions of size 1 repeated without a copy; -1 keeps a size; new ones in front", 0, 0},
  {"expandAs", "r! x:Tensor like:Tensor", expandAs, "like expand, to the size of another tensor", 0, 0},
  {"diagonal", "r! x:Tensor offset:number? dim1:dim=1 dim2:dim=2", diagonal, "the diagonal of two dimensions as a new last dimension: a view", 0, 0},
  {"squeeze", "r! x:Tensor dim:dim", squeezeDim, "x without dimension dim, if its size is 1: a view", 0, 0},
  {"squeeze", "r! x:Tensor", squeeze, "x without its dimensions of size 1: a view; a number if x has one element", 0, 0},
  {"unsqueeze", "r! x:Tensor at:position", unsqueeze, "a new dimension of size 1 at that place, as a view", 0, 0},
  {"view", "r! x:Tensor size:sizes", view, "the same elements with other sizes, as a view; one size may be -1", 0, 0},
  {"viewAs", "r! x:Tensor like:Tensor", viewAs, "like view, to the size of another tensor", 0, 0},
  {"reshape", "r! x:Tensor size:sizes", reshape, "like view; a copy if the strides do not allow a view, and always after require 'torch'", 0, 0},
  {"flatten", "r! x:Tensor", flatten, "all elements as a vector: a view where possible", 0, 0},
  {"asStrided", "r! x:Tensor size:any stride:any offset:position=1", asStrided, "any window on the tensor's storage: sizes, strides, first element", 0, 0},
  {"split", "x:Tensor size:count dim:dim=1", split, "a table of views of at most size positions of dim", 0, 0},
  {"split", "list:table x:Tensor size:count dim:dim=1", split, "the same in a given table, which is emptied first", LUATH_FUNCTION_ONLY, 0},
  {"chunk", "x:Tensor n:count dim:dim=1", chunk, "a table of n or fewer views of equal size along dim", 0, 0},
  {"chunk", "list:table x:Tensor n:count dim:dim=1", chunk, "the same in a given table, which is emptied first", LUATH_FUNCTION_ONLY, 0},
  {"unbind", "x:Tensor dim:dim=1", unbind, "a table of the slices of dim, as views", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openview(lua_State *L)
{
  luaTH_register(L, rows);
}
