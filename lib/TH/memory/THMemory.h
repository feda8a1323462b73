/*
** Functions on memory that lib/TH uses internally; they are not exported.
*/
#ifndef TH_MEMORY_H
#define TH_MEMORY_H

#include "TH/memory/THScope.h"

/* For THStorage.c. Charge bytes to the thread's account; *charged is that account, or NULL.
   TH_ENOMEM if its budget does not allow them. */
int th_charge(int64_t bytes, THAccount **charged);
void th_discharge(THAccount *account, int64_t bytes);

/* For THStorage.c: a zeroed header for a storage, listed in scope unless scope is NULL. NULL if
   there is no memory. th_freeHeader takes it off the list and frees it. */
THStorage *th_newHeader(THScope *scope);
void th_freeHeader(THStorage *storage);

/* As THStorage_view, in bytes: size elements of dtype from byte offset on. The caller has checked
   that the bytes are there and aligned, and that dtype is built. */
THStorage *th_viewBytes(THStorage *parent, int dtype, int64_t offset, int64_t size);

/* Called for the last reference to a published storage (THPublish.c). */
void th_unpublish(const THStorage *storage);

/* For THDispatch.c, which registers a device's allocator with its backend. */
void th_setDeviceAllocator(int device, const THAllocator *allocator);

#endif
