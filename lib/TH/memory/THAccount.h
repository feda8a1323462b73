/*
** Accounts: how much memory the storages of one owner take, for example those that one Lua state
** made, and what limits that owner.
**
** While a thread has an account set, the storages that it makes or resizes are charged to the
** account until their memory is given back, in whatever thread that happens. Bytes are those asked
** for, whatever the allocator adds. An account is set in at most one thread at a time. Accounts are
** few and are reused, so one that is never closed does no harm.
*/
#ifndef TH_ACCOUNT_H
#define TH_ACCOUNT_H

#include "TH/base/THBase.h"

typedef struct THAccount {
  int64_t allocated;     /* bytes ever charged */
  int64_t balance;       /* atomic: minus the bytes given back; close adds allocated */
  int64_t opened;        /* atomic: bytes in memory that other processes shared first */
  int64_t budget;        /* the most bytes that its storages may take at any time */
  int64_t largest;       /* the most bytes that one of them may take */
  const int *cancel;     /* the host's flag, or NULL (THStop.h) */
  double seconds, deadline; /* its time budget, and when that is over, or INFINITY */
  const struct THAllocator *allocator; /* of its storages on the CPU, or NULL */
  struct THScope *scope; /* lists the storages that are made, or NULL */
  struct THAccount *next;
} THAccount;

#define TH_NO_BUDGET INT64_MAX

/* new returns NULL if there is no memory. close gives the account up: it lives on until all that
   was charged to it is given back. */
TH_API THAccount *THAccount_new(void);
TH_API void THAccount_close(THAccount *account);

/* Set the account of the calling thread, NULL for none. Returns the one before. */
TH_API THAccount *TH_setAccount(THAccount *account);

/* The address of the calling thread's current account, for code that changes it often. */
TH_API THAccount **TH_accountPlace(void);

/* Bytes of the storages that are alive. */
static inline int64_t THAccount_live(const THAccount *account)
{
  return account->allocated + __atomic_load_n(&account->balance, __ATOMIC_RELAXED);
}

/* The bytes that a collection may free. It seldom frees memory of others, and each garbage tensor
   on such memory was had for nothing, so that it counts for little. */
static inline int64_t THAccount_weight(const THAccount *account)
{
  const int64_t opened = __atomic_load_n(&account->opened, __ATOMIC_RELAXED);
  return THAccount_live(account) - opened + opened / 64;
}

#endif
