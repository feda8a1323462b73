/* A C host without Lua, linked to libTH.so. It must compute at the SIMD level that TH_SIMD names,
   or at the best level if TH_SIMD is not set or names one that is not available. */
#include "TH.h"
#include "check.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static int has_level(const char *name)
{
  const char *const *levels = THCpu_levels();
  for (int k = 0; levels[k]; k++)
    if (strcmp(levels[k], name) == 0) return 1;
  return 0;
}

static const char *best(void)
{
  const char *const *levels = THCpu_levels();
  int k = 0;
  while (levels[k + 1]) k++;
  return levels[k];
}

static void compute(void)
{
  THFloatTensor x = {0}, y = {0};
  double sum = 0;
  CHECK(!THFloatTensor_resize2d(&x, 100, 31) && !THFloatTensor_fill(&x, 1.5));
  CHECK(!THFloatTensor_add(&y, &x, 1) && !THFloatTensor_cmul(&y, &y, &x));
  CHECK(!THFloatTensor_sumall(&sum, &y) && sum == 3100 * 3.75);
  THFloatTensor_clear(&x), THFloatTensor_clear(&y);
}

int main(void)
{
  const char *forced = getenv("TH_SIMD");
  const char *wanted = forced && has_level(forced) ? forced : best();
  CHECK(strcmp(THCpu_level(), wanted) == 0);
  compute();
  CHECK(!dlsym(RTLD_DEFAULT, "lua_newstate") && !dlsym(RTLD_DEFAULT, "lua_call"));
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
