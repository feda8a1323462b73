/*
** Functions along a dimension that are made of others: extremes, counts, sums without NaN, sums of
** exponentials, differences, areas and slopes. Over all elements they give numbers.
*/
#include "chapters/dims.h"
#include "chapters/options.h"
#include "core/signature.h"

/* --- reductions with one result: a row's data is the address of one of these --- */

typedef int (*Along)(THTensor *out, const THTensor *x, int dim);

static const Along amax = THTensor_amax, amin = THTensor_amin, ptp = THTensor_ptp,
                   countNonzero = THTensor_countNonzero, nansum = THTensor_nansum,
                   nanmean = THTensor_nanmean, nanprod = THTensor_nanprod,
                   logsumexp = THTensor_logsumexp, softmax = THTensor_softmax,
                   logSoftmax = THTensor_logSoftmax;

static int along(luaTH_Call *call)
{
  const Along *function = call->row->data;
  return (*function)(call->result[0], call->arg[0].tensor, (int)call->arg[1].integer);
}

static int along_dims(luaTH_Call *call)
{
  read_dim_list(call, &call->arg[1]);
  return over_dims(call, 1, along);
}

/* The element of a reduction along a vector of all elements. *number is not set on failure. */
static int reduce_all(const luaTH_Call *call, Along function, THNumber *number)
{
  THTensor flat = {0}, made = {0};
  int status = THTensor_joinDims(call->name, &flat, call->arg[0].tensor, 0, NULL);
  if (!status) status = function(&made, &flat, 0);
  if (!status) status = THTensor_get(&made, 0, number);
  THTensor_clear(&flat), THTensor_clear(&made);
  return status;
}

static int along_all(luaTH_Call *call)
{
  const Along *function = call->row->data;
  THNumber number;
  TH_TRY(reduce_all(call, *function, &number));
  return luaTH_returnelement(call, number);
}

/* Of all elements, as exact as sum and prod are. */
typedef int (*Total)(const THTensor *x, THNumber *number);
static const Total nansumAll = THTensor_nansumAll, nanprodAll = THTensor_nanprodAll,
                   nanmeanAll = THTensor_nanmeanAll;

static int nan_all(luaTH_Call *call)
{
  const Total *function = call->row->data;
  THNumber number;
  TH_TRY((*function)(call->arg[0].tensor, &number));
  return luaTH_returnelement(call, number);
}

/* --- with biased --- */

typedef int (*Deviation)(THTensor *out, const THTensor *x, int dim, int biased);
static const Deviation nanvar = THTensor_nanvar, nanstd = THTensor_nanstd;

static int deviation(luaTH_Call *call)
{
  const Deviation *function = call->row->data;
  const luaTH_Value *arg = call->arg;
  return (*function)(call->result[0], arg[0].tensor, (int)arg[1].integer, arg[2].integer != 0);
}

static int deviation_all(luaTH_Call *call)
{
  const Deviation *function = call->row->data;
  const THTensor *x = call->arg[0].tensor;
  THTensor flat = {0}, made = {0};
  THNumber number;
  int status = THTensor_joinDims(call->name, &flat, x, 0, NULL);
  if (!status && THDtype_traits(x->dtype)->floating)
    status = THTensor_to(&flat, &flat, THTensor_device(x), TH_DOUBLE);
  if (!status) status = (*function)(&made, &flat, 0, call->arg[1].integer != 0);
  if (!status) status = THTensor_get(&made, 0, &number);
  THTensor_clear(&flat), THTensor_clear(&made);
  return status ? status : luaTH_returnelement(call, number);
}

/* --- two results --- */

static int return_two(luaTH_Call *call, THNumber a, THNumber b)
{
  const THTensor *x = call->arg[0].tensor;
  call->pushed = 2;
  TH_TRY(luaTH_pushscalar(call->L, x, a));
  return luaTH_pushscalar(call->L, x, b);
}

/* The first result was made apart, since the second is of the same x, which either may be. */
static int give_first(luaTH_Call *call, int status, THTensor *made)
{
  if (!status) status = THResult_replace(call->name, call->result[0], made);
  THTensor_clear(made);
  return status;
}

static int aminmax(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const int dim = (int)call->arg[1].integer;
  THTensor least = {0};
  int status = THTensor_amin(&least, x, dim);
  if (!status) status = THTensor_amax(call->result[1], x, dim);
  return give_first(call, status, &least);
}

