/*
** This process's side of managers (THManager.h): its connections, one a manager, each as long as it
** has uses; and how a manager is started.
**
** The list of connections has a lock, which is held while a question is asked, so that answers
** belong to the last question. A connection that a fork has copied is not used by the child, which
** makes its own; it stays open there, because the child has the memory too.
*/
#include "TH/exchange/THManager.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "TH/base/THLog.h"
#include "TH/exchange/THSegment.h"

struct THManager {
  struct THManager *next;
  int fd;      /* -1: it has gone */
  int overdue; /* answers that have not come yet, to questions that nobody waits for */
  pid_t pid; /* of the process that made the connection */
  long uses;
  char address[TH_NAME_ROOM];
};

static struct {
  pthread_mutex_t lock;
  THManager *all;
  char last[TH_NAME_ROOM]; /* the address of the one that this process used last */
} managers = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void lock_managers(void)
{
  pthread_mutex_lock(&managers.lock);
}

static void unlock_managers(void)
{
  pthread_mutex_unlock(&managers.lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
  pthread_atfork(lock_managers, unlock_managers, unlock_managers);
}

/* --- starting one --- */

/* A program file without a name: in memory, or where that is not allowed, in a folder. */
static int new_program(void)
{
#ifdef MFD_CLOEXEC
  enum { EXECUTABLE = 16 }; /* MFD_EXEC, of newer kernels */
  int fd = memfd_create("tensor_manager", MFD_CLOEXEC | EXECUTABLE);
  if (fd < 0) fd = memfd_create("tensor_manager", MFD_CLOEXEC);
  if (fd >= 0) return fd;
#endif
  return open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0700);
}

static int write_all(int fd, const unsigned char *bytes, size_t count)
{
  for (ssize_t n; count > 0; bytes += n, count -= (size_t)n)
    if ((n = write(fd, bytes, count)) <= 0) return 0;
  return 1;
}

/* Runs the program with the socket as its standard input and its address as an argument, which only
   lists of processes show; waits until it has put itself into
   the background. The program is read through a second descriptor: what can be written to is not
   run. */
static int run(int program, int listener, const char *address)
{
  char *const arguments[] = {"tensor_manager", (char *)address, NULL}, *const none[] = {NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, no_signals;
  char path[32];
  pid_t pid;
  int status;
  snprintf(path, sizeof path, "/proc/self/fd/%d", program);
  sigfillset(&all), sigemptyset(&no_signals);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, listener, 0);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &no_signals);
  const int failed = posix_spawn(&pid, path, &actions, &attributes, arguments, none);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  while (!failed && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return failed;
}

static int run_manager(int listener, const char *address)
{
  const int file = new_program();
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int failed = file < 0 || !write_all(file, th_managerProgram, th_managerBytes) ||
               fchmod(file, 0700) ? errno : 0;
  const int readable = failed ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (!failed && readable < 0) failed = errno;
  if (file >= 0) close(file);
  const int program = readable < 0 ? -1 : fcntl(readable, F_DUPFD_CLOEXEC, 3);
  if (!failed) failed = program < 0 ? errno : run(program, listener, address);
  if (readable >= 0) close(readable);
  if (program >= 0) close(program);
  return failed;
}

/* --- connections --- */

