/*
** Opening a library: all its functions are found in one file, or it stays closed. One lock serves
** all libraries. The table and the handle are written under the lock before isOpen is set, and
** again only if the library was closed, when nobody used it. So a thread that saw isOpen set reads
** them without the lock.
*/
#include "TH/base/THLibrary.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THError.h"
#include "TH/platform/THPlatform.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Fills the table. Returns the first required symbol that is missing, or NULL. */
static const char *missing_of(const THLibrary *library, void *handle)
{
  for (int k = 0; library->symbols[k]; k++) {
    const char *name = library->symbols[k];
    const int isOptional = *name == '?';
    void *function = th_findSymbol(handle, name + isOptional);
    memcpy((char *)library->table + (size_t)k * sizeof function, &function, sizeof function);
    if (!function && !isOptional) return name;
  }
  return NULL;
}

/* 1 if the file could be opened and has what is needed: then the table, the handle and the file's
   name are set. Else 0 and the reason. */
static int take(THLibrary *library, const char *file, char *reason, size_t room)
{
  void *handle = th_openLibrary(file, library->isApart, reason, room);
  if (!handle) return 0;
  const char *why = NULL, *name = missing_of(library, handle);
  if (name) {
    snprintf(reason, room, "%s has no %s", file, name);
  } else if (library->accepts && !library->accepts(&why)) {
    snprintf(reason, room, "%s %s", file, why);
  } else {
    snprintf(library->file, sizeof library->file, "%s", file);
    library->handle = handle;
    return 1;
  }
  th_closeLibrary(handle);
  return 0;
}

/* Try the files in order, or only the one that the environment names. 1 if one was taken; else 0
   and the reasons of all of them. */
static int take_any(THLibrary *library, char *reason, size_t room)
{
  const char *named = getenv(library->variable);
  const char *const only[] = {named, NULL};
  size_t used = 0;
  for (const char *const *file = named && *named ? only : library->files; *file; file++) {
    if (used && used + 2 < room) used += (size_t)snprintf(reason + used, room - used, "; ");
    if (take(library, *file, reason + used, room - used)) return 1;
    used += strlen(reason + used);
  }
  return 0;
}

int THLibrary_try(THLibrary *library, char *reason, size_t room)
{
  if (__atomic_load_n(&library->isOpen, __ATOMIC_ACQUIRE)) return 1;
  pthread_mutex_lock(&lock);
  const int isOpen = library->isOpen || take_any(library, reason, room);
  if (isOpen) __atomic_store_n(&library->isOpen, 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  return isOpen;
}

int THLibrary_open(THLibrary *library, const char *op)
{
  char reason[320] = "";
  if (THLibrary_try(library, reason, sizeof reason)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED,
                 "%s: cannot open %s (%s); install %s, or name its file in the environment "
                 "variable %s", op, library->title, reason, library->install, library->variable);
}

void THLibrary_close(THLibrary *library)
{
  pthread_mutex_lock(&lock);
  if (library->isOpen) th_closeLibrary(library->handle);
  __atomic_store_n(&library->isOpen, 0, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}

void THLibrary_openProgram(THLibrary *library)
{
  library->handle = th_openProgram();
  __atomic_store_n(&library->isOpen, library->handle != NULL, __ATOMIC_RELEASE);
}

void th_stayLoaded(void)
{
  th_keepFileOf(&lock); /* as any symbol of ours */
}

void *THLibrary_symbol(THLibrary *library, const char *name)
{
  return __atomic_load_n(&library->isOpen, __ATOMIC_ACQUIRE) ? th_findSymbol(library->handle, name)
                                                            : NULL;
}
