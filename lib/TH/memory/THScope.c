/*
** Scopes: lists of the storages that were made while a scope was set.
**
** A storage made in a scope has a place in its list (TH_STORAGE_NOTED). One lock guards all lists.
** The list holds no reference; freeing a storage takes it off first.
*/
#include "TH/memory/THScope.h"

#include <pthread.h>
#include <stdlib.h>

#include "TH/memory/THAccount.h"
#include "TH/memory/THMemory.h"
#include "TH/platform/THPlatform.h"

/* A storage and its place in a scope's list. */
typedef struct THNoted {
  THStorage storage;
  THScope *scope;
  struct THNoted *older, *newer;
} THNoted;

/* Guards all lists: any thread may drop the last reference to a listed storage. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void lock_scopes(void)
{
  pthread_mutex_lock(&lock);
}

static void unlock_scopes(void)
{
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
  th_atFork(lock_scopes, unlock_scopes, unlock_scopes);
}

static void link_to(THNoted *noted, THScope *scope)
{
  noted->scope = scope;
  noted->newer = NULL;
  noted->older = scope ? scope->newest : NULL;
  if (noted->older) noted->older->newer = noted;
  if (scope) scope->newest = noted;
}

static void unlink_from(THNoted *noted)
{
  if (!noted->scope) return;
  if (noted->older) noted->older->newer = noted->newer;
  if (noted->newer) noted->newer->older = noted->older;
  else noted->scope->newest = noted->older;
  noted->scope = NULL;
}

static void move(THNoted *noted, THScope *to)
{
  unlink_from(noted);
  link_to(noted, to);
}

THStorage *th_newHeader(THScope *scope)
{
  if (!scope) { /* not calloc: glibc's takes the slow way even for what was freed last */
    THStorage *storage = malloc(sizeof *storage);
    if (storage) *storage = (THStorage){0};
    return storage;
  }
  THNoted *noted = calloc(1, sizeof *noted);
  if (!noted) return NULL;
  noted->storage.flag = TH_STORAGE_NOTED;
  lock_scopes();
  link_to(noted, scope);
  unlock_scopes();
  return &noted->storage;
}

void th_freeHeader(THStorage *storage)
{
  if (storage->flag & TH_STORAGE_NOTED) {
    lock_scopes();
    unlink_from((THNoted *)storage);
    unlock_scopes();
  }
  free(storage);
}

void THScope_keep(THScope *scope, THStorage *storage, THScope *to)
{
  lock_scopes();
  for (; storage; storage = storage->parent) {
    THNoted *noted = (THNoted *)storage;
    if (storage->flag & TH_STORAGE_NOTED && noted->scope == scope) move(noted, to);
  }
  unlock_scopes();
}

void THScope_spare(THStorage *storage)
{
  const THAccount *account = *TH_accountPlace();
  if (account && account->scope) THScope_keep(account->scope, storage, NULL);
}

/* Take the newest storage off the list and return it with a reference. A storage whose count is 0
   is being freed by another thread, which waits for the lock; it is taken off and passed over. */
static THStorage *take_newest(THScope *scope)
{
  THStorage *storage = NULL;
  lock_scopes();
  while (scope->newest && !storage) {
    THNoted *noted = scope->newest;
    int32_t count = __atomic_load_n(&noted->storage.refcount, __ATOMIC_RELAXED);
    while (count && !__atomic_compare_exchange_n(&noted->storage.refcount, &count, count + 1, 0,
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue;
    if (count) storage = &noted->storage;
    unlink_from(noted);
  }
  unlock_scopes();
  return storage;
}

static void note(THStorage *storage, THScope *to)
{
  lock_scopes();
  move((THNoted *)storage, to);
  unlock_scopes();
}

/* Dispose of all storages of scope; those that others view move to refused. Returns how many were
   disposed of. */
static int dispose_all(THScope *scope, THScope *refused)
{
  int count = 0;
  for (THStorage *storage; (storage = take_newest(scope)) != NULL;) {
    if (THStorage_dispose(storage)) note(storage, refused);
    else count++;
    THStorage_release(storage);
  }
  return count;
}

/* A view may be listed before or after its storage, so repeat until nothing changes. */
void THScope_leave(THScope *scope, THScope *to)
{
  THScope refused[2] = {{0}};
  int pass = 0;
  while (dispose_all(scope, &refused[pass]) && refused[pass].newest) {
    scope = &refused[pass];
    pass = !pass;
  }
  for (THStorage *storage; (storage = take_newest(&refused[pass])) != NULL;) {
    note(storage, to);
    THStorage_release(storage);
  }
}

void THScope_drop(THScope *scope)
{
  lock_scopes();
  while (scope->newest) unlink_from(scope->newest);
  unlock_scopes();
}
