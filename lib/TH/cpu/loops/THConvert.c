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
#include "TH/cpu/parts/THRuns.h"

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
  _Pragma("omp simd reduction(|:outside)") for (ptrdiff_t i = 0; i < n; i++) {                     \
    outside |= !(TH_LOAD_##kind(x[i]) > -0x1p31f);                                                 \
    outside |= !(TH_LOAD_##kind(x[i]) < 0x1p31f);                                                  \
  }                                                                                                \
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
  } else th_asRuns(KERNEL(from##Name), sizeof *r, sizeof *x, 1, 0, p, s, n);                       \
}

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

/* From the same dtype. */
static void KERNEL(move)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  const ptrdiff_t width = sizeof(real);
  real *r = (real *)p[0], value;
  if (s[0] == width && s[1] == width) th_copy(r, p[1], (size_t)(n * width));
  else if (s[0] == width && s[1] == 0) {
    memcpy(&value, p[1], sizeof value);
    for (ptrdiff_t i = 0; i < n; i++) r[i] = value;
  } else th_moveRun(p[0], s[0], p[1], s[1], n, width);
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
