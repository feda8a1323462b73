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
#include "TH/cpu/THBlasLibrary.h"
#include "TH/iteration/THParallel.h"
#include "TH/memory/THStop.h"

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
#define TH_LAPACK_COMPLEX(name, complex_name, types, ...)          \
static void complex_##name(THLapackCall *j, Address *address)      \
{                                                                  \
  ((void (*) types)address)(__VA_ARGS__);                          \
}
#include "TH/rows/THLapackRoutines.def"
#undef X

/* For real types in row 0, for complex ones in row 1; there a routine without a name is as in row
   0. */
static const struct Routine {
  const char *name;
  void (*call)(THLapackCall *j, Address *address);
} routines[2][TH_NUM_LAPACK] = {{
#define TH_LAPACK(name, ...) {#name, call_##name},
#include "TH/rows/THLapackRoutines.def"
}, {
#define TH_LAPACK_COMPLEX(name, complex_name, ...) \
  [TH_LAPACK_##name] = {#complex_name, complex_##name},
#include "TH/rows/THLapackRoutines.def"
}};

static const int has_workspace[TH_NUM_LAPACK] = {
#define TH_LAPACK(name, workspace, ...) workspace,
#include "TH/rows/THLapackRoutines.def"
};

static const struct Routine *routine_of(int is_complex, int routine)
{
  return &routines[is_complex && routines[1][routine].name][routine];
}

static const struct {
  int dtype;
  const char *letter;
} types[] = {
#define X(CODE, letter) {TH_##CODE, #letter},
  TH_FORALL_BLAS(X)
#undef X
};

/* The routines, found at first need: all of them, or none counts. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static Address *addresses[TH_NUM_BLAS][TH_NUM_LAPACK];
static int found;

static void find_routines(void)
{
  found = 1;
  for (int type = 0; type < TH_NUM_BLAS; type++)
    for (int k = 0; k < TH_NUM_LAPACK; k++) {
      char name[16];
      const int is_complex = THDtype_traits(types[type].dtype)->complex;
      snprintf(name, sizeof name, "%s%s_", types[type].letter, routine_of(is_complex, k)->name);
      void *address = THBlas_symbol(name);
      memcpy(&addresses[type][k], &address, sizeof address);
      found = found && address;
    }
}

int THLapack_hasLibrary(void)
{
  pthread_once(&once, find_routines);
  return found && THBlas_hasLibrary(TH_FLOAT);
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
  const int64_t n = THTensor_nElement(t) * (j->type == j->real ? 1 : 2);
  j->info = !(j->real == TH_DOUBLE ? doubles_finite(data, n) : floats_finite(data, n));
  return TH_OK;
}

/* --- calling --- */

typedef struct Work { THLapackCall *j; THLapackRoutine routine; } Work;

static void work(void *argument)
{
  const Work *w = argument;
  THLapackCall *j = w->j;
  routine_of(j->type != j->real, w->routine)->call(j, addresses[THBlas_type(j->type)][w->routine]);
}

static int call(THLapackCall *j, THLapackRoutine routine)
{
  TH_TRY(TH_checkStop());
  if (THBlasLibrary_run(work, &(Work){j, routine})) return TH_OK;
  return th_fail(TH_EUNSUPPORTED,
                 "%s: LAPACK needs %d KB of stack, this thread has fewer, and no other thread "
                 "could be started", j->op, TH_BLAS_STACK >> 10);
}

/* As the other slots (THSolveChapter.c): room after a matrix that LAPACK keeps as work space. */
static int64_t spare_work(const THLapackCall *j)
{
  enum { WIDEST_BLOCK = 65 };
  if (j->type == j->real) return 0;
  return WIDEST_BLOCK + (j->m > j->n ? j->m : j->n);
}

/* LAPACK gives the wanted size as a real number, which may have been rounded down. Later
   matrices of a stack have the sizes of the first. */
static int make_workspace(THLapackCall *j, THLapackRoutine routine)
{
  double wish;
  j->lwork = j->asked[routine];
  if (j->lwork) return THLapack_make(j, TH_SLOT_WORK, j->type, j->lwork + spare_work(j), -1);
  TH_TRY(THLapack_make(j, TH_SLOT_WORK, j->type, 1, -1));
  j->lwork = -1;
  TH_TRY(call(j, routine));
  wish = TH_asReal(THDtype_load(j->type, THTensor_data(&j->slot[TH_SLOT_WORK])));
  wish += wish * FLT_EPSILON + 1;
  if (j->info || !(wish < INT_MAX))
    return th_fail(TH_EINVAL, "%s: the matrix is too large for LAPACK's 32-bit integers", j->op);
  j->lwork = j->asked[routine] = (int)wish;
  return THLapack_make(j, TH_SLOT_WORK, j->type, j->lwork + spare_work(j), -1);
}

/*
** The rows or columns from which the library's threads are worth it. LU gains early: "gesv 200" and
** "inverse 200" take 1.4 times as long on one thread as on two. The others gain a tenth at 500; at
** 200 two threads take 1.1 to 1.3 times as long (rows "svd", "symeig", "qr", "potrf"), and several
** times as long beside another process, since the library's threads wait for each other often.
*/
enum { THREADS_FROM = 400 };
static const int threads_from[TH_NUM_LAPACK] = {
  [TH_LAPACK_getrf] = 128, [TH_LAPACK_getri] = 128, [TH_LAPACK_getrs] = 128};

static int run(THLapackCall *j, THLapackRoutine routine)
{
  const int from = threads_from[routine] ? threads_from[routine] : THREADS_FROM;
  TH_TRY(check_library(j));
  THBlas_setNumThreads(j->m < from && j->n < from ? 1 : TH_getNumThreads());
  if (has_workspace[routine]) TH_TRY(make_workspace(j, routine));
  return call(j, routine);
}

/* --- entries --- */

#define TH_LAPACK(name, ...)                 \
static int run_##name(THLapackCall *j)       \
{                                            \
  return run(j, TH_LAPACK_##name);           \
}
#include "TH/rows/THLapackRoutines.def"

static const THSolveEntry entries[TH_SOLVE_ROWS] = {
#define TH_LAPACK(name, ...) [TH_LAPACK_##name] = run_##name,
#include "TH/rows/THLapackRoutines.def"
  [TH_LAPACK_open] = check_library,
  [TH_LAPACK_finite] = look,
};

const void *const th_solvers[TH_NUM_DTYPES] = {
#define X(CODE, letter) [TH_##CODE] = entries,
  TH_FORALL_BLAS(X)
#undef X
};
