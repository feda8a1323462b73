/*
** Queues: what goes in comes out, with its descriptors and in order, whoever is killed meanwhile. A
** process that is killed inside put or get costs one message at most, and nobody waits for it. What
** others write to a queue's memory is an error at worst.
*/
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "TH/exchange/THQueue.h"
#include "check.h"

static int open_files(void)
{
  int count = 0;
  for (int fd = 0; fd < 4096; fd++) count += fcntl(fd, F_GETFD) >= 0;
  return count;
}

/* A file that holds a number. */
static int numbered(int number)
{
  const int fd = memfd_create("tensor_test", MFD_CLOEXEC);
  CHECK(fd >= 0 && write(fd, &number, sizeof number) == sizeof number);
  return fd;
}

static int number_in(int fd)
{
  int number = -1;
  return pread(fd, &number, sizeof number, 0) == sizeof number ? number : -1;
}

static int get(THQueue *queue, THMessage *message)
{
  int found = -1;
  CHECK(!THQueue_get(queue, 0, message, &found));
  return found;
}

/* Lengths around those at which something else happens: none, a buffer, a page, the kept room. */
static void test_lengths(void)
{
  static const int64_t lengths[] = {0, 1, 511, 512, 513, 999, 1000, 1001, 4096, 1 << 20, 9 << 20};
  enum { COUNT = sizeof lengths / sizeof *lengths };
  THQueue *queue = THQueue_new();
  THMessage message;
  char *bytes = malloc(9 << 20);
  CHECK(queue && bytes);
  for (int64_t k = 0; k < 9 << 20; k++) bytes[k] = (char)(k * 7 + k / 251);
  for (int round = 0; round < 2; round++) {
    for (int k = 0; k < COUNT; k++) CHECK(!THQueue_put(queue, bytes, lengths[k], NULL, 0));
    CHECK(THQueue_size(queue) == COUNT);
    for (int k = 0; k < COUNT; k++) {
      CHECK(get(queue, &message) == TH_QUEUE_MESSAGE);
      CHECK(message.size == lengths[k] && message.count == 0);
      CHECK(!memcmp(message.bytes, bytes, (size_t)lengths[k]) && !message.bytes[lengths[k]]);
      THMessage_clear(&message);
    }
    CHECK(THQueue_size(queue) == 0 && get(queue, &message) == TH_QUEUE_TIMEOUT);
  }
  free(bytes);
  THQueue_close(queue);
}

/* A queue that is never empty gives back what was read. */
static void test_room(void)
{
  static char bytes[100000];
  int fds[TH_QUEUE_DESCRIPTORS];
  struct stat status;
  THQueue *queue = THQueue_new();
  THMessage message;
  THQueue_descriptors(queue, fds);
  for (int k = 0; k < 3; k++) CHECK(!THQueue_put(queue, bytes, sizeof bytes, NULL, 0));
  for (int k = 0; k < 1000; k++) {
    CHECK(!THQueue_put(queue, bytes, sizeof bytes, NULL, 0));
    CHECK(get(queue, &message) == TH_QUEUE_MESSAGE);
    THMessage_clear(&message);
  }
  CHECK(!fstat(fds[0], &status) && status.st_blocks * 512 < 3 << 20);
  THQueue_close(queue);
}

/* More messages with descriptors than one socket holds, and one with more than a message of it. */
static void test_descriptors(void)
{
  enum { MESSAGES = 3000, MANY = 700 };
  const int before = open_files(), file = numbered(5), other = numbered(6);
  int fds[MANY];
  THQueue *queue = THQueue_new();
  THMessage message;
  for (int k = 0; k < MANY; k++) fds[k] = k % 2 ? other : file;
  for (int k = 0; k < MESSAGES; k++) CHECK(!THQueue_put(queue, &k, sizeof k, fds + k % 2, k % 3));
  CHECK(!THQueue_put(queue, "many", 4, fds, MANY));
  close(file);
  close(other);
  for (int k = 0; k < MESSAGES; k++) {
    CHECK(get(queue, &message) == TH_QUEUE_MESSAGE);
    CHECK(!memcmp(message.bytes, &k, sizeof k) && message.count == k % 3);
    for (int n = 0; n < message.count; n++)
      CHECK(number_in(message.fds[n]) == 5 + (k + n) % 2 && fcntl(message.fds[n], F_GETFD) == 1);
    THMessage_clear(&message);
  }
  CHECK(get(queue, &message) == TH_QUEUE_MESSAGE && message.count == MANY);
  for (int n = 0; n < MANY; n++) CHECK(number_in(message.fds[n]) == 5 + n % 2);
  THMessage_clear(&message);
  THQueue_close(queue);
  CHECK(open_files() == before);
}

