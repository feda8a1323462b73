/*
** What both ways of sharing need: names, memory that is claimed, mappings.
*/
#include "TH/exchange/THSegment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

int th_nameSegment(char name[48])
{
  uint64_t random[2];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return th_fail(TH_EUNSUPPORTED, "share: no random numbers: %s", strerror(errno));
  snprintf(name, 48, "tensor_%ld_%016" PRIx64 "%08" PRIx64, (long)getpid(), random[0],
           random[1] & UINT32_MAX);
  return TH_OK;
}

/* Asking how much memory there is takes as long as claiming this much. */
static const int64_t ask_from = (int64_t)1 << 20;

static int no_memory(int64_t bytes, const char *why)
{
  return th_fail(TH_ENOMEM, "share: not enough memory: %.1f MB asked for; %s",
                 (double)bytes / 1048576.0, why);
}

/* What would end the process, or disturb others, is asked before. */
static int check_room(int fd, int64_t bytes)
{
  struct rlimit limit;
  struct statvfs space;
  char why[80];
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      (uint64_t)bytes > limit.rlim_cur)
    return no_memory(bytes, "the limit of files (ulimit -f) does not allow it");
  if (fstatvfs(fd, &space) == 0 && space.f_blocks &&
      (uint64_t)bytes / space.f_frsize >= space.f_bavail)
    return no_memory(bytes, "/dev/shm has less left");
  const int64_t left = bytes < ask_from ? INT64_MAX : th_roomLeft();
  if (bytes <= left) return TH_OK;
  snprintf(why, sizeof why, "%.1f MB are left", (double)left / 1048576.0);
  return no_memory(bytes, why);
}

/* A signal ends the call and gives back what it had claimed, so it is made in parts. */
int th_claimMemory(int fd, int64_t bytes)
{
  enum { PART = 64 << 20 };
  TH_TRY(check_room(fd, bytes));
  for (int64_t from = 0; from < bytes;) {
    const int64_t part = bytes - from < PART ? bytes - from : PART;
    const int failed = posix_fallocate(fd, from, part);
    if (!failed) from += part;
    else if (failed != EINTR) return no_memory(bytes, strerror(failed));
  }
  return TH_OK;
}

int th_mapSegment(const char *op, THSegment *segment, int fd)
{
  struct stat file;
  const int64_t bytes = segment->place.bytes + (int64_t)segment->header;
  if (fstat(fd, &file))
    return th_fail(TH_EINVAL, "%s: the segment cannot be looked at: %s", op, strerror(errno));
  if (file.st_uid != geteuid())
    return th_fail(TH_EINVAL, "%s: the segment belongs to another user", op);
  if (file.st_size != bytes)
    return th_fail(TH_EINVAL, "%s: the segment has %" PRId64 " bytes where %" PRId64
                   " are expected: it was made shorter, or is another one",
                   op, (int64_t)file.st_size - (int64_t)segment->header, segment->place.bytes);
  void *base = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (base == MAP_FAILED)
    return th_fail(errno == ENOMEM ? TH_ENOMEM : TH_EINVAL,
                   "%s: the segment of %.1f MB cannot be mapped: %s", op,
                   (double)bytes / 1048576.0, strerror(errno));
  segment->data = (char *)base + segment->header;
  return TH_OK;
}

void th_unmapSegment(THSegment *segment)
{
  if (!segment->data) return;
  munmap((char *)segment->data - segment->header, (size_t)segment->place.bytes + segment->header);
  segment->data = NULL;
}
