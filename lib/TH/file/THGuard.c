/* Signals of writing, blocked for the calling thread: the system sends them to the one that
   writes. */
#include "TH/file/THGuard.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

void THGuard_begin(THGuard *guard)
{
  static const int numbers[] = {SIGPIPE, SIGXFSZ};
  sigset_t signals, pending;
  sigemptyset(&signals);
  sigemptyset(&guard->ours);
  sigpending(&pending);
  for (int k = 0; k < 2; k++) {
    sigaddset(&signals, numbers[k]);
    if (!sigismember(&pending, numbers[k])) sigaddset(&guard->ours, numbers[k]);
  }
  pthread_sigmask(SIG_BLOCK, &signals, &guard->before);
}

void THGuard_end(THGuard *guard)
{
  const struct timespec now = {0};
  const int number = errno;
  int taken;
  do taken = sigtimedwait(&guard->ours, NULL, &now);
  while (taken > 0 || errno == EINTR);
  pthread_sigmask(SIG_SETMASK, &guard->before, NULL);
  errno = number;
}
