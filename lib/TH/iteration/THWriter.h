/*
** A result that is written from its first byte to its last, of elements that are read at any step.
**
** Where the caches would not hold it, elements are put together in a buffer, and whole lines of the
** cache go past the caches. Each thread has a writer of its own, for a part of the result.
*/
#ifndef TH_WRITER_H
#define TH_WRITER_H

#include "TH/base/THBase.h"

enum {
  TH_WRITER_BYTES = 4096,   /* bytes that are put together (row "stack of two 2000x2000, as the
                               last": with four times as many 1.8 times the time), */
  TH_WRITER_TURNED = 16384, /* or more, as many as a run that is read downwards has */
  TH_WRITER_MOST = 1024     /* bytes of a row of THWriter_weave */
};

typedef struct THWriter {
  char *at;           /* where the next byte is put: in the result, or in the buffer */
  int64_t room;       /* bytes from there */
  char *lines;        /* of the result: where the buffer belongs; NULL without a buffer */
  int64_t first;      /* bytes at the start of the buffer that are not to be written */
  _Alignas(64) char buffer[TH_WRITER_TURNED];
} THWriter;

/* Whether a new result of so many bytes, made of as many, is written past the caches: if both fill
   three quarters of the last-level cache. (Rows "roll of columns": 1.7 -> 0.9 ms; a copy in the C
   library begins there too.) */
int THWriter_streams(int64_t bytes);

/* Begin to write at to. Call end after the last put, before other threads may read. */
void THWriter_begin(THWriter *w, void *to, int streams);
void THWriter_end(THWriter *w);

/* Put n elements of width bytes (at most 32; any, if step is width) that lie step bytes after one
   another. */
void THWriter_put(THWriter *w, const char *from, ptrdiff_t step, int64_t n, int64_t width);

/* Put n rows of one element of each of count contiguous operands. width is 1, 2, 4, 8 or 16, a row
   has at most TH_WRITER_MOST bytes. */
void THWriter_weave(THWriter *w, const char *const *from, int count, int64_t n, int width);

#endif
