/*
** Vectors of floats and of doubles for loops over complex numbers, and how they are taken apart and
** put together: pairs in memory become a vector of real parts and one of imaginary parts.
**
** Names begin with the bytes of a vector: THVec32Float, th_get32Float. TH_PAIRS_WIDEST is the
** width of the level's widest vectors, TH_PAIRS_BYTES that for rows which are too short for them.
*/
#ifndef TH_VECPAIRS_H
#define TH_VECPAIRS_H

#include <stdint.h>
#include <string.h>

#ifdef __AVX__
#define TH_PAIRS_BYTES 32
#else
#define TH_PAIRS_BYTES 16
#endif
#ifdef __AVX512F__
#define TH_PAIRS_WIDEST 64
#else
#define TH_PAIRS_WIDEST TH_PAIRS_BYTES
#endif

/* A vector of those elements of a and b that the numbers choose. */
#ifdef __clang__
#define TH_PICK(mask, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define TH_PICK(mask, a, b, ...) __builtin_shuffle(a, b, (mask){__VA_ARGS__})
#endif

/*
** X(t, name, elements) for all picks of the vectors t, of some bytes and bytes an element. Every
** second element; both vectors in turn, of their first or second halves, and (Inner) of the halves
** of each unit of 16 bytes; the first or second halves; every second unit; the elements of a, last
** first, or (BackLow, BackHigh) of both in turn.
*/
#define TH_PAIRS_PICKS_64_4(X, t)                                                              \
  X(t, Even, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)                        \
  X(t, Odd, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)                         \
  X(t, Low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)                            \
  X(t, High, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)                     \
  X(t, InnerLow, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)                     \
  X(t, InnerHigh, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)                  \
  X(t, Firsts, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)                         \
  X(t, Seconds, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)                  \
  X(t, EvenUnits, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)                    \
  X(t, OddUnits, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)                   \
  X(t, Back, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)                             \
  X(t, BackLow, 15, 31, 14, 30, 13, 29, 12, 28, 11, 27, 10, 26, 9, 25, 8, 24)                  \
  X(t, BackHigh, 7, 23, 6, 22, 5, 21, 4, 20, 3, 19, 2, 18, 1, 17, 0, 16)
#define TH_PAIRS_PICKS_64_8(X, t)                                                              \
  X(t, Even, 0, 2, 4, 6, 8, 10, 12, 14) X(t, Odd, 1, 3, 5, 7, 9, 11, 13, 15)                   \
  X(t, Low, 0, 8, 1, 9, 2, 10, 3, 11) X(t, High, 4, 12, 5, 13, 6, 14, 7, 15)                   \
  X(t, InnerLow, 0, 8, 2, 10, 4, 12, 6, 14) X(t, InnerHigh, 1, 9, 3, 11, 5, 13, 7, 15)         \
  X(t, Firsts, 0, 1, 2, 3, 8, 9, 10, 11) X(t, Seconds, 4, 5, 6, 7, 12, 13, 14, 15)             \
  X(t, EvenUnits, 0, 1, 4, 5, 8, 9, 12, 13) X(t, OddUnits, 2, 3, 6, 7, 10, 11, 14, 15)         \
  X(t, Back, 7, 6, 5, 4, 3, 2, 1, 0)                                                           \
  X(t, BackLow, 7, 15, 6, 14, 5, 13, 4, 12) X(t, BackHigh, 3, 11, 2, 10, 1, 9, 0, 8)
#define TH_PAIRS_PICKS_32_4(X, t)                                                              \
  X(t, Even, 0, 2, 4, 6, 8, 10, 12, 14) X(t, Odd, 1, 3, 5, 7, 9, 11, 13, 15)                   \
  X(t, Low, 0, 8, 1, 9, 2, 10, 3, 11) X(t, High, 4, 12, 5, 13, 6, 14, 7, 15)                   \
  X(t, InnerLow, 0, 8, 1, 9, 4, 12, 5, 13) X(t, InnerHigh, 2, 10, 3, 11, 6, 14, 7, 15)         \
  X(t, Firsts, 0, 1, 2, 3, 8, 9, 10, 11) X(t, Seconds, 4, 5, 6, 7, 12, 13, 14, 15)             \
  X(t, EvenUnits, 0, 1, 2, 3, 8, 9, 10, 11) X(t, OddUnits, 4, 5, 6, 7, 12, 13, 14, 15)         \
  X(t, Back, 7, 6, 5, 4, 3, 2, 1, 0)                                                           \
  X(t, BackLow, 7, 15, 6, 14, 5, 13, 4, 12) X(t, BackHigh, 3, 11, 2, 10, 1, 9, 0, 8)
