/* Sorting and selection: the typed functions, the same results on every level and number of
   threads, with and without positions, and each allocation of a device failing in turn. */
#include "TH.h"
#include "TH/platform/THPlatform.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

enum { DEVICE = 3, ROWS = 40, COLUMNS = 1500 };

/* --- the typed functions --- */

static void test_facade(void)
{
  static const float given[6] = {3, 1, 2, 5, 5, 4};
  THFloatTensor t = {0}, values = {0};
  THLongTensor at = {0};
  CHECK(!THFloatTensor_resize2d(&t, 2, 3));
  memcpy(t.storage->data, given, sizeof given);
  CHECK(!THFloatTensor_sort(&values, &at, &t, 1, 1) && at.dtype == TH_LONG);
  CHECK(values.storage->data[0] == 3 && values.storage->data[2] == 1);
  CHECK(values.storage->data[3] == 5 && values.storage->data[5] == 4);
  CHECK(at.storage->data[2] == 2 && at.storage->data[3] == 1 && at.storage->data[4] == 2);
  CHECK(!THFloatTensor_topk(&values, &at, &t, 2, 1, 0, 1) && values.size[1] == 2);
  CHECK(values.storage->data[0] == 1 && values.storage->data[3] == 5 && at.storage->data[3] == 1);
  CHECK(!THFloatTensor_kthvalue(&values, &at, &t, 2, 0, 1) && values.nDimension == 2);
  CHECK(values.storage->data[0] == 5 && values.storage->data[2] == 4 && at.storage->data[2] == 2);
  CHECK(!THFloatTensor_median(&values, &at, &t, 1, 0) && values.nDimension == 1);
  CHECK(values.storage->data[0] == 2 && at.nDimension == 1 && at.storage->data[0] == 3);
  CHECK(!THFloatTensor_mode(&values, &at, &t, 1, 0) && values.storage->data[1] == 5);
  CHECK(at.storage->data[0] == 2 && at.storage->data[1] == 2);
  CHECK(!THFloatTensor_histc(&values, &t, 5, 0, 5) && values.nDimension == 1);
  CHECK(values.storage->data[0] == 0 && values.storage->data[4] == 3);
  CHECK(!THFloatTensor_bhistc(&values, &t, 2, 0, 0) && values.size[0] == 2);
  CHECK(values.storage->data[0] == 2 && values.storage->data[3] == 3);
  CHECK(!THFloatTensor_mode(&values, &at, &t, 1, 0));
  CHECK(THFloatTensor_kthvalue(&values, &at, &t, 4, 1, 0) == TH_EINVAL && values.nDimension == 1);
  CHECK(THFloatTensor_sort(&values, &at, &t, 2, 0) == TH_EINVAL && values.nDimension == 1);
  THFloatTensor_clear(&t);
  THFloatTensor_clear(&values);
  THLongTensor_clear(&at);
}

/* --- the untyped functions --- */

static int sort(THTensor *values, THTensor *at, const THTensor *x)
{
  return THTensor_sort(values, at, x, 1, 0);
}

static int topk(THTensor *values, THTensor *at, const THTensor *x)
{
  return THTensor_topk(values, at, x, 20, 1, 1, 1);
}

static int kthvalue(THTensor *values, THTensor *at, const THTensor *x)
{
  return THTensor_kthvalue(values, at, x, 1000, 1);
}

static int median(THTensor *values, THTensor *at, const THTensor *x)
{
  return THTensor_median(values, at, x, 0);
}

static int mode(THTensor *values, THTensor *at, const THTensor *x)
{
  return THTensor_mode(values, at, x, 1);
}

typedef int (*Function)(THTensor *values, THTensor *at, const THTensor *x);
static const Function functions[] = {sort, topk, kthvalue, median, mode};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static THTensor matrix(int device, int dtype, int64_t rows, int64_t columns)
{
  THTensor t = {0};
  uint64_t state = 0x9e3779b97f4a7c15u;
  if (!CHECK(!THTensor_new(&t, device, dtype, 2, LIST(rows, columns)))) exit(1);
  for (int64_t i = 0; i < rows * columns; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    char *p = (char *)THTensor_data(&t) + i * THDtype_traits(dtype)->size;
    THDtype_store(dtype, p, TH_integer((int64_t)(state % 100) - 50));
  }
  return t;
}

static int same(const THTensor *a, const THTensor *b)
{
  const size_t bytes = (size_t)(THTensor_nElement(a) * THDtype_traits(a->dtype)->size);
  return THTensor_isSameSizeAs(a, b) && !memcmp(THTensor_data(a), THTensor_data(b), bytes);
}

static void test_threads(Function function, int dtype)
{
  THTensor x = matrix(0, dtype, ROWS, COLUMNS), values = {0}, at = {0};
  TH_setNumThreads(1);
  CHECK(!function(&values, &at, &x));
  for (int threads = 2; threads < 9; threads += 3) {
    THTensor others = {0}, elsewhere = {0};
    TH_setNumThreads(threads);
    CHECK(!function(&others, &elsewhere, &x) && same(&values, &others) && same(&at, &elsewhere));
    THTensor_clear(&others);
    THTensor_clear(&elsewhere);
  }
  TH_setNumThreads(1);
  THTensor_clear(&x);
  THTensor_clear(&values);
  THTensor_clear(&at);
}

/* --- what carries no positions: on each level as the sort that does --- */

enum { RANDOM, FEW, ASCENDING, EQUAL, SPECIAL, PATTERNS };

