/*
** The iterator: how it merges and orders dimensions, and that it visits every element once, with
** any number of threads.
*/
#include "TH.h"
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static THTensor counted(int ndim, const int64_t *size)
{
  THTensor t = {0};
  if (!CHECK(!THTensor_new(&t, 0, TH_INT, ndim, size))) exit(1);
  for (int64_t i = 0; i < t.storage->size; i++) ((int32_t *)t.storage->data)[i] = (int32_t)i;
  return t;
}

static void begin(THIter *it, int ndim, const int64_t *size, const THTensor *r, const THTensor *t)
{
  CHECK(!THIter_begin(it, "test", ndim, size) && !THIter_add(it, r) && !THIter_add(it, t));
}

/* A loop that computes r[i] += t[i] and counts its calls. */
static int rows;
static void add(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  __atomic_fetch_add(&rows, 1, __ATOMIC_RELAXED);
  for (ptrdiff_t i = 0; i < n; i++) *(int32_t *)(p[0] + i * s[0]) += *(int32_t *)(p[1] + i * s[1]);
}

static void test_one_run(void)
{
  THTensor r = counted(3, LIST(2, 3, 4)), t = counted(3, LIST(2, 3, 4));
  THIter it;
  begin(&it, 3, r.size, &r, &t);
  THIter_finish(&it);
  CHECK(it.ndim == 1 && it.size[0] == 24 && it.stride[0][0] == 4 && it.stride[0][1] == 4 &&
        it.count == 24);
  CHECK(!THTensor_transpose(&r, &r, 0, 2) && !THTensor_transpose(&t, &t, 0, 2));
  begin(&it, 3, r.size, &r, &t);
  THIter_finish(&it);
  CHECK(it.ndim == 1 && it.size[0] == 24 &&
        it.stride[0][0] == 4); /* both are transposed alike */
  THTensor_clear(&t);
  t = counted(3, r.size);
  begin(&it, 3, r.size, &r, &t);
  THIter_finish(&it);
  CHECK(it.ndim == 3 && it.size[0] == 4 && it.stride[0][0] == 4 && it.stride[0][1] == 24);
  THTensor_clear(&r), THTensor_clear(&t);
}

static void test_broadcast(void)
{
  THTensor r = counted(3, LIST(2, 3, 4)), t = counted(2, LIST(3, 1)), part = {0};
  THIter it;
  begin(&it, 3, r.size, &r, &t);
  THIter_finish(&it);
  CHECK(it.ndim == 3 && it.stride[0][1] == 0 && it.stride[1][1] == 4 && it.stride[2][1] == 0);
  CHECK(!THTensor_narrow(&part, &r, 1, 0, 2) && !THTensor_narrow(&t, &t, 0, 1, 1));
  begin(&it, 3, part.size, &part, &t);
  THIter_finish(&it);
  CHECK(it.ndim == 2 && it.size[0] == 8 && it.size[1] == 2 && it.stride[1][0] == 48);
  rows = 0;
  CHECK(!THIter_run(&it, add) && rows == 2);
  const int32_t *x = r.storage->data;
  CHECK(x[0] == 1 && x[7] == 8 && x[8] == 8 && x[12] == 13 && x[19] == 20 && x[20] == 20);
  THTensor_clear(&r), THTensor_clear(&t), THTensor_clear(&part);
}

static void test_numbers_and_sizes(void)
{
  THTensor r = counted(2, LIST(2, 1)), one = counted(0, NULL), none = counted(2, LIST(0, 3));
  THIter it;
  CHECK(!THIter_begin(&it, "test", 2, r.size) && !THIter_add(&it, &r));
  THIter_addNumber(&it, TH_INT, TH_real(7.9));
  THIter_finish(&it);
  CHECK(it.ndim == 1 && !THIter_run(&it, add) && ((int32_t *)r.storage->data)[1] == 8);
  begin(&it, 0, NULL, &one, &one);
  THIter_finish(&it);
  CHECK(it.ndim == 1 && it.size[0] == 1 && !THIter_run(&it, add));
  begin(&it, 2, none.size, &none, &none);
  THIter_finish(&it);
  rows = 0;
  CHECK(it.count == 0 && !THIter_run(&it, add) && rows == 0);
  THTensor_clear(&r), THTensor_clear(&one), THTensor_clear(&none);
}

