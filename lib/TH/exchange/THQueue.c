/*
** Queues: a log in a memfd, and a bag of descriptors.
**
** The file's first page has a mutex and the state: where the log begins and ends, how many messages
** lie there, and what is in the bag. Messages are written behind the end and read from the
** beginning with pwrite and pread, so neither mappings nor room have to be managed: what was read
** is cut out of the file, and the log begins anew when it is empty.
**
** Invariant: the state changes by one store. There are two states and the number of the one that
** holds; a change is written into the other. So whenever a process is killed, the queue is as
** before its call or as after it; the mutex is a robust one, which the system unlocks. What was not
** committed lies behind the end of the log, where it is overwritten, or in the bag with a ticket
** that no message has. Who waits looks again ten times a second, since a process may be killed
** after it has put a message and before it has woken anyone.
**
** Why not a socket alone: it holds some hundred messages, and put never waits. Why not shared
** memory alone: it can hold no descriptor, and the tensors of a message live by theirs.
*/
#include "TH/exchange/THQueue.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "TH/exchange/THBag.h"

enum {
  PAGE = 4096,
  KEPT = 1 << 20 /* so many bytes that were read stay in the file, to be used again */
};

#define MAGIC UINT64_C(0x31305545554554) /* changes with the layout below */
#define NAP 0.1                           /* seconds */

typedef struct State {
  int64_t first, end; /* of the log: positions in the file */
  int64_t cut;        /* the file has no pages from PAGE up to here */
  int64_t count;
  THBagState bag;
  int32_t ended;
  int32_t disturbed; /* the bag may have what no message has */
} State;

typedef struct Shared {
  uint64_t magic;
  pthread_mutex_t mutex;
  State state[2];
  uint32_t current;  /* of the states */
  uint32_t arrivals; /* changes whenever somebody who waits should look */
  uint64_t ticket;   /* of the bag */
} Shared;

typedef struct Record { int64_t size; THBagPlace place; } Record;

struct THQueue {
  int fd;
  Shared *shared;
  uint64_t identity;
  THBag bag;
};

_Static_assert(sizeof(Shared) <= PAGE, "the first page has it all");

/* --- the state --- */

static State state_of(const Shared *shared)
{
  return shared->state[__atomic_load_n(&shared->current, __ATOMIC_ACQUIRE) & 1];
}

/* Other processes can write anything to the page. What a state says is looked at before it is
   used, so that nonsense is an error here; what it says of the bag, THBag.c looks at. */
static int check_state(const char *op, const State *state)
{
  const int64_t most = INT64_MAX / 4;
  if (state->cut >= PAGE && state->first >= state->cut && state->end >= state->first &&
      state->end <= most && state->count >= 0 && state->count <= most)
    return TH_OK;
  return th_fail(TH_EINVAL, "%s: the queue's memory was overwritten: its log begins at %" PRId64
                 " and ends at %" PRId64, op, state->first, state->end);
}

static void commit(Shared *shared, const State *state)
{
  const uint32_t other = !(shared->current & 1);
  shared->state[other] = *state;
  __atomic_store_n(&shared->current, other, __ATOMIC_RELEASE);
}

static void lock(Shared *shared)
{
  if (pthread_mutex_lock(&shared->mutex) != EOWNERDEAD) return;
  pthread_mutex_consistent(&shared->mutex);
  State state = state_of(shared);
  state.disturbed = 1;
  commit(shared, &state);
}

static void unlock(Shared *shared)
{
  pthread_mutex_unlock(&shared->mutex);
}

/* --- who waits --- */

static void wake(Shared *shared, int how_many)
{
  __atomic_fetch_add(&shared->arrivals, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &shared->arrivals, FUTEX_WAKE, how_many, NULL, NULL, 0);
}

static void wait_while(Shared *shared, uint32_t arrivals, double seconds)
{
  const struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};
  syscall(SYS_futex, &shared->arrivals, FUTEX_WAIT, arrivals, &time, NULL, 0);
}

/* --- the log --- */

static int no_room(int64_t size)
{
  return th_fail(TH_ENOMEM, "put: no room for a message of %" PRId64 " bytes: %s", size,
                 strerror(errno));
}

