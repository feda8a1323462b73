/*
** Quantized tensors: made of real ones, turned back, asked for their parameters, multiplied; and
** quantization that is only pretended, for training.
**
** Parameters are numbers or tensors. THQuantizer checks their values, so every way to make a
** quantized tensor has the same errors.
*/
#include <string.h>

#include "core/signature.h"

/* --- arguments --- */

/* The dtype that argument k names. Raises for anything else. */
static int check_dtype(luaTH_Call *call, int k)
{
  const int index = call->arg[k].index;
  const int dtype = luaTH_dtypeOf(luaTH_tokind(call->L, index));
  if (!THDtype_isBuilt(dtype))
    luaL_error(call->L, "%s: a dtype such as 'qint8' expected, got %s", call->name,
               lua_type(call->L, index) == LUA_TSTRING ? lua_tostring(call->L, index)
                                                       : luaL_typename(call->L, index));
  return dtype;
}

/* The kind of scheme that options ask for ({scheme = 'perTensorSymmetric'}); affine if none. */
static THQuantizing scheme_of(luaTH_Call *call, const luaTH_Value *options, int isPerChannel)
{
  lua_State *L = call->L;
  int isOther, kind = TH_QUANTIZE_AFFINE;
  if (!options->given) return kind;
  luaTH_checkoptions(L, call->name, options->index, "scheme");
  luaTH_rawfield(L, options->index, "scheme");
  if (!lua_isnil(L, -1)) {
    kind = lua_type(L, -1) == LUA_TSTRING
               ? THQuantizer_findScheme(lua_tostring(L, -1), &isOther) : -1;
    if (kind < 0 || isOther != isPerChannel || (!isPerChannel && kind == TH_QUANTIZE_FLOAT))
      luaL_error(L, "%s: the scheme is '%s', '%s'%s, not %s", call->name,
                 THQuantizer_schemeName(TH_QUANTIZE_AFFINE, isPerChannel),
                 THQuantizer_schemeName(TH_QUANTIZE_SYMMETRIC, isPerChannel),
                 isPerChannel ? " or 'perChannelAffineFloatQParams'" : "",
                 lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1));
  }
  lua_pop(L, 1);
  return kind;
}

/* Arguments first and first + 1, two numbers, as a quantization. */
static THQuantization whole(const luaTH_Call *call, int first)
{
  return (THQuantization){.axis = -1, .scale = TH_asReal(call->arg[first].number),
                          .zero = TH_asReal(call->arg[first + 1].number)};
}

/* The same for two tensors and an axis. */
static THQuantization channels(const luaTH_Call *call, int first)
{
  return (THQuantization){.axis = (int)call->arg[first + 2].integer,
                          .scales = call->arg[first].tensor,
                          .zeros = call->arg[first + 1].tensor};
}

/* --- making --- */

/* Push argument 0, quantized. */
static int push_quantized(luaTH_Call *call, THQuantization to, int dtype, THQuantizing kind)
{
  THTensor *out = luaTH_newtensor(call->L, dtype);
  call->pushed = 1;
  to.dtype = dtype;
  to.kind = kind;
  return THTensor_quantize(call->name, out, call->arg[0].tensor, &to);
}

static int quantizePerTensor(luaTH_Call *call)
{
  const int dtype = check_dtype(call, 3);
  return push_quantized(call, whole(call, 1), dtype, scheme_of(call, &call->arg[4], 0));
}

static int quantizePerChannel(luaTH_Call *call)
{
  const int dtype = check_dtype(call, 4);
  return push_quantized(call, channels(call, 1), dtype, scheme_of(call, &call->arg[5], 1));
}

static int quantizePerTensorDynamic(luaTH_Call *call)
{
  int64_t zero;
  THQuantization to = {.axis = -1};
  const int dtype = check_dtype(call, 1), isReduced = (int)call->arg[2].integer;
  TH_TRY(THTensor_chooseQuantization(call->arg[0].tensor, dtype, isReduced, &to.scale, &zero));
  to.zero = (double)zero;
  return push_quantized(call, to, dtype, TH_QUANTIZE_AFFINE);
}

static int dequantize(luaTH_Call *call)
{
  return THTensor_dequantize(call->result[0], call->arg[0].tensor);
}

/* The limits are the last two arguments. */
static int fake(luaTH_Call *call, THQuantization as, int limits)
{
  const luaTH_Value *limit = call->arg + limits;
  return THTensor_fakeQuantize(call->name, call->result[0], call->arg[0].tensor, &as,
                               TH_asInteger(limit[0].number), TH_asInteger(limit[1].number));
}

static int fakeQuantizePerTensor(luaTH_Call *call)
{
  return fake(call, whole(call, 1), 3);
}

static int fakeQuantizePerChannel(luaTH_Call *call)
{
  return fake(call, channels(call, 1), 4);
}

/* --- the product --- */

