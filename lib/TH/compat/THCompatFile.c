/*
** Files of Torch7's C API. A file is a stream with the state that Torch7's files have: whether it
** is quiet, and whether something failed.
*/
#include "THCompatFile.h"

#include <stdlib.h>
#include <string.h>

#include "TH/file/THStream.h"
#include "THCompatTensor.h"

struct THFile {
  THStream stream;
  int isQuiet, hasError;
  char name[]; /* the path or the command */
};

/* --- checks --- */

static THStream *open_of(THFile *file)
{
  if (!file->stream.handle) THCompat_raise(1, "attempt to use a closed file");
  return &file->stream;
}

static THStream *readable(THFile *file)
{
  if (!open_of(file)->readable) THCompat_raise(1, "attempt to read in a write-only file");
  return &file->stream;
}

static THStream *writable(THFile *file)
{
  if (!open_of(file)->writable) THCompat_raise(1, "attempt to write in a read-only file");
  return &file->stream;
}

static void failed(THFile *file)
{
  file->hasError = 1;
  if (!file->isQuiet) THCompat_raise(0, TH_error());
}

static void done(THFile *file, int status)
{
  if (status) failed(file);
}

/* --- opening --- */

static void drop_file(void *object, int isKept)
{
  THFile *file = object;
  if (isKept) return;
  if (file->stream.handle) THStream_close(&file->stream);
  free(file);
}

static THFile *new_file(const char *name, int isQuiet)
{
  const size_t length = strlen(name) + 1;
  THFile *file = calloc(1, sizeof *file + length);
  if (!file) THCompat_raise(0, "not enough memory for a file");
  memcpy(file->name, name, length);
  file->isQuiet = isQuiet;
  return file;
}

static THFile *opened(THFile *file, int status)
{
  const int isQuiet = file->isQuiet;
  if (!status) return THCompat_note(file, drop_file);
  free(file);
  if (!isQuiet) THCompat_raise(0, TH_error());
  return NULL;
}

THFile *THDiskFile_new(const char *name, const char *mode, int isQuiet)
{
  THFile *file = new_file(name, isQuiet);
  return opened(file, THStream_openDisk(&file->stream, name, mode));
}

THFile *THPipeFile_new(const char *command, const char *mode, int isQuiet)
{
  THFile *file = new_file(command, isQuiet);
  return opened(file, THStream_openPipe(&file->stream, command, mode));
}

THFile *THMemoryFile_newWithStorage(struct THCharStorage *storage, const char *mode)
{
  THFile *file = new_file("", 0);
  return opened(file, THStream_openMemory(&file->stream, (THStorage *)storage, mode));
}

THFile *THMemoryFile_new(const char *mode)
{
  return THMemoryFile_newWithStorage(NULL, mode);
}

struct THCharStorage *THMemoryFile_storage(THFile *file)
{
  THStream *s = open_of(file);
  if (s->kind != TH_STREAM_MEMORY) THCompat_raise(1, "a file in memory expected");
  THStorage *storage = THStream_storage(s);
  if (!storage) failed(file);
  return (struct THCharStorage *)storage;
}

const char *THDiskFile_name(THFile *file)
{
  return file->name;
}

/* --- binary files --- */

