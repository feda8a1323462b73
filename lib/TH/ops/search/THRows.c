/* The kernels of rows, on several threads. */
#include "TH/ops/search/THRows.h"

#include "TH/dispatch/THDispatch.h"
#include "TH/iteration/THSlices.h"

enum { GRAIN = 16 * 1024 }; /* elements */

typedef struct Call {
  THRowEntry entry;
  const char *x;
  char *y;
  int64_t n, nextX, nextY; /* bytes from a row to the next */
} Call;

static void run_rows(void *context, int64_t begin, int64_t end)
{
  const Call *c = context;
  c->entry(c->x + begin * c->nextX, c->y + begin * c->nextY, c->n, end - begin);
}

int THRows_run(int row, const THTensor *y, const THTensor *x, int dim, int *ran)
{
  const THEntry entry = TH_entry(TH_CHAPTER_ROW, row, x->dtype, THTensor_device(x));
  const int64_t size = THDtype_traits(x->dtype)->size, count = THTensor_nElement(x);
  int64_t inner = 1;
  *ran = 0;
  for (int d = dim + 1; d < x->nDimension; d++) inner *= x->size[d];
  if (!entry || !count || inner != 1 || !THTensor_isContiguous(x) || !THTensor_isContiguous(y))
    return TH_OK;
  const int64_t n = x->size[dim], rows = count / n;
  if (rows < TH_getNumThreads() && count > 2 * GRAIN) return TH_OK;
  Call call = {(THRowEntry)entry, THTensor_data(x), THTensor_data(y), n, n * size,
               y->size[dim] * size};
  *ran = 1;
  return th_inSlices(rows, GRAIN / n + 1, run_rows, &call);
}
