/* The core that OpenBLAS computes for. The environment is never edited (th_withVariable). */
#include "TH/cpu/THBlasCore.h"

#include <stdlib.h>
#include <string.h>

#include "TH/base/THThread.h"
#include "TH/cpu/THLevels.h"

#define VARIABLE "OPENBLAS_CORETYPE"

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

void th_withCore(const char *core, void (*open)(void *), void *argument)
{
  th_withVariable(VARIABLE, core, open, argument);
}
