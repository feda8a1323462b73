/*
** Indexing by position and mask, and joined tensors: every dtype against plain loops; the same
** results on every SIMD level and thread count; on a device with its own table of entries; and with
** each allocation failing in turn.
*/
#include "TH.h"
#include "TH/backend/THIndexChapter.h"
#include "TH/platform/THPlatform.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

enum { ROWS = 7, COLUMNS = 5, PICKED = 9 };

static int64_t draw(int64_t n)
{
  static uint64_t state = 0x9e3779b97f4a7c15u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (int64_t)(state % (uint64_t)n);
}

static THTensor tensor(int device, int dtype, int ndim, const int64_t *size)
{
  THTensor t = {0};
  if (!CHECK(!THTensor_new(&t, device, dtype, ndim, size))) exit(1);
  return t;
}

/* The address of element i, j of a matrix. */
static char *at(const THTensor *t, int64_t i, int64_t j)
{
  char *p = THTensor_data(t);
  return p + (i * t->stride[0] + j * t->stride[1]) * THDtype_traits(t->dtype)->size;
}

static double value(const THTensor *t, int64_t i, int64_t j)
{
  return TH_asReal(THDtype_load(t->dtype, at(t, i, j)));
}

static void fill_matrix(const THTensor *t)
{
  for (int64_t i = 0; i < t->size[0]; i++)
    for (int64_t j = 0; j < t->size[1]; j++)
      THDtype_store(t->dtype, at(t, i, j), TH_integer(draw(100)));
}

/* A matrix whose elements are not contiguous: part of the transpose of a larger one. */
static THTensor matrix(int dtype, int64_t rows, int64_t columns)
{
  THTensor t = tensor(0, dtype, 2, LIST(columns + 1, rows + 2));
  CHECK(!THTensor_transpose(&t, &t, 0, 1));
  CHECK(!THTensor_narrow(&t, &t, 0, 1, rows) && !THTensor_narrow(&t, &t, 1, 0, columns));
  fill_matrix(&t);
  return t;
}

static THTensor positions(int64_t rows, int64_t columns, int64_t limit)
{
  THTensor t = tensor(0, TH_LONG, 2, LIST(rows, columns));
  int64_t *p = THTensor_data(&t);
  for (int64_t i = 0; i < rows * columns; i++) p[i] = 1 + draw(limit);
  return t;
}

static int64_t position(const THTensor *idx, int64_t i, int64_t j)
{
  return *(int64_t *)at(idx, i, j) - 1;
}

/* --- against loops --- */

static void check_gather(int dtype)
{
  THTensor x = matrix(dtype, ROWS, COLUMNS), idx = positions(ROWS, PICKED, COLUMNS), r = {0};
  CHECK(!THTensor_gather(&r, &x, 1, &idx));
  CHECK(r.dtype == dtype && r.size[0] == ROWS && r.size[1] == PICKED);
  int same = 1;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < PICKED; j++) same &= value(&r, i, j) == value(&x, i, position(&idx, i, j));
  CHECK(same);
  THTensor_clear(&x), THTensor_clear(&idx), THTensor_clear(&r);
}

/* If several elements go to one place, scatter keeps the last and scatterAdd sums: a model in
   doubles. */
static void check_scatter(int dtype)
{
  THTensor x = matrix(dtype, ROWS, COLUMNS), sum = {0};
  THTensor idx = positions(PICKED, COLUMNS, ROWS), src = matrix(dtype, PICKED, COLUMNS);
  double last[ROWS][COLUMNS], total[ROWS][COLUMNS];
  if (dtype == TH_BFLOAT16) CHECK(!THTensor_fill(&src, TH_integer(1)));
  CHECK(!THTensor_clone(&sum, &x, 0));
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) last[i][j] = total[i][j] = value(&x, i, j);
  for (int i = 0; i < PICKED; i++)
    for (int j = 0; j < COLUMNS; j++) {
      last[position(&idx, i, j)][j] = value(&src, i, j);
      total[position(&idx, i, j)][j] += value(&src, i, j);
    }
  CHECK(!THTensor_scatter(&x, 0, &idx, &src) && !THTensor_scatterAdd(&sum, 0, &idx, &src));
  int same = 1;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      char element[8];
      THDtype_store(dtype, element, TH_real(total[i][j]));
      same &= value(&x, i, j) == last[i][j];
      same &= value(&sum, i, j) == TH_asReal(THDtype_load(dtype, element));
    }
  CHECK(same);
  THTensor_clear(&x), THTensor_clear(&sum), THTensor_clear(&idx), THTensor_clear(&src);
}

