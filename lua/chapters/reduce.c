/*
** Reductions and scans: functions and methods for every row of THReduce.def, and argmax and argmin.
**
** A table of dimensions stands in the place of one. Where the library has no such function, the
** driver for one dimension reduces the last of a tensor in which they are one.
*/
#include <string.h>

#include "chapters/dims.h"
#include "core/signature.h"

static int op_of(const luaTH_Call *call)
{
  return (int)((const THReduction *)call->row->data - TH_reductions);
}

/* --- the dtype of the result --- */

/* Whether the operand, of integers, is converted for a floating function. */
static int is_widened(const luaTH_Call *call)
{
  const THReduction *reduction = call->row->data;
  return !luaTH_isTorch7(call->L) && strcmp(reduction->dtypes, "FLOATING") == 0 &&
         THDtype_traits(call->arg[0].tensor->dtype)->integral;
}

/* The dtype to which the operand of a form with a result is converted first: what the options say;
   for a floating function of integers that of the result given, or the default. */
static int working_dtype(luaTH_Call *call, const luaTH_Value *options)
{
  const int dtype = call->arg[0].tensor->dtype;
  if (options && options->given) return luaTH_optiondtype(call, options, dtype);
  if (!is_widened(call)) return dtype;
  if (!call->given[0]) return luaTH_defaultfloat(call->L);
  const int given = call->result[0]->dtype;
  return THDtype_traits(given)->floating ? given : dtype;
}

/* Run the driver on the operand converted to that dtype. */
static int run_with(luaTH_Call *call, int dtype, int (*driver)(luaTH_Call *call))
{
  THTensor *x = call->arg[0].tensor;
  if (dtype == x->dtype || THTensor_isUndefined(x)) return driver(call);
  THTensor converted = {0};
  int status = THTensor_toInFormat(&converted, x, THTensor_device(x), dtype, TH_FORMAT_PRESERVE);
  call->arg[0].tensor = &converted;
  if (!status) status = driver(call);
  call->arg[0].tensor = x;
  THTensor_clear(&converted);
  return status;
}

#define WIDENED(name, options)                                                                    \
static int name##_as(luaTH_Call *call)                                                            \
{                                                                                                 \
  return run_with(call, working_dtype(call, options), name);                                      \
}

/* A number is made of doubles. */
#define WIDENED_ALL(name)                                                                         \
static int name##_as(luaTH_Call *call)                                                            \
{                                                                                                 \
  return run_with(call, is_widened(call) ? TH_DOUBLE : call->arg[0].tensor->dtype, name);         \
}

/* --- over all elements: a number or a boolean --- */

static int return_number(luaTH_Call *call, int status, THNumber number)
{
  return status ? status : luaTH_returnelement(call, number);
}

static int reduce_all(luaTH_Call *call)
{
  THNumber number;
  int status = THTensor_reduceAll(op_of(call), call->arg[0].tensor, &number);
  return return_number(call, status, number);
}
WIDENED_ALL(reduce_all)

static int test_all(luaTH_Call *call)
{
  THNumber number;
  TH_TRY(THTensor_reduceAll(op_of(call), call->arg[0].tensor, &number));
  return luaTH_returnboolean(call, number.integer != 0);
}

static int deviation_all(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THNumber number;
  int status = THTensor_deviationAll(op_of(call), arg[0].tensor, arg[1].integer != 0, &number);
  return return_number(call, status, number);
}
WIDENED_ALL(deviation_all)

static int norm_all(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THNumber number;
  int status = THTensor_normAll(arg[0].tensor, TH_asReal(arg[1].number), &number);
  return return_number(call, status, number);
}
WIDENED_ALL(norm_all)

static int extreme_all(luaTH_Call *call)
{
  THNumber number;
  int status = THTensor_extremeAll(op_of(call), call->arg[0].tensor, &number, NULL);
  return return_number(call, status, number);
}

static int arg_all(luaTH_Call *call)
{
  THNumber number;
  int64_t index;
  TH_TRY(THTensor_extremeAll(op_of(call), call->arg[0].tensor, &number, &index));
  return luaTH_returnnumber(call, TH_integer(index + 1));
}

/* --- over a dimension --- */

static int reduce_dim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_reduce(op_of(call), call->result[0], arg[0].tensor, (int)arg[1].integer);
}
WIDENED(reduce_dim, &call->arg[2])

static int deviation_dim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_deviation(op_of(call), call->result[0], arg[0].tensor, (int)arg[1].integer,
                            arg[2].integer != 0);
}
WIDENED(deviation_dim, NULL)

static int norm_dim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_norm(call->result[0], arg[0].tensor, TH_asReal(arg[1].number),
                       (int)arg[2].integer);
}
WIDENED(norm_dim, NULL)

static int extreme_dim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_extreme(op_of(call), call->result[0], call->result[1], arg[0].tensor,
                          (int)arg[1].integer);
}

