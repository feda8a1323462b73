/*
** Lists of views: a tensor cut into parts along a dimension, and tensors brought to one shape. What
** a function returns is a table of tensors that share memory with its arguments.
*/
#include "chapters/lists.h"

/* More userdata than MAX_PARTS would exhaust memory; nobody needs more empty parts than
   MOST_EMPTY. */
enum { MAX_PARTS = 1 << 24, MOST_EMPTY = 1 << 16 };

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

/* Part k is [*first, *first + *count) of a dimension of size n. */
typedef struct Cut {
  int64_t n, parts;
  int64_t step, longer; /* size of the parts; how many of the first have one more */
  const int64_t *at;    /* or the first position of each part, and the end: parts + 1 */
} Cut;

static void part_of(const Cut *cut, int64_t k, int64_t *first, int64_t *count)
{
  *first = cut->at ? cut->at[k] : k * cut->step + (k < cut->longer ? k : cut->longer);
  *count = cut->at ? cut->at[k + 1] - cut->at[k] : cut->step + (k < cut->longer);
  if (*count < 0) *count = 0;
  if (*count > cut->n - *first) *count = cut->n - *first;
}

static int push_parts(luaTH_Call *call, int dim, const Cut *cut, int select)
{
  lua_State *L = call->L;
  const THTensor *x = behind_list(call)[0].tensor;
  int64_t first, count;
  if (cut->parts > MAX_PARTS)
    return th_fail(TH_ENOMEM, "%s: %" PRId64 " views in a table, at most %d are made", call->name,
                   cut->parts, MAX_PARTS);
  push_list(call, cut->parts);
  for (int64_t k = 0; k < cut->parts; k++) {
    part_of(cut, k, &first, &count);
    THTensor *out = luaTH_newtensor(L, luaTH_kindOf(x));
    TH_TRY(select ? THTensor_select(out, x, dim, k) : THTensor_narrow(out, x, dim, first, count));
    lua_rawseti(L, -2, (int)(k + 1));
  }
  call->pushed = 1;
  return TH_OK;
}

/* --- parts of equal size --- */

/* Parts of step positions, the last one with what is left. */
static int push_windows(luaTH_Call *call, int dim, int64_t step, int select)
{
  const THTensor *x = behind_list(call)[0].tensor;
  TH_TRY(TH_checkDim(call->name, x, dim));
  const int64_t n = x->size[dim];
  const Cut cut = {.n = n, .parts = step ? n / step + (n % step != 0) : 0, .step = step};
  return push_parts(call, dim, &cut, select);
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

/* n parts, of which the first have one position more. */
static int push_equal(luaTH_Call *call, int dim, int64_t n, int divides)
{
  const THTensor *x = call->arg[0].tensor;
  TH_TRY(TH_checkDim(call->name, x, dim));
  const int64_t size = x->size[dim];
  if (n < 1)
    return th_fail(TH_EINVAL, "%s: %" PRId64 " parts are asked for, at least 1 is needed",
                   call->name, n);
  if (n > size && n > MOST_EMPTY)
    return th_fail(TH_EINVAL, "%s: %" PRId64 " parts of dimension %d of size %" PRId64, call->name,
                   n, dim + 1, size);
  if (divides && size % n)
    return th_fail(TH_ESHAPE, "%s: dimension %d of size %" PRId64 " has no %" PRId64
                   " equal parts; tensorSplit makes unequal ones", call->name, dim + 1, size, n);
  return push_parts(call, dim, &(Cut){size, n, size / n, size % n, NULL}, 0);
}

/* --- parts of given sizes --- */

/* Push an array with 0, the whole numbers of a list (a table or a LongStorage) and one more place.
   Returns how many numbers there are. */
static int64_t *push_numbers(luaTH_Call *call, int index, int *n, const char *what)
{
  lua_State *L = call->L;
  luaTH_checklist(L, index, NULL, what);
  *n = (int)lua_rawlen(L, index);
  int64_t *number = lua_newuserdata(L, ((size_t)*n + 2) * sizeof *number);
  number[0] = 0;
  for (int k = 1; k <= *n; k++) {
    lua_rawgeti(L, index, k);
    number[k] = luaTH_tointeger(L, -1, what);
    lua_pop(L, 1);
  }
  return number;
}

static int splitSizes(luaTH_Call *call)
{
  const luaTH_Value *arg = behind_list(call);
  const int dim = (int)arg[2].integer;
  int n;
  TH_TRY(TH_checkDim("split", arg[0].tensor, dim));
  int64_t *at = push_numbers(call, arg[1].index, &n, "split: a size");
  const int64_t size = arg[0].tensor->size[dim];
  for (int k = 1; k <= n; k++) {
    if (at[k] < 0) return th_fail(TH_EINVAL, "split: size %" PRId64 " is negative", at[k]);
    if (at[k] > size - at[k - 1])
      return th_fail(TH_ESHAPE, "split: the sizes are more than dimension %d of size %" PRId64,
                     dim + 1, size);
    at[k] += at[k - 1];
  }
  if (at[n] != size)
    return th_fail(TH_ESHAPE, "split: the sizes add up to %" PRId64 ", but dimension %d has size %"
                   PRId64, at[n], dim + 1, size);
  return push_parts(call, dim, &(Cut){.n = size, .parts = n, .at = at}, 0);
}

/* Parts that end before the positions of a list; what is beyond the ends is cut to these. */
static int push_cuts(luaTH_Call *call, int dim)
{
  const luaTH_Value *arg = call->arg;
  int n;
  TH_TRY(TH_checkDim(call->name, arg[0].tensor, dim));
  const char *what = lua_pushfstring(call->L, "%s: a position", call->name);
  int64_t *at = push_numbers(call, arg[1].index, &n, what);
  const int64_t size = arg[0].tensor->size[dim];
  for (int k = 1; k <= n; k++) {
    const int64_t from = at[k] < 0 ? at[k] + size : at[k] - 1;
    at[k] = from < 0 ? 0 : from < size ? from : size;
  }
  at[n + 1] = size;
  return push_parts(call, dim, &(Cut){.n = size, .parts = n + 1, .at = at}, 0);
}

static int tensorSplit(luaTH_Call *call)
{
  return push_equal(call, (int)call->arg[2].integer, call->arg[1].integer, 0);
}

static int tensorSplitAt(luaTH_Call *call)
{
  return push_cuts(call, (int)call->arg[2].integer);
}

/* hsplit, vsplit and dsplit: the dimension is in their rows; hsplit cuts vectors along their
   only one. */
typedef struct Direction { int dim, least; } Direction;
static const Direction across = {1, 1}, down = {0, 2}, deep = {2, 3};

static int directed(luaTH_Call *call, int *dim)
{
  const Direction *d = call->row->data;
  const THTensor *x = call->arg[0].tensor;
  *dim = x->nDimension == 1 ? 0 : d->dim;
  if (x->nDimension >= d->least) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s; at least %d dimensions are needed",
                 call->name, THTensor_sizeText(x).text, d->least);
}

