/*
** The entries of the CPU in the chapter Solve: LAPACK's routines, of the BLAS library.
*/
#include "TH/cpu/THLapackHost.h"

#include <float.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "TH/cpu/THBlas.h"
#include "TH/iteration/THParallel.h"

/* --- the library's routines --- */

typedef const void *P;
typedef size_t L;
typedef void Address(void);

#define X(name) THTensor_data(&j->slot[TH_SLOT_##name])
#define TH_LAPACK(name, workspace, failure, types, ...)            \
static void call_##name(THLapackCall *j, Address *address)         \
{                                                                  \
  ((void (*) types)address)(__VA_ARGS__);                          \
}
#include "TH/rows/THLapackRoutines.def"
#undef TH_LAPACK
#undef X

static const struct {
  const char *name;
  int workspace;
  void (*call)(THLapackCall *j, Address *address);
} routines[] = {
#define TH_LAPACK(name, workspace, ...) {#name, workspace, call_##name},
#include "TH/rows/THLapackRoutines.def"
#undef TH_LAPACK
};

/* The routines, found at first need: all of them, or none counts. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static Address *addresses[TH_NUM_LAPACK][2];
static int found;

static void find_routines(void)
{
  found = 1;
  for (int k = 0; k < 2 * TH_NUM_LAPACK; k++) {
    char name[16];
    snprintf(name, sizeof name, "%c%s_", "sd"[k % 2], routines[k / 2].name);
    void *address = THBlas_symbol(name);
    memcpy(&addresses[k / 2][k % 2], &address, sizeof address);
    found = found && address;
  }
}

int THLapack_hasLibrary(void)
{
  pthread_once(&once, find_routines);
  return found;
}

static int check_library(THLapackCall *j)
{
  if (THLapack_hasLibrary()) return TH_OK;
  return th_fail(TH_EUNSUPPORTED,
                 "%s: there is no LAPACK; install OpenBLAS (Debian's package libopenblas0), or "
                 "name a library that has it in the environment variable TH_BLAS (now: %s)",
                 j->op, THBlas_info());
}

/* --- elements --- */

#define ALL_FINITE(name, word, exponent)                                    \
static int name(const word *bits, int64_t n)                                \
{                                                                           \
  word others = 0;                                                          \
  for (int64_t i = 0; i < n; i++) others |= (bits[i] & exponent) == exponent; \
  return !others;                                                           \
}
ALL_FINITE(floats_finite, uint32_t, UINT32_C(0x7f800000))
ALL_FINITE(doubles_finite, uint64_t, UINT64_C(0x7ff0000000000000))

static int look(THLapackCall *j)
{
  const THTensor *t = &j->slot[j->looked];
  const void *data = THTensor_data(t);
  const int64_t n = THTensor_nElement(t);
  j->info = !(j->kind ? doubles_finite(data, n) : floats_finite(data, n));
  return TH_OK;
}

/* --- calling --- */

static void call(THLapackCall *j, THLapackRoutine routine)
{
  routines[routine].call(j, addresses[routine][j->kind]);
}

/* LAPACK gives the wanted size as a real number, which may have been rounded down. */
static int make_workspace(THLapackCall *j, THLapackRoutine routine)
{
  const int dtype = j->kind ? TH_DOUBLE : TH_FLOAT;
  double wish;
  TH_TRY(THLapack_make(j, TH_SLOT_WORK, dtype, 1, -1));
  j->lwork = -1;
  call(j, routine);
  wish = TH_asReal(THDtype_load(dtype, THTensor_data(&j->slot[TH_SLOT_WORK])));
  wish += wish * FLT_EPSILON + 1;
  if (j->info || !(wish < INT_MAX))
    return th_fail(TH_EINVAL, "%s: the matrix is too large for LAPACK's 32-bit integers", j->op);
  j->lwork = (int)wish;
  return THLapack_make(j, TH_SLOT_WORK, dtype, j->lwork, -1);
}

static int run(THLapackCall *j, THLapackRoutine routine)
{
  enum { THREADS_FROM = 128 };
  TH_TRY(check_library(j));
  THBlas_setNumThreads(j->m < THREADS_FROM && j->n < THREADS_FROM ? 1 : TH_getNumThreads());
  if (routines[routine].workspace) TH_TRY(make_workspace(j, routine));
  call(j, routine);
  return TH_OK;
}

/* --- entries --- */

#define TH_LAPACK(name, ...)                 \
static int run_##name(THLapackCall *j)       \
{                                            \
  return run(j, TH_LAPACK_##name);           \
}
#include "TH/rows/THLapackRoutines.def"
#undef TH_LAPACK

static const THSolveEntry entries[TH_SOLVE_ROWS] = {
#define TH_LAPACK(name, ...) [TH_LAPACK_##name] = run_##name,
#include "TH/rows/THLapackRoutines.def"
#undef TH_LAPACK
  [TH_LAPACK_open] = check_library,
  [TH_LAPACK_finite] = look,
};

const void *const th_solvers[TH_NUM_DTYPES] = {[TH_FLOAT] = entries, [TH_DOUBLE] = entries};
