/* A convolution with a connection table, plane by plane by address. */
#ifndef TH_GENERIC_FILE
#define TH_GENERIC_FILE "generic/Map.c"
#else

void THNN_(Map_updateOutput)(void *state, void *from, void *to, void *kernels, void *table,
                             real scale)
{
  THTensor *input = THTensor_(newContiguous)(from), *output = to;
  THTensor *weight = THTensor_(newContiguous)(kernels), *map = table;
  const long planes = input->size[0], rows = input->size[1], columns = input->size[2];
  const long height = weight->size[1], width = weight->size[2];
  (void)state;
  THArgCheck(map->nDimension == 2 && map->size[0] == weight->size[0], 5, "a row for each kernel");
  THTensor_(resize3d)(output, planes, rows - height + 1, columns - width + 1);
  THTensor_(zero)(output);
  for (long i = 0; i < map->size[0]; i++) {
    const long source = (long)THTensor_fastGet2d(map, i, 0) - TH_INDEX_BASE;
    const long target = (long)THTensor_fastGet2d(map, i, 1) - TH_INDEX_BASE;
    real *x = THTensor_(data)(input) + source * input->stride[0];
    real *y = THTensor_(data)(output) + target * output->stride[0];
    real *k = THTensor_(data)(weight) + i * weight->stride[0];
    THTensor_(validXCorr2Dptr)(y, scale, x, rows, columns, k, height, width, 1, 1);
  }
  THTensor_(free)(input);
  THTensor_(free)(weight);
}

#endif
