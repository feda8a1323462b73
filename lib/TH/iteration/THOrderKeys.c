/*
** Sorted values without positions: keys of type Entry are sorted alone. THOrder.c includes this
** file for narrow and for wide ones.
*/
#define BEHIND 0
#define FEW(loops) 0
#include "TH/iteration/THOrderSort.c"

static void OF_KIND(store_sorted)(Row *row, const Entry *e, int64_t n, int64_t at)
{
  row->loops->elements(row->at + at * row->step_at, row->step_at, e, WIDE, n, row->invert);
}

/* Sort keys from low on, of which there are as many as counts or fewer, by counting them. */
static void OF_KIND(sort_counted)(Entry *e, int64_t n, Entry low, Entry *count, int64_t counts)
{
  memset(count, 0, (size_t)counts * sizeof *count);
  for (int64_t i = 0; i < n; i++) count[e[i] - low]++;
  for (int64_t k = 0; k < counts; k++)
    for (Entry left = count[k]; left; left--) *e++ = low + (Entry)k;
}

static void OF_KIND(values_row)(Row *row)
{
  const int64_t n = row->n;
  Entry *e = row->entries, *spare = row->spare;
  uint64_t least, most;
  row->loops->bare(e, WIDE, row->x, row->step_x, n, row->invert, &least, &most);
  if (most - least < COUNTED && most - least < (uint64_t)n / 4) {
    OF_KIND(sort_counted)(e, n, (Entry)least, spare, (int64_t)(most - least) + 1);
    OF_KIND(store_sorted)(row, e, n, 0);
  } else if (row->loops->sortKeys) {
    row->loops->sortKeys(e, WIDE, n);
    OF_KIND(store_sorted)(row, e, n, 0);
  } else {
    OF_KIND(sort)(row, e, spare, n, 0, OF_KIND(store_sorted));
  }
  if (row->loops->untold)
    row->loops->untold(row->at, row->step_at, row->x, row->step_x, n, row->invert);
}

#undef KIND
#undef WIDE
#undef Entry
#undef Position
#undef BEHIND
#undef FEW
