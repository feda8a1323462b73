/*
** Lists of keys on the CPU: loops over memory.
*/
#include <string.h>

#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "THS/keys/THSKeys.h"

int THS_room(THTensor *out, int device, int dtype, int64_t n)
{
  return THTensor_new(out, device, dtype, 1, &n);
}

int THS_cut(THTensor *list, int64_t n)
{
  const int isShort = n < list->size[0] / 4 * 3;
  TH_TRY(THTensor_narrow(list, list, 0, 0, n));
  return isShort ? THTensor_clone(list, list, list->dtype) : TH_OK;
}

int THS_restep(const char *op, const THTensor *out, const THTensor *keys, const THSDigits *digits)
{
  THSCall call = {.op = op, .device = THTensor_device(keys), .key = {THS_longs(keys)},
                  .keys = {keys->size[0]}, .made = THS_longs(out), .digits = digits};
  return keys->size[0] ? THS_run(THS_digits, TH_LONG, &call) : TH_OK;
}

static int rise(const char *op, const THTensor *keys, int *answer)
{
  const int64_t *key = THS_longs(keys), n = keys->size[0];
  (void)op;
  *answer = 1;
  for (int64_t k = 1; k < n && *answer; k++) *answer = key[k] > key[k - 1];
  return TH_OK;
}

/* --- one list --- */

/* The number of different keys; where each begins, and the keys, if wanted. */
static int64_t find_groups(const THTensor *sorted, int64_t *start, int64_t *key)
{
  const int64_t *k = THS_longs(sorted), n = sorted->size[0];
  int64_t groups = 0;
  for (int64_t i = 0; i < n; i++) {
    if (i && k[i] == k[i - 1]) continue;
    if (start) {
      start[groups] = i;
      key[groups] = k[i];
    }
    groups++;
  }
  if (start) start[groups] = n;
  return groups;
}

static int group(const char *op, THTensor *keys, THTensor *start, const THTensor *sorted)
{
  const int64_t groups = find_groups(sorted, NULL, NULL);
  (void)op;
  TH_TRY(THS_room(start, 0, TH_LONG, groups + 1));
  TH_TRY(THS_room(keys, 0, TH_LONG, groups));
  find_groups(sorted, THS_longs(start), THS_longs(keys));
  return TH_OK;
}

static int64_t digit(int64_t key, THSAxis axis)
{
  return (key - 1) / axis.below % axis.size;
}

/* How many there are; which, if wanted. */
static int64_t find_within(int64_t *from, const THTensor *keys, THSAxis axis, int64_t first,
                           int64_t count)
{
  const int64_t *key = THS_longs(keys), size = keys->size[0];
  int64_t n = 0;
  for (int64_t k = 0; k < size; k++) {
    const int64_t i = digit(key[k], axis) - first;
    if (i < 0 || i >= count) continue;
    if (from) from[n] = k + 1;
    n++;
  }
  return n;
}

static int within(const char *op, THTensor *from, const THTensor *keys, THSAxis axis,
                  int64_t first, int64_t count)
{
  (void)op;
  TH_TRY(THS_room(from, 0, TH_LONG, find_within(NULL, keys, axis, first, count)));
  find_within(THS_longs(from), keys, axis, first, count);
  return TH_OK;
}

/* For each index, from 0, where its places begin in the list of places, which is sorted by it. */
static void sort_places(const THTensor *idx, int64_t size, int64_t *start, int64_t *place)
{
  const int64_t *at = THS_longs(idx), n = idx->size[0];
  memset(start, 0, sizeof *start * (size_t)(size + 2));
  for (int64_t k = 0; k < n; k++) start[at[k] + 1]++;
  for (int64_t i = 1; i <= size + 1; i++) start[i] += start[i - 1];
  for (int64_t k = 0; k < n; k++) place[start[at[k]]++] = k + 1;
}

static int list_places(THTensor *from, THTensor *place, const THTensor *keys, THSAxis axis,
                       const int64_t *start, const int64_t *sorted)
{
  const int64_t *key = THS_longs(keys), size = keys->size[0];
  int64_t n = 0;
  for (int64_t k = 0; k < size; k++) {
    const int64_t i = digit(key[k], axis);
    n += start[i + 1] - start[i];
  }
  TH_TRY(THS_room(from, 0, TH_LONG, n));
  TH_TRY(THS_room(place, 0, TH_LONG, n));
  n = 0;
  for (int64_t k = 0; k < size; k++) {
    const int64_t i = digit(key[k], axis);
    for (int64_t p = start[i]; p < start[i + 1]; p++, n++) {
      THS_longs(from)[n] = k + 1;
      THS_longs(place)[n] = sorted[p];
    }
  }
  return TH_OK;
}

static int listed(const char *op, THTensor *from, THTensor *place, const THTensor *keys,
                  THSAxis axis, const THTensor *idx)
{
  THTensor start = {0}, sorted = {0};
  (void)op;
  int status = THS_room(&start, 0, TH_LONG, axis.size + 2);
  if (!status) status = THS_room(&sorted, 0, TH_LONG, idx->size[0]);
  if (!status) sort_places(idx, axis.size, THS_longs(&start), THS_longs(&sorted));
  if (!status)
    status = list_places(from, place, keys, axis, THS_longs(&start), THS_longs(&sorted));
  THTensor_clear(&start);
  THTensor_clear(&sorted);
  return status;
}

