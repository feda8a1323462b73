/*
** Makes the entries of the orders (THOrder.h), keys, each followed by its position, and bare keys.
*/
#include "TH/cpu/parts/THKeys.h"
#include "TH/cpu/parts/THMaskBits.h"
#include "TH/cpu/parts/THRanks.h"
#include "TH/cpu/parts/THVecSort.h"
#include "TH/memory/THAllocator.h"

#define TH_WIDE_COMPUTE TH_IF_FLOATING(double) TH_IF_INTEGRAL(int64_t)
#define TH_AT(i) *(const real *)(x + (i) * step)

#define TH_MAKE_ENTRIES(kind, type, element)                                            \
  for (int64_t i = 0; i < n; i++) {                                                     \
    const type a = TH_LOAD(element);                                                    \
    const THKey_##kind key = (THKey_##kind)TH_KEY_OF(a) ^ (THKey_##kind)invert;         \
    ((THEntry_##kind *)entries)[i] = th_entry_##kind(key, (THKey_##kind)(first + i));   \
  }

static void KERNEL(keys)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n,
                         int64_t first, uint64_t invert)
{
  if (wide || sizeof(TH_COMPUTE) == sizeof(int64_t)) {
    TH_MAKE_ENTRIES(wide, TH_WIDE_COMPUTE, TH_AT(i))
  } else if (step == sizeof(real)) {
    TH_SIMD TH_MAKE_ENTRIES(narrow, TH_COMPUTE, ((const real *)x)[i])
  } else {
    TH_MAKE_ENTRIES(narrow, TH_COMPUTE, TH_AT(i))
  }
}

/* Few elements are kept, so most of a group is skipped as zero bits of a word. All loops have a
   constant length and are unrolled; zeros after the last element are left out of both counts. gcc
   12 aligns the arrays for whole vectors by itself, but not in the frames of AddressSanitizer. */
#define TH_SIFT(name, kind, type)                                                       \
static int64_t KERNEL(name)(THEntry_##kind *entries, const char *x, ptrdiff_t step,     \
                            int64_t n, int64_t first, const THOrderSieve *sieve,        \
                            int64_t *below)                                             \
{                                                                                       \
  typedef THKey_##kind Key;                                                             \
  const Key invert = (Key)sieve->invert, low = (Key)sieve->low;                         \
  const Key range = (Key)sieve->high - low;                                             \
  int64_t kept = 0;                                                                     \
  for (int64_t i = 0; i < n; i += TH_BITS_RUN) {                                        \
    const int count = n - i < TH_BITS_RUN ? (int)(n - i) : TH_BITS_RUN;                 \
    _Alignas(TH_ALIGN) Key key[TH_BITS_RUN] = {0};                                      \
    _Alignas(TH_ALIGN) uint8_t inside[TH_BITS_RUN] = {0};                               \
    Key under = 0;                                                                      \
    if (count == TH_BITS_RUN && step == sizeof(real))                                   \
      TH_SIMD for (int j = 0; j < TH_BITS_RUN; j++) {                                   \
        const type a = TH_LOAD(((const real *)x)[i + j]);                               \
        key[j] = (Key)TH_KEY_OF(a) ^ invert;                                            \
      }                                                                                 \
    else for (int j = 0; j < count; j++) {                                              \
      const type a = TH_LOAD(TH_AT(i + j));                                             \
      key[j] = (Key)TH_KEY_OF(a) ^ invert;                                              \
    }                                                                                   \
    _Pragma("omp simd reduction(+:under)") for (int j = 0; j < TH_BITS_RUN; j++) {      \
      inside[j] = key[j] - low <= range;                                                \
      under += key[j] < low;                                                            \
    }                                                                                   \
    *below += (int64_t)under - (low > 0) * (TH_BITS_RUN - count);                       \
    uint64_t bits = th_maskBits(inside) & UINT64_MAX >> (TH_BITS_RUN - count);          \
    for (; bits; bits &= bits - 1, kept++) {                                            \
      const int j = __builtin_ctzll(bits);                                              \
      entries[kept] = th_entry_##kind(key[j], (Key)(first + i + j));                    \
    }                                                                                   \
  }                                                                                     \
  return kept;                                                                          \
}
TH_SIFT(siftNarrow, narrow, TH_COMPUTE)
TH_SIFT(siftWide, wide, TH_WIDE_COMPUTE)

static int64_t KERNEL(sift)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n,
                            int64_t first, const THOrderSieve *sieve, int64_t *below)
{
  if (wide || sizeof(TH_COMPUTE) == sizeof(int64_t))
    return KERNEL(siftWide)(entries, x, step, n, first, sieve, below);
  return KERNEL(siftNarrow)(entries, x, step, n, first, sieve, below);
}

