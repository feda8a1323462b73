/*
** The operating system: Windows, by mingw-w64 with its pthread. Files have descriptors of the C
** library, which is what the rest of the library passes about; handles stay in this file.
**
** There is no fork, no signal of writing, and no memory that is shared by descriptors.
*/
#define _CRT_RAND_S
#include "TH/platform/THPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <share.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

const char *const th_systemName = "Windows";

/* The number for errno of what the system said last. */
static int set_errno(void)
{
  switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND: case ERROR_PATH_NOT_FOUND: errno = ENOENT; break;
    case ERROR_NOT_ENOUGH_MEMORY: case ERROR_OUTOFMEMORY: case ERROR_COMMITMENT_LIMIT:
      errno = ENOMEM; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    default: errno = EACCES;
  }
  return -1;
}

/* --- dynamic libraries --- */

static void say_why(char *reason, size_t room, const char *file)
{
  const DWORD number = GetLastError();
  const int used = snprintf(reason, room, "%s: ", file);
  if (used < 0 || (size_t)used >= room) return;
  DWORD length = FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                number, 0, reason + used, (DWORD)(room - (size_t)used), NULL);
  if (!length) snprintf(reason + used, room - (size_t)used, "error %lu", number);
  while (length && strchr("\r\n. ", reason[used + (int)length - 1]))
    reason[used + (int)--length] = 0;
}

/* Every library has its own names here. */
void *th_openLibrary(const char *file, int isApart, char *reason, size_t room)
{
  (void)isApart;
  void *handle = (void *)LoadLibraryA(file);
  if (!handle) say_why(reason, room, file);
  return handle;
}

void *th_openProgram(void)
{
  return (void *)GetModuleHandleA(NULL);
}

void *th_findSymbol(void *handle, const char *name)
{
  return (void *)(uintptr_t)GetProcAddress((HMODULE)handle, name);
}

void th_closeLibrary(void *handle)
{
  FreeLibrary((HMODULE)handle);
}

void th_keepFileOf(const void *address)
{
  HMODULE module;
  GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                     (LPCSTR)address, &module);
}

/* --- memory --- */

size_t th_machineMemory(void)
{
  MEMORYSTATUSEX status = {.dwLength = sizeof status};
  return GlobalMemoryStatusEx(&status) ? (size_t)status.ullTotalPhys : SIZE_MAX / 2;
}

size_t th_addressSpaceLeft(void)
{
  return SIZE_MAX;
}

/* Pages cannot be given back in parts: a place is looked for, left, and taken again, unless another
   thread has taken it meanwhile. */
void *th_mapPages(size_t bytes)
{
  const size_t step = (size_t)2 << 20;
  void *pages = NULL;
  for (int tries = 0; !pages && tries < 8; tries++) {
    char *place = VirtualAlloc(NULL, bytes + step, MEM_RESERVE, PAGE_NOACCESS);
    if (!place) return NULL;
    VirtualFree(place, 0, MEM_RELEASE);
    place += -(uintptr_t)place & (step - 1);
    pages = VirtualAlloc(place, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  }
  return pages;
}

void th_unmapPages(void *pages, size_t bytes)
{
  (void)bytes;
  VirtualFree(pages, 0, MEM_RELEASE);
}

void *th_newAligned(size_t alignment, size_t bytes)
{
  return _aligned_malloc(bytes, alignment);
}

void th_freeAligned(void *data)
{
  _aligned_free(data);
}

void th_trimHeap(void)
{
  _heapmin();
}

/* --- processors --- */

static int count_bits(DWORD_PTR set)
{
  return __builtin_popcountll((unsigned long long)set);
}

int th_processors(void)
{
  DWORD_PTR own, all;
  const int known = GetProcessAffinityMask(GetCurrentProcess(), &own, &all) && own;
  return known ? count_bits(own) : th_machineProcessors();
}

int th_machineProcessors(void)
{
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwNumberOfProcessors ? (int)info.dwNumberOfProcessors : 1;
}

int64_t th_cacheBytes(int level)
{
  DWORD bytes = 0;
  int64_t size = 0;
  GetLogicalProcessorInformation(NULL, &bytes);
  SYSTEM_LOGICAL_PROCESSOR_INFORMATION *list = malloc(bytes ? bytes : 1);
  if (list && GetLogicalProcessorInformation(list, &bytes))
    for (DWORD k = 0; k < bytes / sizeof *list; k++)
      if (list[k].Relationship == RelationCache && list[k].Cache.Level == level &&
          list[k].Cache.Type != CacheInstruction)
        size = list[k].Cache.Size;
  free(list);
  return size;
}

int th_withOneProcessor(void (*work)(void *), void *argument)
{
  DWORD_PTR own, all;
  if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) return set_errno();
  if (!SetProcessAffinityMask(GetCurrentProcess(), own & -own)) return set_errno();
  work(argument);
  SetProcessAffinityMask(GetCurrentProcess(), own);
  return 0;
}

