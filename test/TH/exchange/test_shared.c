/*
** Shared storages from C: one storage a segment, handles that are made up with a right check sum,
** leases, threads, forks, other users, accounts, and a manager that is killed.
*/
#include "TH.h"
#include "check.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

static int says(const char *text)
{
  return strstr(TH_error(), text) != NULL;
}

static int open_handle(THTensor *out, const THHandle *handle)
{
  return THTensor_fromHandle(out, handle->text, strlen(handle->text), -1);
}

/* Whether a handle gets stale within five seconds. Its manager reads one connection at a time, so a
   new one may still be served before the end of the last user's is seen. */
static int gets_stale(const THHandle *handle)
{
  THTensor x = {0};
  for (int k = 0; k < 500; k++) {
    const int status = open_handle(&x, handle);
    if (status) return status == TH_EINVAL;
    THTensor_clear(&x);
    usleep(10000);
  }
  return 0;
}

/* A vector of n longs, 1 to n, and its handle. */
static void make_shared(THTensor *t, int64_t n, int sharing, THHandle *handle)
{
  memset(t, 0, sizeof *t);
  CHECK(!THTensor_new(t, 0, TH_LONG, 1, &n));
  for (int64_t i = 0; i < n; i++) ((int64_t *)t->storage->data)[i] = i + 1;
  CHECK(!THTensor_share(t, sharing) && THTensor_isShared(t));
  CHECK(!THTensor_shareHandle(t, handle));
}

static int count_files(void)
{
  int count = 0;
  DIR *list = opendir("/proc/self/fd");
  while (list && readdir(list)) count++;
  if (list) closedir(list);
  return count;
}

static void test_storages(int sharing)
{
  THHandle handle, part;
  THTensor x, y = {0}, view = {0};
  const int files = count_files();
  make_shared(&x, 10, sharing, &handle);
  CHECK(!open_handle(&y, &handle) && y.storage == x.storage && THTensor_isSetTo(&x, &y));
  CHECK(!THTensor_narrow(&view, &x, 0, 3, 4) && !THTensor_shareHandle(&view, &part));
  CHECK(!open_handle(&y, &part) && y.storageOffset == 3 && y.size[0] == 4);
  CHECK(THStorage_resize(x.storage, 3) == TH_EINVAL && says("shared"));
  CHECK(!THStorage_share(x.storage, sharing));
  THTensor_clear(&y), THTensor_clear(&x), THTensor_clear(&view);
  CHECK(gets_stale(&handle) && says("stale"));
  CHECK(gets_stale(&part) && open_handle(&y, &part) && THTensor_isUndefined(&y));
  CHECK(count_files() == files);
}

static void test_views(int sharing)
{
  THHandle handle;
  THTensor x, bytes = {0}, y = {0};
  make_shared(&x, 4, sharing, &handle);
  THStorage *part = THStorage_view(x.storage, 1, 2);
  CHECK(part && THStorage_isShared(part) && !(part->flag & TH_STORAGE_RESIZABLE));
  CHECK(!THTensor_setStorage(&y, part, 1, 1, LIST(1), NULL) && !THTensor_shareHandle(&y, &handle));
  THTensor_clear(&y);
  CHECK(!open_handle(&y, &handle) && y.storage == x.storage && y.storageOffset == 2);
  THStorage_release(part);
  CHECK(!THStorage_publish(x.storage));
  part = THStorage_at(TH_BYTE, (char *)x.storage->data + 9, 3);
  CHECK(part && !THTensor_setStorage(&bytes, part, 1, 1, LIST(2), NULL));
  CHECK(!THTensor_shareHandle(&bytes, &handle) && !open_handle(&y, &handle));
  CHECK(y.dtype == TH_BYTE && y.storageOffset == 10 && THTensor_data(&y) == THTensor_data(&bytes));
  THStorage_release(part);
  THTensor_clear(&x), THTensor_clear(&y), THTensor_clear(&bytes);
}

