/*
** Chapters of another library. Threads that open the same chapter at once must get the same number;
** entries are found by device, dtype and level; wrong registrations are refused with a message that
** names the cause.
*/
#include "TH.h"
#include "TH/backend/THConvertChapter.h"
#include "TH/backend/THIndexChapter.h"
#include "TH/backend/THProductChapter.h"
#include "TH/platform/THPlatform.h"
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOCK = 5, THREADS = 8 };

/* A chapter with its own struct for calls: counts the elements of x above a limit. */
typedef struct CountCall { const THTensor *x; double limit; int64_t count; } CountCall;
typedef int (*CountEntry)(CountCall *call);
enum { COUNT_above, COUNT_below, COUNT_ROWS };

static int count_above(CountCall *call)
{
  const float *x = THTensor_data(call->x);
  call->count = 0;
  for (int64_t i = 0; i < THTensor_nElement(call->x); i++) call->count += x[i] > call->limit;
  return TH_OK;
}

static int count_nothing(CountCall *call)
{
  call->count = -1;
  return TH_OK;
}

static const CountEntry floats[COUNT_ROWS] = {[COUNT_above] = count_above};
static const CountEntry nothings[COUNT_ROWS] = {count_nothing, count_nothing};
static const void *const counts[TH_NUM_DTYPES] = {[TH_FLOAT] = floats};
static const void *const others[TH_NUM_DTYPES] = {[TH_FLOAT] = nothings, [TH_INT] = nothings};

/* Opens the chapter as the drivers of a library do: any call may be the first one. */
static int open_counts(int *number)
{
  static int known = -1;
  *number = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
  if (*number >= 0) return TH_OK;
  TH_TRY(TH_openChapter("test.count", COUNT_ROWS, number));
  TH_TRY(TH_registerEntries(0, *number, COUNT_ROWS, counts));
  __atomic_store_n(&known, *number, __ATOMIC_RELEASE);
  return TH_OK;
}

static int run(int row, const THTensor *x, double limit, int64_t *count)
{
  int chapter;
  CountCall call = {x, limit, 0};
  TH_TRY(open_counts(&chapter));
  const CountEntry entry = (CountEntry)TH_entry(chapter, row, x->dtype, THTensor_device(x));
  if (!entry) return TH_missing("count", x->dtype, THTensor_device(x));
  TH_TRY(entry(&call));
  *count = call.count;
  return TH_OK;
}

static void fails(int status, int got, const char *text)
{
  CHECK(got == status);
  if (!CHECK(strstr(TH_error(), text))) fprintf(stderr, "  in: %s\n", TH_error());
}

static THTensor ramp(int dtype)
{
  THTensor x = {0};
  CHECK(!THTensor_new(&x, 0, dtype, 1, (const int64_t[]){10}));
  for (int64_t i = 0; i < 10; i++) CHECK(!THTensor_put(&x, i, TH_integer(i)));
  return x;
}

static void *count_once(void *argument)
{
  int *number = argument;
  int64_t count = 0;
  THTensor x = ramp(TH_FLOAT);
  CHECK(!open_counts(number) && !run(COUNT_above, &x, 3.5, &count) && count == 6);
  THTensor_clear(&x);
  return NULL;
}

static void test_threads(void)
{
  pthread_t thread[THREADS];
  int number[THREADS];
  for (int k = 0; k < THREADS; k++)
    CHECK(!pthread_create(&thread[k], NULL, count_once, &number[k]));
  for (int k = 0; k < THREADS; k++) {
    CHECK(!pthread_join(thread[k], NULL));
    CHECK(number[k] == number[0] && number[k] >= TH_NUM_CHAPTERS);
  }
}

static void test_lacks(void)
{
  THTensor x = ramp(TH_FLOAT), i = ramp(TH_INT);
  int64_t count = 7;
  fails(TH_EDTYPE, run(COUNT_above, &i, 0, &count), "not defined for torch.IntTensor on cpu");
  fails(TH_EDTYPE, run(COUNT_below, &x, 0, &count), "not defined for torch.FloatTensor on cpu");
  CHECK(count == 7);
  THTensor_clear(&x), THTensor_clear(&i);
}

static void test_names(void)
{
  char name[32];
  int number, first, last;
  CHECK(!TH_openChapter("Convert", TH_CONVERT_ROWS, &number) && number == TH_CHAPTER_CONVERT);
  CHECK(!TH_openChapter("test.count", COUNT_ROWS, &first) && first >= TH_NUM_CHAPTERS);
  fails(TH_EINVAL, TH_openChapter("test.count", 3, &number), "'test.count' has 2 rows, not 3");
  fails(TH_EINVAL, TH_openChapter("test.none", 0, &number), "'test.none' with 0 rows");
  fails(TH_EINVAL, TH_openChapter("a name that is longer than a name has to be", 1, &number),
        "fewer than 40 characters");
  for (last = first + 1; last < TH_MAX_CHAPTERS; last++) {
    snprintf(name, sizeof name, "test.%d", last);
    CHECK(!TH_openChapter(name, last, &number) && number == last);
  }
  fails(TH_ENOMEM, TH_openChapter("test.more", 1, &number), "there are 64 chapters already");
  CHECK(!TH_openChapter("test.count", COUNT_ROWS, &number) && number == first);
}