/* A message stays where it is while this process has no room for its descriptors. */
static void test_no_descriptors_left(void)
{
  struct rlimit limit, few;
  const int file = numbered(7);
  const int fds[] = {file, file, file, file, file, file};
  THQueue *queue = THQueue_new();
  THMessage message;
  int found;
  CHECK(!THQueue_put(queue, "a", 1, fds, 6));
  CHECK(!getrlimit(RLIMIT_NOFILE, &limit));
  few = limit;
  few.rlim_cur = (rlim_t)numbered(8) + 4;
  CHECK(!setrlimit(RLIMIT_NOFILE, &few));
  CHECK(THQueue_get(queue, 0, &message, &found) == TH_ENOMEM);
  CHECK(!message.bytes && THQueue_size(queue) == 1);
  CHECK(!setrlimit(RLIMIT_NOFILE, &limit));
  CHECK(get(queue, &message) == TH_QUEUE_MESSAGE && message.count == 6);
  THMessage_clear(&message);
  close((int)few.rlim_cur - 4);
  close(file);
  THQueue_close(queue);
}

static void test_end(void)
{
  THQueue *queue = THQueue_new();
  THMessage message;
  CHECK(!THQueue_put(queue, "a", 1, NULL, 0));
  THQueue_end(queue);
  CHECK(THQueue_put(queue, "b", 1, NULL, 0) == TH_EINVAL);
  CHECK(get(queue, &message) == TH_QUEUE_MESSAGE);
  THMessage_clear(&message);
  CHECK(get(queue, &message) == TH_QUEUE_CLOSED);
  THQueue_close(queue);
}

static void test_limit_of_files(void)
{
  static char bytes[1 << 20];
  struct rlimit limit, small;
  THQueue *queue = THQueue_new();
  CHECK(!getrlimit(RLIMIT_FSIZE, &limit));
  small = limit;
  small.rlim_cur = 100000;
  CHECK(!setrlimit(RLIMIT_FSIZE, &small));
  CHECK(THQueue_put(queue, bytes, sizeof bytes, NULL, 0) == TH_ENOMEM);
  CHECK(!THQueue_put(queue, bytes, 1000, NULL, 0) && THQueue_size(queue) == 1);
  CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
  THQueue_close(queue);
}

/* Descriptors of other things are refused, and closed. */
static void test_others(void)
{
  const int before = open_files();
  const int file = numbered(0);
  const int fds[] = {file, dup(file), dup(file)};
  CHECK(!THQueue_open(fds) && TH_errorStatus() == TH_EINVAL);
  CHECK(open_files() == before);
}

/* --- memory that is overwritten --- */

enum { PAGE = 4096, WORDS = 80 };

/* A queue with three messages, of which two have descriptors; its first page is mapped. */
static THQueue *new_filled(const int *files, char **page)
{
  int fds[TH_QUEUE_DESCRIPTORS];
  THQueue *queue = THQueue_new();
  for (int k = 0; k < 3; k++) CHECK(!THQueue_put(queue, "message", 8, files, k));
  THQueue_descriptors(queue, fds);
  *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fds[0], 0);
  CHECK(*page != MAP_FAILED);
  return queue;
}

/* Whatever another process writes to any word of the state, or of the log's first message, nobody
   reads, writes, closes or takes memory outside his own. */
static void test_overwritten(void)
{
  static const int64_t nonsense[] = {-1, INT64_MAX, INT32_MAX, INT64_MIN, 0x7fffffff00000000,
                                     1 << 30};
  const int before = open_files();
  const int files[] = {numbered(1), numbered(2)};
  const size_t mutex = 8 + sizeof(pthread_mutex_t);
  for (size_t k = 0; k < 2 * WORDS * sizeof nonsense / sizeof *nonsense; k++) {
    char *page;
    THMessage message;
    int found;
    THQueue *queue = new_filled(files, &page);
    const int64_t value = nonsense[k / (2 * WORDS)];
    const size_t word = k % (2 * WORDS);
    char *at = word < WORDS ? page + mutex + 4 * word : page + PAGE + 4 * (word - WORDS);
    memcpy(at, &value, k % 2 ? sizeof value : sizeof(int32_t));
    for (int n = 0; n < 4; n++) {
      THQueue_put(queue, "more", 4, files, n % 3);
      if (!THQueue_get(queue, 0, &message, &found)) THMessage_clear(&message);
    }
    CHECK(!munmap(page, 2 * PAGE));
    THQueue_close(queue);
    CHECK(number_in(files[0]) == 1 && number_in(files[1]) == 2);
  }
  for (int k = 0; k < 2; k++) close(files[k]);
  CHECK(open_files() == before);
}

/* --- processes that are killed --- */

typedef struct Item { int sender, serial; } Item;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) /* slow to fork */
enum { SENDERS = 20, MOVERS = 40 };
#else
enum { SENDERS = 60, MOVERS = 120 };
#endif
enum { FILES = 4, LARGEST = 3000, AT_A_TIME = 40 };