static void test_allocator(int sharing)
{
  THHandle handle;
  THTensor t = {0};
  THAccount *account = THAccount_new();
  TH_setAccount(account);
  THStorage *s = THStorage_new(TH_INT, 100, TH_sharedAllocator(sharing));
  CHECK(s && THStorage_isShared(s) && ((int32_t *)s->data)[99] == 0);
  CHECK(THAccount_live(account) == 400);
  ((int32_t *)s->data)[0] = 5;
  CHECK(!THStorage_resize(s, 200) && ((int32_t *)s->data)[0] == 5);
  CHECK(!THTensor_setStorage(&t, s, 0, 1, LIST(200), NULL));
  CHECK(!THTensor_shareHandle(&t, &handle) && THStorage_resize(s, 300) == TH_EINVAL);
  THStorage_release(s);
  account->budget = 1000;
  CHECK(!THStorage_newShared(TH_INT, 100, sharing) && says("budget"));
  s = THStorage_newShared(TH_INT, 0, sharing);
  CHECK(s && !s->data && THStorage_isShared(s));
  THStorage_release(s), THTensor_clear(&t);
  CHECK(THAccount_live(account) == 0);
  TH_setAccount(NULL);
  THAccount_close(account);
  CHECK(!THStorage_newShared(TH_INT, -1, sharing) && !THStorage_newShared(99, 1, sharing) &&
        !THStorage_newShared(TH_INT, 1, 0) && !THStorage_newShared(TH_INT, 1, 9) &&
        !THStorage_newShared(TH_INT, INT64_MAX, sharing));
  CHECK(!THStorage_newShared(TH_BYTE, (int64_t)1 << 45, sharing) && says("not enough memory"));
}

/* --- handles that are made up --- */

/* Put a right check sum behind words. */
static void sum_up(const char *words, char *handle)
{
  uint64_t hash = 14695981039346656037u;
  const size_t length = strlen(words);
  for (size_t k = 0; k < length; k++) hash = (hash ^ (unsigned char)words[k]) * 1099511628211u;
  strcpy(handle, words);
  handle[length] = '.';
  handle[length + 14] = 0;
  for (int k = 13; k; k--, hash /= 36)
    handle[length + (size_t)k] = "0123456789abcdefghijklmnopqrstuvwxyz"[hash % 36];
}

/* The words of a handle with some of them replaced. */
static void test_made_up(void)
{
  static const char *const wrong[][2] = {
    {"%s.5.0.2.0.5.1", "needs 5"}, {"%s.5.0.2.1.4.1", "needs 4"}, {"%s.5.0.2.0.2.3", "OK"},
    {"%s.5.0.2.0.2.4", "needs 5"}, {"%s.5.0.9.0.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1", "OK"},
    {"%s.5.0.a.0.1.1", "sense"}, {"%s.5.0.2.0.1y2p0ij32e8e7.1", "memory"},
    {"%s.5.0.2.0.1y2p0ij32e8e8.1", "sense"}, {"%s.5.0.3.0.9zzzzzzzzz.9zzzzzzzzz.1.1", ""},
    {"%s.5.0.2.1y2p0ij32e8e7.1.1", "needs 1"}, {"%s.5.0.2.0.4.1y2p0ij32e8e7", ""},
    {"%s.5.0.2.0.0.1y2p0ij32e8e7", "stride"},
    {"%s.5.0.2.5.0.1", "needs 0"}, {"%s.5.0.2.0.4.1.1", "sense"},
    {"%s.5.0.2.0.4", "sense"}, {"%s.5.0.2.0..1", "sense"}, {"%s.0.0.2.0.4.1", "sense"},
    {"%s.z.0.2.0.4.1", "sense"}, {"%s.5.4.2.0.4.1", "sense"}, {"%s.5.0.2.0.4.-1", "sense"},
    {"%s.5.1.2.0.4.1", "sense"}, {"%s.5.3.2.0.4.1", "sense"}, {"%s.5.2.2.0.4.1", "OK"},
    {"%s.c.1.2.0.4.1", "OK"}, {"%s.c.3.2.0.4.1", "OK"}, {"%s.9.2.2.0.4.1", "sense"},
    {"%s.f.2.2.0.4.1", "sense"}, {"%s.f.1.2.0.4.1", "sense"}, {"%s.f.0.2.0.4.1", "OK"},
    {"%s.5.0.0.0", "without a segment"}, {"%s.c.0.2.0.5.1", "needs 5"}, {"%s.c.0.2.0.4.1", "OK"},
    {"%s.7.0.2.0.8.1", "OK"}, {"%s.7.0.2.0.9.1", "needs 9"},
  };
  static const char *const places[][2] = {
    {"tensor1", "sense"}, {"tensor1.3.a.1.1", "sense"}, {"tensor1.1.tensor_1_0.0.1.1", "sense"},
    {"tensor1.1.tensor_1_0.w.1.1", "stale"}, {"tensor1.1.../../etc.w.1.1", "sense"},
    {"tensor1.1.tensor/a.w.1.1", "sense"}, {"tensor1.1.tensor_1_0.w.yzzzzz.1", "stale"},
    {"tensor1.1.tensor_1_0.w.zzzzzzzzz.1", "sense"}, {"tensor1.2.tensor_1_0.w.tensor_1_1", "stale"},
    {"tensor1.2.tensor_1_0.w.1.1", ""}, {"tensor1.2.passwd.w.tensor_1_1", "stale"},
    {"tensor1.1.0123456789012345678901234567890123456789012345678.w.1.1", "sense"},
    {"tensor1.0.w", "sense"}, {"tensor2.1.tensor_1_0.w.1.1", "begin"},
  };
  THHandle good;
  THTensor x, y = {0};
  char place[200], words[600], handle[620];
  make_shared(&x, 4, TH_SHARING_DESCRIPTOR, &good);
  snprintf(place, sizeof place, "%.*s", (int)(strstr(good.text, ".5.0.") - good.text), good.text);
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    snprintf(words, sizeof words, wrong[k][0], place);
    sum_up(words, handle);
    const int status = THTensor_fromHandle(&y, handle, strlen(handle), -1);
    if (!CHECK(strcmp(wrong[k][1], "OK") == 0 ? !status : status && says(wrong[k][1])))
      fprintf(stderr, "%s: %s\n", words, status ? TH_error() : "opened");
  }
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    snprintf(words, sizeof words, "%s.5.0.2.0.4.1", places[k][0]);
    sum_up(words, handle);
    if (!CHECK(THTensor_fromHandle(&y, handle, strlen(handle), -1) && says(places[k][1])))
      fprintf(stderr, "%s: %s\n", words, TH_error());
  }
  THTensor_clear(&x), THTensor_clear(&y);
}

