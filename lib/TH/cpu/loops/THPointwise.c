/*
** Loops of the point-wise rows. Strides are bytes. In place (result is an operand) is legal:
** element i depends on element i only. Every row has a loop for contiguous operands, in which
** numbers (stride 0) are loaded once; operands with other strides become runs first (th_asRuns).
*/
#ifndef TH_ONLY_SPECIAL
#define TH_WITHOUT_SPECIAL
#endif
#ifdef TH_COMPLEXES
#include "TH/cpu/math/THComplexMath.h"
#else
#include "TH/cpu/math/THVecMath.h"
#endif
#include "TH/cpu/parts/THElements.h"
#include "TH/cpu/parts/THRuns.h"

#include <string.h>

#ifndef TH_POINTWISE_MACROS
#define TH_POINTWISE_MACROS

#define TH_EACH_FROM(first) _Pragma("omp simd") for (ptrdiff_t i = first; i < n; i++)
#define TH_EACH TH_EACH_FROM(0)
#define TH_NUMBER(k) TH_LOAD(*(const real *)p[k])

/* How a result is stored: as an element, as the real number that is a part of one, or as a truth
   value. */
#define TH_ELEMENT real
#define TH_VALUE __typeof__(__real__(real)0)
#define TH_MASK uint8_t
#define TH_STORE_ELEMENT(x) TH_STORE(x)
#define TH_STORE_VALUE(x) ((TH_VALUE)(x))
#define TH_STORE_MASK(x) ((uint8_t)((x) != 0))

#define TH_RANGE_BLOCK 512 /* elements of which the cheaper form of a row is tried */

