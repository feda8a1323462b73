/*
** Stacks of small matrices: the operands as contiguous floats or doubles, a loop over matrices on
** all threads, and the results converted back. Real matrices of up to 8 rows are computed side by
** side (THSmallLanes.h), others one after the other.
*/
#include "TH/ops/linear/THSmall.h"

#include <complex.h>
#undef complex /* a field of THTraits */
#include <math.h>
#include <string.h>

#include "TH/cpu/THLapackHost.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THView.h"
#include "TH/iteration/THSlices.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THLapackCall.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/linear/THSmallLanes.h"
#include "TH/ops/linear/THStack.h"

enum { SMALL = TH_LANES_MOST };

#define SWAP(a, b) do { const T kept_ = a; a = b; b = kept_; } while (0)

#define T double
#define K(name) real_##name
#define NOTHING NAN
#define SIZE(x) fabs(x)
#define LENGTH(x) fabs(x)
#define FINITE(x) isfinite(x)
#include "TH/ops/linear/THSmallKernel.h"

#define T double _Complex
#define K(name) complex_##name
#define NOTHING (NAN * (1 + I)) /* CMPLX is not in every compiler */
#define SIZE(x) (fabs(creal(x)) + fabs(cimag(x)))
#define LENGTH(x) hypot(creal(x), cimag(x))
#define FINITE(x) (isfinite(creal(x)) && isfinite(cimag(x)))
#include "TH/ops/linear/THSmallKernel.h"

/* One matrix: reads a, writes x, has room for a matrix at work. Returns the first pivot, from 1,
   that is 0 where one is needed; else 0. */
typedef int (*Kernel)(const void *a, int64_t n, void *x, int64_t r, void *work);

static const Kernel kernels[4][2] = { /* by THLanesKind; real, complex */
  {real_solve, complex_solve}, {real_invert, complex_invert},
  {real_determinant, complex_determinant}, {real_logarithm, complex_logarithm}};

typedef struct Job {
  const char *op;
  THLanes lanes; /* what is asked */
  Kernel kernel;
  int64_t step_a, step_x; /* bytes */
  size_t matrix;          /* bytes of work */
  THFailure failure;
} Job;

int THSmall_serves(const THTensor *a)
{
  if (THTensor_device(a)) return 0;
  return a->size[a->nDimension - 1] <= SMALL || !THLapack_hasLibrary();
}

static void note(Job *job, int64_t at, int pivot)
{
  th_fail(TH_EINVAL, "%s: the matrix is singular: pivot %d is 0", job->op, pivot);
  THFailure_note(&job->failure, at);
}

static void run_lanes(void *context, int64_t begins, int64_t ends)
{
  Job *job = context;
  int pivot;
  const int64_t at = THLanes_run(&job->lanes, begins, ends, &pivot);
  if (at < ends) note(job, at, pivot);
}

static void run_range(void *context, int64_t begins, int64_t ends)
{
  Job *job = context;
  const THLanes *l = &job->lanes;
  double _Complex small[SMALL * SMALL];
  THTensor large = {0};
  void *work = small;
  if (job->matrix > sizeof small) {
    if (THTensor_new(&large, 0, TH_BYTE, 1, (const int64_t[]){(int64_t)job->matrix})) {
      THFailure_note(&job->failure, begins);
      return;
    }
    work = THTensor_data(&large);
  }
  for (int64_t at = begins; at < ends; at++) {
    const int pivot = job->kernel((const char *)l->a + at * job->step_a, l->n,
                                  (char *)l->x + at * job->step_x, l->r, work);
    if (!pivot) continue;
    note(job, at, pivot);
    break;
  }
  THTensor_clear(&large);
}

/* Whether matrices of n rows with r right sides are computed side by side. */
static int has_lanes(const THTensor *a, int64_t r)
{
  return !THDtype_traits(a->dtype)->complex && a->size[a->nDimension - 1] <= SMALL && r <= SMALL;
}

/* Compute what is asked for each matrix of a, with what each has in x. */
static int run_kernels(Job *job, const THTensor *a, THTensor *x, int own_of_x)
{
  enum { WORK = 1 << 13, BESIDE = 8 };
  const int nlead = a->nDimension - 2, complex = THDtype_traits(a->dtype)->complex;
  const int64_t width = THDtype_traits(a->dtype)->size, n = a->size[nlead], r = job->lanes.r;
  int64_t count = 1, per_x = 1;
  for (int d = 0; d < nlead; d++) count *= a->size[d];
  for (int d = x->nDimension - own_of_x; d < x->nDimension; d++) per_x *= x->size[d];
  job->kernel = kernels[job->lanes.kind][complex];
  job->lanes.n = n;
  job->lanes.is_float = a->dtype == TH_FLOAT;
  job->lanes.a = THTensor_data(a);
  job->lanes.x = THTensor_data(x);
  job->matrix = (size_t)(n * n * width);
  job->step_a = (int64_t)job->matrix;
  job->step_x = per_x * width;
  const int64_t grain = WORK / (n * n * (n + r) + 1) + 1;
  if (count && has_lanes(a, r))
    TH_TRY(th_inSlices(count, grain + BESIDE, run_lanes, job));
  else if (count) TH_TRY(th_inSlices(count, grain, run_range, job));
  return THFailure_report(&job->failure, job->op, nlead, a->size);
}

