/*
** The layout 'mkldnn', oneDNN's: x:toMkldnn() and x:isMkldnn(). What such tensors can do stands in
** TH/mkldnn/THMkldnn.h; toDense, type and layout are those of all tensors.
*/
#include "core/signature.h"

static int toMkldnn(luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor;
  call->pushed = 1;
  if (THMkldnn_is(x)) {
    lua_pushvalue(call->L, call->arg[0].index);
    return TH_OK;
  }
  TH_TRY(THMkldnn_from(luaTH_newtensor(call->L, TH_FLOAT), x));
  luaTH_settype(call->L, lua_gettop(call->L));
  return TH_OK;
}

static int isMkldnn(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THMkldnn_is(call->arg[0].tensor));
}

static const luaTH_Row rows[] = {
  {"toMkldnn", "x:Tensor", toMkldnn,
   "a FloatTensor of 1 to 5 dimensions as a tensor of oneDNN's layout; one of that layout itself",
   0, 0},
  {"isMkldnn", "x:Tensor", isMkldnn, "whether a tensor has oneDNN's layout", 0, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openmkldnn(lua_State *L)
{
  luaTH_result(L, THMkldnn_register(), 0);
  luaTH_register(L, rows);
}