/* --- two lists --- */

static int unite(const char *op, THTensor *keys, THTensor *of, const THTensor *const *list)
{
  const int64_t *x = THS_longs(list[0]), *y = THS_longs(list[1]);
  const int64_t m = list[0]->size[0], n = list[1]->size[0];
  (void)op;
  TH_TRY(THS_room(keys, 0, TH_LONG, m + n));
  TH_TRY(THS_room(&of[0], 0, TH_LONG, m));
  TH_TRY(THS_room(&of[1], 0, TH_LONG, n));
  int64_t *key = THS_longs(keys), *to_x = THS_longs(&of[0]), *to_y = THS_longs(&of[1]);
  int64_t i = 0, j = 0, k = 0;
  while (i < m && j < n) {
    const int64_t a = x[i], b = y[j];
    key[k++] = a < b ? a : b;
    to_x[i] = to_y[j] = k; /* written again if its turn has not come */
    i += a <= b;
    j += b <= a;
  }
  for (; i < m; i++) key[k++] = x[i], to_x[i] = k;
  for (; j < n; j++) key[k++] = y[j], to_y[j] = k;
  return THS_cut(keys, k);
}

static int intersect(const char *op, THTensor *keys, THTensor *of, const THTensor *const *list)
{
  const int64_t *x = THS_longs(list[0]), *y = THS_longs(list[1]);
  const int64_t m = list[0]->size[0], n = list[1]->size[0], most = m < n ? m : n;
  (void)op;
  TH_TRY(THS_room(keys, 0, TH_LONG, most + 1));
  TH_TRY(THS_room(&of[0], 0, TH_LONG, most + 1));
  TH_TRY(THS_room(&of[1], 0, TH_LONG, most + 1));
  int64_t *key = THS_longs(keys), *of_x = THS_longs(&of[0]), *of_y = THS_longs(&of[1]);
  int64_t i = 0, j = 0, k = 0;
  while (i < m && j < n) {
    const int64_t a = x[i], b = y[j];
    key[k] = a;
    of_x[k] = i + 1;
    of_y[k] = j + 1;
    k += a == b;
    i += a <= b;
    j += b <= a;
  }
  TH_TRY(THS_cut(&of[0], k));
  TH_TRY(THS_cut(&of[1], k));
  return THS_cut(keys, k);
}

/* --- compressed rows --- */

static int expand(const char *op, THTensor *keys, THSRows from)
{
  (void)op;
  TH_TRY(THS_room(keys, 0, TH_LONG, from.column->size[0]));
  const int64_t *start = THS_longs(from.start);
  const int32_t *column = THTensor_data(from.column);
  for (int64_t i = 0; i < from.rows; i++)
    for (int64_t k = start[i]; k < start[i + 1]; k++)
      THS_longs(keys)[k] = i * from.columns + column[k] + 1;
  return TH_OK;
}

static int compress(const char *op, THTensor *start, THTensor *column, const THTensor *keys,
                    int64_t rows, int64_t columns)
{
  const int64_t *key = THS_longs(keys), n = keys->size[0];
  (void)op;
  TH_TRY(THS_room(start, 0, TH_LONG, rows + 1));
  TH_TRY(THS_room(column, 0, TH_INT, n));
  int32_t *to = THTensor_data(column);
  int64_t k = 0;
  for (int64_t i = 0; i < rows; i++) {
    THS_longs(start)[i] = k;
    for (; k < n && key[k] <= (i + 1) * columns; k++) to[k] = (int32_t)(key[k] - 1 - i * columns);
  }
  THS_longs(start)[rows] = n;
  return TH_OK;
}

static int64_t count_pairs(THSRows a, THSRows b)
{
  const int32_t *column = THTensor_data(a.column);
  const int64_t *start = THS_longs(b.start), size = a.column->size[0];
  int64_t n = 0;
  for (int64_t k = 0; k < size; k++) n += start[column[k] + 1] - start[column[k]];
  return n;
}

static int pair(const char *op, THTensor *keys, THTensor *of, THSRows a, THSRows b)
{
  const int64_t count = count_pairs(a, b), *row = THS_longs(a.start), *start = THS_longs(b.start);
  const int32_t *column = THTensor_data(a.column), *at = THTensor_data(b.column);
  int64_t n = 0;
  (void)op;
  TH_TRY(THS_room(keys, 0, TH_LONG, count));
  TH_TRY(THS_room(&of[0], 0, TH_LONG, count));
  TH_TRY(THS_room(&of[1], 0, TH_LONG, count));
  for (int64_t i = 0; i < a.rows; i++)
    for (int64_t k = row[i]; k < row[i + 1]; k++)
      for (int64_t l = start[column[k]]; l < start[column[k] + 1]; l++) {
        THS_longs(keys)[n] = i * b.columns + at[l] + 1;
        THS_longs(&of[0])[n] = k + 1;
        THS_longs(&of[1])[n++] = l + 1;
      }
  return TH_OK;
}

const THSKeys THS_hostKeys = {rise, group, unite, intersect, within, listed, expand, compress,
                              pair};
