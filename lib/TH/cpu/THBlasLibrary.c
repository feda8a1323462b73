#include "TH/cpu/THBlasLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THError.h"
#include "TH/cpu/THBlas.h"

#ifndef TH_BLAS_BUILTIN
static const struct Symbol {
  const char *name;
  size_t place;
  int optional;
} symbols[] = {
  {"sgemm_", offsetof(THBlasLibrary, gemm[0]), 0},
  {"dgemm_", offsetof(THBlasLibrary, gemm[1]), 0},
  {"sgemv_", offsetof(THBlasLibrary, gemv[0]), 0},
  {"dgemv_", offsetof(THBlasLibrary, gemv[1]), 0},
  {"sger_", offsetof(THBlasLibrary, ger[0]), 0},
  {"dger_", offsetof(THBlasLibrary, ger[1]), 0},
  {"sdot_", offsetof(THBlasLibrary, sdot), 0},
  {"ddot_", offsetof(THBlasLibrary, ddot), 0},
  {"openblas_set_num_threads", offsetof(THBlasLibrary, setNumThreads), 1},
  {"openblas_get_config", offsetof(THBlasLibrary, config), 1},
};
#endif

/* Written once under once or asked, read-only afterwards. */
static pthread_once_t once = PTHREAD_ONCE_INIT, asked = PTHREAD_ONCE_INIT;
static THBlasLibrary library;
static void *handle;
static int found;
static int named;
static char info[512];

static pthread_mutex_t threadsLock = PTHREAD_MUTEX_INITIALIZER;
static int threadsWanted, threadsReady; /* written under threadsLock */

#ifndef TH_BLAS_BUILTIN
/*
** Whether the library keeps the calling convention assumed above. One with 64-bit integers sees a
** negative count and answers 0; one that returns a double from sdot_ (as f2c does) gives a wrong
** float.
*/
static int answers(const THBlasLibrary *lib)
{
  const int one[2] = {1, -1};
  const float sx = 2, sy = 3;
  const double dx = 2, dy = 3;
  return lib->sdot(one, &sx, one, &sy, one) == 6 && lib->ddot(one, &dx, one, &dy, one) == 6;
}

static void describe(const char *name)
{
  const char *config = library.config ? library.config() : "";
  snprintf(info, sizeof info, "%s%s%s", name, *config ? ": " : "", config);
}

/* Leaves library and handle, or in info the reason why not. */
static int open_library(const char *name)
{
  THBlasLibrary lib = {0};
  void *h = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!h) {
    const char *reason = dlerror();
    snprintf(info, sizeof info, "built-in code: %s", reason ? reason : name);
    return 0;
  }
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *address = dlsym(h, symbols[i].name);
    if (!address && !symbols[i].optional) {
      snprintf(info, sizeof info, "built-in code: %s has no %s", name, symbols[i].name);
      dlclose(h);
      return 0;
    }
    memcpy((char *)&lib + symbols[i].place, &address, sizeof address);
  }
  if (!answers(&lib)) {
    snprintf(info, sizeof info, "built-in code: %s passes integers or floats otherwise", name);
    dlclose(h);
    return 0;
  }
  library = lib;
  handle = h;
  describe(name);
  return 1;
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
  library = (THBlasLibrary){{sgemm_, dgemm_}, {sgemv_, dgemv_}, {sger_, dger_}, sdot_, ddot_,
                      openblas_set_num_threads, openblas_get_config};
  handle = dlopen(NULL, RTLD_NOW);
  describe("linked");
  return 1;
}
#else
static int open_default(void)
{
  static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", "libblas.so.3"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (open_library(names[i])) return 1;
  return 0;
}
#endif

static int open_chosen(void)
{
  const char *chosen = getenv("TH_BLAS");
  if (!chosen || !*chosen) return open_default();
#ifndef TH_BLAS_BUILTIN
  if (strcmp(chosen, "builtin") != 0) return open_library(chosen);
#endif
  snprintf(info, sizeof info, "built-in code: TH_BLAS=%s", chosen);
  return 0;
}

static void initialise(void)
{
  found = open_chosen();
  pthread_mutex_lock(&threadsLock);
  threadsReady = found && library.setNumThreads;
  if (threadsReady && threadsWanted) library.setNumThreads(threadsWanted);
  pthread_mutex_unlock(&threadsLock);
}

const THBlasLibrary *THBlasLibrary_of(int dtype)
{
  if (dtype != TH_FLOAT && dtype != TH_DOUBLE) return NULL;
  pthread_once(&once, initialise);
  return found ? &library : NULL;
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
  return handle ? dlsym(handle, name) : NULL;
}

int THBlas_setNumThreads(int n)
{
  if (n < 1) return th_fail(TH_EINVAL, "setNumThreads: %d threads, at least 1 is needed", n);
  if (__atomic_load_n(&threadsWanted, __ATOMIC_ACQUIRE) == n) return TH_OK;
  pthread_mutex_lock(&threadsLock);
  if (threadsReady && n != threadsWanted) library.setNumThreads(n);
  __atomic_store_n(&threadsWanted, n, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&threadsLock);
  return TH_OK;
}
