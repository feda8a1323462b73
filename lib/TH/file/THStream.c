/*
** Streams on disk files, pipes and memory. All three are stdio FILEs; a CharStorage becomes one
** through th_openCookie.
**
** Invariant: between a read and a write the stream is repositioned, as stdio demands (see turn),
** and whatever is lost on the way to the file is reported, at the latest by THStream_close.
*/
#include "TH/file/THStream.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "TH/file/THGuard.h"
#include "TH/platform/THPlatform.h"

/* --- a broken pipe: writing fails; SIGPIPE does not reach the process --- */

static void guard(const THStream *s, THGuard *g)
{
  if (s->guarded) THGuard_begin(g);
}

static void unguard(const THStream *s, THGuard *g)
{
  if (s->guarded) THGuard_end(g);
}

/* --- memory: a CharStorage under stdio --- */

/* The end of the data. A script holds the storage too and may have shrunk it. */
static int64_t end_of_memory(const THStream *s)
{
  int64_t room = s->memory->size - 1;
  return s->used < room ? s->used : room > 0 ? room : 0;
}

/* Wait for a device that a script may have let write the storage. */
static int settle(const THStream *s)
{
  if (!THStorage_settle(s->memory)) return 0;
  errno = EIO;
  return 1;
}

static ssize_t memory_read(void *cookie, char *data, size_t size)
{
  THStream *s = cookie;
  if (settle(s)) return -1;
  int64_t left = end_of_memory(s) - s->at;
  int64_t count = left < 0 ? 0 : (int64_t)size < left ? (int64_t)size : left;
  if (count) memmove(data, (char *)s->memory->data + s->at, (size_t)count);
  s->at += count;
  return (ssize_t)count;
}

static ssize_t memory_write(void *cookie, const char *data, size_t size)
{
  THStream *s = cookie;
  if (settle(s)) return 0;
  int64_t end = end_of_memory(s);
  if (s->at > end) s->at = end;
  int64_t needed = s->at + (int64_t)size + 1, grown = s->memory->size + s->memory->size / 2;
  if (needed > s->memory->size && THStorage_resize(s->memory, needed > grown ? needed : grown)) {
    errno = ENOMEM;
    return 0;
  }
  char *bytes = s->memory->data;
  memmove(bytes + s->at, data, size);
  s->at += (int64_t)size;
  s->used = s->at > end ? s->at : end;
  bytes[s->used] = 0;
  return (ssize_t)size;
}

static int memory_seek(void *cookie, int64_t *offset, int whence)
{
  THStream *s = cookie;
  int64_t from = whence == SEEK_CUR ? s->at : whence == SEEK_END ? end_of_memory(s) : 0;
  if (*offset < -from || *offset > end_of_memory(s) - from) {
    errno = EINVAL;
    return -1;
  }
  *offset += from;
  s->at = *offset;
  return 0;
}

static const THCookie memory_functions = {memory_read, memory_write, memory_seek};

/* As fflush, to where the bytes are kept. */
static int flush(THStream *s)
{
  if (s->kind == TH_STREAM_MEMORY) return th_flushCookie(s->handle, s, &memory_functions);
  return fflush(s->handle);
}

/* --- opening --- */

static int read_mode(THStream *s, const char *mode)
{
  s->readable = strchr(mode, 'r') != NULL;
  s->writable = strchr(mode, 'w') != NULL;
  s->spaced = 1;
  if (strcmp(mode, "r") && strcmp(mode, "w") && strcmp(mode, "rw"))
    return th_fail(TH_EINVAL, "file mode should be 'r', 'w' or 'rw', not '%s'", mode);
  return TH_OK;
}

static int cannot_open(const char *what, const char *mode)
{
  return th_fail(TH_EINVAL, "cannot open <%s> in mode %s: %s", what, mode, strerror(errno));
}

int THStream_openDisk(THStream *s, const char *path, const char *mode)
{
  static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_RDWR | O_CREAT};
  static const char *const modes[] = {"rb", "wb", "r+b"};
  struct stat status;
  TH_TRY(read_mode(s, mode));
  int which = s->readable ? s->writable ? 2 : 0 : 1;
  int fd = th_openFile(path, flags[which], 0666);
  if (fd < 0) return cannot_open(path, mode);
  s->handle = fdopen(fd, modes[which]);
  if (!s->handle) {
    cannot_open(path, mode);
    close(fd);
    return TH_EINVAL;
  }
  s->kind = TH_STREAM_DISK;
  s->guarded = s->writable && (fstat(fd, &status) || !S_ISREG(status.st_mode));
  return TH_OK;
}

