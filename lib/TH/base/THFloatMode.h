/*
** How a thread rounds, and whether it takes numbers close to 0 for 0: what a host sets by
** fesetround, or in the control register. Threads that work for a caller take the caller's, so that
** results have the same bits for any number of threads. Exceptions that are switched on are no part
** of it: they are for the host's threads.
**
** A mode is a number without meaning elsewhere. On processors not named here it is the rounding
** alone.
*/
#ifndef TH_FLOAT_MODE_H
#define TH_FLOAT_MODE_H

#include <stdint.h>

/* th_floatMode(): the calling thread's mode. th_setFloatMode(mode) sets it, and returns the one
   before. */
#if defined __SSE__
enum { TH_FLOAT_BITS = 0xe040 }; /* rounding, and results and operands that become 0 */

static inline uint64_t th_floatMode(void)
{
  return __builtin_ia32_stmxcsr() & TH_FLOAT_BITS;
}

static inline uint64_t th_setFloatMode(uint64_t mode)
{
  const unsigned now = __builtin_ia32_stmxcsr(), before = now & TH_FLOAT_BITS;
  if (before != mode) __builtin_ia32_ldmxcsr((now & ~(unsigned)TH_FLOAT_BITS) | (unsigned)mode);
  return before;
}
#elif defined __aarch64__ && defined __GNUC__
enum { TH_FLOAT_BITS = 0x3c80000 }; /* rounding, numbers close to 0, also of 16 bits, NaN */

static inline uint64_t th_readFloatControl(void)
{
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return control;
}

static inline uint64_t th_floatMode(void)
{
  return th_readFloatControl() & TH_FLOAT_BITS;
}

static inline uint64_t th_setFloatMode(uint64_t mode)
{
  const uint64_t now = th_readFloatControl(), before = now & TH_FLOAT_BITS;
  const uint64_t after = (now & ~(uint64_t)TH_FLOAT_BITS) | mode;
  if (before != mode) __asm__ volatile("msr fpcr, %0" : : "r"(after));
  return before;
}
#else
#include <fenv.h>

static inline uint64_t th_floatMode(void)
{
  return (uint64_t)fegetround();
}

static inline uint64_t th_setFloatMode(uint64_t mode)
{
  const uint64_t before = th_floatMode();
  if (before != mode) fesetround((int)mode);
  return before;
}
#endif

#endif