/* The right name at another length, or of another file. */
static void test_other_files(void)
{
  THHandle good;
  THTensor x, y = {0};
  char words[600], handle[620], name[64];
  make_shared(&x, 4, TH_SHARING_DESCRIPTOR, &good);
  sscanf(good.text, "tensor1.1.%63[a-z0-9_].", name);
  snprintf(words, sizeof words, "tensor1.1.%s.18.1.1.5.0.2.0.5.1", name);
  sum_up(words, handle);
  CHECK(THTensor_fromHandle(&y, handle, strlen(handle), -1) && says("bytes"));
  snprintf(words, sizeof words, "tensor1.2.%s.w.%s.5.0.2.0.4.1", name, name);
  sum_up(words, handle);
  CHECK(THTensor_fromHandle(&y, handle, strlen(handle), -1) && says("bytes"));
  THTensor_clear(&x);
}

/* --- leases --- */

static void test_lease(int sharing)
{
  THHandle handle;
  THTensor x, y = {0};
  int fd = -1;
  make_shared(&x, 1000, sharing, &handle);
  CHECK(!TH_shareLease(&x, &fd) && fd >= 0);
  THTensor_clear(&x);
  CHECK(!THTensor_fromHandle(&y, handle.text, strlen(handle.text), fd));
  CHECK(((int64_t *)y.storage->data)[999] == 1000);
  THTensor_clear(&y);
  if (fd >= 0) close(fd);
  CHECK(gets_stale(&handle));
  CHECK(THTensor_fromHandle(&y, handle.text, strlen(handle.text), 0) == TH_EINVAL);
  CHECK(!THTensor_new(&x, 0, TH_LONG, 1, LIST(0)) && !THTensor_share(&x, sharing));
  CHECK(!TH_shareLease(&x, &fd) && fd == -1);
  THTensor_clear(&x);
  CHECK(!THTensor_new(&x, 0, TH_LONG, 1, LIST(2)) && TH_shareLease(&x, &fd) == TH_EINVAL);
  THTensor_clear(&x);
}

/* --- other processes --- */

/* A process that has what this one has, until it is killed. It writes a handle of its own. */
static pid_t fork_holder(const THTensor *x, THHandle *handle)
{
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t pid = fork();
  if (pid == 0) {
    THTensor_shareHandle(x, handle);
    if (write(ends[1], handle, sizeof *handle) > 0) pause();
    _exit(1);
  }
  CHECK(read(ends[0], handle, sizeof *handle) == sizeof *handle);
  close(ends[0]), close(ends[1]);
  return pid;
}

