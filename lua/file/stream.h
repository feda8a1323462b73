/*
** Streams: the part of a File (file.c) that does not know Lua. A stream holds bytes on disk, in a
** pipe or in a CharStorage, and transfers elements as text or as their bytes.
**
** A Stream starts as {0} and must not move between opening and closing; handle is NULL while it is
** closed. Calls return a TH status, or the count they transferred; if that is less than was asked
** for, TH_error tells why. Positions count bytes from 0.
*/
#ifndef STREAM_H
#define STREAM_H

#include <stdio.h>

#include "TH.h"

enum StreamKind { STREAM_DISK, STREAM_MEMORY, STREAM_PIPE };

typedef struct Stream {
  FILE *handle;
  int kind;
  int direction;                       /* of the last transfer: 'r', 'w' or 0 */
  unsigned readable : 1, writable : 1;
  unsigned binary : 1, spaced : 1;     /* spaced: blanks between numbers, a newline after them */
  unsigned swapped : 1, shortLong : 1; /* bytes in the other order; longs of 4 bytes */
  unsigned guarded : 1, lost : 1;      /* writing may raise SIGPIPE; written data has been lost */
  THStorage *memory;                   /* of a memory stream; with a reference */
  int64_t used, at;                    /* of memory: bytes in use without the final 0; position */
} Stream;

/* --- opening: mode is "r", "w" or "rw", which keeps what is there --- */

int Stream_openDisk(Stream *s, const char *path, const char *mode);

/* Open the bytes of a CharStorage, the last of which must be 0; NULL makes a new one. */
int Stream_openMemory(Stream *s, THStorage *storage, const char *mode);

/* mode is "r" or "w". */
int Stream_openPipe(Stream *s, const char *command, const char *mode);

/* Close. Fails if written data was lost or the command of a pipe failed; the stream is closed even
   then. */
int Stream_close(Stream *s);

/* --- the position --- */
int Stream_flush(Stream *s);
int Stream_unbuffer(Stream *s);
int64_t Stream_position(Stream *s); /* -1 on failure */
int Stream_seek(Stream *s, int64_t position);
int Stream_seekEnd(Stream *s);

/* Bytes from here to the end; -1 if that is unknown (pipes, devices). */
int64_t Stream_left(Stream *s);

/* The storage of a memory stream, shrunk to the bytes in use and a 0. Borrowed; NULL on failure. */
THStorage *Stream_storage(Stream *s);

/* --- bytes --- */
int64_t Stream_readBytes(Stream *s, void *data, int64_t count);
int64_t Stream_writeBytes(Stream *s, const void *data, int64_t count);

/* Read up to limit bytes of a line. A newline is consumed but not stored. *ended is set at the
   newline or the end of the stream. */
int64_t Stream_readLine(Stream *s, char *data, int64_t limit, int *ended);

/* Skip a newline if it comes next. */
void Stream_skipNewline(Stream *s);

/* --- elements (elements.c) --- */

/* The number of elements, at most count, that can come before the end of the file, by the bytes
   left; count if that is unknown. */
int64_t Stream_possible(Stream *s, int dtype, int64_t count);
int64_t Stream_read(Stream *s, int dtype, void *data, int64_t count);
int64_t Stream_write(Stream *s, int dtype, const void *data, int64_t count);

#endif