/* --- threads --- */

void th_nameThread(pthread_t thread, const char *name)
{
  pthread_setname_np(thread, name);
}

int th_findStack(uintptr_t *low, size_t *bytes)
{
  ULONG_PTR from, to;
  GetCurrentThreadStackLimits(&from, &to);
  *low = from;
  *bytes = to - from;
  return 1;
}

/* --- signals: a thread gets none of another's --- */

static void (*on_interrupt)(int);

/* The system forgets a handler once it has called it, in a thread of its own. */
static void interrupt(int number)
{
  signal(number, interrupt);
  if (on_interrupt) on_interrupt(number);
}

void th_catchInterrupt(void (*handler)(int))
{
  on_interrupt = handler;
  signal(SIGINT, handler ? interrupt : SIG_DFL);
}

void th_dieOfInterrupt(int number)
{
  signal(number, SIG_DFL);
  raise(number);
}

/* --- clocks and randomness --- */

/* Of 100 nanoseconds each. */
static double seconds_of(FILETIME time)
{
  return ((double)time.dwHighDateTime * 4294967296.0 + (double)time.dwLowDateTime) * 1e-7;
}

void th_processTime(double *user, double *system)
{
  FILETIME begun, ended, kernel = {0}, own = {0};
  GetProcessTimes(GetCurrentProcess(), &begun, &ended, &kernel, &own);
  *user = seconds_of(own);
  *system = seconds_of(kernel);
}

int th_randomBytes(void *bytes, size_t count)
{
  for (size_t done = 0; done < count; done += sizeof(unsigned)) {
    unsigned word;
    if (rand_s(&word)) return -1;
    const size_t left = count - done;
    memcpy((char *)bytes + done, &word, left < sizeof word ? left : sizeof word);
  }
  return 0;
}

/* --- files --- */

int th_openFile(const char *path, int flags, int mode)
{
  return open(path, (flags & ~TH_NO_WAIT) | O_BINARY | O_NOINHERIT, mode & 0600);
}

int th_copyDescriptor(int fd)
{
  const int copy = dup(fd);
  if (copy >= 0) setmode(copy, O_BINARY);
  return copy;
}

static HANDLE handle_of(int fd)
{
  return (HANDLE)_get_osfhandle(fd);
}

int64_t th_readAt(int fd, void *bytes, size_t count, int64_t at)
{
  const size_t most = (size_t)1 << 30;
  OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
  DWORD got = 0;
  if (ReadFile(handle_of(fd), bytes, (DWORD)(count < most ? count : most), &got, &place))
    return got;
  return GetLastError() == ERROR_HANDLE_EOF ? 0 : set_errno();
}

int th_growFile(int fd, int64_t before, int64_t after)
{
  (void)before;
  errno = _chsize_s(fd, after);
  return errno ? -1 : 0;
}

void th_reserveSpace(int fd, int64_t at, int64_t count)
{
  (void)fd, (void)at, (void)count;
}

int th_syncFile(int fd)
{
  return _commit(fd);
}

int th_syncFolder(const char *path)
{
  (void)path;
  return 0;
}

int th_mayWrite(const char *path)
{
  return _access(path, 2) == 0;
}

int th_likeOld(int fd, const struct stat *old)
{
  (void)fd, (void)old;
  return 0;
}

int th_replaceFile(const char *from, const char *to)
{
  return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) ? 0 : set_errno();
}

/* Behind both kinds of slashes and a drive. */
int th_folderLength(const char *path)
{
  int length = 0;
  for (int k = 0; path[k]; k++)
    if (strchr("/\\:", path[k])) length = k + 1;
  return length;
}

int64_t th_readLink(const char *path, char *to, size_t room)
{
  (void)path, (void)to, (void)room;
  errno = EINVAL;
  return -1;
}

