/*
** The operating system: Linux, and what is like it. Most functions are one call of POSIX; what only
** Linux or glibc has is asked for here and replaced where it lacks.
*/
#include "TH/platform/THPlatform.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <ucontext.h>
#endif

const char *const th_systemName = "Linux";

/* --- dynamic libraries --- */

/* Elsewhere than in glibc a library's own names come first anyway. */
#ifdef RTLD_DEEPBIND
#define OWN_NAMES_FIRST RTLD_DEEPBIND
#else
#define OWN_NAMES_FIRST 0
#endif

static int names_loader(struct dl_phdr_info *program, size_t size, void *found)
{
  (void)size;
  for (int k = 0; k < program->dlpi_phnum; k++)
    if (program->dlpi_phdr[k].p_type == PT_INTERP) *(int *)found = 1;
  return 1; /* the first is the program; look at no other */
}

/* Whether this is a static program: a library that is opened there would bring a second C library,
   whose state is not the program's. */
static int is_static(void)
{
  int found = 0;
  dl_iterate_phdr(names_loader, &found);
  return !found;
}

void *th_openLibrary(const char *file, int isApart, char *reason, size_t room)
{
  if (is_static()) {
    snprintf(reason, room, "a static program cannot open %s", file);
    return NULL;
  }
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | (isApart ? OWN_NAMES_FIRST : 0));
  if (handle) return handle;
  const char *text = dlerror();
  snprintf(reason, room, "%s", text ? text : file);
  return NULL;
}

void *th_openProgram(void)
{
  return is_static() ? NULL : dlopen(NULL, RTLD_NOW);
}

void *th_findSymbol(void *handle, const char *name)
{
  return dlsym(handle, name);
}

void th_closeLibrary(void *handle)
{
  dlclose(handle);
}

/* Of a program there is nothing to keep. */
void th_keepFileOf(const void *address)
{
  Dl_info info;
  if (is_static() || !dladdr(address, &info)) return;
  (void)dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

/* --- memory --- */

size_t th_machineMemory(void)
{
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (size_t)pages * (size_t)size : SIZE_MAX / 2;
}

/* Counted, because to try would take it from other threads for a moment. */
size_t th_addressSpaceLeft(void)
{
  struct rlimit limit;
  unsigned long pages = 0;
  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  FILE *file = fopen("/proc/self/statm", "r");
  const int known = file && fscanf(file, "%lu", &pages) == 1;
  if (file) fclose(file);
  const size_t used = (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
  return known && used < limit.rlim_cur ? (size_t)limit.rlim_cur - used : 0;
}

/*
** Touching a fresh page of 4 KB costs more than the arithmetic on its contents; a page of 2 MB
** costs a tenth of that for the same memory. So such pages are asked for.
*/
void *th_mapPages(size_t bytes)
{
  const size_t huge_page = (size_t)2 << 20, room = bytes + huge_page;
  char *base = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) return NULL;
  size_t before = (size_t)(-(uintptr_t)base & (huge_page - 1));
  if (before) munmap(base, before);
  munmap(base + before + bytes, room - before - bytes);
#ifdef MADV_HUGEPAGE
  madvise(base + before, bytes, MADV_HUGEPAGE); /* only a hint: failure does not matter */
#endif
  return base + before;
}

void th_unmapPages(void *pages, size_t bytes)
{
  munmap(pages, bytes);
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

void th_trimHeap(void)
{
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* --- processors --- */

int th_processors(void)
{
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int th_machineProcessors(void)
{
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}

int64_t th_cacheBytes(int level)
{
#ifdef _SC_LEVEL1_DCACHE_SIZE
  static const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  const long bytes = sysconf(names[level - 1]);
  return bytes > 0 ? bytes : 0;
#else
  return 0;
#endif
}

int th_withOneProcessor(void (*work)(void *), void *argument)
{
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all)) return -1;
  for (int k = 0; k < CPU_SETSIZE && !CPU_COUNT(&one); k++)
    if (CPU_ISSET(k, &all)) CPU_SET(k, &one);
  if (sched_setaffinity(0, sizeof one, &one)) return -1;
  work(argument);
  sched_setaffinity(0, sizeof all, &all);
  return 0;
}

/* --- threads --- */

void th_nameThread(pthread_t thread, const char *name)
{
  pthread_setname_np(thread, name);
}

static int begins(const char *thread, const char *start)
{
  char path[64], name[32] = "";
  snprintf(path, sizeof path, "/proc/self/task/%.20s/comm", thread);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  const int known = fgets(name, sizeof name, file) != NULL;
  fclose(file);
  return known && strncmp(name, start, strlen(start)) == 0;
}

int th_countThreads(const char *others)
{
  int count = 0;
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return 0;
  for (const struct dirent *entry; (entry = readdir(folder));)
    count += *entry->d_name != '.' && !begins(entry->d_name, others);
  closedir(folder);
  return count;
}

/* Nobody knows where there is no /proc. */
int th_findStack(uintptr_t *low, size_t *bytes)
{
  pthread_attr_t attributes;
  void *lowest = NULL;
  *bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes)) return 0;
  if (pthread_attr_getstack(&attributes, &lowest, bytes)) *bytes = 0;
  pthread_attr_destroy(&attributes);
  *low = (uintptr_t)lowest;
  if (!*bytes) return 0;
  return syscall(SYS_gettid) == getpid() ? 2 : 1;
}

