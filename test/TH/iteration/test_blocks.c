/*
** Point-wise loops over blocks (THBlocks), moves of tiles and of runs (THMove): the right elements
** for any geometry, and no write outside the result.
*/
#include "TH.h"
#include "TH/iteration/THBlocks.h"
#include "TH/iteration/THMove.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

static uint32_t state = 1;

static int64_t below(int64_t n)
{
  state = state * 1664525u + 1013904223u;
  return (int64_t)(state >> 8) % n;
}

/* --- moves of tiles --- */

static int64_t load(const char *p, int width)
{
  int64_t value = 0;
  memcpy(&value, p, (size_t)width);
  return value;
}

/* Move n[0] x n[1] elements between two places; d and s are the steps of both in elements. */
static void check_move(int width, const int64_t *n, const int64_t *d, const int64_t *s)
{
  enum { BYTES = 1 << 17, BESIDE = 64 };
  static char dst[BYTES], src[BYTES];
  const ptrdiff_t ds[2] = {d[0] * width, d[1] * width}, ss[2] = {s[0] * width, s[1] * width};
  const size_t used = (size_t)((n[0] - 1) * ss[0] + (n[1] - 1) * ss[1] + width);
  const size_t around = (size_t)((n[0] - 1) * ds[0] + (n[1] - 1) * ds[1] + width + BESIDE);
  char *exact = malloc(used); /* of exact size, so that a sanitizer sees a read past the end */
  int64_t wrong = 0, touched = 0;
  if (!CHECK(exact && used <= BYTES && around <= BYTES)) exit(1);
  for (int i = 0; !src[BYTES - 1]; i++) src[i] = (char)(below(254) + 1);
  memcpy(exact, src, used);
  memset(dst, 0, around);
  th_moveTile(width, dst, ds, exact, ss, n);
  for (int64_t i = 0; i < n[0]; i++)
    for (int64_t j = 0; j < n[1]; j++) {
      char *r = dst + i * ds[0] + j * ds[1];
      wrong += load(r, width) != load(src + i * ss[0] + j * ss[1], width);
      memset(r, 0, (size_t)width);
    }
  for (size_t i = 0; i < around; i++) touched += dst[i] != 0;
  CHECK(wrong == 0 && touched == 0);
  free(exact);
}

static void test_moves(void)
{
  for (int width = 1; width <= 8; width *= 2)
    for (int64_t a = 1; a <= 35; a += 1 + (a > 9) + 2 * (a > 18))
      for (int64_t b = 1; b <= 35; b += 1 + (b > 9) + 2 * (b > 18)) {
        const int64_t n[2] = {a, b}, gap = below(3);
        const int64_t rows[2] = {1, a}, columns[2] = {b, 1};
        const int64_t wide_rows[2] = {1, a + gap}, wide_columns[2] = {b + gap, 1};
        const int64_t sparse[2] = {2, 2 * a + 1}, same[2] = {0, 1}, repeated[2] = {1, 0};
        check_move(width, n, rows, columns);
        check_move(width, n, rows, wide_columns);
        check_move(width, n, wide_rows, wide_columns);
        check_move(width, n, columns, rows);
        check_move(width, n, wide_columns, rows);
        check_move(width, n, rows, sparse);
        check_move(width, n, sparse, rows);
        check_move(width, n, rows, wide_rows);
        check_move(width, n, rows, same);
        check_move(width, n, rows, repeated);
      }
}

/* --- copies of runs, plain and past the caches --- */

static void check_run(size_t to, size_t from, size_t bytes, int streams)
{
  enum { MOST = 4096, BESIDE = 64 };
  static char dst[MOST], src[MOST];
  size_t touched = 0;
  for (int i = 0; !src[MOST - 1]; i++) src[i] = (char)(below(254) + 1);
  char *exact = malloc(bytes + 1);
  if (!CHECK(exact && to + bytes + BESIDE <= MOST && from + bytes <= MOST)) exit(1);
  memcpy(exact, src + from, bytes);
  memset(dst, 0, sizeof dst);
  if (streams) th_stream(dst + to, exact, bytes), th_streamed();
  else th_copy(dst + to, exact, bytes);
  CHECK(!memcmp(dst + to, exact, bytes));
  memset(dst + to, 0, bytes);
  for (size_t i = 0; i < sizeof dst; i++) touched += dst[i] != 0;
  CHECK(touched == 0);
  free(exact);
}

static void test_runs(void)
{
  for (int streams = 0; streams < 2; streams++)
    for (size_t to = 0; to < 70; to += 3)
      for (size_t bytes = 0; bytes < 3000; bytes += bytes < 70 ? 1 : 1 + (size_t)below(300))
        check_run(to, (size_t)below(64), bytes, streams);
}

/* --- loops over blocks --- */

/* The operation: r = 3 a - b, in integers of the given widths. */
static int widths[3];

