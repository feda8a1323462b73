/*
** Elements of 16 bytes on a device, of which no storage can be made yet: rows of point-wise kernels
** (test_words.cu), copies, masks and positions take them as a loop over bytes would.
*/
#include "TH.h"
#include "TH/backend/THConvertChapter.h"
#include "TH/backend/THIndexChapter.h"
#include "THC/ops/THCBackend.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 16, ROWS = 37, COLUMNS = 29, N = ROWS * COLUMNS, LONGS = 4 * N + 2, MOST = 5 };

int run_sum(const THIter *it);

/* The same numbers here and there: a result, then operands. */
static THTensor here[MOST], there[MOST], mask, positions;
static uint64_t wanted[LONGS];

static uint64_t draw(void)
{
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static void make(void)
{
  const int64_t n = N, all = LONGS;
  for (int k = 0; k < MOST; k++) {
    CHECK(!THTensor_new(&here[k], 0, TH_LONG, 1, &all));
    for (int64_t i = 0; i < all; i++) ((uint64_t *)THTensor_data(&here[k]))[i] = draw();
    CHECK(!THTensor_to(&there[k], &here[k], 1, TH_LONG));
  }
  CHECK(!THTensor_new(&mask, 0, TH_BYTE, 1, &n) && !THTensor_new(&positions, 0, TH_LONG, 1, &n));
  for (int64_t i = 0; i < n; i++) {
    ((uint8_t *)THTensor_data(&mask))[i] = draw() % 3 == 0;
    ((int64_t *)THTensor_data(&positions))[i] = 1 + (int64_t)(draw() % N);
  }
}

static void begin(void)
{
  CHECK(!THTensor_copy(&there[0], &here[0]));
  memcpy(wanted, THTensor_data(&here[0]), sizeof wanted);
}

static int same(void)
{
  THTensor back = {0};
  CHECK(!THTensor_to(&back, &there[0], 0, TH_LONG));
  const int equal = !memcmp(THTensor_data(&back), wanted, sizeof wanted);
  THTensor_clear(&back);
  return equal;
}

/* Two numbers at element i, whose steps are inner along a row and outer from row to row. */
typedef struct Steps { int64_t inner, outer, offset; } Steps;

static const uint64_t *read_at(int k, Steps s, int64_t i)
{
  const uint64_t *x = (const uint64_t *)THTensor_data(&here[k]) + s.offset;
  return x + 2 * (i % COLUMNS * s.inner + i / COLUMNS * s.outer);
}

static uint64_t *want_at(Steps s, int64_t i)
{
  return wanted + s.offset + 2 * (i % COLUMNS * s.inner + i / COLUMNS * s.outer);
}

static void shape(THIter *it, const char *op)
{
  *it = (THIter){.op = op, .device = 1, .ndim = 2, .size = {COLUMNS, ROWS}, .count = N};
}

static void add(THIter *it, int dtype, void *data, int64_t inner, int64_t outer)
{
  const int k = it->nop++;
  it->dtype[k] = dtype;
  it->data[k] = data;
  it->stride[0][k] = inner;
  it->stride[1][k] = outer;
}

static void add_words(THIter *it, int k, Steps s)
{
  char *data = (char *)THTensor_data(&there[k]) + 8 * s.offset;
  add(it, TH_COMPLEXDOUBLE, data, s.inner * WIDTH, s.outer * WIDTH);
}

static void add_number(THIter *it, const uint64_t *words)
{
  memcpy(&it->number[it->nop], words, WIDTH);
  add(it, TH_COMPLEXDOUBLE, &it->number[it->nop], 0, 0);
}

/* Runs, runs that are not aligned to 16, every second element, turned. */
static const Steps layouts[] = {
  {1, COLUMNS, 0}, {1, COLUMNS, 1}, {2, 2 * COLUMNS, 0}, {ROWS, 1, 0}};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static void test_rows(int nop, Steps r, Steps x, int numbers)
{
  THIter it;
  begin();
  shape(&it, "sum");
  add_words(&it, 0, r);
  for (int k = 1; k < nop; k++)
    if (numbers && k == nop - 1) add_number(&it, read_at(k, x, 0));
    else add_words(&it, k, x);
  THIter_finish(&it);
  for (int k = 1; k < nop; k++)
    for (int64_t i = 0; i < N; i++)
      for (int w = 0; w < 2; w++) {
        const uint64_t word = read_at(k, x, numbers && k == nop - 1 ? 0 : i)[w];
        want_at(r, i)[w] = k == 1 ? word : want_at(r, i)[w] + word;
      }
  CHECK(!run_sum(&it) && same());
}

static int run_convert(const THIter *it)
{
  const THIterEntry *entries = TH_entries(TH_CHAPTER_CONVERT, TH_COMPLEXDOUBLE, 1);
  return entries[TH_OP_convert](it);
}

/* Copies move units of 16 bytes, so that operands are aligned to these. */
static void test_copies(void)
{
  for (int r = 0; r < LAYOUTS; r++)
    for (int x = 0; x <= LAYOUTS; x++) {
      THIter it;
      if (layouts[r].offset || (x < LAYOUTS && layouts[x].offset)) continue;
      begin();
      shape(&it, "copy");
      add_words(&it, 0, layouts[r]);
      if (x < LAYOUTS) add_words(&it, 1, layouts[x]);
      else add_number(&it, read_at(1, layouts[0], 7));
      THIter_finish(&it);
      for (int64_t i = 0; i < N; i++)
        memcpy(want_at(layouts[r], i),
               x < LAYOUTS ? read_at(1, layouts[x], i) : read_at(1, layouts[0], 7), WIDTH);
      CHECK(!run_convert(&it) && same());
    }
}

static int run_index(int row, THIndexCall *call)
{
  const THIndexEntry *entries = TH_entries(TH_CHAPTER_INDEX, TH_COMPLEXDOUBLE, 1);
  return entries[row](call);
}

static void test_masks(Steps s)
{
  static const Steps none = {0, 0, 0}, packed = {1, COLUMNS, 0};
  const uint8_t *set = THTensor_data(&mask);
  THTensor on_device = {0};
  THIndexCall call = {.step = WIDTH};
  int64_t k = 0;
  CHECK(!THTensor_to(&on_device, &mask, 1, TH_BYTE));
  uint8_t *bytes = THTensor_data(&on_device);
  begin();
  shape(&call.it, "maskedFill");
  add_words(&call.it, 0, s);
  add_words(&call.it, 0, s);
  add(&call.it, TH_BYTE, bytes, 1, COLUMNS);
  add_number(&call.it, read_at(1, s, 5));
  for (int64_t i = 0; i < N; i++)
    if (set[i]) memcpy(want_at(s, i), read_at(1, s, 5), WIDTH);
  CHECK(!run_index(TH_OP_maskedFill, &call) && same());

  begin();
  shape(&call.it, "maskedSelect");
  add_words(&call.it, 0, none);
  add_words(&call.it, 1, s);
  add(&call.it, TH_BYTE, bytes, 1, COLUMNS);
  for (int64_t i = 0; i < N; i++)
    if (set[i]) memcpy(want_at(packed, k++), read_at(1, s, i), WIDTH);
  call.size = k;
  CHECK(!run_index(TH_OP_maskedSelect, &call) && same());

  begin();
  shape(&call.it, "maskedCopy");
  add_words(&call.it, 0, s);
  add_words(&call.it, 1, none);
  add(&call.it, TH_BYTE, bytes, 1, COLUMNS);
  k = 0;
  for (int64_t i = 0; i < N; i++)
    if (set[i]) memcpy(want_at(s, i), read_at(1, packed, k++), WIDTH);
  CHECK(!run_index(TH_OP_maskedCopy, &call) && same());
  THTensor_clear(&on_device);
}

static void test_positions(Steps s)
{
  static const Steps none = {0, 0, 0}, packed = {1, COLUMNS, 0};
  const int64_t *at = THTensor_data(&positions);
  THTensor on_device = {0};
  THIndexCall call = {.step = WIDTH, .size = N};
  CHECK(!THTensor_to(&on_device, &positions, 1, TH_LONG));
  begin();
  shape(&call.it, "gather");
  add_words(&call.it, 0, s);
  add_words(&call.it, 1, none);
  add(&call.it, TH_LONG, THTensor_data(&on_device), 8, COLUMNS * 8);
  for (int64_t i = 0; i < N; i++) memcpy(want_at(s, i), read_at(1, packed, at[i] - 1), WIDTH);
  CHECK(!run_index(TH_OP_gather, &call) && !call.isOutside && same());

  begin();
  shape(&call.it, "scatter");
  add_words(&call.it, 0, none);
  add_words(&call.it, 1, s);
  add(&call.it, TH_LONG, THTensor_data(&on_device), 8, COLUMNS * 8);
  for (int64_t i = 0; i < N; i++) memcpy(want_at(packed, at[i] - 1), read_at(1, s, i), WIDTH);
  CHECK(!run_index(TH_OP_scatter, &call) && same());
  THTensor_clear(&on_device);
}

int main(void)
{
  CHECK(!THC_open());
  make();
  for (int nop = 2; nop <= MOST; nop++)
    for (int r = 0; r < LAYOUTS; r++)
      for (int x = 0; x < LAYOUTS; x++)
        for (int numbers = 0; numbers < 2; numbers++)
          if (nop > 2 || !numbers) test_rows(nop, layouts[r], layouts[x], numbers);
  test_copies();
  for (int s = 0; s < LAYOUTS; s++) {
    test_masks(layouts[s]);
    test_positions(layouts[s]);
  }
  for (int k = 0; k < MOST; k++) THTensor_clear(&here[k]), THTensor_clear(&there[k]);
  THTensor_clear(&mask), THTensor_clear(&positions);
  return CHECK_RESULT();
}