static int directedSplit(luaTH_Call *call)
{
  int dim;
  TH_TRY(directed(call, &dim));
  return push_equal(call, dim, call->arg[1].integer, 1);
}

static int directedSplitAt(luaTH_Call *call)
{
  int dim;
  TH_TRY(directed(call, &dim));
  return push_cuts(call, dim);
}

/* --- tensors of one shape --- */

/* Push a table of n tensors, each made from one of the list by make. */
typedef int (*Make)(THTensor *out, const THTensor *x, int k, int ndim, const int64_t *size);

static int push_made(luaTH_Call *call, const THTensor **list, int n, Make make, int ndim,
                     const int64_t *size)
{
  lua_State *L = call->L;
  luaL_checkstack(L, 4, NULL);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    THTensor *out = luaTH_newtensor(L, luaTH_kindOf(list[k]));
    TH_TRY(make(out, list[k], k, ndim, size));
    lua_rawseti(L, -2, k + 1);
  }
  call->pushed = 1;
  return TH_OK;
}

/* For 'xy' the first two dimensions of the grid are exchanged. */
static int exchanged(THTensor *out, const THTensor *x, int k, int ndim, const int64_t *size)
{
  return THTensor_onGrid(out, x, k < 2 ? 1 - k : k, ndim, size);
}

static int meshgrid(luaTH_Call *call)
{
  int64_t size[TH_MAX_DIM];
  int n;
  const THTensor **list = push_tensors(call, call->arg[0].index, &n);
  const int exchanges = call->arg[1].string[0] == 'x' && n > 1;
  if (n < 1 || n > TH_MAX_DIM)
    return th_fail(TH_EINVAL, "meshgrid: %d vectors; expected 1 to %d", n, TH_MAX_DIM);
  for (int k = 0; k < n; k++)
    size[exchanges && k < 2 ? 1 - k : k] = THTensor_nElement(list[k]);
  return push_made(call, list, n, exchanges ? exchanged : THTensor_onGrid, n, size);
}

static int expanded(THTensor *out, const THTensor *x, int k, int ndim, const int64_t *size)
{
  (void)k;
  return THTensor_expand(out, x, ndim, size);
}

static int broadcastTensors(luaTH_Call *call)
{
  int64_t size[TH_MAX_DIM];
  int n, ndim = 0;
  const THTensor **list = push_tensors(call, call->arg[0].index, &n);
  for (int k = 0; k < n; k++)
    TH_TRY(THShape_broadcast(call->name, &ndim, size, list[k]->nDimension, list[k]->size));
  return push_made(call, list, n, expanded, ndim, size);
}

