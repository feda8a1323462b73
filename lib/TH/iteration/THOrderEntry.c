/*
** Orders by entries of one width (THEntry.h), KIND. THOrder.c includes this file for narrow and for
** wide ones.
*/
#define OF_KIND(name) TH_CONCAT_3(name, _, KIND)
#define OF_ENTRY(name) OF_KIND(th_##name)
#define Entry OF_KIND(THEntry)
#define Position OF_KIND(THKey)

static inline Entry OF_KIND(last)(void)
{
  return OF_ENTRY(entry)((Position)~(Position)0, (Position)~(Position)0);
}

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

/* Keep the entries up to bound, in place; returns how many there are. */
static int64_t OF_KIND(keep)(Entry *e, int64_t n, Entry bound)
{
  int64_t kept = 0;
  for (int64_t i = 0; i < n; i++) {
    const Entry each = e[i];
    e[kept] = each;
    kept += !OF_ENTRY(isBefore)(bound, each);
  }
  return kept;
}

/* --- sorting --- */

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
** Sort entries that are in the order of their positions: few by comparing them, more by the digits
** of their keys, the last digit first. If there are many entries or digits, distribute them by the
** first digit instead and sort each part by itself, on several threads unless those are at work on
** other rows.
*/
static void OF_KIND(sort)(Row *row, Entry *e, Entry *spare, int64_t n, int64_t at,
                          OF_KIND(Taker) take)
{
  if (n > LONG_ROW && th_mustStop(row->watch)) return; /* what it has sorted is not used */
  if (n > TINY && n <= row->loops->few[WIDE]) {
    row->loops->rank(spare, e, WIDE, n);
    take(row, spare, n, at);
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
  const int bits = (end - low + digits - 1) / digits, behind = 8 * (int)sizeof(Position);
  if (n * (int64_t)sizeof *e > TH_caches()->second || digits > FEW_DIGITS) {
    OF_KIND(distribute_pieces)(spare, e, n, behind + end - bits, bits, ends);
    OF_KIND(Parts) parts = {row, spare, e, n, at, ends, take};
    if (take == OF_KIND(store_sorted)) THParallel_for(n, GRAIN, OF_KIND(sort_parts), &parts);
    else OF_KIND(sort_parts)(&parts, 0, n);
    return;
  }
  for (int shift = low; shift < end; shift += bits) {
    OF_KIND(distribute)(spare, e, n, behind + shift, bits, ends);
    Entry *sorted = spare;
    spare = e;
    e = sorted;
  }
  take(row, e, n, at);
}

/* --- selecting --- */

/* The number of the highest bit of a key, or of a position where keys are equal. */
static int OF_KIND(top)(Entry e)
{
  const uint64_t key = OF_ENTRY(key)(e);
  if (key) return 8 * (int)sizeof(Position) + 63 - __builtin_clzll(key);
  return 63 - __builtin_clzll(OF_ENTRY(position)(e));
}

/* Entry k in sorted order, from 0. Digit by digit, the first one first, it keeps only the entries
   that have the digit of entry k. */
static Entry OF_KIND(select)(Entry *e, int64_t n, int64_t k)
{
  while (n > SHORT) {
    const int bits = n < LONG_ROW ? BITS : LONG_BITS;
    const int high = OF_KIND(top)(OF_KIND(difference)(e, n)) + 1;
    const int shift = high > bits ? high - bits : 0;
    const unsigned mask = (1u << bits) - 1;
    int64_t left = 0;
    unsigned here = 0;
    Position count[1 << LONG_BITS];
    memset(count, 0, sizeof *count << bits);
    for (int64_t i = 0; i < n; i++) count[OF_KIND(digit)(e[i], shift, mask)]++;
    for (; k >= (int64_t)count[here]; here++) k -= count[here];
    for (int64_t i = 0; i < n; i++) {
      const Entry each = e[i];
      e[left] = each;
      left += OF_KIND(digit)(each, shift, mask) == here;
    }
    n = left;
  }
  OF_KIND(insert)(e, n);
  return e[k];
}

/* --- answers --- */

static void OF_KIND(make)(const Row *row, Entry *e, int64_t first, int64_t n)
{
  row->loops->keys(e, WIDE, row->x + first * row->step_x, row->step_x, n, first, row->invert);
}

static int64_t OF_KIND(sift)(const Row *row, Entry *e, int64_t first, int64_t n, uint64_t low,
                             uint64_t high, int64_t *below)
{
  const THOrderSieve sieve = {row->invert, low, high};
  return row->loops->sift(e, WIDE, row->x + first * row->step_x, row->step_x, n, first, &sieve,
                          below);
}

static void OF_KIND(store)(Row *row, const Entry *e, int64_t n, int64_t at)
{
  char *to = row->at + at * row->step_at;
  if (row->step_at == sizeof(int64_t))
    for (int64_t i = 0; i < n; i++) ((int64_t *)to)[i] = (int64_t)OF_ENTRY(position)(e[i]) + 1;
  else for (int64_t i = 0; i < n; i++)
    *(int64_t *)(to + i * row->step_at) = (int64_t)OF_ENTRY(position)(e[i]) + 1;
}

static void OF_KIND(store_sorted)(Row *row, const Entry *e, int64_t n, int64_t at)
{
  char *values = row->values + at * row->step_values;
  OF_KIND(store)(row, e, n, at);
  if (row->values)
    row->loops->values(values, row->step_values, e, WIDE, n, row->x, row->step_x, row->invert);
}

static void OF_KIND(sort_row)(Row *row)
{
  OF_KIND(make)(row, row->entries, 0, row->n);
  OF_KIND(sort)(row, row->entries, row->spare, row->n, 0, OF_KIND(store_sorted));
}

static void OF_KIND(keep_mode)(Row *row, const Entry *e, int64_t n, int64_t at)
{
  (void)at;
  for (int64_t i = 0, begin = 0; i < n; i++) {
    if (i + 1 < n && OF_ENTRY(key)(e[i + 1]) == OF_ENTRY(key)(e[i])) continue;
    if (i + 1 - begin > row->most) {
      row->most = i + 1 - begin;
      OF_KIND(store)(row, e + i, 1, 0);
    }
    begin = i + 1;
  }
}

static void OF_KIND(mode_row)(Row *row)
{
  row->most = 0;
  OF_KIND(make)(row, row->entries, 0, row->n);
  OF_KIND(sort)(row, row->entries, row->spare, row->n, 0, OF_KIND(keep_mode));
}

/*
** Leave the first k entries in sorted order, listed by position, at the start of the row's entries.
** Each block of the row is compared with the bound found so far; where k is small, few elements of
** later blocks are below it.
*/
static void OF_KIND(filter)(const Row *row)
{
  const int64_t n = row->n, k = row->k;
  Entry *e = row->entries, bound = OF_KIND(last)();
  const int64_t many = 2 * k > FIRST_BLOCK ? 2 * k : FIRST_BLOCK;
  int64_t kept = 0, block = many, below = 0;
  for (int64_t at = 0; at < n; at += block) {
    if (at) block = at < BLOCK ? at : BLOCK;
    if (block > n - at) block = n - at;
    if (at) kept += OF_KIND(sift)(row, e + kept, at, block, 0, OF_ENTRY(key)(bound), &below);
    else OF_KIND(make)(row, e, 0, kept = block);
    if (kept == k || (kept < many && at + block < n)) continue;
    memcpy(row->spare, e, (size_t)kept * sizeof *e);
    bound = OF_KIND(select)(row->spare, kept, k - 1);
    kept = OF_KIND(keep)(e, kept, bound);
  }
}

static void OF_KIND(topk_row)(Row *row)
{
  OF_KIND(filter)(row);
  if (row->flags & TH_ORDER_SORTED)
    OF_KIND(sort)(row, row->entries, row->spare, row->k, 0, OF_KIND(store));
  else OF_KIND(store)(row, row->entries, row->k, 0);
}

/* Whether the row has a NaN. The first of its entries is then that of the first NaN. */
static int OF_KIND(find_nan)(const Row *row)
{
  const uint64_t nan = OF_ENTRY(key)(OF_KIND(last)());
  int64_t below = 0, found = 0;
  for (int64_t at = 0; at < row->n && !found; at += BLOCK) {
    const int64_t left = row->n - at;
    found = OF_KIND(sift)(row, row->entries, at, left < BLOCK ? left : BLOCK, nan, nan, &below);
  }
  return found != 0;
}

/*
** As select, for a long row: a sample gives two keys that the entry is most likely between, and
** entries are made only of elements between them. Returns 0 if the entry is not among them.
*/
static int OF_KIND(bracket)(const Row *row, Entry *kth)
{
  const int64_t middle = (int64_t)((double)row->k / (double)row->n * SAMPLE);
  uint64_t key[2] = {0, OF_ENTRY(key)(OF_KIND(last)())};
  int64_t below = 0;
  row->loops->keys(row->entries, WIDE, row->x, row->n / SAMPLE * row->step_x, SAMPLE, 0,
                   row->invert);
  for (int side = 0; side < 2; side++) {
    const int64_t at = side ? middle + MARGIN : middle - MARGIN;
    if (at < 0 || at >= SAMPLE) continue;
    memcpy(row->spare, row->entries, SAMPLE * sizeof(Entry));
    key[side] = OF_ENTRY(key)(OF_KIND(select)(row->spare, SAMPLE, at));
  }
  const int64_t kept = OF_KIND(sift)(row, row->entries, 0, row->n, key[0], key[1], &below);
  const int64_t k = row->k - 1 - below;
  if (k >= 0 && k < kept) *kth = OF_KIND(select)(row->entries, kept, k);
  return k >= 0 && k < kept;
}

static void OF_KIND(kth_row)(Row *row)
{
  Entry *e = row->entries, kth;
  if (row->flags & TH_ORDER_NAN && OF_KIND(find_nan)(row)) kth = *e;
  else if (is_few(row->n, row->k)) {
    OF_KIND(filter)(row);
    kth = OF_KIND(select)(e, row->k, row->k - 1);
  } else if (row->n < 4 * SAMPLE || !OF_KIND(bracket)(row, &kth)) {
    OF_KIND(make)(row, e, 0, row->n);
    kth = OF_KIND(select)(e, row->n, row->k - 1);
  }
  OF_KIND(store)(row, &kth, 1, 0);
}

#undef OF_KIND
#undef OF_ENTRY
#undef Entry
#undef Position
#undef KIND
#undef WIDE
