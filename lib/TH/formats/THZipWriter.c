/*
** Writing zip archives, in one go: nothing that was written is changed later, so that pipes can be
** written too. A deflated member has its lengths behind it, a stored one in front.
**
** Invariant: a number that does not fit in 32 bits stands in an extra field (zip64), as do all
** lengths of deflated members, which are not known in advance.
*/
#include "TH/formats/THZip.h"

#ifdef TH_ZLIB
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "TH/formats/THJson.h"

enum { UTF8 = 1 << 11, HAS_DESCRIPTOR = 1 << 3, DATE = 1 << 5 | 1 }; /* the first day of 1980 */
static const int64_t MOST_32 = 0xffffffff;

struct THZipEntry {
  char *name;
  int length, flags, method;
  uint32_t crc;
  int64_t packed, size, header;
};

typedef struct Record { unsigned char bytes[96]; int used; } Record;

static void put(Record *r, uint64_t value, int bytes)
{
  for (; bytes; bytes--, value >>= 8) r->bytes[r->used++] = (unsigned char)value;
}

static void put_32(Record *r, int64_t value)
{
  put(r, (uint64_t)(value < MOST_32 ? value : MOST_32), 4);
}

static int write_record(THSink *sink, const Record *r)
{
  return THSink_write(sink, r->bytes, r->used);
}

/* --- entries --- */

static int is_ascii(const char *name, int64_t length)
{
  for (int64_t k = 0; k < length; k++)
    if ((unsigned char)name[k] >= 0x80) return 0;
  return 1;
}

static THZipEntry *new_entry(THZipWriter *w, const char *name, int64_t length)
{
  if (length > 65000) {
    th_fail(TH_EINVAL, "a name of %" PRId64 " bytes is too long for an archive", length);
    return NULL;
  }
  if (w->count == w->room) {
    const int64_t room = 2 * w->room + 16;
    THZipEntry *list = realloc(w->entry, (size_t)room * sizeof *list);
    if (list) w->entry = list, w->room = room;
  }
  char *copy = w->count < w->room ? malloc((size_t)length + 1) : NULL;
  if (!copy) {
    th_fail(TH_ENOMEM, "not enough memory for a name");
    return NULL;
  }
  memcpy(copy, name, (size_t)length);
  THZipEntry *e = &w->entry[w->count++];
  *e = (THZipEntry){.name = copy, .length = (int)length};
  if (!is_ascii(name, length) && THJson_isUtf8(name, length)) e->flags |= UTF8;
  return e;
}

/* What a member's own header and its entry in the directory have in common. */
static void put_common(Record *r, const THZipEntry *e, int isLong, int isLater)
{
  put(r, isLong ? 45 : 20, 2); /* the version of the format that is needed */
  put(r, (uint64_t)e->flags, 2);
  put(r, (uint64_t)e->method, 2);
  put(r, 0, 2);
  put(r, DATE, 2);
  put(r, isLater ? 0 : e->crc, 4);
}

static int write_local(THSink *sink, const THZipEntry *e)
{
  const int isLater = (e->flags & HAS_DESCRIPTOR) != 0;
  const int isLong = isLater || e->size >= MOST_32;
  Record r = {.used = 0};
  put(&r, 0x04034b50, 4);
  put_common(&r, e, isLong, isLater);
  for (int k = 0; k < 2; k++) put_32(&r, isLong ? MOST_32 : e->size);
  put(&r, (uint64_t)e->length, 2);
  put(&r, isLong ? 20 : 0, 2);
  TH_TRY(write_record(sink, &r));
  TH_TRY(THSink_write(sink, e->name, e->length));
  r.used = 0;
  if (!isLong) return TH_OK;
  put(&r, 1, 2);
  put(&r, 16, 2);
  for (int k = 0; k < 2; k++) put(&r, isLater ? 0 : (uint64_t)e->size, 8);
  return write_record(sink, &r);
}

/* --- members --- */

static int store(THSink *sink, THZipEntry *e, const THBytes *const part[2])
{
  TH_TRY(write_local(sink, e));
  for (int k = 0; k < 2; k++) TH_TRY(THSink_write(sink, part[k]->data, part[k]->size));
  e->packed = e->size;
  return TH_OK;
}

static int deflate_part(THSink *sink, THZipEntry *e, z_stream *z, const THBytes *part, int isLast)
{
  unsigned char buffer[1 << 14];
  int64_t left = part->size;
  int result = Z_OK;
  z->next_in = (Bytef *)part->data;
  do {
    const uInt in = left < (int64_t)1 << 30 ? (uInt)left : 1u << 30;
    z->avail_in = in;
    z->next_out = buffer;
    z->avail_out = sizeof buffer;
    result = deflate(z, isLast && in == left ? Z_FINISH : Z_NO_FLUSH);
    left -= in - z->avail_in;
    const int made = (int)(sizeof buffer - z->avail_out);
    TH_TRY(THSink_write(sink, buffer, made));
    e->packed += made;
  } while (isLast ? result == Z_OK : left);
  return TH_OK;
}

