/*
** How a thread rounds, and whether it takes numbers close to 0 for 0: what a host sets by
** fesetround, or in the control register. Threads that work for a caller take the caller's, so that
** results have the same bits for any number of threads. Exceptions that are switched on are no part
** of it: they are for the host's threads.
**
** A mode is a number without meaning elsewhere but for the usual one, that a process starts with:
** to nearest, all numbers as they are. On processors not named here it is the rounding alone.
*/
#ifndef TH_FLOAT_MODE_H
#define TH_FLOAT_MODE_H

#include <stdint.h>

enum { TH_USUAL_FLOAT_MODE = 0 };

/* th_floatMode(): the calling thread's mode. th_setFloatMode(mode) sets it, and returns the one
   before. */
#if defined __SSE__
/* Rounding, and results and operands that become 0; and the rounding of long double, which C's
   functions may compute in, in another register. fesetround sets both. */
enum { TH_FLOAT_BITS = 0xe040, TH_LONG_ROUNDING = 0xc00 };

static inline void th_setLongRounding(uint64_t mode)
{
  uint16_t control;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  control = (uint16_t)((control & ~TH_LONG_ROUNDING) | (mode >> 3 & TH_LONG_ROUNDING));
  __asm__ volatile("fldcw %0" : : "m"(control));
}

static inline uint64_t th_floatMode(void)
{
  return __builtin_ia32_stmxcsr() & TH_FLOAT_BITS;
}

static inline uint64_t th_setFloatMode(uint64_t mode)
{
  const unsigned now = __builtin_ia32_stmxcsr(), before = now & TH_FLOAT_BITS;
  if (before == mode) return before;
  __builtin_ia32_ldmxcsr((now & ~(unsigned)TH_FLOAT_BITS) | (unsigned)mode);
  th_setLongRounding(mode);
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