static void check_masks(int dtype)
{
  THTensor x = matrix(dtype, ROWS, COLUMNS), mask = matrix(TH_BOOL, ROWS, COLUMNS);
  THTensor r = {0}, filled = {0}, back = {0};
  CHECK(!THTensor_fill(&mask, TH_integer(0)));
  for (int k = 0; k < ROWS * 2; k++) *at(&mask, draw(ROWS), draw(COLUMNS)) = 1;
  CHECK(!THTensor_maskedSelect(&r, &x, &mask));
  CHECK(!THTensor_clone(&filled, &x, 0) && !THTensor_maskedFill(&filled, &mask, TH_integer(1)));
  CHECK(!THTensor_clone(&back, &filled, 0) && !THTensor_maskedCopy(&back, &mask, &r));
  int same = 1, n = 0;
  const int width = THDtype_traits(dtype)->size;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      const int taken = *at(&mask, i, j);
      if (taken)
        same &= !memcmp((char *)THTensor_data(&r) + n++ * width, at(&x, i, j), (size_t)width);
      same &= value(&filled, i, j) == (taken ? 1 : value(&x, i, j));
      same &= value(&back, i, j) == value(&x, i, j);
    }
  CHECK(same && r.nDimension == 1 && r.size[0] == n);
  THTensor_clear(&x), THTensor_clear(&mask), THTensor_clear(&r);
  THTensor_clear(&filled), THTensor_clear(&back);
}

/* --- errors: the right status, and nothing changes --- */

static void test_refused(void)
{
  THTensor x = matrix(TH_FLOAT, 2, 3), before = {0}, other = matrix(TH_INT, 2, 3), r = {0};
  THTensor idx = positions(1, 2, 2), mask = tensor(0, TH_BYTE, 1, LIST(2)), vector = {0};
  CHECK(!THTensor_select(&vector, &idx, 0, 0) && !THTensor_clone(&before, &x, 0));
  CHECK(THTensor_index(&r, &x, 2, &vector) == TH_EINVAL);
  CHECK(THTensor_index(&r, &x, 0, &other) == TH_EDTYPE);
  CHECK(THTensor_index(&r, &x, 0, &idx) == TH_ESHAPE);
  CHECK(THTensor_gather(&r, &x, 0, &idx) == TH_ESHAPE);
  CHECK(THTensor_index(&other, &x, 0, &vector) == TH_EDTYPE);
  CHECK(THTensor_maskedSelect(&r, &x, &other) == TH_EDTYPE);
  CHECK(THTensor_maskedFill(&x, &mask, TH_integer(1)) == TH_ESHAPE);
  CHECK(THTensor_cat(&r, 0, NULL, 0) == TH_EINVAL);
  CHECK(THTensor_cat(&idx, 1, (const THTensor *[]){&x}, 0) == TH_EDTYPE);
  CHECK(THTensor_cat(&r, 1, (const THTensor *[]){&x}, TH_MAX_DIM) == TH_EINVAL);
  CHECK(THTensor_repeat(&r, &x, 1, LIST(2)) == TH_ESHAPE);
  CHECK(THTensor_repeat(&r, &x, 2, LIST(1, INT64_MAX)) == TH_ENOMEM);
  CHECK(THTensor_diag(&r, &x, INT64_MIN) == TH_ENOMEM);
  *(int64_t *)THTensor_data(&vector) = INT64_MIN;
  CHECK(THTensor_indexFill(&x, 0, &vector, TH_integer(7)) == TH_EINVAL);
  CHECK(strcmp(TH_error(),
               "indexFill: no position -9223372036854775808 in dimension 1 of size 2") == 0);
  CHECK(r.storage == NULL && r.nDimension == 0);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) CHECK(value(&x, i, j) == value(&before, i, j));
  THTensor_clear(&x), THTensor_clear(&before), THTensor_clear(&other), THTensor_clear(&r);
  THTensor_clear(&idx), THTensor_clear(&mask), THTensor_clear(&vector);
}

