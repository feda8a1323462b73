/*
** The elements of a stream, read and written as text or as bytes, in the machine's byte order or
** the other one. All dtypes go through THStream_read and THStream_write. In the file a long may
** have 4 bytes instead of 8.
**
** Invariant: text is written and parsed in the C locale, whatever the locale of the process, so
** that files are the same everywhere.
*/
#include "TH/file/THStream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "TH/platform/THPlatform.h"

enum { CHUNK = 4096, MAX_NUMBER = 512 }; /* in bytes; MAX_NUMBER: the longest text of a number */

static int size_of(int dtype)
{
  return THDtype_traits(dtype)->size;
}

static int width_of(const THStream *s, int dtype)
{
  return s->shortLong && dtype == TH_LONG ? 4 : size_of(dtype);
}

/* In text files these types are written as their bytes. */
static int is_character(int dtype)
{
  return dtype == TH_BYTE || dtype == TH_CHAR;
}

/* A complex number is its two parts in a file. */
static int is_pair(int dtype)
{
  return THDtype_traits(dtype)->complex;
}

static int part_of(int dtype)
{
  return THDtype_traits(dtype)->value;
}

int64_t THStream_possible(THStream *s, int dtype, int64_t count)
{
  if (is_pair(dtype)) /* a count that does not fit twice is more than any file has */
    return THStream_possible(s, part_of(dtype), count < INT64_MAX / 2 ? 2 * count : count) / 2;
  int64_t left = THStream_left(s), possible;
  if (left < 0) return count;
  if (s->binary) possible = left / width_of(s, dtype);
  else possible = s->spaced && !is_character(dtype) ? left / 2 + left % 2 : left;
  return possible < count ? possible : count;
}

/* --- bytes --- */

static void reverse(char *p, int width)
{
  for (int i = 0; i < width / 2; i++) {
    char byte = p[i];
    p[i] = p[width - 1 - i];
    p[width - 1 - i] = byte;
  }
}

/* Convert an element to the bytes in the file; unpack converts back. */
static void pack(const THStream *s, int dtype, char *packed, const char *element)
{
  int width = width_of(s, dtype);
  if (width == size_of(dtype)) {
    memcpy(packed, element, (size_t)width);
  } else {
    int32_t narrow = (int32_t)*(const int64_t *)element;
    memcpy(packed, &narrow, sizeof narrow);
  }
  if (s->swapped) reverse(packed, width);
}

static void unpack(const THStream *s, int dtype, char *packed, char *element)
{
  int32_t narrow;
  int width = width_of(s, dtype);
  if (s->swapped) reverse(packed, width);
  if (width == size_of(dtype)) {
    memcpy(element, packed, (size_t)width);
    return;
  }
  memcpy(&narrow, packed, sizeof narrow);
  *(int64_t *)element = narrow;
}

/* 1 if all elements fit the file's width; only longs written as 4 bytes may not. */
static int can_pack(const THStream *s, int dtype, const int64_t *data, int64_t count)
{
  for (int64_t i = 0; dtype == TH_LONG && s->shortLong && i < count; i++)
    if (data[i] != (int32_t)data[i]) {
      th_fail(TH_EINVAL, "write error: %" PRId64 " does not fit in a long of 4 bytes", data[i]);
      return 0;
    }
  return 1;
}

static int is_direct(const THStream *s, int dtype)
{
  return width_of(s, dtype) == size_of(dtype) && (!s->swapped || size_of(dtype) == 1);
}

static int64_t elements_of(int64_t count, int width)
{
  return count < CHUNK / width ? count : CHUNK / width;
}

static int64_t read_packed(THStream *s, int dtype, char *data, int64_t count)
{
  char chunk[CHUNK];
  int width = width_of(s, dtype), size = size_of(dtype);
  if (is_direct(s, dtype)) return THStream_readBytes(s, data, count * size) / size;
  for (int64_t done = 0, got; done < count; done += got) {
    int64_t wanted = elements_of(count - done, width);
    got = THStream_readBytes(s, chunk, wanted * width) / width;
    for (int64_t i = 0; i < got; i++) unpack(s, dtype, chunk + i * width, data + (done + i) * size);
    if (got < wanted) return done + got;
  }
  return count;
}

static int64_t write_packed(THStream *s, int dtype, const char *data, int64_t count)
{
  char chunk[CHUNK];
  int width = width_of(s, dtype), size = size_of(dtype);
  if (is_direct(s, dtype)) return THStream_writeBytes(s, data, count * size) / size;
  for (int64_t done = 0, put; done < count; done += put) {
    int64_t wanted = elements_of(count - done, width);
    for (int64_t i = 0; i < wanted; i++)
      pack(s, dtype, chunk + i * width, data + (done + i) * size);
    put = THStream_writeBytes(s, chunk, wanted * width) / width;
    if (put < wanted) return done + put;
  }
  return count;
}