static int broadcastShapes(luaTH_Call *call)
{
  int64_t size[TH_MAX_DIM], other[TH_MAX_DIM];
  int ndim = 0;
  for (int k = 0; k < LUATH_MAX_ITEMS && call->arg[k].index; k++) {
    const int index = call->arg[k].index;
    const int n = luaTH_checksizes(call->L, index, index, other, "broadcastShapes: size");
    for (int d = 0; d < n; d++)
      if (other[d] < 0)
        return th_fail(TH_EINVAL, "broadcastShapes: size %" PRId64 " is negative", other[d]);
    TH_TRY(THShape_broadcast("broadcastShapes", &ndim, size, n, other));
  }
  luaTH_pushsizes(call->L, ndim, size);
  call->pushed = 1;
  return TH_OK;
}

static int unraveled(THTensor *out, const THTensor *x, int k, int ndim, const int64_t *size)
{
  return THTensor_unravelPositions(out, x, ndim, size, k);
}

static int unravelIndex(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *list[TH_MAX_DIM];
  int64_t size[TH_MAX_DIM];
  const int n = luaTH_checksizes(call->L, arg[1].index, arg[1].index, size, "unravelIndex: size");
  for (int k = 0; k < n; k++) list[k] = arg[0].tensor;
  return push_made(call, list, n, unraveled, n, size);
}

#define IN_LIST LUATH_FUNCTION_ONLY | LUATH_LAZY

static const luaTH_Row rows[] = {
  {"split", "x:Tensor size:count dim:dim=1", split, "a table of views of at most size positions of dim, or of the sizes in a table", LUATH_LAZY, 0},
  {"split", "x:Tensor sizes:table dim:dim=1", splitSizes, "a table of views of these sizes, which add up to the dimension", LUATH_LAZY, 0},
  {"split", "list:table x:Tensor size:count dim:dim=1", split, "the same in a given table, which is emptied first", IN_LIST, 0},
  {"split", "list:table x:Tensor sizes:table dim:dim=1", splitSizes, "the same in a given table, which is emptied first", IN_LIST, 0},
  {"chunk", "x:Tensor n:count dim:dim=1", chunk, "a table of n or fewer views of equal size along dim", LUATH_LAZY, 0},
  {"chunk", "list:table x:Tensor n:count dim:dim=1", chunk, "the same in a given table, which is emptied first", IN_LIST, 0},
  {"unbind", "x:Tensor dim:dim=1", unbind, "a table of the slices of dim, as views", LUATH_LAZY, 0},
  {"tensorSplit", "x:Tensor n:count dim:dim=1", tensorSplit, "a table of n views along dim, the first ones longer by one position", LUATH_LAZY, 0},
  {"tensorSplit", "x:Tensor positions:table dim:dim=1", tensorSplitAt, "a table of views that are cut before these positions", LUATH_LAZY, 0},
  {"hsplit", "x:Tensor n:count", directedSplit, "a table of n equal views along dimension 2, of a vector along 1", LUATH_LAZY, &across},
  {"hsplit", "x:Tensor positions:table", directedSplitAt, "a table of views along dimension 2 that are cut before these positions", LUATH_LAZY, &across},
  {"vsplit", "x:Tensor n:count", directedSplit, "a table of n equal views along dimension 1", LUATH_LAZY, &down},
  {"vsplit", "x:Tensor positions:table", directedSplitAt, "a table of views along dimension 1 that are cut before these positions", LUATH_LAZY, &down},
  {"dsplit", "x:Tensor n:count", directedSplit, "a table of n equal views along dimension 3", LUATH_LAZY, &deep},
  {"dsplit", "x:Tensor positions:table", directedSplitAt, "a table of views along dimension 3 that are cut before these positions", LUATH_LAZY, &deep},
  {"meshgrid", "list:table order:ij/xy=ij", meshgrid,
   "a table with each vector expanded to the grid of all, as views; 'xy' exchanges the first two",
   IN_LIST, 0},
  {"broadcastTensors", "list:table", broadcastTensors,
   "a table of all tensors expanded to their common size, as views", IN_LIST, 0},
  {"broadcastShapes", "size:any b:any? c:any? d:any? e:any? f:any? g:any? h:any?", broadcastShapes,
   "the common size of tables or LongStorages under broadcasting", LUATH_FUNCTION_ONLY, 0},
  {"unravelIndex", "idx:LongTensor/table size:any", unravelIndex,
   "positions of the flattened tensor as a table of positions, one LongTensor for each dimension",
   LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openparts(lua_State *L)
{
  luaTH_register(L, rows);
}