static void *open_and_close(void *argument)
{
  const THHandle *handle = argument;
  intptr_t failed = 0;
  for (int k = 0; k < 500; k++) {
    THTensor y = {0};
    failed += open_handle(&y, handle) || ((int64_t *)y.storage->data)[9] != 10;
    THTensor_clear(&y);
  }
  return (void *)failed;
}

/* A process that a fork made has the memory too, and several threads open and drop what it has. */
static void test_threads(void)
{
  enum { THREADS = 4 };
  pthread_t thread[THREADS];
  THHandle handle;
  THTensor x;
  make_shared(&x, 10, TH_SHARING_DESCRIPTOR, &handle);
  const pid_t holder = fork_holder(&x, &handle);
  THTensor_clear(&x);
  for (int k = 0; k < THREADS; k++)
    CHECK(!pthread_create(&thread[k], NULL, open_and_close, &handle));
  for (int k = 0; k < THREADS; k++) {
    void *failed;
    CHECK(!pthread_join(thread[k], &failed) && !failed);
  }
  kill(holder, SIGKILL);
  CHECK(waitpid(holder, NULL, 0) == holder);
  CHECK(gets_stale(&handle));
}

/* A fork's child lets go of what its parent keeps, and the parent's name stays. */
static void test_fork(int sharing)
{
  THHandle handle;
  THTensor x, y = {0};
  int status = -1;
  make_shared(&x, 10, sharing, &handle);
  const pid_t child = fork();
  if (child == 0) {
    THHandle own;
    int failed = THTensor_shareHandle(&x, &own) || open_handle(&y, &own);
    ((int64_t *)x.storage->data)[0] = 100;
    THTensor_clear(&x), THTensor_clear(&y);
    failed += open_handle(&y, &handle) != TH_OK;
    failed += ((int64_t *)y.storage->data)[0] != 100;
    THTensor_clear(&y);
    make_shared(&x, 10, sharing, &own);
    THTensor_clear(&x);
    _exit(failed || check_failed);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(((int64_t *)x.storage->data)[0] == 100);
  CHECK(!open_handle(&y, &handle));
  THTensor_clear(&x), THTensor_clear(&y);
}

/* What one user shares, no other opens, not even root. Skipped where another user cannot reach
** /dev/shm, as below a root folder that is closed to it; that one gives an empty handle then. */
static void test_users(int sharing)
{
  THHandle mine, other = {""};
  THTensor x, y = {0};
  int up[2], down[2], status = -1;
  if (geteuid() != 0 || pipe(up) || pipe(down)) return;
  make_shared(&x, 10, sharing, &mine);
  const pid_t child = fork();
  if (child == 0) {
    char byte;
    THTensor_clear(&x);
    int failed = setgid(65534) || setuid(65534) || prctl(PR_SET_DUMPABLE, 1);
    const int is_alone = access("/dev/shm", W_OK | X_OK) != 0;
    failed += !is_alone && open_handle(&y, &mine) != TH_EINVAL;
    if (!is_alone) make_shared(&x, 10, sharing, &other);
    failed += write(up[1], &other, sizeof other) != sizeof other;
    failed += read(down[0], &byte, 1) != 1;
    THTensor_clear(&x);
    _exit(failed || check_failed);
  }
  CHECK(read(up[0], &other, sizeof other) == sizeof other);
  if (*other.text) CHECK(gets_stale(&other));
  else printf("skipped: another user cannot reach /dev/shm here\n");
  CHECK(write(down[1], "x", 1) == 1);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  THTensor_clear(&x);
  for (int k = 0; k < 2; k++) close(up[k]), close(down[k]);
}

/* --- managers --- */

/* The process whose second argument is the address, or 0. */
static pid_t manager_of(const char *address)
{
  pid_t found = 0;
  DIR *list = opendir("/proc");
  for (struct dirent *entry; list && !found && (entry = readdir(list));) {
    char path[300], line[200] = "";
    snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
    FILE *file = fopen(path, "r");
    const size_t length = file ? fread(line, 1, sizeof line - 1, file) : 0;
    if (file) fclose(file);
    const size_t first = strlen(line) + 1;
    if (first < length && strcmp(line, "tensor_manager") == 0 && !strcmp(line + first, address))
      found = (pid_t)atol(entry->d_name);
  }
  if (list) closedir(list);
  return found;
}

static int has_no_manager(const char *address)
{
  return !manager_of(address);
}

static int has_no_name(const char *name)
{
  char path[100];
  snprintf(path, sizeof path, "/dev/shm%s", name);
  return access(path, F_OK) != 0;
}

/* Waits at most five seconds. */
static int comes_true(int (*holds)(const char *), const char *of)
{
  for (int k = 0; k < 500 && !holds(of); k++) usleep(10000);
  return holds(of);
}

/* Whether no name of a process with the number in the text can be seen. */
static int is_clean(const char *number)
{
  char begin[40];
  int count = 0;
  DIR *list = opendir("/dev/shm");
  const int length = snprintf(begin, sizeof begin, "tensor_%s_", number);
  for (struct dirent *entry; list && (entry = readdir(list));)
    count += strncmp(entry->d_name, begin, (size_t)length) == 0;
  if (list) closedir(list);
  return count == 0;
}

/* Processes that open, drop and are killed, at any moment of it, leave nothing. */
static void test_many_kills(int sharing)
{
  enum { ROUNDS = 60 };
  char number[ROUNDS][20];
  THHandle handle;
  THTensor x;
  make_shared(&x, 10, sharing, &handle);
  for (int k = 0; k < ROUNDS; k++) {
    const pid_t child = fork();
    if (child == 0) {
      THTensor_clear(&x); /* its parent's; what follows is its own */
      for (;;) {
        THTensor y = {0}, z;
        THHandle other;
        if (open_handle(&y, &handle)) _exit(1);
        make_shared(&z, 1000, sharing, &other);
        THTensor_clear(&y), THTensor_clear(&z);
      }
    }
    usleep((useconds_t)(k % 30) * 300);
    kill(child, SIGKILL);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    snprintf(number[k], sizeof number[k], "%ld", (long)child);
  }
  for (int k = 0; k < ROUNDS; k++) CHECK(comes_true(is_clean, number[k]));
  CHECK(!THTensor_shareHandle(&x, &handle));
  THTensor_clear(&x);
  CHECK(gets_stale(&handle));
}

/* The manager removes the name of a process that was killed, and ends after it. */
static void test_killed(void)
{
  THSharedFilename where = {.size = 0};
  THHandle handle;
  THTensor x, y = {0};
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    make_shared(&x, 10, TH_SHARING_FILE, &handle);
    THStorage_shareFilename(x.storage, &where);
    if (write(ends[1], &where, sizeof where) == sizeof where) pause();
    _exit(1);
  }
  CHECK(read(ends[0], &where, sizeof where) == sizeof where);
  CHECK(!has_no_name(where.name) && manager_of(where.manager + 1));
  THStorage *s = THStorage_newSharedFilename(TH_LONG, &where);
  CHECK(s && ((int64_t *)s->data)[9] == 10);
  kill(child, SIGKILL);
  CHECK(waitpid(child, NULL, 0) == child);
  usleep(100000);
  CHECK(!has_no_name(where.name));
  CHECK(s && !THTensor_setStorage(&y, s, 0, 1, LIST(10), NULL));
  CHECK(!THTensor_shareHandle(&y, &handle));
  THTensor_clear(&y);
  THStorage_release(s);
  CHECK(comes_true(has_no_name, where.name) && gets_stale(&handle));
  CHECK(comes_true(has_no_manager, where.manager + 1));
  close(ends[0]), close(ends[1]);
}