/* --- the same bits for every level and thread count --- */

enum { LARGE = 300000 };

/* Several calls, their results concatenated into one tensor. */
static THTensor round_of_calls(const THTensor *x, const THTensor *idx, const THTensor *mask)
{
  THTensor r[4], all = {0};
  memset(r, 0, sizeof r);
  CHECK(!THTensor_index(&r[0], x, 0, idx) && !THTensor_maskedSelect(&r[1], x, mask));
  CHECK(!THTensor_clone(&r[2], x, 0) && !THTensor_indexAdd(&r[2], 0, idx, x));
  CHECK(!THTensor_clone(&r[3], x, 0) && !THTensor_indexCopy(&r[3], 0, idx, x));
  CHECK(!THTensor_cat(&all, 4, (const THTensor *[]){&r[0], &r[1], &r[2], &r[3]}, 0));
  for (int k = 0; k < 4; k++) THTensor_clear(&r[k]);
  return all;
}

static void test_levels_and_threads(void)
{
  THTensor x = tensor(0, TH_FLOAT, 1, LIST(LARGE)), mask = tensor(0, TH_BYTE, 1, LIST(LARGE));
  THTensor idx = tensor(0, TH_LONG, 1, LIST(LARGE)), first = {0};
  for (int i = 0; i < LARGE; i++) {
    ((float *)THTensor_data(&x))[i] = (float)draw(1000) / 7;
    ((uint8_t *)THTensor_data(&mask))[i] = (uint8_t)draw(2);
    ((int64_t *)THTensor_data(&idx))[i] = 1 + draw(LARGE);
  }
  for (const char *const *level = THCpu_levels(); *level; level++)
    for (int threads = 1; threads <= 4; threads += 3) {
      CHECK(!THCpu_setLevel(*level));
      TH_setNumThreads(threads);
      THTensor all = round_of_calls(&x, &idx, &mask);
      if (!first.storage) THTensor_set(&first, &all);
      CHECK(all.size[0] == first.size[0]);
      CHECK(
          !memcmp(THTensor_data(&all), THTensor_data(&first), (size_t)all.size[0] * sizeof(float)));
      THTensor_clear(&all);
    }
  THTensor_clear(&x), THTensor_clear(&mask), THTensor_clear(&idx), THTensor_clear(&first);
}

/* --- a mock device whose memory is the CPU's and whose allocations can fail --- */

typedef struct Memory { int64_t live; int countdown; } Memory;

static void *count_alloc(void *context, size_t bytes)
{
  Memory *m = context;
  if (m->countdown-- == 0) return NULL;
  m->live++;
  return th_newAligned(256, bytes);
}

static void count_free(void *context, void *data, size_t bytes)
{
  (void)bytes;
  ((Memory *)context)->live--;
  th_freeAligned(data);
}

static Memory memory = {.countdown = -1};
static THAllocator allocator = {
    .alloc = count_alloc, .free = count_free, .context = &memory, .device = 1};
static int gathers;

static const THIndexEntry *ints_of_cpu(void)
{
  return THTables_entries(THCpu_tables(), TH_CHAPTER_INDEX, TH_INT);
}

static int counted_gather(THIndexCall *call)
{
  gathers++;
  return ints_of_cpu()[TH_OP_gather](call);
}

/* The CPU's entries except one: floats are gathered as integers of their width, which is
   counted. */
static void register_device(void)
{
  static THIndexEntry ints[TH_INDEX_ROWS];
  static THTables tables;
  static const THBackend device = {.name = "mock", .allocator = &allocator, .tables = &tables};
  tables = *THCpu_tables();
  memcpy(ints, ints_of_cpu(), sizeof ints);
  ints[TH_OP_gather] = counted_gather;
  tables.entry[TH_CHAPTER_INDEX][TH_INT] = ints;
  CHECK(!TH_registerBackend(1, &device));
}

typedef struct World { THTensor x, idx, elements, mask, r; } World;

