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

/* A storage that takes over size elements of memory that the allocator gave out, which get charged.
   It is not resizable. NULL with TH_error() on failure; the memory is the caller's then. */
THStorage *th_adoptBytes(int dtype, void *data, int64_t size, const THAllocator *allocator);

/* Move the elements of a storage of the CPU, which owns its memory and has no views, into memory of
   another allocator. Their old memory is given back. On failure nothing has changed. */
int th_moveBytes(THStorage *storage, const THAllocator *to);

/* Take a reference, unless another thread is dropping the last one: then 0. For whoever lists
   storages without a reference, under the lock of the list, from which the last reference takes
   the storage off. */
int th_hold(THStorage *storage);

/* Called for the last reference to a published storage (THPublish.c). */
void th_unpublish(const THStorage *storage);

/* For the end: give all kept blocks back, those of other threads too, and let no function run any
   more when a thread ends. No other thread may be in the library; whoever comes later starts the
   cache again. */
void th_closeCache(void);

/* For THDispatch.c, which registers a device's allocator with its backend. */
void th_setDeviceAllocator(int device, const THAllocator *allocator);

#endif
