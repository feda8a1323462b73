/*
** Storages: who owns their memory, which may be resized, views of and borrowed memory, and storages
** found by address.
*/
#include "TH.h"
#include "TH/platform/THPlatform.h"
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* An allocator that counts its blocks and fails above a limit. */
typedef struct Counter { size_t live, calls, limit; } Counter;

static void *count_alloc(void *context, size_t bytes)
{
  Counter *c = context;
  void *data = bytes > c->limit - c->live ? NULL : th_newAligned(256, bytes);
  if (data) c->live += bytes, c->calls++;
  return data;
}

static void count_free(void *context, void *data, size_t bytes)
{
  ((Counter *)context)->live -= bytes;
  th_freeAligned(data);
}

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void test_owned(void)
{
  Counter c = {.limit = 4096};
  THAllocator counting = {.alloc = count_alloc, .free = count_free, .context = &c};
  THAccount *account = THAccount_new();
  TH_setAccount(account);
  THStorage *s = THStorage_new(TH_INT, 100, &counting);
  if (!CHECK(s)) return;
  CHECK(s->size == 100 && s->dtype == TH_INT && s->device == 0 && s->refcount == 1);
  CHECK(c.live == 400 && account->allocated == 400 && s->account == account);
  THStorage_retain(s);
  THStorage_release(s);
  CHECK(c.live == 400);
  CHECK(!THStorage_new(TH_INT, 1000, &counting) && says("not enough memory"));
  CHECK(c.live == 400 && c.calls == 1);
  THStorage_release(s);
  CHECK(c.live == 0);
  THStorage *none = THStorage_new(TH_DOUBLE, 0, &counting);
  CHECK(none && !none->data && c.calls == 1);
  CHECK(THAccount_live(account) == 0);
  THAccount_close(account);
  THStorage_release(none);
  THStorage_retain(NULL), THStorage_release(NULL);
}

/* The most that addresses reach: of 32 bits there may be so much, which is 2 GB. */
static void check_largest(int dtype, int64_t size)
{
  THStorage *s = THStorage_new(dtype, size, NULL);
  CHECK(s ? sizeof(void *) == 4 : says("not enough memory"));
  THStorage_release(s);
}

static void test_overflow(void)
{
  CHECK(!THStorage_new(TH_DOUBLE, INT64_MAX, NULL) && says("not enough memory"));
  check_largest(TH_DOUBLE, PTRDIFF_MAX / 8);
  check_largest(TH_BYTE, PTRDIFF_MAX);
  CHECK(!THStorage_new(TH_DOUBLE, -1, NULL) && says("negative"));
  CHECK(!THStorage_new(TH_NUM_DTYPES, 1, NULL) && says("no element type with that code"));
  CHECK(!THStorage_new(TH_UNDEFINED, 1, NULL) && !THStorage_new(999, 1, NULL) &&
        !THStorage_new(-1, 1, NULL));
  CHECK(!THStorage_borrow(TH_INT, NULL, INT64_MAX, NULL, NULL));
  CHECK(!THStorage_borrow(TH_INT, NULL, 1, NULL, NULL) && says("from NULL"));
}

static void count_delete(void *context, void *data)
{
  CHECK(((int32_t *)data)[1] == 8);
  ++*(int *)context;
}

static void test_borrowed(void)
{
  int32_t mine[4] = {7, 8, 9, 10};
  int deleted = 0;
  THStorage *s = THStorage_borrow(TH_INT, mine, 4, count_delete, &deleted);
  CHECK(s && s->data == mine && !(s->flag & TH_STORAGE_RESIZABLE));
  CHECK(THStorage_resize(s, 5) == TH_EINVAL && says("borrowed"));
  CHECK(THStorage_resize(s, 4) == TH_OK && s->size == 4);
  THTensor t = {0};
  CHECK(THTensor_setStorage(&t, s, 1, 1, (const int64_t[]){2}, NULL) == TH_OK && s->refcount == 2);
  THStorage_release(s);
  CHECK(THTensor_fill(&t, TH_integer(8)) == TH_OK && mine[0] == 7 && mine[2] == 8 && mine[3] == 10);
  CHECK(deleted == 0);
  CHECK(THTensor_resize("resize", &t, 1, (const int64_t[]){4}, NULL) == TH_EINVAL &&
        t.size[0] == 2);
  THTensor_clear(&t);
  CHECK(deleted == 1);
  s = THStorage_borrow(TH_INT, mine, 4, NULL, NULL);
  CHECK(s);
  THStorage_release(s);
  CHECK(mine[3] == 10);
}

