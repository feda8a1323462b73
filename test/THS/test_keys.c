/*
** Lists of keys: chains of operations give what loops give, for random lists, empty ones among
** them; and whatever allocation fails, a chain reports TH_ENOMEM and frees everything.
*/
#include "THS.h"
#include "check.h"
#include "failing.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 5, COLUMNS = 7, RESULTS = 3 };

/* Two rising lists of keys of a matrix and its rows, one with equal keys, and indices. */
typedef struct Fixture {
  THTensor rising[2], sorted, idx, start[2], column[2];
} Fixture;

static int64_t draw(int64_t below)
{
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (int64_t)(state % (uint64_t)below);
}

/* Of each key up to most so many: 0 or 1, or with again also 2. */
static void make_list(THTensor *t, int64_t most, int again)
{
  int64_t list[2 * ROWS * COLUMNS], n = 0;
  for (int64_t key = 1; key <= most; key++)
    for (int64_t k = draw(again ? 3 : 2); k > 0; k--) list[n++] = key;
  if (!draw(6)) n = 0;
  if (!CHECK(!THS_room(t, 0, TH_LONG, n))) exit(1);
  if (n) memcpy(THS_longs(t), list, (size_t)n * sizeof *list);
}

/* The second matrix is as wide as the first, so it has as many rows as that has columns. */
static void set_up(Fixture *f)
{
  memset(f, 0, sizeof *f);
  for (int k = 0; k < 2; k++) {
    make_list(&f->rising[k], ROWS * COLUMNS, 0);
    CHECK(!THS_hostKeys.compress("test", &f->start[k], &f->column[k], &f->rising[k],
                                 k ? COLUMNS : ROWS, k ? ROWS : COLUMNS));
  }
  make_list(&f->sorted, ROWS * COLUMNS, 1);
  make_list(&f->idx, COLUMNS, 1);
}

static void tear_down(Fixture *f)
{
  for (int k = 0; k < 2; k++) {
    THTensor_clear(&f->rising[k]), THTensor_clear(&f->start[k]), THTensor_clear(&f->column[k]);
  }
  THTensor_clear(&f->sorted), THTensor_clear(&f->idx);
}

/* --- the functions of the table --- */

#define CALL(name, ...)                                                     \
static int name(const THSKeys *k, THTensor *r, const Fixture *f)            \
{                                                                           \
  const THSAxis axis = {COLUMNS, 1};                                        \
  const THTensor *const both[] = {&f->rising[0], &f->rising[1]};            \
  const THSRows a = {&f->start[0], &f->column[0], ROWS, COLUMNS};           \
  const THSRows b = {&f->start[1], &f->column[1], COLUMNS, ROWS};           \
  return (void)axis, (void)both, (void)a, (void)b, (__VA_ARGS__);           \
}
CALL(group, k->group("test", &r[0], &r[1], &f->sorted))
CALL(unite, k->unite("test", &r[0], &r[1], both))
CALL(intersect, k->intersect("test", &r[0], &r[1], both))
CALL(within, k->within("test", &r[0], &f->sorted, axis, 2, 3))
CALL(listed, k->listed("test", &r[0], &r[1], &f->sorted, axis, &f->idx))
CALL(expand, k->expand("test", &r[0], a))
CALL(compress, k->compress("test", &r[0], &r[1], &f->rising[0], ROWS, COLUMNS))
CALL(pair, k->pair("test", &r[0], &r[1], a, b))

static int (*const calls[])(const THSKeys *, THTensor *, const Fixture *) = {
  group, unite, intersect, within, listed, expand, compress, pair};
enum { CALLS = sizeof calls / sizeof *calls };

static int equal(const THTensor *a, const THTensor *b)
{
  const size_t bytes = (size_t)THTensor_nElement(a) * (size_t)THDtype_traits(a->dtype)->size;
  return a->dtype == b->dtype && THTensor_isSameSizeAs(a, b) &&
         (!bytes || !memcmp(THTensor_data(a), THTensor_data(b), bytes));
}

static void compare(const Fixture *f, int call)
{
  THTensor r[2][RESULTS];
  memset(r, 0, sizeof r);
  CHECK(!calls[call](&THS_hostKeys, r[0], f));
  CHECK(!calls[call](&THS_deviceKeys, r[1], f));
  for (int k = 0; k < RESULTS; k++) {
    if (!CHECK(equal(&r[0][k], &r[1][k]))) fprintf(stderr, "  call %d, result %d\n", call, k);
    THTensor_clear(&r[0][k]), THTensor_clear(&r[1][k]);
  }
}

static void compare_rise(const Fixture *f)
{
  const THTensor *const list[] = {&f->rising[0], &f->rising[1], &f->sorted};
  for (int k = 0; k < 3; k++) {
    int loop = -1, chain = -1;
    CHECK(!THS_hostKeys.rise("test", list[k], &loop));
    CHECK(!THS_deviceKeys.rise("test", list[k], &chain));
    CHECK(loop == chain && (k == 2 || loop));
  }
}

/* Allocations of a call fail in turn, from the first on, until none is left. */
static void fail_each(const THSKeys *keys, const Fixture *f, int call)
{
  for (int n = 0;; n++) {
    THTensor r[RESULTS];
    memset(r, 0, sizeof r);
    TH_emptyCache();
    const int before = live;
    until_failure = n;
    failed = 0;
    const int status = calls[call](keys, r, f);
    until_failure = -1;
    for (int k = 0; k < RESULTS; k++) THTensor_clear(&r[k]);
    TH_emptyCache();
    if (!CHECK(live == before && status == (failed ? TH_ENOMEM : TH_OK)))
      fprintf(stderr, "  call %d, allocation %d: %d %s\n", call, n, status, TH_error());
    if (!failed || !CHECK(n < 1000)) return;
  }
}

int main(void)
{
  Fixture f;
  for (int n = 0; n < 200; n++) {
    set_up(&f);
    for (int call = 0; call < CALLS; call++) compare(&f, call);
    compare_rise(&f);
    tear_down(&f);
  }
  set_up(&f);
  for (int call = 0; call < CALLS; call++) {
    fail_each(&THS_hostKeys, &f, call);
    fail_each(&THS_deviceKeys, &f, call);
  }
  tear_down(&f);
  return CHECK_RESULT();
}
