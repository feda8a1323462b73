/*
** The operating system: WebAssembly by emscripten, where a JavaScript engine is the system. There
** is one process with one thread. Files are what emscripten's file system has, in memory unless the
** program mounts another.
**
** There are no signals, commands, shared libraries or shared memory.
*/
#include "TH/platform/THPlatform.h"

#include <emscripten/stack.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

const char *const th_systemName = "WebAssembly";

static int refuse(void)
{
  errno = ENOSYS;
  return -1;
}

/* --- dynamic libraries: a program is one file --- */

void *th_openLibrary(const char *file, int isApart, char *reason, size_t room)
{
  (void)isApart;
  snprintf(reason, room, "WebAssembly cannot open %s", file);
  return NULL;
}

void *th_openProgram(void)
{
  return NULL;
}

void *th_findSymbol(void *handle, const char *name)
{
  (void)handle, (void)name;
  return NULL;
}

void th_closeLibrary(void *handle)
{
  (void)handle;
}

void th_keepFileOf(const void *address)
{
  (void)address;
}

/* --- memory: addresses have 32 bits --- */

size_t th_machineMemory(void)
{
  return SIZE_MAX / 2;
}

size_t th_addressSpaceLeft(void)
{
  return SIZE_MAX;
}

void *th_newAligned(size_t alignment, size_t bytes)
{
  void *data = NULL;
  return posix_memalign(&data, alignment, bytes) ? NULL : data;
}

void th_freeAligned(void *data)
{
  free(data);
}

/* What mmap gives must be given back as a whole: nothing could be cut off to align it. */
void *th_mapPages(size_t bytes)
{
  void *pages = th_newAligned((size_t)2 << 20, bytes);
  return pages ? memset(pages, 0, bytes) : NULL;
}

void th_unmapPages(void *pages, size_t bytes)
{
  (void)bytes;
  free(pages);
}

void th_trimHeap(void)
{
}

/* --- processors and threads --- */

int th_processors(void)
{
  return 1;
}

int th_machineProcessors(void)
{
  return 1;
}

int64_t th_cacheBytes(int level)
{
  (void)level;
  return 0;
}

int th_withOneProcessor(void (*work)(void *), void *argument)
{
  work(argument);
  return 0;
}

void th_nameThread(pthread_t thread, const char *name)
{
  (void)thread, (void)name;
}

int th_findStack(uintptr_t *low, size_t *bytes)
{
  *low = emscripten_stack_get_end();
  *bytes = emscripten_stack_get_base() - *low;
  return 2;
}

/* --- signals: there are none --- */

void th_catchInterrupt(void (*handler)(int))
{
  (void)handler;
}

void th_dieOfInterrupt(int number)
{
  (void)number;
}

/* --- clocks and randomness --- */

static double seconds_of(struct timeval t)
{
  return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

void th_processTime(double *user, double *system)
{
  struct rusage usage = {0};
  getrusage(RUSAGE_SELF, &usage);
  *user = seconds_of(usage.ru_utime);
  *system = seconds_of(usage.ru_stime);
}

int th_randomBytes(void *bytes, size_t count)
{
  return getentropy(bytes, count);
}

/* --- files --- */

/* A copy of a descriptor opens its path again with the same flags, so O_EXCL is not among them. No
   other process can make the file between the two calls. */
int th_openFile(const char *path, int flags, int mode)
{
  if (flags & O_EXCL && access(path, F_OK) == 0) {
    errno = EEXIST;
    return -1;
  }
  return open(path, flags & ~(O_EXCL | TH_NO_WAIT), mode);
}

int th_copyDescriptor(int fd)
{
  return dup(fd);
}

int64_t th_readAt(int fd, void *bytes, size_t count, int64_t at)
{
  return pread(fd, bytes, count, at);
}

int th_growFile(int fd, int64_t before, int64_t after)
{
  (void)before;
  return ftruncate(fd, after);
}

void th_reserveSpace(int fd, int64_t at, int64_t count)
{
  (void)fd, (void)at, (void)count;
}

int th_syncFile(int fd)
{
  return fsync(fd);
}

int th_syncFolder(const char *path)
{
  (void)path;
  return 0;
}

int th_mayWrite(const char *path)
{
  return access(path, W_OK) == 0;
}

int th_likeOld(int fd, const struct stat *old)
{
  return fchmod(fd, old->st_mode & 07777);
}

int th_replaceFile(const char *from, const char *to)
{
  return rename(from, to);
}

int th_folderLength(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? (int)(slash + 1 - path) : 0;
}

int64_t th_readLink(const char *path, char *to, size_t room)
{
  return readlink(path, to, room);
}

size_t th_pageStep(void)
{
  return (size_t)sysconf(_SC_PAGESIZE);
}

/* Pages of a file are a copy, so none are shared with it. */
void *th_mapFile(int fd, int64_t from, size_t bytes, int isShared)
{
  if (isShared) {
    refuse();
    return NULL;
  }
  char *pages = th_newAligned(th_pageStep(), bytes);
  ssize_t count = 1;
  for (size_t done = 0; pages && done < bytes && count > 0; done += (size_t)count)
    count = pread(fd, pages + done, bytes - done, from + (int64_t)done);
  if (!pages || count > 0) return pages;
  if (count == 0) errno = EIO; /* the file has become shorter */
  free(pages);
  return NULL;
}

void th_unmapFile(void *pages, size_t bytes)
{
  (void)bytes;
  free(pages);
}

int th_openNamed(const char *name, int flags, int mode)
{
  (void)name, (void)flags, (void)mode;
  return refuse();
}

int th_removeNamed(const char *name)
{
  (void)name;
  return refuse();
}

/* --- streams of stdio --- */

FILE *th_openCookie(void *cookie, const char *mode, const THCookie *functions)
{
  return fopencookie(cookie, mode, (cookie_io_functions_t){
    .read = functions->read, .write = functions->write, .seek = functions->seek});
}

int th_flushCookie(FILE *stream, void *cookie, const THCookie *functions)
{
  (void)cookie, (void)functions;
  return fflush(stream);
}

FILE *th_openPipe(const char *command, const char *mode)
{
  (void)command, (void)mode;
  refuse();
  return NULL;
}

int th_closePipe(FILE *pipe, THEnd *end)
{
  (void)pipe, (void)end;
  return refuse();
}

int th_terminalColumns(int fd)
{
  struct winsize size = {0};
  return !isatty(fd) || ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* --- of the C library --- */

typedef int Compare(const void *a, const void *b, void *context);

static Compare *order;
static void *order_context;

static int compare_in_order(const void *a, const void *b)
{
  return order(a, b, order_context);
}

/* qsort passes no context; with one thread a variable does. */
void th_sort(void *base, size_t count, size_t width, Compare *compare, void *context)
{
  order = compare;
  order_context = context;
  qsort(base, count, width, compare_in_order);
}

double th_logGamma(double x)
{
  return lgamma(x);
}

/* --- numbers as text: the C library has the C locale alone --- */

void th_enterLocale(THLocale *before)
{
  before->handle = NULL;
}

void th_leaveLocale(const THLocale *before)
{
  (void)before;
}
