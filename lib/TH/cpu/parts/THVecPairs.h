/*
** Vectors of floats and of doubles for loops over complex numbers, and how they are taken apart and
** put together: pairs in memory become a vector of real parts and one of imaginary parts.
**
** They have at most 32 bytes: between the first pass of a line and the third, 8 are neighbours.
*/
#ifndef TH_VECPAIRS_H
#define TH_VECPAIRS_H

#include <stdint.h>
#include <string.h>

#ifdef __AVX__
enum { TH_PAIRS_BYTES = 32 };
#define TH_PAIRS_PICKS_Float TH_PAIRS_PICKS_8
#define TH_PAIRS_PICKS_Double TH_PAIRS_PICKS_2_2
#else
enum { TH_PAIRS_BYTES = 16 };
#define TH_PAIRS_PICKS_Float TH_PAIRS_PICKS_4
#define TH_PAIRS_PICKS_Double TH_PAIRS_PICKS_2
#endif

/* A vector of those elements of a and b that the numbers choose. */
#ifdef __clang__
#define TH_PICK(mask, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define TH_PICK(mask, a, b, ...) __builtin_shuffle(a, b, (mask){__VA_ARGS__})
#endif

/* X(name, elements): every second one; both in turn, of their first or second halves, and (Inner)
   of the halves of each 16 bytes; the first or second halves; the elements of a, last first, or
   (BackLow, BackHigh) of both in turn. */
#define TH_PAIRS_PICKS_8(X)                                                                    \
  X(Even, 0, 2, 4, 6, 8, 10, 12, 14) X(Odd, 1, 3, 5, 7, 9, 11, 13, 15)                         \
  X(Low, 0, 8, 1, 9, 2, 10, 3, 11) X(High, 4, 12, 5, 13, 6, 14, 7, 15)                         \
  X(InnerLow, 0, 8, 1, 9, 4, 12, 5, 13) X(InnerHigh, 2, 10, 3, 11, 6, 14, 7, 15)               \
  X(Firsts, 0, 1, 2, 3, 8, 9, 10, 11) X(Seconds, 4, 5, 6, 7, 12, 13, 14, 15)                   \
  X(Back, 7, 6, 5, 4, 3, 2, 1, 0)                                                              \
  X(BackLow, 7, 15, 6, 14, 5, 13, 4, 12) X(BackHigh, 3, 11, 2, 10, 1, 9, 0, 8)
#define TH_PAIRS_PICKS_2_2(X)                                                                  \
  X(Even, 0, 2, 4, 6) X(Odd, 1, 3, 5, 7) X(Low, 0, 4, 1, 5) X(High, 2, 6, 3, 7)                \
  X(InnerLow, 0, 4, 2, 6) X(InnerHigh, 1, 5, 3, 7)                                             \
  X(Firsts, 0, 1, 4, 5) X(Seconds, 2, 3, 6, 7) X(Back, 3, 2, 1, 0)                             \
  X(BackLow, 3, 7, 2, 6) X(BackHigh, 1, 5, 0, 4)
#define TH_PAIRS_PICKS_4(X)                                                                    \
  X(Even, 0, 2, 4, 6) X(Odd, 1, 3, 5, 7) X(Low, 0, 4, 1, 5) X(High, 2, 6, 3, 7)                \
  X(InnerLow, 0, 4, 1, 5) X(InnerHigh, 2, 6, 3, 7)                                             \
  X(Firsts, 0, 1, 4, 5) X(Seconds, 2, 3, 6, 7) X(Back, 3, 2, 1, 0)                             \
  X(BackLow, 3, 7, 2, 6) X(BackHigh, 1, 5, 0, 4)
#define TH_PAIRS_PICKS_2(X)                                                                    \
  X(Even, 0, 2) X(Odd, 1, 3) X(Low, 0, 2) X(High, 1, 3) X(InnerLow, 0, 2) X(InnerHigh, 1, 3)   \
  X(Firsts, 0, 2) X(Seconds, 1, 3) X(Back, 1, 0) X(BackLow, 1, 3) X(BackHigh, 0, 2)

#define TH_PAIRS_INLINE static inline __attribute__((always_inline))

typedef float THVecFloat __attribute__((vector_size(TH_PAIRS_BYTES)));
typedef double THVecDouble __attribute__((vector_size(TH_PAIRS_BYTES)));
typedef int32_t THPickFloat __attribute__((vector_size(TH_PAIRS_BYTES)));
typedef int64_t THPickDouble __attribute__((vector_size(TH_PAIRS_BYTES)));

#define TH_PAIRS_PICK_FLOAT(name, ...)                                                         \
TH_PAIRS_INLINE THVecFloat th_pick##name##Float(THVecFloat a, THVecFloat b)                    \
{ return TH_PICK(THPickFloat, a, b, __VA_ARGS__); }
#define TH_PAIRS_PICK_DOUBLE(name, ...)                                                        \
TH_PAIRS_INLINE THVecDouble th_pick##name##Double(THVecDouble a, THVecDouble b)                \
{ return TH_PICK(THPickDouble, a, b, __VA_ARGS__); }
TH_PAIRS_PICKS_Float(TH_PAIRS_PICK_FLOAT)
TH_PAIRS_PICKS_Double(TH_PAIRS_PICK_DOUBLE)

#define TH_PAIRS_MOVES(Real, real)                                                             \
TH_PAIRS_INLINE THVec##Real th_get##Real(const real *p)                                        \
{                                                                                              \
  THVec##Real v;                                                                               \
  memcpy(&v, p, sizeof v);                                                                     \
  return v;                                                                                    \
}                                                                                              \
TH_PAIRS_INLINE void th_put##Real(real *p, THVec##Real v) { memcpy(p, &v, sizeof v); }         \
TH_PAIRS_INLINE void th_getPairs##Real(const real *p, THVec##Real *re, THVec##Real *im)        \
{                                                                                              \
  const int lanes = TH_PAIRS_BYTES / sizeof(real);                                             \
  const THVec##Real a = th_get##Real(p), b = th_get##Real(p + lanes);                          \
  *re = th_pickEven##Real(a, b);                                                               \
  *im = th_pickOdd##Real(a, b);                                                                \
}                                                                                              \
TH_PAIRS_INLINE void th_putPairs##Real(real *p, THVec##Real re, THVec##Real im)                \
{                                                                                              \
  const int lanes = TH_PAIRS_BYTES / sizeof(real);                                             \
  th_put##Real(p, th_pickLow##Real(re, im));                                                   \
  th_put##Real(p + lanes, th_pickHigh##Real(re, im));                                          \
}                                                                                              \
TH_PAIRS_INLINE void th_putPairsBack##Real(real *p, THVec##Real re, THVec##Real im)            \
{                                                                                              \
  const int lanes = TH_PAIRS_BYTES / sizeof(real);                                             \
  th_put##Real(p, th_pickBackLow##Real(re, im));                                               \
  th_put##Real(p + lanes, th_pickBackHigh##Real(re, im));                                      \
}
TH_PAIRS_MOVES(Float, float)
TH_PAIRS_MOVES(Double, double)

#endif