int THStream_openDescriptor(THStream *s, int fd, const char *mode)
{
  TH_TRY(read_mode(s, mode));
  const int own = th_copyDescriptor(fd);
  s->handle = own < 0 ? NULL : fdopen(own, s->writable ? "wb" : "rb");
  if (!s->handle) {
    if (own >= 0) close(own);
    return th_fail(TH_EINVAL, "%s", strerror(errno));
  }
  s->kind = TH_STREAM_DISK;
  return TH_OK;
}

static int check_memory(const THStream *s, const THStorage *storage)
{
  if (storage->dtype != TH_CHAR)
    return th_fail(TH_EDTYPE, "MemoryFile: a CharStorage expected, got a %sStorage",
                   THDtype_traits(storage->dtype)->name);
  if (storage->size < 1 || ((char *)storage->data)[storage->size - 1])
    return th_fail(TH_EINVAL, "MemoryFile: the last element of the storage must be 0");
  if (s->writable && storage->flag & TH_STORAGE_READONLY)
    return th_fail(TH_EINVAL, "MemoryFile: the storage is read-only");
  return TH_OK;
}

int THStream_openMemory(THStream *s, THStorage *storage, const char *mode)
{
  TH_TRY(read_mode(s, mode));
  if (storage) TH_TRY(check_memory(s, storage));
  THStorage *memory = storage ? storage : THStorage_new(TH_CHAR, 1, NULL);
  if (!memory) return TH_ENOMEM;
  if (!storage) *(char *)memory->data = 0;
  s->kind = TH_STREAM_MEMORY;
  s->used = memory->size - 1;
  if (storage) THStorage_retain(storage);
  s->memory = memory; /* read while the stream is opened, where a file stands in for it */
  s->handle = th_openCookie(s, !s->writable ? "rb" : s->readable ? "r+b" : "wb",
                            &memory_functions);
  if (s->handle) return TH_OK;
  THStorage_release(memory);
  s->memory = NULL;
  return th_fail(TH_ENOMEM, "not enough memory for a MemoryFile");
}

int THStream_openPipe(THStream *s, const char *command, const char *mode)
{
  TH_TRY(read_mode(s, mode));
  if (s->readable && s->writable)
    return th_fail(TH_EINVAL, "a pipe goes one way: its mode is 'r' or 'w', not 'rw'");
  s->handle = th_openPipe(command, mode);
  if (!s->handle) return cannot_open(command, mode);
  s->kind = TH_STREAM_PIPE;
  s->guarded = s->writable;
  return TH_OK;
}

/* --- closing --- */

/* A command that wrote to a pipe which we closed early is not an error. */
static int end_of_command(const THEnd *end, int left)
{
  if (left && end->isPipe) return TH_OK;
  if (end->signal)
    return th_fail(TH_EINVAL, "close: the command of the pipe was ended by signal %d", end->signal);
  if (end->code)
    return th_fail(TH_EINVAL, "close: the command of the pipe ended with status %d", end->code);
  return TH_OK;
}

int THStream_close(THStream *s)
{
  THGuard g;
  FILE *handle = s->handle;
  THEnd end = {0};
  int lost = s->lost, status = 0, number = 0, left = s->readable && !feof(handle);
  guard(s, &g);
  if (s->writable && flush(s)) lost = 1, number = errno;
  if (s->kind == TH_STREAM_PIPE) status = th_closePipe(handle, &end);
  else if (fclose(handle) && !lost) lost = 1, number = errno;
  unguard(s, &g);
  s->handle = NULL;
  THStorage_release(s->memory);
  s->memory = NULL;
  if (lost)
    return th_fail(TH_EINVAL, "close: some of the written data is lost%s%s", number ? ": " : "",
                   number ? strerror(number) : "");
  if (status) return th_fail(TH_EINVAL, "close: %s", strerror(errno));
  return end_of_command(&end, left);
}

/* --- the position --- */

