/* Copies: every pair of dtypes in every pair of geometries, operands that overlap, and errors. */
#include "TH.h"
#include "TH/cpu/THCpu.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

enum { ROWS = 6, COLUMNS = 4, COUNT = ROWS * COLUMNS };

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

/* Six ways to place a 6x4 window into a storage with room around it. */
static const struct Geometry { int64_t offset, stride[2]; } geometries[] = {
  {0, {4, 1}}, {3, {4, 1}}, {0, {1, 6}}, {2, {9, 2}}, {1, {1, 7}}, {0, {5, 1}},
};

static THTensor window(int dtype, const struct Geometry *g)
{
  THTensor t = {0}, all = {0};
  THStorage *s = THStorage_new(dtype, 64, NULL);
  if (!CHECK(s && !THTensor_setStorage(&t, s, g->offset, 2, LIST(ROWS, COLUMNS), g->stride)))
    exit(1);
  CHECK(!THTensor_setStorage(&all, s, 0, 1, LIST(64), NULL) && !THTensor_fill(&all, TH_integer(1)));
  THTensor_clear(&all);
  THStorage_release(s);
  return t;
}

static int64_t sum_of_all(const THTensor *t)
{
  int64_t sum = 0;
  for (int i = 0; i < 64; i++) {
    char *p = (char *)t->storage->data + i * THStorage_elementSize(t->storage);
    sum += TH_asInteger(THDtype_load(t->dtype, p));
  }
  return sum;
}

/* Elements 0 .. 23 are copied; the elements around the window stay 1. */
static void test_pair(int to, int from, const struct Geometry *g, const struct Geometry *h)
{
  THTensor r = window(to, g), t = window(from, h);
  THNumber n = {0};
  int64_t wrong = 0, sum = 64 - COUNT;
  for (int i = 0; i < COUNT; i++) wrong += THTensor_put(&t, i, TH_integer(i));
  CHECK(!THTensor_copy(&r, &t));
  for (int i = 0; i < COUNT; i++) {
    int64_t wanted = to == TH_BOOL || from == TH_BOOL ? i != 0 : i;
    wrong += THTensor_get(&r, i, &n) || TH_asInteger(n) != wanted;
    sum += wanted;
  }
  if (!CHECK(wrong == 0 && sum_of_all(&r) == sum))
    fprintf(stderr, "  %s to %s\n", THDtype_traits(from)->name, THDtype_traits(to)->name);
  THTensor_clear(&r), THTensor_clear(&t);
}

static void test_pairs(void)
{
  enum { N = sizeof geometries / sizeof *geometries };
  for (int to = 1; to < TH_NUM_REAL; to++)
    for (int from = 1; from < TH_NUM_REAL; from++)
      for (int k = 0; k < N * N; k++) test_pair(to, from, &geometries[k / N], &geometries[k % N]);
}

static THIntTensor counted(int64_t n)
{
  THIntTensor t = {0};
  if (!CHECK(!THIntTensor_resize1d(&t, n))) exit(1);
  for (int64_t i = 0; i < n; i++) t.storage->data[i] = (int32_t)i;
  return t;
}

static void test_shapes(void)
{
  THIntTensor r = {0}, row = counted(4), flat = counted(24), one = counted(1);
  CHECK(!THIntTensor_resize2d(&r, 6, 4) && !THIntTensor_copy(&r, &row));
  CHECK(r.storage->data[0] == 0 && r.storage->data[23] == 3 && r.storage->data[20] == 0);
  CHECK(!THIntTensor_copy(&r, &flat) && r.storage->data[23] == 23 && r.nDimension == 2);
  CHECK(!THIntTensor_transpose(&r, &r, 0, 1) && !THIntTensor_copy(&r, &flat));
  CHECK(r.storage->data[1] == 6 && r.storage->data[4] == 1);
  CHECK(!THIntTensor_fill(&one, 9) && !THIntTensor_copy(&r, &one) && r.storage->data[17] == 9);
  CHECK(THIntTensor_copy(&r, &(THIntTensor){.dtype = TH_INT}) == TH_ESHAPE &&
        r.storage->data[0] == 9);
  THIntTensor_narrow(&row, &row, 0, 0, 3);
  CHECK(THIntTensor_copy(&r, &row) == TH_ESHAPE && says("size 3") && says("4x6"));
  CHECK(THIntTensor_copy(&row, &flat) == TH_ESHAPE && row.size[0] == 3);
  THIntTensor_narrow(&row, &row, 0, 0, 0), THIntTensor_narrow(&one, &one, 0, 1, 0);
  CHECK(!THIntTensor_copy(&row, &one));
  CHECK(!THIntTensor_copy(&(THIntTensor){0}, &one) &&
        !THIntTensor_copy(&(THIntTensor){0}, &(THIntTensor){.dtype = TH_INT}));
  THIntTensor_clear(&r), THIntTensor_clear(&row), THIntTensor_clear(&flat), THIntTensor_clear(&one);
}

