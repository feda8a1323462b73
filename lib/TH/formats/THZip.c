/*
** Reading zip archives. What the directory says counts; the header in front of a member must not
** contradict it.
**
** Invariant: every place is compared with the length of the file before it is looked at, and no
** memory is taken for more than 1032 times the bytes that a member has, which is the most that
** deflate makes of them.
*/
#include "TH/formats/THZip.h"

#ifdef TH_ZLIB
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST_INFLATED = 1032 };
enum { END = 22, END64 = 56, LOCATOR = 20, ENTRY = 46, LOCAL = 30 }; /* bytes of each record */
enum { ENCRYPTED = 1 | 1 << 6 | 1 << 13, HAS_DESCRIPTOR = 1 << 3 };  /* bits of flags */
static const uint32_t MOST_32 = 0xffffffff;

static uint64_t get(const unsigned char *p, int bytes)
{
  uint64_t value = 0;
  while (bytes--) value = value << 8 | p[bytes];
  return value;
}

static int is_record(const THBytes *bytes, int64_t at, int length, const char *signature)
{
  return at >= 0 && at <= bytes->size - length && !memcmp(bytes->data + at, signature, 4);
}

static int bad(const char *what)
{
  return th_fail(TH_EINVAL, "the archive is damaged: %s", what);
}

static int bad_member(const THZipMember *m, const char *what)
{
  return th_fail(TH_EINVAL, "the member '%s': %s", THBytes_quote(m->name, m->nameLength).text,
                 what);
}

/* --- the directory --- */

typedef struct Directory { int64_t at, size, count; } Directory;

/* The last record of an archive's end. Its comment and other bytes, 65535 at most, may follow it:
   Python's reader takes them too. */
static int64_t find_end(const THBytes *bytes)
{
  for (int64_t at = bytes->size - END; at >= 0 && at >= bytes->size - END - 65535; at--)
    if (is_record(bytes, at, END, "PK\5\6") &&
        at + END + (int64_t)get(bytes->data + at + 20, 2) <= bytes->size)
      return at;
  return -1;
}

/* Set *end to the record for longer archives, which stands before the one at *end, if there is
   one. */
static int find_end64(const THBytes *bytes, int64_t *end)
{
  const int64_t locator = *end - LOCATOR;
  if (!is_record(bytes, locator, LOCATOR, "PK\6\7")) return TH_OK;
  const uint64_t at = get(bytes->data + locator + 8, 8);
  if (at > (uint64_t)locator || !is_record(bytes, (int64_t)at, END64, "PK\6\6") ||
      get(bytes->data + at + 4, 8) != (uint64_t)locator - at - 12)
    return bad("its 64-bit end is not where it should be");
  *end = (int64_t)at;
  return TH_OK;
}

static int find_directory(const THBytes *bytes, Directory *d)
{
  int64_t end = find_end(bytes);
  if (end < 0) return bad("it has no end; it may be cut short");
  const int64_t short_end = end;
  TH_TRY(find_end64(bytes, &end));
  const int is64 = end != short_end, width = is64 ? 8 : 2;
  const unsigned char *p = bytes->data + end + (is64 ? 16 : 4);
  const int disks = (int)(get(p, is64 ? 4 : 2) | get(p + (is64 ? 4 : 2), is64 ? 4 : 2));
  p += is64 ? 8 : 4;
  const uint64_t here = get(p, width), count = get(p + width, width);
  p += 2 * width;
  const uint64_t size = get(p, is64 ? 8 : 4), at = get(p + (is64 ? 8 : 4), is64 ? 8 : 4);
  if (disks || here != count) return bad("it has several parts");
  if (at > (uint64_t)end || size != (uint64_t)end - at)
    return bad("its directory is not where it should be");
  if (count > size / ENTRY) return bad("its directory is too short for its members");
  *d = (Directory){(int64_t)at, (int64_t)size, (int64_t)count};
  return TH_OK;
}

/* Numbers that do not fit in 32 bits stand in an extra field, in this order. */
static int read_long(const unsigned char *extra, int length, int needed, uint64_t *const *value)
{
  while (length >= 4) {
    const int size = (int)get(extra + 2, 2);
    if (size > length - 4) return 0;
    if (get(extra, 2) == 1) {
      int at = 0;
      for (int k = 0; k < needed; k++, at += 8) {
        if (at + 8 > size) return 0;
        *value[k] = get(extra + 4 + at, 8);
      }
      return 1;
    }
    extra += size + 4;
    length -= size + 4;
  }
  return !needed;
}

