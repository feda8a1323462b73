/*
** The core that OpenBLAS computes for.
**
** The environment is never edited: for a moment environ points at another array, of the same
** strings and one more. Threads of this library may read either; so the other one is not freed.
*/
#include "TH/cpu/THBlasCore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TH/base/THThread.h"
#include "TH/cpu/THLevels.h"

#define VARIABLE "OPENBLAS_CORETYPE"

extern char **environ;

/* OpenBLAS's cores whose kernels do without AVX2, and the generic one. */
static const char *const oldCores[] = {
  "Katmai", "Coppermine", "Northwood", "Prescott", "Banias", "Atom", "Core2", "Penryn",
  "Dunnington", "Nehalem", "Athlon", "Opteron", "Opteron_SSE3", "Barcelona", "Nano", "Bobcat",
  "Sandybridge", "Bulldozer", "Piledriver", "Steamroller", "Generic", NULL};

const char *th_betterCore(const char *chosen, int hasAvx2, int hasAvx512)
{
  const char *const *old = oldCores;
  while (*old && strcmp(*old, chosen) != 0) old++;
  return !*old || !hasAvx2 ? NULL : hasAvx512 ? "SkylakeX" : "Haswell";
}

#ifdef __x86_64__
const char *th_betterCoreHere(const char *chosen)
{
  __builtin_cpu_init();
  return getenv(VARIABLE) ? NULL : th_betterCore(chosen, TH_RUNS_avx2, TH_RUNS_avx512);
}
#else
const char *th_betterCoreHere(const char *chosen)
{
  (void)chosen;
  return NULL;
}
#endif

int th_mayNameCore(void)
{
  return th_numHostThreads() == 1;
}

/* The strings of the environment after the one that names core; NULL without memory. */
static char **environment_with(const char *core)
{
  size_t count = 0;
  while (environ && environ[count]) count++;
  const size_t length = sizeof VARIABLE "=" + strlen(core);
  char **all = malloc((count + 2) * sizeof *all + length);
  if (!all) return NULL;
  all[0] = (char *)(all + count + 2);
  snprintf(all[0], length, VARIABLE "=%s", core);
  for (size_t k = 0; k < count; k++) all[k + 1] = environ[k];
  all[count + 1] = NULL;
  return all;
}

void th_withCore(const char *core, void (*open)(void *), void *argument)
{
  static char **other; /* stays reachable: it is never freed */
  char **before = environ;
  other = environment_with(core);
  if (other) __atomic_store_n(&environ, other, __ATOMIC_RELEASE);
  open(argument);
  __atomic_store_n(&environ, before, __ATOMIC_RELEASE);
}
