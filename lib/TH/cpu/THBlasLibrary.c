/*
** Opens the BLAS library at first need, finds its functions, and rejects one with another calling
** convention. What is found is written once and only read afterwards.
**
** OpenBLAS starts threads when it is loaded, when it is given more of them, and in the first call
** after a fork, before which it ends them, also in the process that forks. All three happen here:
** with the signals blocked, and only if the limits allow it. It chooses a core, too, when it is
** loaded; if that is a slow one, it is loaded once more (THBlasCore.h).
*/
#include "TH/cpu/THBlasLibrary.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THError.h"
#include "TH/base/THLibrary.h"
#include "TH/base/THLog.h"
#include "TH/base/THThread.h"
#include "TH/cpu/THBlas.h"
#include "TH/cpu/THBlasCore.h"
#include "TH/cpu/THBlasLimits.h"
#include "TH/platform/THPlatform.h"

/* Written once under once or asked, read-only afterwards. */
static pthread_once_t once = PTHREAD_ONCE_INIT, asked = PTHREAD_ONCE_INIT;
static THBlasLibrary table;
static int found;
static int named;
static char info[512];

static pthread_mutex_t threadsLock = PTHREAD_MUTEX_INITIALIZER;
/* Written under threadsLock. started: the most threads that the library had, with the caller's. */
static int threadsWanted, threadsReady, started;
static int isForked; /* a fork has ended the library's threads */

static int isReady;  /* atomic: found, and not forked; read without a lock */

/* mode: written under once. oneCall: held by each call in mode TH_BLAS_ALONE. */
static THBlasMode mode;
int th_blasIsFree;
static pthread_mutex_t oneCall = PTHREAD_MUTEX_INITIALIZER;

#ifndef TH_BLAS_BUILTIN
/* In the order of the table. */
static const char *const symbols[] = {
#define GEMM(CODE, letter) #letter "gemm_",
#define GEMV(CODE, letter) #letter "gemv_",
  TH_FORALL_BLAS(GEMM) TH_FORALL_BLAS(GEMV) "sger_", "dger_", "cgeru_", "zgeru_", "sdot_", "ddot_",
#undef GEMM
#undef GEMV
  "?openblas_set_num_threads", "?openblas_get_num_threads", "?openblas_get_config",
  "?openblas_get_corename", NULL};

_Static_assert(sizeof table == sizeof symbols - sizeof *symbols, "a function for each symbol");

/*
** Whether the library keeps the calling convention assumed above. One with 64-bit integers sees a
** negative count and answers 0; one that returns a double from sdot_ (as f2c does) gives a wrong
** float.
*/
static int accepts(const char **reason)
{
  const int one[2] = {1, -1};
  const float sx = 2, sy = 3;
  const double dx = 2, dy = 3;
  *reason = "passes integers or floats otherwise";
  return table.sdot(one, &sx, one, &sy, one) == 6 && table.ddot(one, &dx, one, &dy, one) == 6;
}

static const char *const files[] = {"libopenblas.so.0", "libopenblas.so", "libblas.so.3",
                                    "libopenblas.dll", NULL};
static THLibrary library = {
  .title = "BLAS", .variable = "TH_BLAS", .install = "OpenBLAS", .files = files,
  .symbols = symbols, .table = &table, .accepts = accepts};

/* The core that the library should have chosen, or NULL. */
static const char *better_core(void)
{
  return table.core ? th_betterCoreHere(table.core()) : NULL;
}

static void describe(const char *name)
{
  const char *config = table.config ? table.config() : "", *better = better_core();
  const int used = snprintf(info, sizeof info, "%s%s%s", name, *config ? ": " : "", config);
  if (better && used < (int)sizeof info)
    snprintf(info + used, sizeof info - (size_t)used, "; it does not know this processor: it is "
             "slow unless OPENBLAS_CORETYPE=%s is in the environment", better);
}

typedef struct Attempt {
  int isOpen;
  const char *refusal;
  char reason[sizeof info - sizeof "built-in code: "];
} Attempt;

static void try_once(void *argument)
{
  Attempt *a = argument;
  a->isOpen = THLibrary_try(&library, a->reason, sizeof a->reason);
}

