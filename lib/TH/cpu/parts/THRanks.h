/*
** Few entries in sorted order (THOrder.h): each is written to the place that its rank says, which
** is the number of entries before it. All are compared with all, by vectors of keys; nothing
** depends on what was compared before, so a row of 100 takes less time than passes over its digits.
**
** Entries come in the order of their positions, so of two with one key the first one is before.
*/
#ifndef TH_RANKS_H
#define TH_RANKS_H

#include "TH/iteration/THEntry.h"
#include "TH/iteration/THOrder.h"

/* Vectors as wide as the level's, and how many narrow and wide entries are few: to sort row "sort
   with positions, rows, 10000x100" by digits takes 1.5 times as long, 50000x20 by insertion 2.8
   times; rows of 192 take as long either way, and with AVX-512, which sorts narrow ones as bare
   keys, rows of 50 (rows of 150 take 0.7 of the time so). Without AVX2 nothing compares 64 bits.
   Keys are signed, as comparisons are. */
#if defined __AVX512F__
enum { TH_RANKS_BYTES = 32, TH_RANKS_NARROW = 48, TH_RANKS_WIDE = 128 };
#elif defined __AVX2__
enum { TH_RANKS_BYTES = 32, TH_RANKS_NARROW = 160, TH_RANKS_WIDE = 128 };
#else
enum { TH_RANKS_BYTES = 16, TH_RANKS_NARROW = 100, TH_RANKS_WIDE = 16 };
#endif

#define TH_RANKS(name, kind, Key, MOST)                                                            \
typedef Key name##Keys __attribute__((vector_size(TH_RANKS_BYTES), may_alias));                    \
static void name(THEntry_##kind *to, const THEntry_##kind *e, int64_t n)                           \
{                                                                                                  \
  enum { LANES = TH_RANKS_BYTES / sizeof(Key), BITS = 8 * sizeof(Key) };                           \
  _Alignas(TH_RANKS_BYTES) Key key[MOST + LANES], rank[LANES];                                     \
  name##Keys place;                                                                                \
  for (int l = 0; l < LANES; l++) place[l] = l;                                                    \
  for (int64_t i = 0; i < n; i++)                                                                  \
    key[i] = (Key)th_key_##kind(e[i]) ^ (Key)((uint64_t)1 << (BITS - 1));                          \
  for (int64_t i = n; i < n + LANES; i++) key[i] = 0;                                              \
  for (int64_t i = 0; i < n; i += LANES) {                                                         \
    const int64_t end = n - i < LANES ? n : i + LANES;                                             \
    const name##Keys own = *(const name##Keys *)(key + i);                                         \
    name##Keys before = (Key)i - (name##Keys){0};                                                  \
    for (int64_t j = 0; j < i; j++) before += key[j] - (name##Keys){0} > own;                      \
    for (int64_t j = i; j < end; j++) {                                                            \
      const name##Keys each = key[j] - (name##Keys){0};                                            \
      before -= (each < own) | ((each == own) & ((Key)(j - i) - (name##Keys){0} < place));         \
    }                                                                                              \
    for (int64_t j = end; j < n; j++) before -= key[j] - (name##Keys){0} < own;                    \
    *(name##Keys *)rank = before;                                                                  \
    for (int64_t j = i; j < end; j++) to[rank[j - i]] = e[j];                                      \
  }                                                                                                \
}
TH_RANKS(th_rankNarrow, narrow, int32_t, TH_RANKS_NARROW)
TH_RANKS(th_rankWide, wide, int64_t, TH_RANKS_WIDE)
#undef TH_RANKS

static void th_rank(void *sorted, const void *entries, int wide, int64_t n)
{
  if (wide) th_rankWide(sorted, entries, n);
  else th_rankNarrow(sorted, entries, n);
}

#endif
