/*
** Limits on OpenBLAS: memory and threads are counted, asked for as it would, and given back.
**
** Under a limit of the address space (ulimit -v) threads that compute at the same time each need a
** buffer, and nobody knows how many there will be. With room for many the library runs as always;
** with less it gets one buffer, at once, and one call at a time.
*/
#include "TH/cpu/THBlasLimits.h"

#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "TH/base/THThread.h"

/* BUFFER: of a thread, and its default stack. LIBRARY: with those that it needs itself. */
#define BUFFER ((size_t)144 << 20)
#define LIBRARY ((size_t)64 << 20)
enum { MANY = 64 };

/* Whether so many blocks could be had beside each other. */
static int is_room(size_t bytes, int count)
{
  void *block[MANY];
  int have = 0;
  if (count > MANY) count = MANY;
  for (; have < count; have++) {
    block[have] = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block[have] == MAP_FAILED) break;
  }
  for (int k = 0; k < have; k++) munmap(block[k], bytes);
  return have == count;
}

/* What the limit of the address space leaves; SIZE_MAX without a limit, 0 if nobody knows. Counted,
   because to try would take it from other threads for a moment. */
static size_t bytes_left(void)
{
  struct rlimit limit;
  unsigned long pages = 0;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  FILE *file = fopen("/proc/self/statm", "r");
  const int known = file && fscanf(file, "%lu", &pages) == 1;
  if (file) fclose(file);
  const size_t used = (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
  return known && used < limit.rlim_cur ? (size_t)limit.rlim_cur - used : 0;
}

static int smaller(int count, const char *variable)
{
  const char *text = getenv(variable);
  const int wish = text ? atoi(text) : 0;
  return wish > 0 && wish < count ? wish : count;
}

/* With the calling thread's. */
static int threads_at_start(void)
{
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                          : (int)sysconf(_SC_NPROCESSORS_CONF);
  static const char *const variables[] = {
    "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS"};
  for (int k = 0; k < 3; k++)
    if (getenv(variables[k])) return smaller(count, variables[k]);
  return count;
}

int th_blasMayStart(int count)
{
  return count <= 0 || (is_room(BUFFER, count + 1) && th_canStartThreads(count));
}

THBlasMode th_blasMode(const char **reason)
{
  const int others = threads_at_start() - 1;
  const size_t left = bytes_left();
  if (left >= MANY * BUFFER && is_room(BUFFER, 1) && th_blasMayStart(others)) return TH_BLAS_FREE;
  if (left >= BUFFER + LIBRARY && is_room(BUFFER + LIBRARY, 1)) return TH_BLAS_ALONE;
  *reason = "the limit of the address space leaves less than 208 MB, which OpenBLAS needs";
  return TH_BLAS_REFUSED;
}

int th_withOneProcessor(void (*open)(void *), void *argument)
{
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all)) return 0;
  for (int k = 0; k < CPU_SETSIZE && !CPU_COUNT(&one); k++)
    if (CPU_ISSET(k, &all)) CPU_SET(k, &one);
  if (sched_setaffinity(0, sizeof one, &one)) return 0;
  open(argument);
  sched_setaffinity(0, sizeof all, &all);
  return 1;
}
