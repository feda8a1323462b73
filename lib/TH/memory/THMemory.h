/*
** What files of lib/TH say to each other about memory; hosts do not see it.
*/
#ifndef TH_MEMORY_H
#define TH_MEMORY_H

#include "TH/memory/THScope.h"

/* For THStorage.c: TH_ENOMEM where the budget of the thread's account does not allow bytes more;
   the account charged, or NULL. */
int th_charge(int64_t bytes, THAccount **charged);
void th_discharge(THAccount *account, int64_t bytes);

/* For THStorage.c: memory for a storage's header, zeroed, noted in scope unless that is NULL; NULL
   where there is none. And what frees it. */
THStorage *th_newHeader(THScope *scope);
void th_freeHeader(THStorage *storage);

/* THStorage_view of bytes, which are there, as elements of any type that is built and aligned
   so. */
THStorage *th_viewBytes(THStorage *parent, int dtype, int64_t offset, int64_t size);

/* For the last reference to a published storage (THPublish.c). */
void th_unpublish(const THStorage *storage);

/* For THDispatch.c: the allocator of a device is registered with its backend. */
void th_setDeviceAllocator(int device, const THAllocator *allocator);

#endif
