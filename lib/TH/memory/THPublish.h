/*
** Addresses given away to others: finds the storage behind such an address as long as the storage
** is alive, and refuses any other number.
*/
#ifndef TH_PUBLISH_H
#define TH_PUBLISH_H

#include "TH/memory/THStorage.h"

/* Let THStorage_at find the elements of the storage. TH_ENOMEM. */
TH_API int THStorage_publish(THStorage *storage);

/*
** A storage of size elements at address: a view of a published storage (of any type) that contains
** them all. Returns a new reference; NULL with TH_error() if no storage contains them or the
** address is not aligned for the type.
*/
TH_API THStorage *THStorage_at(int dtype, const void *address, int64_t size);

#endif
