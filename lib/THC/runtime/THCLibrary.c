/*
** Opening a library: all of its functions are found in one file, or the library stays closed. One
** lock serves all libraries.
*/
#include "THC/runtime/THCLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THError.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* 1 if the file could be opened and has all functions, which are then in the table; else 0 and the
   reason. */
static int take(const THCLibrary *library, const char *name, char *reason, size_t room)
{
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *text = dlerror();
    snprintf(reason, room, "%s", text ? text : name);
    return 0;
  }
  for (int k = 0; library->symbols[k]; k++) {
    void *function = dlsym(handle, library->symbols[k]);
    memcpy((char *)library->table + (size_t)k * sizeof function, &function, sizeof function);
    if (function) continue;
    snprintf(reason, room, "%s has no %s", name, library->symbols[k]);
    dlclose(handle);
    return 0;
  }
  return 1;
}

static int open_one(THCLibrary *library, const char *op)
{
  char reason[2][160] = {"", ""};
  const char *named = getenv(library->variable);
  const int tries = named && *named ? 1 : 2;
  for (int k = 0; k < tries; k++) {
    const char *name = tries == 1 ? named : library->sonames[k];
    if (take(library, name, reason[k], sizeof reason[k])) {
      __atomic_store_n(&library->open, 1, __ATOMIC_RELEASE);
      return TH_OK;
    }
  }
  return th_fail(TH_EUNSUPPORTED,
                 "%s: cannot open %s (%s%s%s); install that of CUDA 12 or 13, or name its file in "
                 "the environment variable %s", op, library->title, reason[0],
                 *reason[1] ? "; " : "", reason[1], library->variable);
}

int THCLibrary_open(THCLibrary *library, const char *op)
{
  if (__atomic_load_n(&library->open, __ATOMIC_ACQUIRE)) return TH_OK;
  pthread_mutex_lock(&lock);
  int status = library->open ? TH_OK : open_one(library, op);
  pthread_mutex_unlock(&lock);
  return status;
}
