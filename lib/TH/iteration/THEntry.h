/*
** Entries of orders (THOrder.h): a key above a position, so that a comparison of two entries is
** one of their keys and, of equal keys, of their positions. Narrow entries are integers of 64 bits,
** wide ones of 128; half of the bits are the key. Where positions do not matter, an entry is a key
** alone.
*/
#ifndef TH_ENTRY_H
#define TH_ENTRY_H

#include "TH/base/THWide.h"

/* --- narrow --- */

typedef uint64_t THEntry_narrow;
typedef uint32_t THKey_narrow;

static inline uint64_t th_entry_narrow(uint32_t key, uint32_t position)
{
  return (uint64_t)key << 32 | position;
}

static inline uint32_t th_key_narrow(uint64_t e) { return (uint32_t)(e >> 32); }
static inline uint32_t th_position_narrow(uint64_t e) { return (uint32_t)e; }
static inline uint32_t th_bits_narrow(uint64_t e, int shift) { return (uint32_t)(e >> shift); }
static inline int th_isBefore_narrow(uint64_t a, uint64_t b) { return a < b; }

/* The bits of differ, and those in which a and b differ. */
static inline uint64_t th_differ_narrow(uint64_t differ, uint64_t a, uint64_t b)
{
  return differ | (a ^ b);
}

/* --- wide --- */

typedef THWide THEntry_wide;
typedef uint64_t THKey_wide;

static inline THWide th_entry_wide(uint64_t key, uint64_t position)
{
  return th_wide(key, position);
}

static inline uint64_t th_key_wide(THWide e) { return th_high(e); }
static inline uint64_t th_position_wide(THWide e) { return th_low(e); }
static inline uint32_t th_bits_wide(THWide e, int shift) { return (uint32_t)th_bitsFrom(e, shift); }
static inline int th_isBefore_wide(THWide a, THWide b) { return th_isBelow(a, b); }

static inline THWide th_differ_wide(THWide differ, THWide a, THWide b)
{
  return th_wide(th_high(differ) | (th_high(a) ^ th_high(b)),
                 th_low(differ) | (th_low(a) ^ th_low(b)));
}

/* --- keys alone --- */

typedef uint32_t THEntry_narrow_keys, THKey_narrow_keys;
typedef uint64_t THEntry_wide_keys, THKey_wide_keys;

#define TH_BARE_KEYS(kind, Key) \
  static inline Key th_entry_##kind(Key key, Key none) { return (void)none, key; } \
  static inline Key th_key_##kind(Key e) { return e; } \
  static inline uint32_t th_bits_##kind(Key e, int shift) { return (uint32_t)(e >> shift); } \
  static inline int th_isBefore_##kind(Key a, Key b) { return a < b; } \
  static inline Key th_differ_##kind(Key differ, Key a, Key b) { return differ | (a ^ b); }
TH_BARE_KEYS(narrow_keys, uint32_t)
TH_BARE_KEYS(wide_keys, uint64_t)

#endif
