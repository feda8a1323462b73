/*
** Elements in other places: joined, reversed, shifted, padded, along diagonals, by positions in
** several dimensions. One driver for each function of TH/ops/arrange.
*/
#include <string.h>

#include "chapters/lists.h"

static int return_self(luaTH_Call *call, int status)
{
  lua_pushvalue(call->L, call->arg[0].index);
  call->pushed = 1;
  return status;
}

/* The whole number of an optional argument; what names it in errors. */
static int64_t optional(luaTH_Call *call, int k, int64_t otherwise, const char *what)
{
  const luaTH_Value *v = &call->arg[k];
  return v->given ? luaTH_tointeger(call->L, v->index, what) : otherwise;
}

/* --- joined --- */

typedef int (*Join)(THTensor *out, int n, const THTensor *const *inputs);

static int join(luaTH_Call *call, Join run)
{
  int n;
  const THTensor **list = push_tensors(call, call->arg[0].index, &n);
  const int status = run(call->result[0], n, list);
  lua_pop(call->L, 1);
  return status;
}

#define JOIN(name, kind)                                                      \
static int run_##name(THTensor *out, int n, const THTensor *const *inputs)    \
{                                                                             \
  return THTensor_join(out, n, inputs, kind);                                 \
}                                                                             \
static int name(luaTH_Call *call) { return join(call, run_##name); }
JOIN(hstack, TH_JOIN_HORIZONTAL)
JOIN(vstack, TH_JOIN_VERTICAL)
JOIN(dstack, TH_JOIN_DEEP)
JOIN(columnStack, TH_JOIN_COLUMNS)

static int blockDiag(luaTH_Call *call)
{
  convert_numbers(call, call->arg[0].index);
  return join(call, THTensor_blockDiag);
}

static int cartesianProd(luaTH_Call *call) { return join(call, THTensor_cartesianProd); }

static int stack(luaTH_Call *call)
{
  int n;
  const int64_t dim = optional(call, 1, 1, "stack: the dimension");
  const THTensor **list = push_tensors(call, call->arg[0].index, &n);
  const int ndim = n ? list[0]->nDimension : 0;
  const int at = dim == -1 ? -1 : dim_from_start(dim, ndim + 1);
  const int status = at < -1 || at > ndim || (at == -1 && dim != -1)
                         ? th_fail(TH_EINVAL, "stack: no dimension %" PRId64 " in a result of %d",
                                   dim, ndim + 1)
                         : THTensor_stack(call->result[0], n, list, at);
  lua_pop(call->L, 1);
  return status;
}

/* cat, but along dimension 1. THTensor_cat counts a negative dimension from the end of its
   result. */
static int concat(luaTH_Call *call)
{
  int n;
  const int64_t dim = optional(call, 1, 1, "concat: the dimension");
  const THTensor **list = push_tensors(call, call->arg[0].index, &n);
  const int status = !dim || dim > TH_MAX_DIM || dim < -TH_MAX_DIM
                         ? th_fail(TH_EINVAL, "concat: no dimension %" PRId64, dim)
                         : THTensor_cat(call->result[0], n, list, (int)(dim < 0 ? dim : dim - 1));
  lua_pop(call->L, 1);
  return status;
}

static int combinations(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_combinations(call->result[0], arg[0].tensor, arg[1].integer,
                               (int)arg[2].integer);
}

/* --- in another order --- */

static int flip_dims(luaTH_Call *call, int n, const int *dims)
{
  const THTensor *x = call->arg[0].tensor;
  for (int k = 0; k < n; k++) TH_TRY(TH_checkDim(call->name, x, dims[k]));
  return THTensor_flip(call->result[0], x, n, dims);
}

static int flip(luaTH_Call *call)
{
  const luaTH_Value *dims = &call->arg[1];
  int dim[TH_MAX_DIM];
  if (!dims->nsizes) return th_fail(TH_EINVAL, "flip: no dimensions are named");
  for (int k = 0; k < dims->nsizes; k++)
    dim[k] = dim_from_start(dims->sizes[k], call->arg[0].tensor->nDimension);
  return flip_dims(call, dims->nsizes, dim);
}

/* Of an empty table, which is no list of sizes: along no dimension. */
static int flip_none(luaTH_Call *call)
{
  int64_t dims[TH_MAX_DIM];
  if (luaTH_checksizes(call->L, call->arg[1].index, call->arg[1].index, dims, "flip: a dimension"))
    return th_fail(TH_EINVAL, "flip: the table holds no dimensions");
  return flip_dims(call, 0, NULL);
}

static int fliplr(luaTH_Call *call) { return flip_dims(call, 1, (int[]){1}); }
static int flipud(luaTH_Call *call) { return flip_dims(call, 1, (int[]){0}); }

static int roll(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  int64_t shift[TH_MAX_DIM];
  int dim[TH_MAX_DIM], dims = 0;
  const int n = luaTH_checksizes(call->L, arg[1].index, arg[1].index, shift, "roll: the shift");
  if (arg[2].given) dims = read_dims(call->L, arg[2].index, arg[0].tensor, dim, "roll");
  if (n != (arg[2].given ? dims : 1) || !n)
    return th_fail(TH_EINVAL, "roll: %d shifts for %d dimensions", n, dims);
  return THTensor_roll(call->result[0], arg[0].tensor, dims, shift, dim);
}

static int rot90(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int64_t k = optional(call, 1, 1, "rot90: the number of turns");
  int dim[TH_MAX_DIM] = {0, 1}, n = 2;
  if (arg[2].given) n = read_dims(call->L, arg[2].index, arg[0].tensor, dim, "rot90");
  if (n != 2) return th_fail(TH_EINVAL, "rot90: %d dimensions; expected two", n);
  return THTensor_rot90(call->result[0], arg[0].tensor, k, dim[0], dim[1]);
}

static int tile(luaTH_Call *call)
{
  const luaTH_Value *times = &call->arg[1];
  return THTensor_tile(call->result[0], call->arg[0].tensor, times->nsizes, times->sizes);
}

/* Without a dimension the elements are those of the flattened tensor. */
static int repeat_interleave(luaTH_Call *call, const THTensor *counts)
{
  const luaTH_Value *arg = call->arg;
  THTensor flat = {0};
  THTensor_set(&flat, arg[0].tensor);
  int status = arg[2].given ? TH_OK : THTensor_reshape(&flat, &flat, 1, (int64_t[]){-1});
  if (!status)
    status = THTensor_repeatInterleave(call->result[0], &flat, counts,
                                       arg[2].given ? (int)arg[2].integer : 0);
  THTensor_clear(&flat);
  return status;
}

static int repeatInterleave(luaTH_Call *call)
{
  return repeat_interleave(call, call->arg[1].tensor);
}

static int repeat_times(luaTH_Call *call)
{
  THTensor counts = {0};
  int status = THTensor_new(&counts, 0, TH_LONG, 1, (int64_t[]){1});
  if (!status) status = THTensor_fill(&counts, TH_integer(call->arg[1].integer));
  if (!status) status = repeat_interleave(call, &counts);
  THTensor_clear(&counts);
  return status;
}

/* Read the pairs of a table. Returns their number. */
static int read_pairs(luaTH_Call *call, int index, int64_t *around)
{
  lua_State *L = call->L;
  luaTH_checklist(L, index, NULL, "pad: a list of pairs");
  const int n = (int)lua_rawlen(L, index);
  if (n % 2 || n > 2 * TH_MAX_DIM)
    luaL_error(L, "pad: %d numbers; expected a number before and one after each of at most %d "
                  "dimensions", n, TH_MAX_DIM);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, index, k + 1);
    around[k] = luaTH_tointeger(L, -1, "pad: a number of positions");
    lua_pop(L, 1);
  }
  return n / 2;
}

