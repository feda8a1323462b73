/*
** The host's own allocator for the CPU, in place of the default one: for the process, and for the
** storages of an account.
*/
#ifndef TH_HOST_ALLOCATOR_H
#define TH_HOST_ALLOCATOR_H

#include "TH/memory/THAccount.h"
#include "TH/memory/THAllocator.h"

/*
** Whatever is allocated from then on without naming another comes from it, results, temporaries and
** room for work. NULL goes back to the default. Storages keep the allocator that they were made
** with, also when they grow. It follows the rules of THAllocator.h and must outlive all that was
** allocated. TH_EINVAL for one that lacks a function, or whose device is not the CPU.
*/
TH_API int TH_setAllocator(const THAllocator *allocator);

/* The same for the storages that will be charged to the account; NULL for the process's. */
TH_API int THAccount_setAllocator(THAccount *account, const THAllocator *allocator);

/* What allocates on the CPU for the calling thread now: its account's, the process's, or the
   default one. TH_deviceAllocator gives it for device 0. */
TH_API const THAllocator *TH_allocator(void);

#endif
