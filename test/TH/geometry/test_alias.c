/*
** THAlias on every pair of windows of one small storage, compared with its definition by the places
** of their elements; and when THInput copies, which depends on the answers.
*/
#include <string.h>

#include "TH/TH.h"
#include "check.h"

enum { PLACES = 6 };

static THTensor all;

/* A window of n elements from first on, at distance step. The header owns nothing. */
static THTensor window(int64_t first, int64_t n, int64_t step)
{
  THTensor t = all;
  t.storageOffset = first;
  t.size[0] = n;
  t.stride[0] = step;
  return t;
}

static int64_t last_of(const THTensor *t)
{
  return t->storageOffset + (t->size[0] - 1) * t->stride[0];
}

static int ranges_meet(const THTensor *a, const THTensor *b)
{
  if (!a->size[0] || !b->size[0]) return 0;
  return a->storageOffset <= last_of(b) && b->storageOffset <= last_of(a);
}

static int are_same(const THTensor *a, const THTensor *b)
{
  return a->storageOffset == b->storageOffset && a->size[0] == b->size[0] &&
         (a->stride[0] == b->stride[0] || a->size[0] < 2);
}

static void test_pair(const THTensor *out, const THTensor *t)
{
  const int64_t other = out->size[0] + 1;
  const enum THAlias stays = THAlias_of(out, 1, out->size, t);
  CHECK(stays == (are_same(out, t)      ? TH_SAME
                  : ranges_meet(out, t) ? TH_OVERLAPPING
                                        : TH_APART));
  CHECK(THAlias_of(out, 1, &other, t) == TH_OVERLAPPING);
  CHECK(THAlias_of(out, 1, NULL, t) == TH_OVERLAPPING);
}

static void test_windows(void)
{
  for (int64_t n = 0; n <= 3; n++)
    for (int64_t m = 0; m <= 3; m++)
      for (int64_t a = 0; a < PLACES; a++)
        for (int64_t b = 0; b < PLACES; b++)
          for (int steps = 0; steps < 4; steps++) {
            const THTensor out = window(a, n, 1 + steps % 2), t = window(b, m, 1 + steps / 2);
            if (last_of(&out) < PLACES && last_of(&t) < PLACES) test_pair(&out, &t);
          }
}

static void test_apart(void)
{
  THTensor other = {0}, none = {.dtype = TH_FLOAT};
  CHECK(!THTensor_new(&other, 0, TH_FLOAT, 1, all.size));
  CHECK(THAlias_of(&all, 1, NULL, &other) == TH_APART);
  CHECK(THAlias_of(&none, 1, all.size, &all) == TH_APART);
  CHECK(THAlias_of(&all, 1, all.size, &none) == TH_APART);
  THTensor_clear(&other);
}

/* Two storages with the same memory: sharing counts, not the storage. */
static void test_views(void)
{
  THTensor seen = all;
  THStorage *view = THStorage_view(all.storage, 1, PLACES - 1);
  CHECK(view != NULL);
  if (!view) return;
  seen.storage = view;
  seen.size[0] = PLACES - 1;
  const THTensor first = window(0, 1, 1), second = window(1, 1, 1);
  CHECK(THAlias_of(&first, 1, first.size, &seen) == TH_APART);
  CHECK(THAlias_of(&second, 1, second.size, &seen) == TH_OVERLAPPING);
  CHECK(THAlias_of(&seen, 1, seen.size, &second) == TH_OVERLAPPING);
  THStorage_release(view);
}

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void test_distinct(void)
{
  THTensor low = window(0, 2, 1), high = window(2, 2, 1), none = {0}, more = {0};
  THTensor *const halves[] = {&low, &high}, *const same[] = {&none, &low, &none};
  THTensor *const meet[] = {&none, &low, &all}, *const fresh[] = {&none, &more};
  CHECK(!THAlias_distinct("test", 2, halves, 0));
  CHECK(THAlias_distinct("test", 2, halves, 1) == TH_EINVAL);
  CHECK(says("test: results 1 and 2 share a storage"));
  CHECK(THAlias_distinct("test", 3, meet, 0) == TH_EINVAL);
  CHECK(says("test: results 2 and 3 share memory"));
  CHECK(THAlias_distinct("test", 3, same, 0) == TH_EINVAL && says("results 1 and 3"));
  CHECK(!THAlias_distinct("test", 2, fresh, 1) && !THAlias_distinct("test", 2, fresh, 0));
}

/* True if THInput copies t to keep it apart from out. */
static int is_copied(const THTensor *out, int64_t size, const THTensor *t, int isElementwise)
{
  THInput in = {0};
  CHECK(!THInput_take(&in, "test", t, 0) && in.use == t);
  CHECK(!THInput_keepFrom(&in, out, 1, &size, isElementwise));
  const int isCopied = in.use == &in.own;
  CHECK(isCopied == (in.own.storage != NULL) && THTensor_isSameSizeAs(in.use, t));
  CHECK(!isCopied || THAlias_of(out, 1, NULL, in.use) == TH_APART);
  CHECK(!THInput_keepFrom(&in, out, 1, &size, isElementwise)); /* again changes nothing */
  CHECK(isCopied == (in.use == &in.own));
  THInput_drop(&in);
  return isCopied;
}

static void test_input(void)
{
  const THTensor low = window(0, 3, 1), high = window(3, 3, 1), middle = window(2, 3, 1);
  CHECK(!is_copied(&low, 3, &low, 1) && is_copied(&low, 3, &low, 0));
  CHECK(!is_copied(&low, 3, &high, 1) && !is_copied(&low, 3, &high, 0));
  CHECK(is_copied(&low, 3, &middle, 1) && is_copied(&low, 3, &middle, 0));
  CHECK(is_copied(&low, 4, &high, 1) && is_copied(&low, 4, &low, 1));
}

int main(void)
{
  const int64_t places = PLACES;
  CHECK(!THTensor_new(&all, 0, TH_FLOAT, 1, &places));
  test_windows();
  test_apart();
  test_views();
  test_distinct();
  test_input();
  THTensor_clear(&all);
  return CHECK_RESULT();
}
