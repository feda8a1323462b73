/*
** What a processor must have for each SIMD level: TH_RUNS_<level>, after __builtin_cpu_init on x86.
** The build asks by cmake/best_level.c, the library by THCpu.c.
*/
#ifndef TH_LEVELS_H
#define TH_LEVELS_H

#define TH_RUNS_base 1
#define TH_RUNS_avx2 (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#define TH_RUNS_avx512                                                                   \
  (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&            \
   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && TH_RUNS_avx2)

#endif
