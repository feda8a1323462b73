/*
** Elements of 16 bytes. No storage of them can be made yet, but tiles, copies, masks and positions
** must handle them, on every level and in several threads, with the results of a loop over bytes.
*/
#include "TH.h"
#include "TH/backend/THConvertChapter.h"
#include "TH/backend/THIndexChapter.h"
#include "TH/iteration/THMove.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 16, ROWS = 300, COLUMNS = 70, N = ROWS * COLUMNS };

/* Elements start at an address that is no multiple of WIDTH, only of 8. */
typedef struct Words { _Alignas(16) char bytes[(2 * N + 1) * WIDTH]; } Words;
static Words from, to, wanted;
static uint8_t mask[N];
static int64_t positions[N];

static char *first_of(Words *words)
{
  return words->bytes + 8;
}

static uint64_t draw(void)
{
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static void fill(Words *words)
{
  for (size_t i = 0; i < sizeof words->bytes; i += 8) {
    const uint64_t word = draw();
    memcpy(words->bytes + i, &word, sizeof word);
  }
}

static void begin(void)
{
  fill(&from);
  fill(&to);
  wanted = to;
}

static int same(void)
{
  return !memcmp(&to, &wanted, sizeof to);
}

/* --- tiles --- */

static void move_plainly(const ptrdiff_t *d, const ptrdiff_t *s, const int64_t *n)
{
  for (int64_t j = 0; j < n[1]; j++)
    for (int64_t i = 0; i < n[0]; i++)
      memcpy(first_of(&wanted) + i * d[0] + j * d[1], first_of(&from) + i * s[0] + j * s[1], WIDTH);
}

static void test_tiles(void)
{
  static const int64_t sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 3}, {17, 5}, {33, 64}};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int64_t *n = sizes[k];
    const ptrdiff_t steps[][2] = {{WIDTH, WIDTH * n[0]}, {WIDTH * n[1], WIDTH},
                                  {2 * WIDTH, 2 * WIDTH * n[0]}, {WIDTH, 0}, {0, WIDTH}};
    for (int d = 0; d < 3; d++)
      for (int s = 0; s < 5; s++) {
        begin();
        th_moveTile(WIDTH, first_of(&to), steps[d], first_of(&from), steps[s], n);
        move_plainly(steps[d], steps[s], n);
        CHECK(same());
      }
  }
}

/* --- calls by hand --- */

static void shape(THIter *it, const char *op)
{
  *it = (THIter){.op = op, .ndim = 2, .size = {COLUMNS, ROWS}, .count = N};
}

static void add(THIter *it, int dtype, void *data, ptrdiff_t inner, ptrdiff_t outer)
{
  const int k = it->nop++;
  it->dtype[k] = dtype;
  it->data[k] = data;
  it->stride[0][k] = inner;
  it->stride[1][k] = outer;
}

static void add_words(THIter *it, Words *words, ptrdiff_t inner, ptrdiff_t outer)
{
  add(it, TH_COMPLEXDOUBLE, first_of(words), inner, outer);
}

static char *at(Words *words, int64_t i)
{
  return first_of(words) + i * WIDTH;
}

static THIterEntry convert(void)
{
  const THIterEntry *entries = TH_entries(TH_CHAPTER_CONVERT, TH_COMPLEXDOUBLE, 0);
  return entries[TH_OP_convert];
}

static int index_words(int row, THIndexCall *call)
{
  const THIndexEntry *entries = TH_entries(TH_CHAPTER_INDEX, TH_COMPLEXDOUBLE, 0);
  return entries[row](call);
}

static void test_copies(void)
{
  const ptrdiff_t row = COLUMNS * WIDTH;
  const ptrdiff_t steps[][2] = {{WIDTH, row}, {ROWS * WIDTH, WIDTH}, {2 * WIDTH, 2 * row}, {0, 0}};
  for (int d = 0; d < 3; d++)
    for (int s = 0; s < 4; s++) {
      THIter it;
      begin();
      shape(&it, "copy");
      add_words(&it, &to, steps[d][0], steps[d][1]);
      add_words(&it, &from, steps[s][0], steps[s][1]);
      CHECK(!convert()(&it));
      move_plainly(steps[d], steps[s], it.size);
      CHECK(same());
    }
}