static int aminmax_all(luaTH_Call *call)
{
  THNumber least, most;
  TH_TRY(reduce_all(call, THTensor_amin, &least));
  TH_TRY(reduce_all(call, THTensor_amax, &most));
  return return_two(call, least, most);
}

/* The row's data is the reduction. */
static int moments(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int op = (int)((const THReduction *)call->row->data - TH_reductions);
  const int dim = (int)arg[1].integer;
  THTensor made = {0};
  int status = THTensor_deviation(op, &made, arg[0].tensor, dim, arg[2].integer != 0);
  if (!status) status = THTensor_reduce(TH_OP_mean, call->result[1], arg[0].tensor, dim);
  return give_first(call, status, &made);
}

static int moments_dims(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const THTensor *x = arg[0].tensor;
  const int op = (int)((const THReduction *)call->row->data - TH_reductions);
  THTensor joined = {0}, made = {0}, mean = {0};
  int dims[TH_MAX_DIM];
  read_dim_list(call, &call->arg[1]);
  const int n = arg[1].nsizes;
  for (int k = 0; k < n; k++) dims[k] = (int)arg[1].sizes[k];
  int status = THTensor_joinDims(call->name, &joined, x, n, dims);
  const int last = joined.nDimension - 1;
  if (!status) status = THTensor_deviation(op, &made, &joined, last, arg[2].integer != 0);
  if (!status) status = THTensor_reduce(TH_OP_mean, &mean, &joined, last);
  if (!status) status = THTensor_keepDims(call->name, &made, x, n, dims);
  if (!status) status = THTensor_keepDims(call->name, &mean, x, n, dims);
  if (!status) status = THResult_replace(call->name, call->result[1], &mean);
  THTensor_clear(&joined), THTensor_clear(&mean);
  return give_first(call, status, &made);
}

static int moments_all(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int op = (int)((const THReduction *)call->row->data - TH_reductions);
  THNumber deviation, mean;
  TH_TRY(THTensor_deviationAll(op, arg[0].tensor, arg[1].integer != 0, &deviation));
  TH_TRY(THTensor_reduceAll(TH_OP_mean, arg[0].tensor, &mean));
  return return_two(call, deviation, mean);
}

/* Values and positions; a row's data is the address of one of these. */
typedef int (*Pair)(THTensor *values, THTensor *indices, const THTensor *x, int dim);
static const Pair nanmax = THTensor_nanmax, nanmin = THTensor_nanmin,
                  nanmedian = THTensor_nanmedian, cummax = THTensor_cummax,
                  cummin = THTensor_cummin;
static const Along nanargmax = THTensor_nanargmax, nanargmin = THTensor_nanargmin;

static int pair(luaTH_Call *call)
{
  const Pair *function = call->row->data;
  return (*function)(call->result[0], call->result[1], call->arg[0].tensor,
                     (int)call->arg[1].integer);
}

static int nanmax_values(THTensor *out, const THTensor *x, int dim)
{
  THTensor indices = {0};
  int status = THTensor_nanmax(out, &indices, x, dim);
  THTensor_clear(&indices);
  return status;
}

static int nanmin_values(THTensor *out, const THTensor *x, int dim)
{
  THTensor indices = {0};
  int status = THTensor_nanmin(out, &indices, x, dim);
  THTensor_clear(&indices);
  return status;
}
static const Along nanmaxValues = nanmax_values, nanminValues = nanmin_values;

/* --- differences, areas, slopes --- */

/* x with what the options put before and behind it. */
static int extended(const luaTH_Call *call, THTensor *out, const THTensor *before,
                    const THTensor *behind)
{
  const THTensor *inputs[3];
  int n = 0;
  if (before) inputs[n++] = before;
  inputs[n++] = call->arg[0].tensor;
  if (behind) inputs[n++] = behind;
  return THTensor_cat(out, n, inputs, (int)call->arg[2].integer);
}

static int diff(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg, *o = &arg[3];
  const int dim = (int)arg[2].integer;
  if (o->given) luaTH_checkoptions(call->L, call->name, o->index, "prepend append");
  const THTensor *before = option_tensor(call, o, "prepend");
  const THTensor *behind = option_tensor(call, o, "append");
  if (!before && !behind)
    return THTensor_diff(call->result[0], arg[0].tensor, arg[1].integer, dim);
  THTensor whole = {0};
  int status = extended(call, &whole, before, behind);
  if (!status) status = THTensor_diff(call->result[0], &whole, arg[1].integer, dim);
  THTensor_clear(&whole);
  return status;
}