int THStream_flush(THStream *s)
{
  THGuard g;
  guard(s, &g);
  int status = s->writable ? flush(s) : 0;
  unguard(s, &g);
  if (!status) return TH_OK;
  s->lost = 1;
  return th_fail(TH_EINVAL, "write error: %s", strerror(errno));
}

int THStream_unbuffer(THStream *s)
{
  TH_TRY(THStream_flush(s));
  if (setvbuf(s->handle, NULL, _IONBF, 0))
    return th_fail(TH_EINVAL, "noBuffer: the file keeps its buffer");
  return TH_OK;
}

int64_t THStream_position(THStream *s)
{
  off_t position = ftello(s->handle);
  if (position < 0) th_fail(TH_EINVAL, "position: %s", strerror(errno));
  return position;
}

static int seek(THStream *s, int64_t position, int whence)
{
  THGuard g;
  guard(s, &g);
  int status = s->direction == 'w' ? flush(s) : 0;
  if (!status) status = fseeko(s->handle, position, whence);
  unguard(s, &g);
  s->direction = 0;
  return status;
}

int THStream_seek(THStream *s, int64_t position)
{
  if (position < 0)
    return th_fail(TH_EINVAL, "seek: position %" PRId64 " is before the first", position + 1);
  if (!seek(s, position, SEEK_SET)) return TH_OK;
  return th_fail(TH_EINVAL, "unable to seek at position %" PRId64 ": %s", position + 1,
                 strerror(errno));
}

int THStream_seekEnd(THStream *s)
{
  if (!seek(s, 0, SEEK_END)) return TH_OK;
  return th_fail(TH_EINVAL, "unable to seek at the end of the file: %s", strerror(errno));
}

/* Files made up by the kernel, as in /proc, report a size of 0: their length counts as unknown. */
int64_t THStream_left(THStream *s)
{
  struct stat status;
  if (s->kind == TH_STREAM_PIPE) return -1;
  int64_t position = ftello(s->handle), size = s->kind == TH_STREAM_MEMORY ? end_of_memory(s) : -1;
  if (s->kind == TH_STREAM_DISK && !fstat(fileno(s->handle), &status) && S_ISREG(status.st_mode) &&
      status.st_size)
    size = status.st_size;
  if (position < 0 || size < 0) return -1;
  return size > position ? size - position : 0;
}

THStorage *THStream_storage(THStream *s)
{
  if (THStream_flush(s) || THStorage_resize(s->memory, end_of_memory(s) + 1)) return NULL;
  ((char *)s->memory->data)[s->memory->size - 1] = 0;
  return s->memory;
}

/* --- bytes --- */

/* stdio requires a seek between a read and a write. Reading clears the end-of-file mark, so that
   data added since then is found. */
static void turn(THStream *s, int direction)
{
  if (s->direction && s->direction != direction) seek(s, 0, SEEK_CUR);
  s->direction = direction;
  if (direction == 'r') clearerr(s->handle);
}

int64_t THStream_readBytes(THStream *s, void *data, int64_t count)
{
  turn(s, 'r');
  return (int64_t)fread(data, 1, (size_t)count, s->handle);
}

/*
** Reserve disk space for a large write at once. Without it the file system allocates page by page,
** which takes as long as the writing itself. A file system that cannot reserve ignores this.
*/
static void reserve(THStream *s, int64_t count)
{
  const off_t at = count < 1 << 20 ? -1 : ftello(s->handle);
  if (at >= 0) th_reserveSpace(fileno(s->handle), at, count);
}

int64_t THStream_writeBytes(THStream *s, const void *data, int64_t count)
{
  THGuard g;
  turn(s, 'w');
  reserve(s, count);
  guard(s, &g);
  errno = 0;
  int64_t moved = (int64_t)fwrite(data, 1, (size_t)count, s->handle);
  unguard(s, &g);
  if (moved < count) s->lost = 1;
  return moved;
}

int64_t THStream_readLine(THStream *s, char *data, int64_t limit, int *ended)
{
  int64_t count = 0;
  int c = 0;
  turn(s, 'r');
  while (count < limit && (c = getc(s->handle)) != EOF && c != '\n') data[count++] = (char)c;
  *ended = count < limit;
  return count;
}

void THStream_skipNewline(THStream *s)
{
  int c = getc(s->handle);
  if (c != '\n' && c != EOF) ungetc(c, s->handle);
}