static void test_read_only(void)
{
  int32_t mine[2] = {1, 2};
  THStorage *s = THStorage_borrow(TH_INT, mine, 2, NULL, NULL);
  THTensor t = {0};
  s->flag |= TH_STORAGE_READONLY;
  CHECK(!THTensor_setStorage(&t, s, 0, 1, (const int64_t[]){2}, NULL));
  CHECK(THTensor_fill(&t, TH_integer(5)) == TH_EINVAL && says("read-only"));
  CHECK(THTensor_put(&t, 0, TH_integer(5)) == TH_EINVAL && says("read-only"));
  CHECK(mine[0] == 1 && mine[1] == 2);
  THStorage *part = THStorage_view(s, 1, 1);
  CHECK(part && part->flag & TH_STORAGE_READONLY);
  THStorage_release(part), THStorage_release(s), THTensor_clear(&t);
}

static void test_view(void)
{
  Counter c = {.limit = 4096};
  THAllocator counting = {.alloc = count_alloc, .free = count_free, .context = &c};
  THStorage *parent = THStorage_new(TH_SHORT, 10, &counting);
  for (int i = 0; i < 10; i++) ((int16_t *)parent->data)[i] = (int16_t)i;
  THStorage *view = THStorage_view(parent, 4, 3), *inner = THStorage_view(view, 1, 2),
            *end = THStorage_view(parent, 10, 0);
  CHECK(view && inner && end && !end->data);
  CHECK(((int16_t *)inner->data)[0] == 5 && inner->size == 2);
  CHECK(!THStorage_view(parent, 8, 3) && says("do not fit"));
  CHECK(!THStorage_view(parent, -1, 3) && !THStorage_view(parent, 1, INT64_MAX) &&
        !THStorage_view(parent, 0, -1));
  CHECK(THStorage_resize(parent, 20) == TH_ESHARED && says("is a view of it"));
  CHECK(THStorage_resize(view, 2) == TH_EINVAL && says("view"));
  THStorage_release(parent), THStorage_release(view);
  ((int16_t *)inner->data)[1] = 60;
  CHECK(c.live == 20 && parent->viewers == 2 && ((int16_t *)parent->data)[6] == 60);
  THStorage_release(inner);
  CHECK(c.live == 20 && THStorage_resize(parent, 5) == TH_ESHARED);
  THStorage_retain(parent);
  THStorage_release(end);
  CHECK(THStorage_resize(parent, 5) == TH_OK && c.live == 10);
  THStorage_release(parent);
  CHECK(c.live == 0);
}

static void test_resize(void)
{
  Counter c = {.limit = 400};
  THAllocator counting = {.alloc = count_alloc, .free = count_free, .context = &c};
  THStorage *s = THStorage_new(TH_INT, 4, &counting);
  for (int i = 0; i < 4; i++) ((int32_t *)s->data)[i] = i;
  CHECK(THStorage_resize(s, 50) == TH_OK && s->size == 50 && c.live == 200);
  CHECK(((int32_t *)s->data)[3] == 3);
  void *data = s->data;
  CHECK(THStorage_resize(s, 100) == TH_ENOMEM && s->size == 50 && s->data == data && c.live == 200);
  CHECK(THStorage_resize(s, -1) == TH_EINVAL && THStorage_resize(s, INT64_MAX) == TH_ENOMEM &&
        s->data == data);
  CHECK(THStorage_resize(s, 2) == TH_OK && ((int32_t *)s->data)[1] == 1 && c.live == 8);
  CHECK(THStorage_resize(s, 0) == TH_OK && !s->data && c.live == 0);
  CHECK(THStorage_resize(s, 3) == TH_OK && s->data);
  THStorage_release(s);
  CHECK(c.live == 0);
}

/* A tensor whose storage shrank afterwards is refused, not read beyond the end. */
static void test_shrunk(void)
{
  THTensor t = {0}, r = {0};
  CHECK(!THTensor_new(&t, 0, TH_INT, 1, (const int64_t[]){10}));
  CHECK(!THTensor_fill(&t, TH_integer(3)));
  CHECK(!THStorage_resize(t.storage, 9));
  CHECK(THTensor_clone(&r, &t, 0) == TH_EINVAL && says("shrank to 9") && !r.storage);
  CHECK(THTensor_fill(&t, TH_integer(4)) == TH_EINVAL && ((int32_t *)t.storage->data)[0] == 3);
  CHECK(THTensor_put(&t, 9, TH_integer(4)) == TH_EINVAL);
  THTensor_clear(&t);
}

static int aligned(const void *data, size_t to)
{
  return (uintptr_t)data % to == 0;
}

