/*
** Accounts, budgets and scopes, and storages whose memory is given back before their last reference
** is released.
*/
#include "TH.h"
#include "check.h"

#include <pthread.h>
#include <string.h>

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static void test_account(void)
{
  THAccount *a = THAccount_new(), *b = THAccount_new();
  if (!CHECK(a && b)) return;
  THStorage *before = THStorage_new(TH_INT, 10, NULL);
  CHECK(TH_setAccount(a) == NULL);
  THStorage *s = THStorage_new(TH_INT, 10, NULL), *t = THStorage_new(TH_DOUBLE, 10, NULL);
  CHECK(THAccount_live(a) == 120 && s->account == a && !before->account);
  CHECK(TH_setAccount(b) == a);
  CHECK(!THStorage_resize(t, 5) && THAccount_live(a) == 40 && THAccount_live(b) == 40);
  CHECK(!THStorage_resize(before, 3) && THAccount_live(b) == 52);
  CHECK(TH_setAccount(NULL) == b);
  THStorage_release(s), THStorage_release(before);
  CHECK(THAccount_live(a) == 0 && a->allocated == 120 && THAccount_live(b) == 40);
  CHECK(!THStorage_resize(t, 1000) && THAccount_live(b) == 0 && !t->account);
  THAccount_close(a), THAccount_close(b);
  THStorage_release(t);
}

/* A closed account is used again once all that was charged to it has been freed. */
static void test_closed(void)
{
  THAccount *a = THAccount_new();
  TH_setAccount(a);
  THStorage *s = THStorage_new(TH_INT, 10, NULL);
  THAccount_close(a);
  CHECK(TH_setAccount(NULL) == NULL);
  THAccount *b = THAccount_new();
  CHECK(b != a);
  THAccount_close(b);
  THStorage_release(s);
  CHECK((b = THAccount_new()) == a && THAccount_live(b) == 0 && b->budget == TH_NO_BUDGET);
  THAccount_close(b);
}

static void test_budget(void)
{
  THAccount *a = THAccount_new();
  a->budget = 1000;
  TH_setAccount(a);
  THStorage *s = THStorage_new(TH_INT, 200, NULL);
  CHECK(s && !THStorage_new(TH_BYTE, 201, NULL) && says("budget"));
  CHECK(THStorage_resize(s, 201) == TH_ENOMEM && s->size == 200); /* both blocks live while
                                                                     copying */
  CHECK(THStorage_resize(s, 50) == TH_OK && THAccount_live(a) == 200);
  a->budget = 100;
  CHECK(!THStorage_new(TH_BYTE, 1, NULL));
  TH_setAccount(NULL);
  THStorage *free_of_it = THStorage_new(TH_BYTE, 5000, NULL);
  CHECK(free_of_it);
  THStorage_release(s), THStorage_release(free_of_it);
  THAccount_close(a);
}

typedef struct Owned { int count; THStorage *storage; } Owned;

static void count_delete(void *context, void *data)
{
  Owned *owned = context;
  owned->count++;
  CHECK(*(int *)data == 7);
  CHECK(!owned->storage || owned->storage->size == 0);
}

static void test_dispose(void)
{
  int mine[2] = {7, 8};
  Owned owned = {0};
  THTensor t = {0};
  THStorage *s = THStorage_borrow(TH_INT, mine, 2, count_delete, &owned);
  owned.storage = s;
  CHECK(!THTensor_setStorage(&t, s, 0, 1, (const int64_t[]){2}, NULL));
  THStorage *view = THStorage_view(s, 1, 1);
  CHECK(THStorage_dispose(s) == TH_ESHARED && says("looks into") && owned.count == 0);
  CHECK(!THStorage_dispose(view) && view->size == 0 && s->viewers == 0);
  CHECK(!THStorage_dispose(s) && owned.count == 1 && !s->data);
  CHECK(THTensor_fill(&t, TH_integer(1)) == TH_EINVAL && says("was released") && mine[0] == 7);
  CHECK(THStorage_resize(s, 4) == TH_EINVAL && says("was released"));
  CHECK(!THStorage_dispose(s) && owned.count == 1);
  owned.storage = NULL;
  THStorage_release(s), THStorage_release(view), THTensor_clear(&t);
  CHECK(owned.count == 1);
}

static void test_scope(void)
{
  THAccount *a = THAccount_new();
  THScope scope = {0}, outer = {0};
  TH_setAccount(a);
  THStorage *before = THStorage_new(TH_INT, 10, NULL);
  a->scope = &scope;
  THStorage *gone = THStorage_new(TH_INT, 10, NULL), *kept = THStorage_new(TH_INT, 10, NULL),
            *part = THStorage_view(kept, 1, 2), *temporary = THStorage_new(TH_INT, 10, NULL),
            *seen = THStorage_new(TH_INT, 10, NULL);
  THStorage_release(temporary);
  a->scope = NULL;
  THStorage *looks = THStorage_view(seen, 0, 1);
  THScope_keep(&scope, part, &outer);
  THScope_keep(&scope, before, &outer);
  THScope_leave(&scope, &outer);
  CHECK(!gone->data && kept->data && part->data && before->data && seen->data && !scope.newest);
  THScope_leave(&scope, NULL);
  THStorage_release(looks);
  THScope_leave(&outer, NULL);
  CHECK(!kept->data && !part->data && !seen->data && before->size == 10);
  CHECK(THAccount_live(a) == 40);
  a->scope = &scope;
  THStorage *dropped = THStorage_new(TH_INT, 10, NULL);
  a->scope = NULL;
  THScope_drop(&scope);
  THScope_leave(&scope, NULL);
  CHECK(dropped->data);
  TH_setAccount(NULL);
  THStorage *all[] = {before, gone, kept, part, seen, dropped};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) THStorage_release(all[i]);
  CHECK(THAccount_live(a) == 0);
  THAccount_close(a);
}

/* Another thread releases storages of a scope while the scope ends. */
enum { SHARED = 200 };

static void *release_all(void *storages)
{
  for (int i = 0; i < SHARED; i++) THStorage_release(((THStorage **)storages)[i]);
  return NULL;
}

static void *own_account(void *unused)
{
  THAccount *a = THAccount_new();
  TH_setAccount(a);
  for (int round = 0; round < 50; round++) {
    THStorage *storage[SHARED];
    THScope scope = {0};
    pthread_t thread;
    a->scope = &scope;
    for (int i = 0; i < SHARED; i++) storage[i] = THStorage_new(TH_INT, 1 + i, NULL);
    a->scope = NULL;
    if (pthread_create(&thread, NULL, release_all, storage)) return NULL;
    THScope_leave(&scope, NULL);
    pthread_join(thread, NULL);
  }
  int good = THAccount_live(a) == 0;
  THAccount_close(a);
  return good ? unused : NULL;
}

static void test_threads(void)
{
  enum { N = 3 };
  pthread_t thread[N];
  void *good;
  for (int i = 0; i < N; i++) CHECK(!pthread_create(&thread[i], NULL, own_account, &good));
  for (int i = 0; i < N; i++) {
    pthread_join(thread[i], &good);
    CHECK(good != NULL);
  }
}

int main(void)
{
  test_account();
  test_closed();
  test_budget();
  test_dispose();
  test_scope();
  test_threads();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