/* A file that grows beyond the limit would send a signal. */
static int may_grow_to(int64_t end)
{
  struct rlimit limit;
  errno = EFBIG;
  return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
         (uint64_t)end <= limit.rlim_cur;
}

static int write_all(int fd, const void *bytes, int64_t size, int64_t position)
{
  for (int64_t done = 0; done < size;) {
    const ssize_t step = pwrite(fd, (const char *)bytes + done, (size_t)(size - done),
                                position + done);
    if (step < 0 && errno != EINTR) return 0;
    if (step > 0) done += step;
  }
  return 1;
}

static int read_all(int fd, void *bytes, int64_t size, int64_t position)
{
  for (int64_t done = 0; done < size;) {
    const ssize_t step = pread(fd, (char *)bytes + done, (size_t)(size - done), position + done);
    if (step == 0 || (step < 0 && errno != EINTR)) return 0;
    if (step > 0) done += step;
  }
  return 1;
}

static void cut_out(int fd, int64_t from, int64_t to)
{
  if (to > from)
    fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from, to - from);
}

/* Write a record behind the end of the log, which it moves. */
static int append(int fd, State *state, const Record *record, const void *bytes)
{
  enum { SMALL = 512 };
  const int64_t whole = (int64_t)sizeof *record + record->size, end = state->end + whole;
  char both[sizeof *record + SMALL];
  int written = 0;
  if (!may_grow_to(end)) return no_room(record->size);
  memcpy(both, record, sizeof *record);
  if (record->size <= SMALL) {
    if (record->size) memcpy(both + sizeof *record, bytes, (size_t)record->size);
    written = write_all(fd, both, whole, state->end);
  } else {
    written = write_all(fd, bytes, record->size, state->end + (int64_t)sizeof *record) &&
              write_all(fd, both, sizeof *record, state->end);
  }
  if (!written) {
    no_room(record->size);
    cut_out(fd, (state->end + PAGE - 1) / PAGE * PAGE, (end + PAGE - 1) / PAGE * PAGE);
    return TH_ENOMEM;
  }
  state->end = end;
  state->count++;
  return TH_OK;
}

/* Whether a record can be one of the log: its bytes lie there, and are in the file before memory is
   taken for them. */
static int is_possible(int fd, const State *state, const Record *record)
{
  struct stat file;
  const int64_t rest = state->end - state->first - (int64_t)sizeof *record;
  if (record->size < 0 || record->size > rest) return 0;
  if (record->place.count < 0 || record->place.count > TH_BAG_MOST) return 0;
  return record->size < KEPT || (!fstat(fd, &file) && record->size <= file.st_size);
}

/* Read the first record and its bytes, and move the beginning. Many records fit the first read. */
static int read_first(int fd, State *state, Record *record, THMessage *message)
{
  char start[1024];
  TH_TRY(check_state("get", state));
  const int64_t rest = state->end - state->first;
  const int64_t length = rest < (int64_t)sizeof start ? rest : (int64_t)sizeof start;
  if (length < (int64_t)sizeof *record || !read_all(fd, start, length, state->first))
    return th_fail(TH_EINVAL, "get: the queue's log cannot be read");
  memcpy(record, start, sizeof *record);
  if (!is_possible(fd, state, record))
    return th_fail(TH_EINVAL, "get: the queue's log is damaged: a message of %" PRId64
                   " bytes and %d descriptors", record->size, record->place.count);
  message->size = record->size;
  message->bytes = malloc((size_t)record->size + 1);
  message->fds = malloc((size_t)record->place.count * sizeof(int) + 1);
  if (!message->bytes || !message->fds)
    return th_fail(TH_ENOMEM, "get: not enough memory for a message of %" PRId64 " bytes",
                   record->size);
  int64_t here = length - (int64_t)sizeof *record;
  if (here > record->size) here = record->size;
  memcpy(message->bytes, start + sizeof *record, (size_t)here);
  message->bytes[record->size] = 0;
  if (!read_all(fd, message->bytes + here, record->size - here,
                state->first + (int64_t)sizeof *record + here))
    return th_fail(TH_EINVAL, "get: the queue's log cannot be read");
  state->first += (int64_t)sizeof *record + record->size;
  state->count--;
  return TH_OK;
}