static void try_library(void *argument)
{
  Attempt *a = argument;
  const int mayName = th_mayNameCore(); /* asked before the library starts threads */
  try_once(a);
  const char *better = a->isOpen && mayName ? better_core() : NULL;
  if (!better) return;
  THLibrary_close(&library);
  th_withCore(better, try_once, a);
}

/* A product that needs a buffer, which the library keeps for the calls to come. */
static void take_buffer(void)
{
  enum { MANY = 4096 };
  const float one = 1, zero = 0, a[MANY] = {0};
  float y[MANY];
  table.gemv[TH_BLAS_FLOAT]("N", &(int){MANY}, &(int){1}, &one, a, &(int){MANY}, &one, &(int){1},
                            &zero, y, &(int){1}, 1);
}

/* Other threads take memory meanwhile, so the room for the buffer is held until just before the
   library takes it. Returns 0, or -1 with a refusal. */
static int open_alone(Attempt *a)
{
  void *room = th_holdBuffer();
  if (!room) a->refusal = "other threads have taken the memory that OpenBLAS needs";
  const int status = room ? th_withOneProcessor(try_library, a) : -1;
  th_letGoBuffer(room);
  if (a->isOpen) take_buffer();
  return status;
}

/* Opens the library; if it cannot, info says why. */
static int open_library(void)
{
  Attempt attempt = {
    .refusal = "no thread may be started, and the processors of this one are not settable"};
  THSignals before;
  mode = th_blasMode(&attempt.refusal);
  th_blockSignals(&before);
  if (mode == TH_BLAS_FREE) try_library(&attempt);
  const int refused =
      mode == TH_BLAS_REFUSED || (mode == TH_BLAS_ALONE && open_alone(&attempt));
  th_restoreSignals(&before);
  if (attempt.isOpen) describe(library.file);
  else snprintf(info, sizeof info, "built-in code: %s", refused ? attempt.refusal : attempt.reason);
  if (!attempt.isOpen) th_log(TH_LOG_WARNING, "BLAS: %s", info);
  else if (mode == TH_BLAS_ALONE)
    th_log(TH_LOG_WARNING, "BLAS: one thread and one call at a time, by the limits of the process");
  return attempt.isOpen;
}
#endif

#if defined(TH_BLAS_BUILTIN)
static int open_default(void)
{
  snprintf(info, sizeof info, "built-in code: compiled without a library");
  return 0;
}
#elif defined(TH_BLAS_LINK)
extern THGemm sgemm_, dgemm_, cgemm_, zgemm_;
extern THGemv sgemv_, dgemv_, cgemv_, zgemv_;
extern THGer sger_, dger_, cgeru_, zgeru_;
extern THSDot sdot_;
extern THDDot ddot_;
extern void openblas_set_num_threads(int) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));
extern char *openblas_get_config(void) __attribute__((weak));
extern char *openblas_get_corename(void) __attribute__((weak));

static int open_default(void)
{
  table = (THBlasLibrary){
    {sgemm_, dgemm_, cgemm_, zgemm_}, {sgemv_, dgemv_, cgemv_, zgemv_},
    {sger_, dger_, cgeru_, zgeru_}, sdot_, ddot_, openblas_set_num_threads,
    openblas_get_num_threads, openblas_get_config, openblas_get_corename};
  THLibrary_openProgram(&library);
  describe("linked");
  return 1;
}
#else
static int open_default(void)
{
  return open_library();
}
#endif

static int open_chosen(void)
{
  const char *chosen = getenv("TH_BLAS");
  if (!chosen || !*chosen) return open_default();
#ifndef TH_BLAS_BUILTIN
  if (strcmp(chosen, "builtin") != 0) return open_library();
#endif
  snprintf(info, sizeof info, "built-in code: TH_BLAS=%s", chosen);
  return 0;
}

/* --- threads of the library: functions up to the next rule hold threadsLock --- */

/* Unless it may not have as many, the library keeps those that it has. */
static void pass_on_threads(int n)
{
  THSignals before;
  if (mode != TH_BLAS_FREE || (n > started && !th_blasMayStart(n - started))) return;
  th_blockSignals(&before);
  table.setNumThreads(n);
  th_restoreSignals(&before);
  if (n > started) started = n;
}