static THTensor *push_like(luaTH_Call *call, const THTensor *x)
{
  call->pushed++;
  return luaTH_newtensor(call->L, luaTH_kindOf(x));
}

typedef int (*Area)(THTensor *out, const THTensor *y, const THTensor *at, double step, int dim);
static const Area trapz = THTensor_trapz, cumulativeTrapezoid = THTensor_cumulativeTrapezoid;

static int area(luaTH_Call *call)
{
  const Area *function = call->row->data;
  const luaTH_Value *arg = call->arg;
  const double step = arg[1].given && !arg[1].tensor ? TH_asReal(arg[1].number) : 1;
  return (*function)(push_like(call, arg[0].tensor), arg[0].tensor, arg[1].tensor, step,
                     (int)arg[2].integer);
}

/* The places or the step along the k-th of n dimensions: what is given for all, or element k of a
   table of n. */
static THTensor *read_spacing(luaTH_Call *call, const luaTH_Value *v, int k, int n, double *step)
{
  lua_State *L = call->L;
  THNumber number = TH_real(1);
  const int is_given = v->given && !lua_isnil(L, v->index);
  const int is_list = is_given && lua_istable(L, v->index);
  if (is_list && (int)lua_rawlen(L, v->index) != n)
    luaTH_fail(L, "gradient: %d spacings for %d dimensions", (int)lua_rawlen(L, v->index), n);
  if (is_list) lua_rawgeti(L, v->index, k + 1);
  else if (is_given) lua_pushvalue(L, v->index);
  else lua_pushnumber(L, 1);
  THTensor *at = luaTH_totensor(L, -1);
  if (!at && !luaTH_tonumber(L, -1, &number))
    luaTH_fail(L, "gradient: a spacing is a %s; expected a number or a vector",
               luaL_typename(L, -1));
  lua_pop(L, 1);
  *step = TH_asReal(number);
  return at;
}

/* A table of tensors, one for each dimension. */
static int push_slopes(luaTH_Call *call, int n, const int64_t *dims)
{
  const THTensor *x = call->arg[0].tensor;
  lua_createtable(call->L, n, 0);
  for (int k = 0; k < n; k++) {
    double step;
    const THTensor *at = read_spacing(call, &call->arg[1], k, n, &step);
    TH_TRY(THTensor_gradient(luaTH_newtensor(call->L, luaTH_kindOf(x)), x, at, step,
                             dims ? (int)dims[k] : k));
    lua_rawseti(call->L, -2, k + 1);
  }
  call->pushed = 1;
  return TH_OK;
}

static int gradient(luaTH_Call *call)
{
  luaTH_Value *dims = &call->arg[2];
  if (dims->given) read_dim_list(call, dims);
  const int some = dims->given && dims->nsizes;
  return push_slopes(call, some ? dims->nsizes : call->arg[0].tensor->nDimension,
                     some ? dims->sizes : NULL);
}

static int gradient_along(luaTH_Call *call)
{
  return push_slopes(call, 1, &call->arg[2].integer);
}

/* --- rows --- */