/* The number that an option has, or otherwise. Raises for another value. */
static double number_option(luaTH_Call *call, int index, const char *name, double otherwise)
{
  THNumber number = TH_real(otherwise);
  luaTH_rawfield(call->L, index, name);
  if (!lua_isnil(call->L, -1) && !luaTH_tonumber(call->L, -1, &number))
    luaL_error(call->L, "%s: %s is a number, not a %s", call->name, name,
               luaL_typename(call->L, -1));
  lua_pop(call->L, 1);
  return TH_asReal(number);
}

static int quantizedLinear(luaTH_Call *call)
{
  const luaTH_Value *arg = call->arg;
  const int o = arg[3].index;
  luaTH_checkoptions(call->L, call->name, o, "scale zeroPoint dtype");
  const int dtype = luaTH_dtypeOption(call->L, call->name, o, arg[0].tensor->dtype);
  const double scale = number_option(call, o, "scale", 0);
  const double zero = number_option(call, o, "zeroPoint", 0);
  THTensor *out = luaTH_newtensor(call->L, dtype);
  call->pushed = 1;
  return THTensor_quantizedLinear(out, arg[0].tensor, arg[1].tensor,
                                  arg[2].given ? arg[2].tensor : NULL, scale, zero, dtype);
}

/* --- asking --- */

static int isQuantized(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THTensor_isQuantized(call->arg[0].tensor));
}

static int intRepr(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const int dtype = THDtype_traits(x->dtype)->value;
  THTensor *out = luaTH_newtensor(call->L, dtype ? dtype : TH_CHAR);
  call->pushed = 1;
  return THTensor_intRepr(out, x);
}

static int check_quantized(const luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  if (THTensor_isQuantized(x)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: a quantized tensor was needed, this %s has no quantizer",
                 call->name, THTensor_typeText(x->dtype).text);
}

/* TH_OK if the parameters of argument 0 are the same for the whole tensor. */
static int check_whole(const luaTH_Call *call)
{
  TH_TRY(check_quantized(call));
  if (THQuantizer_axis(call->arg[0].tensor) == -1) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: the tensor has parameters per channel; qPerChannelScales() "
                 "and qPerChannelZeroPoints() give them", call->name);
}

static int check_channels(const luaTH_Call *call)
{
  TH_TRY(check_quantized(call));
  const int axis = THQuantizer_axis(call->arg[0].tensor);
  if (axis >= 0) return TH_OK;
  return th_fail(TH_EUNSUPPORTED,
                 axis == -1 ? "%s: the tensor has one scale and zero point; qScale() and "
                              "qZeroPoint() give them"
                            : "%s: the parameters differ along several dimensions",
                 call->name);
}

/* The first element of a tensor of parameters, which is borrowed. */
static double first_of(THTensor parameters)
{
  return *(const double *)THTensor_data(&parameters);
}

static int qScale(luaTH_Call *call)
{
  TH_TRY(check_whole(call));
  return luaTH_returnnumber(call, TH_real(first_of(THQuantizer_scales(call->arg[0].tensor))));
}

static int qZeroPoint(luaTH_Call *call)
{
  TH_TRY(check_whole(call));
  const THTensor *x = call->arg[0].tensor;
  const double zero = first_of(THQuantizer_zeros(x));
  return luaTH_returnnumber(call, THQuantizer_kind(x) == TH_QUANTIZE_FLOAT
                                      ? TH_real(zero) : TH_integer((int64_t)zero));
}

/* Push the parameters along the axis as a new tensor; those with a fraction as floats. */
static int push_channels(luaTH_Call *call, THTensor parameters, int dtype)
{
  const THTensor *x = call->arg[0].tensor;
  const int axis = THQuantizer_axis(x);
  const int as = THQuantizer_kind(x) == TH_QUANTIZE_FLOAT ? TH_FLOAT : dtype;
  parameters.nDimension = 1;
  parameters.size[0] = parameters.size[axis];
  parameters.stride[0] = parameters.stride[axis];
  THTensor *out = luaTH_newtensor(call->L, as);
  call->pushed = 1;
  return THTensor_clone(out, &parameters, as);
}

static int qPerChannelScales(luaTH_Call *call)
{
  TH_TRY(check_channels(call));
  return push_channels(call, THQuantizer_scales(call->arg[0].tensor), TH_DOUBLE);
}

static int qPerChannelZeroPoints(luaTH_Call *call)
{
  TH_TRY(check_channels(call));
  return push_channels(call, THQuantizer_zeros(call->arg[0].tensor), TH_LONG);
}

static int qPerChannelAxis(luaTH_Call *call)
{
  TH_TRY(check_channels(call));
  return luaTH_returnnumber(call, TH_integer(THQuantizer_axis(call->arg[0].tensor) + 1));
}

static int qScheme(luaTH_Call *call)
{
  TH_TRY(check_quantized(call));
  const THTensor *x = call->arg[0].tensor;
  lua_pushstring(call->L,
                 THQuantizer_schemeName(THQuantizer_kind(x), THQuantizer_axis(x) != -1));
  call->pushed = 1;
  return TH_OK;
}

