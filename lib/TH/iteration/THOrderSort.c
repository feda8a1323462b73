/*
** Sorting of entries of one KIND (THEntry.h): keys above BEHIND bits. THOrder.c includes this file
** for entries with a position behind the key, and for bare keys; Position counts them.
*/
#define Entry OF_KIND(THEntry)
#define Position OF_KIND(THKey)

static inline unsigned OF_KIND(digit)(Entry e, int shift, unsigned mask)
{
  return OF_ENTRY(bits)(e, shift) & mask;
}

/* The bits in which entries differ. */
static Entry OF_KIND(difference)(const Entry *e, int64_t n)
{
  Entry differ = OF_ENTRY(entry)(0, 0);
  for (int64_t i = 0; i < n; i++) differ = OF_ENTRY(differ)(differ, e[i], e[0]);
  return differ;
}

static void OF_KIND(insert)(Entry *e, int64_t n)
{
  for (int64_t i = 1; i < n; i++) {
    const Entry each = e[i];
    int64_t to = i;
    for (; to > 0 && OF_ENTRY(isBefore)(each, e[to - 1]); to--) e[to] = e[to - 1];
    e[to] = each;
  }
}

static inline void OF_KIND(count)(Position *count, const Entry *e, int64_t n, int shift, int bits)
{
  const unsigned mask = (1u << bits) - 1;
  memset(count, 0, sizeof *count << bits);
  for (int64_t i = 0; i < n; i++) count[OF_KIND(digit)(e[i], shift, mask)]++;
}

/* Move entries by their digits; place[d] is where the next entry with digit d goes. */
static inline void OF_KIND(move)(Entry *to, Position *place, const Entry *e, int64_t n, int shift,
                                 int bits)
{
  const unsigned mask = (1u << bits) - 1;
  for (int64_t i = 0; i < n; i++) to[place[OF_KIND(digit)(e[i], shift, mask)]++] = e[i];
}

/* Distribute entries by one digit, keeping their order; those with digit d then end at ends[d]. Not
   inlined: in sort there would not be enough registers for the loops. */
static __attribute__((noinline)) void OF_KIND(distribute)(Entry *to, const Entry *e, int64_t n,
                                                          int shift, int bits, Position *ends)
{
  Position sum = 0;
  OF_KIND(count)(ends, e, n, shift, bits);
  for (unsigned digit = 0; digit < 1u << bits; digit++) {
    const Position count = ends[digit];
    ends[digit] = sum;
    sum += count;
  }
  OF_KIND(move)(to, ends, e, n, shift, bits);
}

/* The same for many entries, in pieces for several threads, each of which counts its own digits. */
typedef struct {
  Entry *to;
  const Entry *e;
  int64_t n;
  int shift, bits, count;
  Position place[PIECES][1 << LONG_BITS];
} OF_KIND(Pieces);

static void OF_KIND(count_pieces)(void *context, int64_t begin, int64_t end)
{
  OF_KIND(Pieces) *p = context;
  for (int64_t k = begin; k < end; k++) {
    const int64_t first = k * p->n / p->count, last = (k + 1) * p->n / p->count;
    OF_KIND(count)(p->place[k], p->e + first, last - first, p->shift, p->bits);
  }
}

static void OF_KIND(move_pieces)(void *context, int64_t begin, int64_t end)
{
  OF_KIND(Pieces) *p = context;
  for (int64_t k = begin; k < end; k++) {
    const int64_t first = k * p->n / p->count, last = (k + 1) * p->n / p->count;
    OF_KIND(move)(p->to, p->place[k], p->e + first, last - first, p->shift, p->bits);
  }
}