/* Whether a process that does not have the segment opens the handle. */
static int opens_elsewhere(const THHandle *handle)
{
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    char *const argv[] = {"test_shared", "open", (char *)handle->text, NULL};
    execv("/proc/self/exe", argv);
    _exit(1);
  }
  return waitpid(child, &status, 0) == child && status == 0;
}

static void count_texts(void *count, int level, const char *text)
{
  if (level == TH_LOG_WARNING && strstr(text, "has gone")) ++*(int *)count;
}

/* Without its manager a segment is found by another one from its next handle on, and goes when its
   users let it go; other segments are made with another one too. The log hears of it. */
static void test_lost_manager(void)
{
  int told = 0;
  THSharedFilename first, untold, again, second;
  THHandle handle;
  THTensor x, y, z, w = {0};
  int lease = -1;
  make_shared(&x, 10, TH_SHARING_FILE, &handle);
  make_shared(&z, 10, TH_SHARING_FILE, &handle);
  CHECK(!THStorage_shareFilename(x.storage, &first));
  CHECK(!THStorage_shareFilename(z.storage, &untold) && !strcmp(first.manager, untold.manager));
  const pid_t manager = manager_of(first.manager + 1);
  TH_setLog(count_texts, &told);
  if (CHECK(manager > 0)) kill(manager, SIGKILL);
  CHECK(comes_true(has_no_manager, first.manager + 1));
  CHECK(!open_handle(&w, &handle));
  THTensor_clear(&w);
  CHECK(!TH_shareLease(&x, &lease) && lease >= 0 && !close(lease));
  CHECK(!THTensor_shareHandle(&x, &handle) && opens_elsewhere(&handle));
  CHECK(!THStorage_shareFilename(x.storage, &again) && !strcmp(first.name, again.name));
  CHECK(strcmp(first.manager, again.manager) != 0);
  make_shared(&y, 10, TH_SHARING_FILE, &handle);
  CHECK(!THStorage_shareFilename(y.storage, &second) && strcmp(first.manager, second.manager) != 0);
  THTensor_clear(&z);
  CHECK(has_no_name(untold.name));
  CHECK(told > 0);
  TH_setLog(NULL, NULL);
  THTensor_clear(&x), THTensor_clear(&y);
  CHECK(comes_true(has_no_name, first.name) && comes_true(has_no_name, second.name));
  CHECK(comes_true(has_no_manager, again.manager + 1));
  CHECK(comes_true(has_no_manager, second.manager + 1));
}

