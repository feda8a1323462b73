/* A layer in the style of Torch7's nn: log-softmax of rows. layers.c includes it for each type. */
#ifndef TH_GENERIC_FILE
#define TH_GENERIC_FILE "generic/LogSoftMax.c"
#else

/* For each row: output = input - log(sum of exp(input)), on the data pointers */
static int layers_(LogSoftMax_updateOutput)(lua_State *L)
{
  THTensor *input = luaT_checkudata(L, 2, torch_Tensor);
  THTensor *output = luaT_getfieldcheckudata(L, 1, "output", torch_Tensor);
  long rows, columns, i, j;

  THArgCheck(input->nDimension == 2, 2, "matrix expected");
  rows = input->size[0], columns = input->size[1];
  input = THTensor_(newContiguous)(input);
  THTensor_(resizeAs)(output, input);
  for (i = 0; i < rows; i++) {
    real *x = input->storage->data + input->storageOffset + i * columns;
    real *y = THTensor_(data)(output) + i * output->stride[0];
    double sum = -HUGE_VAL;
    for (j = 0; j < columns; j++) sum = THLogAdd(sum, x[j]);
    THVector_(adds)(y, x, (real)-sum, columns);
  }
  THTensor_(free)(input);
  luaT_pushudata(L, output, torch_Tensor);
  return 1;
}

/* gradInput = gradOutput - exp(output) sum(gradOutput), along rows with any strides */
static int layers_(LogSoftMax_updateGradInput)(lua_State *L)
{
  THTensor *gradOutput = luaT_checkudata(L, 3, torch_Tensor);
  THTensor *output = luaT_getfieldcheckudata(L, 1, "output", torch_Tensor);
  THTensor *gradInput = luaT_getfieldcheckudata(L, 1, "gradInput", torch_Tensor);
  int dimension = (int)luaL_optnumber(L, 4, 2) - TH_INDEX_BASE;

  THTensor_(resizeAs)(gradInput, output);
  TH_TENSOR_DIM_APPLY3(real, gradInput, real, output, real, gradOutput, dimension,
    accreal sum = 0;
    long k;
    for (k = 0; k < gradOutput_size; k++) sum += gradOutput_data[k * gradOutput_stride];
    for (k = 0; k < gradInput_size; k++)
      gradInput_data[k * gradInput_stride] = (real)(gradOutput_data[k * gradOutput_stride] -
        exp(output_data[k * output_stride]) * sum););
  luaT_pushudata(L, gradInput, torch_Tensor);
  return 1;
}

static const struct luaL_Reg layers_(LogSoftMax__)[] = {
  {"LogSoftMax_updateOutput", layers_(LogSoftMax_updateOutput)},
  {"LogSoftMax_updateGradInput", layers_(LogSoftMax_updateGradInput)},
  {NULL, NULL}
};

static void layers_(LogSoftMax_init)(lua_State *L)
{
  luaT_pushmetatable(L, torch_Tensor);
  luaT_registeratname(L, layers_(LogSoftMax__), "layers");
  lua_pop(L, 1);
}

#endif
