/*
** Streams: what stands under a File (file.c), without Lua. Bytes on disk, in a pipe or in a
** CharStorage, and how elements are written there: as text or in their own bytes.
**
** A Stream begins as {0}, stays where it is from opening to closing, and is closed when handle is
** NULL. Calls return a TH status, or how much they moved: with less than was asked for, th_fail has
** said why. Positions count bytes from 0.
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
  unsigned binary : 1, spaced : 1;     /* spaced: text has blanks between, a newline behind */
  unsigned swapped : 1, shortLong : 1; /* bytes in the other order; longs of 4 bytes */
  unsigned guarded : 1, lost : 1;      /* may raise SIGPIPE; some of what was written is lost */
  THStorage *memory;                   /* of a memory stream, with a reference */
  int64_t used, at;                    /* of memory: bytes in use without the last, position */
} Stream;

/* --- opening: mode is "r", "w" or "rw" (which keeps what is there) --- */

int Stream_openDisk(Stream *s, const char *path, const char *mode);

/* On the bytes of a CharStorage, of which the last must be 0; NULL makes one. */
int Stream_openMemory(Stream *s, THStorage *storage, const char *mode);

/* mode is "r" or "w". */
int Stream_openPipe(Stream *s, const char *command, const char *mode);

/* Fails where something written was lost, or the command of a pipe did not end well; the stream is
   closed all the same. */
int Stream_close(Stream *s);

/* --- the position --- */
int Stream_flush(Stream *s);
int Stream_unbuffer(Stream *s);
int64_t Stream_position(Stream *s); /* -1 for failure */
int Stream_seek(Stream *s, int64_t position);
int Stream_seekEnd(Stream *s);

/* Bytes from here to the end, -1 where no one knows (a pipe, a device). */
int64_t Stream_left(Stream *s);

/* The storage of a memory stream, cut to what is used and a 0. Borrowed; NULL for failure. */
THStorage *Stream_storage(Stream *s);

/* --- bytes --- */
int64_t Stream_readBytes(Stream *s, void *data, int64_t count);
int64_t Stream_writeBytes(Stream *s, const void *data, int64_t count);

/* Bytes up to a newline, which is taken but not given, at most limit of them. *ended is set at the
   newline or the end of the stream. */
int64_t Stream_readLine(Stream *s, char *data, int64_t limit, int *ended);

/* Take a newline if it comes next. */
void Stream_skipNewline(Stream *s);

/* --- elements (elements.c) --- */

/* How many of count elements can come before the end, judged by the bytes left: count where no one
   knows. */
int64_t Stream_possible(Stream *s, int dtype, int64_t count);
int64_t Stream_read(Stream *s, int dtype, void *data, int64_t count);
int64_t Stream_write(Stream *s, int dtype, const void *data, int64_t count);

#endif