#ifdef __GLIBC__
typedef struct Work { void (*work)(void *); void *argument; } Work;

/* makecontext passes integers only: the work is told by the thread. */
static _Thread_local const Work *on_block;

static void begin_on_block(void)
{
  const Work *w = on_block;
  w->work(w->argument);
}

void th_runOnBlock(void *block, size_t bytes, void (*work)(void *), void *argument)
{
  const Work w = {work, argument};
  ucontext_t here, there;
  if (getcontext(&there)) {
    work(argument);
    return;
  }
  there.uc_stack.ss_sp = block, there.uc_stack.ss_size = bytes, there.uc_link = &here;
  makecontext(&there, begin_on_block, 0);
  on_block = &w;
  swapcontext(&here, &there);
}
#else
void th_runOnBlock(void *block, size_t bytes, void (*work)(void *), void *argument)
{
  (void)block, (void)bytes;
  work(argument);
}
#endif

void th_atFork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
  pthread_atfork(before, parent, child);
}

/* --- signals --- */

_Static_assert(sizeof(sigset_t) <= sizeof(THSignals), "a set of the system fits");

static sigset_t *set_of(const THSignals *signals)
{
  return (sigset_t *)(void *)signals;
}

void th_blockSignals(THSignals *before)
{
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  sigset_t others;
  sigfillset(&others);
  for (size_t k = 0; k < sizeof own / sizeof *own; k++) sigdelset(&others, own[k]);
  pthread_sigmask(SIG_BLOCK, &others, set_of(before));
}

void th_restoreSignals(const THSignals *before)
{
  pthread_sigmask(SIG_SETMASK, set_of(before), NULL);
}

void th_beginWriting(THSignals *before, THSignals *ours)
{
  static const int numbers[] = {SIGPIPE, SIGXFSZ};
  sigset_t signals, pending;
  sigemptyset(&signals);
  sigemptyset(set_of(ours));
  sigpending(&pending);
  for (int k = 0; k < 2; k++) {
    sigaddset(&signals, numbers[k]);
    if (!sigismember(&pending, numbers[k])) sigaddset(set_of(ours), numbers[k]);
  }
  pthread_sigmask(SIG_BLOCK, &signals, set_of(before));
}

void th_endWriting(const THSignals *before, const THSignals *ours)
{
  const struct timespec now = {0};
  const int number = errno;
  int taken;
  do taken = sigtimedwait(set_of(ours), NULL, &now);
  while (taken > 0 || errno == EINTR);
  pthread_sigmask(SIG_SETMASK, set_of(before), NULL);
  errno = number;
}

static struct sigaction before_catching;

void th_catchInterrupt(void (*handler)(int))
{
  const struct sigaction here = {.sa_handler = handler}; /* without SA_RESTART */
  if (handler) sigaction(SIGINT, &here, &before_catching);
  else sigaction(SIGINT, &before_catching, NULL);
}