/* Commit a state from which a message was taken, and give back room that was read. */
static void commit_rest(Shared *shared, int fd, State *state)
{
  const int64_t first = state->first / PAGE * PAGE, cut = state->cut, end = state->end;
  const int empty = !state->count;
  if (empty) state->first = state->end = state->cut = PAGE;
  else if (first - cut >= KEPT) state->cut = first;
  commit(shared, state);
  if (empty) cut_out(fd, PAGE + KEPT, (end + PAGE - 1) / PAGE * PAGE);
  else if (state->cut != cut) cut_out(fd, cut, first);
}

/* --- putting and getting --- */

/* After a failure: the bag may have what no message has. */
static void undo(THQueue *queue, const State *before)
{
  State state = *before;
  THBag_undo(&queue->bag, &before->bag);
  state.disturbed = 1;
  commit(queue->shared, &state);
}

int THQueue_put(THQueue *queue, const void *bytes, int64_t size, const int *fds, int count)
{
  Shared *shared = queue->shared;
  Record record = {.size = size};
  int status = TH_OK;
  lock(shared);
  const State before = state_of(shared);
  State state = before;
  if (state.ended) status = th_fail(TH_EINVAL, "put: the queue is closed");
  if (!status) status = check_state("put", &state);
  if (!status && count)
    status = THBag_put(&queue->bag, &state.bag, &shared->ticket, fds, count, &record.place);
  if (!status) status = append(queue->fd, &state, &record, bytes);
  if (status) undo(queue, &before);
  else commit(shared, &state);
  unlock(shared);
  if (!status) wake(shared, 1);
  return status;
}

/* Whether this process can open so many more files: what it cannot take is to stay in the queue. */
static int has_room(int fd, int *scratch, int count)
{
  int n = 0;
  while (n < count && (scratch[n] = fcntl(fd, F_DUPFD_CLOEXEC, 0)) >= 0) n++;
  const int fits = n == count;
  while (n) close(scratch[--n]);
  return fits;
}

/* The lock is held, and there is a message. */
static int take_first(THQueue *queue, State *state, THMessage *message)
{
  Record record;
  TH_TRY(read_first(queue->fd, state, &record, message));
  const THBagPlace *place = &record.place;
  if (!has_room(queue->fd, message->fds, place->count))
    return th_fail(TH_ENOMEM, "get: this process has no room for %d more open files (ulimit -n)",
                   place->count);
  const int clear = !state->count && state->disturbed;
  if (clear) state->disturbed = 0;
  commit_rest(queue->shared, queue->fd, state);
  if (place->count) TH_TRY(THBag_take(&queue->bag, &state->bag, place, message->fds));
  message->count = place->count;
  if (clear) THBag_clear(&queue->bag, &state->bag);
  return TH_OK;
}

static int look(THQueue *queue, THMessage *message, int *found, uint32_t *arrivals)
{
  Shared *shared = queue->shared;
  int status = TH_OK;
  *message = (THMessage){0};
  lock(shared);
  State state = state_of(shared);
  *arrivals = __atomic_load_n(&shared->arrivals, __ATOMIC_ACQUIRE);
  *found = state.count ? TH_QUEUE_MESSAGE : state.ended ? TH_QUEUE_CLOSED : TH_QUEUE_TIMEOUT;
  if (state.count) status = take_first(queue, &state, message);
  unlock(shared);
  if (status) THMessage_clear(message);
  return status;
}

int THQueue_get(THQueue *queue, double seconds, THMessage *message, int *found)
{
  uint32_t arrivals;
  TH_TRY(look(queue, message, found, &arrivals));
  if (*found != TH_QUEUE_TIMEOUT || !(seconds > 0)) return TH_OK;
  const double time = seconds < NAP ? seconds : NAP;
  wait_while(queue->shared, arrivals, time);
  return look(queue, message, found, &arrivals);
}

void THMessage_clear(THMessage *message)
{
  for (int k = 0; k < message->count; k++)
    if (message->fds[k] >= 0) close(message->fds[k]);
  free(message->bytes);
  free(message->fds);
  *message = (THMessage){0};
}

int64_t THQueue_size(THQueue *queue)
{
  lock(queue->shared);
  const int64_t count = state_of(queue->shared).count;
  unlock(queue->shared);
  return count;
}

