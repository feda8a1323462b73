/* The host's allocators. As long as nobody has set one, nobody looks at an account. */
#include "TH/memory/THHostAllocator.h"

#include "TH/base/THError.h"

/* Atomic. is_set: once any was. */
static const THAllocator *of_process;
static int is_set;

static int check(const THAllocator *allocator)
{
  if (allocator && (!allocator->alloc || !allocator->free || allocator->device))
    return th_fail(TH_EINVAL,
                   "setAllocator: an allocator needs alloc and free, and memory of the CPU");
  __atomic_store_n(&is_set, 1, __ATOMIC_RELEASE);
  return TH_OK;
}

int TH_setAllocator(const THAllocator *allocator)
{
  TH_TRY(check(allocator));
  __atomic_store_n(&of_process, allocator, __ATOMIC_RELEASE);
  return TH_OK;
}

int THAccount_setAllocator(THAccount *account, const THAllocator *allocator)
{
  TH_TRY(check(allocator));
  account->allocator = allocator;
  return TH_OK;
}

const THAllocator *TH_allocator(void)
{
  if (!__atomic_load_n(&is_set, __ATOMIC_ACQUIRE)) return TH_defaultAllocator();
  const THAccount *account = *TH_accountPlace();
  const THAllocator *own = account ? account->allocator : NULL;
  if (!own) own = __atomic_load_n(&of_process, __ATOMIC_ACQUIRE);
  return own ? own : TH_defaultAllocator();
}
