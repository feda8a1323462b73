/*
** Accounts of the memory that storages take, and their list for reuse.
**
** Any thread may give memory back, so it only lowers balance, atomically. An account returns to the
** list of unused ones when balance reaches 0, which can only happen after THAccount_close.
*/
#include "TH/memory/THAccount.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "TH/base/THError.h"
#include "TH/memory/THMemory.h"
#include "TH/platform/THPlatform.h"

static _Thread_local THAccount *current;

static struct {
  pthread_mutex_t lock;
  THAccount *unused;
} accounts = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void lock_accounts(void)
{
  pthread_mutex_lock(&accounts.lock);
}

static void unlock_accounts(void)
{
  pthread_mutex_unlock(&accounts.lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
  th_atFork(lock_accounts, unlock_accounts, unlock_accounts);
}

THAccount *THAccount_new(void)
{
  lock_accounts();
  THAccount *account = accounts.unused;
  if (account) accounts.unused = account->next;
  unlock_accounts();
  if (!account) account = malloc(sizeof *account);
  if (account) *account = (THAccount){
    .budget = TH_NO_BUDGET, .largest = TH_NO_BUDGET, .deadline = INFINITY};
  else th_fail(TH_ENOMEM, "not enough memory for an account");
  return account;
}

static void add(THAccount *account, int64_t bytes)
{
  if (__atomic_add_fetch(&account->balance, bytes, __ATOMIC_ACQ_REL)) return;
  lock_accounts();
  account->next = accounts.unused;
  accounts.unused = account;
  unlock_accounts();
}

/* The balance is negative as soon as one byte was given back, and reaches 0 only after this. */
void THAccount_close(THAccount *account)
{
  if (current == account) current = NULL;
  add(account, account->allocated);
}

THAccount *TH_setAccount(THAccount *account)
{
  THAccount *before = current;
  current = account;
  return before;
}

THAccount **TH_accountPlace(void)
{
  return &current;
}

int th_charge(int64_t bytes, THAccount **charged)
{
  THAccount *account = current;
  *charged = account;
  if (!account) return TH_OK;
  if (bytes > account->largest)
    return th_fail(TH_ENOMEM, "a tensor of %.1f MB is too large here: the limit is %.1f MB",
                   (double)bytes / 1048576.0, (double)account->largest / 1048576.0);
  const int64_t left = account->budget - THAccount_live(account);
  if (account->budget != TH_NO_BUDGET && bytes > left)
    return th_fail(TH_ENOMEM,
                   "not enough memory: %.1f MB asked for in one block; the budget of %.1f MB has "
                   "%.1f MB left",
                   (double)bytes / 1048576.0, (double)account->budget / 1048576.0,
                   (double)(left > 0 ? left : 0) / 1048576.0);
  account->allocated += bytes;
  return TH_OK;
}

void th_discharge(THAccount *account, int64_t bytes)
{
  if (account) add(account, -bytes);
}