static THTensor vector(int dtype, int pattern, int64_t n)
{
  static const double special[] = {-0.0, 0.0, NAN, INFINITY, -INFINITY, 1.5, -2};
  THTensor t = {0};
  uint64_t state = 0x2545f4914f6cdd1du;
  if (!CHECK(!THTensor_new(&t, 0, dtype, 1, &n))) exit(1);
  for (int64_t i = 0; i < n; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    const double each[PATTERNS] = {
      (double)(state >> 40) - (1 << 23), (double)(state >> 40) / (1 << 20) - 8, (double)i, 3,
      special[(state >> 30) % 7]};
    const double value = pattern == FEW ? floor(each[FEW]) : each[pattern];
    THDtype_store(dtype, (char *)THTensor_data(&t) + i * THDtype_traits(dtype)->size,
                  pattern == SPECIAL ? TH_real(value) : TH_integer((int64_t)value));
  }
  return t;
}

/* The k-th element is the one at place k of the sort, also among equal ones. */
static int are_in_order(const THTensor *x, const THTensor *at)
{
  const int64_t n = x->size[0];
  THTensor value = {0}, place = {0};
  int agree = 1;
  for (int64_t k = 1; k <= n; k += n / 5 + 1) {
    agree &= CHECK(!THTensor_kthvalue(&value, &place, x, k, 0));
    agree &= *(int64_t *)THTensor_data(&place) == ((int64_t *)THTensor_data(at))[k - 1];
  }
  THTensor_clear(&value);
  THTensor_clear(&place);
  return agree;
}

static void check_bare(int dtype, int pattern, int64_t n)
{
  THTensor x = vector(dtype, pattern, n), values = {0}, at = {0}, alone = {0};
  for (int descending = 1; descending >= 0; descending--) {
    CHECK(!THTensor_sort(&values, &at, &x, 0, descending));
    CHECK(!THTensor_sortedValues(&alone, &x, 0, descending) && same(&alone, &values));
  }
  CHECK(are_in_order(&x, &at));
  CHECK(!THTensor_sortedValues(&x, &x, 0, 0) && same(&x, &values));
  THTensor_clear(&x);
  THTensor_clear(&values);
  THTensor_clear(&at);
  THTensor_clear(&alone);
}

static void test_bare(void)
{
  static const int dtypes[] = {TH_SHORT, TH_LONG, /* no special values */
                               TH_BFLOAT16, TH_FLOAT, TH_DOUBLE};
  /* Few keys fill up to 16 vectors of 8 or of 16; more are parted in chunks of 8 vectors. */
  static const int64_t lengths[] = {1,   8,   15,  16,  17,  33,  65,   127,   128,   129, 255,
                                    256, 257, 513, 640, 767, 769, 1000, 20000, 300000};
  for (const char *const *level = THCpu_levels(); *level; level++) {
    CHECK(!THCpu_setLevel(*level));
    for (int d = 0; d < 5; d++)
      for (int pattern = 0; pattern < (d < 2 ? SPECIAL : PATTERNS); pattern++)
        for (int k = 0; k < (int)(sizeof lengths / sizeof *lengths); k++) {
          TH_setNumThreads(1 + (k + 2) % 3);
          check_bare(dtypes[d], pattern, lengths[k]);
        }
  }
  TH_setNumThreads(1);
}

/* --- a mock device that allocates left more blocks and then fails; -1: never fails --- */

typedef struct Memory { int live, left; } Memory;

static void *take(void *context, size_t bytes)
{
  Memory *memory = context;
  if (memory->left == 0) return NULL;
  memory->left -= memory->left > 0;
  memory->live++;
  return th_newAligned(256, bytes);
}

static void give_back(void *context, void *data, size_t bytes)
{
  (void)bytes;
  ((Memory *)context)->live--;
  th_freeAligned(data);
}

static Memory memory = {0, -1};
static const THAllocator allocator = {.alloc = take, .free = give_back, .context = &memory,
                                      .device = DEVICE};

/* x itself is one of the results, so that x is copied too. */
static void test_no_memory(Function function)
{
  for (int left = 0; left < 10; left++) {
    THTensor x = matrix(DEVICE, TH_INT, 3, COLUMNS), before = matrix(DEVICE, TH_INT, 3, COLUMNS);
    THTensor at = {0};
    const int live = memory.live;
    memory.left = left;
    const int status = function(&x, &at, &x);
    memory.left = -1;
    CHECK(status == TH_OK || (status == TH_ENOMEM && same(&x, &before) && !at.storage));
    CHECK(memory.live == live + (status == TH_OK));
    THTensor_clear(&x);
    THTensor_clear(&before);
    THTensor_clear(&at);
    if (status == TH_OK) {
      CHECK(left > 1);
      return;
    }
  }
  CHECK(!"it needs more than 10 allocations");
}

int main(void)
{
  THTables tables = *THCpu_tables();
  const THBackend mock = {.name = "mock", .allocator = &allocator, .tables = &tables};
  test_facade();
  for (int k = 0; k < FUNCTIONS; k++) {
    test_threads(functions[k], TH_SHORT);
    test_threads(functions[k], TH_DOUBLE);
  }
  test_bare();
  CHECK(!TH_registerBackend(DEVICE, &mock));
  for (int k = 0; k < FUNCTIONS; k++) test_no_memory(functions[k]);
  CHECK(!memory.live && !TH_registerBackend(DEVICE, NULL));
  return CHECK_RESULT();
}
