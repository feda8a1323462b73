/* Reductions: every row on every dtype, with the same bits on every level and executor; failures
   must leave results unchanged and leak nothing. */
#include "TH.h"
#include "TH/platform/THPlatform.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICE = 5 };

/* --- a mock device: the CPU's kernels on counted blocks, whose memory can run out --- */

static struct { int live, left; } memory = {0, -1};

static void *counted_alloc(void *context, size_t bytes)
{
  (void)context;
  if (memory.left == 0) return NULL;
  if (memory.left > 0) memory.left--;
  memory.live++;
  return th_newAligned(256, bytes);
}

static void counted_free(void *context, void *data, size_t bytes)
{
  (void)context, (void)bytes;
  memory.live--;
  th_freeAligned(data);
}

static const THAllocator counted = {.alloc = counted_alloc, .free = counted_free, .device = DEVICE};

/* --- tensors --- */

static void fill(THTensor *t, unsigned seed)
{
  int size = THDtype_traits(t->dtype)->size;
  for (int64_t i = 0; i < THTensor_nElement(t); i++) {
    seed = seed * 1103515245u + 12345u;
    double d = ((seed >> 8) % 2001) / 1000.0 - 0.7;
    THNumber n = THDtype_traits(t->dtype)->floating ? TH_real(d) : TH_integer(seed >> 16 & 7);
    THDtype_store(t->dtype, (char *)THTensor_data(t) + i * size, n);
  }
}

static THTensor matrix(int device, int dtype, int64_t rows, int64_t columns)
{
  THTensor t = {.dtype = TH_UNDEFINED};
  if (CHECK(THTensor_new(&t, device, dtype, 2, (int64_t[]){rows, columns}) == TH_OK)) fill(&t, 7);
  return t;
}

static size_t bytes_of(const THTensor *t)
{
  return (size_t)THTensor_nElement(t) * (size_t)THDtype_traits(t->dtype)->size;
}

/* --- one row of any kind --- */

/* Compute op along dim; only extremes use second. */
static int apply(int op, THTensor *out, THTensor *second, const THTensor *x, int dim)
{
  switch (TH_reductions[op].kind) {
  case TH_KIND_DEVIATION: return THTensor_deviation(op, out, x, dim, 0);
  case TH_KIND_EXTREME: return THTensor_extreme(op, out, second, x, dim);
  case TH_KIND_SCAN: return THTensor_scan(op, out, x, dim);
  case TH_KIND_NORM: return THTensor_norm(out, x, 2.5, dim);
  default: return THTensor_reduce(op, out, x, dim);
  }
}

static int applies(int op, int dtype)
{
  if (TH_reductions[op].kind == TH_KIND_NORM && op != TH_OP_norm) return 0;
  const THIterEntry *entries = TH_entries(TH_CHAPTER_REDUCE, dtype, 0);
  return entries && entries[op];
}

/* A new buffer with the results of all rows for x along both dimensions, and its size. */
static char *everything(const THTensor *x, size_t *bytes)
{
  char *all = NULL;
  *bytes = 0;
  for (int op = 0; op < TH_NUM_REDUCTIONS; op++)
    for (int dim = 0; dim < 2 && applies(op, x->dtype); dim++) {
      THTensor result[2];
      memset(result, 0, sizeof result);
      CHECK(apply(op, &result[0], &result[1], x, dim) == TH_OK);
      for (int k = 0; k < 2; k++) {
        size_t more = bytes_of(&result[k]);
        char *grown = realloc(all, *bytes + more + 1);
        if (!CHECK(grown != NULL)) exit(1);
        all = grown;
        if (more) memcpy(all + *bytes, THTensor_data(&result[k]), more);
        *bytes += more;
        THTensor_clear(&result[k]);
      }
    }
  return all;
}

static int same_everything(const THTensor *x, const char *expected, size_t expected_bytes)
{
  size_t bytes;
  char *got = everything(x, &bytes);
  int same = bytes == expected_bytes && memcmp(got, expected, bytes) == 0;
  free(got);
  return same;
}

static void reversed(void *context, int pieces, void (*piece)(void *argument, int i),
                     void *argument)
{
  ++*(int *)context;
  while (pieces--) piece(argument, pieces);
}

/* 1300 elements cross a block, 200 outputs cross a tile, and the bytes are enough for several
   pieces. */
