/*
** Segments with names in /dev/shm: for systems without memory files, and for programs that cannot
** spare a descriptor a segment.
**
** A name outlives the processes that know it, so somebody must remove it when the last of them has
** gone: the manager, which is told of every use (THManager.h). A use is told before the segment is
** made or opened, so there is no moment in which the end of a process would leave a name behind.
** The segment begins with a count of the processes that have it. Should the manager be killed, the
** process that takes the count to 0 removes the name; and a process that tells others of the
** segment starts another manager for it.
*/
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "TH/exchange/THManager.h"
#include "TH/exchange/THSegment.h"

/* What a segment begins with. The elements keep the alignment of the largest ones. */
typedef struct Header {
  char mark[8];
  int64_t bytes;
  int64_t users; /* atomic */
} Header;

enum { HEADER = 256 };
static const char mark[8] = "tensor1";

static Header *header_of(const THSegment *segment)
{
  return (Header *)((char *)segment->data - HEADER);
}

static int open_name(const char *name, int flags)
{
  char path[TH_NAME_ROOM + 1];
  snprintf(path, sizeof path, "/%s", name);
  return shm_open(path, O_RDWR | flags, 0600);
}

static void remove_name(const char *name)
{
  char path[TH_NAME_ROOM + 1];
  snprintf(path, sizeof path, "/%s", name);
  shm_unlink(path);
}

static int failed(const char *op, const char *name, const char *what)
{
  const int is_full = errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOSPC;
  return th_fail(is_full ? TH_ENOMEM : TH_EINVAL, "%s: %s cannot be %s: %s", op, name, what,
                 strerror(errno));
}

static int fill(THSegment *segment)
{
  const char *name = segment->place.name;
  const int fd = open_name(name, O_CREAT | O_EXCL);
  if (fd < 0) return failed("share", name, "made");
  int status = th_claimMemory(fd, HEADER + segment->place.bytes);
  if (!status) status = th_mapSegment("share", segment, fd);
  close(fd);
  if (status) {
    remove_name(name);
    return status;
  }
  Header *header = header_of(segment);
  *header = (Header){.bytes = segment->place.bytes, .users = 1};
  memcpy(header->mark, mark, sizeof mark);
  return TH_OK;
}

static int make(THSegment *segment)
{
  THSegmentPlace *place = &segment->place;
  segment->header = HEADER;
  place->pid = getpid();
  TH_TRY(th_nameSegment(place->name));
  TH_TRY(th_useName("share", place->manager, place->name, &segment->manager, NULL, NULL));
  const int status = fill(segment);
  if (status) th_dropName(segment->manager, place->name);
  return status;
}

/* Whether the file begins as the segment does. Read, and not from the mapping, whose first page is
   then made by a write: a read would make those around it too. */
static int is_ours(int fd, const THSegment *segment)
{
  Header header;
  return pread(fd, &header, sizeof header, 0) == sizeof header &&
         memcmp(header.mark, mark, sizeof mark) == 0 && header.bytes == segment->place.bytes;
}

static int map(const char *op, THSegment *segment)
{
  const char *name = segment->place.name;
  const int fd = open_name(name, 0);
  if (fd < 0) return failed(op, name, "opened");
  int status = th_mapSegment(op, segment, fd);
  if (!status && !is_ours(fd, segment)) {
    th_unmapSegment(segment);
    status = th_fail(TH_EINVAL, "%s: %s is no segment of this library", op, name);
  }
  close(fd);
  return status;
}

typedef struct Opening { const char *op; THSegment *segment; int status; } Opening;

static void map_meanwhile(void *context)
{
  Opening *opening = context;
  opening->status = map(opening->op, opening->segment);
}

/* It is mapped while the manager answers, and counts when that says yes. A lease keeps the use of
   others; this process needs one of its own. */
static int find(const char *op, THSegment *segment, int lease)
{
  THSegmentPlace *place = &segment->place;
  Opening opening = {op, segment, TH_OK};
  (void)lease;
  segment->header = HEADER;
  place->pid = getpid();
  const int status = th_useName(op, place->manager, place->name, &segment->manager,
                                map_meanwhile, &opening);
  if (status) {
    th_unmapSegment(segment);
    return status;
  }
  if (opening.status) th_dropName(segment->manager, place->name);
  else __atomic_add_fetch(&header_of(segment)->users, 1, __ATOMIC_ACQ_REL);
  return opening.status;
}

/* Nothing keeps others of this user from making the file shorter. */
static int check(const char *op, const THSegment *segment)
{
  struct stat file;
  const int fd = open_name(segment->place.name, 0);
  if (fd < 0) return TH_OK; /* somebody removed the name; the memory is still here */
  const int known = fstat(fd, &file) == 0;
  close(fd);
  if (!known || file.st_size == segment->place.bytes + HEADER) return TH_OK;
  return th_fail(TH_EINVAL, "%s: %s was made shorter", op, segment->place.name);
}

/* Whether the header is there, or touching it would be a signal. Newer kernels tell of a page. */
static int has_header(const THSegment *segment)
{
  enum { TOUCH = 22 }; /* MADV_POPULATE_READ */
  struct stat file;
  if (madvise(header_of(segment), HEADER, TOUCH) == 0) return 1;
  if (errno != EINVAL) return 0;
  const int fd = open_name(segment->place.name, 0);
  const int has = fd >= 0 && fstat(fd, &file) == 0 && file.st_size >= HEADER;
  if (fd >= 0) close(fd);
  return has;
}

static int count_down(const THSegment *segment)
{
  return has_header(segment) &&
         !__atomic_sub_fetch(&header_of(segment)->users, 1, __ATOMIC_ACQ_REL);
}

/* A process that a fork made has the memory, but it is its parent's use. */
static void drop(THSegment *segment)
{
  const char *name = segment->place.name;
  const int is_mine = segment->place.pid == getpid();
  const int is_last = is_mine && count_down(segment);
  th_unmapSegment(segment);
  if (is_mine && !th_dropName(segment->manager, name) && is_last) remove_name(name);
}

/* Should the manager have been killed, others find the segment by another one. */
static int tell(const char *op, THSegment *segment, THSegmentPlace *place)
{
  return th_tellName(op, &segment->manager, place->name, place->manager);
}

static int lease(THSegment *segment, int *fd)
{
  char address[TH_NAME_ROOM];
  TH_TRY(th_tellName("lease", &segment->manager, segment->place.name, address));
  return th_leaseName("lease", address, segment->place.name, fd);
}

const THSharing th_files = {"file", make, find, tell, check, drop, lease};
