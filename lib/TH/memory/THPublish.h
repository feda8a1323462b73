/*
** Addresses that were given away: the storage behind one is found as long as it lives, and nothing
** is made of any other number.
*/
#ifndef TH_PUBLISH_H
#define TH_PUBLISH_H

#include "TH/memory/THStorage.h"

/* From now on THStorage_at knows the elements of the storage. TH_ENOMEM. */
TH_API int THStorage_publish(THStorage *storage);

/*
** A storage of size elements at an address, which looks into a published one (of any type) that
** holds them all. A new reference; NULL with TH_error() where there is none, or the address is not
** aligned as the type asks.
*/
TH_API THStorage *THStorage_at(int dtype, const void *address, int64_t size);

#endif
