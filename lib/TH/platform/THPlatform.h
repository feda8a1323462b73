/*
** What the library asks of the operating system beyond C11 and pthread: this header, and a file
** for each system (THPosix.c, THWindows.c, THWeb.c). No other file asks which system it is compiled
** for.
**
** Unless it says otherwise, a function returns 0, or -1 with errno. What a system lacks fails with
** ENOSYS; what there only tunes (names of threads, reserving space) does nothing.
*/
#ifndef TH_PLATFORM_H
#define TH_PLATFORM_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

/* "Linux", "Windows": for errors. */
extern const char *const th_systemName;

/* --- dynamic libraries --- */

/* A handle, or NULL and the reason, cut to room bytes. isApart: its own names come first. */
void *th_openLibrary(const char *file, int isApart, char *reason, size_t room);
void *th_openProgram(void);                         /* NULL: a static program, without symbols */
void *th_findSymbol(void *handle, const char *name); /* NULL: there is none */
void th_closeLibrary(void *handle);

/* Keep the file loaded that has the code or the data at address, until the process ends. */
void th_keepFileOf(const void *address);

/* --- memory --- */

size_t th_machineMemory(void);    /* in bytes; at least SIZE_MAX / 2 if nobody knows */
size_t th_addressSpaceLeft(void); /* of a limit; SIZE_MAX without one, 0 if nobody knows */

/* Pages of zeros, aligned to 2 MB. NULL: there are none. */
void *th_mapPages(size_t bytes);
void th_unmapPages(void *pages, size_t bytes);

/* Memory at a multiple of alignment, a power of 2. NULL: there is none. Freed by its own
   function. */
void *th_newAligned(size_t alignment, size_t bytes);
void th_freeAligned(void *data);

void th_trimHeap(void); /* give what malloc keeps back to the system */

/* --- processors --- */

int th_processors(void);        /* those that this thread may run on; at least 1 */
int th_machineProcessors(void); /* of the machine; at least 1 */
int64_t th_cacheBytes(int level); /* 1 to 3; 0 if nobody knows */

/* Call work(argument) while this thread has a single processor; -1: it was not called. */
int th_withOneProcessor(void (*work)(void *), void *argument);

/* --- threads --- */

void th_nameThread(pthread_t thread, const char *name); /* at most 15 characters */

/* The threads of this process whose names do not begin so; 0 if nobody knows. */
int th_countThreads(const char *others);

/* The stack of the calling thread: *low is its lowest address. Returns 1, or 2 for the first thread
   of the process; 0 if nobody knows. */
int th_findStack(uintptr_t *low, size_t *bytes);

/* Call work(argument) on another stack. Where that cannot be done, on this one. */
void th_runOnBlock(void *block, size_t bytes, void (*work)(void *), void *argument);

/* As pthread_atfork, which no system without fork needs. */
void th_atFork(void (*before)(void), void (*parent)(void), void (*child)(void));

/* --- signals --- */

typedef struct THSignals { uint64_t word[16]; } THSignals; /* a set, as the system has it */

/* All signals but those that a thread's own instructions raise, for the calling thread. */
void th_blockSignals(THSignals *before);
void th_restoreSignals(const THSignals *before);

/* Signals of writing (SIGPIPE, SIGXFSZ), for the calling thread: blocked, and what came meanwhile
   forgotten. ours: those that were not pending before. end keeps errno. */
void th_beginWriting(THSignals *before, THSignals *ours);
void th_endWriting(const THSignals *before, const THSignals *ours);

/* Ctrl-C calls handler(number), also while a read waits, which then returns. NULL: as it was before
   the first call. */
void th_catchInterrupt(void (*handler)(int));
void th_dieOfInterrupt(int number); /* in the handler: as if nobody had caught it */

/* --- environment --- */

/* Call work(argument) with one more variable, in front of others of that name, in the environment,
   which is not edited. Only this library's threads may run. Does nothing more than the call where
   there is no memory, or no such environment. */
void th_withVariable(const char *name, const char *value, void (*work)(void *), void *argument);

/* --- clocks and randomness --- */

void th_processTime(double *user, double *system); /* seconds of processor time so far */
int th_randomBytes(void *bytes, size_t count);     /* of the system; at most 256 */

/* --- files: paths and modes as open takes them, positions count bytes from 0 --- */

/* As open, with two flags more: bytes are what they are, and no program that is started gets the
   descriptor. TH_NO_WAIT, in flags: a pipe without a writer is opened, too. */
enum { TH_NO_WAIT = 1 << 30 };
int th_openFile(const char *path, int flags, int mode);
int th_copyDescriptor(int fd); /* another one for the same file, as th_openFile makes them */

int64_t th_readAt(int fd, void *bytes, size_t count, int64_t at); /* how many; 0 at the end */

/* Make a file longer, with its space reserved; if there is none it stays as it is. */
int th_growFile(int fd, int64_t before, int64_t after);
void th_reserveSpace(int fd, int64_t at, int64_t count); /* only faster */
int th_syncFile(int fd);
int th_syncFolder(const char *path);
int th_mayWrite(const char *path);                     /* 1 or 0 with errno */
int th_likeOld(int fd, const struct stat *old);        /* owner and permissions of a file */
int th_replaceFile(const char *from, const char *to);  /* rename, over what is there */
int th_folderLength(const char *path);                 /* with the last separator; 0: no folder */
int64_t th_readLink(const char *path, char *to, size_t room); /* length; -1, EINVAL: no link */

/* A file in memory from a multiple of th_pageStep() on. Writes go to the file, or to this process
   alone. NULL with errno. */
size_t th_pageStep(void);
void *th_mapFile(int fd, int64_t from, size_t bytes, int isShared);
void th_unmapFile(void *pages, size_t bytes);

/* Shared memory under a name: a descriptor. */
int th_openNamed(const char *name, int flags, int mode);
int th_removeNamed(const char *name);

/* --- streams of stdio --- */

/* A stream whose bytes are elsewhere; functions as of fopencookie. mode is "rb", "wb" or "r+b". */
typedef struct THCookie {
  ssize_t (*read)(void *cookie, char *bytes, size_t count);
  ssize_t (*write)(void *cookie, const char *bytes, size_t count);
  int (*seek)(void *cookie, int64_t *offset, int whence);
} THCookie;
FILE *th_openCookie(void *cookie, const char *mode, const THCookie *functions);

/* As fflush; afterwards all that was written has gone to the functions. */
int th_flushCookie(FILE *stream, void *cookie, const THCookie *functions);

/* Commands of the shell. mode is "r" or "w". The end of one: *signal if one ended it, else *code;
   *isPipe if it wrote to a pipe that nobody read. */
FILE *th_openPipe(const char *command, const char *mode);
typedef struct THEnd { int signal, code, isPipe; } THEnd;
int th_closePipe(FILE *pipe, THEnd *end);

int th_terminalColumns(int fd); /* 0: it is no terminal, or does not tell */

/* --- of the C library, which has them under several names or not at all --- */

/* As qsort, with a context for compare. */
void th_sort(void *base, size_t count, size_t width,
             int (*compare)(const void *, const void *, void *), void *context);

double th_logGamma(double x); /* of the absolute value; sets no global */

/* --- numbers as text in the C locale, for the calling thread --- */

typedef struct THLocale { void *handle; int mode; char name[64]; } THLocale;
void th_enterLocale(THLocale *before);
void th_leaveLocale(const THLocale *before);

#endif
