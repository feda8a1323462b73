/*
** Convolutions: operands are copied into a form in which every sum of products is one long run, the
** kernel computes the runs (cpu/loops/THConvolve.c), and the result is taken out of them.
**
** The products of a sum are added in the order of the elements of x, on every level and however the
** runs are cut into pieces. So conv2 gives the same bits as xcorr2 with the reversed kernel.
*/
#include "TH/ops/linear/THConvolve.h"

#include <string.h>

#include "TH/backend/THConvolveChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/iteration/THSlices.h"
#include "TH/ops/elementwise/THCopy.h"

const THConvolution TH_conv2 = {"conv2", 2, 1}, TH_xcorr2 = {"xcorr2", 2, 0},
                    TH_conv3 = {"conv3", 3, 1}, TH_xcorr3 = {"xcorr3", 3, 0};

enum { RUN = TH_CORRELATED_RUN };

/*
** One call. All shapes have three dimensions; the first one of a picture has size 1.
**
** x is copied into planes, with zeros around it if full is set. A sum is made for every element of
** a plane from the first place of the kernel to the last. Rows and what lies between them are one
** run, so runs are long; the sums in between are left out of the result.
*/
typedef struct Job {
  const THConvolution *kind;
  int dtype, work, full; /* work: the dtype of the sums */
  int listed;            /* whether the result has a dimension of maps */
  int64_t groups, inputs, maps; /* each group makes its maps from its inputs */
  int64_t panel, panels;        /* maps of a panel; the last panel may have unused ones */
  int64_t size[3], kernel[3], plane[3], to[3];
  int64_t taps, length, run; /* taps of a sum; sums of a run; the room for them */
  THTensor x, places, weights, sums;
} Job;

/* --- shapes --- */

static int check_operand(const Job *j, const THTensor *t, int dtype)
{
  const char *op = j->kind->name;
  TH_TRY(THTensor_operand(op, t));
  TH_TRY(TH_checkOnCpu(op, t));
  TH_TRY(TH_checkSameType(op, 0, dtype, t->dtype));
  if (dtype != TH_BOOL && THDtype_isReal(dtype)) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: not defined for %s; convert it, as in x:float()", op,
                 THTensor_typeText(dtype).text);
}

static int work_dtype(int dtype)
{
  if (THDtype_traits(dtype)->floating) return dtype == TH_DOUBLE ? TH_DOUBLE : TH_FLOAT;
  return dtype == TH_LONG ? TH_LONG : TH_INT;
}

static int mismatch(const Job *j, const THTensor *x, const THTensor *k, const char *reason)
{
  return th_fail(TH_ESHAPE, "%s: sizes %s and %s: %s", j->kind->name, THTensor_sizeText(x).text,
                 THTensor_sizeText(k).text, reason);
}

/* Find which of the three forms it is, by the ranks. */
static int find_maps(Job *j, const THTensor *x, const THTensor *k)
{
  const int d = j->kind->dims, planes = x->nDimension - d, stacked = k->nDimension - d;
  j->groups = j->inputs = j->maps = 1;
  j->listed = planes > 0;
  if (planes == 0 && stacked == 0) return TH_OK;
  if (planes != 1 || stacked < 1 || stacked > 2)
    return mismatch(j, x, k, d == 2 ? "expected two pictures, two lists of them, or a list and a "
                                      "matrix of kernels (dimensions 2 and 2, 3 and 3, 3 and 4)"
                                    : "expected two volumes, two lists of them, or a list and a "
                                      "matrix of kernels (dimensions 3 and 3, 4 and 4, 4 and 5)");
  if (x->size[0] != k->size[stacked - 1])
    return mismatch(j, x, k, "there are not as many kernels as planes of x");
  if (stacked == 1) j->groups = x->size[0];
  else j->inputs = x->size[0], j->maps = k->size[0];
  return TH_OK;
}

