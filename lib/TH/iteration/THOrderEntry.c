/*
** What is done with entries of one width: unsigned integers of type Entry, a key above a Position.
** Read by THOrder.c, for narrow and for wide ones.
*/
#define N(name) TH_CONCAT_3(name, _, KIND)

static inline uint64_t N(key)(Entry e)
{
  return (uint64_t)(e >> 8 * sizeof(Position));
}

static inline int64_t N(position)(Entry e)
{
  return (int64_t)(Position)e + 1;
}

static inline unsigned N(digit)(Entry e, int shift, unsigned mask)
{
  return (unsigned)(e >> shift) & mask;
}

/* The bits in which entries differ. */
static Entry N(difference)(const Entry *e, int64_t n)
{
  Entry any = 0, all = ~any;
  for (int64_t i = 0; i < n; i++) any |= e[i], all &= e[i];
  return any & ~all;
}

/* The entries up to bound, in place; returns how many. */
static int64_t N(keep)(Entry *e, int64_t n, Entry bound)
{
  int64_t kept = 0;
  for (int64_t i = 0; i < n; i++) {
    const Entry each = e[i];
    e[kept] = each;
    kept += each <= bound;
  }
  return kept;
}

/* --- sorting --- */

static void N(insert)(Entry *e, int64_t n)
{
  for (int64_t i = 1; i < n; i++) {
    const Entry each = e[i];
    int64_t to = i;
    for (; to > 0 && each < e[to - 1]; to--) e[to] = e[to - 1];
    e[to] = each;
  }
}

static inline void N(count)(Position *count, const Entry *e, int64_t n, int shift, int bits)
{
  const unsigned mask = (1u << bits) - 1;
  memset(count, 0, sizeof *count << bits);
  for (int64_t i = 0; i < n; i++) count[N(digit)(e[i], shift, mask)]++;
}

/* place[d]: of the next entry of digit d. */
static inline void N(move)(Entry *to, Position *place, const Entry *e, int64_t n, int shift,
                           int bits)
{
  const unsigned mask = (1u << bits) - 1;
  for (int64_t i = 0; i < n; i++) to[place[N(digit)(e[i], shift, mask)]++] = e[i];
}

/* To where their digits say, in their order; those of digit d then end at ends[d]. Inside of sort
   there would not be registers enough for the loops. */
static __attribute__((noinline)) void N(distribute)(Entry *to, const Entry *e, int64_t n, int shift,
                                                    int bits, Position *ends)
{
  Position sum = 0;
  N(count)(ends, e, n, shift, bits);
  for (unsigned digit = 0; digit < 1u << bits; digit++) {
    const Position count = ends[digit];
    ends[digit] = sum;
    sum += count;
  }
  N(move)(to, ends, e, n, shift, bits);
}

/* The same of many, in pieces for as many threads, each of which counts its own. */
typedef struct {
  Entry *to;
  const Entry *e;
  int64_t n;
  int shift, bits, count;
  Position place[PIECES][1 << LONG_BITS];
} N(Pieces);

static void N(count_pieces)(void *context, int64_t begin, int64_t end)
{
  N(Pieces) *p = context;
  for (int64_t k = begin; k < end; k++) {
    const int64_t first = k * p->n / p->count, last = (k + 1) * p->n / p->count;
    N(count)(p->place[k], p->e + first, last - first, p->shift, p->bits);
  }
}

static void N(move_pieces)(void *context, int64_t begin, int64_t end)
{
  N(Pieces) *p = context;
  for (int64_t k = begin; k < end; k++) {
    const int64_t first = k * p->n / p->count, last = (k + 1) * p->n / p->count;
    N(move)(p->to, p->place[k], p->e + first, last - first, p->shift, p->bits);
  }
}

/* Has its large frame for itself: who calls it, calls itself. */
static __attribute__((noinline)) void N(distribute_pieces)(Entry *to, const Entry *e, int64_t n,
                                                           int shift, int bits, Position *ends)
{
  const int64_t worth = n / PIECE, threads = TH_getNumThreads();
  N(Pieces) p; /* places are set as far as they are used */
  p.to = to, p.e = e, p.n = n, p.shift = shift, p.bits = bits;
  p.count = (int)(worth < threads ? worth : threads);
  if (p.count > PIECES) p.count = PIECES;
  if (p.count < 1) p.count = 1;
  THParallel_for(p.count, 1, N(count_pieces), &p);
  Position sum = 0;
  for (unsigned digit = 0; digit < 1u << bits; digit++)
    for (int k = 0; k < p.count; k++) {
      const Position count = p.place[k][digit];
      p.place[k][digit] = sum;
      sum += count;
    }
  THParallel_for(p.count, 1, N(move_pieces), &p);
  memcpy(ends, p.place[p.count - 1], sizeof *ends << bits);
}