static int pad(luaTH_Call *call)
{
  static const char *const modes[] = {"constant", "reflect", "replicate", "circular"};
  const luaTH_Value *arg = call->arg;
  int64_t around[2 * TH_MAX_DIM];
  int mode = 0;
  const int n = read_pairs(call, arg[1].index, around);
  while (strcmp(modes[mode], arg[2].string) != 0) mode++;
  return THTensor_pad(call->result[0], arg[0].tensor, n, around, (enum THPadMode)mode,
                      arg[3].number);
}

/* --- diagonals --- */

static int diagEmbed(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const int n = x->nDimension + 1;
  const int64_t offset = optional(call, 1, 0, "diagEmbed: offset");
  const int dim1 = dim_from_start(optional(call, 2, -2, "diagEmbed: dim1"), n);
  const int dim2 = dim_from_start(optional(call, 3, -1, "diagEmbed: dim2"), n);
  return THTensor_diagEmbed(call->result[0], x, offset, dim1, dim2);
}

static int diagflat(luaTH_Call *call)
{
  THTensor flat = {0};
  const int64_t offset = optional(call, 1, 0, "diagflat: offset");
  int status = THTensor_reshape(&flat, call->arg[0].tensor, 1, (int64_t[]){-1});
  if (!status) status = THTensor_diag(call->result[0], &flat, offset);
  THTensor_clear(&flat);
  return status;
}