static int find_sizes(Job *j, const THTensor *x, const THTensor *k)
{
  const int d = j->kind->dims;
  int64_t count;
  for (int i = 0; i < 3; i++) {
    const int before = 3 - d; /* dimensions that a picture lacks */
    j->size[i] = i < before ? 1 : x->size[x->nDimension - 3 + i];
    j->kernel[i] = i < before ? 1 : k->size[k->nDimension - 3 + i];
    j->plane[i] = j->size[i] + (j->full ? 2 * (j->kernel[i] - 1) : 0);
    j->to[i] = j->plane[i] - j->kernel[i] + 1;
    if (j->size[i] == 0 || j->kernel[i] == 0 || j->groups * j->inputs * j->maps == 0)
      return mismatch(j, x, k, "there are no elements");
    if (j->to[i] < 1)
      return mismatch(j, x, k, "the kernel is larger than x; only 'F' takes that");
  }
  TH_TRY(THShape_count(j->kind->name, 3, j->plane, &count));
  j->taps = j->inputs * j->kernel[0] * j->kernel[1] * j->kernel[2];
  j->length = ((j->to[0] - 1) * j->plane[1] + j->to[1] - 1) * j->plane[2] + j->to[2];
  j->run = (j->length + RUN - 1) / RUN * RUN;
  j->panel = j->maps > 1 ? TH_CORRELATED_MAPS : 1;
  j->panels = (j->maps + j->panel - 1) / j->panel;
  return TH_OK;
}

/* --- operands --- */

/* A window of size, from first on, on each of count planes of a borrowed tensor. */
static THTensor window(const THTensor *t, int64_t count, int64_t next, const int64_t *plane,
                       const int64_t *first, const int64_t *size)
{
  THTensor w = *t;
  const int64_t stride[4] = {next, plane[1] * plane[2], plane[2], 1};
  w.nDimension = 4;
  w.size[0] = count;
  w.stride[0] = next;
  for (int i = 0; i < 3; i++) {
    w.size[i + 1] = size[i];
    w.stride[i + 1] = stride[i + 1];
    w.storageOffset += first[i] * stride[i + 1];
  }
  return w;
}

/* Copy x into planes. After the last plane there is room for one more run, because sums are made in
   whole runs. */
static int take_x(Job *j, const THTensor *x)
{
  const int64_t planes = j->groups * j->inputs, area = j->plane[0] * j->plane[1] * j->plane[2];
  const int64_t room = planes * area + RUN;
  int64_t first[3];
  for (int i = 0; i < 3; i++) first[i] = j->full ? j->kernel[i] - 1 : 0;
  TH_TRY(THTensor_new(&j->x, 0, j->work, 1, &room));
  THTensor rest = j->x; /* borrowed */
  if (!j->full) rest.storageOffset = planes * area, rest.size[0] = RUN;
  TH_TRY(THTensor_fill(&rest, TH_integer(0)));
  THTensor inside = window(&j->x, planes, area, j->plane, first, j->size);
  return THTensor_copy(&inside, x);
}

/* Set places to where each tap finds its element of x. */
static int make_places(Job *j)
{
  TH_TRY(THTensor_new(&j->places, 0, TH_LONG, 1, &j->taps));
  int64_t *place = THTensor_data(&j->places);
  const int64_t *k = j->kernel, *n = j->plane, inside = k[0] * k[1] * k[2];
  for (int64_t t = 0; t < j->taps; t++) {
    const int64_t input = t / inside, at = t % inside;
    const int64_t z = at / (k[1] * k[2]), y = at / k[2] % k[1];
    place[t] = ((input * n[0] + z) * n[1] + y) * n[2] + at % k[2];
  }
  return TH_OK;
}

/* Copy the kernel into panels: for each tap the weights of the panel's maps, and 0 for unused
   maps. */
static int take_kernel(Job *j, const THTensor *kernel)
{
  const int64_t maps = j->groups * j->maps, size[2] = {j->groups * j->panels * j->panel, j->taps};
  THTensor all = {0};
  TH_TRY(THTensor_new(&j->weights, 0, j->work, 2, size));
  if (j->panel == 1) return THTensor_copy(&j->weights, kernel);
  TH_TRY(THTensor_fill(&j->weights, TH_integer(0)));
  TH_TRY(THTensor_clone(&all, kernel, j->work));
  int status = TH_OK;
  for (int64_t m = 0; m < maps && !status; m++) {
    THTensor to = j->weights, from = all; /* borrowed */
    to.nDimension = from.nDimension = 1;
    to.size[0] = from.size[0] = j->taps;
    from.stride[0] = 1;
    from.storageOffset = m * j->taps;
    to.stride[0] = j->panel;
    to.storageOffset = m / j->panel * j->panel * j->taps + m % j->panel;
    status = THTensor_copy(&to, &from);
  }
  THTensor_clear(&all);
  return status;
}