static void test_bits(int dtype)
{
  int runs = 0, threads = TH_getNumThreads();
  size_t bytes;
  const char *best = THCpu_level();
  const THExecutor executor = {reversed, &runs};
  THTensor x = matrix(0, dtype, 1300, 700);
  char *expected = everything(&x, &bytes);
  CHECK(bytes > 0);
  for (const char *const *level = THCpu_levels(); *level; level++) {
    CHECK(THCpu_setLevel(*level) == TH_OK);
    CHECK(same_everything(&x, expected, bytes));
  }
  CHECK(THCpu_setLevel(best) == TH_OK);
  TH_setExecutor(&executor);
  TH_setNumThreads(5);
  CHECK(same_everything(&x, expected, bytes));
  CHECK(runs > 0);
  TH_setExecutor(NULL);
  TH_setNumThreads(threads);
  free(expected);
  THTensor_clear(&x);
}

/* --- rows of a view, which are read where they are if they are long --- */

static int apply_all(int op, const THTensor *x, THNumber *value)
{
  if (TH_reductions[op].kind == TH_KIND_NORM) return THTensor_normAll(x, 2.5, value);
  return THTensor_reduceAll(op, x, value);
}

/* All elements of x, by each row, once from where they are and once from a contiguous copy. */
static void same_as_copy(const THTensor *x)
{
  THTensor copy = {.dtype = 0};
  CHECK(THTensor_clone(&copy, x, x->dtype) == TH_OK && !THTensor_isContiguous(x));
  for (int op = 0; op < TH_NUM_REDUCTIONS; op++) {
    const int kind = TH_reductions[op].kind;
    THNumber got = TH_real(0), wanted = got;
    if (!applies(op, x->dtype) || kind == TH_KIND_EXTREME || kind == TH_KIND_SCAN
        || kind == TH_KIND_DEVIATION)
      continue;
    CHECK(apply_all(op, x, &got) == TH_OK && apply_all(op, &copy, &wanted) == TH_OK);
    if (!CHECK(memcmp(&got, &wanted, sizeof got) == 0))
      fprintf(stderr, "  %s of %s: %d rows of %d\n", TH_reductions[op].name,
              THDtype_traits(x->dtype)->name, (int)(x->size[0] * x->size[1]), (int)x->size[2]);
  }
  THTensor_clear(&copy);
}

/* Columns [first, first + width) of rows that lie apart, in three matrices of pairs (every other
   element) or of elements; with a NaN at nan, if that is not -1. */
static void narrowed(int dtype, int rows, int width, int first, int pairs, int nan)
{
  THTensor x = {.dtype = TH_UNDEFINED};
  const int64_t size[] = {3, rows + 1, width + 5, 1 + pairs};
  if (!CHECK(THTensor_new(&x, 0, dtype, 4, size) == TH_OK)) return;
  fill(&x, (unsigned)(rows * width));
  CHECK(!THTensor_select(&x, &x, 3, 0));
  CHECK(!THTensor_narrow(&x, &x, 1, 0, rows) && !THTensor_narrow(&x, &x, 2, first, width));
  if (nan >= 0) CHECK(!THTensor_put(&x, nan, TH_real(NAN)));
  same_as_copy(&x);
  THTensor_clear(&x);
}

/* Runs that are just too short for the levels, that fill 16 lanes or leave some, and that cross
   blocks of 1024; blocks of a run's last element, of a few elements, and of two runs. */
static void test_narrowed(int dtype)
{
  static const int widths[] = {63, 64, 65, 100, 127, 128, 129, 137, 143, 144, 145, 255, 341, 342,
                               1023, 1025, 2049};
  for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
    for (int rows = 1; rows <= 7; rows += 2) narrowed(dtype, rows, widths[k], k % 4, 0, -1);
  narrowed(dtype, 3, 150, 1, 1, -1);
  if (THDtype_traits(dtype)->floating) narrowed(dtype, 3, 150, 2, 0, 400);
}

/* --- over several dimensions, which are read where they are or joined --- */

/* x reduced over its first and last dimension, as one that was joined; another order of elements
   would have other bits. */
