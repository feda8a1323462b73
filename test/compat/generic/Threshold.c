/* A layer in the style of Torch7's nn: a threshold. layers.c includes it for each type. */
#ifndef TH_GENERIC_FILE
#define TH_GENERIC_FILE "generic/Threshold.c"
#else

static int layers_(Threshold_updateOutput)(lua_State *L)
{
  THTensor *input = luaT_checkudata(L, 2, torch_Tensor);
  THTensor *output = luaT_getfieldcheckudata(L, 1, "output", torch_Tensor);
  real threshold = (real)luaT_getfieldchecknumber(L, 1, "threshold");
  real value = (real)luaT_getfieldchecknumber(L, 1, "val");
  int inplace = luaT_getfieldcheckboolean(L, 1, "inplace");

  if (inplace) {
    TH_TENSOR_APPLY(real, input, if (*input_data <= threshold) { *input_data = value; });
    THTensor_(set)(output, input);
  } else {
    THTensor_(resizeAs)(output, input);
    TH_TENSOR_APPLY2(real, output, real, input,
                     *output_data = *input_data > threshold ? *input_data : value;);
  }
  luaT_pushudata(L, output, torch_Tensor);
  return 1;
}

static int layers_(Threshold_updateGradInput)(lua_State *L)
{
  THTensor *input = luaT_checkudata(L, 2, torch_Tensor);
  THTensor *gradOutput = luaT_checkudata(L, 3, torch_Tensor);
  THTensor *gradInput = luaT_getfieldcheckudata(L, 1, "gradInput", torch_Tensor);
  real threshold = (real)luaT_getfieldchecknumber(L, 1, "threshold");

  THTensor_(resizeAs)(gradInput, input);
  TH_TENSOR_APPLY3(real, gradInput, real, gradOutput, real, input,
                   *gradInput_data = *input_data > threshold ? *gradOutput_data : 0;);
  luaT_pushudata(L, gradInput, torch_Tensor);
  return 1;
}

/* The position, from 1, of the first element above the threshold, or nil. */
static int layers_(Threshold_first)(lua_State *L)
{
  THTensor *input = luaT_checkudata(L, 1, torch_Tensor);
  real threshold = (real)luaL_optnumber(L, 2, -THInf);
  long place = 0, found = 0;
  TH_TENSOR_APPLY(real, input, place++; if (*input_data > threshold) {
    found = place;
    TH_TENSOR_APPLY_hasFinished = 1;
    break;
  });
  if (found) lua_pushinteger(L, found);
  else lua_pushnil(L);
  return 1;
}

static const struct luaL_Reg layers_(Threshold__)[] = {
  {"Threshold_updateOutput", layers_(Threshold_updateOutput)},
  {"Threshold_updateGradInput", layers_(Threshold_updateGradInput)},
  {"Threshold_first", layers_(Threshold_first)},
  {NULL, NULL}
};

static void layers_(Threshold_init)(lua_State *L)
{
  luaT_pushmetatable(L, torch_Tensor);
  luaT_registeratname(L, layers_(Threshold__), "layers");
  lua_pop(L, 1);
}

#endif
