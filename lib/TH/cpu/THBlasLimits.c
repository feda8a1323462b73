/*
** Limits on OpenBLAS: memory and threads are counted, asked for as it would, and given back.
**
** Under a limit of the address space (ulimit -v) threads that compute at the same time each need a
** buffer, and nobody knows how many there will be. With room for many the library runs as always;
** with less it gets one buffer, at once, and one call at a time.
*/
#include "TH/cpu/THBlasLimits.h"

#include <stdint.h>
#include <stdlib.h>

#include "TH/base/THThread.h"
#include "TH/platform/THPlatform.h"

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
    block[have] = th_mapPages(bytes);
    if (!block[have]) break;
  }
  for (int k = 0; k < have; k++) th_unmapPages(block[k], bytes);
  return have == count;
}

void *th_holdBuffer(void)
{
  return th_mapPages(BUFFER);
}

void th_letGoBuffer(void *room)
{
  if (room) th_unmapPages(room, BUFFER);
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
  const int count = th_processors();
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
  const size_t left = th_addressSpaceLeft();
  if (left >= MANY * BUFFER && is_room(BUFFER, 1) && th_blasMayStart(others)) return TH_BLAS_FREE;
  if (left >= BUFFER + LIBRARY && is_room(BUFFER + LIBRARY, 1)) return TH_BLAS_ALONE;
  *reason = "the limit of the address space leaves less than 208 MB, which OpenBLAS needs";
  return TH_BLAS_REFUSED;
}