static void test_joined(int op, const THTensor *x)
{
  static const int dims[] = {0, 2};
  const int n = 2;
  THTensor joined = {0}, wanted = {0}, got = {0}, turned = {0}, back = {0};
  CHECK(!THTensor_joinDims("test", &joined, x, n, dims) && !THTensor_isSetTo(&joined, x));
  CHECK(!THTensor_reduce(op, &wanted, &joined, 1));
  CHECK(!THTensor_keepDims("test", &wanted, x, n, dims));
  CHECK(!THTensor_reduceDims(op, &got, x, n, dims));
  if (!CHECK(bytes_of(&got) == bytes_of(&wanted) && got.size[0] == 1 && got.size[2] == 1
             && !memcmp(THTensor_data(&got), THTensor_data(&wanted), bytes_of(&got))))
    fprintf(stderr, "  %s of %s, %d\n", TH_reductions[op].name,
            THDtype_traits(x->dtype)->name, (int)x->size[2]);
  CHECK(!THTensor_transpose(&turned, x, 0, 2) && !THTensor_clone(&turned, &turned, x->dtype));
  CHECK(!THTensor_transpose(&back, &turned, 0, 2));
  CHECK(!THTensor_reduceDims(op, &got, &back, n, dims));
  CHECK(!memcmp(THTensor_data(&got), THTensor_data(&wanted), bytes_of(&got)));
  THTensor_clear(&joined), THTensor_clear(&wanted), THTensor_clear(&got);
  THTensor_clear(&turned), THTensor_clear(&back);
}

/* Rows shorter than a piece, just one, that cross blocks; more outputs than threads, and one. */
static void test_dims(int dtype)
{
  static const int64_t sizes[][3] = {{30, 20, 40}, {30, 20, 64}, {30, 20, 100}, {7, 3, 1030},
                                     {50, 1, 129}};
  const int threads = TH_getNumThreads();
  for (int wide = 0; wide < 2; wide++) {
    TH_setNumThreads(wide ? 5 : 1);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
      THTensor x = {.dtype = TH_UNDEFINED};
      const int64_t size[] = {sizes[k][0], sizes[k][1], sizes[k][2] + 3};
      if (!CHECK(THTensor_new(&x, 0, dtype, 3, size) == TH_OK)) continue;
      fill(&x, (unsigned)k + 3);
      CHECK(!THTensor_narrow(&x, &x, 2, 1, sizes[k][2]));
      for (int op = 0; op < TH_NUM_REDUCTIONS; op++)
        if (applies(op, dtype) && (TH_reductions[op].kind == TH_KIND_REDUCE
                                   || TH_reductions[op].kind == TH_KIND_TEST))
          test_joined(op, &x);
      THTensor_clear(&x);
    }
  }
  TH_setNumThreads(threads);
}

/* --- rows as data --- */

static void test_rows(void)
{
  for (int op = 0; op < TH_NUM_REDUCTIONS; op++) {
    const THReduction *row = &TH_reductions[op];
    int all = strcmp(row->dtypes, "ALL") == 0;
    CHECK(row->name && *row->name && row->doc && *row->doc);
    for (int dtype = TH_BYTE; dtype < TH_NUM_REAL; dtype++) {
      const THIterEntry *entries = TH_entries(TH_CHAPTER_REDUCE, dtype, 0);
      const int has_kernels = row->kind != TH_KIND_RUNNING && op != TH_OP_norm;
      CHECK(!entries[op] == !(has_kernels && (all || THDtype_traits(dtype)->floating)));
    }
  }
}

/* --- known answers --- */

static void test_answers(void)
{
  THTensor x = matrix(0, TH_FLOAT, 2, 3), out = {.dtype = 0}, at = {.dtype = 0};
  const float values[] = {3, -1, 4, 1, 5, -9};
  THNumber number;
  int64_t index;
  memcpy(THTensor_data(&x), values, sizeof values);
  CHECK(THTensor_reduceAll(TH_OP_sum, &x, &number) == TH_OK && number.real == 3);
  CHECK(THTensor_normAll(&x, 1, &number) == TH_OK && number.real == 23);
  CHECK(THTensor_extremeAll(TH_OP_min, &x, &number, &index) == TH_OK);
  CHECK(number.real == -9 && index == 5);
  CHECK(THTensor_reduceAll(TH_OP_all, &x, &number) == TH_OK);
  CHECK(TH_isInteger(number) && number.integer == 1);
  CHECK(THTensor_reduce(TH_OP_sum, &out, &x, 0) == TH_OK);
  CHECK(out.nDimension == 2 && out.size[0] == 1 && out.size[1] == 3 && out.dtype == TH_FLOAT);
  CHECK(((float *)THTensor_data(&out))[2] == -5);
  CHECK(THTensor_extreme(TH_OP_max, &out, &at, &x, 1) == TH_OK);
  CHECK(((int64_t *)THTensor_data(&at))[0] == 3 && ((int64_t *)THTensor_data(&at))[1] == 2);
  THTensor_clear(&x);
  THTensor_clear(&out);
  THTensor_clear(&at);
}