#define REDUCTION(name, doc)                                                                       \
  {#name, "x:Tensor", along_all, doc, 0, &name},                                                   \
  {#name, "r! x:Tensor dim:dim", along, doc, 0, &name},                                            \
  {#name, "r! x:Tensor dims:table", along_dims, doc, 0, &name}
#define NAN_FOLD(name, doc)                                                                        \
  {#name, "x:Tensor", nan_all, doc, 0, &name##All},                                                \
  {#name, "r! x:Tensor dim:dim", along, doc, 0, &name},                                            \
  {#name, "r! x:Tensor dims:table", along_dims, doc, 0, &name}
#define COUNT(name, doc)                                                                           \
  {#name, "x:Tensor", along_all, doc, 0, &name},                                                   \
  {#name, "r!Long x:Tensor dim:dim", along, doc, 0, &name},                                        \
  {#name, "r!Long x:Tensor dims:table", along_dims, doc, 0, &name}
#define NAN_DEVIATION(name, doc)                                                                   \
  {#name, "x:Tensor biased:boolean=false", deviation_all, doc, 0, &name},                          \
  {#name, "r! x:Tensor dim:dim biased:boolean=false", deviation, doc, 0, &name}
#define MOMENTS(name, op, doc)                                                                     \
  {#name, "x:Tensor biased:boolean=false", moments_all, doc, 0, &TH_reductions[op]},               \
  {#name, "r! mean! x:Tensor dim:dim biased:boolean=false", moments, doc, 0, &TH_reductions[op]}, \
  {#name, "r! mean! x:Tensor dims:table biased:boolean=false", moments_dims, doc, 0,               \
   &TH_reductions[op]}
#define NAN_EXTREME(name, doc)                                                                     \
  {#name, "x:Tensor", along_all, doc, 0, &name##Values},                                           \
  {#name, "values! indices!Long x:Tensor dim:dim", pair, doc, 0, &name}
#define NAN_ARG(name, doc)                                                                         \
  {#name, "x:Tensor", along_all, doc, 0, &name},                                                   \
  {#name, "indices!Long x:Tensor dim:dim", along, doc, 0, &name}
#define PAIR(name, dim, doc) \
  {#name, "values! indices!Long x:Tensor dim:dim=" dim, pair, doc, 0, &name}

static const luaTH_Row rows[] = {
  REDUCTION(amax, "largest element, without its position; NaN if there is one"),
  REDUCTION(amin, "smallest element, without its position; NaN if there is one"),
  REDUCTION(ptp, "largest element less the smallest; NaN if there is one"),
  COUNT(countNonzero, "how many elements are not 0"),
  NAN_FOLD(nansum, "sum of the elements that are not NaN"),
  NAN_FOLD(nanmean, "mean of the elements that are not NaN; NaN of none"),
  NAN_FOLD(nanprod, "product of the elements that are not NaN"),
  NAN_DEVIATION(nanvar, "variance of the elements that are not NaN, over their count less 1, "
                        "or over the count if biased"),
  NAN_DEVIATION(nanstd, "standard deviation of the elements that are not NaN, the square root of "
                        "nanvar"),
  NAN_EXTREME(nanmax, "largest element that is not NaN, and along a dimension its first position "
                      "too; NaN of none"),
  NAN_EXTREME(nanmin, "smallest element that is not NaN, and along a dimension its first position "
                      "too; NaN of none"),
  NAN_ARG(nanargmax, "position of the largest element that is not NaN: the first of equals"),
  NAN_ARG(nanargmin, "position of the smallest element that is not NaN: the first of equals"),
  PAIR(nanmedian, "-1",
   "the middle element along dim of those that are not NaN (the smaller of two), and its "
   "position"),
  REDUCTION(logsumexp,
   "logarithm of the sum of the exponentials of the elements, without overflow"),
  {"softmax", "r! x:Tensor dim:dim=-1", along, "exponentials of the elements, divided by their sum along dim", 0, &softmax},
  {"logSoftmax", "r! x:Tensor dim:dim=-1", along, "logarithm of softmax, without underflow", 0, &logSoftmax},
  {"aminmax", "x:Tensor", aminmax_all, "smallest and largest element", 0, 0},
  {"aminmax", "least! most! x:Tensor dim:dim", aminmax, "smallest and largest element along dim", 0, 0},
  MOMENTS(varMean, TH_OP_var, "variance and mean"),
  MOMENTS(stdMean, TH_OP_std, "standard deviation and mean"),
  PAIR(cummax, "1", "the largest element so far along dim, and its last position so far"),
  PAIR(cummin, "1", "the smallest element so far along dim, and its last position so far"),
  {"diff", "r! x:Tensor n:count=1 dim:dim=-1 o:options?", diff,
   "differences of neighbours along dim, n times; of Bools whether they differ; options: prepend "
   "and append, tensors", 0, 0},
  {"trapz", "y:Tensor x:Operand? dim:dim=-1", area, "area under the points along dim by trapezia; x: their places, or the step between them", 0, &trapz},
  {"cumulativeTrapezoid", "y:Tensor x:Operand? dim:dim=-1", area,
   "areas under the points along dim by trapezia, up to each but the first",
   0, &cumulativeTrapezoid},
  {"gradient", "x:Tensor spacing:any? dims:table?", gradient,
   "a table of slopes along each dimension, from the neighbours on both sides; spacing: the "
   "step, the places, or a table of these", 0, 0},
  {"gradient", "x:Tensor spacing:any? dim:dim", gradient_along, "slopes along one dimension, in a table", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openalong(lua_State *L)
{
  luaTH_register(L, rows);
}