/* --- text --- */

/* 1 if c can follow the n characters of a number read so far, of which last is the latest. */
static int goes_on(int c, int n, int last, int floating)
{
  if (c >= '0' && c <= '9') return 1;
  if (c == '-' || c == '+') return n == 0 || (floating && (last == 'e' || last == 'E'));
  return floating && (c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

/* Read the characters of a number; the text is empty if there are none. */
static int read_number(FILE *handle, char *text, int floating)
{
  int c, n = 0;
  do c = getc(handle);
  while (c == ' ' || (c >= '\t' && c <= '\r'));
  for (; c != EOF && n < MAX_NUMBER - 1 && goes_on(c, n, n ? text[n - 1] : 0, floating);
       c = getc(handle))
    text[n++] = (char)c;
  if (c != EOF) ungetc(c, handle);
  text[n] = 0;
  return n;
}

static int parse_number(const char *text, int dtype, void *element)
{
  char *end;
  THNumber number;
  errno = 0;
  if (!THDtype_traits(dtype)->floating) number = TH_integer(strtoll(text, &end, 10));
  else if (dtype == TH_DOUBLE) number = TH_real(strtod(text, &end));
  else number = TH_real((double)strtof(text, &end));
  if (*end || (TH_isInteger(number) && errno == ERANGE)) return 0;
  THDtype_store(dtype, element, number);
  return 1;
}

static int64_t read_text(THStream *s, int dtype, char *data, int64_t count)
{
  char text[MAX_NUMBER], none;
  int64_t done = 0;
  int floating = THDtype_traits(dtype)->floating;
  THLocale before;
  th_enterLocale(&before);
  THStream_readBytes(s, &none, 0); /* switch the stream to reading */
  while (done < count && read_number(s->handle, text, floating) &&
         parse_number(text, dtype, data + done * size_of(dtype)))
    done++;
  th_leaveLocale(&before);
  return done;
}

/* Print enough digits to get the same value back. */
static int print_number(char *text, size_t size, int dtype, const void *element)
{
  THNumber number = THDtype_load(dtype, element);
  if (TH_isInteger(number)) return snprintf(text, size, "%" PRId64, number.integer);
  return snprintf(text, size, dtype == TH_DOUBLE ? "%.17g" : "%.9g", number.real);
}

static int64_t write_text(THStream *s, int dtype, const char *data, int64_t count)
{
  char chunk[CHUNK];
  int length = 0;
  THLocale before;
  th_enterLocale(&before);
  for (int64_t i = 0, sure = 0; i < count; i++) {
    length += print_number(chunk + length, sizeof chunk - (size_t)length, dtype,
                           data + i * size_of(dtype));
    if (s->spaced && i < count - 1) chunk[length++] = ' ';
    if (length < CHUNK - 64 && i < count - 1) continue;
    if (THStream_writeBytes(s, chunk, length) < length) count = sure;
    sure = i + 1;
    length = 0;
  }
  th_leaveLocale(&before);
  return count;
}

/* --- text or bytes --- */

/* Make every boolean 0 or 1: Lua and the kernels rely on it, and a file may hold anything. */
static void make_truth(uint8_t *data, int64_t count)
{
  for (int64_t i = 0; i < count; i++) data[i] = data[i] != 0;
}

int64_t THStream_read(THStream *s, int dtype, void *data, int64_t count)
{
  int64_t done = count;
  if (count == 0) return 0;
  if (is_pair(dtype)) return THStream_read(s, part_of(dtype), data, 2 * count) / 2;
  if (s->binary || is_character(dtype)) done = read_packed(s, dtype, data, count);
  else done = read_text(s, dtype, data, count);
  if (!s->binary && s->spaced) THStream_skipNewline(s);
  if (dtype == TH_BOOL) make_truth(data, done);
  if (done < count)
    th_fail(TH_EINVAL, "read error: read %" PRId64 " blocks instead of %" PRId64, done, count);
  return done;
}

int64_t THStream_write(THStream *s, int dtype, const void *data, int64_t count)
{
  int64_t done;
  if (is_pair(dtype)) return THStream_write(s, part_of(dtype), data, 2 * count) / 2;
  if (count == 0 || (s->binary && !can_pack(s, dtype, data, count))) return 0;
  if (s->binary || is_character(dtype)) done = write_packed(s, dtype, data, count);
  else done = write_text(s, dtype, data, count);
  if (!s->binary && s->spaced && THStream_writeBytes(s, "\n", 1) < 1) done = done ? done - 1 : 0;
  if (done < count)
    th_fail(TH_EINVAL, "write error: wrote %" PRId64 " blocks instead of %" PRId64 "%s%s", done,
            count, errno ? ": " : "", errno ? strerror(errno) : "");
  return done;
}
