/*
** The sizes of the caches: what TH_CACHE says, and sizes that make sense whatever it says. They are
** asked once in a process, so each case is a process of its own.
*/
#include "TH/memory/THCaches.h"
#include "check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static THCaches caches_with(const char *text)
{
  THCaches found = {0};
  int ends[2], status;
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    if (text) setenv("TH_CACHE", text, 1);
    else unsetenv("TH_CACHE");
    const THCaches *caches = TH_caches();
    _exit(caches != TH_caches() || write(ends[1], caches, sizeof *caches) != sizeof *caches);
  }
  CHECK(read(ends[0], &found, sizeof found) == sizeof found);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  close(ends[0]);
  close(ends[1]);
  return found;
}

static int is(THCaches caches, int64_t first, int64_t second, int64_t last)
{
  return caches.first == first && caches.second == second && caches.last == last;
}

int main(void)
{
  static const char *const wrong[] = {
    "", "x", "32K", "32K,1M", "32K,1M,32M,", "32K,1M,32MB", "-1,1,1", "0,1M,2M", " 32K,1M,2M",
    "32K,,2M", "32K;1M;2M", "99999999999999999999,1M,2M", "32K,1M,99999999G",
  };
  const THCaches here = caches_with(NULL);
  CHECK(here.first >= 4096 && here.first <= here.second && here.second <= here.last);
  CHECK(here.last <= 32 << 20 || here.last == here.second);
  CHECK(is(caches_with("48K,2M,36M"), 48 << 10, 2 << 20, 36 << 20));
  CHECK(is(caches_with("40000,500000,1G"), 40000, 500000, 1 << 30));
  for (int on = 0; on < 2; on++) {
    setenv("TH_PREFETCH", on ? "1" : "0", 1);
    CHECK(caches_with(NULL).prefetches == on);
  }
  setenv("TH_PREFETCH", "?", 1);
  CHECK(caches_with("1,2,3").prefetches == here.prefetches);
  CHECK(is(caches_with("1,2,3"), 4096, 4096, 4096));
  CHECK(is(caches_with("8M,1M,16K"), 8 << 20, 8 << 20, 8 << 20));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(is(caches_with(wrong[i]), here.first, here.second, here.last));
  return 0;
}