int THDiskFile_isBigEndianCPU(void)
{
  return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

int THDiskFile_isLittleEndianCPU(void)
{
  return !THDiskFile_isBigEndianCPU();
}

void THDiskFile_nativeEndianEncoding(THFile *file)
{
  open_of(file)->swapped = 0;
}

void THDiskFile_littleEndianEncoding(THFile *file)
{
  open_of(file)->swapped = (unsigned)THDiskFile_isBigEndianCPU() & 1;
}

void THDiskFile_bigEndianEncoding(THFile *file)
{
  open_of(file)->swapped = (unsigned)THDiskFile_isLittleEndianCPU() & 1;
}

void THDiskFile_longSize(THFile *file, int size)
{
  if (size != 0 && size != 4 && size != 8) THCompat_raise(2, "a long has 0, 4 or 8 bytes");
  open_of(file)->shortLong = size == 4;
}

void THMemoryFile_longSize(THFile *file, int size)
{
  THDiskFile_longSize(file, size);
}

void THDiskFile_noBuffer(THFile *file)
{
  done(file, THStream_unbuffer(open_of(file)));
}

/* --- state --- */

#define IS(name, value)                   \
int THFile_##name(THFile *file)           \
{                                         \
  return value;                           \
}
#define MAKES(name, statement)            \
void THFile_##name(THFile *file)          \
{                                         \
  statement;                              \
}
IS(isOpened, file->stream.handle != NULL)
IS(isQuiet, file->isQuiet)
IS(isReadable, file->stream.readable)
IS(isWritable, file->stream.writable)
IS(isBinary, file->stream.binary)
IS(isAutoSpacing, file->stream.spaced)
IS(hasError, file->hasError)
MAKES(binary, file->stream.binary = 1)
MAKES(ascii, file->stream.binary = 0)
MAKES(autoSpacing, file->stream.spaced = 1)
MAKES(noAutoSpacing, file->stream.spaced = 0)
MAKES(quiet, file->isQuiet = 1)
MAKES(pedantic, file->isQuiet = 0)
MAKES(clearError, file->hasError = 0)

/* --- the position --- */

MAKES(synchronize, done(file, THStream_flush(open_of(file))))
MAKES(seekEnd, done(file, THStream_seekEnd(open_of(file))))
MAKES(close, done(file, THStream_close(open_of(file))))

void THFile_seek(THFile *file, size_t position)
{
  const int64_t signedPosition = (int64_t)position;
  if (signedPosition < 0) THCompat_raise(2, "a position below 2^63 expected");
  done(file, THStream_seek(open_of(file), signedPosition));
}

size_t THFile_position(THFile *file)
{
  const int64_t position = THStream_position(open_of(file));
  if (position < 0) failed(file);
  return position < 0 ? 0 : (size_t)position;
}

void THFile_free(THFile *file)
{
  THCompat_forget(file);
  if (file->stream.handle) THStream_close(&file->stream);
  free(file);
}

/* --- elements --- */

static size_t moved(THFile *file, int64_t count, size_t n)
{
  if (count < (int64_t)n) failed(file);
  return (size_t)count;
}

static size_t read_all(THFile *file, int dtype, void *data, size_t n)
{
  return moved(file, THStream_read(readable(file), dtype, data, (int64_t)n), n);
}

static size_t write_all(THFile *file, int dtype, const void *data, size_t n)
{
  return moved(file, THStream_write(writable(file), dtype, data, (int64_t)n), n);
}

static size_t read_storage(THFile *file, THStorage *s)
{
  TH_RAISE(THStorage_settle(s));
  if (s->flag & TH_STORAGE_READONLY) THCompat_raise(2, "the storage is read-only");
  return read_all(file, s->dtype, s->data, (size_t)s->size);
}

/* Bytes of the file's own memory are copied first: the memory moves when it grows. */
static size_t write_storage(THFile *file, THStorage *s)
{
  const size_t n = (size_t)s->size, bytes = n * (size_t)THStorage_elementSize(s);
  TH_RAISE(THStorage_settle(s));
  if (s != file->stream.memory || !n) return write_all(file, s->dtype, s->data, n);
  void *copy = THAlloc((ptrdiff_t)bytes);
  memcpy(copy, s->data, bytes);
  const size_t count = write_all(file, s->dtype, copy, n);
  THFree(copy);
  return count;
}

#define X(Name, dtype, type)                                                                \
size_t THFile_read##Name##Raw(THFile *file, type *data, size_t n)                           \
{                                                                                           \
  return read_all(file, dtype, data, n);                                                    \
}                                                                                           \
size_t THFile_write##Name##Raw(THFile *file, type *data, size_t n)                          \
{                                                                                           \
  return write_all(file, dtype, data, n);                                                   \
}                                                                                           \
type THFile_read##Name##Scalar(THFile *file)                                                \
{                                                                                           \
  type value = {0};                                                                         \
  THFile_read##Name##Raw(file, &value, 1);                                                  \
  return value;                                                                             \
}                                                                                           \
void THFile_write##Name##Scalar(THFile *file, type value)                                   \
{                                                                                           \
  THFile_write##Name##Raw(file, &value, 1);                                                 \
}                                                                                           \
size_t THFile_read##Name(THFile *file, struct TH##Name##Storage *storage)                   \
{                                                                                           \
  return read_storage(file, (THStorage *)storage);                                          \
}                                                                                           \
size_t THFile_write##Name(THFile *file, struct TH##Name##Storage *storage)                  \
{                                                                                           \
  return write_storage(file, (THStorage *)storage);                                         \
}
THCOMPAT_FORALL_FILE_TYPES(X)
#undef X

/* --- strings --- */

size_t THFile_readStringRaw(THFile *file, const char *format, char **text)
{
  enum { PIECE = 1024 };
  THStream *s = readable(file);
  const int line = strncmp(format, "*l", 2) == 0;
  int64_t count = 0, got;
  int ended = 0;
  char *read = NULL;
  *text = NULL;
  if (!line && strncmp(format, "*a", 2)) THCompat_raise(2, "format must be '*a' or '*l'");
  do {
    read = THRealloc(read, count + count / 2 + PIECE + 1);
    const int64_t room = count / 2 + PIECE;
    got = line ? THStream_readLine(s, read + count, room, &ended)
               : THStream_readBytes(s, read + count, room);
    if (!line) ended = got < room;
    count += got;
  } while (!ended);
  read[count] = 0;
  if (count == 0 && (!line || feof(s->handle))) {
    THFree(read);
    th_fail(TH_EINVAL, "read error: read 0 blocks instead of 1");
    failed(file);
    return 0;
  }
  *text = read;
  return (size_t)count;
}

size_t THFile_writeStringRaw(THFile *file, const char *text, size_t size)
{
  const int64_t count = THStream_writeBytes(writable(file), text, (int64_t)size);
  if (count < (int64_t)size)
    th_fail(TH_EINVAL, "write error: wrote %" PRId64 " characters instead of %zu", count, size);
  return moved(file, count, size);
}