static int is_complex(const THTensor *t)
{
  return THDtype_traits(t->dtype)->complex;
}

/* The type in which a, with r right sides, is computed. */
static int wide_of(const THTensor *a, int64_t r)
{
  if (is_complex(a)) return THDtype_complexOf(TH_DOUBLE);
  return a->dtype == TH_FLOAT && has_lanes(a, r) ? TH_FLOAT : TH_DOUBLE;
}

/* The elements of a as a contiguous tensor of that type: a itself if it is one. */
static int take(THTensor *wide, const THTensor *a, int dtype)
{
  if (a->dtype == dtype && THTensor_isContiguous(a)) {
    THTensor_set(wide, a);
    return TH_OK;
  }
  return THTensor_clone(wide, a, dtype);
}

/* made has the numbers of the call; out takes the type. */
static int give(const char *op, THTensor *out, const THTensor *made, int dtype)
{
  THTensor converted = {0};
  if (made->dtype == dtype) return THScratch_give(op, out, made);
  int status = THTensor_clone(&converted, made, dtype);
  if (!status) status = THScratch_give(op, out, &converted);
  THTensor_clear(&converted);
  return status;
}

static int solve(THScratch *work, const char *op, THTensor *x, const THTensor *a,
                 const THTensor *b)
{
  THTensor *wide = THScratch_new(work), *made = THScratch_new(work);
  const int64_t r = b->size[b->nDimension - 1];
  Job job = {.op = op, .lanes = {.kind = TH_LANES_SOLVE, .r = r}};
  TH_TRY(take(wide, a, wide_of(a, r)));
  TH_TRY(THTensor_clone(made, b, wide->dtype));
  TH_TRY(run_kernels(&job, wide, made, 2));
  return give(op, x, made, a->dtype);
}

int THSmall_solve(const char *op, THTensor *x, const THTensor *a, const THTensor *b)
{
  THScratch work = {.count = 0};
  return THScratch_end(&work, solve(&work, op, x, a, b));
}

static int inv(THScratch *work, const char *op, THTensor *out, const THTensor *a)
{
  THTensor *wide = THScratch_new(work), *made = THScratch_new(work);
  const int64_t n = a->size[a->nDimension - 1];
  Job job = {.op = op, .lanes = {.kind = TH_LANES_INVERT, .r = n}};
  TH_TRY(take(wide, a, wide_of(a, n)));
  TH_TRY(THTensor_new(made, 0, wide->dtype, a->nDimension, a->size));
  TH_TRY(run_kernels(&job, wide, made, 2));
  return give(op, out, made, a->dtype);
}

int THSmall_inv(const char *op, THTensor *out, const THTensor *a)
{
  THScratch work = {.count = 0};
  return THScratch_end(&work, inv(&work, op, out, a));
}

/* The numbers of each matrix are in one row of made: the determinant, or sign and logarithm. */
static int det(THScratch *work, const char *op, THTensor *sign, THTensor *logabs,
               const THTensor *a)
{
  THTensor *wide = THScratch_new(work), *made = THScratch_new(work);
  THTensor *real = THScratch_new(work);
  int64_t size[TH_MAX_DIM];
  const int nlead = a->nDimension - 2;
  Job job = {.op = op, .lanes = {.kind = logabs ? TH_LANES_LOG : TH_LANES_DET}};
  memcpy(size, a->size, sizeof size);
  size[nlead] = logabs ? 2 : 1;
  TH_TRY(take(wide, a, wide_of(a, 0)));
  TH_TRY(THTensor_new(made, 0, wide->dtype, nlead + 1, size));
  TH_TRY(run_kernels(&job, wide, made, 1));
  THTensor first = THScratch_without(made, nlead), second = first; /* borrowed */
  if (!logabs) return give(op, sign, &first, a->dtype);
  second.storageOffset++;
  if (is_complex(a)) TH_TRY(THTensor_part(op, real, &second, 0));
  else THTensor_set(real, &second);
  const THTraits *traits = THDtype_traits(a->dtype);
  THTensor *both[] = {THScratch_new(work), THScratch_new(work)};
  TH_TRY(THTensor_clone(both[0], &first, a->dtype));
  TH_TRY(THTensor_clone(both[1], real, traits->complex ? traits->value : a->dtype));
  return THScratch_giveAll(op, 2, (THTensor *const[]){sign, logabs},
                           (const THTensor[]){*both[0], *both[1]});
}

int THSmall_det(const char *op, THTensor *sign, THTensor *logabs, const THTensor *a)
{
  THScratch work = {.count = 0};
  return THScratch_end(&work, det(&work, op, sign, logabs, a));
}
