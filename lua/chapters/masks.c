/* Elements by mask and by position, and tensors joined from others: a driver for each form. */
#include "core/signature.h"

/*
** For rows whose method changes its object. If the result is x, change it directly. Otherwise
** change a copy of x that then replaces the result, so that a failure leaves x and the result as
** they were.
*/
static int in_place(luaTH_Call *call, int (*change)(THTensor *t, const luaTH_Value *arg))
{
  const THTensor *x = call->arg[0].tensor;
  THTensor copy = {0}, *out = call->result[0];
  if (out == x) return change(out, call->arg);
  int status = THTensor_clone(&copy, x, x->dtype);
  if (!status) status = change(&copy, call->arg);
  if (!status) status = THResult_replace(call->name, out, &copy);
  THTensor_clear(&copy);
  return status;
}

#define CHANGE(name, call_th)                                      \
static int change_##name(THTensor *t, const luaTH_Value *arg)      \
{                                                                  \
  return call_th;                                                  \
}                                                                  \
static int name(luaTH_Call *call)                                  \
{                                                                  \
  return in_place(call, change_##name);                            \
}

CHANGE(maskedFill, THTensor_maskedFill(t, arg[1].tensor, arg[2].number))
CHANGE(maskedCopy, THTensor_maskedCopy(t, arg[1].tensor, arg[2].tensor))
CHANGE(indexFill, THTensor_indexFill(t, (int)arg[1].integer, arg[2].tensor, arg[3].number))
CHANGE(indexCopy, THTensor_indexCopy(t, (int)arg[1].integer, arg[2].tensor, arg[3].tensor))
CHANGE(indexAdd, THTensor_indexAdd(t, (int)arg[1].integer, arg[2].tensor, arg[3].tensor))

#define MAKE(name, call_th)                                        \
static int name(luaTH_Call *call)                                  \
{                                                                  \
  const luaTH_Value *arg = call->arg;                              \
  const THTensor *x = arg[0].tensor;                               \
  THTensor *out = call->result[0];                                 \
  return call_th;                                                  \
}

MAKE(maskedSelect, THTensor_maskedSelect(out, x, arg[1].tensor))
MAKE(nonzero, THTensor_nonzero(out, x))
MAKE(index, THTensor_index(out, x, (int)arg[1].integer, arg[2].tensor))
MAKE(gather, THTensor_gather(out, x, (int)arg[1].integer, arg[2].tensor))
MAKE(repeatTensor, THTensor_repeat(out, x, arg[1].nsizes, arg[1].sizes))

/* --- writing by position: as in Torch7, the functions too change their first argument --- */

static int return_self(luaTH_Call *call, int status)
{
  lua_pushvalue(call->L, call->arg[0].index);
  call->pushed = 1;
  return status;
}

static int scatter(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor *x = arg[0].tensor;
  const int dim = (int)arg[1].integer;
  if (arg[3].tensor)
    return return_self(call, THTensor_scatter(x, dim, arg[2].tensor, arg[3].tensor));
  return return_self(call, THTensor_scatterFill(x, dim, arg[2].tensor, arg[3].number));
}

static int scatterAdd(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int dim = (int)arg[1].integer;
  return return_self(call, THTensor_scatterAdd(arg[0].tensor, dim, arg[2].tensor, arg[3].tensor));
}

/* --- cat --- */

/* The dimension from 0, or negative as given: THTensor_cat counts negative ones from the end of its
   result. */
static int cat_dim(luaTH_Call *call, const luaTH_Value *v)
{
  const int64_t dim = v->given ? luaTH_tointeger(call->L, v->index, "cat: the dimension") : -1;
  if (dim == 0 || dim > TH_MAX_DIM || dim < -TH_MAX_DIM)
    luaTH_fail(call->L, "cat: no dimension %" PRId64 "; a tensor has at most %d", dim, TH_MAX_DIM);
  return (int)(dim > 0 ? dim - 1 : dim);
}

/* By Torch7's rules all tensors have one type. */
static int check_types(const luaTH_Call *call, int n, const THTensor *const *inputs)
{
  const THTypeText wanted = luaTH_kindText(luaTH_kindOf(inputs[0]));
  for (int k = 1; k < n; k++)
    if (inputs[k]->dtype != inputs[0]->dtype)
      return th_fail(TH_EDTYPE,
                     "cat: tensor 1 is a %s and tensor %d a %s; convert one, as in x:type('%s')",
                     wanted.text, k + 1, luaTH_kindText(luaTH_kindOf(inputs[k])).text, wanted.text);
  const THTensor *out = call->result[0];
  if (!call->given[0] || out->dtype == inputs[0]->dtype) return TH_OK;
  return th_fail(TH_EDTYPE, "cat: the result is a %s, expected a %s",
                 luaTH_kindText(luaTH_kindOf(out)).text, wanted.text);
}

/* Torch7 joins tensors without elements to one without dimensions. */
static int cat_all(luaTH_Call *call, int n, const THTensor *const *inputs, int dim)
{
  THTensor *out = call->result[0];
  if (n && luaTH_isTorch7(call->L)) TH_TRY(check_types(call, n, inputs));
  TH_TRY(THTensor_cat(out, n, inputs, dim));
  const int is_empty = out->nDimension == 1 && !out->size[0];
  return is_empty && luaTH_isTorch7(call->L) ? luaTH_toNoSizes(out) : TH_OK;
}

static int cat_two(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *inputs[] = {arg[0].tensor, arg[1].tensor};
  return cat_all(call, 2, inputs, cat_dim(call, &arg[2]));
}

/* The dimension of a list, given behind it or in it: cat({a, b}, 1), cat{a, b, dim = 1}. */
static int dim_of_list(luaTH_Call *call)
{
  lua_State *L = call->L;
  const luaTH_Value *list = &call->arg[0], *behind = &call->arg[1];
  luaTH_checklist(L, list->index, "dim", "cat: a list of tensors");
  lua_pushliteral(L, "dim");
  lua_rawget(L, list->index);
  const luaTH_Value within = {.given = !lua_isnil(L, -1), .index = lua_gettop(L)};
  if (within.given && behind->given) luaL_error(L, "cat: dim is given in the list and behind it");
  const int dim = cat_dim(call, within.given ? &within : behind);
  lua_pop(L, 1);
  return dim;
}

static int cat_list(luaTH_Call *call)
{
  lua_State *L = call->L;
  const luaTH_Value *arg = call->arg;
  const int n = (int)lua_rawlen(L, arg[0].index), dim = dim_of_list(call);
  const THTensor **inputs = lua_newuserdata(L, (size_t)(n + 1) * sizeof *inputs);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, arg[0].index, k + 1);
    inputs[k] = luaTH_totensor(L, -1);
    if (!inputs[k])
      return th_fail(TH_EINVAL, "cat: element %d of the list is a %s, not a tensor", k + 1,
                     luaL_typename(L, -1));
    lua_pop(L, 1);
  }
  int status = cat_all(call, n, inputs, dim);
  lua_pop(L, 1);
  return status;
}

