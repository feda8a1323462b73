/* A layer in the style of Torch7's nn: maxima along a dimension. layers.c includes it per type. */
#ifndef TH_GENERIC_FILE
#define TH_GENERIC_FILE "generic/Max.c"
#else

/* Maxima along a dimension and their positions, in new tensors */
static int layers_(Max_updateOutput)(lua_State *L)
{
  THTensor *input = luaT_checkudata(L, 1, torch_Tensor);
  int dimension = luaL_checkint(L, 2) - 1;
  THLongTensor *indices = THLongTensor_new();
  THTensor *output = THTensor_(new)();

  luaT_pushudata(L, output, torch_Tensor);
  luaT_pushudata(L, indices, "torch.LongTensor");
  THTensor_(max)(output, indices, input, dimension, 1);
  return 2;
}

/* The gradient at the maxima of the rows, 0 elsewhere; sizes and positions are computed by hand */
static int layers_(Max_updateGradInput)(lua_State *L)
{
  THLongTensor *indices = luaT_checkudata(L, 1, "torch.LongTensor");
  THTensor *gradOutput = luaT_checkudata(L, 2, torch_Tensor);
  THLongStorage *size = THLongStorage_newWithSize2(gradOutput->size[0], luaL_checklong(L, 3));
  THTensor *gradInput = THTensor_(newWithSize)(size, NULL);
  long i;

  THLongStorage_free(size);
  THTensor_(zero)(gradInput);
  THArgCheck(THLongTensor_nElement(indices) == gradInput->size[0], 1, "an index a row expected");
  for (i = 0; i < gradInput->size[0]; i++) {
    long at = THLongTensor_get2d(indices, i, 0) - 1;
    THTensor_(set2d)(gradInput, i, at, THTensor_(get2d)(gradOutput, i, 0));
  }
  luaT_pushudata(L, gradInput, torch_Tensor);
  return 1;
}

static const struct luaL_Reg layers_(Max__)[] = {
  {"Max_updateOutput", layers_(Max_updateOutput)},
  {"Max_updateGradInput", layers_(Max_updateGradInput)},
  {NULL, NULL}
};

static void layers_(Max_init)(lua_State *L)
{
  luaT_pushmetatable(L, torch_Tensor);
  luaT_registeratname(L, layers_(Max__), "layers");
  lua_pop(L, 1);
}

#endif
