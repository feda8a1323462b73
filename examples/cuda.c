/*
** A C program without Lua that computes y = A x + b on a CUDA device and copies y back. It is
** linked with libTH and libTHC. Without a device it prints the reason.
*/
#include <stdio.h>

#include "TH.h"
#include "THC.h"

typedef struct Line {
  THFloatTensor here;
  THCFloatTensor a, x, b, y;
} Line;

/* Every function that can fail returns a status; TH_error() has the text. */
static int compute(Line *line)
{
  double first;
  TH_TRY(THFloatTensor_resize2d(&line->here, 2, 3));
  for (int64_t k = 0; k < 6; k++) TH_TRY(THFloatTensor_put(&line->here, k, (double)k));
  TH_TRY(THCFloatTensor_resize2d(&line->a, 2, 3)); /* on the current device */
  TH_TRY(THCFloatTensor_copyFloat(&line->a, &line->here));
  TH_TRY(THCFloatTensor_resize1d(&line->x, 3));
  TH_TRY(THCFloatTensor_fill(&line->x, 2));
  TH_TRY(THCFloatTensor_resize1d(&line->b, 2));
  TH_TRY(THCFloatTensor_fill(&line->b, 0.5));
  TH_TRY(THCFloatTensor_addmv(&line->y, 1, &line->b, 1, &line->a, &line->x)); /* by cuBLAS */
  TH_TRY(THFloatTensor_resize1d(&line->here, 2));
  TH_TRY(THFloatTensor_copyCudaFloat(&line->here, &line->y)); /* waits for the device */
  TH_TRY(THFloatTensor_get1d(&line->here, 0, &first));
  printf("y = %g %g\n", first, (double)line->here.storage->data[1]);
  return TH_OK;
}

int main(void)
{
  Line line = {.here.nDimension = 0};
  if (THC_open()) {
    printf("%s\n", TH_error());
    return 0;
  }
  int status = compute(&line);
  if (status) fprintf(stderr, "%s\n", TH_error());
  THFloatTensor_clear(&line.here);
  THCFloatTensor_clear(&line.a), THCFloatTensor_clear(&line.x);
  THCFloatTensor_clear(&line.b), THCFloatTensor_clear(&line.y);
  return status != TH_OK;
}
