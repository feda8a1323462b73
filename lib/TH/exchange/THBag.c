/*
** Bags of descriptors: see the header.
**
** A message in a socket is a ticket with at most AT_ONCE descriptors. Who takes drops messages
** whose tickets are not the one it looks for: a process was killed after it had sent them and
** before they counted, or before it had taken all that counted no more.
*/
#include "TH/exchange/THBag.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { AT_ONCE = 250 };          /* descriptors in a message; the system takes 253 */
enum { GIVES, TAKES, ENDS };      /* the ends of a pair */

static void close_all(const int *fds, int count)
{
  for (int k = 0; k < count; k++)
    if (fds[k] >= 0) close(fds[k]);
}

static int make_pair(int pair[2])
{
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
    return th_fail(errno == EMFILE || errno == ENFILE ? TH_ENOMEM : TH_EINVAL,
                   "queue: no sockets: %s", strerror(errno));
  const int most = 1 << 22; /* the system cuts it to what it allows */
  setsockopt(pair[GIVES], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
  return TH_OK;
}

/* --- messages in a socket --- */

typedef union Control { /* aligned for the header */
  struct cmsghdr header;
  char bytes[CMSG_SPACE(AT_ONCE * sizeof(int))];
} Control;

/* 0, or errno. */
static int give(int socket, uint64_t ticket, const int *fds, int count)
{
  Control control;
  struct iovec data = {&ticket, sizeof ticket};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
  if (count) {
    memset(&control, 0, sizeof control.header);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    memcpy(CMSG_DATA(header), fds, (size_t)count * sizeof(int));
  }
  while (sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

/* Receive a message into fds, which has room for AT_ONCE, and *count. 0, or errno: EAGAIN where the
   socket is empty, EMFILE where this process has no room for the descriptors, which are lost. */
static int take(int socket, int flags, uint64_t *ticket, int *fds, int *count)
{
  Control control;
  struct iovec data = {ticket, sizeof *ticket};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1,
                           .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t got;
  *count = 0;
  while ((got = recvmsg(socket, &message, flags | MSG_DONTWAIT | MSG_CMSG_CLOEXEC)) < 0)
    if (errno != EINTR) return errno;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS) {
    *count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(fds, CMSG_DATA(header), (size_t)*count * sizeof(int));
  }
  if (got == sizeof *ticket && !(message.msg_flags & MSG_CTRUNC)) return 0;
  close_all(fds, *count);
  *count = 0;
  return got == sizeof *ticket ? EMFILE : EPROTO;
}

/* Drop the first message. 0, or errno. */
static int drop(int socket)
{
  uint64_t ticket;
  ssize_t got;
  while ((got = recv(socket, &ticket, sizeof ticket, MSG_DONTWAIT)) < 0)
    if (errno != EINTR) return errno;
  return got ? 0 : EPIPE;
}

/* Drop what lies before the ticket. 0, or errno: EAGAIN where it is not there. */
static int drop_until(int socket, uint64_t wanted)
{
  int error = 0;
  while (!error) {
    uint64_t ticket = 0;
    const ssize_t got = recv(socket, &ticket, sizeof ticket, MSG_PEEK | MSG_DONTWAIT);
    if (got > 0 && ticket == wanted) return 0;
    if (got >= 0) error = drop(socket);
    else if (errno != EINTR) error = errno;
  }
  return error;
}

/* --- the directory --- */

_Static_assert(2 * TH_BAG_PAIRS <= AT_ONCE, "all pairs go in one message");

/* Open the pairs that others have added. The state may be nonsense (THQueue.c). */
static int know(THBag *bag, const THBagState *state)
{
  if (state->pairs < bag->known || state->pairs > TH_BAG_PAIRS || state->last < 0 ||
      state->last > state->pairs)
    return th_fail(TH_EINVAL, "queue: its memory was overwritten: pair %d of %d, of which %d are "
                   "known", state->last, state->pairs, bag->known);
  if (bag->known == state->pairs) return TH_OK;
  const int socket = bag->directory[TAKES];
  int fds[AT_ONCE], count;
  uint64_t ticket;
  int error = drop_until(socket, state->directory);
  if (!error) error = take(socket, MSG_PEEK, &ticket, fds, &count);
  if (error)
    return th_fail(TH_EINVAL, "queue: its sockets cannot be opened: %s", strerror(error));
  if (count != 2 * state->pairs) {
    close_all(fds, count);
    return th_fail(TH_EINVAL, "queue: its directory has %d sockets, not %d", count,
                   2 * state->pairs);
  }
  close_all(fds, 2 * bag->known);
  for (int k = 2 * bag->known; k < count; k++) bag->pair[k / 2][k % 2] = fds[k];
  bag->known = state->pairs;
  return TH_OK;
}

static int add_pair(THBag *bag, THBagState *state, uint64_t *ticket)
{
  int pair[2];
  if (state->pairs == TH_BAG_PAIRS)
    return th_fail(TH_EINVAL, "put: the queue holds as many tensors and queues as it can");
  TH_TRY(make_pair(pair));
  memcpy(bag->pair[bag->known], pair, sizeof pair);
  const int error = give(bag->directory[GIVES], ++*ticket, &bag->pair[0][0], 2 * bag->known + 2);
  if (error) {
    close_all(pair, ENDS);
    return th_fail(TH_EINVAL, "put: no more sockets: %s", strerror(error));
  }
  bag->known++;
  state->pairs++;
  state->directory = *ticket;
  return TH_OK;
}

/* --- putting and taking --- */

/* 0, or errno: EAGAIN where the pair is full. What has been sent then is dropped later. */
static int give_all(int socket, uint64_t ticket, const int *fds, int count)
{
  int error = 0;
  for (int k = 0; k < count && !error; k += AT_ONCE)
    error = give(socket, ticket, fds + k, count - k < AT_ONCE ? count - k : AT_ONCE);
  return error;
}

int THBag_put(THBag *bag, THBagState *state, uint64_t *ticket, const int *fds, int count,
              THBagPlace *place)
{
  int error = EAGAIN;
  if (count > TH_BAG_MOST)
    return th_fail(TH_EINVAL, "put: %d descriptors in a message; at most %d", count, TH_BAG_MOST);
  TH_TRY(know(bag, state));
  for (int tried = 0; error == EAGAIN; tried++) {
    int pair = state->pairs ? (state->last + tried) % state->pairs : 0;
    if (tried >= state->pairs) {
      TH_TRY(add_pair(bag, state, ticket));
      pair = state->pairs - 1;
    }
    *place = (THBagPlace){++*ticket, pair, count};
    error = give_all(bag->pair[pair][GIVES], place->ticket, fds, count);
    state->last = pair;
  }
  if (error == ETOOMANYREFS)
    return th_fail(TH_EINVAL, "put: the queues hold as many tensors as this user may have files "
                   "open (ulimit -n)");
  if (error) return th_fail(TH_EINVAL, "put: a descriptor cannot be sent: %s", strerror(error));
  return TH_OK;
}

int THBag_take(THBag *bag, const THBagState *state, const THBagPlace *place, int *fds)
{
  TH_TRY(know(bag, state));
  if (place->pair < 0 || place->pair >= bag->known)
    return th_fail(TH_EINVAL, "get: the queue's log is damaged: descriptors in pair %d of %d",
                   place->pair, bag->known);
  const int socket = bag->pair[place->pair][TAKES];
  int got = 0, error = 0;
  while (got < place->count && !error) {
    int chunk[AT_ONCE], count = 0;
    uint64_t ticket;
    error = drop_until(socket, place->ticket);
    if (!error) error = take(socket, 0, &ticket, chunk, &count);
    if (!error && count > place->count - got) error = EPROTO;
    if (error) close_all(chunk, count);
    else memcpy(fds + got, chunk, (size_t)count * sizeof(int));
    if (!error) got += count;
  }
  if (!error) return TH_OK;
  close_all(fds, got);
  if (error == EMFILE)
    return th_fail(TH_ENOMEM, "get: this process has no room for %d more open files (ulimit -n)",
                   place->count);
  return th_fail(TH_EINVAL, "get: the descriptors of a message are missing: %s", strerror(error));
}

void THBag_clear(THBag *bag, const THBagState *state)
{
  if (know(bag, state)) return;
  for (int k = 0; k < bag->known; k++)
    while (!drop(bag->pair[k][TAKES])) continue;
}

/* --- its life --- */

void THBag_undo(THBag *bag, const THBagState *state)
{
  while (bag->known > 0 && bag->known > state->pairs) close_all(bag->pair[--bag->known], ENDS);
}

int THBag_new(THBag *bag)
{
  int directory[2];
  TH_TRY(make_pair(directory));
  THBag_open(bag, directory);
  return TH_OK;
}

void THBag_open(THBag *bag, const int directory[2])
{
  bag->known = 0;
  memcpy(bag->directory, directory, sizeof bag->directory);
}

void THBag_close(THBag *bag)
{
  close_all(bag->directory, ENDS);
  close_all(&bag->pair[0][0], 2 * bag->known);
}
