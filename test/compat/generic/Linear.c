/* A layer in the style of Torch7's nn: the linear map. layers.c includes it for each type. */
#ifndef TH_GENERIC_FILE
#define TH_GENERIC_FILE "generic/Linear.c"
#else

/* input.layers.Linear_updateOutput(self, input): output = input weight' + bias */
static int layers_(Linear_updateOutput)(lua_State *L)
{
  THTensor *input = luaT_checkudata(L, 2, torch_Tensor);
  THTensor *weight = luaT_getfieldcheckudata(L, 1, "weight", torch_Tensor);
  THTensor *bias = luaT_getfieldcheckudata(L, 1, "bias", torch_Tensor);
  THTensor *output = luaT_getfieldcheckudata(L, 1, "output", torch_Tensor);
  THTensor *weight_t = THTensor_(newTranspose)(weight, 0, 1);

  THArgCheck(input->nDimension == 1 || input->nDimension == 2, 2, "vector or matrix expected");
  input = THTensor_(newContiguous)(input);
  if (input->nDimension == 1) {
    THTensor_(resize1d)(output, bias->size[0]);
    THTensor_(copy)(output, bias);
    THTensor_(addmv)(output, 1, output, 1, weight, input);
  } else {
    long batch = input->size[0], i;
    THTensor_(resize2d)(output, batch, bias->size[0]);
    for (i = 0; i < batch; i++) {
      THTensor *row = THTensor_(newSelect)(output, 0, i);
      THTensor_(copy)(row, bias);
      THTensor_(free)(row);
    }
    THTensor_(addmm)(output, 1, output, 1, input, weight_t);
  }
  THTensor_(free)(input);
  THTensor_(free)(weight_t);
  lua_pushvalue(L, lua_gettop(L));
  return 1;
}

/* gradInput = gradOutput weight, by BLAS on contiguous copies */
static int layers_(Linear_updateGradInput)(lua_State *L)
{
  THTensor *grad = THTensor_(newContiguous)(luaT_checkudata(L, 3, torch_Tensor));
  THTensor *weight = THTensor_(newContiguous)(
      luaT_getfieldcheckudata(L, 1, "weight", torch_Tensor));
  THTensor *result = luaT_getfieldcheckudata(L, 1, "gradInput", torch_Tensor);
  long rows = grad->size[0], outputs = weight->size[0], inputs = weight->size[1];

  if (grad->nDimension != 2 || grad->size[1] != outputs)
    THError("gradOutput of %ld x %ld expected", rows, outputs);
  THTensor_(resize2d)(result, rows, inputs);
  THBlas_(gemm)('n', 'n', inputs, rows, outputs, TH_CONVERT_ACCREAL_TO_REAL(1),
                THTensor_(data)(weight), inputs, THTensor_(data)(grad), outputs, 0,
                THTensor_(data)(result), inputs);
  THTensor_(free)(weight);
  THTensor_(free)(grad);
  return 1;
}

/* gradWeight += scale gradOutput' input, gradBias += scale gradOutput, row by row */
static int layers_(Linear_accGradParameters)(lua_State *L)
{
  THTensor *input = luaT_checkudata(L, 2, torch_Tensor);
  THTensor *grad = luaT_checkudata(L, 3, torch_Tensor);
  real scale = (real)luaL_optnumber(L, 4, 1);
  THTensor *gradWeight = luaT_getfieldcheckudata(L, 1, "gradWeight", torch_Tensor);
  THTensor *gradBias = luaT_getfieldcheckudata(L, 1, "gradBias", torch_Tensor);
  THTensor *x = THTensor_(new)(), *g = THTensor_(new)();
  long i;
  THArgCheck(input->size[0] == grad->size[0], 3, "as many rows as the input has expected");
  for (i = 0; i < input->size[0]; i++) {
    THTensor_(select)(x, input, 0, i);
    THTensor_(select)(g, grad, 0, i);
    THTensor_(addr)(gradWeight, 1, gradWeight, scale, g, x);
    THTensor_(cadd)(gradBias, gradBias, scale, g);
  }
  THTensor_(free)(x);
  THTensor_(free)(g);
  return 0;
}

static const struct luaL_Reg layers_(Linear__)[] = {
  {"Linear_updateOutput", layers_(Linear_updateOutput)},
  {"Linear_updateGradInput", layers_(Linear_updateGradInput)},
  {"Linear_accGradParameters", layers_(Linear_accGradParameters)},
  {NULL, NULL}
};

static void layers_(Linear_init)(lua_State *L)
{
  luaT_pushmetatable(L, torch_Tensor);
  luaT_registeratname(L, layers_(Linear__), "layers");
  lua_pop(L, 1);
}

#endif
