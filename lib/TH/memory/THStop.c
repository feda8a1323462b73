/* The flag and the time budget of an account. While it has neither, nobody asks for the time; while
   none ever had, nobody looks at an account. */
#include "TH/memory/THStop.h"

#include <time.h>

#include "TH/base/THError.h"
#include "TH/memory/THWatch.h"

int th_isLimited;

double th_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void THAccount_setCancel(THAccount *account, const int *flag)
{
  account->cancel = flag;
  __atomic_store_n(&th_isLimited, 1, __ATOMIC_RELAXED);
}

int THAccount_setTimeBudget(THAccount *account, double seconds)
{
  if (!(seconds >= 0))
    return th_fail(TH_EINVAL, "setTimeBudget: %g seconds; 0 or more are needed", seconds);
  account->seconds = seconds;
  account->deadline = th_seconds() + seconds;
  __atomic_store_n(&th_isLimited, 1, __ATOMIC_RELAXED);
  return TH_OK;
}

static _Thread_local int shields;

void th_shield(int change)
{
  shields += change;
}

static int is_cancelled(const THAccount *account)
{
  return account->cancel && __atomic_load_n(account->cancel, __ATOMIC_RELAXED);
}

THWatch th_takeWatch(void)
{
  const THAccount *account = *TH_accountPlace();
  const int limited = account && !shields && (account->cancel || account->deadline < INFINITY);
  return (THWatch){.account = limited ? account : NULL};
}

int th_look(THWatch *watch)
{
  const THAccount *account = watch->account;
  if (__atomic_load_n(&watch->reason, __ATOMIC_RELAXED)) return 1;
  const int cancelled = is_cancelled(account);
  if (!cancelled && (account->deadline == INFINITY || th_seconds() < account->deadline)) return 0;
  __atomic_store_n(&watch->reason, cancelled ? TH_CANCELLED : TH_OUT_OF_TIME, __ATOMIC_RELAXED);
  return 1;
}

int th_tellWatched(const THWatch *watch)
{
  const int reason = __atomic_load_n(&watch->reason, __ATOMIC_RELAXED);
  if (reason == TH_CANCELLED) return th_fail(TH_ECANCELLED, "stopped by the host");
  if (reason == TH_OUT_OF_TIME)
    return th_fail(TH_ECANCELLED, "stopped, because the time budget of %g s is used up",
                   watch->account->seconds);
  return TH_OK;
}

int TH_checkStop(void)
{
  THWatch watch = th_watch();
  th_mustStop(&watch);
  return th_watched(&watch);
}
