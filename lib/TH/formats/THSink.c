/*
** Saving files whole or not at all.
**
** Invariant: a temporary file exists only while sink->temporary is set and sink->fd open.
*/
#include "TH/formats/THSink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "TH/platform/THPlatform.h"

static int failed(void)
{
  return th_fail(errno == ENOMEM ? TH_ENOMEM : TH_EINVAL, "%s", strerror(errno));
}

static int no_memory(void)
{
  return th_fail(TH_ENOMEM, "not enough memory for a path");
}

/* --- the target --- */

/* Follow the link at path, if there is one: *path becomes where it points. Returns 1 if it did, 0
   if it is no link, -1 with errno. */
static int follow(char **path)
{
  enum { ROOM = 4096 };
  char link[ROOM], *next = NULL;
  const int64_t length = th_readLink(*path, link, ROOM - 1);
  if (length < 0) return errno == EINVAL || errno == ENOENT || errno == ENOTDIR ? 0 : -1;
  link[length] = 0;
  const int folder = link[0] == '/' ? 0 : th_folderLength(*path);
  const size_t room = (size_t)folder + (size_t)length + 1;
  if (!(next = malloc(room))) return -1;
  snprintf(next, room, "%.*s%s", folder, *path, link);
  free(*path);
  *path = next;
  return 1;
}

/* The descriptor that a path stands for, as /dev/stdout is a link to such a path; -1 if it stands
   for none. */
static int descriptor_of(const char *path)
{
  int fd = -1, length = 0;
  if (sscanf(path, "/proc/self/fd/%d%n", &fd, &length) < 1)
    (void)sscanf(path, "/dev/fd/%d%n", &fd, &length);
  return length && !path[length] ? fd : -1;
}

/* Also of a link to a file that does not exist yet. */
static int find_target(THSink *sink, const char *path)
{
  enum { MOST_LINKS = 40 };
  int followed = 1;
  sink->target = malloc(strlen(path) + 1);
  if (!sink->target) return no_memory();
  strcpy(sink->target, path);
  for (int links = 0; followed > 0 && descriptor_of(sink->target) < 0; links++) {
    followed = links < MOST_LINKS ? follow(&sink->target) : -1;
    if (links == MOST_LINKS) errno = ELOOP;
  }
  return followed < 0 ? failed() : TH_OK;
}

/* --- opening --- */

static int make_name(THSink *sink)
{
  static const char digits[] = "0123456789abcdefghijklmnopqrstuv";
  enum { RANDOM = 8, MOST_OF_NAME = 200 }; /* a name may have 255 bytes */
  unsigned char random[RANDOM];
  char ending[RANDOM + 1] = {0};
  const int folder = th_folderLength(sink->target);
  const size_t room = strlen(sink->target) + RANDOM + 8;
  if (th_randomBytes(random, RANDOM)) return failed();
  for (int i = 0; i < RANDOM; i++) ending[i] = digits[random[i] % 32];
  free(sink->temporary);
  sink->temporary = malloc(room);
  if (!sink->temporary) return no_memory();
  snprintf(sink->temporary, room, "%.*s.%.*s.%s.tmp", folder, sink->target, MOST_OF_NAME,
           sink->target + folder, ending);
  return TH_OK;
}

static void forget_name(THSink *sink)
{
  free(sink->temporary);
  sink->temporary = NULL;
}

static int open_temporary(THSink *sink, int mode)
{
  int status = make_name(sink);
  while (!status) {
    sink->fd = th_openFile(sink->temporary, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (sink->fd >= 0) return TH_OK;
    status = errno == EEXIST ? make_name(sink) : failed();
  }
  forget_name(sink);
  return status;
}

static int open_target(THSink *sink)
{
  struct stat old;
  const char *target = sink->target;
  const int given = descriptor_of(target);
  if (given >= 0) {
    sink->fd = th_copyDescriptor(given);
    return sink->fd < 0 ? failed() : TH_OK;
  }
  if (stat(target, &old)) return errno == ENOENT ? open_temporary(sink, 0666) : failed();
  if (S_ISREG(old.st_mode)) {
    if (!th_mayWrite(target)) return failed();
    TH_TRY(open_temporary(sink, old.st_mode & 0777));
    return th_likeOld(sink->fd, &old) ? failed() : TH_OK;
  }
  sink->fd = th_openFile(target, O_WRONLY, 0);
  return sink->fd < 0 ? failed() : TH_OK;
}

int THSink_open(THSink *sink, const char *path)
{
  *sink = (THSink){.fd = -1, .isGuarded = 1};
  THGuard_begin(&sink->guard);
  int status = find_target(sink, path);
  if (!status) status = open_target(sink);
  if (status) THSink_drop(sink);
  return status;
}

int THSink_openMemory(THSink *sink)
{
  *sink = (THSink){.fd = -1, .memory = THStorage_new(TH_BYTE, 0, NULL)};
  return sink->memory ? TH_OK : TH_errorStatus();
}

/* --- writing --- */

static int write_memory(THSink *sink, const void *bytes, int64_t count)
{
  const int64_t room = sink->memory->size, needed = sink->used + count;
  if (needed > room)
    TH_TRY(THStorage_resize(sink->memory, needed > room + room / 2 ? needed : room + room / 2));
  if (count) memcpy((char *)sink->memory->data + sink->used, bytes, (size_t)count);
  sink->used = needed;
  return TH_OK;
}

/* Without it the file system allocates page by page, which takes as long as the writing. One that
   cannot reserve ignores this. */
static void reserve(const THSink *sink, int64_t count)
{
  if (count >= 1 << 20 && sink->temporary)
    th_reserveSpace(sink->fd, sink->used, count);
}

int THSink_write(THSink *sink, const void *bytes, int64_t count)
{
  const int64_t most = (int64_t)1 << 30;
  const char *from = bytes;
  if (sink->memory) return write_memory(sink, bytes, count);
  reserve(sink, count);
  while (count) {
    ssize_t put = write(sink->fd, from, (size_t)(count < most ? count : most));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return failed();
    from += put;
    count -= put;
    sink->used += put;
  }
  return TH_OK;
}

/* --- the end --- */

/* The name of a file is in its folder, which has pages of its own to be written. */
static int sync_folder(THSink *sink)
{
  const int length = th_folderLength(sink->target);
  sink->target[length] = 0;
  return th_syncFolder(length ? sink->target : ".") ? failed() : TH_OK;
}

static int put_in_place(THSink *sink)
{
  if (th_syncFile(sink->fd)) return failed();
  const int fd = sink->fd;
  sink->fd = -1;
  int status = close(fd) || th_replaceFile(sink->temporary, sink->target) ? failed() : TH_OK;
  if (status) unlink(sink->temporary);
  forget_name(sink);
  return status ? status : sync_folder(sink);
}

int THSink_commit(THSink *sink)
{
  int status = TH_OK;
  if (sink->temporary) {
    status = put_in_place(sink);
  } else if (sink->fd >= 0) {
    if (close(sink->fd)) status = failed();
    sink->fd = -1;
  }
  if (status || !sink->memory) THSink_drop(sink);
  return status;
}

void THSink_drop(THSink *sink)
{
  const int number = errno;
  if (sink->fd >= 0) close(sink->fd);
  sink->fd = -1;
  if (sink->temporary) unlink(sink->temporary);
  forget_name(sink);
  free(sink->target);
  sink->target = NULL;
  if (sink->isGuarded) THGuard_end(&sink->guard);
  sink->isGuarded = 0;
  THStorage_release(sink->memory);
  sink->memory = NULL;
  errno = number;
}