/* --- the chapter --- */

#define PER_TENSOR "scale:number zeroPoint:number"
#define PER_CHANNEL "scales:Tensor zeroPoints:Tensor axis:dim"

static const luaTH_Row rows[] = {
  {"quantizePerTensor", "x:Tensor " PER_TENSOR " dtype:any o:options?", quantizePerTensor,
   "x as numbers of 8 or 32 bits: rint(x / scale) + zeroPoint, within the range of the type",
   LUATH_FUNCTION_ONLY, 0},
  {"quantizePerChannel", "x:Tensor " PER_CHANNEL " dtype:any o:options?", quantizePerChannel,
   "the same with a scale and a zero point for each position of axis", LUATH_FUNCTION_ONLY, 0},
  {"quantizePerTensorDynamic", "x:Tensor dtype:any reduceRange:boolean=false",
   quantizePerTensorDynamic,
   "the same with parameters made from the extremes of x; reduceRange: with one bit less",
   LUATH_FUNCTION_ONLY, 0},
  {"dequantize", "r!Float x:Tensor", dequantize, "the values of a quantized tensor, (q - zeroPoint) * scale", 0, 0},
  {"fakeQuantizePerTensor", "r! x:Tensor " PER_TENSOR " qmin:number qmax:number",
   fakeQuantizePerTensor,
   "x quantized to the numbers from qmin to qmax and back, in one pass", LUATH_FUNCTION_ONLY, 0},
  {"fakeQuantizePerChannel", "r! x:Tensor " PER_CHANNEL " qmin:number qmax:number",
   fakeQuantizePerChannel,
   "the same with a scale and a zero point for each position of axis", LUATH_FUNCTION_ONLY, 0},
  {"quantizedLinear", "x:Tensor w:Tensor bias:Tensor? o:options", quantizedLinear,
   "the product of quantized x and transposed w, plus bias, quantized by scale, zeroPoint, dtype",
   LUATH_FUNCTION_ONLY, 0},
  {"isQuantized", "x:Tensor", isQuantized, "whether x is quantized: has a scale and a zero point", 0, 0},
  {"intRepr", "x:Tensor", intRepr, "a copy of the numbers that a quantized tensor stores", LUATH_METHOD_ONLY, 0},
  {"qScale", "x:Tensor", qScale, "the scale of a quantized tensor", LUATH_METHOD_ONLY, 0},
  {"qZeroPoint", "x:Tensor", qZeroPoint, "the zero point of a quantized tensor, the number that stands for 0", LUATH_METHOD_ONLY, 0},
  {"qPerChannelScales", "x:Tensor", qPerChannelScales, "the scales of a tensor quantized per channel", LUATH_METHOD_ONLY, 0},
  {"qPerChannelZeroPoints", "x:Tensor", qPerChannelZeroPoints, "the zero points of a tensor quantized per channel", LUATH_METHOD_ONLY, 0},
  {"qPerChannelAxis", "x:Tensor", qPerChannelAxis, "the dimension along which the channels lie", LUATH_METHOD_ONLY, 0},
  {"qScheme", "x:Tensor", qScheme, "the name of the scheme of a quantized tensor, such as 'perTensorAffine'", LUATH_METHOD_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* quantizer(x, scheme, scales, zeroPoints, axis): give x, which was read from a file, its
   quantizer. For a whole tensor the parameters are numbers, and axis is 0. */
static int set_quantizer(lua_State *L)
{
  int isPerChannel = 0;
  THNumber scale, zero;
  THTensor *x = luaTH_checktensor(L, 1);
  const char *scheme = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
  const int kind = THQuantizer_findScheme(scheme, &isPerChannel);
  const THTensor *scales = luaTH_totensor(L, 3), *zeros = luaTH_totensor(L, 4);
  const lua_Number axis = lua_type(L, 5) == LUA_TNUMBER ? lua_tonumber(L, 5) : -1;
  const int isWhole = luaTH_tonumber(L, 3, &scale) && luaTH_tonumber(L, 4, &zero);
  if (kind < 0 || !(isPerChannel ? scales && zeros && axis >= 1 && axis <= x->nDimension
                                 : isWhole))
    return luaL_error(L, "read: a quantizer of scheme '%s' with wrong parameters for a tensor of "
                      "size %s", scheme, THTensor_sizeText(x).text);
  const THQuantization as = {
    .kind = kind, .axis = isPerChannel ? (int)axis - 1 : -1, .scales = scales, .zeros = zeros,
    .scale = isPerChannel ? 0 : TH_asReal(scale), .zero = isPerChannel ? 0 : TH_asReal(zero)};
  return luaTH_result(L, THQuantizer_set("read", x, &as), 0);
}

void luaTH_openquantize(lua_State *L)
{
  luaTH_register(L, rows);
  lua_pushcfunction(L, set_quantizer);
  lua_setfield(L, -2, "quantizer");
}