#define CALL(name, ...) \
static int name(World *w) { return __VA_ARGS__; }
CALL(do_index, THTensor_index(&w->x, &w->x, 0, &w->idx))
CALL(do_copy, THTensor_indexCopy(&w->x, 0, &w->idx, &w->x))
CALL(do_gather, THTensor_gather(&w->x, &w->x, 0, &w->elements))
CALL(do_scatter, THTensor_scatter(&w->x, 0, &w->elements, &w->x))
CALL(do_add, THTensor_scatterAdd(&w->x, 0, &w->elements, &w->x))
CALL(do_select, THTensor_maskedSelect(&w->x, &w->x, &w->mask))
CALL(do_masked, THTensor_maskedCopy(&w->x, &w->mask, &w->x))
CALL(do_cat, THTensor_cat(&w->x, 2, (const THTensor *[]){&w->x, &w->x}, 0))
CALL(do_fresh, THTensor_cat(&w->r, 2, (const THTensor *[]){&w->x, &w->x}, 1))
CALL(do_repeat, THTensor_repeat(&w->x, &w->x, 3, LIST(2, 1, 2)))
CALL(do_tril, THTensor_tril(&w->r, &w->x, 0))
CALL(do_diag, THTensor_diag(&w->x, &w->x, 0))

static int (*const calls[])(World *) = {
  do_index, do_copy, do_gather, do_scatter, do_add, do_select,
  do_masked, do_cat, do_fresh, do_repeat, do_tril, do_diag,
};

static World make_world(void)
{
  World w = {.x = tensor(1, TH_FLOAT, 2, LIST(2, 2)),
             .idx = tensor(1, TH_LONG, 1, LIST(2)),
             .elements = tensor(1, TH_LONG, 2, LIST(2, 2)),
             .mask = tensor(1, TH_BYTE, 2, LIST(2, 2))};
  memcpy(THTensor_data(&w.x), (float[]){1, 2, 3, 4}, 4 * sizeof(float));
  memcpy(THTensor_data(&w.idx), LIST(2, 1), 2 * sizeof(int64_t));
  memcpy(THTensor_data(&w.elements), LIST(2, 1, 1, 2), 4 * sizeof(int64_t));
  memcpy(THTensor_data(&w.mask), (uint8_t[]){1, 0, 1, 1}, 4);
  return w;
}

static void drop_world(World *w)
{
  THTensor_clear(&w->x), THTensor_clear(&w->idx), THTensor_clear(&w->elements);
  THTensor_clear(&w->mask), THTensor_clear(&w->r);
}

/* Whichever allocation fails, the call reports it, x keeps its elements, and nothing leaks. */
static void test_no_memory(int (*call)(World *))
{
  for (int fail_at = 0, status = TH_ENOMEM; status; fail_at++) {
    World w = make_world();
    memory.countdown = fail_at;
    status = call(&w);
    memory.countdown = -1;
    CHECK(status == TH_OK || status == TH_ENOMEM);
    if (status) {
      CHECK(w.x.nDimension == 2 && w.r.storage == NULL);
      CHECK(!memcmp(THTensor_data(&w.x), (float[]){1, 2, 3, 4}, 4 * sizeof(float)));
    }
    drop_world(&w);
    CHECK(memory.live == 0);
    if (fail_at > 20) break;
  }
}

static void test_device(void)
{
  register_device();
  World w = make_world();
  CHECK(!THTensor_index(&w.r, &w.x, 0, &w.idx) && gathers == 1);
  CHECK(w.r.storage->device == 1);
  CHECK(!memcmp(THTensor_data(&w.r), (float[]){3, 4, 1, 2}, 4 * sizeof(float)));
  THTensor cpu = positions(1, 2, 2), vector = {0};
  CHECK(!THTensor_select(&vector, &cpu, 0, 0));
  CHECK(THTensor_index(&w.x, &w.x, 0, &vector) == TH_EUNSUPPORTED);
  THTensor_clear(&cpu), THTensor_clear(&vector);
  drop_world(&w);
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) test_no_memory(calls[k]);
  CHECK(!TH_registerBackend(1, NULL));
}

int main(void)
{
  for (int dtype = 1; dtype < TH_NUM_REAL; dtype++)
    for (int round = 0; round < 20; round++) {
      check_gather(dtype);
      check_scatter(dtype);
      check_masks(dtype);
    }
  test_refused();
  test_device();
  test_levels_and_threads();
  return CHECK_RESULT();
}