/* Whether the library has its threads again, all that it ever had. */
static int restart_threads(void)
{
  if (!th_blasMayStart(started - 1)) return 0;
  isForked = 0;
  __atomic_store_n(&isReady, 1, __ATOMIC_RELEASE);
  pass_on_threads(threadsWanted ? threadsWanted : started);
  return 1;
}

/* --- */

static int is_usable(void)
{
  pthread_mutex_lock(&threadsLock);
  const int usable = !isForked || restart_threads();
  pthread_mutex_unlock(&threadsLock);
  return usable;
}

static void lock_library(void)
{
  pthread_mutex_lock(&oneCall);
  pthread_mutex_lock(&threadsLock);
}

static void unlock_library(void)
{
  isForked = threadsReady && started > 1;
  if (isForked) __atomic_store_n(&isReady, 0, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&threadsLock);
  pthread_mutex_unlock(&oneCall);
}

__attribute__((constructor)) static void watch_forks(void)
{
  th_atFork(lock_library, unlock_library, unlock_library);
}

static void open_it(void *unused)
{
  (void)unused;
  found = open_chosen();
  th_blasIsFree = found && mode == TH_BLAS_FREE;
  pthread_mutex_lock(&threadsLock);
  threadsReady = found && table.setNumThreads;
  started = threadsReady && table.getNumThreads ? table.getNumThreads() : 1;
  if (threadsReady && threadsWanted) pass_on_threads(threadsWanted);
  __atomic_store_n(&isReady, found, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&threadsLock);
}

static void initialise(void)
{
  if (th_onStack(TH_BLAS_STACK, open_it, NULL)) return;
  snprintf(info, sizeof info, "built-in code: a library needs %d KB of stack, this thread has "
           "fewer, and no other thread could be started", TH_BLAS_STACK >> 10);
  th_log(TH_LOG_WARNING, "BLAS: %s", info);
}

int THBlasLibrary_run(void (*work)(void *), void *argument)
{
  if (mode == TH_BLAS_ALONE) pthread_mutex_lock(&oneCall);
  const int done = th_onStack(TH_BLAS_STACK, work, argument);
  if (mode == TH_BLAS_ALONE) pthread_mutex_unlock(&oneCall);
  return done;
}

THBlasType THBlas_type(int dtype)
{
  static const int codes[] = {
#define X(CODE, letter) TH_##CODE,
    TH_FORALL_BLAS(X)
#undef X
  };
  int type = 0;
  while (type < TH_NUM_BLAS && codes[type] != dtype) type++;
  return (THBlasType)type;
}

static __attribute__((noinline)) const THBlasLibrary *find_library(void)
{
  pthread_once(&once, initialise);
  return found && is_usable() ? &table : NULL;
}

const THBlasLibrary *THBlasLibrary_of(int dtype)
{
  if (THBlas_type(dtype) == TH_NUM_BLAS) return NULL;
  return __atomic_load_n(&isReady, __ATOMIC_ACQUIRE) ? &table : find_library();
}

static void ask(void)
{
  const char *chosen = getenv("TH_BLAS");
  named = chosen && *chosen;
}

int THBlasLibrary_isNamed(void)
{
  pthread_once(&asked, ask);
  return named;
}

int THBlas_hasLibrary(int dtype)
{
  return THBlasLibrary_of(dtype) != NULL;
}

const char *THBlas_info(void)
{
  pthread_once(&once, initialise);
  return info;
}

void *THBlas_symbol(const char *name)
{
  pthread_once(&once, initialise);
#ifdef TH_BLAS_BUILTIN
  (void)name;
  return NULL;
#else
  return THLibrary_symbol(&library, name);
#endif
}

int THBlas_setNumThreads(int n)
{
  if (n < 1) return th_fail(TH_EINVAL, "setNumThreads: %d threads, at least 1 is needed", n);
  if (__atomic_load_n(&threadsWanted, __ATOMIC_ACQUIRE) == n) return TH_OK;
  pthread_mutex_lock(&threadsLock);
  if (threadsReady && !isForked && n != threadsWanted) pass_on_threads(n);
  __atomic_store_n(&threadsWanted, n, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&threadsLock);
  return TH_OK;
}
