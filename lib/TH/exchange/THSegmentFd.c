/*
** Segments without a name in the file system: memory files (memfd), one descriptor each in every
** process that has them.
**
** A handle says which process had the segment and under which number, and others open it through
** /proc/<pid>/fd/<number>, which the kernel lets processes of the same user do. When that process
** has ended or let the segment go, they look through all processes of the user for a file of its
** name, which has 96 random bits. So nobody keeps a list that could be wrong, and nothing is left
** behind by construction: the kernel frees the file with its last descriptor and mapping. The file
** is sealed, so that nobody can shorten it under those who have it mapped.
*/
#include "TH/exchange/THSegment.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the system says when there are no more descriptors: a collection may close some. */
static int failed(const char *op, const char *what)
{
  const int is_full = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
  const char *hint =
    errno == EMFILE ? " (ulimit -n); tensor.setSharingStrategy 'file' needs none" : "";
  return th_fail(is_full ? TH_ENOMEM : TH_EUNSUPPORTED, "%s: %s: %s%s", op, what, strerror(errno),
                 hint);
}

/* Whether the link at path, below folder, is the open file of the segment. */
static int is_segment(int folder, const char *path, const char *name)
{
  char link[80], wanted[80];
  const int length = snprintf(wanted, sizeof wanted, "/memfd:%s (deleted)", name);
  return readlinkat(folder, path, link, sizeof link) == length &&
         memcmp(link, wanted, (size_t)length) == 0;
}

static int is_mine(int fd, const char *name)
{
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return is_segment(AT_FDCWD, path, name);
}

/* The file behind a link that was the segment's when it was read: opened, then looked at again,
   since the number may have been closed and used for another file. */
static int open_link(int folder, const char *path, const char *name)
{
  if (!is_segment(folder, path, name)) return -1;
  const int fd = openat(folder, path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 || is_mine(fd, name)) return fd;
  close(fd);
  return -1;
}

/* --- searching --- */

static int search_process(int proc, const char *pid, const char *name)
{
  char path[300];
  struct stat owner;
  int found = -1;
  if (fstatat(proc, pid, &owner, 0) || owner.st_uid != geteuid()) return -1;
  snprintf(path, sizeof path, "%s/fd", pid);
  const int folder = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = folder < 0 ? NULL : fdopendir(folder);
  for (struct dirent *entry; list && found < 0 && (entry = readdir(list));)
    found = open_link(folder, entry->d_name, name);
  if (list) closedir(list);
  else if (folder >= 0) close(folder);
  return found;
}

static int search_all(const char *name)
{
  int found = -1;
  DIR *list = opendir("/proc");
  for (struct dirent *entry; list && found < 0 && (entry = readdir(list));)
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
      found = search_process(dirfd(list), entry->d_name, name);
  if (list) closedir(list);
  return found;
}

/* A segment that one process passes to another during a search may be missed, so there are
   several. */
static int search(const THSegmentPlace *place)
{
  enum { SEARCHES = 3 };
  char path[64];
  snprintf(path, sizeof path, "/proc/%" PRId64 "/fd/%" PRId64, place->pid, place->fd);
  int found = open_link(AT_FDCWD, path, place->name);
  for (int k = 0; found < 0 && errno != EMFILE && errno != ENFILE && k < SEARCHES; k++)
    found = search_all(place->name);
  return found;
}

/* --- the way of sharing --- */

/* Not one of the first three, which programs write to. */
static int raised(int fd)
{
  if (fd < 0 || fd > 2) return fd;
  const int higher = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  close(fd);
  return higher;
}

static int new_file(const char *name)
{
#ifdef MFD_CLOEXEC
  return raised(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
#else
  (void)name;
  errno = ENOSYS;
  return -1;
#endif
}

enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };

static int fill(THSegment *segment)
{
  TH_TRY(th_claimMemory(segment->fd, segment->place.bytes));
  if (fchmod(segment->fd, 0600) || fcntl(segment->fd, F_ADD_SEALS, SEALS))
    return failed("share", "the memory file cannot be sealed");
  return th_mapSegment("share", segment, segment->fd);
}

static int make(THSegment *segment)
{
  TH_TRY(th_nameSegment(segment->place.name));
  segment->fd = new_file(segment->place.name);
  if (segment->fd < 0) return failed("share", "no memory file can be made");
  const int status = fill(segment);
  if (status) close(segment->fd);
  return status;
}

static int find(const char *op, THSegment *segment, int lease)
{
  const char *name = segment->place.name;
  const int leased = lease >= 0 && is_mine(lease, name);
  errno = 0;
  segment->fd = leased ? raised(fcntl(lease, F_DUPFD_CLOEXEC, 3)) : search(&segment->place);
  if (segment->fd < 0 && (errno == EMFILE || errno == ENFILE))
    return failed(op, "the segment cannot be opened");
  if (segment->fd < 0)
    return th_fail(TH_EINVAL, "%s: the handle is stale: no process of this user has %s any more",
                   op, name);
  int status = TH_OK;
  if ((fcntl(segment->fd, F_GET_SEALS) & SEALS) != SEALS)
    status = th_fail(TH_EINVAL, "%s: %s is no segment: it can be made shorter", op, name);
  if (!status) status = th_mapSegment(op, segment, segment->fd);
  if (status) close(segment->fd);
  return status;
}

/* Its process has told all. */
static int tell(const char *op, THSegment *segment, THSegmentPlace *place)
{
  (void)op, (void)segment, (void)place;
  return TH_OK;
}

/* What is sealed stays as it is. */
static int check(const char *op, const THSegment *segment)
{
  (void)op, (void)segment;
  return TH_OK;
}

static void drop(THSegment *segment)
{
  th_unmapSegment(segment);
  close(segment->fd);
}

static int lease(THSegment *segment, int *fd)
{
  *fd = fcntl(segment->fd, F_DUPFD_CLOEXEC, 3);
  return *fd < 0 ? failed("lease", "the segment's file cannot be opened again") : TH_OK;
}

const THSharing th_descriptors = {"descriptor", make, find, tell, check, drop, lease};

int TH_defaultSharing(void)
{
  static int known;
  int sharing = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (sharing) return sharing;
  const int fd = new_file("tensor_probe");
  const int has = fd >= 0 && fcntl(fd, F_ADD_SEALS, SEALS) == 0 && is_mine(fd, "tensor_probe");
  const int is_full = fd < 0 && (errno == EMFILE || errno == ENFILE);
  if (fd >= 0) close(fd);
  if (is_full) return TH_SHARING_DESCRIPTOR;
  sharing = has ? TH_SHARING_DESCRIPTOR : TH_SHARING_FILE;
  __atomic_store_n(&known, sharing, __ATOMIC_RELAXED);
  return sharing;
}