/* Reverse each kernel: its taps, of a weight for each map of the panel. */
static void flip_kernels(const Job *j)
{
  const ptrdiff_t inside = j->kernel[0] * j->kernel[1] * j->kernel[2];
  const ptrdiff_t bytes = j->panel * THDtype_traits(j->work)->size;
  char *weights = THTensor_data(&j->weights), tap[TH_CORRELATED_MAPS * sizeof(double)];
  for (int64_t k = 0; k < j->groups * j->panels * j->inputs; k++, weights += inside * bytes)
    for (char *a = weights, *b = a + (inside - 1) * bytes; a < b; a += bytes, b -= bytes) {
      memcpy(tap, a, (size_t)bytes);
      memcpy(a, b, (size_t)bytes);
      memcpy(b, tap, (size_t)bytes);
    }
}

/* --- computing --- */

/* A piece of the work is some runs of a group's sums. Each run is made for all maps in turn, so
   that its x stays in the first cache. */
static void correlate(void *context, int64_t begin, int64_t end)
{
  const Job *j = context;
  const int64_t w = THDtype_traits(j->work)->size, runs = j->run / RUN;
  const int64_t area = j->plane[0] * j->plane[1] * j->plane[2];
  const THConvolveEntry compute =
      (THConvolveEntry)TH_entry(TH_CHAPTER_CONVOLVE, TH_OP_correlate, j->work, 0);
  char *sums = THTensor_data(&j->sums), *x = THTensor_data(&j->x);
  char *weights = THTensor_data(&j->weights);
  THCorrelation call = {.taps = j->taps, .maps = j->panel, .next = j->run,
                        .places = THTensor_data(&j->places)};
  for (int64_t r = begin; r < end; r++) {
    const int64_t group = r / runs, first = r % runs * RUN;
    call.n = j->length - first < RUN ? j->length - first : RUN;
    call.x = x + (group * j->inputs * area + first) * w;
    for (int64_t p = 0; p < j->panels; p++) {
      const int64_t map = (group * j->panels + p) * j->panel;
      call.sums = sums + (map * j->run + first) * w;
      call.weights = weights + map * j->taps * w;
      compute(&call);
    }
  }
}

static int give(const Job *j, THTensor *out)
{
  static const int64_t none[3] = {0};
  const int d = j->kind->dims;
  int64_t size[4] = {j->groups * j->maps};
  for (int i = 0; i < d; i++) size[i + 1] = j->to[3 - d + i];
  const THTensor sums = window(&j->sums, size[0], j->run, j->plane, none, j->to);
  TH_TRY(THTensor_result(j->kind->name, out, 0, j->dtype, d + j->listed, size + !j->listed));
  return THTensor_copy(out, &sums);
}

static int convolve(Job *j, THTensor *out, const THTensor *x, const THTensor *kernel)
{
  enum { GRAIN = 1 << 17 }; /* products of a piece: about 10 us */
  TH_TRY(check_operand(j, x, kernel->dtype));
  TH_TRY(check_operand(j, kernel, kernel->dtype));
  if (!TH_entry(TH_CHAPTER_CONVOLVE, TH_OP_correlate, j->work, 0))
    return TH_missing(j->kind->name, j->dtype, 0);
  TH_TRY(find_maps(j, x, kernel));
  TH_TRY(find_sizes(j, x, kernel));
  const int64_t maps = j->groups * j->panels * j->panel, size[2] = {maps, j->run};
  TH_TRY(take_x(j, x));
  TH_TRY(take_kernel(j, kernel));
  if (j->kind->flips) flip_kernels(j);
  TH_TRY(make_places(j));
  TH_TRY(THTensor_new(&j->sums, 0, j->work, 2, size));
  const int64_t runs = j->groups * (j->run / RUN), cost = j->taps * j->panels * j->panel * RUN;
  TH_TRY(th_inSlices(runs, cost < GRAIN ? GRAIN / cost : 1, correlate, j));
  return give(j, out);
}

int THTensor_convolve(const THConvolution *kind, THTensor *out, const THTensor *x,
                      const THTensor *kernel, int full)
{
  Job j = {.kind = kind, .dtype = x->dtype, .work = work_dtype(x->dtype), .full = full};
  int status = convolve(&j, out, x, kernel);
  THTensor_clear(&j.x);
  THTensor_clear(&j.places);
  THTensor_clear(&j.weights);
  THTensor_clear(&j.sums);
  return status;
}