/* Read an entry of the directory, of which left bytes are there; *length becomes its own. */
static int read_entry(THZipMember *m, const unsigned char *p, int64_t left, int64_t *length)
{
  if (left < ENTRY || memcmp(p, "PK\1\2", 4)) return bad("its directory is no list of members");
  const int name = (int)get(p + 28, 2), extra = (int)get(p + 30, 2);
  *length = ENTRY + name + extra + (int64_t)get(p + 32, 2);
  if (left < *length) return bad("its directory is cut short");
  uint64_t packed = get(p + 20, 4), size = get(p + 24, 4), header = get(p + 42, 4);
  uint64_t *value[3];
  int needed = 0;
  if (size == MOST_32) value[needed++] = &size;
  if (packed == MOST_32) value[needed++] = &packed;
  if (header == MOST_32) value[needed++] = &header;
  *m = (THZipMember){(const char *)p + ENTRY, name, (int)get(p + 8, 2), (int)get(p + 10, 2),
                     (uint32_t)get(p + 16, 4), 0, 0, 0, 0};
  if (!read_long(p + ENTRY + name, extra, needed, value))
    return bad_member(m, "a field of it is cut short");
  if (packed > INT64_MAX || size > INT64_MAX || header > INT64_MAX || get(p + 34, 2))
    return bad_member(m, "its lengths are beyond any file");
  m->packed = (int64_t)packed;
  m->size = (int64_t)size;
  m->header = (int64_t)header;
  return TH_OK;
}

/* --- the header in front of a member --- */

/* Behind the bytes of a member may stand its CRC and lengths, with or without a signature, in 32 or
   64 bits. Adds its length to *end. */
static int read_descriptor(const THBytes *bytes, const THZipMember *m, int64_t *end)
{
  for (int form = 0; form < 4; form++) {
    const int signature = form & 1 ? 0 : 4, width = form & 2 ? 8 : 4;
    const int length = signature + 4 + 2 * width;
    if (*end > bytes->size - length) continue;
    const unsigned char *p = bytes->data + *end;
    if (signature && memcmp(p, "PK\7\10", 4)) continue;
    p += signature;
    if (get(p, 4) != m->crc || get(p + 4, width) != (uint64_t)m->packed ||
        get(p + 4 + width, width) != (uint64_t)m->size) continue;
    *end += length;
    return TH_OK;
  }
  return bad_member(m, "the lengths behind it are others than those in the directory");
}

/* Sets *end to the byte behind all of the member. Before directory all members must end. */
static int check_local(const THBytes *bytes, THZipMember *m, int64_t directory, int64_t *end)
{
  if (m->header > directory - LOCAL || !is_record(bytes, m->header, LOCAL, "PK\3\4"))
    return bad_member(m, "it is not where the directory says");
  const unsigned char *p = bytes->data + m->header;
  const int flags = (int)get(p + 6, 2), name = (int)get(p + 26, 2), extra = (int)get(p + 28, 2);
  m->from = m->header + LOCAL + name + extra;
  if (m->from > directory || m->packed > directory - m->from)
    return bad_member(m, "it is longer than the file");
  uint64_t packed = get(p + 18, 4), size = get(p + 22, 4);
  uint64_t *value[2];
  int needed = 0;
  if (size == MOST_32) value[needed++] = &size;
  if (packed == MOST_32) value[needed++] = &packed;
  if (!read_long(p + LOCAL + name, extra, needed, value)) needed = -1;
  const int isLater = (flags & HAS_DESCRIPTOR) && !size && !packed;
  if (needed < 0 || name != m->nameLength || memcmp(p + LOCAL, m->name, (size_t)name) ||
      (int)get(p + 8, 2) != m->method || ((flags ^ m->flags) & (ENCRYPTED | HAS_DESCRIPTOR)) ||
      (!isLater && (packed != (uint64_t)m->packed || size != (uint64_t)m->size ||
                    (get(p + 14, 4) != m->crc && !(flags & HAS_DESCRIPTOR)))))
    return bad_member(m, "its own header contradicts the directory");
  *end = m->from + m->packed;
  if (flags & HAS_DESCRIPTOR) return read_descriptor(bytes, m, end);
  return TH_OK;
}

/* --- all members --- */

static int compare_names(const void *a, const void *b)
{
  const THZipMember *x = a, *y = b;
  if (x->nameLength != y->nameLength) return x->nameLength < y->nameLength ? -1 : 1;
  return memcmp(x->name, y->name, (size_t)x->nameLength);
}

static int compare_places(const void *a, const void *b)
{
  const THZipMember *x = a, *y = b;
  return x->header < y->header ? -1 : x->header > y->header;
}