/* done: how many elements of a run are made already. */
#define TH_LOOP1_FROM(kind, name, done, value)                                                     \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                          \
{                                                                                                  \
  TH_##kind *r = (TH_##kind *)p[0];                                                                \
  const real *x = (const real *)p[1];                                                              \
  if (s[0] == sizeof *r && s[1] == sizeof *x)                                                      \
    TH_EACH_FROM(done) { const TH_COMPUTE a = TH_LOAD(x[i]); r[i] = TH_STORE_##kind(value); }      \
  else th_asRuns(KERNEL(name), sizeof *r, sizeof(real), 1, 0, p, s, n);                            \
}                                                                                                  \
TH_ROW_ENTRY(name, kind, 1, 0)
#define TH_LOOP1(kind, name, value) TH_LOOP1_FROM(kind, name, 0, value)

#define TH_FUNCTION1(name, value)                                                                  \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                          \
{                                                                                                  \
  real *r = (real *)p[0];                                                                          \
  const real *x = (const real *)p[1];                                                              \
  if (s[0] == sizeof *r && s[1] == sizeof *x)                                                      \
    TH_EACH { const TH_COMPUTE a = TH_LOAD(x[i]); r[i] = TH_STORE(value); }                        \
  else th_asRuns(KERNEL(name), sizeof *r, sizeof(real), 1, 0, p, s, n);                            \
}                                                                                                  \
TH_ROW_ENTRY(name, ELEMENT, 1, 0)

/* A number among the operands is repeated, which takes little of the time. parts: whether operands
   are often the real and imaginary parts of complex numbers, in this order: then both are read at
   once (row "complex length, 1e6": 0.8 of the time). */
#define TH_FUNCTION2(name, parts, value)                                                           \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                          \
{                                                                                                  \
  const ptrdiff_t w = sizeof(real);                                                                \
  real *r = (real *)p[0];                                                                          \
  const real *x = (const real *)p[1], *y = (const real *)p[2];                                     \
  if (s[0] == w && s[1] == w && s[2] == w)                                                         \
    TH_EACH {                                                                                      \
      const TH_COMPUTE a = TH_LOAD(x[i]), b = TH_LOAD(y[i]);                                       \
      r[i] = TH_STORE(value);                                                                      \
    }                                                                                              \
  else if (parts && s[0] == w && s[1] == 2 * w && s[2] == 2 * w && y == x + 1)                     \
    TH_EACH {                                                                                      \
      const TH_COMPUTE a = TH_LOAD(x[2 * i]), b = TH_LOAD(x[2 * i + 1]);                           \
      r[i] = TH_STORE(value);                                                                      \
    }                                                                                              \
  else th_asRuns(KERNEL(name), sizeof *r, sizeof(real), 2, 0, p, s, n);                            \
}                                                                                                  \
TH_ROW_ENTRY(name, ELEMENT, 2, 0)

/* Use the short form for a block while tracking the largest argument; if one is out of range, make
   the block again: all of it, or what is out of range. In place, its elements are kept for that. */
#ifdef TH_COMPLEXES /* they have no short form */
#define TH_LOOP1_RANGED(name, again, measure, limit, value, any) TH_LOOP1(ELEMENT, name, any)
#else
#define TH_ALL_AGAIN(measure, any) \
  TH_EACH { const TH_COMPUTE a = TH_LOAD(x[i]); r[i] = TH_STORE(any); }
#define TH_REST_AGAIN(measure, any)              \
  for (ptrdiff_t i = 0; i < n; i++) {            \
    const TH_COMPUTE a = TH_LOAD(x[i]);          \
    if (measure(a) > last) r[i] = TH_STORE(any); \
  }
#define TH_LOOP1_RANGED(name, again, measure, limit, value, any)                                   \
static void KERNEL(name##Run)(real *r, const real *x, ptrdiff_t n)                                 \
{                                                                                                  \
  real kept[TH_RANGE_BLOCK];                                                                       \
  const __typeof__(measure((TH_COMPUTE)0)) last = measure(limit((TH_COMPUTE)1));                   \
  __typeof__(measure((TH_COMPUTE)0)) most = measure((TH_COMPUTE)1);                                \
  if (r == x) x = memcpy(kept, x, (size_t)n * sizeof *x);                                          \
  _Pragma("omp simd reduction(max:most)")                                                          \
  for (ptrdiff_t i = 0; i < n; i++) {                                                              \
    const TH_COMPUTE a = TH_LOAD(x[i]);                                                            \
    const __typeof__(most) here = measure(a);                                                      \
    most = here > most ? here : most;                                                              \
    r[i] = TH_STORE(value);                                                                        \
  }                                                                                                \
  if (most > last) { again(measure, any) }                                                         \
}                                                                                                  \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                          \
{                                                                                                  \
  if (s[0] == sizeof(real) && s[1] == sizeof(real))                                                \
    for (ptrdiff_t i = 0; i < n; i += TH_RANGE_BLOCK)                                              \
      KERNEL(name##Run)((real *)p[0] + i, (const real *)p[1] + i,                                  \
                        n - i < TH_RANGE_BLOCK ? n - i : TH_RANGE_BLOCK);                          \
  else th_asRuns(KERNEL(name), sizeof(real), sizeof(real), 1, 0, p, s, n);                         \
}                                                                                                  \
TH_ROW_ENTRY(name, ELEMENT, 1, 0)
#endif

/* to[0], to[1], .. become the values of elements [first, end) of the runs x and y. */
#define TH_EACH_OF_2(kind, to, first, end, value)                                                  \
  TH_SIMD for (ptrdiff_t i = first; i < (end); i++) {                                              \
    const TH_COMPUTE a = TH_LOAD(x[i]), b = TH_LOAD(y[i]);                                         \
    (to)[i - (first)] = TH_STORE_##kind(value);                                                    \
  }

/* Of bytes up to 63 elements may follow the last whole vector, and would be computed one by one. So
   the last 64 are computed together: before the others, since r may be x or y, and stored after
   them (row "game of life, 512x512": 0.85 of the time). Values that compilers make no vectors of,
   such as gcd, are then computed twice for up to 63 elements. */
#define TH_LOOP2(kind, name, value)                                                                \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                          \
{                                                                                                  \
  enum { VECTOR = 64 };                                                                            \
  TH_##kind *r = (TH_##kind *)p[0];                                                                \
  const real *x = (const real *)p[1], *y = (const real *)p[2];                                     \
  const int run1 = s[1] == sizeof *x, run2 = s[2] == sizeof *y;                                    \
  if (sizeof(real) == 1 && s[0] == 1 && run1 && run2 && n >= VECTOR) {                             \
    TH_##kind last[VECTOR];                                                                        \
    TH_EACH_OF_2(kind, last, n - VECTOR, n, value)                                                 \
    TH_EACH_OF_2(kind, r, 0, (n - 1) & -(ptrdiff_t)VECTOR, value)                                  \
    memcpy(r + n - VECTOR, last, sizeof last);                                                     \
  } else if (s[0] == sizeof *r && run1 && run2) TH_EACH_OF_2(kind, r, 0, n, value)                 \
  else if (s[0] == sizeof *r && run1 && s[2] == 0) {                                               \
    const TH_COMPUTE b = TH_NUMBER(2);                                                             \
    TH_EACH { const TH_COMPUTE a = TH_LOAD(x[i]); r[i] = TH_STORE_##kind(value); }                 \
  } else if (s[0] == sizeof *r && s[1] == 0 && run2) {                                             \
    const TH_COMPUTE a = TH_NUMBER(1);                                                             \
    TH_EACH { const TH_COMPUTE b = TH_LOAD(y[i]); r[i] = TH_STORE_##kind(value); }                 \
  } else th_asRuns(KERNEL(name), sizeof *r, sizeof(real), 2, 0, p, s, n);                          \
}                                                                                                  \
TH_ROW_ENTRY(name, kind, 2, 0)

/* The same for two operands, of which one may be a number, in two passes: in one long chain the
   processor could not look far enough ahead to stay busy. */
#define TH_BOTH                                                                                    \
  const TH_COMPUTE a = xrun ? TH_LOAD(x[i]) : x0, b = yrun ? TH_LOAD(y[i]) : y0
#define TH_LOOP2_RANGED(name, limit, start, end, any)                                              \
static inline __attribute__((always_inline)) void KERNEL(name##Run)(                               \
  real *r, const real *x, int xrun, const real *y, int yrun, ptrdiff_t n)                          \
{                                                                                                  \
  const TH_COMPUTE x0 = TH_LOAD(x[0]), y0 = TH_LOAD(y[0]);                                         \
  TH_COMPUTE first[TH_RANGE_BLOCK], second[TH_RANGE_BLOCK];                                        \
  __typeof__(limit((TH_COMPUTE)1)) most = limit((TH_COMPUTE)1);                                    \
  _Pragma("omp simd reduction(max:most)")                                                          \
  for (ptrdiff_t i = 0; i < n; i++) {                                                              \
    __typeof__(most) here;                                                                         \
    TH_BOTH;                                                                                       \
    first[i] = start(a, b, &second[i], &here);                                                     \
    most = here > most ? here : most;                                                              \
  }                                                                                                \
  if (most <= limit((TH_COMPUTE)1))                                                                \
    TH_EACH { TH_BOTH; r[i] = TH_STORE(end(a, b, first[i], second[i])); }                          \
  else                                                                                             \
    TH_EACH { TH_BOTH; r[i] = TH_STORE(any); }                                                     \
}                                                                                                  \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                          \
{                                                                                                  \
  const ptrdiff_t w = sizeof(real);                                                                \
  const int run1 = s[1] == w, run2 = s[2] == w;                                                    \
  if (s[0] == w && (run1 || s[1] == 0) && (run2 || s[2] == 0) && (run1 || run2))                   \
    for (ptrdiff_t i = 0; i < n; i += TH_RANGE_BLOCK) {                                            \
      const ptrdiff_t m = n - i < TH_RANGE_BLOCK ? n - i : TH_RANGE_BLOCK;                         \
      real *r = (real *)p[0] + i;                                                                  \
      const real *x = (const real *)p[1] + i * run1, *y = (const real *)p[2] + i * run2;           \
      if (run1 && run2) KERNEL(name##Run)(r, x, 1, y, 1, m);                                       \
      else if (run1) KERNEL(name##Run)(r, x, 1, y, 0, m);                                          \
      else KERNEL(name##Run)(r, x, 0, y, 1, m);                                                    \
    }                                                                                              \
  else th_asRuns(KERNEL(name), sizeof(real), sizeof(real), 2, 0, p, s, n);                         \
}                                                                                                  \
TH_ROW_ENTRY(name, ELEMENT, 2, 0)

/* Rows of integers, of floating types: what converts a block is long, and serves all of them. */
#define TH_INTEGERS                                                                                \
static __attribute__((noinline)) void                                                              \
KERNEL(integers)(int64_t *to, const char *from, ptrdiff_t step, ptrdiff_t n)                       \
{                                                                                                  \
  const real *x = (const real *)from;                                                              \
  if (step == sizeof *x) TH_EACH to[i] = TH_INTEGER(TH_LOAD(x[i]));                                \
  else for (ptrdiff_t i = 0; i < n; i++)                                                           \
    to[i] = TH_INTEGER(TH_LOAD(*(const real *)(from + i * step)));                                 \
}
#define TH_LOOP2_INTEGERS(name, value)                                                             \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t count)                      \
{                                                                                                  \
  int64_t x[TH_RANGE_BLOCK], y[TH_RANGE_BLOCK];                                                    \
  for (ptrdiff_t at = 0, n; at < count; at += n) {                                                 \
    char *r = p[0] + at * s[0];                                                                    \
    n = count - at < TH_RANGE_BLOCK ? count - at : TH_RANGE_BLOCK;                                 \
    KERNEL(integers)(x, p[1] + at * s[1], s[1], n);                                                \
    KERNEL(integers)(y, p[2] + at * s[2], s[2], n);                                                \
    TH_EACH { const int64_t a = x[i], b = y[i]; x[i] = value; }                                    \
    if (s[0] == sizeof(real)) TH_EACH ((real *)r)[i] = TH_STORE(x[i]);                             \
    else for (ptrdiff_t i = 0; i < n; i++) *(real *)(r + i * s[0]) = TH_STORE(x[i]);               \
  }                                                                                                \
}                                                                                                  \
TH_ROW_ENTRY(name, ELEMENT, 2, 0)

/* Rows whose last operands are numbers: prepare declares them once from TH_NUMBER, load the
   elements. */
#define TH_LOOP_NUMBERS(name, elements, numbers, prepare, load, value)                             \
static void KERNEL(name)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)                          \
{                                                                                                  \
  int run = s[0] == sizeof(real);                                                                  \
  real *r = (real *)p[0];                                                                          \
  prepare;                                                                                         \
  for (int k = 1; k <= elements; k++) run &= s[k] == sizeof(real);                                 \
  if (run) TH_EACH { load; r[i] = TH_STORE(value); }                                               \
  else th_asRuns(KERNEL(name), sizeof *r, sizeof(real), elements, numbers, p, s, n);               \
}                                                                                                  \
TH_ROW_ENTRY(name, ELEMENT, elements, numbers)

#define TH_RUN(k) (((const real *)p[k])[i])
#define TH_LOAD1 const TH_COMPUTE a = TH_LOAD(TH_RUN(1))
#define TH_LOAD2 const TH_COMPUTE a = TH_LOAD(TH_RUN(1)), b = u * TH_LOAD(TH_RUN(2))
#define TH_LOAD3                                                                                   \
  const TH_COMPUTE a = TH_LOAD(TH_RUN(1)), b = TH_LOAD(TH_RUN(2)), c = TH_LOAD(TH_RUN(3))
#define TH_WITH_U(k) const TH_COMPUTE u = TH_NUMBER(k)
#define TH_WITH_UV(k) const TH_COMPUTE u = TH_NUMBER(k), v = TH_NUMBER(k + 1)

#endif

#ifndef TH_ONLY_SPECIAL
TH_IF_FLOATING(TH_INTEGERS)
#endif
#define TH_UNARY(set, name, value, doc) TH_IF_##set(TH_LOOP1(ELEMENT, name, value))
#define TH_FUNCTION(set, name, value, doc)  \
  TH_IF_FLOATING(TH_FUNCTION1(name, value)) \
  TH_IF_COMPLEX(TH_IF_##set(TH_LOOP1(ELEMENT, name, value)))
#define TH_FUNCTION_OF_2(set, cname, name, value, doc) TH_IF_##set(TH_FUNCTION2(cname, 0, value))
#define TH_FUNCTION_OF_PARTS(set, cname, name, value, doc) \
  TH_IF_##set(TH_FUNCTION2(cname, 1, value))
#define TH_UNARY_RANGED(set, name, measure, limit, value, any, doc) \
  TH_IF_##set(TH_LOOP1_RANGED(name, TH_ALL_AGAIN, measure, limit, value, any))
#define TH_UNARY_PARTLY(set, name, measure, limit, value, any, doc) \
  TH_IF_##set(TH_LOOP1_RANGED(name, TH_REST_AGAIN, measure, limit, value, any))
#define TH_UNARY_RUN(set, name, run, value, doc)                       \
  TH_IF_FLOATING(TH_LOOP1_FROM(ELEMENT, name, run(r)(r, x, n), value)) \
  TH_IF_COMPLEX(TH_LOOP1(ELEMENT, name, value))
#define TH_PART(set, name, value, doc) TH_IF_COMPLEX(TH_LOOP1(VALUE, name, value)) \
  TH_IF_FLOATING(TH_LOOP1(ELEMENT, name, value))                                   \
  TH_IF_INTEGRAL(TH_IF_##set(TH_LOOP1(ELEMENT, name, value)))
#define TH_PREDICATE(set, name, value, doc) TH_IF_##set(TH_LOOP1(MASK, name, value))
#define TH_BINARY(set, cname, name, value, doc) TH_IF_##set(TH_LOOP2(ELEMENT, cname, value))
#define TH_BINARY_RANGED(set, cname, name, limit, start, end, value, doc)        \
  TH_IF_INTEGRAL(TH_IF_##set(TH_LOOP2(ELEMENT, cname, value)))                   \
  TH_IF_FLOATING(TH_IF_##set(TH_LOOP2_RANGED(cname, limit, start, end, value)))  \
  TH_IF_COMPLEX(TH_IF_##set(TH_LOOP2(ELEMENT, cname, value)))
#define TH_DIVISION_RANGED(set, cname, name, limit, start, end, value, doc) \
  TH_IF_INTEGRAL(TH_LOOP2(ELEMENT, cname, value))                           \
  TH_IF_FLOATING(TH_LOOP2_RANGED(cname, limit, start, end, value))
#define TH_BITWISE(set, cname, name, value, doc) \
  TH_IF_INTEGRAL(TH_LOOP2(ELEMENT, cname, value)) TH_IF_FLOATING(TH_LOOP2_INTEGERS(cname, value))
#define TH_DIVISION TH_BINARY
#define TH_COMPARE(set, name, value, doc) TH_IF_##set(TH_LOOP2(MASK, name, value))
#define TH_SCALED(set, cname, name, value, doc) \
  TH_BINARY(set, cname, name, value, doc)       \
  TH_IF_##set(TH_LOOP_NUMBERS(cname##Scaled, 2, 1, TH_WITH_U(3), TH_LOAD2, value))
#define TH_UNARY2(set, name, value, doc) \
  TH_IF_##set(TH_LOOP_NUMBERS(name, 1, 2, TH_WITH_UV(2), TH_LOAD1, value))
#define TH_TERNARY1(set, name, value, doc) \
  TH_IF_##set(TH_LOOP_NUMBERS(name, 3, 1, TH_WITH_U(4), TH_LOAD3, value))
#define TH_DIVISION1 TH_TERNARY1
#include "TH/rows/THPointwise.def"

#ifndef TH_ONLY_SPECIAL
TH_IF_INTEGRAL(
/* Several threads may find one; all store the same. */
static void KERNEL(anyZero)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  int found = 0;
  if (s[1] == sizeof(real))
    for (ptrdiff_t i = 0; i < n; i++) found |= ((const real *)p[1])[i] == 0;
  else
    for (ptrdiff_t i = 0; i < n; i++) found |= *(const real *)(p[1] + i * s[1]) == 0;
  if (found) __atomic_store_n((uint8_t *)p[0], 1, __ATOMIC_RELAXED);
}
TH_ENTRY(anyZero)
)
#endif

static const THIterEntry TH_ENTRIES[TH_POINTWISE_ROWS] = {
#define TH_ROW1(set, name, value, doc) TH_IF_##set([TH_OP_##name] = ENTRY(name),)
#define TH_ROW2(set, cname, name, value, doc) TH_IF_##set([TH_OP_##cname] = ENTRY(cname),)
#define TH_UNARY TH_ROW1
#define TH_PREDICATE TH_ROW1
#define TH_BINARY TH_ROW2
#define TH_DIVISION TH_ROW2
#define TH_SCALED(set, cname, name, value, doc) \
  TH_ROW2(set, cname, name, value, doc) TH_IF_##set([TH_OP_##cname##Scaled] = ENTRY(cname##Scaled),)
#define TH_COMPARE TH_ROW1
#define TH_UNARY2 TH_ROW1
#define TH_TERNARY1 TH_ROW1
#define TH_DIVISION1 TH_ROW1
#include "TH/rows/THPointwise.def"
#undef TH_ROW1
#undef TH_ROW2
#ifndef TH_ONLY_SPECIAL
  TH_IF_INTEGRAL([TH_OP_anyZero] = ENTRY(anyZero),)
#endif
};
