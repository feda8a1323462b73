/*
** Sorting and selecting keys of KEY_BITS bits by vectors, of type Key. THVecSort.h includes this
** file for both widths.
*/
#define LANES (512 / KEY_BITS)
#define FEW (TH_FEW_VECTORS * LANES)

/* A loop of constant length that is unrolled, so that vectors stay in registers. */
#define UNROLLED _Pragma("GCC unroll 16") for
#define INLINE static inline __attribute__((always_inline))

/* --- few keys --- */

/* The lanes whose number has a bit. */
INLINE Mask OF_KEYS(lanesOf)(int bit)
{
  return (Mask)(bit == 1 ? 0xAAAA : bit == 2 ? 0xCCCC : bit == 4 ? 0xF0F0 : 0xFF00);
}

/* The lanes in another order: lane l gets that of number l ^ flip. */
INLINE __m512i OF_KEYS(swap)(__m512i v, int flip)
{
  static const Key number[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const __m512i lane = _mm512_loadu_si512(number);
  return VECTOR(permutexvar_epi)(_mm512_xor_si512(lane, VECTOR(set1_epi)((int)flip)), v);
}

/* The larger of a and b is their exclusive or with the smaller: vpternlog takes either port of an
   Intel processor, vpmaxu one. */
#define LARGER(less, a, b) VECTOR(ternarylogic_epi)(less, a, b, 0x96)
#define LARGER_IN(lanes, less, a, b) VECTOR(mask_ternarylogic_epi)(less, lanes, a, b, 0x96)

/* Of each two lanes that flip swaps, the one with bit in its number gets the larger key. */
INLINE __m512i OF_KEYS(exchange)(__m512i v, int flip, int bit)
{
  const __m512i other = OF_KEYS(swap)(v, flip), less = VECTOR(min_epu)(v, other);
  return LARGER_IN(OF_KEYS(lanesOf)(bit), less, v, other);
}

INLINE void OF_KEYS(exchangeVectors)(__m512i *a, __m512i *b)
{
  const __m512i less = VECTOR(min_epu)(*a, *b);
  *b = LARGER(less, *a, *b);
  *a = less;
}

/* Two vectors, each with the other: lane l of one meets lane l ^ flip of the other. In both the
   lanes with bit in their number get the larger key. */
INLINE void OF_KEYS(exchangeAcross)(__m512i *a, __m512i *b, int flip, int bit)
{
  const Mask larger = OF_KEYS(lanesOf)(bit);
  const __m512i x = OF_KEYS(swap)(*a, flip), y = OF_KEYS(swap)(*b, flip);
  *a = LARGER_IN(larger, VECTOR(min_epu)(*a, y), *a, y);
  *b = LARGER_IN(larger, VECTOR(min_epu)(*b, x), *b, x);
}

/* In each lane, exchange the keys of vectors that are half apart, then those a half of that, and so
   on down to neighbours: what was bitonic becomes sorted. (Of signed numbers gcc thinks that an
   index may be below 0.) */
INLINE void OF_KEYS(mergeHalves)(__m512i *v, unsigned count, unsigned half)
{
  UNROLLED (unsigned k = TH_FEW_VECTORS / 2; k; k /= 2)
    UNROLLED (unsigned i = 0; i + k < count; i++)
      if (k <= half && !(i & k)) OF_KEYS(exchangeVectors)(v + i, v + i + k);
}

/* The keys of lane 0, then those of lane 1, and so on, become those of vector 0, of vector 1, and
   so on. Each round interleaves the first half of the vectors with the second. */
INLINE void OF_KEYS(turn)(__m512i *v, int count)
{
  Key low[LANES], high[LANES];
  for (int l = 0; l < LANES; l++) {
    low[l] = (Key)(l / 2 + l % 2 * LANES);
    high[l] = low[l] + LANES / 2;
  }
  const __m512i lower = _mm512_loadu_si512(low), upper = _mm512_loadu_si512(high);
  UNROLLED (int round = 1; round < TH_FEW_VECTORS; round *= 2) {
    if (round >= count) break;
    __m512i to[TH_FEW_VECTORS];
    UNROLLED (int i = 0; i < count / 2; i++) {
      to[2 * i] = VECTOR(permutex2var_epi)(v[i], lower, v[i + count / 2]);
      to[2 * i + 1] = VECTOR(permutex2var_epi)(v[i], upper, v[i + count / 2]);
    }
    UNROLLED (int i = 0; i < count; i++) v[i] = to[i];
  }
}

/* A bitonic network. The keys of each lane are sorted first, since vectors are compared without a
   permutation; then runs of 1, 2, 4 and more lanes are merged. */
INLINE void OF_KEYS(sortVectors)(__m512i *v, int count)
{
  UNROLLED (int run = 1; run < TH_FEW_VECTORS; run *= 2)
    if (run < count) {
      UNROLLED (int i = 0; i < count; i++)
        if (!(i & run)) OF_KEYS(exchangeVectors)(v + i, v + (i ^ (2 * run - 1)));
      OF_KEYS(mergeHalves)(v, count, run / 2);
    }
  UNROLLED (int run = 1; run < LANES; run *= 2) {
    if (count == 1) v[0] = OF_KEYS(exchange)(v[0], 2 * run - 1, run);
    UNROLLED (int i = 0; i < count / 2; i++)
      OF_KEYS(exchangeAcross)(v + i, v + count - 1 - i, 2 * run - 1, run);
    UNROLLED (int half = LANES / 4; half; half /= 2)
      UNROLLED (int i = 0; i < count; i++)
        if (half < run) v[i] = OF_KEYS(exchange)(v[i], half, half);
    OF_KEYS(mergeHalves)(v, count, count / 2);
  }
  OF_KEYS(turn)(v, count);
}

/* The lanes of n keys, of which a vector begins at key at. */
INLINE Mask OF_KEYS(lanesBelow)(int64_t n, int64_t at)
{
  const int64_t left = n - at;
  return (Mask)(left >= LANES ? ~0u : left > 0 ? (1u << left) - 1 : 0);
}

#define SORT_FEW(count)                                                                 \
static __attribute__((noinline)) void OF_KEYS(TH_CONCAT_3(sort, count, x))              \
  (Key *e, int64_t n)                                                  \
{                                                                                       \
  __m512i v[count];                                                                     \
  UNROLLED (int i = 0; i < count; i++)                                                  \
    v[i] = VECTOR(mask_loadu_epi)(VECTOR(set1_epi)(-1),                                 \
                                  OF_KEYS(lanesBelow)(n, i * LANES), e + i * LANES); \
  OF_KEYS(sortVectors)(v, count);                                                       \
  UNROLLED (int i = 0; i < count; i++)                                                  \
    VECTOR(mask_storeu_epi)(e + i * LANES, OF_KEYS(lanesBelow)(n, i * LANES), v[i]);    \
}
SORT_FEW(1)
SORT_FEW(2)
SORT_FEW(4)
SORT_FEW(8)
SORT_FEW(16)
#undef SORT_FEW

/* Put n <= FEW keys in sorted order. */
static void OF_KEYS(sortFew)(Key *e, int64_t n)
{
  if (n <= LANES) OF_KEYS(sort1x)(e, n);
  else if (n <= 2 * LANES) OF_KEYS(sort2x)(e, n);
  else if (n <= 4 * LANES) OF_KEYS(sort4x)(e, n);
  else if (n <= 8 * LANES) OF_KEYS(sort8x)(e, n);
  else OF_KEYS(sort16x)(e, n);
}

/* --- parting --- */

/* Write those of the lanes in all whose key is at most pivot to *low, which moves up, and the
   others below *high, which moves down. A whole vector, of which all lanes are parted, needs room
   for as many keys at *low. */
INLINE void OF_KEYS(partVector)(Key **low, Key **high, __m512i v, __m512i pivot, Mask all,
                                int is_whole)
{
  const Mask keep = TH_CONCAT_3(_mm512_mask_cmple_epu, KEY_BITS, _mask)(all, v, pivot);
  const Mask move = is_whole ? NOT(keep) : all & (Mask)~keep;
  const int kept = __builtin_popcount(keep), moved = __builtin_popcount(all) - kept;
  const Mask writes = (Mask)(is_whole ? ~0u : (1u << kept) - 1);
  VECTOR(mask_storeu_epi)(*low, writes, VECTOR(maskz_compress_epi)(keep, v));
  *low += kept;
  *high -= moved;
  VECTOR(mask_storeu_epi)(*high, (Mask)((1u << moved) - 1), VECTOR(maskz_compress_epi)(move, v));
}

/* n is constant, and small; gcc would make a slow "rep movs" of memcpy. */
INLINE void OF_KEYS(copy)(Key *to, const Key *from, int n)
{
  UNROLLED (int i = 0; i < n; i += LANES)
    _mm512_storeu_si512(to + i, _mm512_loadu_si512(from + i));
}

/*
** Move the keys up to pivot before the others, in place; returns how many there are. The first
** keys and the last are held, so that there is room at both ends, two chunks or more in all: at the
** end with less room keys are read next, which leaves at least a chunk of room there for the whole
** vectors that are written. n > FEW. (Four vectors at once: row "sort by row, 1000x1000" the same,
** 10^6 keys 1.07 times as long.)
*/
static int64_t OF_KEYS(part)(Key *e, int64_t n, Key pivot)
{
  enum { AT_ONCE = 8, CHUNK = AT_ONCE * LANES };
  _Static_assert(2 * CHUNK <= FEW, "more than FEW keys are at least two chunks");
  const __m512i most = VECTOR(set1_epi)((int64_t)pivot);
  const int64_t last = CHUNK + n % CHUNK;
  Key held[3 * CHUNK], *first = held + 2 * CHUNK - last;
  Key *low = e, *high = e + n, *left = e + CHUNK, *right = e + n - last;
  OF_KEYS(copy)(held + CHUNK, e + n - 2 * CHUNK, 2 * CHUNK);
  OF_KEYS(copy)(first, e, CHUNK);
  while (left < right) {
    __m512i v[AT_ONCE];
    if (left - low <= high - right) {
      UNROLLED (int u = 0; u < AT_ONCE; u++) v[u] = _mm512_loadu_si512(left + u * LANES);
      left += CHUNK;
    } else {
      right -= CHUNK;
      UNROLLED (int u = 0; u < AT_ONCE; u++) v[u] = _mm512_loadu_si512(right + u * LANES);
    }
    UNROLLED (int u = 0; u < AT_ONCE; u++)
      OF_KEYS(partVector)(&low, &high, v[u], most, (Mask)-1, 1);
  }
  for (; first + LANES <= held + 3 * CHUNK; first += LANES)
    OF_KEYS(partVector)(&low, &high, _mm512_loadu_si512(first), most, (Mask)-1, 1);
  const Mask rest = OF_KEYS(lanesBelow)(high - low, 0);
  OF_KEYS(partVector)(&low, &high, VECTOR(maskz_loadu_epi)(rest, first), most, rest, 0);
  return low - e;
}

INLINE __m512i OF_KEYS(middle)(__m512i a, __m512i b, __m512i c)
{
  const __m512i less = VECTOR(min_epu)(a, b), more = VECTOR(max_epu)(a, b);
  return VECTOR(max_epu)(less, VECTOR(min_epu)(more, c));
}

/* A key near the middle: of many keys that of a sample, of fewer the middle of three middles of
   three. */
static Key OF_KEYS(pivot)(const Key *e, int64_t n)
{
  enum { SAMPLE = 4 * LANES };
  if (n >= 64 * SAMPLE) {
    Key sample[SAMPLE];
    for (int i = 0; i < SAMPLE; i++) sample[i] = e[n / SAMPLE * i];
    OF_KEYS(sortFew)(sample, SAMPLE);
    return sample[SAMPLE / 2 - 1];
  }
  const int64_t step = n / 9;
  __m512i third[3];
  UNROLLED (int i = 0; i < 3; i++, e += 3 * step)
    third[i] = OF_KEYS(middle)(VECTOR(set1_epi)((int64_t)e[0]), VECTOR(set1_epi)((int64_t)e[step]),
                               VECTOR(set1_epi)((int64_t)e[2 * step]));
  Key middle[LANES];
  _mm512_storeu_si512(middle, OF_KEYS(middle)(third[0], third[1], third[2]));
  return middle[0];
}

/* So many pivots are tried on the way to few keys; then the range of keys is halved, so that no
   order of keys takes long. */
static int OF_KEYS(tries)(int64_t n)
{
  return 2 * (64 - __builtin_clzll((uint64_t)n | 1));
}

/* A pivot of keys from low to high, below high, so that those above it are at least one step
   nearer. */
INLINE Key OF_KEYS(choose)(const Key *e, int64_t n, Key low, Key high, int tries)
{
  const Key pivot = tries > 0 ? OF_KEYS(pivot)(e, n) : low + (high - low) / 2;
  return pivot < high ? pivot : high - 1;
}

/* Put n keys from low to high in sorted order. */
static void OF_KEYS(sortKeys)(Key *e, int64_t n, Key low, Key high, int tries)
{
  while (n > FEW && low < high) {
    const Key pivot = OF_KEYS(choose)(e, n, low, high, tries--);
    const int64_t kept = OF_KEYS(part)(e, n, pivot);
    OF_KEYS(sortKeys)(e, kept, low, pivot, tries);
    e += kept;
    n -= kept;
    low = pivot + 1;
  }
  if (n <= FEW) OF_KEYS(sortFew)(e, n);
}

/* --- on several threads: ranges of keys, each below another --- */

typedef struct {
  Key *e;
  int64_t n;
  Key low, high;
} OF_KEYS(Range);

/* Part the longest of count ranges: its keys above a pivot become one more range. That is empty if
   all keys of the longest are equal. */
static void OF_KEYS(partLongest)(OF_KEYS(Range) *range, int count)
{
  OF_KEYS(Range) *longest = range, *more = range + count;
  for (int k = 1; k < count; k++)
    if (range[k].n > longest->n) longest = &range[k];
  *more = (OF_KEYS(Range)){NULL, 0, 0, 0};
  if (longest->n <= FEW || longest->low == longest->high) return;
  const Key pivot = OF_KEYS(choose)(longest->e, longest->n, longest->low, longest->high, 1);
  const int64_t kept = OF_KEYS(part)(longest->e, longest->n, pivot);
  *more = (OF_KEYS(Range)){longest->e + kept, longest->n - kept, pivot + 1, longest->high};
  longest->n = kept;
  longest->high = pivot;
}

static void OF_KEYS(sortRanges)(void *context, int64_t begin, int64_t end)
{
  const OF_KEYS(Range) *range = context;
  for (; begin < end; begin++)
    OF_KEYS(sortKeys)(range[begin].e, range[begin].n, range[begin].low, range[begin].high,
                      OF_KEYS(tries)(range[begin].n));
}

static void OF_KEYS(sortAll)(Key *e, int64_t n)
{
  enum { RANGES = 64 };
  OF_KEYS(Range) range[RANGES] = {{e, n, 0, (Key)-1}};
  const int64_t threads = TH_getNumThreads(), worth = n / TH_KEYS_GRAIN;
  int64_t count = threads < 2 ? 1 : 2 * threads < RANGES ? 2 * threads : RANGES;
  if (count > worth) count = worth > 1 ? worth : 1;
  for (int k = 1; k < count; k++) OF_KEYS(partLongest)(range, k);
  THParallel_for(count, 1, OF_KEYS(sortRanges), range);
}

/* Key k in sorted order, from 0. The keys change places. */
static Key OF_KEYS(selectKey)(Key *e, int64_t n, int64_t k)
{
  Key low = 0, high = (Key)-1;
  for (int tries = OF_KEYS(tries)(n); n > FEW && low < high; tries--) {
    const Key pivot = OF_KEYS(choose)(e, n, low, high, tries);
    const int64_t kept = OF_KEYS(part)(e, n, pivot);
    if (k < kept) n = kept, high = pivot;
    else e += kept, n -= kept, k -= kept, low = pivot + 1;
  }
  if (low < high) OF_KEYS(sortFew)(e, n);
  return low < high ? e[k] : low;
}

#undef LARGER
#undef LARGER_IN
#undef LANES
#undef FEW
#undef UNROLLED
#undef INLINE
#undef KEY_BITS
#undef Key
#undef Mask
#undef NOT