static int check_members(THZip *zip, const THBytes *bytes, int64_t directory)
{
  int64_t end = 0;
  if (!zip->count) return TH_OK;
  qsort(zip->member, (size_t)zip->count, sizeof *zip->member, compare_names);
  for (int64_t k = 1; k < zip->count; k++)
    if (!compare_names(&zip->member[k - 1], &zip->member[k]))
      return bad_member(&zip->member[k], "there are two of that name");
  qsort(zip->member, (size_t)zip->count, sizeof *zip->member, compare_places);
  for (int64_t k = 0; k < zip->count; k++) {
    THZipMember *m = &zip->member[k];
    if (m->header < end) return bad_member(m, "it overlaps another one");
    TH_TRY(check_local(bytes, m, directory, &end));
    if (end > directory) return bad_member(m, "it is longer than the file");
  }
  return TH_OK;
}

int THZip_read(THZip *zip, const THBytes *bytes)
{
  Directory d = {0};
  *zip = (THZip){.count = 0};
  TH_TRY(find_directory(bytes, &d));
  zip->member = calloc((size_t)d.count + 1, sizeof *zip->member);
  if (!zip->member) return th_fail(TH_ENOMEM, "not enough memory for a directory");
  int64_t at = 0, length = 0;
  for (int64_t k = 0; k < d.count; k++, at += length)
    TH_TRY(read_entry(&zip->member[k], bytes->data + d.at + at, d.size - at, &length));
  if (at != d.size) return bad("its directory is longer than its members");
  zip->count = d.count;
  return check_members(zip, bytes, d.at);
}

void THZip_end(THZip *zip)
{
  free(zip->member);
  *zip = (THZip){.count = 0};
}

/* --- the bytes of a member --- */

/* One call of zlib handles less than 4 GB. */
static uInt piece(int64_t left)
{
  return left < (int64_t)1 << 30 ? (uInt)left : 1u << 30;
}

/* Inflate all packed bytes into size bytes, not one more or less. */
static int inflate_all(const unsigned char *from, int64_t packed, unsigned char *to, int64_t size)
{
  unsigned char more;
  z_stream z = {.next_in = (Bytef *)from};
  int result = inflateInit2(&z, -MAX_WBITS);
  while (result == Z_OK) {
    z.avail_in = piece(packed);
    z.avail_out = size ? piece(size) : 1;
    z.next_out = size ? to : &more;
    const uInt in = z.avail_in, out = z.avail_out;
    result = inflate(&z, Z_NO_FLUSH);
    packed -= in - z.avail_in;
    const uInt made = out - z.avail_out;
    if (!size && made) result = Z_DATA_ERROR;
    if (size) to += made, size -= made;
  }
  inflateEnd(&z);
  if (result == Z_MEM_ERROR) return th_fail(TH_ENOMEM, "not enough memory to inflate");
  return result == Z_STREAM_END && !packed && !size ? TH_OK : TH_EINVAL;
}

static int inflate_member(THBytes *out, const THBytes *bytes, const THZipMember *m)
{
  if (m->size / MOST_INFLATED > m->packed)
    return bad_member(m, "it claims to inflate to more than its bytes can");
  out->storage = THStorage_new(TH_BYTE, m->size, NULL);
  if (!out->storage) return TH_errorStatus();
  out->size = m->size;
  out->data = out->storage->data;
  const int status = inflate_all(bytes->data + m->from, m->packed, out->storage->data, m->size);
  return status == TH_EINVAL ? bad_member(m, "it does not inflate to what it claims") : status;
}

static int open_member(THBytes *out, const THBytes *bytes, const THZipMember *m)
{
  if (m->flags & ENCRYPTED) return bad_member(m, "it is encrypted");
  if (m->method == 8) {
    TH_TRY(inflate_member(out, bytes, m));
  } else if (m->method == 0) {
    if (m->packed != m->size) return bad_member(m, "it is stored, but its two lengths differ");
    *out = THBytes_part(bytes, m->from, m->size);
  } else {
    return th_fail(TH_EINVAL, "the member '%s' is packed by method %d; 0 (stored) and 8 (deflated) "
                   "are known", THBytes_quote(m->name, m->nameLength).text, m->method);
  }
  if (crc32_z(0, out->data, (size_t)out->size) == m->crc) return TH_OK;
  return bad_member(m, "its check sum (CRC) is wrong");
}

int THZip_open(THBytes *out, const THBytes *bytes, const THZipMember *member)
{
  *out = (THBytes){.fd = -1};
  int status = open_member(out, bytes, member);
  if (status) THBytes_close(out);
  return status;
}

#else

static int missing(void)
{
  return THBytes_missing("zlib", "zlib1g-dev", "zlib-devel");
}

int THZip_read(THZip *zip, const THBytes *bytes)
{
  (void)bytes;
  *zip = (THZip){.count = 0};
  return missing();
}

void THZip_end(THZip *zip)
{
  (void)zip;
}

int THZip_open(THBytes *out, const THBytes *bytes, const THZipMember *member)
{
  (void)bytes, (void)member;
  *out = (THBytes){.fd = -1};
  return missing();
}

#endif
