/*
** Copies from every dtype to this one. A copy from the same dtype keeps every bit, even those of a
** signaling NaN.
**
** Real numbers become integers by way of int64, which processors do slowly or one at a time. For
** narrower integers, a short run of numbers that are all within int32 goes by way of int32 instead,
** with the same result.
*/
#include "TH/cpu/math/THVecMath.h"
#include "TH/cpu/parts/THFloats.h"
#include "TH/iteration/THIter.h"
#include "TH/iteration/THMove.h"

#include <string.h>

#ifndef TH_CONVERT_MACROS
#define TH_CONVERT_MACROS

/* Which kinds are real numbers. */
#define TH_REAL_INT 0
#define TH_REAL_BOOL 0
#define TH_REAL_HALF 1
#define TH_REAL_BFLOAT16 1
#define TH_REAL_FLOAT 1
#define TH_REAL_DOUBLE 1

/* How many elements at the start of a run are converted by vectors, here: between a 16-bit type and
   float. */
#define TH_FIRST_INT(r, x, n) 0
#define TH_FIRST_BOOL(r, x, n) 0
#define TH_FIRST_DOUBLE(r, x, n) 0
#define TH_FIRST_HALF(r, x, n) (TH_DTYPE == TH_FLOAT ? th_firstOfHalf((float *)(r), x, n) : 0)
#define TH_FIRST_BFLOAT16(r, x, n)                                                                 \
  (TH_DTYPE == TH_FLOAT ? th_firstOfBFloat16((float *)(r), x, n) : 0)
#define TH_FIRST_FLOAT(r, x, n)                                                                    \
  (TH_DTYPE == TH_HALF ? th_firstToHalf((THHalf *)(r), x, n)                                       \
   : TH_DTYPE == TH_BFLOAT16 ? th_firstToBFloat16((THBFloat16 *)(r), x, n) : 0)

#define TH_CONVERT(Name, CODE, type, kind)                                                         \
static void KERNEL(run##Name)(real *r, const type *x, ptrdiff_t n)                                 \
{                                                                                                  \
  TH_SIMD for (ptrdiff_t i = TH_FIRST_##kind(r, x, n); i < n; i++)                                 \
    r[i] = TH_FROM_##kind(TH_LOAD_##kind(x[i]));                                                   \
}                                                                                                  \
                                                                                                   \
static void KERNEL(short##Name)(real *r, const type *x, ptrdiff_t n)                               \
{                                                                                                  \
  int outside = 0;                                                                                 \
  _Pragma("omp simd reduction(|:outside)") for (ptrdiff_t i = 0; i < n; i++)                       \
    outside |= !(TH_LOAD_##kind(x[i]) > -0x1p31f) | !(TH_LOAD_##kind(x[i]) < 0x1p31f);             \
  if (outside) KERNEL(run##Name)(r, x, n);                                                         \
  else TH_SIMD for (ptrdiff_t i = 0; i < n; i++)                                                   \
    r[i] = TH_FROM_INT((int32_t)TH_LOAD_##kind(x[i]));                                             \
}                                                                                                  \
                                                                                                   \
static void KERNEL(from##Name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                    \
{                                                                                                  \
  enum { RUN = 512 };                                                                              \
  const int narrows = TH_REAL_##kind && TH_NARROW_INTEGER;                                         \
  real *r = (real *)p[0];                                                                          \
  const type *x = (const type *)p[1];                                                              \
  if (narrows && s[0] == sizeof *r && s[1] == sizeof *x)                                           \
    for (; n > 0; r += RUN, x += RUN, n -= RUN) KERNEL(short##Name)(r, x, n < RUN ? n : RUN);      \
  else if (s[0] == sizeof *r && s[1] == sizeof *x)                                                 \
    KERNEL(run##Name)(r, x, n);                                                                    \
  else if (s[0] == sizeof *r && s[1] == 0) {                                                       \
    const real value = TH_FROM_##kind(TH_LOAD_##kind(*x));                                         \
    for (ptrdiff_t i = 0; i < n; i++) r[i] = value;                                                \
  } else th_convertRuns(KERNEL(from##Name), sizeof *r, sizeof *x, p, s, n);                        \
}

/* Calls a loop on runs: a block at a time is copied to one and from one. Moves load several
   elements before they store them, and vectors convert (row "every other of 1e6 to int"). */
TH_IF_ALL(
static __attribute__((noinline)) void
th_convertRuns(THLoop loop, int to_width, int from_width, char *const *p, const ptrdiff_t *s,
               ptrdiff_t count)
{
  enum { MOST = 512 };
  _Alignas(64) char to[MOST * 16], from[MOST * 16];
  const ptrdiff_t tight[2][2] = {{to_width, 0}, {from_width, 0}};
  const ptrdiff_t step[] = {to_width, from_width}, apart[2][2] = {{s[0], 0}, {s[1], 0}};
  for (ptrdiff_t done = 0; done < count; done += MOST) {
    const int64_t n[] = {count - done < MOST ? count - done : MOST, 1};
    char *x = p[1] + done * s[1], *r = p[0] + done * s[0];
    char *run[] = {s[0] == to_width ? r : to, s[1] == from_width ? x : from};
    if (run[1] != x) th_moveTile(from_width, run[1], tight[1], x, apart[1], n);
    loop(run, step, n[0]);
    if (run[0] != r) th_moveTile(to_width, r, apart[0], run[0], tight[0], n);
  }
}
)

#endif

#define TH_NARROW_INTEGER ((TH_IF_INTEGRAL(1) + 0) && sizeof(real) <= 4 && TH_DTYPE != TH_BOOL)
#define TH_FROM_BOOL(x) TH_FROM_INT(x)
#define TH_FROM_HALF(x) TH_FROM_FLOAT(x)
#define TH_FROM_BFLOAT16(x) TH_FROM_FLOAT(x)
TH_IF_ALL(TH_FORALL_DTYPES(TH_CONVERT))
#undef TH_FROM_BOOL
#undef TH_FROM_HALF
#undef TH_FROM_BFLOAT16
#undef TH_NARROW_INTEGER

/* From the same dtype. With the step of two elements, reading takes 0.6 of the time if the compiler
   knows the step (row "every other of 1e6, cloned"). */
static void KERNEL(move)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  const ptrdiff_t width = sizeof(real), to_step = s[0], from_step = s[1];
  char *to = p[0];
  const char *from = p[1];
  real *r = (real *)to, value;
  if (to_step == width && from_step == width) th_copy(to, from, (size_t)(n * width));
  else if (to_step == width && from_step == 0) {
    memcpy(&value, from, sizeof value);
    for (ptrdiff_t i = 0; i < n; i++) r[i] = value;
  } else if (to_step == width && from_step == 2 * width) {
    TH_SIMD for (ptrdiff_t i = 0; i < n; i++) r[i] = ((const real *)from)[2 * i];
  } else th_moveStrided(to, to_step, from, from_step, n, sizeof(real));
}

static int ENTRY(convert)(const THIter *it)
{
#define X(Name, CODE, type, kind) [TH_##CODE] = KERNEL(from##Name),
  TH_IF_ALL(
  static const THLoop loops[TH_NUM_DTYPES] = {TH_FORALL_DTYPES(X)};
  if (it->dtype[1] != TH_DTYPE) return THIter_map(it, loops[it->dtype[1]]);
  )
#undef X
  return THIter_move(it, KERNEL(move));
}

static const THIterEntry TH_ENTRIES[TH_CONVERT_ROWS] = {
  [TH_OP_convert] = ENTRY(convert),
};
