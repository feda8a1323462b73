/*
** The program of a manager (THManager.h). Its standard input is the socket on which it listens.
**
** Every use of a name belongs to the connection on which it was told. A name is on the list as long
** as there is a use of it.
*/
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "TH/exchange/THManager.h"

enum {
  FIRST_WAIT = 10000, /* milliseconds until the first connection, which is there already */
  LINGER = 200,       /* and after the last one: whoever comes back need not start another */
  NUM_SLOTS = 1 << 12
};

typedef struct Name {
  struct Name *next;
  long uses;
  char text[TH_NAME_ROOM];
} Name;

typedef struct Use {
  struct Use *next;
  Name *name;
} Use;

static struct { struct pollfd *poll; Use **uses; size_t count, room; } clients; /* 0 listens */
static Name *slots[NUM_SLOTS];

/* --- names --- */

static Name **find(const char *text)
{
  unsigned hash = 2166136261u;
  for (const char *at = text; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  Name **at = &slots[hash % NUM_SLOTS];
  while (*at && strcmp((*at)->text, text) != 0) at = &(*at)->next;
  return at;
}

static void drop(Use **place)
{
  Use *use = *place;
  *place = use->next;
  if (--use->name->uses == 0) {
    Name **at = find(use->name->text);
    char path[TH_NAME_ROOM + 1] = "/";
    strcpy(path + 1, use->name->text);
    shm_unlink(path);
    *at = use->name->next;
    free(use->name);
  }
  free(use);
}

static Name *new_name(Name **at, const char *text)
{
  Name *name = calloc(1, sizeof *name);
  if (name) strcpy(name->text, text), *at = name;
  return name;
}

/* Whether there is a new use of the name. */
static int add(Use **uses, const char *text, char word)
{
  Name **at = find(text);
  if (*at ? word == TH_SAY_NEW : word == TH_SAY_USE) return 0;
  Use *use = malloc(sizeof *use);
  Name *name = !use || *at ? *at : new_name(at, text);
  if (!use || !name) {
    free(use);
    return 0;
  }
  name->uses++;
  *use = (Use){*uses, name};
  *uses = use;
  return 1;
}

/* --- connections --- */

static void obey(size_t client, const char *message)
{
  Use **uses = &clients.uses[client];
  const char *name = message + 1;
  if (*message == TH_SAY_DROP) {
    while (*uses && strcmp((*uses)->name->text, name) != 0) uses = &(*uses)->next;
    if (*uses) drop(uses);
    return;
  }
  const char answer = add(uses, name, *message) ? TH_SAY_YES : TH_SAY_NO;
  send(clients.poll[client].fd, &answer, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* A name as this library makes them: it becomes a part of a path. */
static int is_name(const char *text)
{
  return strncmp(text, "tensor_", 7) == 0 &&
         text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == 0;
}

/* Whether the connection goes on. */
static int serve(size_t client)
{
  char message[TH_NAME_ROOM + 1];
  const ssize_t length = recv(clients.poll[client].fd, message, sizeof message - 1, MSG_DONTWAIT);
  if (length < 0) return errno == EAGAIN || errno == EINTR;
  if (length < 2) return 0;
  message[length] = 0;
  if (!is_name(message + 1)) return 0;
  obey(client, message);
  return 1;
}

static void leave(size_t client)
{
  close(clients.poll[client].fd);
  while (clients.uses[client]) drop(&clients.uses[client]);
  clients.count--;
  clients.poll[client] = clients.poll[clients.count];
  clients.uses[client] = clients.uses[clients.count];
}

static int make_room(void)
{
  if (clients.count < clients.room) return 1;
  const size_t room = clients.room ? 2 * clients.room : 16;
  struct pollfd *poll = realloc(clients.poll, room * sizeof *poll);
  if (poll) clients.poll = poll;
  Use **uses = poll ? realloc(clients.uses, room * sizeof *uses) : NULL;
  if (uses) clients.uses = uses, clients.room = room;
  return uses != NULL;
}

static void join(int fd)
{
  struct ucred peer;
  socklen_t size = sizeof peer;
  const int is_mine = fd > 0 && !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) &&
                      peer.uid == geteuid();
  if (fd == 0 || (is_mine && make_room())) {
    clients.poll[clients.count] = (struct pollfd){.fd = fd, .events = POLLIN};
    clients.uses[clients.count++] = NULL;
  } else {
    close(fd);
  }
}

static void welcome(void)
{
  const int fd = accept4(0, NULL, NULL, SOCK_CLOEXEC);
  if (fd >= 0) join(fd);
  else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) usleep(10000);
}

/* Nothing of who started it: descriptors, terminal, folder, and the wait for its end. */
static void detach(void)
{
  static const int ignored[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};
  struct rlimit files;
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, 1), dup2(nowhere, 2);
  if (getrlimit(RLIMIT_NOFILE, &files)) files.rlim_max = 1024;
  if (close_range(3, ~0u, 0))
    for (int fd = 3; fd < 65536; fd++) close(fd);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++) signal(ignored[k], SIG_IGN);
  prctl(PR_SET_NAME, "tensor_manager");
  if (chdir("/") || fork()) _exit(0);
  setsid();
}

int main(void)
{
  detach();
  if (!make_room()) return 1;
  for (int wait = FIRST_WAIT;; wait = LINGER) {
    if (clients.count == 0) join(0);
    const int ready = poll(clients.poll, clients.count, clients.count > 1 ? -1 : wait);
    if (ready == 0) return 0;
    if (ready < 0) continue;
    for (size_t k = clients.count; k-- > 1;) /* from behind: a client that leaves is replaced */
      if (clients.poll[k].revents && !serve(k)) leave(k);
    if (clients.poll[0].revents) welcome();
  }
}