static socklen_t set_address(struct sockaddr_un *to, const char *address)
{
  const size_t length = strlen(address);
  memset(to, 0, sizeof *to);
  to->sun_family = AF_UNIX;
  memcpy(to->sun_path + 1, address, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
}

static int new_socket(void)
{
  const int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  const int higher = fd < 0 || fd > 2 ? fd : fcntl(fd, F_DUPFD_CLOEXEC, 3);
  if (higher != fd) close(fd);
  return higher;
}

/* A connection with the manager at an address, which must be this user's; -1 if there is none. No
   question is longer than a few milliseconds; a manager that is stopped must not stop us too. */
static int connect_to(const char *address)
{
  struct sockaddr_un to;
  struct ucred peer;
  socklen_t size = sizeof peer;
  const struct timeval patience = {.tv_sec = 10};
  const int fd = new_socket();
  if (fd < 0) return -1;
  if (connect(fd, (struct sockaddr *)&to, set_address(&to, address)) == 0 &&
      getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid() &&
      setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
      setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0)
    return fd;
  close(fd);
  return -1;
}

static int no_manager(const char *op, int error)
{
  return th_fail(error == EMFILE || error == ENFILE || error == ENOMEM ? TH_ENOMEM
                                                                       : TH_EUNSUPPORTED,
                 "%s: no manager of shared memory can be started: %s", op, strerror(error));
}

/* The connection is made before the manager runs: it waits in the socket. Where another process was
   faster there is a manager at the address now. */
static int start(const char *op, const char *address, int *fd)
{
  struct sockaddr_un at;
  const int listener = new_socket();
  if (listener < 0) return no_manager(op, errno);
  int error = 0;
  if (bind(listener, (struct sockaddr *)&at, set_address(&at, address)) ||
      listen(listener, SOMAXCONN))
    error = errno;
  *fd = error && error != EADDRINUSE ? -1 : connect_to(address);
  if (!error && *fd < 0) error = errno;
  if (!error) error = run_manager(listener, address);
  if (error == EADDRINUSE && *fd >= 0) error = 0;
  close(listener);
  if (error && *fd >= 0) close(*fd);
  return error ? no_manager(op, error) : TH_OK;
}

/* --- questions --- */

/* Sends a word and a name. Whether they went out. */
static int say(int fd, char word, const char *name)
{
  char message[TH_NAME_ROOM + 1];
  const int length = snprintf(message, sizeof message, "%c%s", word, name);
  ssize_t sent;
  do sent = send(fd, message, (size_t)length, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == length;
}

typedef struct Meanwhile { void (*run)(void *); void *context; } Meanwhile;

static const Meanwhile nothing;

enum { GONE = 0, LATE = 'l' }; /* what a question gives without an answer */

static char receive(int fd)
{
  char answer = GONE;
  ssize_t n;
  do n = recv(fd, &answer, 1, 0);
  while (n < 0 && errno == EINTR);
  return n == 1 ? answer : n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? LATE : GONE;
}

/* The answer to a question. */
static char ask(int fd, char word, const char *name, const Meanwhile *meanwhile)
{
  if (!say(fd, word, name)) return GONE;
  if (meanwhile->run) meanwhile->run(meanwhile->context);
  return receive(fd);
}

/* --- the list: these hold its lock --- */

static THManager *known(const char *address)
{
  const pid_t me = getpid();
  for (THManager *m = managers.all; m; m = m->next)
    if (m->pid == me && m->fd >= 0 && (!*address || strcmp(m->address, address) == 0)) return m;
  return NULL;
}

static THManager *add(int fd, const char *address)
{
  THManager *m = fd < 0 ? NULL : calloc(1, sizeof *m);
  if (!m) {
    if (fd >= 0) close(fd);
    return NULL;
  }
  *m = (THManager){.next = managers.all, .fd = fd, .pid = getpid()};
  strcpy(m->address, address);
  managers.all = m;
  return m;
}

static void lose(THManager *m)
{
  if (m->fd >= 0) close(m->fd);
  m->fd = -1;
}

/* It was stopped, or killed. */
static void lose_gone(THManager *m)
{
  if (m->fd >= 0) th_log(TH_LOG_WARNING, "the manager of shared memory %s has gone", m->address);
  lose(m);
}

static void remove_unused(THManager *m)
{
  THManager **at = &managers.all;
  if (m->uses) return;
  while (*at != m) at = &(*at)->next;
  *at = m->next;
  strcpy(managers.last, m->address);
  lose(m);
  free(m);
}

/* A manager that does not answer in time may be stopped: it still counts what it was told, so the
   connection stays, and a yes that comes later is taken back at once. */
static char ask_manager(THManager *m, char word, const char *name, const Meanwhile *meanwhile)
{
  char answer = TH_SAY_YES;
  while (m->overdue && (answer = receive(m->fd)) != LATE && answer != GONE) m->overdue--;
  if (!m->overdue) answer = ask(m->fd, word, name, meanwhile);
  if (answer == LATE && !m->overdue && say(m->fd, TH_SAY_DROP, name)) m->overdue++;
  if (answer == GONE) lose_gone(m);
  return answer;
}

/* Ask a manager that this process has, or finds. NULL if there is none or it says no. */
static THManager *ask_known(const char *address, char word, const char *name,
                            const Meanwhile *meanwhile)
{
  THManager *m = known(address);
  const char *other = *address ? address : managers.last;
  if (!m && *other) m = add(connect_to(other), other);
  if (!m) return NULL;
  if (ask_manager(m, word, name, meanwhile) == TH_SAY_YES) {
    m->uses++;
    return m;
  }
  remove_unused(m);
  return NULL;
}

/* Starts a manager at an address where there is none, and tells it of a use. */
static int ask_new(const char *op, const char *address, char word, const char *name,
                   THManager **manager)
{
  int fd = -1;
  TH_TRY(start(op, address, &fd));
  THManager *m = add(fd, address);
  if (!m) return th_fail(TH_ENOMEM, "%s: not enough memory for a connection", op);
  if (ask_manager(m, word, name, &nothing) != TH_SAY_YES) {
    remove_unused(m);
    return th_fail(TH_EUNSUPPORTED, "%s: the manager of shared memory does not answer", op);
  }
  m->uses++;
  *manager = m;
  return TH_OK;
}

/* The place of a manager that has gone is taken at an address that all its users know: its own with
   a number behind it, or the next one. */
static void set_successor(char successor[TH_NAME_ROOM], const char *address)
{
  const char *number = strrchr(address, '_');
  const int is_second = number && strlen(number) < 10; /* what is random has 24 digits */
  snprintf(successor, TH_NAME_ROOM, "%.*s_%d",
           (int)(is_second ? number - address : TH_NAME_ROOM - 10), address,
           is_second ? atoi(number + 1) % 1000000 + 1 : 2);
}

static int ask_successor(const char *op, const char *address, const char *name, THManager **manager)
{
  char successor[TH_NAME_ROOM];
  set_successor(successor, address);
  *manager = ask_known(successor, TH_SAY_KEEP, name, &nothing);
  return *manager ? TH_OK : ask_new(op, successor, TH_SAY_KEEP, name, manager);
}

static int ask_any(const char *op, const char *name, THManager **manager)
{
  char address[TH_NAME_ROOM];
  TH_TRY(th_nameSegment(address));
  return ask_new(op, address, TH_SAY_NEW, name, manager);
}

static int stale(const char *op, const char *address, const char *name)
{
  return th_fail(TH_EINVAL, "%s: %s is stale: its manager %s has gone, or knows of no process that "
                 "has it", op, name, address);
}

int th_useName(const char *op, char address[TH_NAME_ROOM], const char *name, THManager **manager,
               void (*meanwhile)(void *), void *context)
{
  const Meanwhile work = {meanwhile, context};
  const int is_new = !*address;
  int status = TH_OK;
  lock_managers();
  *manager = ask_known(address, is_new ? TH_SAY_NEW : TH_SAY_USE, name, &work);
  if (!*manager) status = is_new ? ask_any(op, name, manager) : stale(op, address, name);
  if (!status) strcpy(address, (*manager)->address);
  unlock_managers();
  return status;
}

static int has_gone(const THManager *m)
{
  struct pollfd connection = {.fd = m->fd};
  return m->fd < 0 || (poll(&connection, 1, 0) > 0 && connection.revents & POLLHUP);
}

int th_tellName(const char *op, THManager **manager, const char *name, char address[TH_NAME_ROOM])
{
  int status = TH_OK;
  lock_managers();
  THManager *other = *manager;
  if (other->pid == getpid() && has_gone(other)) {
    lose_gone(*manager);
    status = ask_successor(op, (*manager)->address, name, &other);
    if (!status) {
      (*manager)->uses--;
      remove_unused(*manager);
      *manager = other;
    }
  }
  if (!status) strcpy(address, other->address);
  unlock_managers();
  return status;
}

int th_dropName(THManager *manager, const char *name)
{
  lock_managers();
  const int told = manager->fd >= 0 && say(manager->fd, TH_SAY_DROP, name);
  if (!told) lose_gone(manager);
  manager->uses--;
  remove_unused(manager);
  unlock_managers();
  return told;
}

int th_leaseName(const char *op, const char *address, const char *name, int *fd)
{
  const int made = connect_to(address);
  if (made >= 0 && ask(made, TH_SAY_USE, name, &nothing) == TH_SAY_YES) {
    *fd = made;
    return TH_OK;
  }
  if (made >= 0) close(made);
  return stale(op, address, name);
}