static void test_cache(void)
{
  TH_setCacheLimit((size_t)64 << 20);
  TH_emptyCache();
  THMemoryStats start = TH_memoryStats();
  CHECK(start.cached == 0);
  THStorage *s = THStorage_new(TH_BYTE, 5000, NULL);
  void *data = s->data;
  THMemoryStats held = TH_memoryStats();
  CHECK(aligned(data, 256) && held.live >= start.live + 5000 && held.peak >= held.live);
  THStorage_release(s);
  THMemoryStats kept = TH_memoryStats();
  CHECK(kept.live == start.live && kept.cached >= 5000 && kept.cached <= 6250);
  s = THStorage_new(TH_BYTE, 5010, NULL);
  CHECK(s->data == data && TH_memoryStats().cached == 0);
  THStorage *t = THStorage_new(TH_BYTE, 10, NULL);
  CHECK(aligned(t->data, TH_ALIGN));
  THStorage_release(s), THStorage_release(t);
  TH_setCacheLimit(64);
  CHECK(TH_memoryStats().cached <= 64);
  TH_setCacheLimit(0);
  s = THStorage_new(TH_BYTE, 5000, NULL);
  THStorage_release(s);
  CHECK(TH_memoryStats().cached == 0 && TH_memoryStats().live == start.live);
}

/* Blocks of every size are as large as asked for: write to all bytes (ASan watches). */
static void test_classes(void)
{
  TH_setCacheLimit((size_t)1 << 20);
  for (int64_t n = 1; n < 70000; n += 1 + n / 16) {
    THStorage *s = THStorage_new(TH_BYTE, n, NULL);
    if (!CHECK(s && aligned(s->data, n >= 1024 ? 256 : TH_ALIGN))) return;
    memset(s->data, 1, (size_t)n);
    THStorage_release(s);
  }
  TH_setCacheLimit(0);
}

static void *churn(void *storage)
{
  for (int i = 0; i < 2000; i++) {
    THStorage *s = THStorage_new(TH_FLOAT, 1 + i % 300, NULL);
    if (s) ((float *)s->data)[i % 300] = 1;
    THStorage_retain(storage);
    THStorage_release(storage);
    THStorage_release(s);
  }
  return NULL;
}

static void test_threads(void)
{
  enum { N = 4 };
  pthread_t thread[N];
  THStorage *s = THStorage_new(TH_FLOAT, 10, NULL);
  size_t live = TH_memoryStats().live;
  for (int i = 0; i < N; i++) pthread_create(&thread[i], NULL, churn, s);
  for (int i = 0; i < N; i++) pthread_join(thread[i], NULL);
  CHECK(s->refcount == 1 && TH_memoryStats().live == live);
  THStorage_release(s);
}

/* Threads look up addresses while others publish and release the storages there. */
static void *seek_and_publish(void *address)
{
  for (int i = 0; i < 2000; i++) {
    THStorage *s = THStorage_new(TH_FLOAT, 4, NULL);
    if (s && THStorage_publish(s)) THStorage_release(s), s = NULL;
    if (i % 2 && s) __atomic_store_n((void **)address, s->data, __ATOMIC_RELAXED);
    THStorage_release(THStorage_at(TH_INT, __atomic_load_n((void **)address, __ATOMIC_RELAXED), 4));
    THStorage_release(s);
  }
  return NULL;
}

static void test_addresses(void)
{
  enum { N = 4 };
  pthread_t thread[N];
  void *address = NULL;
  THStorage *s = THStorage_new(TH_FLOAT, 10, NULL);
  CHECK(!THStorage_at(TH_FLOAT, s->data, 1) && says("no live storage"));
  CHECK(THStorage_publish(s) == TH_OK && THStorage_publish(s) == TH_OK);
  THStorage *part = THStorage_at(TH_BYTE, (char *)s->data + 36, 4);
  CHECK(part && part->data == (char *)s->data + 36 && part->parent == s);
  CHECK(!THStorage_at(TH_BYTE, (char *)s->data + 36, 5));
  CHECK(!THStorage_at(TH_LONG, (char *)s->data + 4, 1) && !THStorage_at(TH_FLOAT, s->data, -1));
  CHECK(!THStorage_at(TH_FLOAT, s->data, INT64_MAX));
  THStorage_release(part);
  void *gone = s->data;
  CHECK(THStorage_dispose(s) == TH_OK && !THStorage_at(TH_FLOAT, gone, 1));
  THStorage_release(s);
  for (int i = 0; i < N; i++) pthread_create(&thread[i], NULL, seek_and_publish, &address);
  for (int i = 0; i < N; i++) pthread_join(thread[i], NULL);
}

int main(void)
{
  test_owned();
  test_overflow();
  test_borrowed();
  test_read_only();
  test_view();
  test_resize();
  test_shrunk();
  test_cache();
  test_classes();
  test_threads();
  test_addresses();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
