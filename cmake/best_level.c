/* Prints the best SIMD level of the processor that builds. */
#include "TH/cpu/THLevels.h"

#include <stdio.h>

int main(void)
{
#ifdef __x86_64__
  __builtin_cpu_init();
  puts(TH_RUNS_avx512 ? "avx512" : TH_RUNS_avx2 ? "avx2" : "base");
#else
  puts("base");
#endif
  return 0;
}