static int triangle(luaTH_Call *call, int lower)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_triangleIndices(call->result[0], arg[0].integer, arg[1].integer,
                                  optional(call, 2, 0, lower ? "trilIndices: offset"
                                                            : "triuIndices: offset"),
                                  lower);
}

static int trilIndices(luaTH_Call *call) { return triangle(call, 1); }
static int triuIndices(luaTH_Call *call) { return triangle(call, 0); }

static int fillDiagonal(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor *x = arg[0].tensor;
  if (!THDtype_traits(x->dtype)->complex) TH_TRY(TH_checkReal(call->name, arg[1].number));
  return return_self(call, THTensor_fillDiagonal(x, arg[1].number, (int)arg[2].integer));
}

static int vander(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor;
  const int64_t n = arg[1].given ? arg[1].integer : THTensor_nElement(x);
  return THTensor_vander(call->result[0], x, n, (int)arg[2].integer);
}

/* --- by positions --- */

static int take(luaTH_Call *call)
{
  return THTensor_take(call->result[0], call->arg[0].tensor, call->arg[1].tensor);
}

static int takeAlongDim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_takeAlongDim(call->result[0], arg[0].tensor, arg[1].tensor,
                               arg[2].given ? (int)arg[2].integer : -1);
}

static int put(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor own = {0}, *x = arg[0].tensor;
  const THTensor *values;
  int status = operand_tensor(call->name, &arg[2], x, &own, &values);
  if (!status) status = THTensor_putAt(x, arg[1].tensor, values, (int)arg[3].integer);
  THTensor_clear(&own);
  return return_self(call, status);
}

static int indexPut(luaTH_Call *call)
{
  static const int leading[TH_MAX_DIM] = {0, 1, 2, 3, 4, 5, 6, 7};
  const luaTH_Value *arg = call->arg;
  THTensor own = {0}, *x = arg[0].tensor;
  const THTensor *values;
  int n;
  convert_positions(call, arg[1].index);
  const THTensor **idx = push_tensors(call, arg[1].index, &n);
  int status = operand_tensor(call->name, &arg[2], x, &own, &values);
  if (!status) status = THTensor_putDims(x, n, leading, idx, values, (int)arg[3].integer);
  THTensor_clear(&own);
  lua_pop(call->L, 1);
  return return_self(call, status);
}

static int scatterReduce(luaTH_Call *call)
{
  static const char *const names[] = {"sum", "prod", "mean", "amax", "amin"};
  const luaTH_Value *arg = call->arg;
  int how = 0;
  while (strcmp(names[how], arg[4].string) != 0) how++;
  return return_self(call, THTensor_scatterReduce(arg[0].tensor, (int)arg[1].integer, arg[2].tensor,
                                                  arg[3].tensor, (enum THCombination)how,
                                                  (int)arg[5].integer));
}

static int ravelMultiIndex(luaTH_Call *call)
{
  int64_t size[TH_MAX_DIM];
  int n;
  const luaTH_Value *arg = call->arg;
  const int sizes = luaTH_checksizes(call->L, arg[1].index, arg[1].index, size,
                                     "ravelMultiIndex: size");
  convert_positions(call, arg[0].index);
  const THTensor **idx = push_tensors(call, arg[0].index, &n);
  const int status = n == sizes ? THTensor_ravelPositions(call->result[0], n, idx, size)
                                : th_fail(TH_ESHAPE, "ravelMultiIndex: %d tensors of positions and "
                                          "%d sizes", n, sizes);
  lua_pop(call->L, 1);
  return status;
}

#define IDX "idx:LongTensor/table"

#define ROLL(signature)                                                                            \
  {"roll", signature, roll,                                                                         \
   "a copy shifted towards the end; what falls off comes in front. Without dim over all elements", \
   0, 0}