static void test_refusals(void)
{
  THTensor r = counted(2, LIST(2, 3)), t = counted(1, LIST(2)), shrunk = counted(1, LIST(3));
  THIter it;
  CHECK(!THIter_begin(&it, "test", 2, r.size) && !THIter_add(&it, &r));
  CHECK(THIter_add(&it, &t) == TH_ESHAPE && says("test: operand 2 of size 2"));
  CHECK(!THStorage_resize(shrunk.storage, 2) && THIter_add(&it, &shrunk) == TH_EINVAL);
  t.flags = TH_FLAG_CONJUGATED;
  CHECK(THIter_add(&it, &t) == TH_EUNSUPPORTED && says("a view that is conjugated") && it.nop == 1);
  CHECK(THIter_begin(&it, "test", 9, (const int64_t[9]){0}) == TH_EINVAL);
  CHECK(THIter_begin(&it, "test", 2, LIST(1ll << 40, 1ll << 40)) == TH_ENOMEM);
  THTensor_clear(&r), THTensor_clear(&t), THTensor_clear(&shrunk);
}

/* Ranges that together make up the whole add to every element exactly once, wherever they are
   cut. */
static void test_ranges(void)
{
  THTensor r = counted(3, LIST(5, 7, 3)), t = counted(3, LIST(5, 7, 3));
  THIter it;
  CHECK(!THTensor_transpose(&t, &t, 0, 1) && !THTensor_reshape(&t, &t, 3, r.size));
  CHECK(!THTensor_transpose(&r, &r, 0, 2) && !THTensor_reshape(&t, &t, 3, r.size));
  for (int64_t step = 1; step < 110; step += 6) {
    THTensor wanted = {0};
    CHECK(!THTensor_clone(&wanted, &r, 0));
    begin(&it, 3, r.size, &r, &t);
    THIter_finish(&it);
    for (int64_t at = 0; at < it.count; at += step)
      THIter_walk(&it, add, at, at + step < it.count ? at + step : it.count);
    int64_t wrong = 0;
    for (int64_t i = 0; i < it.count; i++) {
      THNumber a, b, c;
      CHECK(!THTensor_get(&wanted, i, &a) && !THTensor_get(&t, i, &b) && !THTensor_get(&r, i, &c));
      wrong += c.integer != a.integer + b.integer;
    }
    CHECK(wrong == 0);
    THTensor_clear(&wanted);
  }
  THTensor_clear(&r), THTensor_clear(&t);
}

static void test_in_order(void)
{
  THTensor r = counted(2, LIST(3, 4)), t = counted(2, LIST(3, 4));
  THIter it;
  CHECK(!THTensor_transpose(&r, &r, 0, 1) && !THTensor_transpose(&t, &t, 0, 1));
  begin(&it, 2, r.size, &r, &t);
  THIter_finishInOrder(&it);
  CHECK(it.ndim == 2 && it.size[0] == 3 && it.stride[0][0] == 16 && it.stride[1][0] == 4);
  THTensor_clear(&r), THTensor_clear(&t);
}

/* An executor of the host: one thread for each piece. */
typedef struct Host { int calls, pieces; } Host;
typedef struct Piece { void (*run)(void *argument, int i); void *argument; int i; } Piece;

static void *run_piece(void *p)
{
  const Piece *piece = p;
  piece->run(piece->argument, piece->i);
  return NULL;
}