void THQueue_end(THQueue *queue)
{
  lock(queue->shared);
  State state = state_of(queue->shared);
  state.ended = 1;
  commit(queue->shared, &state);
  unlock(queue->shared);
  wake(queue->shared, INT_MAX);
}

/* --- its life --- */

static int failed(const char *what)
{
  const int lacks = errno == ENOMEM || errno == ENOSPC || errno == EMFILE || errno == ENFILE;
  return th_fail(lacks ? TH_ENOMEM : TH_EINVAL, "queue: the memory for one cannot be %s: %s",
                 what, strerror(errno));
}

static int make_mutex(pthread_mutex_t *mutex)
{
  pthread_mutexattr_t kind;
  int error = pthread_mutexattr_init(&kind);
  if (!error) error = pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
  if (!error) error = pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  if (!error) error = pthread_mutex_init(mutex, &kind);
  pthread_mutexattr_destroy(&kind);
  if (error) return th_fail(TH_EUNSUPPORTED, "queue: no mutex: %s", strerror(error));
  return TH_OK;
}

/* Look at the file: it has the first page, which is there for good. */
static int map(THQueue *queue)
{
  struct stat status;
  if (fstat(queue->fd, &status)) return failed("looked at");
  const int seals = fcntl(queue->fd, F_GET_SEALS);
  if (status.st_size < PAGE || seals < 0 || !(seals & F_SEAL_SHRINK))
    return th_fail(TH_EINVAL, "queue: this is the descriptor of something else");
  Shared *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, queue->fd, 0);
  if (shared == MAP_FAILED) return failed("mapped");
  queue->shared = shared;
  queue->identity = status.st_ino;
  return TH_OK;
}

static int make(THQueue *queue)
{
  queue->fd = memfd_create("tensor_queue", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (queue->fd < 0) return failed("made");
  if (!may_grow_to(PAGE)) return failed("claimed");
  if ((errno = posix_fallocate(queue->fd, 0, PAGE))) return failed("claimed");
  fchmod(queue->fd, 0600);
  if (fcntl(queue->fd, F_ADD_SEALS, F_SEAL_SHRINK)) return failed("sealed");
  TH_TRY(map(queue));
  TH_TRY(make_mutex(&queue->shared->mutex));
  TH_TRY(THBag_new(&queue->bag));
  queue->shared->state[0] = (State){.first = PAGE, .end = PAGE, .cut = PAGE};
  queue->shared->magic = MAGIC;
  return TH_OK;
}

static int open_as(THQueue *queue, const int fds[TH_QUEUE_DESCRIPTORS])
{
  queue->fd = fds[0];
  THBag_open(&queue->bag, fds + 1);
  for (int k = 0; k < TH_QUEUE_DESCRIPTORS; k++) fcntl(fds[k], F_SETFD, FD_CLOEXEC);
  TH_TRY(map(queue));
  if (queue->shared->magic != MAGIC)
    return th_fail(TH_EINVAL, "queue: another version of this library has made it");
  return TH_OK;
}

static THQueue *made(const int *fds)
{
  THQueue *queue = calloc(1, sizeof *queue);
  if (!queue) {
    th_fail(TH_ENOMEM, "queue: not enough memory for one");
    for (int k = 0; fds && k < TH_QUEUE_DESCRIPTORS; k++) close(fds[k]);
    return NULL;
  }
  THBag_open(&queue->bag, (const int[]){-1, -1});
  queue->fd = -1;
  if (!(fds ? open_as(queue, fds) : make(queue))) return queue;
  THQueue_close(queue);
  return NULL;
}

THQueue *THQueue_new(void)
{
  return made(NULL);
}

THQueue *THQueue_open(const int fds[TH_QUEUE_DESCRIPTORS])
{
  return made(fds);
}

void THQueue_close(THQueue *queue)
{
  if (!queue) return;
  if (queue->shared) munmap(queue->shared, PAGE);
  if (queue->fd >= 0) close(queue->fd);
  THBag_close(&queue->bag);
  free(queue);
}

void THQueue_descriptors(const THQueue *queue, int fds[TH_QUEUE_DESCRIPTORS])
{
  fds[0] = queue->fd;
  memcpy(fds + 1, queue->bag.directory, sizeof queue->bag.directory);
}

uint64_t THQueue_identity(const THQueue *queue)
{
  return queue->identity;
}