/* The other user of a segment: opens it, and says where it is found once its manager was killed. */
static void be_other_user(int in, int out)
{
  THHandle handle;
  THSharedFilename where;
  THTensor y = {0};
  char byte;
  int failed = read(in, &handle, sizeof handle) != sizeof handle || open_handle(&y, &handle);
  failed += write(out, "x", 1) != 1 || read(in, &byte, 1) != 1;
  failed += THStorage_shareFilename(y.storage, &where) != TH_OK;
  failed += write(out, &where, sizeof where) != sizeof where || read(in, &byte, 1) != 1;
  THTensor_clear(&y);
  _exit(failed || check_failed);
}

/* All users of a segment whose manager was killed find the same one in its place. */
static void test_successor(void)
{
  THSharedFilename first, mine, theirs = {.size = 0};
  THHandle handle;
  THTensor x;
  char byte;
  int to[2], from[2], status = -1;
  CHECK(pipe(to) == 0 && pipe(from) == 0);
  const pid_t child = fork();
  if (child == 0) be_other_user(to[0], from[1]);
  make_shared(&x, 10, TH_SHARING_FILE, &handle);
  CHECK(!THStorage_shareFilename(x.storage, &first));
  CHECK(write(to[1], &handle, sizeof handle) == sizeof handle && read(from[0], &byte, 1) == 1);
  const pid_t manager = manager_of(first.manager + 1);
  if (CHECK(manager > 0)) kill(manager, SIGKILL);
  CHECK(comes_true(has_no_manager, first.manager + 1));
  CHECK(write(to[1], "x", 1) == 1 && read(from[0], &theirs, sizeof theirs) == sizeof theirs);
  CHECK(!THStorage_shareFilename(x.storage, &mine) && !strcmp(mine.manager, theirs.manager));
  CHECK(write(to[1], "x", 1) == 1);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(!THTensor_shareHandle(&x, &handle) && opens_elsewhere(&handle) && !has_no_name(mine.name));
  THTensor_clear(&x);
  CHECK(comes_true(has_no_name, mine.name) && comes_true(has_no_manager, mine.manager + 1));
  for (int k = 0; k < 2; k++) close(to[k]), close(from[k]);
}

/* As the process that opens_elsewhere starts. */
static int open_given(const char *text)
{
  THTensor x = {0};
  const int status = THTensor_fromHandle(&x, text, strlen(text), -1);
  const int is_whole = !status && ((int64_t *)THTensor_data(&x))[9] == 10;
  THTensor_clear(&x);
  return !is_whole;
}

int main(int argc, char **argv)
{
  if (argc == 3 && !strcmp(argv[1], "open")) return open_given(argv[2]);
  if (TH_defaultSharing() != TH_SHARING_DESCRIPTOR) return 0; /* no /proc, or no memory files */
  test_made_up();
  test_other_files();
  test_threads();
  for (int sharing = 1; sharing < TH_NUM_SHARINGS; sharing++) {
    test_storages(sharing);
    test_views(sharing);
    test_allocator(sharing);
    test_lease(sharing);
    test_fork(sharing);
    test_users(sharing);
    test_many_kills(sharing);
  }
  test_killed();
  test_lost_manager();
  test_successor();
  char number[20];
  snprintf(number, sizeof number, "%ld", (long)getpid());
  CHECK(comes_true(is_clean, number));
  return CHECK_RESULT();
}