static uint64_t value(const char *a, const char *b)
{
  return 3 * (uint64_t)load(a, widths[1]) - (uint64_t)load(b, widths[2]);
}

static void combine(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  for (ptrdiff_t i = 0; i < n; i++) {
    uint64_t r = value(p[1] + i * s[1], p[2] + i * s[2]);
    memcpy(p[0] + i * s[0], &r, (size_t)widths[0]);
  }
}

static void combine_with(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  (void)context;
  combine(p, s, n);
}

static const int dtypes[] = {TH_BYTE, TH_SHORT, TH_INT, TH_LONG};

static void fill(const THTensor *t)
{
  size_t bytes = (size_t)(t->storage->size * THStorage_elementSize(t->storage));
  for (size_t i = 0; i < bytes; i++) ((char *)t->storage->data)[i] = (char)(below(255) + 1);
}

/* A window in a larger storage, with its dimensions in any order in memory; if repeats, some are
   expanded. */
static void make(THTensor *t, int dtype, int ndim, const int64_t *size, int repeats)
{
  int at[TH_MAX_DIM];
  int64_t have[TH_MAX_DIM], turned[TH_MAX_DIM], from[TH_MAX_DIM];
  for (int d = 0; d < ndim; d++) {
    at[d] = d;
    have[d] = repeats && below(5) == 0 ? 1 : size[d];
    from[d] = below(3) ? 0 : below(3);
  }
  for (int d = ndim - 1; d > 0; d--) {
    int other = (int)below(d + 1), kept = at[d];
    at[d] = at[other], at[other] = kept;
  }
  for (int d = 0; d < ndim; d++) turned[at[d]] = have[d] + from[d] + (from[d] ? below(2) : 0);
  CHECK(!THTensor_new(t, 0, dtype, ndim, turned));
  fill(t);
  CHECK(!THTensor_permute(t, t, ndim, at));
  for (int d = 0; d < ndim; d++) CHECK(!THTensor_narrow(t, t, d, from[d], have[d]));
  CHECK(!THTensor_expand(t, t, ndim, size));
}

static char *element(const THTensor *t, int64_t index)
{
  char *p = THTensor_data(t);
  for (int d = t->nDimension - 1; d >= 0; d--) {
    p += index % t->size[d] * t->stride[d] * THDtype_traits(t->dtype)->size;
    index /= t->size[d];
  }
  return p;
}

/* The number of wrong elements of r, plus whether its storage has changed outside of r. */
static int64_t count_wrong(const THTensor *r, const THTensor *a, const THTensor *b, char *before)
{
  int64_t count = THTensor_nElement(r), wrong = 0;
  for (int64_t i = 0; i < count; i++) {
    uint64_t want = value(element(a, i), element(b, i));
    char *p = element(r, i);
    wrong += memcmp(p, &want, (size_t)widths[0]) != 0;
    memcpy(before + (p - (char *)r->storage->data), p, (size_t)widths[0]);
  }
  size_t bytes = (size_t)(r->storage->size * widths[0]);
  return wrong + (memcmp(before, r->storage->data, bytes) != 0);
}

static void check_map(const THTensor *r, const THTensor *a, const THTensor *b)
{
  THIter it;
  size_t bytes = (size_t)(r->storage->size * THStorage_elementSize(r->storage));
  char *before = malloc(bytes);
  if (!CHECK(before)) exit(1);
  memcpy(before, r->storage->data, bytes);
  const THTensor *all[3] = {r, a, b};
  CHECK(!THIter_begin(&it, "test", r->nDimension, r->size));
  for (int k = 0; k < 3; k++) {
    widths[k] = THDtype_traits(all[k]->dtype)->size;
    CHECK(!THIter_add(&it, all[k]));
  }
  THIter_finish(&it);
  CHECK(!THIter_map(&it, combine));
  CHECK(count_wrong(r, a, b, before) == 0);
  memset(r->storage->data, 0, bytes), memset(before, 0, bytes);
  th_blocks(&it, 1, widths[0], combine_with, NULL);
  CHECK(count_wrong(r, a, b, before) == 0);
  free(before);
}

/* A copy, a plain move: r gets the elements of a, and nothing beside r changes. */
static void check_copy(const THTensor *r, const THTensor *a)
{
  const size_t width = (size_t)THStorage_elementSize(r->storage);
  const size_t bytes = (size_t)r->storage->size * width;
  char *data = r->storage->data, *before = malloc(bytes);
  const int64_t count = THTensor_nElement(r);
  int64_t wrong = 0;
  if (!CHECK(before)) exit(1);
  memcpy(before, data, bytes);
  CHECK(!THTensor_copy((THTensor *)r, a));
  for (int64_t i = 0; i < count; i++) {
    const char *got = element(r, i);
    wrong += memcmp(got, element(a, i), width) != 0;
    memcpy(before + (got - data), got, width);
  }
  CHECK(wrong == 0 && memcmp(before, data, bytes) == 0);
  free(before);
}