/* Takes sorted entries, the first of which is number at of the row. Equal keys come in one call. */
typedef void (*N(Taker))(Row *row, const Entry *e, int64_t n, int64_t at);

static void N(sort)(Row *row, Entry *e, Entry *spare, int64_t n, int64_t at, N(Taker) take);

/* Entries that are distributed: those of digit d end at ends[d]. */
typedef struct {
  Row *row;
  Entry *e, *spare;
  int64_t n, at;
  const Position *ends;
  N(Taker) take;
} N(Parts);

/* Sorts the parts that begin in [begin, end), each apart from the others. */
static void N(sort_parts)(void *context, int64_t begin, int64_t end)
{
  const N(Parts) *p = context;
  for (int64_t digit = 0, first = 0; first < end; first = (int64_t)p->ends[digit++]) {
    const int64_t count = (int64_t)p->ends[digit] - first;
    if (first >= begin && count)
      N(sort)(p->row, p->e + first, p->spare + first, count, p->at + first, p->take);
  }
}

static void N(store_sorted)(Row *row, const Entry *e, int64_t n, int64_t at);

/*
** Entries in the order of their positions are sorted by the digits of their keys, the last first;
** or, where they are many or the digits are, distributed by the first digit and sorted apart: on
** several threads, unless those of other rows are at work.
*/
static void N(sort)(Row *row, Entry *e, Entry *spare, int64_t n, int64_t at, N(Taker) take)
{
  const uint64_t differ = n > SHORT ? N(key)(N(difference)(e, n)) : 0;
  if (n <= SHORT) N(insert)(e, n);
  if (!differ) {
    take(row, e, n, at);
    return;
  }
  Position ends[1 << LONG_BITS];
  const int low = __builtin_ctzll(differ), end = 64 - __builtin_clzll(differ);
  const int most = n < LONG_ROW ? BITS : LONG_BITS, digits = (end - low + most - 1) / most;
  const int bits = (end - low + digits - 1) / digits, behind = 8 * (int)sizeof(Position);
  if (n * (int64_t)sizeof *e > NEAR || digits > FEW_DIGITS) {
    N(distribute_pieces)(spare, e, n, behind + end - bits, bits, ends);
    N(Parts) parts = {row, spare, e, n, at, ends, take};
    if (take == N(store_sorted)) THParallel_for(n, GRAIN, N(sort_parts), &parts);
    else N(sort_parts)(&parts, 0, n);
    return;
  }
  for (int shift = low; shift < end; shift += bits) {
    N(distribute)(spare, e, n, behind + shift, bits, ends);
    Entry *sorted = spare;
    spare = e;
    e = sorted;
  }
  take(row, e, n, at);
}

/* --- selecting --- */

static int N(top)(Entry e)
{
  const uint64_t key = N(key)(e);
  if (key) return 8 * (int)sizeof(Position) + 63 - __builtin_clzll(key);
  return 63 - __builtin_clzll((uint64_t)(Position)e);
}

/* Entry k in order, from 0. What is not that entry's kind is left out, digit by digit, the first
   first. */
static Entry N(select)(Entry *e, int64_t n, int64_t k)
{
  while (n > SHORT) {
    const int bits = n < LONG_ROW ? BITS : LONG_BITS, high = N(top)(N(difference)(e, n)) + 1;
    const int shift = high > bits ? high - bits : 0;
    const unsigned mask = (1u << bits) - 1;
    int64_t left = 0;
    unsigned here = 0;
    Position count[1 << LONG_BITS];
    memset(count, 0, sizeof *count << bits);
    for (int64_t i = 0; i < n; i++) count[N(digit)(e[i], shift, mask)]++;
    for (; k >= (int64_t)count[here]; here++) k -= count[here];
    for (int64_t i = 0; i < n; i++) {
      const Entry each = e[i];
      e[left] = each;
      left += N(digit)(each, shift, mask) == here;
    }
    n = left;
  }
  N(insert)(e, n);
  return e[k];
}

/* --- answers --- */

static void N(make)(const Row *row, Entry *e, int64_t first, int64_t n)
{
  row->loops->keys(e, WIDE, row->x + first * row->step_x, row->step_x, n, first, row->invert);
}

static int64_t N(sift)(const Row *row, Entry *e, int64_t first, int64_t n, uint64_t low,
                       uint64_t high, int64_t *below)
{
  const THOrderSieve sieve = {row->invert, low, high};
  return row->loops->sift(e, WIDE, row->x + first * row->step_x, row->step_x, n, first, &sieve,
                          below);
}

static void N(store)(Row *row, const Entry *e, int64_t n, int64_t at)
{
  char *to = row->at + at * row->step_at;
  if (row->step_at == sizeof(int64_t))
    for (int64_t i = 0; i < n; i++) ((int64_t *)to)[i] = N(position)(e[i]);
  else for (int64_t i = 0; i < n; i++) *(int64_t *)(to + i * row->step_at) = N(position)(e[i]);
}