/* --- triangles and diagonals: k counts diagonals from the main one, which is 0 --- */

#define DIAGONAL(name)                                                                     \
static int name(luaTH_Call *call)                                                          \
{                                                                                          \
  const luaTH_Value *k = &call->arg[1];                                                    \
  int64_t diagonal = 0;                                                                    \
  if (k->given) diagonal = luaTH_tointeger(call->L, k->index, #name ": the diagonal");     \
  return THTensor_##name(call->result[0], call->arg[0].tensor, diagonal);                  \
}

DIAGONAL(tril)
DIAGONAL(triu)
DIAGONAL(diag)

static int trace(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  THTensor diagonal = {0};
  THNumber sum;
  if (x->nDimension != 2)
    return th_fail(TH_ESHAPE, "trace: a tensor of %d dimensions; a matrix is needed",
                   x->nDimension);
  TH_TRY(THTensor_diagonal(&diagonal, x, 0, 0, 1));
  int status = THTensor_reduceAll(TH_OP_sum, &diagonal, &sum);
  THTensor_clear(&diagonal);
  return status ? status : luaTH_returnelement(call, sum);
}

/* Texts and signatures that several rows share. */
#define SLICES "slices of dim at the positions in a vector"
#define X_DIM_IDX "x:Tensor dim:dim idx:LongTensor/table"

static const luaTH_Row rows[] = {
  {"maskedFill", "r! x:Tensor mask:Mask value:complex", maskedFill, "sets the elements where the mask is not 0 to a number", LUATH_INPLACE, 0},
  {"maskedCopy", "r! x:Tensor mask:Mask y:Tensor", maskedCopy, "copies the elements of y, in order, to where the mask is not 0", LUATH_INPLACE, 0},
  {"maskedSelect", "r! x:Tensor mask:Mask", maskedSelect, "the elements where the mask is not 0, in order, as a vector", 0, 0},
  {"nonzero", "r!Long x:Tensor", nonzero, "the positions of the elements that are not 0, one per row", 0, 0},
  {"index", "r! " X_DIM_IDX, index, "a copy of the " SLICES, 0, 0},
  {"indexSelect", "r! " X_DIM_IDX, index, "a copy of the " SLICES, 0, 0},
  {"indexCopy", "r! " X_DIM_IDX " y:Tensor", indexCopy, "copies the slices of y to the " SLICES, LUATH_INPLACE, 0},
  {"indexFill", "r! " X_DIM_IDX " value:complex", indexFill, "sets a number in the " SLICES, LUATH_INPLACE, 0},
  {"indexAdd", "r! " X_DIM_IDX " y:Tensor", indexAdd, "adds the slices of y to the " SLICES, LUATH_INPLACE, 0},
  {"gather", "r! " X_DIM_IDX, gather, "the elements of x at the positions in idx along dim", 0, 0},
  {"scatter", X_DIM_IDX " y:Operand", scatter, "writes each element of y, or a number, to x at the position in idx along dim", 0, 0},
  {"scatterAdd", X_DIM_IDX " y:Tensor", scatterAdd, "adds each element of y to x at the position in idx along dim", 0, 0},
  {"cat", "r! x:Tensor y:Tensor dim:number=-1", cat_two, "joins two tensors, or a table of tensors, along dim", 0, 0},
  {"cat", "r! list:table dim:number=-1", cat_list, "joins two tensors, or a table of tensors, along dim, which may stand in the table: {x, y, dim = 1}", 0, 0},
  {"repeatTensor", "r! x:Tensor times:sizes", repeatTensor, "x repeated the given number of times along each dimension", 0, 0},
  {"tril", "r! x:Tensor k:number=0", tril, "a matrix with 0 above its diagonal k", 0, 0},
  {"triu", "r! x:Tensor k:number=0", triu, "a matrix with 0 below its diagonal k", 0, 0},
  {"diag", "r! x:Tensor k:number=0", diag, "diagonal k of a matrix, or the matrix with a vector as its diagonal k", 0, 0},
  {"trace", "x:Tensor", trace, "the sum of the diagonal of a matrix", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openindex(lua_State *L)
{
  luaTH_register(L, rows);
  luaTH_setfunctions(L, LUATH_TENSORS, luaTH_indexing);
}