/* What a key does not determine is read from x: the sign of a zero, the bits of a NaN. */
#define TH_VALUES(name, kind, type)                                                     \
static void KERNEL(name)(char *r, ptrdiff_t step_r, const THEntry_##kind *entries,      \
                         int64_t n, const char *x, ptrdiff_t step, uint64_t invert)     \
{                                                                                       \
  typedef THKey_##kind Key;                                                             \
  const Key zero = TH_KEY_OF((type)0);                                                  \
  Key untold = 0;                                                                       \
  _Pragma("omp simd reduction(|:untold)")                                               \
  for (int64_t i = 0; i < n; i++) {                                                     \
    const Key key = th_key_##kind(entries[i]) ^ (Key)invert;                            \
    const real a = TH_STORE((TH_COMPUTE)TH_OF_KEY(type, key));                          \
    if (step_r == sizeof(real)) ((real *)r)[i] = a;                                     \
    else *(real *)(r + i * step_r) = a;                                                 \
    TH_IF_FLOATING(untold |= (key == zero) | (key == (Key)~(Key)0);)                    \
  }                                                                                     \
  for (int64_t i = 0; untold && i < n; i++) {                                           \
    const Key key = th_key_##kind(entries[i]) ^ (Key)invert;                            \
    if (key == zero || key == (Key)~(Key)0)                                             \
      *(real *)(r + i * step_r) = TH_AT((int64_t)th_position_##kind(entries[i]));       \
  }                                                                                     \
}
TH_VALUES(valuesNarrow, narrow, TH_COMPUTE)
TH_VALUES(valuesWide, wide, TH_WIDE_COMPUTE)

static void KERNEL(values)(char *r, ptrdiff_t step_r, const void *entries, int wide, int64_t n,
                           const char *x, ptrdiff_t step, uint64_t invert)
{
  if (wide || sizeof(TH_COMPUTE) == sizeof(int64_t))
    KERNEL(valuesWide)(r, step_r, entries, n, x, step, invert);
  else KERNEL(valuesNarrow)(r, step_r, entries, n, x, step, invert);
}

/* --- bare keys --- */

#define TH_MAKE_KEYS(Key, type, element)                                                \
  Key low = (Key)-1, high = 0;                                                          \
  _Pragma("omp simd reduction(min:low) reduction(max:high)")                            \
  for (int64_t i = 0; i < n; i++) {                                                     \
    const type a = TH_LOAD(element);                                                    \
    const Key key = (Key)TH_KEY_OF(a) ^ (Key)invert;                                    \
    ((Key *)keys)[i] = key;                                                             \
    low = key < low ? key : low;                                                        \
    high = key > high ? key : high;                                                     \
  }                                                                                     \
  *least = low, *most = high;

static void KERNEL(bare)(void *keys, int wide, const char *x, ptrdiff_t step, int64_t n,
                         uint64_t invert, uint64_t *least, uint64_t *most)
{
  if (wide || sizeof(TH_COMPUTE) == sizeof(int64_t)) {
    TH_MAKE_KEYS(uint64_t, TH_WIDE_COMPUTE, TH_AT(i))
  } else if (step == sizeof(real)) {
    TH_MAKE_KEYS(uint32_t, TH_COMPUTE, ((const real *)x)[i])
  } else {
    TH_MAKE_KEYS(uint32_t, TH_COMPUTE, TH_AT(i))
  }
}

#define TH_ELEMENTS(Key, type)                                                          \
  for (int64_t i = 0; i < n; i++) {                                                     \
    const Key key = ((const Key *)keys)[i] ^ (Key)invert;                               \
    const real a = TH_STORE((TH_COMPUTE)TH_OF_KEY(type, key));                          \
    if (step_r == sizeof(real)) ((real *)r)[i] = a;                                     \
    else *(real *)(r + i * step_r) = a;                                                 \
  }

static void KERNEL(elements)(char *r, ptrdiff_t step_r, const void *keys, int wide, int64_t n,
                             uint64_t invert)
{
  if (wide || sizeof(TH_COMPUTE) == sizeof(int64_t)) {
    TH_ELEMENTS(uint64_t, TH_WIDE_COMPUTE)
  } else {
    TH_ELEMENTS(uint32_t, TH_COMPUTE)
  }
}

/* Zeros come after what is below them (inverted: above), NaN after all (inverted: before). Most x
   have neither, which n sorted values at r tell. */
#define TH_SORTED(i) TH_LOAD(*(const real *)(r + (i) * step))
TH_IF_FLOATING(
static int KERNEL(areUntold)(const char *r, ptrdiff_t step, int64_t n, uint64_t invert)
{
  int64_t first = 0, end = n - 1; /* the first that is not below zero (inverted: above) */
  const TH_COMPUTE greatest = TH_SORTED(invert ? 0 : n - 1);
  while (first < end) {
    const int64_t middle = first + (end - first) / 2;
    const TH_COMPUTE a = TH_SORTED(middle);
    if (invert ? a > 0 : a < 0) first = middle + 1;
    else end = middle;
  }
  return greatest != greatest || TH_SORTED(first) == 0;
}

static void KERNEL(untold)(char *r, ptrdiff_t step_r, const char *x, ptrdiff_t step, int64_t n,
                           uint64_t invert)
{
  int64_t zeros = 0, nan = 0, below = 0;
  if (n == 0 || !KERNEL(areUntold)(r, step_r, n, invert)) return;
  for (int64_t i = 0; i < n; i++) {
    const TH_COMPUTE a = TH_LOAD(TH_AT(i));
    zeros += a == 0, nan += a != a, below += a < 0;
  }
  int64_t zero = invert ? n - below - zeros : below, other = invert ? 0 : n - nan;
  for (int64_t i = 0; i < n; i++) {
    const TH_COMPUTE a = TH_LOAD(TH_AT(i));
    if (a == 0) *(real *)(r + zero++ * step_r) = TH_AT(i);
    else if (a != a) *(real *)(r + other++ * step_r) = TH_AT(i);
  }
}
)
#undef TH_SORTED
#undef TH_MAKE_KEYS
#undef TH_ELEMENTS
#undef TH_VALUES
#undef TH_WIDE_COMPUTE
#undef TH_AT
#undef TH_MAKE_ENTRIES
#undef TH_SIFT

#define TH_ORDER_ENTRY(name, kind)                                                                 \
static int ENTRY(name)(THOrderCall *call)                                                          \
{                                                                                                  \
  static const THOrderLoops loops = {KERNEL(keys), KERNEL(sift), KERNEL(values), th_rank,          \
                                     {TH_RANKS_NARROW, TH_RANKS_WIDE}, KERNEL(bare),               \
                                     KERNEL(elements),                                             \
                                     TH_IF_FLOATING(KERNEL(untold)) TH_IF_INTEGRAL(NULL),          \
                                     TH_SORT_KEYS, TH_SELECT_KEY};                                 \
  return THOrder_run(call, TH_ORDER_##kind, &loops);                                               \
}
TH_ORDER_ENTRY(sort, SORT)
TH_ORDER_ENTRY(topk, TOPK)
TH_ORDER_ENTRY(kthvalue, KTH)
TH_ORDER_ENTRY(mode, MODE)
TH_ORDER_ENTRY(sortedValues, BARE)
#undef TH_ORDER_ENTRY

static const THOrderEntry TH_ENTRIES[TH_NUM_ORDERS] = {
  [TH_ORDER_SORT] = ENTRY(sort),
  [TH_ORDER_TOPK] = ENTRY(topk),
  [TH_ORDER_KTH] = ENTRY(kthvalue),
  [TH_ORDER_MODE] = ENTRY(mode),
  [TH_ORDER_BARE] = ENTRY(sortedValues),
};
