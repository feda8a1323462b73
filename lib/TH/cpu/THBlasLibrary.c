/*
** Opens the BLAS library at first need, finds its functions, and rejects one with another calling
** convention. What is found is written once and only read afterwards.
*/
#include "TH/cpu/THBlasLibrary.h"

#ifdef TH_BLAS_LINK
#include <dlfcn.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THError.h"
#include "TH/base/THLibrary.h"
#include "TH/cpu/THBlas.h"

/* Written once under once or asked, read-only afterwards. */
static pthread_once_t once = PTHREAD_ONCE_INIT, asked = PTHREAD_ONCE_INIT;
static THBlasLibrary table;
static int found;
static int named;
static char info[512];

static pthread_mutex_t threadsLock = PTHREAD_MUTEX_INITIALIZER;
static int threadsWanted, threadsReady; /* written under threadsLock */

#ifndef TH_BLAS_BUILTIN
/* In the order of the table. */
static const char *const symbols[] = {
  "sgemm_", "dgemm_", "sgemv_", "dgemv_", "sger_", "dger_", "sdot_", "ddot_",
  "?openblas_set_num_threads", "?openblas_get_config", NULL};

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

static const char *const files[] = {"libopenblas.so.0", "libopenblas.so", "libblas.so.3", NULL};
static THLibrary library = {
  .title = "BLAS", .variable = "TH_BLAS", .install = "OpenBLAS", .files = files,
  .symbols = symbols, .table = &table, .accepts = accepts};

static void describe(const char *name)
{
  const char *config = table.config ? table.config() : "";
  snprintf(info, sizeof info, "%s%s%s", name, *config ? ": " : "", config);
}

/* Opens the library; if it cannot, info says why. */
static int open_library(void)
{
  char reason[sizeof info - sizeof "built-in code: "];
  const int isOpen = THLibrary_try(&library, reason, sizeof reason);
  if (isOpen)
    describe(library.file);
  else
    snprintf(info, sizeof info, "built-in code: %s", reason);
  return isOpen;
}
#endif

#if defined(TH_BLAS_BUILTIN)
static int open_default(void)
{
  snprintf(info, sizeof info, "built-in code: compiled without a library");
  return 0;
}
#elif defined(TH_BLAS_LINK)
extern THGemm sgemm_, dgemm_;
extern THGemv sgemv_, dgemv_;
extern THGer sger_, dger_;
extern THSDot sdot_;
extern THDDot ddot_;
extern void openblas_set_num_threads(int) __attribute__((weak));
extern char *openblas_get_config(void) __attribute__((weak));

static int open_default(void)
{
  table = (THBlasLibrary){{sgemm_, dgemm_}, {sgemv_, dgemv_}, {sger_, dger_}, sdot_, ddot_,
                          openblas_set_num_threads, openblas_get_config};
  library.handle = dlopen(NULL, RTLD_NOW);
  library.isOpen = library.handle != NULL;
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

static void initialise(void)
{
  found = open_chosen();
  pthread_mutex_lock(&threadsLock);
  threadsReady = found && table.setNumThreads;
  if (threadsReady && threadsWanted) table.setNumThreads(threadsWanted);
  pthread_mutex_unlock(&threadsLock);
}

const THBlasLibrary *THBlasLibrary_of(int dtype)
{
  if (dtype != TH_FLOAT && dtype != TH_DOUBLE) return NULL;
  pthread_once(&once, initialise);
  return found ? &table : NULL;
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
  if (threadsReady && n != threadsWanted) table.setNumThreads(n);
  __atomic_store_n(&threadsWanted, n, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&threadsLock);
  return TH_OK;
}