static const luaTH_Row rows[] = {
  {"stack", "r! list:table dim:number=1", stack, "joins tensors of equal sizes along a new dimension", 0, 0},
  {"concat", "r! list:table dim:number=1", concat, "joins tensors along a dimension, as cat does, but along the first unless told", 0, 0},
  {"hstack", "r! list:table", hstack, "joins tensors side by side: along dimension 2, vectors along 1", 0, 0},
  {"vstack", "r! list:table", vstack, "joins tensors one below the other: along dimension 1, vectors as rows", 0, 0},
  {"dstack", "r! list:table", dstack, "joins tensors along dimension 3", 0, 0},
  {"columnStack", "r! list:table", columnStack, "joins vectors as columns, and matrices side by side", 0, 0},
  {"blockDiag", "r! list:table", blockDiag, "a matrix with the matrices and numbers of the list along its diagonal, 0 elsewhere", 0, 0},
  {"cartesianProd", "r! list:table", cartesianProd, "all combinations of elements of the vectors, as rows, the last vector fastest", 0, 0},
  {"combinations", "r! x:Tensor n:count=2 withReplacement:boolean=false", combinations,
   "all choices of n elements of a vector, in order, as rows", 0, 0},
  {"flip", "r! x:Tensor dims:sizes", flip, "a copy with the elements in reverse order along these dimensions", 0, 0},
  {"flip", "r! x:Tensor dims:table", flip_none, "a copy with the elements in reverse order along these dimensions", 0, 0},
  {"fliplr", "r! x:Tensor", fliplr, "a copy with the columns in reverse order", 0, 0},
  {"flipud", "r! x:Tensor", flipud, "a copy with the rows in reverse order", 0, 0},
  ROLL("r! x:Tensor shift:number dim:dim?"), ROLL("r! x:Tensor shift:table dim:any?"),
  {"rot90", "r! x:Tensor k:number=1 dims:table?", rot90, "a copy after k quarter turns from the first of two dimensions towards the second", 0, 0},
  {"tile", "r! x:Tensor times:sizes", tile, "x repeated the given number of times along its last dimensions", 0, 0},
  {"repeatInterleave", "r! x:Tensor n:LongTensor/table dim:dim?", repeatInterleave,
   "each position n times in a row; n may be a count for each", 0, 0},
  {"repeatInterleave", "r! x:Tensor n:count dim:dim?", repeat_times, "each position n times in a row", 0, 0},
  {"pad", "r! x:Tensor around:table mode:constant/reflect/replicate/circular=constant value:complex=0", pad,
   "x with more elements around it: pairs before, after from the last dimension on; negative "
   "ones cut",
   0, 0},
  {"diagEmbed", "r! x:Tensor offset:number? dim1:number? dim2:number?", diagEmbed,
   "the last dimension as diagonals of new matrices, 0 elsewhere", 0, 0},
  {"diagflat", "r! x:Tensor offset:number?", diagflat, "a matrix with all elements of x as a diagonal", 0, 0},
  {"trilIndices", "r!Long rows:count columns:count offset:number?", trilIndices,
   "the positions on and below a diagonal: rows, then columns", LUATH_FUNCTION_ONLY, 0},
  {"triuIndices", "r!Long rows:count columns:count offset:number?", triuIndices,
   "the positions on and above a diagonal: rows, then columns", LUATH_FUNCTION_ONLY, 0},
  {"fillDiagonal", "x:Tensor value:complex wrap:boolean=false", fillDiagonal,
   "sets the diagonal of x to a number; with wrap it begins again below, in tall matrices",
   LUATH_METHOD_ONLY, 0},
  {"vander", "r! x:Tensor n:count? increasing:boolean=false", vander, "powers of a vector as columns, from n - 1 down to 0", 0, 0},
  {"take", "r! x:Tensor " IDX, take, "the elements at positions of the flattened x; negative ones count from the end", 0, 0},
  {"takeAlongDim", "r! x:Tensor " IDX " dim:dim?", takeAlongDim,
   "gather whose other sizes broadcast; without dim of the flattened tensors", 0, 0},
  {"put", "x:Tensor " IDX " values:Operand accumulate:boolean=false", put,
   "sets the elements at positions of the flattened x, or adds to them", LUATH_METHOD_ONLY, 0},
  {"indexPut", "x:Tensor list:table values:Operand accumulate:boolean=false", indexPut,
   "sets the elements at positions in the first dimensions, one LongTensor for each, or adds "
   "to them",
   LUATH_METHOD_ONLY, 0},
  {"scatterReduce", "x:Tensor dim:dim " IDX " y:Tensor how:sum/prod/mean/amax/amin includeSelf:boolean=true",
   scatterReduce,
   "combines all elements of y that name one place of x along dim, with what is there",
   LUATH_METHOD_ONLY, 0},
  {"ravelMultiIndex", "r!Long list:table size:any", ravelMultiIndex,
   "positions in the flattened tensor, of one LongTensor of positions for each dimension",
   LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openarrange(lua_State *L)
{
  luaTH_register(L, rows);
}