static void test_overlap(void)
{
  THIntTensor t = counted(8), to = {0}, from = {0};
  THIntTensor_narrow(&to, &t, 0, 1, 7), THIntTensor_narrow(&from, &t, 0, 0, 7);
  CHECK(!THIntTensor_copy(&to, &from) && t.storage->data[7] == 6 && t.storage->data[1] == 0);
  CHECK(!THIntTensor_copy(&from, &to) && t.storage->data[0] == 0 && t.storage->data[6] == 6);
  THIntTensor square = counted(9), turned = {0};
  THIntTensor_resize2d(&square, 3, 3), THIntTensor_transpose(&turned, &square, 0, 1);
  CHECK(!THIntTensor_copy(&square, &turned) && square.storage->data[1] == 3 &&
        square.storage->data[3] == 1);
  THIntTensor_clear(&t), THIntTensor_clear(&to), THIntTensor_clear(&from);
  THIntTensor_clear(&square), THIntTensor_clear(&turned);
}

/* Two storages of different dtypes on the same bytes. */
static void test_aliased(void)
{
  int32_t mine[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  THIntStorage *ints = THIntStorage_borrow(mine, 8, NULL, NULL);
  THStorage *floats = THStorage_borrow(TH_FLOAT, mine + 2, 4, NULL, NULL);
  THIntTensor t = {0};
  THTensor f = {0};
  CHECK(!THIntTensor_setStorageNd(&t, ints, 0, 1, LIST(4), NULL));
  CHECK(!THTensor_setStorage(&f, floats, 0, 1, LIST(4), NULL) && !THTensor_copy(&f, &t.base));
  for (int i = 0; i < 4; i++) {
    THNumber n = {0};
    CHECK(!THTensor_get(&f, i, &n) && n.real == i + 1);
  }
  THIntTensor_clear(&t), THTensor_clear(&f), THIntStorage_free(ints), THStorage_release(floats);
}

/* Copying a tensor onto itself reads and allocates nothing. */
static void test_itself(void)
{
  THIntTensor t = counted(8), same = {0}, wide = {0}, one = {0};
  THIntTensor_set(&same, &t);
  THAccount *account = THAccount_new();
  TH_setAccount(account);
  CHECK(!THIntTensor_copy(&t, &same) && account->allocated == 0 && t.storage->data[5] == 5);
  THAccount_close(account);
  THIntTensor_narrow(&one, &t, 0, 3, 1), THIntTensor_expand(&wide, &one, 1, LIST(4));
  CHECK(THIntTensor_copy(&wide, &wide) == TH_EINVAL && says("share memory"));
  CHECK(!THIntTensor_copy(&t, &one) && t.storage->data[0] == 3 && t.storage->data[7] == 3);
  THIntTensor_clear(&t), THIntTensor_clear(&same), THIntTensor_clear(&wide),
      THIntTensor_clear(&one);
}

static void test_clones(void)
{
  THIntTensor t = counted(6), r = {0}, c = {0};
  CHECK(!THIntTensor_resize2d(&t, 2, 3) && !THIntTensor_transpose(&t, &t, 0, 1));
  CHECK(!THIntTensor_contiguous(&c, &t) && c.storage != t.storage && c.storage->data[1] == 3);
  CHECK(!THIntTensor_contiguous(&r, &c) && r.storage == c.storage);
  CHECK(!THIntTensor_clone(&r, &c) && r.storage != c.storage && THIntTensor_isSameSizeAs(&r, &t));
  CHECK(!THIntTensor_reshape(&r, &t, 1, LIST(-1)) && r.size[0] == 6 && r.storage->data[1] == 3);
  CHECK(!THIntTensor_reshape(&t, &t, 2, LIST(2, 3)) && t.storage->data[1] == 3);
  CHECK(THIntTensor_reshape(&r, &t, 1, LIST(5)) == TH_ESHAPE && r.size[0] == 6);
  THTensor doubles = {0};
  CHECK(!THTensor_clone(&doubles, &t.base, TH_DOUBLE) && ((double *)doubles.storage->data)[1] == 3);
  CHECK(THTensor_clone(&doubles, &t.base, TH_QINT8) == TH_EDTYPE && doubles.dtype == TH_DOUBLE);
  THIntTensor_clear(&t), THIntTensor_clear(&r), THIntTensor_clear(&c), THTensor_clear(&doubles);
}

/* Numbers outside int32, each placed among ordinary ones. */
static const double outside[] = {
  0x1p31, -0x1p31, 0x1p31 - 1, -0x1p31 - 1, 0x1p32 + 5, -0x1p33 - 3, 0x1p52 + 77, 0x1p63, -0x1p63,
  -0x1p62 - 0x1p40, 1e300, -1e300, INFINITY, -INFINITY, NAN, 2147483647.5, -2147483648.5, 65504,
};

static void check_run(int to, int from)
{
  enum { LENGTH = 500, RUNS = sizeof outside / sizeof *outside, N = LENGTH * RUNS + 3 };
  THTensor source = {0}, copy = {0};
  const int width = THDtype_traits(to)->size;
  int64_t wrong = 0;
  CHECK(!THTensor_new(&source, 0, from, 1, LIST(N)));
  for (int64_t i = 0; i < N; i++) {
    int alone = i % LENGTH == i / LENGTH * 29 % LENGTH && i / LENGTH < RUNS;
    double x = alone ? outside[i / LENGTH] : (double)(i % 217 - 108) * 1.25;
    CHECK(!THTensor_put(&source, i, TH_real(x)));
  }
  for (const char *const *level = THCpu_levels(); *level; level++) {
    CHECK(!THCpu_setLevel(*level) && !THTensor_clone(&copy, &source, to));
    for (int64_t i = 0; i < N; i++) {
      uint64_t want[2] = {0};
      const char *x = (char *)source.storage->data + i * THDtype_traits(from)->size;
      THDtype_store(to, want, THDtype_load(from, x));
      wrong += memcmp((char *)copy.storage->data + i * width, want, (size_t)width) != 0;
    }
  }
  if (!CHECK(wrong == 0))
    fprintf(stderr, "%" PRId64 " wrong from %s to %s\n", wrong, THDtype_traits(from)->name,
            THDtype_traits(to)->name);
  THTensor_clear(&source), THTensor_clear(&copy);
}

/* Long runs of real numbers convert to integers exactly as single ones do, on every level. */
static void test_runs(void)
{
  static const int real[] = {TH_HALF, TH_BFLOAT16, TH_FLOAT, TH_DOUBLE};
  for (int from = 0; from < 4; from++)
    for (int to = 1; to < TH_NUM_REAL; to++)
      if (!THDtype_traits(to)->floating) check_run(to, real[from]);
}

/* A copy within a dtype keeps every bit, even of signaling NaNs of 16 bits, in any geometry. */
static void test_bits(void)
{
  static const int brief[] = {TH_HALF, TH_BFLOAT16};
  for (int k = 0; k < 2; k++) {
    THTensor source = {0}, turned = {0}, copy = {0};
    CHECK(!THTensor_new(&source, 0, brief[k], 2, LIST(256, 256)));
    for (int i = 0; i < 256 * 256; i++) ((uint16_t *)source.storage->data)[i] = (uint16_t)i;
    CHECK(!THTensor_transpose(&turned, &source, 0, 1));
    CHECK(!THTensor_clone(&copy, &turned, brief[k]));
    int wrong = 0;
    for (int i = 0; i < 256 * 256; i++)
      wrong += ((uint16_t *)copy.storage->data)[i] != (i % 256) * 256 + i / 256;
    CHECK(!THTensor_setStorage(&turned, source.storage, 1, 1, LIST(20000), LIST(3)));
    CHECK(!THTensor_clone(&copy, &turned, brief[k]));
    for (int i = 0; i < 20000; i++)
      wrong += ((uint16_t *)copy.storage->data)[i] != 3 * i + 1;
    CHECK(wrong == 0);
    THTensor_clear(&source), THTensor_clear(&turned), THTensor_clear(&copy);
  }
}

/* Of every dtype, dense and with gaps, longer than a block: the values that stores one by one
   give. */
static void test_sequence(void)
{
  const double start = -7.3, step = 0.0471;
  for (int dtype = 1; dtype < TH_NUM_REAL; dtype++) {
    for (int64_t stride = 1; stride < 4; stride += 2) {
      THTensor t = {0}, all = {0};
      int wrong = 0;
      CHECK(!THTensor_new(&all, 0, dtype, 1, LIST(9000)) && !THTensor_fill(&all, TH_integer(1)));
      CHECK(!THTensor_setStorage(&t, all.storage, 5, 1, LIST(2500), LIST(stride)));
      CHECK(!THTensor_fillSequence(&t, start, step));
      for (int64_t i = 0; i < 2500; i++) {
        const size_t width = (size_t)THDtype_traits(dtype)->size;
        const char *p = (const char *)all.storage->data + (size_t)(5 + i * stride) * width;
        char expected[8], one[8];
        const double value = start + (double)i * step;
        THDtype_store(dtype, expected, TH_real(value));
        THDtype_store(dtype, one, TH_integer(1));
        wrong += memcmp(p, expected, width) != 0;
        if (stride > 1) wrong += memcmp(p + width, one, width) != 0;
      }
      CHECK(wrong == 0);
      THTensor_clear(&t), THTensor_clear(&all);
    }
  }
}

int main(void)
{
  test_sequence();
  test_bits();
  test_pairs();
  test_runs();
  test_shapes();
  test_overlap();
  test_aliased();
  test_itself();
  test_clones();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