size_t th_pageStep(void)
{
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwAllocationGranularity;
}

void *th_mapFile(int fd, int64_t from, size_t bytes, int isShared)
{
  HANDLE mapping = CreateFileMappingA(handle_of(fd), NULL,
                                      isShared ? PAGE_READWRITE : PAGE_WRITECOPY, 0, 0, NULL);
  if (!mapping) {
    set_errno();
    return NULL;
  }
  void *pages = MapViewOfFile(mapping, isShared ? FILE_MAP_WRITE : FILE_MAP_COPY,
                              (DWORD)(from >> 32), (DWORD)from, bytes);
  if (!pages) set_errno();
  CloseHandle(mapping); /* the view keeps it */
  return pages;
}

void th_unmapFile(void *pages, size_t bytes)
{
  (void)bytes;
  UnmapViewOfFile(pages);
}

int th_openNamed(const char *name, int flags, int mode)
{
  (void)name, (void)flags, (void)mode;
  errno = ENOSYS;
  return -1;
}

int th_removeNamed(const char *name)
{
  (void)name;
  errno = ENOSYS;
  return -1;
}

/* --- streams of stdio: there are none of one's own, so a temporary file stands in --- */

static int copy_in(FILE *stream, void *cookie, const THCookie *functions)
{
  char bytes[4096];
  ssize_t count;
  int64_t start = 0;
  if (functions->seek(cookie, &start, SEEK_SET)) return -1;
  while ((count = functions->read(cookie, bytes, sizeof bytes)) > 0)
    if (fwrite(bytes, 1, (size_t)count, stream) < (size_t)count) return -1;
  rewind(stream);
  return count < 0 ? -1 : 0;
}

FILE *th_openCookie(void *cookie, const char *mode, const THCookie *functions)
{
  FILE *stream = tmpfile();
  if (stream && *mode == 'r' && copy_in(stream, cookie, functions)) {
    fclose(stream);
    return NULL;
  }
  return stream;
}

static int copy_out(FILE *stream, void *cookie, const THCookie *functions)
{
  char bytes[4096];
  size_t count;
  int64_t start = 0;
  if (functions->seek(cookie, &start, SEEK_SET)) return -1;
  while ((count = fread(bytes, 1, sizeof bytes, stream)) > 0)
    if (functions->write(cookie, bytes, count) < (ssize_t)count) return -1;
  return ferror(stream) ? -1 : 0;
}

int th_flushCookie(FILE *stream, void *cookie, const THCookie *functions)
{
  const int64_t at = ftello(stream);
  if (fflush(stream) || at < 0 || fseeko(stream, 0, SEEK_SET)) return -1;
  const int status = copy_out(stream, cookie, functions);
  return fseeko(stream, at, SEEK_SET) ? -1 : status;
}

FILE *th_openPipe(const char *command, const char *mode)
{
  return _popen(command, *mode == 'r' ? "rb" : "wb");
}

int th_closePipe(FILE *pipe, THEnd *end)
{
  const int status = _pclose(pipe);
  *end = (THEnd){.code = status};
  return status < 0 ? -1 : 0;
}

int th_terminalColumns(int fd)
{
  CONSOLE_SCREEN_BUFFER_INFO info;
  if (!GetConsoleScreenBufferInfo(handle_of(fd), &info)) return 0;
  return info.srWindow.Right - info.srWindow.Left + 1;
}

/* --- of the C library --- */

typedef struct Order {
  int (*compare)(const void *, const void *, void *);
  void *context;
} Order;

static int compare_in_order(void *order, const void *a, const void *b)
{
  const Order *o = order;
  return o->compare(a, b, o->context);
}

void th_sort(void *base, size_t count, size_t width,
             int (*compare)(const void *, const void *, void *), void *context)
{
  qsort_s(base, count, width, compare_in_order, &(Order){compare, context});
}

double th_logGamma(double x)
{
  return lgamma(x); /* it has no global of the sign */
}

/* --- numbers as text --- */

void th_enterLocale(THLocale *before)
{
  before->mode = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
  snprintf(before->name, sizeof before->name, "%s", setlocale(LC_NUMERIC, NULL));
  setlocale(LC_NUMERIC, "C");
}

void th_leaveLocale(const THLocale *before)
{
  setlocale(LC_NUMERIC, before->name);
  _configthreadlocale(before->mode);
}
