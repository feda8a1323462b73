/*
** Orders by entries of one width (THEntry.h), KIND: a key above a position. THOrder.c includes this
** file for narrow and for wide ones.
*/
#include "TH/iteration/THOrderSort.c"

static inline int64_t OF_KIND(position)(Entry e)
{
  return (int64_t)OF_ENTRY(position)(e) + 1;
}

static inline Entry OF_KIND(last)(void)
{
  return OF_ENTRY(entry)((Position)~(Position)0, (Position)~(Position)0);
}

/* --- selecting --- */

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

/* The number of the highest bit of a key, or of a position where keys are equal. */
static int OF_KIND(top)(Entry e)
{
  const uint64_t key = OF_ENTRY(key)(e);
  if (key) return BEHIND + 63 - __builtin_clzll(key);
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
    for (int64_t i = 0; i < n; i++) ((int64_t *)to)[i] = OF_KIND(position)(e[i]);
  else for (int64_t i = 0; i < n; i++)
    *(int64_t *)(to + i * row->step_at) = OF_KIND(position)(e[i]);
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

/* As select, for a short row: keys alone are parted, and then entries are made only of the elements
   with the key that was found. */
static Entry OF_KIND(select_key)(const Row *row)
{
  Entry *e = row->entries;
  const uint64_t nan = OF_ENTRY(key)(OF_KIND(last)());
  uint64_t least, most;
  int64_t below = 0;
  row->loops->bare(e, WIDE, row->x, row->step_x, row->n, row->invert, &least, &most);
  const int is_nan = row->flags & TH_ORDER_NAN && most == nan;
  const uint64_t key = is_nan ? nan : row->loops->selectKey(e, WIDE, row->n, row->k - 1);
  OF_KIND(sift)(row, e, 0, row->n, key, key, &below);
  return e[is_nan ? 0 : row->k - 1 - below];
}

static void OF_KIND(kth_row)(Row *row)
{
  const int is_short = row->n < 4 * SAMPLE;
  Entry *e = row->entries, kth;
  if (row->loops->selectKey && is_short && !is_few(row->n, row->k))
    kth = OF_KIND(select_key)(row);
  else if (row->flags & TH_ORDER_NAN && OF_KIND(find_nan)(row)) kth = *e;
  else if (is_few(row->n, row->k)) {
    OF_KIND(filter)(row);
    kth = OF_KIND(select)(e, row->k, row->k - 1);
  } else if (is_short || !OF_KIND(bracket)(row, &kth)) {
    OF_KIND(make)(row, e, 0, row->n);
    kth = OF_KIND(select)(e, row->n, row->k - 1);
  }
  OF_KIND(store)(row, &kth, 1, 0);
}

#undef KIND
#undef WIDE
#undef Entry
#undef Position
#undef BEHIND
#undef FEW
