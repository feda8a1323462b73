/* A layer in the style of Torch7's nn: a convolution whose planes are joined by a table. layers.c
   includes it for each type. Scripts call its functions by FFI, or by the methods at the end. */
#ifndef TH_GENERIC_FILE
#define TH_GENERIC_FILE "generic/Map.c"
#else

/* Raises unless input has three dimensions, and table joins its planes to those of bias, with a
   kernel each. */
static void layers_(Map_check)(THTensor *input, THTensor *weight, THTensor *bias, THTensor *table)
{
  long k;
  THArgCheck(input->nDimension == 3, 1, "3D tensor expected, got %dD", input->nDimension);
  THArgCheck(table->nDimension == 2 && table->size[1] == 2, 5, "pairs of planes expected");
  if (weight->nDimension != 3 || weight->size[0] != table->size[0])
    THError("a kernel for each of %ld pairs expected", (long)table->size[0]);
  for (k = 0; k < table->size[0]; k++) {
    long from = (long)THTensor_(get2d)(table, k, 0), to = (long)THTensor_(get2d)(table, k, 1);
    THArgCheck(from >= 1 && from <= input->size[0] && to >= 1 && to <= bias->size[0], 5,
               "pair %ld joins planes %ld and %ld", k + 1, from, to);
  }
}

/* output[to] = bias[to] + the sum of input[from] correlated with the kernel of each pair */
DLL_EXPORT void layers_(Map_updateOutput)(THTensor *input, THTensor *output, THTensor *weight,
                                          THTensor *bias, THTensor *table)
{
  long k, y, x, i, j, plane;
  layers_(Map_check)(input, weight, bias, table);
  const long kh = weight->size[1], kw = weight->size[2];
  const long oh = input->size[1] - kh + 1, ow = input->size[2] - kw + 1;
  input = THTensor_(newContiguous)(input);
  weight = THTensor_(newContiguous)(weight);
  output = THTensor_(newContiguous)(output); /* the caller's own, which gets the sizes */
  THTensor_(resize3d)(output, bias->size[0], oh, ow);
  for (plane = 0; plane < bias->size[0]; plane++) {
    THTensor *part = THTensor_(newSelect)(output, 0, plane);
    THTensor_(fill)(part, THTensor_(get1d)(bias, plane));
    THTensor_(free)(part);
  }
  for (k = 0; k < table->size[0]; k++) {
    const long from = (long)THTensor_(get2d)(table, k, 0) - 1;
    const long to = (long)THTensor_(get2d)(table, k, 1) - 1;
    const real *in = THTensor_(data)(input) + from * input->stride[0];
    const real *kernel = THTensor_(data)(weight) + k * weight->stride[0];
    real *out = THTensor_(data)(output) + to * output->stride[0];
    for (y = 0; y < oh; y++)
      for (x = 0; x < ow; x++)
        for (i = 0; i < kh; i++)
          for (j = 0; j < kw; j++)
            out[y * ow + x] += kernel[i * kw + j] * in[(y + i) * input->size[2] + x + j];
  }
  THTensor_(free)(input), THTensor_(free)(weight), THTensor_(free)(output);
}

/* gradInput[from] = the sum of gradOutput[to] spread by the kernel of each pair */
DLL_EXPORT void layers_(Map_updateGradInput)(THTensor *input, THTensor *gradOutput,
                                             THTensor *gradInput, THTensor *weight, THTensor *bias,
                                             THTensor *table)
{
  long k, y, x, i, j;
  layers_(Map_check)(input, weight, bias, table);
  const long kh = weight->size[1], kw = weight->size[2];
  gradInput = THTensor_(newContiguous)(gradInput);
  gradOutput = THTensor_(newContiguous)(gradOutput);
  weight = THTensor_(newContiguous)(weight);
  THTensor_(resizeAs)(gradInput, input);
  THTensor_(zero)(gradInput);
  for (k = 0; k < table->size[0]; k++) {
    const long from = (long)THTensor_(get2d)(table, k, 0) - 1;
    const long to = (long)THTensor_(get2d)(table, k, 1) - 1;
    const long oh = gradOutput->size[1], ow = gradOutput->size[2];
    const real *out = THTensor_(data)(gradOutput) + to * gradOutput->stride[0];
    const real *kernel = THTensor_(data)(weight) + k * weight->stride[0];
    real *in = THTensor_(data)(gradInput) + from * gradInput->stride[0];
    for (y = 0; y < oh; y++)
      for (x = 0; x < ow; x++)
        for (i = 0; i < kh; i++)
          for (j = 0; j < kw; j++)
            in[(y + i) * gradInput->size[2] + x + j] += kernel[i * kw + j] * out[y * ow + x];
  }
  THTensor_(free)(gradInput), THTensor_(free)(gradOutput), THTensor_(free)(weight);
}

static int layers_(Map_forward)(lua_State *L)
{
  layers_(Map_updateOutput)(
      luaT_checkudata(L, 1, torch_Tensor), luaT_checkudata(L, 2, torch_Tensor),
      luaT_checkudata(L, 3, torch_Tensor), luaT_checkudata(L, 4, torch_Tensor),
      luaT_checkudata(L, 5, torch_Tensor));
  lua_settop(L, 2);
  return 1;
}

static int layers_(Map_backward)(lua_State *L)
{
  layers_(Map_updateGradInput)(
      luaT_checkudata(L, 1, torch_Tensor), luaT_checkudata(L, 2, torch_Tensor),
      luaT_checkudata(L, 3, torch_Tensor), luaT_checkudata(L, 4, torch_Tensor),
      luaT_checkudata(L, 5, torch_Tensor), luaT_checkudata(L, 6, torch_Tensor));
  lua_settop(L, 3);
  return 1;
}

static const struct luaL_Reg layers_(Map__)[] = {
  {"Map_forward", layers_(Map_forward)},
  {"Map_backward", layers_(Map_backward)},
  {NULL, NULL}
};

static void layers_(Map_init)(lua_State *L)
{
  luaT_pushmetatable(L, torch_Tensor);
  luaT_registeratname(L, layers_(Map__), "layers");
  lua_pop(L, 1);
}

#endif
