/*
** Scopes: the storages made while an account has one, to be given back together.
**
** A scope does not keep storages alive: one that goes before its end is taken off. A scope belongs
** to one thread at a time; its storages may go in any.
*/
#ifndef TH_SCOPE_H
#define TH_SCOPE_H

#include "TH/memory/THStorage.h"

typedef struct THScope {
  struct THNoted *newest; /* guarded by a lock of THScope.c */
} THScope;

/* Move a storage that scope noted to another, or to none (NULL); others are left alone. A storage
   that is looked into through this one goes with it. */
TH_API void THScope_keep(THScope *scope, THStorage *storage, THScope *to);

/* Give back the memory of all storages left in scope (THStorage_dispose). One that another storage
   looks into moves to another scope, or to none (NULL). */
TH_API void THScope_leave(THScope *scope, THScope *to);

/* Take all storages off: they go when their last references do. */
TH_API void THScope_drop(THScope *scope);

#endif
