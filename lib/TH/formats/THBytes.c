/*
** Bytes of files and arrays in them.
**
** Invariant: memory is taken for an array only after its bytes have been found in the file.
*/
#include "TH/formats/THBytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "TH/iteration/THParallel.h"
#include "TH/platform/THPlatform.h"

THBytes THBytes_part(const THBytes *bytes, int64_t from, int64_t size)
{
  THBytes part = *bytes;
  part.data = size ? bytes->data + from : NULL;
  part.size = size;
  part.at += from;
  part.isPart = 1;
  return part;
}

THQuote THBytes_quote(const void *text, int64_t length)
{
  THQuote quote = {{0}};
  const unsigned char *from = text;
  const int64_t limit = length < 40 ? length : 40;
  for (int64_t i = 0; i < limit; i++)
    quote.text[i] = from[i] < ' ' || from[i] == 127 ? '?' : (char)from[i];
  if (length > limit) strcpy(quote.text + limit, "...");
  return quote;
}

int THBytes_missing(const char *library, const char *debian, const char *fedora)
{
  return th_fail(TH_EUNSUPPORTED, "built without %s; install it (Debian: %s, Fedora: %s) and build "
                 "again", library, debian, fedora);
}

/* --- opening --- */

static int failed(void)
{
  return th_fail(errno == ENOMEM ? TH_ENOMEM : TH_EINVAL, "%s", strerror(errno));
}

static void unmap(void *context, void *data)
{
  th_unmapFile(data, (size_t)(uintptr_t)context);
}

static int map(THBytes *bytes, int64_t size)
{
  void *pages = th_mapFile(bytes->fd, 0, (size_t)size, 0);
  if (!pages) return failed();
  bytes->storage = THStorage_borrow(TH_BYTE, pages, size, unmap, (void *)(uintptr_t)size);
  if (bytes->storage) return TH_OK;
  th_unmapFile(pages, (size_t)size);
  return TH_errorStatus();
}

/* Read to the end into a storage that grows with what has come. */
static int read_all(THBytes *bytes)
{
  enum { FIRST_ROOM = 1 << 16 };
  int64_t used = 0;
  ssize_t got = 1;
  bytes->storage = THStorage_new(TH_BYTE, FIRST_ROOM, NULL);
  if (!bytes->storage) return TH_errorStatus();
  while (got) {
    if (used == bytes->storage->size) TH_TRY(THStorage_resize(bytes->storage, 2 * used));
    got = read(bytes->fd, (char *)bytes->storage->data + used,
               (size_t)(bytes->storage->size - used));
    if (got < 0 && errno != EINTR) return failed();
    if (got > 0) used += got;
  }
  close(bytes->fd);
  bytes->fd = -1;
  return THStorage_resize(bytes->storage, used);
}

static int open_any(THBytes *bytes, int isWhole)
{
  struct stat status;
  if (fstat(bytes->fd, &status)) return failed();
  const int isDevice = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (isDevice && !(isWhole && isatty(bytes->fd)))
    return th_fail(TH_EUNSUPPORTED, "it is a device");
  /* files made up by the kernel, as in /proc, report a size of 0 */
  TH_TRY(S_ISREG(status.st_mode) && status.st_size ? map(bytes, status.st_size)
                                                   : read_all(bytes));
  bytes->size = bytes->storage->size;
  bytes->data = bytes->storage->data;
  return TH_OK;
}

int THBytes_open(THBytes *bytes, const char *path, int isWhole)
{
  *bytes = (THBytes){.fd = th_openFile(path, O_RDONLY, 0)};
  if (bytes->fd < 0) return failed();
  int status = open_any(bytes, isWhole);
  if (status) THBytes_close(bytes);
  return status;
}

void THBytes_close(THBytes *bytes)
{
  if (bytes->fd >= 0 && !bytes->isPart) close(bytes->fd);
  if (!bytes->isPart) THStorage_release(bytes->storage);
  *bytes = (THBytes){.fd = -1};
}

/* --- arrays --- */

int THBytes_extent(const THBytes *bytes, const THArray *array, int64_t *extent)
{
  int64_t count;
  TH_TRY(THShape_count("its sizes", array->ndim, array->size, &count));
  const int64_t left = bytes->size - array->from;
  if (left < 0 || count > left / array->width)
    return th_fail(TH_EINVAL, "%s elements of %d bytes do not fit in the %" PRId64 " there",
                   THShape_text(array->ndim, array->size).text, array->width, left < 0 ? 0 : left);
  *extent = count * array->width;
  return TH_OK;
}

/* A copy of bytes by several threads: from the file, whose pages need not be mapped for it, or from
   memory. */