static int arg_dim(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  THTensor values = {0};
  int status = THTensor_extreme(op_of(call), &values, call->result[0], arg[0].tensor,
                                (int)arg[1].integer);
  THTensor_clear(&values);
  return status;
}

static int scan(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  return THTensor_scan(op_of(call), call->result[0], arg[0].tensor, (int)arg[1].integer);
}
WIDENED(scan, &call->arg[2])

/* --- over several dimensions --- */

static int reduce_list(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  int dims[TH_MAX_DIM];
  for (int k = 0; k < arg[1].nsizes; k++) dims[k] = (int)arg[1].sizes[k];
  return THTensor_reduceDims(op_of(call), call->result[0], arg[0].tensor, arg[1].nsizes, dims);
}

static int deviation_list(luaTH_Call *call)
{
  return over_dims(call, 1, deviation_dim);
}

static int norm_list(luaTH_Call *call)
{
  return over_dims(call, 2, norm_dim);
}

/* at: the argument; dtype: that in which is computed. */
#define DIMS(name, list, at, dtype)                                                               \
static int name##_dims(luaTH_Call *call)                                                          \
{                                                                                                 \
  read_dim_list(call, &call->arg[at]);                                                            \
  return run_with(call, dtype, list);                                                             \
}
DIMS(reduce, reduce_list, 1, working_dtype(call, &call->arg[2]))
DIMS(test, reduce_list, 1, call->arg[0].tensor->dtype)
DIMS(deviation, deviation_list, 1, working_dtype(call, NULL))
DIMS(norm, norm_list, 2, working_dtype(call, NULL))

/* --- rows --- */

typedef struct Form { const char *signature; int (*driver)(luaTH_Call *call); } Form;

/* The forms of each kind: over all elements, over a dimension, over several. */
enum { FORMS = 3 };
static const Form forms[][FORMS] = {
  [TH_KIND_REDUCE] = {{"x:Tensor", reduce_all_as},
                      {"res! x:Tensor dim:dim o:options?", reduce_dim_as},
                      {"res! x:Tensor dims:table o:options?", reduce_dims}},
  [TH_KIND_TEST] = {{"x:Tensor", test_all}, {"mask! x:Tensor dim:dim", reduce_dim},
                    {"mask! x:Tensor dims:table", test_dims}},
  [TH_KIND_DEVIATION] = {{"x:Tensor biased:boolean=false", deviation_all_as},
                         {"res! x:Tensor dim:dim biased:boolean=false", deviation_dim_as},
                         {"res! x:Tensor dims:table biased:boolean=false", deviation_dims}},
  [TH_KIND_NORM] = {{"x:Tensor p:number=2", norm_all_as},
                    {"res! x:Tensor p:number dim:dim", norm_dim_as},
                    {"res! x:Tensor p:number dims:table", norm_dims}},
  [TH_KIND_EXTREME] = {{"x:Tensor", extreme_all},
                       {"values! indices!Long x:Tensor dim:dim", extreme_dim}},
  [TH_KIND_SCAN] = {{"res! x:Tensor dim:dim=1 o:options?", scan_as}},
  [TH_KIND_RUNNING] = {{NULL, NULL}}, /* without a name: steps of cummax and cummin */
};

/* THReduce.def has rows for special exponents of norm, which are reached through norm, and for
   sums without NaN, which are in nansum and nanmean. */
static int has_name(int op)
{
  if (op == TH_OP_sumNumbers) return 0;
  return TH_reductions[op].kind != TH_KIND_NORM || op == TH_OP_norm;
}

#define MAX &TH_reductions[TH_OP_max]
#define MIN &TH_reductions[TH_OP_min]
static const luaTH_Row extra[] = {
  {"argmax", "x:Tensor", arg_all, "position of the largest element in row-major order: the first of equals, or the first NaN", 0, MAX},
  {"argmax", "indices!Long x:Tensor dim:dim", arg_dim, "positions of the largest elements along dim: the indices of max", 0, MAX},
  {"argmin", "x:Tensor", arg_all, "position of the smallest element in row-major order: the first of equals, or the first NaN", 0, MIN},
  {"argmin", "indices!Long x:Tensor dim:dim", arg_dim, "positions of the smallest elements along dim: the indices of min", 0, MIN},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openreduce(lua_State *L)
{
  int n = 0;
  luaTH_Row *rows = lua_newuserdata(L, (FORMS * TH_NUM_REDUCTIONS + 1) * sizeof *rows);
  for (int op = 0; op < TH_NUM_REDUCTIONS; op++) {
    const THReduction *reduction = &TH_reductions[op];
    for (int k = 0; k < FORMS && forms[reduction->kind][k].driver && has_name(op); k++) {
      const Form *form = &forms[reduction->kind][k];
      rows[n++] = (luaTH_Row){reduction->name, form->signature, form->driver, reduction->doc, 0,
                              reduction};
    }
  }
  rows[n] = (luaTH_Row){0};
  luaL_ref(L, LUA_REGISTRYINDEX);
  luaTH_register(L, rows);
  luaTH_register(L, extra);
}