static void test_refusals(void)
{
  int chapter;
  CHECK(!open_counts(&chapter));
  fails(TH_EINVAL, TH_registerEntries(0, -1, COUNT_ROWS, counts), "no chapter has the number -1");
  fails(TH_EINVAL, TH_registerEntries(0, TH_MAX_CHAPTERS, 1, counts), "has the number 64");
  fails(TH_EINVAL, TH_registerEntries(0, chapter, 1, counts), "'test.count' has 2 rows, not 1");
  fails(TH_EUNSUPPORTED, TH_registerEntries(MOCK, chapter, COUNT_ROWS, counts),
        "device 5 has no tables");
  fails(TH_EUNSUPPORTED, TH_registerEntries(-1, chapter, COUNT_ROWS, counts), "device -1");
  fails(TH_EINVAL, TH_registerEntries(0, chapter, COUNT_ROWS, NULL), "no entries for 'test.count'");
  fails(TH_EINVAL, TH_openChapter(NULL, 1, &chapter), "a chapter needs a name");
  fails(TH_EINVAL, TH_openChapter("", 1, &chapter), "a chapter needs a name");
  CHECK(!TH_entries(0, TH_NUM_DTYPES, 0) && !TH_entries(0, -1, 0));
  CHECK(!TH_entries(TH_MAX_CHAPTERS, 0, 0) && !TH_entries(-1, 0, 0));
  CHECK(!TH_entry(TH_CHAPTER_CONVERT, TH_CONVERT_ROWS, TH_FLOAT, 0));
  CHECK(!TH_entry(TH_CHAPTER_CONVERT, -1, TH_FLOAT, 0));
}

/* A device whose array for a dtype lacks a row. */
static void test_missing_rows(const THTensor *there)
{
  static const THMultiplyEntry none[TH_MULTIPLY_ROWS];
  static const THIndexEntry no_index[TH_INDEX_ROWS];
  const void *byDtype[TH_NUM_DTYPES] = {[TH_FLOAT] = none}, *words[TH_NUM_DTYPES] = {0};
  THTensor r = {.dtype = TH_FLOAT, .device = MOCK}, m = {0};
  words[THDtype_word(TH_FLOAT)] = no_index;
  CHECK(!TH_registerEntries(MOCK, TH_CHAPTER_MULTIPLY, TH_MULTIPLY_ROWS, byDtype));
  CHECK(!TH_registerEntries(MOCK, TH_CHAPTER_INDEX, TH_INDEX_ROWS, words));
  CHECK(!THTensor_unsqueeze(&m, there, 0));
  fails(TH_EDTYPE, THTensor_mv(&r, &m, there), "mv: not defined for torch.FloatTensor on mock");
  fails(TH_EDTYPE, THTensor_dot(&(THNumber){0}, there, there),
        "dot: not defined for torch.FloatTensor on mock");
  THTensor_clear(&m);
  THTensor_clear(&r);
}

/* Entries for one level only, then for all levels. */
static void test_levels(void)
{
  const char *best = THCpu_level();
  THTensor x = ramp(TH_FLOAT);
  int chapter;
  int64_t count = 0;
  CHECK(!open_counts(&chapter) && !THCpu_tablesOf("mmx"));
  THTables_set(THCpu_tablesOf("base"), chapter, others);
  for (const char *const *level = THCpu_levels(); *level; level++) {
    CHECK(!THCpu_setLevel(*level) && !run(COUNT_above, &x, 3.5, &count));
    CHECK(count == (strcmp(*level, "base") == 0 ? -1 : 6));
  }
  CHECK(!TH_registerEntries(0, chapter, COUNT_ROWS, counts));
  for (const char *const *level = THCpu_levels(); *level; level++)
    CHECK(!THCpu_setLevel(*level) && !run(COUNT_above, &x, 3.5, &count) && count == 6);
  CHECK(TH_entries(chapter, TH_INT, 0) == NULL || strcmp(best, "base") == 0);
  CHECK(!THCpu_setLevel(best));
  THTensor_clear(&x);
}

static void *host_alloc(void *context, size_t bytes)
{
  (void)context;
  return th_newAligned(64, bytes);
}

static void host_free(void *context, void *data, size_t bytes)
{
  (void)context, (void)bytes;
  th_freeAligned(data);
}

/* A registered device gets entries for the chapter; a device registered later has none. */
static void test_device(void)
{
  static const THAllocator memory = {.alloc = host_alloc, .free = host_free, .device = MOCK};
  static THTables tables, later;
  static const THBackend mock = {.name = "mock", .allocator = &memory, .tables = &tables};
  static const THBackend bare = {.name = "bare", .allocator = &memory};
  static const THBackend second = {.name = "second", .allocator = &memory, .tables = &later};
  THTensor x = {0};
  int chapter;
  int64_t count = 0;
  CHECK(!open_counts(&chapter) && !TH_registerBackend(MOCK, &bare));
  fails(TH_EUNSUPPORTED, TH_registerEntries(MOCK, chapter, COUNT_ROWS, counts), "no tables");
  CHECK(!TH_registerBackend(MOCK, &mock));
  CHECK(!THTensor_new(&x, MOCK, TH_FLOAT, 1, (const int64_t[]){4}));
  fails(TH_EDTYPE, run(COUNT_above, &x, 0, &count),
        "count: not defined for torch.FloatTensor on mock");
  CHECK(!TH_registerEntries(MOCK, chapter, COUNT_ROWS, others));
  CHECK(!run(COUNT_below, &x, 0, &count) && count == -1);
  test_missing_rows(&x);
  CHECK(!TH_registerBackend(MOCK, &second));
  fails(TH_EDTYPE, run(COUNT_below, &x, 0, &count), "on second");
  THTensor_clear(&x);
  CHECK(!TH_registerBackend(MOCK, NULL));
}

int main(void)
{
  test_threads();
  test_lacks();
  test_refusals();
  test_levels();
  test_device();
  test_names();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