/* Every third message has files, whose number its serial tells. */
static int put_item(THQueue *queue, Item item, const int *files)
{
  static char bytes[LARGEST];
  const int n = item.serial % 3 ? 0 : 1 + item.serial % 2, from = item.serial % (FILES - 1);
  memcpy(bytes, &item, sizeof item);
  return THQueue_put(queue, bytes, (int64_t)sizeof item + item.serial * 37 % (LARGEST - 8),
                     files + from, n);
}

static Item item_of(const THMessage *message)
{
  Item item = {-1, -1};
  CHECK(message->size >= (int64_t)sizeof item);
  memcpy(&item, message->bytes, sizeof item);
  CHECK(message->count == (item.serial % 3 ? 0 : 1 + item.serial % 2));
  for (int k = 0; k < message->count; k++)
    CHECK(number_in(message->fds[k]) == item.serial % (FILES - 1) + k);
  return item;
}

static void move(THQueue *from, THQueue *to)
{
  THMessage message;
  int found;
  for (;;) {
    if (THQueue_get(from, 1, &message, &found)) _exit(1);
    if (found != TH_QUEUE_MESSAGE) continue;
    if (THQueue_put(to, message.bytes, message.size, message.fds, message.count)) _exit(1);
    THMessage_clear(&message);
  }
}

static pid_t start_mover(THQueue *from, THQueue *to)
{
  const pid_t pid = fork();
  if (!pid) move(from, to);
  return pid;
}

static pid_t start_sender(THQueue *to, int sender, const int *files)
{
  const pid_t pid = fork();
  if (pid) return pid;
  for (int serial = 0;; serial++)
    if (put_item(to, (Item){sender, serial}, files)) _exit(1);
}

static void kill_after(pid_t pid, int microseconds)
{
  int status = 0;
  usleep((useconds_t)microseconds);
  CHECK(!kill(pid, SIGKILL) && waitpid(pid, &status, 0) == pid);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* Senders that are killed: of each, the first so many have come, in order. */
static void test_killed_senders(const int *files)
{
  THQueue *queue = THQueue_new();
  THMessage message;
  static int next[SENDERS];
  for (int k = 0; k < SENDERS; k++) kill_after(start_sender(queue, k, files), 100 + k * 7 % 900);
  CHECK(!put_item(queue, (Item){0, next[0] = 0}, files));
  for (int64_t rest = THQueue_size(queue); rest > 1; rest--) {
    CHECK(get(queue, &message) == TH_QUEUE_MESSAGE);
    const Item item = item_of(&message);
    THMessage_clear(&message);
    CHECK(item.sender >= 0 && item.sender < SENDERS && item.serial == next[item.sender]++);
  }
  CHECK(get(queue, &message) == TH_QUEUE_MESSAGE && item_of(&message).serial == 0);
  THMessage_clear(&message);
  CHECK(get(queue, &message) == TH_QUEUE_TIMEOUT);
  THQueue_close(queue);
}

/* Processes that get from one queue and put into another: none comes twice, and no more are
   missing than were killed. */
static void test_killed_movers(const int *files)
{
  enum { TOTAL = MOVERS * AT_A_TIME };
  static char seen[TOTAL];
  THQueue *from = THQueue_new(), *to = THQueue_new();
  THMessage message;
  pid_t last = start_mover(from, to);
  for (int k = 0, serial = 0; k < MOVERS; k++) {
    for (int n = 0; n < AT_A_TIME; n++) CHECK(!put_item(from, (Item){0, serial++}, files));
    const pid_t mover = start_mover(from, to);
    kill_after(last, 100 + k * 13 % 700);
    last = mover;
  }
  kill_after(last, 1000);
  int count = 0, moved = 0;
  for (int side = 0; side < 2; side++) {
    while (get(side ? to : from, &message) == TH_QUEUE_MESSAGE) {
      const Item item = item_of(&message);
      THMessage_clear(&message);
      CHECK(item.serial >= 0 && item.serial < TOTAL && !seen[item.serial]++);
      count++;
      moved += side;
    }
  }
  CHECK(count >= TOTAL - MOVERS - 1 && moved > TOTAL / 4);
  THQueue_close(from);
  THQueue_close(to);
}

int main(void)
{
  const int before = open_files();
  int files[FILES];
  test_lengths();
  test_room();
  test_descriptors();
  test_no_descriptors_left();
  test_end();
  test_limit_of_files();
  test_others();
  test_overwritten();
  for (int k = 0; k < FILES; k++) files[k] = numbered(k);
  test_killed_senders(files);
  test_killed_movers(files);
  for (int k = 0; k < FILES; k++) close(files[k]);
  CHECK(open_files() == before);
  return CHECK_RESULT();
}
