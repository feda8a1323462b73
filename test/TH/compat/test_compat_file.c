/*
** Files of Torch7's C API (THCompatFile): every kind of file gives back what was written, as text
** and as bytes in either order; positions count from 0; failures raise, or set the mark of a quiet
** file.
*/
#include "TH.h"
#include "check.h"
#include "raises.h"

#include <unistd.h>

static char path[] = "/tmp/test_compat_file_XXXXXX";

/* --- numbers: each type, one, a storage, an array --- */

#define X(Name, dtype, type)                                                                \
static void write##Name(THFile *f, type value)                                              \
{                                                                                           \
  type raw[2] = {value, value};                                                             \
  TH##Name##Storage *s = TH##Name##Storage_newWithSize2(value, value);                      \
  THFile_write##Name##Scalar(f, value);                                                     \
  CHECK(THFile_write##Name(f, s) == 2);                                                     \
  CHECK(THFile_write##Name##Raw(f, raw, 2) == 2);                                           \
  TH##Name##Storage_free(s);                                                                \
}                                                                                           \
static void read##Name(THFile *f, type value)                                               \
{                                                                                           \
  type raw[2], one = THFile_read##Name##Scalar(f);                                          \
  TH##Name##Storage *s = TH##Name##Storage_newWithSize(2);                                  \
  CHECK(THFile_read##Name(f, s) == 2 && THFile_read##Name##Raw(f, raw, 2) == 2);            \
  CHECK(memcmp(&one, &value, sizeof one) == 0 && memcmp(&raw[1], &value, sizeof one) == 0); \
  CHECK(memcmp(&s->data[1], &value, sizeof one) == 0);                                      \
  TH##Name##Storage_free(s);                                                                \
}
THCOMPAT_FORALL_FILE_TYPES(X)
#undef X

static void write_all(THFile *f)
{
  writeByte(f, 200), writeChar(f, 'c'), writeShort(f, -300), writeInt(f, 1 << 30);
  writeLong(f, THDiskFile_isLittleEndianCPU() ? -5 : -6), writeHalf(f, TH_float2half(1.5f));
  writeFloat(f, 0.1f), writeDouble(f, 1.0 / 3);
}

static void read_all(THFile *f)
{
  readByte(f, 200), readChar(f, 'c'), readShort(f, -300), readInt(f, 1 << 30);
  readLong(f, THDiskFile_isLittleEndianCPU() ? -5 : -6), readHalf(f, TH_float2half(1.5f));
  readFloat(f, 0.1f), readDouble(f, 1.0 / 3);
}

static void set_text(THFile *f)
{
  (void)f;
}

static void set_big(THFile *f)
{
  THFile_binary(f);
  THDiskFile_bigEndianEncoding(f);
}

static void set_short(THFile *f)
{
  THFile_binary(f);
  THDiskFile_littleEndianEncoding(f);
  THDiskFile_longSize(f, 4);
}

static void set_native(THFile *f)
{
  THFile_binary(f);
  THDiskFile_nativeEndianEncoding(f);
  THMemoryFile_longSize(f, 8);
  THDiskFile_noBuffer(f);
}

static void test_numbers(void)
{
  void (*const set[])(THFile *) = {set_text, THFile_binary, set_big, set_short, set_native};
  for (size_t k = 0; k < sizeof set / sizeof *set; k++) {
    THFile *f = THDiskFile_new(path, "w", 0);
    set[k](f);
    write_all(f);
    THFile_free(f);
    f = THDiskFile_new(path, "r", 0);
    set[k](f);
    read_all(f);
    THFile_free(f);
    f = THMemoryFile_new("rw");
    if (k) set[k](f);
    write_all(f);
    THFile_seek(f, 0);
    read_all(f);
    THFile_free(f);
  }
}

/* The bytes that a file has: text with and without blanks, longs of 4 bytes, big-endian. */
static void test_bytes(void)
{
  long two[] = {12, 34};
  char *text;
  THFile *f = THMemoryFile_new("rw");
  THFile_writeLongRaw(f, two, 2);
  THFile_noAutoSpacing(f);
  THFile_writeLongRaw(f, two, 2);
  THFile_autoSpacing(f);
  CHECK(THFile_writeStringRaw(f, "text", 4) == 4);
  THFile_seek(f, 0);
  CHECK(THFile_readStringRaw(f, "*l", &text) == 5 && strcmp(text, "12 34") == 0);
  THFree(text);
  CHECK(THFile_readStringRaw(f, "*a", &text) == 8 && strcmp(text, "1234text") == 0);
  THFree(text);
  THFile_seek(f, 0);
  set_big(f);
  THMemoryFile_longSize(f, 4);
  THFile_writeLongRaw(f, two, 2);
  THCharStorage *s = THMemoryFile_storage(f);
  CHECK(s->size == 15 && s->data[3] == 12 && s->data[7] == 34 && s->data[14] == 0);
  THFile_free(f);
}

static void test_state(void)
{
  THFile *f = THDiskFile_new(path, "rw", 0);
  CHECK(THFile_isOpened(f) && THFile_isReadable(f) && THFile_isWritable(f));
  CHECK(!THFile_isBinary(f) && THFile_isAutoSpacing(f) && !THFile_isQuiet(f));
  CHECK(strcmp(THDiskFile_name(f), path) == 0);
  CHECK(THDiskFile_isLittleEndianCPU() != THDiskFile_isBigEndianCPU());
  THFile_binary(f);
  CHECK(THFile_isBinary(f));
  THFile_ascii(f);
  THFile_noAutoSpacing(f);
  CHECK(!THFile_isBinary(f) && !THFile_isAutoSpacing(f));
  THFile_seekEnd(f);
  const size_t end = THFile_position(f);
  THFile_writeIntScalar(f, 123);
  THFile_synchronize(f);
  CHECK(THFile_position(f) == end + 3);
  THFile_seek(f, end);
  CHECK(THFile_readIntScalar(f) == 123);
  THFile_close(f);
  CHECK(!THFile_isOpened(f));
  THFile_free(f);
}

/* A file in memory shares the storage that it is given, whose last element is 0. */
static void test_memory(void)
{
  THCharStorage *s = THCharStorage_newWithSize(4);
  memcpy(s->data, "7 8", 4);
  THFile *f = THMemoryFile_newWithStorage(s, "rw");
  CHECK(THFile_readIntScalar(f) == 7);
  THFile_seek(f, 2);
  THFile_writeIntScalar(f, 9);
  CHECK(THMemoryFile_storage(f) == s && strcmp(s->data, "7 9\n") == 0);
  CHECK(THFile_writeChar(f, s) == 5);
  THFile_free(f);
  THCharStorage_free(s);
}

static void test_pipe(void)
{
  THFile *f = THPipeFile_new("echo 5 6", "r", 0);
  CHECK(THFile_readIntScalar(f) == 5 && THFile_readIntScalar(f) == 6);
  THFile_free(f);
}

/* --- failures --- */

static THFile *file;

static void use_closed(void)
{
  THFile_readIntScalar(file);
}

static void write_it(void)
{
  THFile_writeIntScalar(file, 1);
}

static void open_nothing(void)
{
  THDiskFile_new("/no/such/folder/file", "r", 0);
}

static void leave_open(void)
{
  THFile_writeIntScalar(THDiskFile_new(path, "w", 0), 1);
  THMemoryFile_newWithStorage(THCharStorage_newWithSize1('x'), "r");
}

static void test_failures(void)
{
  char *text;
  CHECK(raises(open_nothing, "cannot open </no/such/folder/file> in mode r", 0));
  CHECK(raises(leave_open, "MemoryFile: the last element of the storage must be 0", 0));
  CHECK(THDiskFile_new("/no/such/folder/file", "r", 1) == NULL);
  file = THMemoryFile_new("r");
  CHECK(raises(use_closed, "read error: read 0 blocks instead of 1", 0));
  CHECK(raises(write_it, "attempt to write in a read-only file", 1) && THFile_hasError(file));
  THFile_clearError(file);
  THFile_quiet(file);
  CHECK(THFile_readIntScalar(file) == 0 && THFile_hasError(file) && THFile_isQuiet(file));
  CHECK(THFile_readStringRaw(file, "*a", &text) == 0 && !text);
  THFile_pedantic(file);
  THFile_close(file);
  CHECK(raises(use_closed, "attempt to use a closed file", 1));
  THFile_free(file);
}

int main(void)
{
  const size_t live = TH_memoryStats().live;
  close(mkstemp(path));
  test_numbers();
  test_bytes();
  test_state();
  test_memory();
  test_pipe();
  test_failures();
  unlink(path);
  CHECK(TH_memoryStats().live == live);
  return CHECK_RESULT();
}