#define TH_PAIRS_PICKS_32_8(X, t)                                                              \
  X(t, Even, 0, 2, 4, 6) X(t, Odd, 1, 3, 5, 7) X(t, Low, 0, 4, 1, 5) X(t, High, 2, 6, 3, 7)    \
  X(t, InnerLow, 0, 4, 2, 6) X(t, InnerHigh, 1, 5, 3, 7)                                       \
  X(t, Firsts, 0, 1, 4, 5) X(t, Seconds, 2, 3, 6, 7) X(t, EvenUnits, 0, 1, 4, 5)               \
  X(t, OddUnits, 2, 3, 6, 7)                                                                   \
  X(t, Back, 3, 2, 1, 0) X(t, BackLow, 3, 7, 2, 6) X(t, BackHigh, 1, 5, 0, 4)
#define TH_PAIRS_PICKS_16_4(X, t)                                                              \
  X(t, Even, 0, 2, 4, 6) X(t, Odd, 1, 3, 5, 7) X(t, Low, 0, 4, 1, 5) X(t, High, 2, 6, 3, 7)    \
  X(t, InnerLow, 0, 4, 1, 5) X(t, InnerHigh, 2, 6, 3, 7)                                       \
  X(t, Firsts, 0, 1, 4, 5) X(t, Seconds, 2, 3, 6, 7) X(t, EvenUnits, 0, 1, 2, 3)               \
  X(t, OddUnits, 4, 5, 6, 7)                                                                   \
  X(t, Back, 3, 2, 1, 0) X(t, BackLow, 3, 7, 2, 6) X(t, BackHigh, 1, 5, 0, 4)
#define TH_PAIRS_PICKS_16_8(X, t)                                                              \
  X(t, Even, 0, 2) X(t, Odd, 1, 3) X(t, Low, 0, 2) X(t, High, 1, 3) X(t, InnerLow, 0, 2)       \
  X(t, InnerHigh, 1, 3)                                                                        \
  X(t, Firsts, 0, 2) X(t, Seconds, 1, 3) X(t, EvenUnits, 0, 1) X(t, OddUnits, 2, 3)            \
  X(t, Back, 1, 0) X(t, BackLow, 1, 3) X(t, BackHigh, 0, 2)

#define TH_PAIRS_INLINE static inline __attribute__((always_inline))

#define TH_PAIRS_VECTORS(bytes)                                                                \
typedef float THVec##bytes##Float __attribute__((vector_size(bytes)));                         \
typedef double THVec##bytes##Double __attribute__((vector_size(bytes)));                       \
typedef int32_t THPick##bytes##Float __attribute__((vector_size(bytes)));                      \
typedef int64_t THPick##bytes##Double __attribute__((vector_size(bytes)));

#define TH_PAIRS_PICK(type, name, ...)                                                         \
TH_PAIRS_INLINE THVec##type th_pick##name##type(THVec##type a, THVec##type b)                  \
{ return TH_PICK(THPick##type, a, b, __VA_ARGS__); }

#define TH_PAIRS_MOVES(type, real)                                                             \
TH_PAIRS_INLINE THVec##type th_get##type(const real *p)                                        \
{                                                                                              \
  THVec##type v;                                                                               \
  memcpy(&v, p, sizeof v);                                                                     \
  return v;                                                                                    \
}                                                                                              \
TH_PAIRS_INLINE void th_put##type(real *p, THVec##type v) { memcpy(p, &v, sizeof v); }         \
TH_PAIRS_INLINE void th_getPairs##type(const real *p, THVec##type *re, THVec##type *im)        \
{                                                                                              \
  const int lanes = sizeof(*re) / sizeof(real);                                                \
  const THVec##type a = th_get##type(p), b = th_get##type(p + lanes);                          \
  *re = th_pickEven##type(a, b);                                                               \
  *im = th_pickOdd##type(a, b);                                                                \
}                                                                                              \
TH_PAIRS_INLINE void th_putPairs##type(real *p, THVec##type re, THVec##type im)                \
{                                                                                              \
  const int lanes = sizeof re / sizeof(real);                                                  \
  th_put##type(p, th_pickLow##type(re, im));                                                   \
  th_put##type(p + lanes, th_pickHigh##type(re, im));                                          \
}                                                                                              \
TH_PAIRS_INLINE void th_putPairsBack##type(real *p, THVec##type re, THVec##type im)            \
{                                                                                              \
  const int lanes = sizeof re / sizeof(real);                                                  \
  th_put##type(p, th_pickBackLow##type(re, im));                                               \
  th_put##type(p + lanes, th_pickBackHigh##type(re, im));                                      \
}

/* All of vectors of some bytes: their types, picks and moves. */
#define TH_PAIRS_OF(bytes)                                                                     \
  TH_PAIRS_VECTORS(bytes)                                                                      \
  TH_PAIRS_PICKS_##bytes##_4(TH_PAIRS_PICK, bytes##Float)                                      \
  TH_PAIRS_PICKS_##bytes##_8(TH_PAIRS_PICK, bytes##Double)                                     \
  TH_PAIRS_MOVES(bytes##Float, float)                                                          \
  TH_PAIRS_MOVES(bytes##Double, double)

#ifdef __AVX__
TH_PAIRS_OF(32)
#else
TH_PAIRS_OF(16)
#endif
#ifdef __AVX512F__
TH_PAIRS_OF(64)
#endif

#endif
