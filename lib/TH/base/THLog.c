/* The host's log. Its lock is held while it is called, and while the process forks, so that a child
   finds it free. It is the last lock to be taken, so at a fork too: what is registered first comes
   last there, and this file stands before all that log. */
#include "TH/base/THLog.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "TH/platform/THPlatform.h"

static struct {
  pthread_mutex_t lock;
  void (*call)(void *context, int level, const char *text);
  void *context;
} host = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void lock_log(void)
{
  pthread_mutex_lock(&host.lock);
}

static void unlock_log(void)
{
  pthread_mutex_unlock(&host.lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
  th_atFork(lock_log, unlock_log, unlock_log);
}

void TH_setLog(void (*log)(void *context, int level, const char *text), void *context)
{
  lock_log();
  host.call = log;
  host.context = context;
  unlock_log();
}

void th_log(int level, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  lock_log();
  if (host.call) host.call(host.context, level, text);
  unlock_log();
}
