/*
** Scopes: lists of the storages that are made while an account has a scope set, so that their
** memory can be given back together.
**
** A scope does not keep storages alive: a storage that is freed leaves the list. A scope belongs to
** one thread at a time; its storages may be freed in any thread.
*/
#ifndef TH_SCOPE_H
#define TH_SCOPE_H

#include "TH/memory/THStorage.h"

typedef struct THScope {
  struct THNoted *newest; /* guarded by the lock in THScope.c */
} THScope;

/* Move a storage from scope to another scope, or to none (NULL), together with the storages that it
   is a view of. Storages that are not in scope stay where they are. */
TH_API void THScope_keep(THScope *scope, THStorage *storage, THScope *to);

/* Take a storage off the list of the scope that is set for this thread, if it is on it: for parts
   of a tensor's layout, since who ends the scope does not see them. It lives until its last
   reference goes. */
TH_API void THScope_spare(THStorage *storage);

/* Give back the memory of all storages left in scope (THStorage_dispose). Storages that others view
   are moved to the scope to, or to none (NULL). */
TH_API void THScope_leave(THScope *scope, THScope *to);

/* Empty the list. Its storages live until their last references go. */
TH_API void THScope_drop(THScope *scope);

#endif