/* Not inlined: the caller recurses and this frame is large. */
static __attribute__((noinline)) void OF_KIND(distribute_pieces)(Entry *to, const Entry *e,
                                                                 int64_t n, int shift, int bits,
                                                                 Position *ends)
{
  const int64_t worth = n / PIECE, threads = TH_getNumThreads();
  OF_KIND(Pieces) p; /* only the places in use are set */
  p.to = to, p.e = e, p.n = n, p.shift = shift, p.bits = bits;
  p.count = (int)(worth < threads ? worth : threads);
  if (p.count > PIECES) p.count = PIECES;
  if (p.count < 1) p.count = 1;
  THParallel_for(p.count, 1, OF_KIND(count_pieces), &p);
  Position sum = 0;
  for (unsigned digit = 0; digit < 1u << bits; digit++)
    for (int k = 0; k < p.count; k++) {
      const Position count = p.place[k][digit];
      p.place[k][digit] = sum;
      sum += count;
    }
  THParallel_for(p.count, 1, OF_KIND(move_pieces), &p);
  memcpy(ends, p.place[p.count - 1], sizeof *ends << bits);
}

/* Takes sorted entries, of which the first is number at of the row. Entries with equal keys come in
   one call. */
typedef void (*OF_KIND(Taker))(Row *row, const Entry *e, int64_t n, int64_t at);

static void OF_KIND(sort)(Row *row, Entry *e, Entry *spare, int64_t n, int64_t at,
                          OF_KIND(Taker) take);

/* Distributed entries: those with digit d end at ends[d]. */
typedef struct {
  Row *row;
  Entry *e, *spare;
  int64_t n, at;
  const Position *ends;
  OF_KIND(Taker) take;
} OF_KIND(Parts);

/* Sort each of the parts that begin in [begin, end). */
static void OF_KIND(sort_parts)(void *context, int64_t begin, int64_t end)
{
  const OF_KIND(Parts) *p = context;
  for (int64_t digit = 0, first = 0; first < end; first = (int64_t)p->ends[digit++]) {
    const int64_t count = (int64_t)p->ends[digit] - first;
    if (first >= begin && count)
      OF_KIND(sort)(p->row, p->e + first, p->spare + first, count, p->at + first, p->take);
  }
}

static void OF_KIND(store_sorted)(Row *row, const Entry *e, int64_t n, int64_t at);

/*
** Sort entries that are in the order of their positions: few by comparing them, more as bare keys
** of 64 bits where vectors sort these, or by the digits of their keys, the last digit first. If
** there are many entries or digits, distribute them by the first digit instead and sort each part
** by itself, on several threads unless those are at work on other rows.
*/
static void OF_KIND(sort)(Row *row, Entry *e, Entry *spare, int64_t n, int64_t at,
                          OF_KIND(Taker) take)
{
  if (n > TINY && n <= FEW(row->loops)) {
    row->loops->rank(spare, e, WIDE, n);
    take(row, spare, n, at);
    return;
  }
  if (!WIDE && n > SHORT && n < LONG_ROW && row->loops->sortKeys) {
    row->loops->sortKeys(e, 1, n); /* no two entries are equal */
    take(row, e, n, at);
    return;
  }
  const uint64_t differ = n > SHORT ? OF_ENTRY(key)(OF_KIND(difference)(e, n)) : 0;
  if (n <= SHORT) OF_KIND(insert)(e, n);
  if (!differ) {
    take(row, e, n, at);
    return;
  }
  Position ends[1 << LONG_BITS];
  const int low = __builtin_ctzll(differ), end = 64 - __builtin_clzll(differ);
  const int most = n < LONG_ROW ? BITS : LONG_BITS, digits = (end - low + most - 1) / most;
  const int bits = (end - low + digits - 1) / digits;
  if (n * (int64_t)sizeof *e > TH_caches()->second || digits > FEW_DIGITS) {
    OF_KIND(distribute_pieces)(spare, e, n, BEHIND + end - bits, bits, ends);
    OF_KIND(Parts) parts = {row, spare, e, n, at, ends, take};
    if (take == OF_KIND(store_sorted)) THParallel_for(n, GRAIN, OF_KIND(sort_parts), &parts);
    else OF_KIND(sort_parts)(&parts, 0, n);
    return;
  }
  for (int shift = low; shift < end; shift += bits) {
    OF_KIND(distribute)(spare, e, n, BEHIND + shift, bits, ends);
    Entry *sorted = spare;
    spare = e;
    e = sorted;
  }
  take(row, e, n, at);
}
