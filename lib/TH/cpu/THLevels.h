/*
** TH_RUNS_<level>: whether this processor can run a SIMD level. On x86 call __builtin_cpu_init
** first. cmake/best_level.c uses it at build time, THCpu.c at run time.
*/
#ifndef TH_LEVELS_H
#define TH_LEVELS_H

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>

/* clang 14 does not know __builtin_cpu_supports("f16c"). */
static inline int th_convertsHalves(void)
{
  unsigned a, b, c = 0, d;
  return __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}
#endif

#define TH_RUNS_base 1
#define TH_RUNS_simd128 1 /* an engine without it has refused the program */
#define TH_RUNS_avx2                                                                     \
  (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && th_convertsHalves())
#define TH_RUNS_avx512                                                                   \
  (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&            \
   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && TH_RUNS_avx2)

/* Sums of products of bytes by one instruction, in vectors of 512 bits. */
#define TH_RUNS_vnni (__builtin_cpu_supports("avx512vnni") && TH_RUNS_avx512)

#endif
