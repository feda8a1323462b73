/*
** Entries of the orders (THOrder.h): keys with positions behind them.
*/
#define TH_WIDE_COMPUTE TH_IF_FLOATING(double) TH_IF_INTEGRAL(int64_t)
#define TH_AT(i) *(const real *)(x + (i) * step)
#define TH_ENTRY_OF(Entry, key, i) \
  ((Entry)(key) << 8 * sizeof(key) | (__typeof__(key))(first + (i)))

#define TH_MAKE_ENTRIES(Entry, Key, type, element)                                      \
  for (int64_t i = 0; i < n; i++) {                                                     \
    const type a = TH_LOAD(element);                                                    \
    const Key key = (Key)TH_KEY_OF(a) ^ (Key)invert;                                    \
    ((Entry *)entries)[i] = TH_ENTRY_OF(Entry, key, i);                                 \
  }

static void K(keys)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n,
                    int64_t first, uint64_t invert)
{
  if (wide || sizeof(TH_COMPUTE) == sizeof(int64_t)) {
    TH_MAKE_ENTRIES(unsigned __int128, uint64_t, TH_WIDE_COMPUTE, TH_AT(i))
  } else if (step == sizeof(real)) {
    TH_SIMD TH_MAKE_ENTRIES(uint64_t, uint32_t, TH_COMPUTE, ((const real *)x)[i])
  } else {
    TH_MAKE_ENTRIES(uint64_t, uint32_t, TH_COMPUTE, TH_AT(i))
  }
}

/* Few are kept, so that most groups are passed over as a whole. */
#define TH_SIFT(name, Entry, Key, type)                                                 \
static int64_t K(name)(Entry *entries, const char *x, ptrdiff_t step, int64_t n,        \
                       int64_t first, const THOrderSieve *sieve, int64_t *below)        \
{                                                                                       \
  enum { GROUP = 32 };                                                                  \
  const Key invert = (Key)sieve->invert, low = (Key)sieve->low;                         \
  const Key range = (Key)sieve->high - low;                                             \
  int64_t kept = 0;                                                                     \
  for (int64_t i = 0; i < n; i += GROUP) {                                              \
    const int count = n - i < GROUP ? (int)(n - i) : GROUP;                             \
    Key key[GROUP], inside = 0, under = 0;                                              \
    if (count == GROUP && step == sizeof(real))                                         \
      TH_SIMD for (int j = 0; j < GROUP; j++) {                                         \
        const type a = TH_LOAD(((const real *)x)[i + j]);                               \
        key[j] = (Key)TH_KEY_OF(a) ^ invert;                                            \
      }                                                                                 \
    else for (int j = 0; j < count; j++) {                                              \
      const type a = TH_LOAD(TH_AT(i + j));                                             \
      key[j] = (Key)TH_KEY_OF(a) ^ invert;                                              \
    }                                                                                   \
    for (int j = count; j < GROUP; j++) key[j] = ~(Key)0;                               \
    _Pragma("omp simd reduction(|:inside) reduction(+:under)")                          \
    for (int j = 0; j < GROUP; j++) inside |= key[j] - low <= range, under += key[j] < low; \
    *below += under;                                                                    \
    for (int j = 0; inside && j < count; j++) {                                         \
      entries[kept] = TH_ENTRY_OF(Entry, key[j], i + j);                                \
      kept += key[j] - low <= range;                                                    \
    }                                                                                   \
  }                                                                                     \
  return kept;                                                                          \
}
TH_SIFT(siftNarrow, uint64_t, uint32_t, TH_COMPUTE)
TH_SIFT(siftWide, unsigned __int128, uint64_t, TH_WIDE_COMPUTE)

static int64_t K(sift)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n,
                       int64_t first, const THOrderSieve *sieve, int64_t *below)
{
  if (wide || sizeof(TH_COMPUTE) == sizeof(int64_t))
    return K(siftWide)(entries, x, step, n, first, sieve, below);
  return K(siftNarrow)(entries, x, step, n, first, sieve, below);
}
#undef TH_WIDE_COMPUTE
#undef TH_AT
#undef TH_ENTRY_OF
#undef TH_MAKE_ENTRIES
#undef TH_SIFT

#define TH_ORDER_ENTRY(name, kind)                                                      \
static int E(name)(const THIter *it)                                                    \
{                                                                                       \
  return THOrder_run(it, TH_ORDER_##kind, &(THOrderLoops){K(keys), K(sift)});           \
}
TH_ORDER_ENTRY(sort, SORT)
TH_ORDER_ENTRY(topk, TOPK)
TH_ORDER_ENTRY(kthvalue, KTH)
TH_ORDER_ENTRY(mode, MODE)
#undef TH_ORDER_ENTRY

static const THEntry TH_ENTRIES[TH_NUM_OPS] = {
  [TH_OP_sort] = E(sort),
  [TH_OP_topk] = E(topk),
  [TH_OP_kthvalue] = E(kthvalue),
  [TH_OP_mode] = E(mode),
};
