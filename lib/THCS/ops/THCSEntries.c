/*
** An entry launches its kernel on the current stream of the call's device.
*/
#include "THCS/ops/THCSEntries.h"

#include "THC/launch/THCLaunch.h"
#include "THC/runtime/THCGeneral.h"
#include "THCS/kernels/THCSKernels.h"
#include "THCS/ops/THCSProduct.h"

enum { MOST = 4 };

/* Begin a launch that uses these addresses, of which some may be NULL. */
static int begin(THCLaunch *launch, const THSCall *call, const void *const *used)
{
  char *memory[MOST];
  int n = 0;
  for (int k = 0; k < MOST; k++)
    if (used[k]) memory[n++] = (char *)used[k];
  return THCLaunch_at(launch, call->op, call->device, n, memory);
}

static int run_digits(THSCall *call)
{
  THCLaunch launch;
  TH_TRY(begin(&launch, call, (const void *[MOST]){call->key[0], call->made}));
  return THCLaunch_end(&launch, TH_OK, thcs_digits(call, launch.stream->handle));
}

static int run_search(THSCall *call)
{
  THCLaunch launch;
  TH_TRY(begin(&launch, call, (const void *[MOST]){call->key[0], call->key[1], call->made}));
  return THCLaunch_end(&launch, TH_OK, thcs_search(call, launch.stream->handle));
}

static int run_fold(int dtype, const THSCall *call)
{
  THCLaunch launch;
  TH_TRY(begin(&launch, call, (const void *[MOST]){call->in, call->order, call->start, call->out}));
  return THCLaunch_end(&launch, TH_OK, thcs_fold(dtype, call, launch.stream->handle));
}

#define FOLD(Name, CODE)                  \
static int fold##Name(THSCall *call)      \
{                                         \
  return run_fold(TH_##CODE, call);       \
}
#define X(Name, CODE, type, kind) FOLD(Name, CODE)
TH_FORALL_DTYPES(X)
#undef X

/* The sum of complex numbers is that of their parts, which stand side by side. */
static int fold_parts(int dtype, const THSCall *call)
{
  THSCall parts = *call;
  parts.width *= 2;
  return run_fold(dtype, &parts);
}

static int foldComplexFloat(THSCall *call)
{
  return fold_parts(TH_FLOAT, call);
}

static int foldComplexDouble(THSCall *call)
{
  return fold_parts(TH_DOUBLE, call);
}

int THCS_open(void)
{
  static const THSEntry folds[TH_NUM_DTYPES] = {
#define X(Name, CODE, type, kind) [TH_##CODE] = fold##Name,
    TH_FORALL_DTYPES(X)
#undef X
    [TH_COMPLEXFLOAT] = foldComplexFloat, [TH_COMPLEXDOUBLE] = foldComplexDouble};
  static THSEntry entries[TH_NUM_DTYPES][THS_ROWS];
  const void *byDtype[TH_NUM_DTYPES] = {NULL};
  int chapter;
  TH_TRY(THS_chapter(&chapter));
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    if (!folds[dtype]) continue;
    entries[dtype][THS_fold] = folds[dtype];
    entries[dtype][THS_multiply] = thcs_multiplyEntry(dtype);
    byDtype[dtype] = entries[dtype];
  }
  entries[TH_LONG][THS_digits] = run_digits;
  entries[TH_LONG][THS_search] = run_search;
  for (int device = 1; device <= THC_deviceCount(); device++)
    TH_TRY(TH_registerEntries(device, chapter, THS_ROWS, byDtype));
  return TH_OK;
}