typedef struct Copy {
  const THBytes *bytes;
  int64_t from;
  char *to;
  int error; /* the number of an error; EOF of a file that has been made shorter */
} Copy;

static void copy_range(void *context, int64_t begin, int64_t end)
{
  Copy *copy = context;
  const THBytes *bytes = copy->bytes;
  if (bytes->fd < 0) memcpy(copy->to + begin, bytes->data + copy->from + begin,
                            (size_t)(end - begin));
  while (bytes->fd >= 0 && begin < end) {
    const int64_t got = th_readAt(bytes->fd, copy->to + begin, (size_t)(end - begin),
                                  bytes->at + copy->from + begin);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      __atomic_store_n(&copy->error, got ? errno : EOF, __ATOMIC_RELAXED);
      return;
    }
    begin += got;
  }
}

static int copy_bytes(const THBytes *bytes, int64_t from, void *to, int64_t count)
{
  Copy copy = {bytes, from, to, 0};
  if (count) THParallel_for(count, (int64_t)1 << 22, copy_range, &copy);
  if (!copy.error) return TH_OK;
  return th_fail(TH_EINVAL, "%s", copy.error == EOF ? "the file was made shorter as it was read"
                                                    : strerror(copy.error));
}

void THBytes_swap(void *data, int64_t bytes, int width)
{
  if (width == 2) {
    uint16_t *p = data;
    for (int64_t i = 0; i < bytes / 2; i++) p[i] = __builtin_bswap16(p[i]);
  } else if (width == 4) {
    uint32_t *p = data;
    for (int64_t i = 0; i < bytes / 4; i++) p[i] = __builtin_bswap32(p[i]);
  } else if (width == 8) {
    uint64_t *p = data;
    for (int64_t i = 0; i < bytes / 8; i++) p[i] = __builtin_bswap64(p[i]);
  }
}

/* uint32 of the first half, which is filled last, to int64 of the whole. */
static void widen(void *data, int64_t count)
{
  const uint32_t *from = (const uint32_t *)data + count;
  int64_t *to = data;
  for (int64_t i = 0; i < count; i++) {
    uint32_t value;
    memcpy(&value, from + i, sizeof value);
    to[i] = value;
  }
}

static int fill(THStorage *storage, const THBytes *bytes, const THArray *array, int64_t extent)
{
  const THTraits *traits = THDtype_traits(array->dtype);
  const int isWide = array->width < traits->size;
  char *data = storage->data;
  if (isWide && data) data += extent; /* behind what widen writes */
  TH_TRY(copy_bytes(bytes, array->from, data, extent));
  if (array->isSwapped) THBytes_swap(data, extent, traits->complex ? array->width / 2
                                                                   : array->width);
  if (isWide && data) widen(storage->data, extent / array->width);
  if (array->dtype == TH_BOOL)
    for (int64_t i = 0; i < extent; i++) data[i] = data[i] != 0;
  return TH_OK;
}

static void release_source(void *context, void *data)
{
  (void)data;
  THStorage_release(context);
}

static int can_look(const THBytes *bytes, const THArray *array)
{
  const THTraits *traits = THDtype_traits(array->dtype);
  const int alignment = traits->complex ? traits->size / 2 : traits->size;
  return bytes->storage && !array->isSwapped && array->width == traits->size &&
         (uintptr_t)(bytes->data + array->from) % (unsigned)alignment == 0;
}

static THStorage *look(const THBytes *bytes, const THArray *array, int64_t count)
{
  THStorage *window = THStorage_borrow(array->dtype, (void *)(bytes->data + array->from), count,
                                       release_source, bytes->storage);
  if (window) THStorage_retain(bytes->storage);
  return window;
}

int THBytes_array(THTensor *out, const THBytes *bytes, const THArray *array, int isWindow)
{
  int64_t extent, stride[TH_MAX_DIM], step = 1;
  TH_TRY(THBytes_extent(bytes, array, &extent));
  const int64_t count = extent / array->width;
  const int looks = isWindow && count && can_look(bytes, array);
  THStorage *storage = looks ? look(bytes, array, count) : THStorage_new(array->dtype, count, NULL);
  if (!storage) return TH_errorStatus();
  for (int d = 0; d < array->ndim; d++) {
    stride[d] = step;
    step *= array->size[d] ? array->size[d] : 1;
  }
  int status = looks ? TH_OK : fill(storage, bytes, array, extent);
  if (!status)
    status = THTensor_setStorage(out, storage, 0, array->ndim, array->size,
                                 array->isFortran ? stride : NULL);
  THStorage_release(storage);
  return status;
}