/* Copies an element that is stored in the iterator, in place of a number. */
static void test_number(void)
{
  THIter it;
  begin();
  shape(&it, "fill");
  add_words(&it, &to, WIDTH, COLUMNS * WIDTH);
  memcpy(&it.number[1], at(&from, 0), WIDTH);
  add(&it, TH_COMPLEXDOUBLE, &it.number[1], 0, 0);
  CHECK(!convert()(&it));
  for (int i = 0; i < N; i++) memcpy(at(&wanted, i), at(&from, 0), WIDTH);
  CHECK(same());
}

static void test_masks(void)
{
  THIndexCall call = {.step = WIDTH};
  int64_t k = 0;
  begin();
  shape(&call.it, "maskedFill");
  add_words(&call.it, &to, WIDTH, COLUMNS * WIDTH);
  add_words(&call.it, &to, WIDTH, COLUMNS * WIDTH);
  add(&call.it, TH_BYTE, mask, 1, COLUMNS);
  memcpy(&call.it.number[3], at(&from, 0), WIDTH);
  add(&call.it, TH_COMPLEXDOUBLE, &call.it.number[3], 0, 0);
  CHECK(!index_words(TH_OP_maskedFill, &call));
  for (int i = 0; i < N; i++)
    if (mask[i]) memcpy(at(&wanted, i), at(&from, 0), WIDTH);
  CHECK(same());

  begin();
  shape(&call.it, "maskedSelect");
  add_words(&call.it, &to, 0, 0);
  add_words(&call.it, &from, WIDTH, COLUMNS * WIDTH);
  add(&call.it, TH_BYTE, mask, 1, COLUMNS);
  for (int i = 0; i < N; i++)
    if (mask[i]) memcpy(at(&wanted, k++), at(&from, i), WIDTH);
  call.size = k;
  CHECK(!index_words(TH_OP_maskedSelect, &call) && same());

  begin();
  shape(&call.it, "maskedCopy");
  add_words(&call.it, &to, WIDTH, COLUMNS * WIDTH);
  add_words(&call.it, &from, 0, 0);
  add(&call.it, TH_BYTE, mask, 1, COLUMNS);
  k = 0;
  for (int i = 0; i < N; i++)
    if (mask[i]) memcpy(at(&wanted, i), at(&from, k++), WIDTH);
  CHECK(!index_words(TH_OP_maskedCopy, &call) && same());
}

static void test_positions(void)
{
  THIndexCall call = {.step = WIDTH, .size = N};
  begin();
  shape(&call.it, "gather");
  add_words(&call.it, &to, WIDTH, COLUMNS * WIDTH);
  add_words(&call.it, &from, 0, 0);
  add(&call.it, TH_LONG, positions, 8, COLUMNS * 8);
  for (int i = 0; i < N; i++) memcpy(at(&wanted, i), at(&from, positions[i] - 1), WIDTH);
  CHECK(!index_words(TH_OP_gather, &call) && !call.isOutside && same());

  begin();
  shape(&call.it, "scatter");
  add_words(&call.it, &to, 0, 0);
  add_words(&call.it, &from, WIDTH, COLUMNS * WIDTH);
  add(&call.it, TH_LONG, positions, 8, COLUMNS * 8);
  for (int i = 0; i < N; i++) memcpy(at(&wanted, positions[i] - 1), at(&from, i), WIDTH);
  CHECK(!index_words(TH_OP_scatter, &call) && same());
}

int main(void)
{
  const void *index = TH_entries(TH_CHAPTER_INDEX, TH_COMPLEXDOUBLE, 0);
  CHECK(index && !((const THIndexEntry *)index)[TH_OP_scatterAdd]);
  CHECK(THDtype_word(TH_COMPLEXDOUBLE) == TH_COMPLEXDOUBLE && THDtype_word(TH_DOUBLE) == TH_LONG);
  for (int i = 0; i < N; i++) {
    mask[i] = draw() % 3 == 0;
    positions[i] = 1 + (int64_t)(draw() % N);
  }
  test_tiles();
  for (const char *const *level = THCpu_levels(); *level; level++)
    for (int threads = 1; threads <= 3; threads += 2) {
      CHECK(!THCpu_setLevel(*level));
      TH_setNumThreads(threads);
      test_copies();
      test_number();
      test_masks();
      test_positions();
    }
  return CHECK_RESULT();
}