static void test_random_geometry(void)
{
  static const int64_t sizes[] = {1,  2,  3,  4,  5,  7,  8,  9,  15, 16, 17,  31,  32,
                                  33, 47, 48, 63, 64, 65, 96, 97, 127, 130, 257, 700, 1030};
  enum { NUM_SIZES = sizeof sizes / sizeof *sizes };
  for (int round = 0; round < 250; round++) {
    int64_t size[TH_MAX_DIM], count = 1;
    int ndim = 1 + (int)below(5);
    THTensor r = {0}, a = {0}, b = {0};
    for (int d = 0; d < ndim; d++) {
      do size[d] = sizes[below(NUM_SIZES)]; while (size[d] > 1 && count * size[d] > 60000);
      count *= size[d];
    }
    TH_setNumThreads(1 + (int)below(8));
    make(&r, dtypes[below(4)], ndim, size, 0);
    make(&a, dtypes[below(4)], ndim, size, 1);
    make(&b, dtypes[below(4)], ndim, size, 1);
    check_map(&r, &a, &b);
    if (a.dtype == r.dtype) check_copy(&r, &a);
    THTensor_clear(&r), THTensor_clear(&a), THTensor_clear(&b);
  }
}

/* Results so large that they are written past the caches, starting anywhere in a cache line. */
static void check_large(int dtype, int64_t rows, int64_t columns, int64_t from, int turn)
{
  const int64_t size[2] = {rows, columns + from}, other[2] = {columns, rows};
  THTensor r = {0}, a = {0};
  CHECK(!THTensor_new(&r, 0, dtype, 2, size));
  CHECK(!THTensor_narrow(&r, &r, 1, from, columns));
  CHECK(!THTensor_new(&a, 0, dtype, 2, turn ? other : r.size));
  fill(&r), fill(&a);
  if (turn) CHECK(!THTensor_transpose(&a, &a, 0, 1));
  for (int threads = 1; threads <= 8; threads += 3) {
    TH_setNumThreads(threads);
    check_map(&r, &a, &a);
    check_copy(&r, &a);
  }
  THTensor_clear(&r), THTensor_clear(&a);
}

static void test_large(void)
{
  check_large(TH_INT, 1, (17 << 18) + 3, 1, 0);
  check_large(TH_LONG, 1500, 1501, 0, 0);
  check_large(TH_INT, 901, 1003, 0, 1);
  check_large(TH_INT, 1024, 1024, 3, 1);
  check_large(TH_INT, 256, 256, 0, 1); /* lines that displace each other */
  check_large(TH_BYTE, 1700, 1701, 1, 1);
  check_large(TH_SHORT, 1100, 1111, 0, 1);
  check_large(TH_LONG, 600, 601, 0, 1);
  check_large(TH_INT, 9001, 64, 0, 1);
  check_large(TH_SHORT, 8001, 160, 0, 1);
  check_large(TH_INT, 3000, 400, 0, 1); /* blocks that the buffer has no room for */
}

/* The number of elements of x that differ from the transpose of y. */
static int64_t count_unturned(const THTensor *x, const int32_t *y, int64_t n)
{
  int64_t wrong = 0;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      wrong += ((const int32_t *)x->storage->data)[i * n + j] != y[j * n + i];
  return wrong;
}

/* The result may be one of the operands, or overlap one that is its transpose. */
static void test_in_place(void)
{
  enum { N = 900 };
  THTensor r = {0}, turned = {0}, was = {0};
  CHECK(!THTensor_new(&r, 0, TH_INT, 2, (const int64_t[]){N, N}));
  fill(&r);
  CHECK(!THTensor_clone(&was, &r, 0) && !THTensor_transpose(&turned, &r, 0, 1));
  const int32_t *y = was.storage->data;
  CHECK(!THTensor_copy(&r, &turned) && count_unturned(&r, y, N) == 0);
  CHECK(!THTensor_transpose(&turned, &was, 0, 1));
  CHECK(!THOp_apply(&TH_ops[TH_OP_csub], &r,
                    (THOperand[]){{.tensor = &r}, {.tensor = &turned}, {.number = TH_real(1)}}));
  CHECK(!THOp_apply(&TH_ops[TH_OP_cadd], &turned,
                    (THOperand[]){{.tensor = &r}, {.tensor = &turned}, {.number = TH_real(1)}}));
  int64_t wrong = 0;
  for (int64_t i = 0; i < N * N; i++) wrong += ((const int32_t *)r.storage->data)[i] != 0;
  CHECK(wrong == 0);
  CHECK(!THTensor_copy(&r, &turned) && count_unturned(&r, y, N) == 0);
  THTensor_clear(&r), THTensor_clear(&turned), THTensor_clear(&was);
}

int main(void)
{
  test_moves();
  test_runs();
  test_random_geometry();
  test_large();
  test_in_place();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
