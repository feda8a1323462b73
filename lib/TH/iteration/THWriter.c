/*
** Writing in order. The loops know the usual widths and steps, so the compiler makes vectors of
** them.
*/
#include "TH/iteration/THWriter.h"

#include <string.h>

#include "TH/iteration/THMove.h"

enum { LINE = 64 };

int THWriter_streams(int64_t bytes)
{
#ifdef __SSE2__
  return 2 * bytes > TH_caches()->last / 4 * 3;
#else
  (void)bytes;
  return 0; /* th_stream is a plain copy */
#endif
}

void THWriter_begin(THWriter *w, void *to, int streams)
{
  w->first = streams ? (intptr_t)to & (LINE - 1) : 0;
  w->lines = streams ? (char *)to - w->first : NULL;
  w->at = streams ? w->buffer + w->first : to;
  w->room = streams ? TH_WRITER_BYTES - w->first : INT64_MAX;
}

/* Write whole lines, and keep the bytes behind them. */
static void flush(THWriter *w)
{
  const int64_t used = w->at - w->buffer, whole = used & -LINE, rest = used - whole;
  th_stream(w->lines + w->first, w->buffer + w->first, (size_t)(whole - w->first));
  memcpy(w->buffer, w->buffer + whole, (size_t)rest);
  w->lines += whole;
  w->first = 0;
  w->at = w->buffer + rest;
  w->room = TH_WRITER_BYTES - rest;
}

void THWriter_end(THWriter *w)
{
  if (!w->lines) return;
  if (w->at - w->buffer >= LINE) flush(w);
  memcpy(w->lines + w->first, w->buffer + w->first, (size_t)(w->at - w->buffer - w->first));
  th_streamed();
}

static inline __attribute__((always_inline)) void
move(char *to, ptrdiff_t stride, const char *from, ptrdiff_t step, ptrdiff_t n, size_t width)
{
  for (ptrdiff_t i = 0; i < n; i++) memcpy(to + i * stride, from + i * step, width);
}

/* n elements from any step to any stride, read upwards: processors see that coming better. (Row
   "flip of columns": 1.2 -> 0.9 ms.) */
static void move_run(char *to, ptrdiff_t stride, const char *from, ptrdiff_t step, ptrdiff_t n,
                     int64_t width)
{
  if (step < 0) {
    to += (n - 1) * stride, from += (n - 1) * step;
    stride = -stride, step = -step;
  }
  if (step == width && stride == width) th_copy(to, from, (size_t)(n * width));
  else if (width == 4 && step == 4 && stride == -4) move(to, -4, from, 4, n, 4);
  else if (width == 8 && step == 8 && stride == -8) move(to, -8, from, 8, n, 8);
  else if (width == 1) move(to, stride, from, step, n, 1);
  else if (width == 2) move(to, stride, from, step, n, 2);
  else if (width == 4) move(to, stride, from, step, n, 4);
  else if (width == 8) move(to, stride, from, step, n, 8);
  else move(to, stride, from, step, n, 16);
}

/* n elements of another width, none of which overlap: all but the first and the last are moved with
   bytes behind them, over which the next one is written. (Row "an image mirrored": 0.05 of the
   time.) */
static void move_odd(char *to, const char *from, ptrdiff_t step, ptrdiff_t n, int64_t width)
{
  const ptrdiff_t between = n > 2 ? n - 2 : 0;
  char *second = to + width;
  if (!n) return;
  memcpy(to, from, (size_t)width);
  if (width < 4) th_moveStrided(second, width, from + step, step, between, 4);
  else if (width < 8) th_moveStrided(second, width, from + step, step, between, 8);
  else if (width < 16) th_moveStrided(second, width, from + step, step, between, 16);
  else th_moveStrided(second, width, from + step, step, between, 32);
  memcpy(to + (n - 1) * width, from + (n - 1) * step, (size_t)width);
}

/* n elements of any width from any step, to one after the other. */
static void move_elements(char *to, const char *from, ptrdiff_t step, ptrdiff_t n, int64_t width)
{
  const int is_usual = width <= 16 && !(width & (width - 1));
  if (is_usual) move_run(to, width, from, step, n, width);
  else if (step >= width || -step >= width) move_odd(to, from, step, n, width);
  else for (ptrdiff_t i = 0; i < n; i++) memcpy(to + i * width, from + i * step, (size_t)width);
}

