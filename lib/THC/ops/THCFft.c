/*
** Fourier transforms by cuFFT. A plan of cuFFT is for one layout of lines and has memory of its
** own, so it belongs to one stream; the plans used last are kept. The lock is held from the search
** for a plan until its work is with the stream, so that no other thread drops it.
*/
#include "THC/ops/THCFft.h"

#include <cufft.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "THC/launch/THCLaunch.h"
#include "THC/runtime/THCLibraries.h"

#define FORALL_FUNCTIONS(X)                                                                     \
  X(cufftCreate) X(cufftDestroy) X(cufftSetStream) X(cufftMakePlanMany64)                       \
  X(cufftExecC2C) X(cufftExecR2C) X(cufftExecC2R) X(cufftExecZ2Z) X(cufftExecD2Z) X(cufftExecZ2D)

TH_LIBRARY(cufft, FORALL_FUNCTIONS, "cuFFT", "TH_CUFFT", THC_INSTALL,
           THC_FILES("libcufft.so.12", "libcufft.so.11"));

static int failed(const char *op, cufftResult status, const char *call)
{
  const cudaError_t error = cudaGetLastError();
  if (error) return thc_failed(op, error, call);
  return th_fail(status == CUFFT_ALLOC_FAILED ? TH_ENOMEM : TH_EDEVICE,
                 "%s: %s failed with status %d of cuFFT", op, call, (int)status);
}

#define TRY(op, name, ...)                                 \
  do {                                                     \
    const cufftResult status_ = cufft.name(__VA_ARGS__);   \
    if (status_) return failed(op, status_, #name);        \
  } while (0)

/* --- plans --- */

/* What a plan is for: batch lines, next apart in in and out; their elements are step apart. */
typedef struct Layout {
  const THCStream *stream;
  cufftType type;
  int64_t n, step, batch, nextIn, nextOut;
} Layout;

enum { KEPT = 16 };

static struct { Layout layout; cufftHandle handle; int isMade; int64_t used; } kept[KEPT];
static int64_t uses;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_same(const Layout *a, const Layout *b)
{
  return a->stream == b->stream && a->type == b->type && a->n == b->n && a->step == b->step &&
         a->batch == b->batch && a->nextIn == b->nextIn && a->nextOut == b->nextOut;
}

/* The place of the plan for the layout, or of the one not used for longest, or of none. */
static int find(const Layout *layout)
{
  int oldest = 0;
  for (int k = 0; k < KEPT; k++) {
    if (kept[k].isMade && is_same(&kept[k].layout, layout)) return k;
    if (kept[oldest].isMade && (!kept[k].isMade || kept[k].used < kept[oldest].used)) oldest = k;
  }
  return oldest;
}

/* Wait for what a plan is doing, and drop it. */
static int drop(const char *op, int place)
{
  if (!kept[place].isMade) return TH_OK;
  TH_TRY(THCStream_synchronize(kept[place].layout.stream));
  kept[place].isMade = 0;
  TRY(op, cufftDestroy, kept[place].handle);
  return TH_OK;
}

static int make(const char *op, const Layout *l, cufftHandle handle)
{
  long long n = l->n, embed = 1, step = l->step;
  size_t bytes;
  TRY(op, cufftMakePlanMany64, handle, 1, &n, &embed, step, l->nextIn, &embed, step, l->nextOut,
      l->type, l->batch, &bytes);
  TRY(op, cufftSetStream, handle, l->stream->handle);
  return TH_OK;
}

static int take(const char *op, const Layout *layout, cufftHandle *handle)
{
  const int place = find(layout);
  if (!kept[place].isMade || !is_same(&kept[place].layout, layout)) {
    TH_TRY(drop(op, place));
    TRY(op, cufftCreate, handle);
    const int status = make(op, layout, *handle);
    if (status) {
      cufft.cufftDestroy(*handle);
      return status;
    }
    kept[place].layout = *layout;
    kept[place].handle = *handle;
    kept[place].isMade = 1;
  }
  kept[place].used = ++uses;
  *handle = kept[place].handle;
  return TH_OK;
}

/* --- calls --- */

static int exec(const THFftCall *c, cufftType type, cufftHandle h, void *in, void *out)
{
  const int direction = c->backward ? CUFFT_INVERSE : CUFFT_FORWARD;
  switch (type) {
    case CUFFT_C2C: TRY(c->op, cufftExecC2C, h, in, out, direction); break;
    case CUFFT_R2C: TRY(c->op, cufftExecR2C, h, in, out); break;
    case CUFFT_C2R: TRY(c->op, cufftExecC2R, h, in, out); break;
    case CUFFT_Z2Z: TRY(c->op, cufftExecZ2Z, h, in, out, direction); break;
    case CUFFT_D2Z: TRY(c->op, cufftExecD2Z, h, in, out); break;
    default: TRY(c->op, cufftExecZ2D, h, in, out);
  }
  return TH_OK;
}

/* Neighbours are the lines of a batch; or, where each stands alone, all lines are. */
static int run(const THFftCall *c, const THCStream *stream)
{
  static const cufftType types[2][3] = {{CUFFT_C2C, CUFFT_R2C, CUFFT_C2R},
                                        {CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D}};
  const int isAlone = c->inner == 1;
  const int64_t width = c->dtype == TH_DOUBLE ? 8 : 4, batches = isAlone ? 1 : c->outer;
  const int64_t widthIn = c->kind == TH_FFT_HALF ? width : 2 * width;
  const int64_t widthOut = c->kind == TH_FFT_REAL ? width : 2 * width;
  const Layout layout = {stream, types[c->dtype == TH_DOUBLE][c->kind], c->n, c->inner,
                         isAlone ? c->outer : c->inner, isAlone ? c->nextIn : 1,
                         isAlone ? c->nextOut : 1};
  cufftHandle handle;
  TH_TRY(take(c->op, &layout, &handle));
  for (int64_t o = 0; o < batches; o++)
    TH_TRY(exec(c, layout.type, handle, (char *)c->in + o * c->nextIn * widthIn,
                (char *)c->out + o * c->nextOut * widthOut));
  return TH_OK;
}

static int fft(const THFftCall *c)
{
  THCLaunch launch;
  char *const address[] = {(char *)c->in, c->out};
  TH_TRY(THLibrary_open(&cufft_library, c->op));
  TH_TRY(THCLaunch_at(&launch, c->op, c->device, 2, address));
  pthread_mutex_lock(&lock);
  const int status = run(c, launch.stream);
  pthread_mutex_unlock(&lock);
  return THCLaunch_end(&launch, status, cudaSuccess);
}

void thc_fillFft(THTables *tables)
{
  static const THFftEntry entries[TH_FFT_ROWS] = {[TH_OP_fft] = fft};
  const void *byDtype[TH_NUM_DTYPES] = {[TH_FLOAT] = entries, [TH_DOUBLE] = entries};
  THTables_set(tables, TH_CHAPTER_FFT, byDtype);
}