static void execute(void *context, int pieces, void (*run)(void *argument, int i), void *argument)
{
  Host *host = context;
  pthread_t thread[TH_MAX_THREADS];
  Piece piece[TH_MAX_THREADS];
  host->calls++, host->pieces += pieces;
  for (int i = 0; i < pieces; i++) {
    piece[i] = (Piece){run, argument, i};
    CHECK(!pthread_create(&thread[i], NULL, run_piece, &piece[i]));
  }
  for (int i = 0; i < pieces; i++) pthread_join(thread[i], NULL);
}

static void test_executor(void)
{
  enum { N = 1 << 20 };
  THTensor r = counted(1, LIST(N)), t = counted(1, LIST(N));
  Host host = {0, 0};
  THIter it;
  TH_setNumThreads(4);
  TH_setExecutor(&(THExecutor){execute, &host});
  begin(&it, 1, r.size, &r, &t);
  THIter_finish(&it);
  CHECK(!THIter_run(&it, add) && host.calls == 1 && host.pieces == 4);
  TH_setExecutor(NULL);
  CHECK(!THIter_run(&it, add) && host.calls == 1);
  int64_t wrong = 0;
  for (int64_t i = 0; i < N; i++) wrong += ((int32_t *)r.storage->data)[i] != 3 * i;
  CHECK(wrong == 0);
  THTensor_clear(&r), THTensor_clear(&t);
}

/* r[i] = 31 r[i] + t[i], which depends on the order. */
static void chain(void *context, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  (void)context;
  for (ptrdiff_t i = 0; i < n; i++) {
    uint32_t *r = (uint32_t *)(p[0] + i * s[0]);
    *r = 31 * *r + *(const uint32_t *)(p[1] + i * s[1]);
  }
}

/* All rows of t, or all columns, meet in one of r: their order is kept, and threads share the other
   dimension. */
static void test_apart(void)
{
  enum { N = 1500 };
  for (int d = 0; d < 2; d++) {
    THTensor r = {0}, t = counted(2, LIST(N, N));
    CHECK(!THTensor_new(&r, 0, TH_INT, 2, d ? LIST(N, 1) : LIST(1, N)));
    memset(r.storage->data, 0, N * sizeof(int32_t));
    Host host = {0, 0};
    THIter it;
    TH_setNumThreads(3);
    TH_setExecutor(&(THExecutor){execute, &host});
    begin(&it, 2, t.size, &r, &t);
    THIter_finish(&it);
    CHECK(!THIter_runApart(&it, chain, NULL) && host.pieces == 3);
    TH_setExecutor(NULL);
    int64_t wrong = 0;
    for (uint32_t i = 0; i < N; i++) {
      uint32_t expected = 0;
      for (uint32_t k = 0; k < N; k++) expected = 31 * expected + (d ? i * N + k : k * N + i);
      wrong += ((uint32_t *)r.storage->data)[i] != expected;
    }
    CHECK(wrong == 0);
    THTensor_clear(&r), THTensor_clear(&t);
  }
}

/* With one place for all positions there is nothing to share. */
static void test_one_place(void)
{
  THTensor r = {0}, t = counted(1, LIST(1 << 20));
  CHECK(!THTensor_new(&r, 0, TH_INT, 1, LIST(1)));
  *(uint32_t *)r.storage->data = 0;
  THIter it;
  begin(&it, 1, t.size, &r, &t);
  THIter_finish(&it);
  CHECK(!THIter_runApart(&it, chain, NULL));
  uint32_t expected = 0;
  for (uint32_t k = 0; k < 1 << 20; k++) expected = 31 * expected + k;
  CHECK(*(uint32_t *)r.storage->data == expected);
  THTensor_clear(&r), THTensor_clear(&t);
}

int main(void)
{
  test_one_run();
  test_broadcast();
  test_numbers_and_sizes();
  test_refusals();
  test_ranges();
  test_in_order();
  test_executor();
  test_apart();
  test_one_place();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
