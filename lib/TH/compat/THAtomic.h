/*
** Atomic integers with Torch7's names. Every function is a full barrier, and Add returns the value
** before. CompareAndSwap sets newvalue and returns 1 if the value was oldvalue, else returns 0.
*/
#ifndef TH_COMPAT_ATOMIC_H
#define TH_COMPAT_ATOMIC_H

#include <stddef.h>

/* Counters in shared memory work between processes. */
#define TH_ATOMIC_IPC_REFCOUNT 1

#define T7_ATOMIC(suffix, type, swapped)                                                  \
static inline void THAtomicSet##suffix(type volatile *a, type value)                      \
{                                                                                         \
  __atomic_store_n(a, value, __ATOMIC_SEQ_CST);                                           \
}                                                                                         \
static inline type THAtomicGet##suffix(type volatile *a)                                  \
{                                                                                         \
  return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                            \
}                                                                                         \
static inline type THAtomicAdd##suffix(type volatile *a, type value)                      \
{                                                                                         \
  return __atomic_fetch_add(a, value, __ATOMIC_SEQ_CST);                                  \
}                                                                                         \
static inline swapped THAtomicCompareAndSwap##suffix(type volatile *a, type oldvalue,     \
                                                     type newvalue)                       \
{                                                                                         \
  return __atomic_compare_exchange_n(a, &oldvalue, newvalue, 0, __ATOMIC_SEQ_CST,         \
                                     __ATOMIC_SEQ_CST);                                   \
}
T7_ATOMIC(, int, int)
T7_ATOMIC(Long, long, long)
T7_ATOMIC(Ptrdiff, ptrdiff_t, ptrdiff_t)
#undef T7_ATOMIC

static inline void THAtomicIncrementRef(int volatile *a)
{
  THAtomicAdd(a, 1);
}

/* Returns 1 if the count is 0 now. */
static inline int THAtomicDecrementRef(int volatile *a)
{
  return THAtomicAdd(a, -1) == 1;
}

#endif
