/*
** Storages on mapped files and shared memory: a borrowed storage whose deleter removes the mapping.
**
** The file is closed once it is mapped; the mapping keeps it in use.
*/
#include "TH/memory/THMapping.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "TH/platform/THPlatform.h"

typedef struct Mapping {
  void *pages;
  size_t bytes;
  int segment;
  char name[];
} Mapping;

static int failed(const char *name, const char *what)
{
  return th_fail(errno == ENOMEM || errno == ENOSPC ? TH_ENOMEM : TH_EINVAL,
                 "storage: file <%s> cannot be %s: %s", name, what, strerror(errno));
}

static int open_file(const char *name, unsigned flags)
{
  if (flags & TH_MAP_SEGMENT) return th_openNamed(name, O_RDWR | O_CREAT, 0600);
  const int write = flags & TH_MAP_SHARED ? O_RDWR | O_CREAT : O_RDONLY;
  return th_openFile(name, write | TH_NO_WAIT, 0600); /* a pipe cannot be mapped anyway */
}

/* Sets *bytes to how many are to be mapped from offset on. */
static int find_extent(int fd, const char *name, int width, int64_t offset, int64_t size,
                       unsigned flags, int64_t *bytes)
{
  struct stat status;
  if (fstat(fd, &status)) return failed(name, "looked at");
  if (!S_ISREG(status.st_mode))
    return th_fail(TH_EINVAL, "storage: <%s> is not a file that can be mapped", name);
  int64_t rest = status.st_size > offset ? status.st_size - offset : 0;
  *bytes = size ? size * width : rest / width * width;
  if (*bytes <= rest) return TH_OK;
  if (flags)
    return th_growFile(fd, status.st_size, offset + *bytes) ? failed(name, "grown") : TH_OK;
  return th_fail(TH_EINVAL, "storage: file <%s> has %" PRId64 " bytes from byte %" PRId64
                 " on, %" PRId64 " are to be mapped", name, rest, offset, *bytes);
}

static void unmap(void *context, void *data)
{
  Mapping *mapping = context;
  (void)data;
  if (mapping->bytes) th_unmapFile(mapping->pages, mapping->bytes);
  if (mapping->segment) th_removeNamed(mapping->name);
  free(mapping);
}

/* A mapping begins at a page boundary; offset need not. */
static int map_pages(int fd, Mapping *mapping, int64_t offset, int64_t bytes, unsigned flags)
{
  int64_t inside = offset % (int64_t)th_pageStep();
  if (!bytes) return TH_OK;
  void *pages = th_mapFile(fd, offset - inside, (size_t)(bytes + inside), flags != 0);
  if (!pages) return failed(mapping->name, "mapped");
  mapping->pages = pages;
  mapping->bytes = (size_t)(bytes + inside);
  return TH_OK;
}

static THStorage *map_file(int fd, int dtype, const char *name, int64_t offset, int64_t size,
                           unsigned flags)
{
  int64_t bytes = 0;
  int width = THDtype_traits(dtype)->size;
  THStorage *storage = NULL;
  if (find_extent(fd, name, width, offset, size, flags, &bytes)) return NULL;
  Mapping *mapping = calloc(1, sizeof *mapping + strlen(name) + 1);
  if (!mapping) {
    th_fail(TH_ENOMEM, "not enough memory for a mapping");
    return NULL;
  }
  strcpy(mapping->name, name);
  if (!map_pages(fd, mapping, offset, bytes, flags)) {
    char *data = bytes ? (char *)mapping->pages + mapping->bytes - bytes : NULL;
    storage = THStorage_borrow(dtype, data, bytes / width, unmap, mapping);
  }
  if (storage) mapping->segment = (flags & TH_MAP_SEGMENT) != 0;
  else unmap(mapping, NULL);
  return storage;
}

THStorage *THStorage_map(int dtype, const char *name, int64_t offset, int64_t size, unsigned flags)
{
  const THTraits *traits = THDtype_traits(dtype);
  if (!THDtype_isBuilt(dtype)) {
    th_fail(TH_EDTYPE, "storage: there is no element type with that code");
    return NULL;
  }
  if (offset < 0 || offset % traits->size || size < 0 || size > (INT64_MAX / 2) / traits->size ||
      offset > INT64_MAX / 2) {
    th_fail(TH_EINVAL, "storage: %" PRId64 " elements of %s from byte %" PRId64
            " on cannot be mapped", size, traits->name, offset);
    return NULL;
  }
  int fd = open_file(name, flags);
  if (fd < 0) {
    failed(name, "opened");
    return NULL;
  }
  THStorage *storage = map_file(fd, dtype, name, offset, size, flags);
  close(fd);
  return storage;
}
