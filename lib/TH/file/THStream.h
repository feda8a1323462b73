/*
** Streams: the bytes of a file on disk, of a pipe, or of a CharStorage, and elements in them, as
** text or as their bytes. Scripts have them as torch.File (lua/file), extensions as THFile
** (compat/THCompatFile.h). Those of CUDA, THCStream, are something else.
**
** A THStream starts as {0} and must not move between opening and closing; handle is NULL while it
** is closed. Calls return a TH status, or the count they transferred; if that is less than was
** asked for, TH_error tells why. Positions count bytes from 0.
*/
#ifndef TH_STREAM_H
#define TH_STREAM_H

#include <stdio.h>

#include "TH/memory/THStorage.h"

enum THStreamKind { TH_STREAM_DISK, TH_STREAM_MEMORY, TH_STREAM_PIPE };

typedef struct THStream {
  FILE *handle;
  int kind;
  int direction;                       /* of the last transfer: 'r', 'w' or 0 */
  unsigned readable : 1, writable : 1;
  unsigned binary : 1, spaced : 1;     /* spaced: blanks between numbers, a newline after them */
  unsigned swapped : 1, shortLong : 1; /* bytes in the other order; longs of 4 bytes */
  unsigned guarded : 1, lost : 1;      /* writing may raise SIGPIPE; written data has been lost */
  THStorage *memory;                   /* of a memory stream; with a reference */
  int64_t used, at;                    /* of memory: bytes in use without the final 0; position */
} THStream;

/* --- opening: mode is "r", "w" or "rw", which keeps what is there --- */

int THStream_openDisk(THStream *s, const char *path, const char *mode);

/* Open a file that the caller has open as fd, from where it stands, in mode "r" or "w". Who writes
   guards against signals (THGuard.h). */
int THStream_openDescriptor(THStream *s, int fd, const char *mode);

/* Open the bytes of a CharStorage, the last of which must be 0; NULL makes a new one. */
int THStream_openMemory(THStream *s, THStorage *storage, const char *mode);

/* mode is "r" or "w". */
int THStream_openPipe(THStream *s, const char *command, const char *mode);

/* Close. Fails if written data was lost or the command of a pipe failed; the stream is closed even
   then. */
int THStream_close(THStream *s);

/* --- the position --- */
int THStream_flush(THStream *s);
int THStream_unbuffer(THStream *s);
int64_t THStream_position(THStream *s); /* -1 on failure */
int THStream_seek(THStream *s, int64_t position);
int THStream_seekEnd(THStream *s);

/* Bytes from here to the end; -1 if that is unknown (pipes, devices). */
int64_t THStream_left(THStream *s);

/* The storage of a memory stream, shrunk to the bytes in use and a 0. Borrowed; NULL on failure. */
THStorage *THStream_storage(THStream *s);

/* --- bytes --- */
int64_t THStream_readBytes(THStream *s, void *data, int64_t count);
int64_t THStream_writeBytes(THStream *s, const void *data, int64_t count);

/* Read up to limit bytes of a line. A newline is consumed but not stored. *ended is set at the
   newline or the end of the stream. */
int64_t THStream_readLine(THStream *s, char *data, int64_t limit, int *ended);

/* Skip a newline if it comes next. */
void THStream_skipNewline(THStream *s);

/* --- elements (elements.c) --- */

/* The number of elements, at most count, that can come before the end of the file, by the bytes
   left; count if that is unknown. */
int64_t THStream_possible(THStream *s, int dtype, int64_t count);
int64_t THStream_read(THStream *s, int dtype, void *data, int64_t count);
int64_t THStream_write(THStream *s, int dtype, const void *data, int64_t count);

#endif
