/*
** How much memory is left: the least of what the system has and of what the control groups allow
** that this process is in.
**
** Taking pages of shared memory beyond a limit does not fail: the kernel ends a process. So whoever
** takes many asks here first. Pages of files count as free, since they can be read again.
*/
#include "TH/exchange/THSegment.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Text { char text[4096]; } Text;

/* The text of a small file; "" if it cannot be read. */
static Text read_text(const char *path)
{
  Text all;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd < 0 ? 0 : read(fd, all.text, sizeof all.text - 1);
  if (fd >= 0) close(fd);
  all.text[n > 0 ? n : 0] = 0;
  return all;
}

/* The number behind the word that a line begins with, or otherwise. */
static int64_t number_of(const Text *all, const char *word, int64_t otherwise)
{
  const size_t length = strlen(word);
  for (const char *line = all->text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    const char *at = line + length;
    if (strncmp(line, word, length) != 0) continue;
    at += strspn(at, " ");
    return *at >= '0' && *at <= '9' ? strtoll(at, NULL, 10) : otherwise;
  }
  return otherwise;
}

/* The files of a control group, by the interface of version 2 and of version 1. */
typedef struct Group { const char *folder, *limit, *used, *pages, *shared; } Group;

static const Group groups[] = {
  {"/sys/fs/cgroup", "memory.max", "memory.current", "file ", "shmem "},
  {"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache ",
   "total_shmem "},
};

static Text read_of(const Group *group, const char *name, const char *file)
{
  char path[4096];
  snprintf(path, sizeof path, "%s%.1024s/%s", group->folder, name, file);
  return read_text(path);
}

static int64_t left_in(const Group *group, const char *name)
{
  const Text limit = read_of(group, name, group->limit);
  const int64_t most = number_of(&limit, "", INT64_MAX);
  if (most > INT64_MAX / 2) return INT64_MAX;
  const Text used = read_of(group, name, group->used), stat = read_of(group, name, "memory.stat");
  const int64_t files =
    number_of(&stat, group->pages, 0) - number_of(&stat, group->shared, 0);
  const int64_t left = most - number_of(&used, "", 0) + (files > 0 ? files : 0);
  return left > 0 ? left : 0;
}

/* The least of the group of that name and of those around it. */
static int64_t left_around(const Group *group, const char *name)
{
  char path[1024];
  snprintf(path, sizeof path, "%s", strcmp(name, "/") == 0 ? "" : name);
  int64_t least = left_in(group, path);
  for (char *end = strrchr(path, '/'); end; end = strrchr(path, '/')) {
    *end = 0;
    const int64_t left = left_in(group, path);
    if (left < least) least = left;
  }
  return least;
}

/* Each line of the list is "number:controllers:name"; version 2 has no controllers. */
int64_t th_roomLeft(void)
{
  const Text system = read_text("/proc/meminfo");
  const int64_t kilobytes = number_of(&system, "MemAvailable:", INT64_MAX / 1024);
  int64_t least = kilobytes * 1024;
  Text mine = read_text("/proc/self/cgroup");
  for (char *rest, *line = strtok_r(mine.text, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest)) {
    char *controllers = strchr(line, ':');
    char *name = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!name) continue;
    *name++ = 0;
    const int is_old = controllers[1] != 0;
    if (is_old && strcmp(controllers + 1, "memory") != 0) continue;
    const int64_t left = left_around(&groups[is_old], name);
    if (left < least) least = left;
  }
  return least;
}
