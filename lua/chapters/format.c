/*
** Memory formats: their names (tensor.channelsLast), what order a tensor lies in, and copies in an
** order.
**
** A tensor that is in the order already is returned itself; clone always copies.
*/
#include "core/signature.h"

/* Argument 1, the name of a format; row-major if it is not given. */
static int format_of(const luaTH_Call *call)
{
  return call->arg[1].given ? THFormat_find(call->arg[1].string) : TH_FORMAT_CONTIGUOUS;
}

static int isContiguous(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THTensor_isInFormat(call->arg[0].tensor, format_of(call)));
}

static int suggestMemoryFormat(luaTH_Call *call)
{
  lua_pushstring(call->L, THFormat_name(THTensor_suggestFormat(call->arg[0].tensor)));
  call->pushed = 1;
  return TH_OK;
}

static int contiguous(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  const int format = format_of(call);
  TH_TRY(THTensor_checkStrided("contiguous", x));
  TH_TRY(luaTH_checkresult(call));
  if (x->flags) return THTensor_cloneInFormat(call->result[0], x, x->dtype, format);
  if (call->given[0] || !THTensor_isInFormat(x, format))
    return THTensor_toInFormat(call->result[0], x, THTensor_device(x), x->dtype, format);
  lua_pushvalue(call->L, call->arg[0].index);
  call->pushed = 1;
  return TH_OK;
}

static int clone(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  TH_TRY(luaTH_checkresult(call));
  if (x->nDimension < 4 && !call->arg[1].given) /* no format but row-major: the short way */
    return THTensor_clone(call->result[0], x, x->dtype);
  const int dtype = luaTH_optiondtype(call, &call->arg[1], x->dtype);
  if (call->given[0] && dtype != x->dtype)
    return th_fail(TH_EDTYPE, "clone: the result is a %s, but the options ask for a %s",
                   luaTH_kindText(luaTH_kindOf(x)).text, THTensor_typeText(dtype).text);
  return THTensor_cloneInFormat(call->result[0], x, dtype, luaTH_likeformat(call, &call->arg[1]));
}

#define FORMATS "format:contiguous/channelsLast/channelsLast3d?"

static const luaTH_Row rows[] = {
  {"isContiguous", "x:Tensor " FORMATS, isContiguous,
   "whether the elements are in row-major order, or in another format's, without gaps",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"contiguous", "r! x:Tensor " FORMATS, contiguous,
   "the tensor itself if its elements are in row-major order, or in another format's, without "
   "gaps, else a copy", LUATH_LAZY, 0},
  {"clone", "r! x:Tensor o:options?", clone,
   "a copy with its own storage, of the dtype and memory format of x or of the options",
   LUATH_FORMATTED | LUATH_LAZY, 0},
  {"suggestMemoryFormat", "x:Tensor", suggestMemoryFormat,
   "the format that the strides tell: 'channelsLast', 'channelsLast3d' or 'contiguous'",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

/* The names of the constants, in the order of THFormat. */
static const char *const constants[TH_NUM_FORMATS] = {
  "contiguousFormat", "preserveFormat", "channelsLast", "channelsLast3d"};

void luaTH_openformat(lua_State *L)
{
  for (int format = 0; format < TH_NUM_FORMATS; format++) {
    lua_pushstring(L, THFormat_name(format));
    lua_setfield(L, -2, constants[format]);
  }
  luaTH_register(L, rows);
}