void th_dieOfInterrupt(int number)
{
  sigaction(number, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  raise(number);
}

/* --- environment --- */

extern char **environ;

/* The strings of the environment after the new one; NULL without memory. */
static char **environment_with(const char *name, const char *value)
{
  size_t count = 0;
  while (environ && environ[count]) count++;
  const size_t length = strlen(name) + strlen(value) + 2;
  char **all = malloc((count + 2) * sizeof *all + length);
  if (!all) return NULL;
  all[0] = (char *)(all + count + 2);
  snprintf(all[0], length, "%s=%s", name, value);
  for (size_t k = 0; k < count; k++) all[k + 1] = environ[k];
  all[count + 1] = NULL;
  return all;
}

/* For a moment environ points at another array, of the same strings and one more. Threads of this
   library may read either, so the other one is not freed. */
void th_withVariable(const char *name, const char *value, void (*work)(void *), void *argument)
{
  static char **volatile other; /* stays reachable */
  char **before = environ;
  other = environment_with(name, value);
  if (other) __atomic_store_n(&environ, other, __ATOMIC_RELEASE);
  work(argument);
  __atomic_store_n(&environ, before, __ATOMIC_RELEASE);
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
  return getrandom(bytes, count, 0) == (ssize_t)count ? 0 : -1;
}

/* --- files --- */

int th_openFile(const char *path, int flags, int mode)
{
  const int waits = flags & TH_NO_WAIT ? O_NONBLOCK : 0;
  return open(path, (flags & ~TH_NO_WAIT) | waits | O_CLOEXEC | O_NOCTTY, mode);
}

int th_copyDescriptor(int fd)
{
  return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

int64_t th_readAt(int fd, void *bytes, size_t count, int64_t at)
{
  return pread(fd, bytes, count, at);
}

/* Reserves the space now: if it were missing at the first access, the process would get a
   signal. */
int th_growFile(int fd, int64_t before, int64_t after)
{
  struct statvfs space;
  errno = 0;
  if (!fstatvfs(fd, &space) && space.f_blocks &&
      (uint64_t)(after - before) / space.f_frsize >= space.f_bavail)
    errno = ENOSPC;
  if (!errno) errno = posix_fallocate(fd, before, after - before);
  if (!errno) return 0;
  const int number = errno;
  if (!ftruncate(fd, before)) errno = number;
  return -1;
}

void th_reserveSpace(int fd, int64_t at, int64_t count)
{
  (void)fallocate(fd, FALLOC_FL_KEEP_SIZE, at, count);
}

int th_syncFile(int fd)
{
  return fsync(fd);
}

/* A folder that may only be written cannot be opened for it. */
int th_syncFolder(const char *path)
{
  const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno == EACCES ? 0 : -1;
  const int failed = fsync(fd) && errno != EINVAL && errno != EROFS, number = errno;
  close(fd);
  errno = number;
  return failed ? -1 : 0;
}

int th_mayWrite(const char *path)
{
  return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

/* The owner can be kept by root alone; who becomes owner gets no rights that were set for another
   (setuid). */
int th_likeOld(int fd, const struct stat *old)
{
  struct stat own;
  mode_t mode = old->st_mode & 07777;
  if (fstat(fd, &own)) return -1;
  const int differs = own.st_uid != old->st_uid || own.st_gid != old->st_gid;
  if (differs && fchown(fd, old->st_uid, old->st_gid)) mode &= 0777;
  return differs || mode != (own.st_mode & 07777) ? fchmod(fd, mode) : 0;
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

/* Writes of this process alone go to pages of which most are never written: none are reserved. */
void *th_mapFile(int fd, int64_t from, size_t bytes, int isShared)
{
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     isShared ? MAP_SHARED : MAP_PRIVATE | MAP_NORESERVE, fd, from);
  return pages == MAP_FAILED ? NULL : pages;
}

void th_unmapFile(void *pages, size_t bytes)
{
  munmap(pages, bytes);
}

int th_openNamed(const char *name, int flags, int mode)
{
  return shm_open(name, flags, (mode_t)mode);
}

int th_removeNamed(const char *name)
{
  return shm_unlink(name);
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
  return popen(command, *mode == 'r' ? "re" : "we");
}

int th_closePipe(FILE *pipe, THEnd *end)
{
  const int status = pclose(pipe);
  if (status < 0) return -1;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  *end = (THEnd){signal, code, signal == SIGPIPE || code == 128 + SIGPIPE};
  return 0;
}

int th_terminalColumns(int fd)
{
  struct winsize size = {0};
  return ioctl(fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* --- of the C library --- */

void th_sort(void *base, size_t count, size_t width,
             int (*compare)(const void *, const void *, void *), void *context)
{
  qsort_r(base, count, width, compare, context);
}

double th_logGamma(double x)
{
  int sign;
  return lgamma_r(x, &sign);
}

/* --- numbers as text --- */

static locale_t c_locale;

static void make_locale(void)
{
  c_locale = newlocale(LC_ALL_MASK, "C", NULL);
}

void th_enterLocale(THLocale *before)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_locale);
  before->handle = c_locale ? uselocale(c_locale) : NULL;
}

void th_leaveLocale(const THLocale *before)
{
  if (before->handle) uselocale(before->handle);
}