static int write_deflated(THSink *sink, THZipEntry *e, const THBytes *const part[2])
{
  z_stream z = {.next_in = NULL};
  e->flags |= HAS_DESCRIPTOR;
  e->method = 8;
  TH_TRY(write_local(sink, e));
  if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY))
    return th_fail(TH_ENOMEM, "not enough memory to deflate");
  int status = deflate_part(sink, e, &z, part[0], 0);
  if (!status) status = deflate_part(sink, e, &z, part[1], 1);
  deflateEnd(&z);
  Record r = {.used = 0};
  put(&r, 0x08074b50, 4);
  put(&r, e->crc, 4);
  put(&r, (uint64_t)e->packed, 8);
  put(&r, (uint64_t)e->size, 8);
  return status ? status : write_record(sink, &r);
}

int THZipWriter_add(THZipWriter *writer, THSink *sink, const char *name, int64_t nameLength,
                    const THBytes *head, const THBytes *data, int isDeflated)
{
  const THBytes *const part[2] = {head, data};
  THZipEntry *e = new_entry(writer, name, nameLength);
  if (!e) return TH_errorStatus();
  e->header = sink->used;
  for (int k = 0; k < 2; k++) {
    if (part[k]->size) e->crc = (uint32_t)crc32_z(e->crc, part[k]->data, (size_t)part[k]->size);
    e->size += part[k]->size;
  }
  return isDeflated ? write_deflated(sink, e, part) : store(sink, e, part);
}

/* --- the directory --- */

static int write_entry(THSink *sink, const THZipEntry *e)
{
  const int64_t values[] = {e->size, e->packed, e->header};
  Record r = {.used = 0}, extra = {.used = 4};
  for (int k = 0; k < 3; k++)
    if (values[k] >= MOST_32) put(&extra, (uint64_t)values[k], 8);
  const int isLong = extra.used > 4;
  put(&r, 0x02014b50, 4);
  put(&r, 3 << 8 | 45, 2); /* made by: Unix, version 4.5 */
  put_common(&r, e, isLong || e->flags & HAS_DESCRIPTOR, 0);
  put_32(&r, e->packed);
  put_32(&r, e->size);
  put(&r, (uint64_t)e->length, 2);
  put(&r, isLong ? (uint64_t)extra.used : 0, 2);
  put(&r, 0, 6);                       /* no comment; the first disk; no attributes inside */
  put(&r, (uint64_t)0100600 << 16, 4); /* a regular file */
  put_32(&r, e->header);
  TH_TRY(write_record(sink, &r));
  TH_TRY(THSink_write(sink, e->name, e->length));
  if (!isLong) return TH_OK;
  const int length = extra.used;
  extra.used = 0;
  put(&extra, 1, 2);
  put(&extra, (uint64_t)length - 4, 2);
  extra.used = length;
  return write_record(sink, &extra);
}

static void put_end64(Record *r, int64_t count, int64_t size, int64_t at)
{
  put(r, 0x06064b50, 4);
  put(r, 44, 8);
  put(r, 3 << 8 | 45, 2);
  put(r, 45, 2);
  put(r, 0, 8);
  put(r, (uint64_t)count, 8);
  put(r, (uint64_t)count, 8);
  put(r, (uint64_t)size, 8);
  put(r, (uint64_t)at, 8);
  put(r, 0x07064b50, 4);
  put(r, 0, 4);
  put(r, (uint64_t)(at + size), 8);
  put(r, 1, 4);
}

int THZipWriter_finish(THZipWriter *writer, THSink *sink)
{
  const int64_t at = sink->used, count = writer->count;
  for (int64_t k = 0; k < count; k++) TH_TRY(write_entry(sink, &writer->entry[k]));
  const int64_t size = sink->used - at;
  const uint64_t shown = count < 0xffff ? (uint64_t)count : 0xffff;
  Record r = {.used = 0};
  if (count >= 0xffff || size >= MOST_32 || at >= MOST_32) {
    put_end64(&r, count, size, at);
    TH_TRY(write_record(sink, &r));
    r.used = 0;
  }
  put(&r, 0x06054b50, 4);
  put(&r, 0, 4);
  put(&r, shown, 2);
  put(&r, shown, 2);
  put_32(&r, size);
  put_32(&r, at);
  put(&r, 0, 2);
  return write_record(sink, &r);
}

void THZipWriter_end(THZipWriter *writer)
{
  for (int64_t k = 0; k < writer->count; k++) free(writer->entry[k].name);
  free(writer->entry);
  *writer = (THZipWriter){.count = 0};
}

#else

int THZipWriter_add(THZipWriter *writer, THSink *sink, const char *name, int64_t nameLength,
                    const THBytes *head, const THBytes *data, int isDeflated)
{
  THZip none;
  (void)writer, (void)sink, (void)name, (void)nameLength, (void)data, (void)isDeflated;
  return THZip_read(&none, head); /* which says what is missing */
}

int THZipWriter_finish(THZipWriter *writer, THSink *sink)
{
  THZip none;
  (void)writer, (void)sink;
  return THZip_read(&none, NULL);
}

void THZipWriter_end(THZipWriter *writer)
{
  (void)writer;
}

#endif