static void N(store_sorted)(Row *row, const Entry *e, int64_t n, int64_t at)
{
  char *values = row->values + at * row->step_values;
  N(store)(row, e, n, at);
  if (row->values)
    row->loops->values(values, row->step_values, e, WIDE, n, row->x, row->step_x, row->invert);
}

static void N(sort_row)(Row *row)
{
  N(make)(row, row->entries, 0, row->n);
  N(sort)(row, row->entries, row->spare, row->n, 0, N(store_sorted));
}

static void N(keep_mode)(Row *row, const Entry *e, int64_t n, int64_t at)
{
  (void)at;
  for (int64_t i = 0, begin = 0; i < n; i++) {
    if (i + 1 < n && N(key)(e[i + 1]) == N(key)(e[i])) continue;
    if (i + 1 - begin > row->most) {
      row->most = i + 1 - begin;
      N(store)(row, e + i, 1, 0);
    }
    begin = i + 1;
  }
}

static void N(mode_row)(Row *row)
{
  row->most = 0;
  N(make)(row, row->entries, 0, row->n);
  N(sort)(row, row->entries, row->spare, row->n, 0, N(keep_mode));
}

/*
** The first k in order, by position, at the begin of the row's entries. Blocks of the row meet the
** bound that the ones before set; where few are kept, few of a later block come below it.
*/
static void N(filter)(const Row *row)
{
  const int64_t n = row->n, k = row->k;
  Entry *e = row->entries, bound = ~(Entry)0;
  const int64_t many = 2 * k > FIRST_BLOCK ? 2 * k : FIRST_BLOCK;
  int64_t kept = 0, block = many, below = 0;
  for (int64_t at = 0; at < n; at += block) {
    if (at) block = at < BLOCK ? at : BLOCK;
    if (block > n - at) block = n - at;
    if (at) kept += N(sift)(row, e + kept, at, block, 0, N(key)(bound), &below);
    else N(make)(row, e, 0, kept = block);
    if (kept == k || (kept < many && at + block < n)) continue;
    memcpy(row->spare, e, (size_t)kept * sizeof *e);
    bound = N(select)(row->spare, kept, k - 1);
    kept = N(keep)(e, kept, bound);
  }
}

static void N(topk_row)(Row *row)
{
  N(filter)(row);
  if (row->flags & TH_ORDER_SORTED)
    N(sort)(row, row->entries, row->spare, row->k, 0, N(store));
  else N(store)(row, row->entries, row->k, 0);
}

/* Whether there is a NaN; its entry comes first. */
static int N(find_nan)(const Row *row)
{
  const uint64_t nan = N(key)(~(Entry)0);
  int64_t below = 0, found = 0;
  for (int64_t at = 0; at < row->n && !found; at += BLOCK) {
    const int64_t left = row->n - at;
    found = N(sift)(row, row->entries, at, left < BLOCK ? left : BLOCK, nan, nan, &below);
  }
  return found != 0;
}

/*
** As select for a long row, by a look at each element: a sample says between which keys the entry
** is. Returns 0 where it is not there.
*/
static int N(bracket)(const Row *row, Entry *kth)
{
  const int64_t middle = (int64_t)((double)row->k / (double)row->n * SAMPLE);
  uint64_t key[2] = {0, N(key)(~(Entry)0)};
  int64_t below = 0;
  row->loops->keys(row->entries, WIDE, row->x, row->n / SAMPLE * row->step_x, SAMPLE, 0,
                   row->invert);
  for (int side = 0; side < 2; side++) {
    const int64_t at = side ? middle + MARGIN : middle - MARGIN;
    if (at < 0 || at >= SAMPLE) continue;
    memcpy(row->spare, row->entries, SAMPLE * sizeof(Entry));
    key[side] = N(key)(N(select)(row->spare, SAMPLE, at));
  }
  const int64_t kept = N(sift)(row, row->entries, 0, row->n, key[0], key[1], &below);
  const int64_t k = row->k - 1 - below;
  if (k >= 0 && k < kept) *kth = N(select)(row->entries, kept, k);
  return k >= 0 && k < kept;
}

static void N(kth_row)(Row *row)
{
  Entry *e = row->entries, kth;
  if (row->flags & TH_ORDER_NAN && N(find_nan)(row)) kth = *e;
  else if (is_few(row->n, row->k)) {
    N(filter)(row);
    kth = N(select)(e, row->k, row->k - 1);
  } else if (row->n < 4 * SAMPLE || !N(bracket)(row, &kth)) {
    N(make)(row, e, 0, row->n);
    kth = N(select)(e, row->n, row->k - 1);
  }
  N(store)(row, &kth, 1, 0);
}

#undef N
#undef KIND
#undef WIDE
#undef Entry
#undef Position
