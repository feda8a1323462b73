/*
** Accounts: how much memory the storages of one owner take, such as those that one Lua state made.
**
** While an account is set in a thread, the storages that are made there, and those that are given
** other memory there, are charged to it until that memory is given back, in whatever thread. The
** bytes are those asked for, whatever the allocator. Only one thread at a time has an account set;
** accounts are few and their memory is used again, so that a forgotten one does no harm.
*/
#ifndef TH_ACCOUNT_H
#define TH_ACCOUNT_H

#include "TH/base/THBase.h"

typedef struct THAccount {
  int64_t allocated;     /* bytes ever charged */
  int64_t balance;       /* atomic: minus the bytes given back; closing adds what was charged */
  int64_t budget;        /* storages of more bytes than this cannot live at a time */
  struct THScope *scope; /* notes the storages that are made, or NULL */
  struct THAccount *next;
} THAccount;

#define TH_NO_BUDGET INT64_MAX

/* NULL where memory ran out. close gives it up: it lives until what was charged is given back. */
TH_API THAccount *THAccount_new(void);
TH_API void THAccount_close(THAccount *account);

/* The account of the calling thread, NULL for none, from now on; returns that before. */
TH_API THAccount *TH_setAccount(THAccount *account);

/* Where the calling thread has it, for those who set it often. */
TH_API THAccount **TH_accountPlace(void);

/* Bytes of the storages that live. */
static inline int64_t THAccount_live(const THAccount *account)
{
  return account->allocated + __atomic_load_n(&account->balance, __ATOMIC_RELAXED);
}

#endif