/* If the second result is refused, the first stays unchanged too. */
static void test_refusals(void)
{
  THTensor x = matrix(0, TH_LONG, 2, 3), values = {.dtype = 0}, wrong = matrix(0, TH_INT, 1, 1);
  CHECK(THTensor_extreme(TH_OP_max, &values, &wrong, &x, 0) == TH_EDTYPE);
  CHECK(THTensor_isUndefined(&values) && wrong.size[1] == 1);
  CHECK(THTensor_extreme(TH_OP_max, &x, &x, &x, 0) == TH_EINVAL);
  CHECK(THTensor_reduce(TH_OP_sum, &values, &x, 2) == TH_EINVAL);
  CHECK(THTensor_reduce(TH_OP_sum, &values, &x, -1) == TH_EINVAL);
  CHECK(THTensor_reduce(TH_OP_mean, &values, &x, 0) == TH_EDTYPE);
  CHECK(THTensor_isUndefined(&values));
  THTensor_clear(&x);
  THTensor_clear(&wrong);
}

/* --- no memory --- */

/* Reduce x into a part of x itself, so that x is copied: this makes the most allocations. */
static int overlapping(int op, THTensor *x, int fail_at)
{
  THTensor part = {.dtype = 0}, second = {.dtype = 0};
  int status = THTensor_narrow(&part, x, 0, 1, TH_reductions[op].kind == TH_KIND_SCAN ? 2 : 1);
  THTensor from = *x; /* a scan's result has x's sizes: use another part of x */
  if (TH_reductions[op].kind == TH_KIND_SCAN) from.size[0] = 2;
  memory.left = fail_at;
  if (!status) status = apply(op, &part, &second, &from, 0);
  memory.left = -1;
  THTensor_clear(&part);
  THTensor_clear(&second);
  return status;
}

static void test_no_memory(int op, int dtype)
{
  for (int fail_at = 0; fail_at < 20; fail_at++) {
    THTensor x = matrix(DEVICE, dtype, 3, 400), before = matrix(DEVICE, dtype, 3, 400);
    int live = memory.live, status = overlapping(op, &x, fail_at);
    int changed = memcmp(THTensor_data(&x), THTensor_data(&before), bytes_of(&x)) != 0;
    CHECK(memory.live == live);
    THTensor_clear(&x);
    THTensor_clear(&before);
    if (status == TH_OK) {
      CHECK(fail_at > 0 && changed);
      return;
    }
    CHECK(status == TH_ENOMEM && !changed);
  }
  CHECK(!"it needs more than 20 allocations");
}

/* If the second fresh result cannot be allocated, the first is released too. */
static void test_second_result(void)
{
  THTensor x = matrix(DEVICE, TH_FLOAT, 3, 400), values = {.dtype = 0}, at = {.dtype = 0};
  for (memory.left = 0; memory.left < 2; memory.left++) {
    int live = memory.live, left = memory.left;
    CHECK(THTensor_extreme(TH_OP_min, &values, &at, &x, 0) == TH_ENOMEM);
    CHECK(memory.live == live && THTensor_isUndefined(&values) && THTensor_isUndefined(&at));
    memory.left = left;
  }
  CHECK(THTensor_extreme(TH_OP_min, &values, &at, &x, 0) == TH_OK);
  memory.left = -1;
  THTensor_clear(&x);
  THTensor_clear(&values);
  THTensor_clear(&at);
}

static void test_failing_device(void)
{
  THTables tables = *THCpu_tables();
  const THBackend mock = {.name = "mock", .allocator = &counted, .tables = &tables};
  CHECK(TH_registerBackend(DEVICE, &mock) == TH_OK);
  for (int op = 0; op < TH_NUM_REDUCTIONS; op++) {
    if (!applies(op, TH_DOUBLE) || TH_reductions[op].kind == TH_KIND_TEST) continue;
    test_no_memory(op, TH_DOUBLE);
  }
  test_second_result();
  CHECK(memory.live == 0);
  CHECK(TH_registerBackend(DEVICE, NULL) == TH_OK);
}

int main(void)
{
  test_rows();
  test_answers();
  test_refusals();
  test_failing_device();
  for (int dtype = TH_BYTE; dtype < TH_NUM_REAL; dtype++) {
    test_bits(dtype);
    test_narrowed(dtype);
    test_dims(dtype);
  }
  return CHECK_RESULT();
}
