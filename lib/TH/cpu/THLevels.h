/*
** TH_RUNS_<level>: whether this processor can run a SIMD level. On x86 call __builtin_cpu_init
** first. cmake/best_level.c uses it at build time, THCpu.c at run time.
*/
#ifndef TH_LEVELS_H
#define TH_LEVELS_H

#define TH_RUNS_base 1
#define TH_RUNS_simd128 1 /* an engine without it has refused the program */
#define TH_RUNS_avx2                                                \
  (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && \
   __builtin_cpu_supports("f16c"))
#define TH_RUNS_avx512                                                                   \
  (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&            \
   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && TH_RUNS_avx2)

/* Sums of products of bytes by one instruction, in vectors of 512 bits. */
#define TH_RUNS_vnni (__builtin_cpu_supports("avx512vnni") && TH_RUNS_avx512)

#endif
