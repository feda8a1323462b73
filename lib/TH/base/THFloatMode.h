/*
** How a thread rounds, and whether it takes numbers close to 0 for 0: what a host sets by
** fesetround, or in the control register. Threads that work for a caller take the caller's, so that
** results have the same bits for any number of threads.
**
** A mode is a number without meaning elsewhere. On processors not named here nothing is set.
*/
#ifndef TH_FLOAT_MODE_H
#define TH_FLOAT_MODE_H

#include <stdint.h>

/* th_floatMode(): the calling thread's. th_setFloatMode(mode): makes it mode; returns the one before. */
#if defined __SSE__
enum { TH_FLOAT_FLAGS = 0x3f }; /* what happened so far, which stays */

static inline uint64_t th_floatMode(void)
{
  return __builtin_ia32_stmxcsr() & ~(unsigned)TH_FLOAT_FLAGS;
}

static inline uint64_t th_setFloatMode(uint64_t mode)
{
  const unsigned now = __builtin_ia32_stmxcsr(), before = now & ~(unsigned)TH_FLOAT_FLAGS;
  if (before != mode) __builtin_ia32_ldmxcsr((unsigned)mode | (now & TH_FLOAT_FLAGS));
  return before;
}
#elif defined __aarch64__ && defined __GNUC__
static inline uint64_t th_floatMode(void)
{
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}

static inline uint64_t th_setFloatMode(uint64_t mode)
{
  const uint64_t before = th_floatMode();
  if (before != mode) __asm__ volatile("msr fpcr, %0" : : "r"(mode));
  return before;
}
#else
static inline uint64_t th_floatMode(void)
{
  return 0;
}

static inline uint64_t th_setFloatMode(uint64_t mode)
{
  return mode;
}
#endif

#endif