/* Ask for the bytes up to the line of end. (Row "flip of both": 1.05 -> 0.75 ms.) */
static void prefetch_below(const char *end, int64_t bytes)
{
  for (int64_t i = 0; i < bytes; i += LINE) __builtin_prefetch(end - i);
}

/* Put bytes that lie together. Whole lines need no buffer: only what is before the first one and
   behind the last. (Row "stack of two 2000x2000": 4.0 -> 2.6 ms.) */
static void put_lines(THWriter *w, const char *from, int64_t bytes)
{
  const int64_t before = (w->buffer - w->at) & (LINE - 1), lines = (bytes - before) & -LINE;
  memcpy(w->at, from, (size_t)before);
  w->at += before;
  flush(w);
  th_stream(w->lines, from + before, (size_t)lines);
  w->lines += lines;
  w->at = w->buffer + (bytes - before - lines);
  w->room = TH_WRITER_BYTES - (bytes - before - lines);
  memcpy(w->buffer, from + before + lines, (size_t)(w->at - w->buffer));
}

/* Put a run that is read downwards as a whole, if the buffer holds it: so memory is read upwards
   from run to run. (Row "flip of columns, 2000x2000": 0.4 of the time.) Less than a line is not
   flushed: the buffer has room for it too. */
static int put_turned(THWriter *w, const char *from, ptrdiff_t step, int64_t n, int64_t width)
{
  const int64_t bytes = n * width, has_lines = w->at - w->buffer >= LINE;
  if (step >= 0 || !w->lines || bytes > TH_WRITER_TURNED - LINE) return 0;
  if (bytes > w->room && has_lines) flush(w);
  move_elements(w->at, from, step, n, width);
  w->at += bytes;
  w->room -= bytes;
  if (w->room <= 0) flush(w);
  return 1;
}

void THWriter_put(THWriter *w, const char *from, ptrdiff_t step, int64_t n, int64_t width)
{
  enum { LEAST_LINES = 512 }; /* bytes: fewer are put together first */
  if (step == width) {
    n *= width;
    step = width = 1;
  }
  if (step == 1 && w->lines && n >= LEAST_LINES) {
    put_lines(w, from, n);
    return;
  }
  if (put_turned(w, from, step, n, width)) return;
  while (n) {
    int64_t count = w->room / width;
    if (count > n) count = n;
    if (step < 0 && w->lines) prefetch_below(from + count * step, -count * step);
    move_elements(w->at, from, step, count, width);
    w->at += count * width;
    w->room -= count * width;
    from += count * step;
    n -= count;
    if (n) flush(w);
  }
}

static inline __attribute__((always_inline)) void
weave_pair(char *restrict to, const char *restrict a, const char *restrict b, ptrdiff_t n,
           ptrdiff_t width)
{
  for (ptrdiff_t i = 0; i < n; i++) {
    memcpy(to + 2 * i * width, a + i * width, (size_t)width);
    memcpy(to + (2 * i + 1) * width, b + i * width, (size_t)width);
  }
}

static void weave_rows(char *to, const char *const *from, int count, int64_t at, int64_t n,
                       int width)
{
  if (count == 2 && width == 4) weave_pair(to, from[0] + 4 * at, from[1] + 4 * at, n, 4);
  else if (count == 2 && width == 8) weave_pair(to, from[0] + 8 * at, from[1] + 8 * at, n, 8);
  else for (int k = 0; k < count; k++)
    move_run(to + k * width, count * width, from[k] + at * width, width, n, width);
}

void THWriter_weave(THWriter *w, const char *const *from, int count, int64_t n, int width)
{
  enum { BLOCK = 4096 }; /* bytes of rows that stay in the first cache, for operands in turn */
  const int64_t row = (int64_t)count * width, most = BLOCK / row;
  for (int64_t at = 0; at < n;) {
    int64_t rows = w->room / row < most ? w->room / row : most;
    if (rows > n - at) rows = n - at;
    weave_rows(w->at, from, count, at, rows, width);
    w->at += rows * row;
    w->room -= rows * row;
    at += rows;
    if (w->room < row) flush(w);
  }
}
