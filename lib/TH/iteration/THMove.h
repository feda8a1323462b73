/*
** Memory moves that all point-wise operations share: pieces of two dimensions between any strides,
** and stores that bypass the caches.
*/
#ifndef TH_MOVE_H
#define TH_MOVE_H

#include <string.h>

#include "TH/memory/THCaches.h"

/* An element of 16 bytes. Such elements are pairs of numbers of 8 bytes, so they are aligned to 8.
   Processors of 32 bits have no integer of 16 bytes, but a pair of integers is a number, too. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 THWord16 __attribute__((aligned(8)));
#else
__extension__ typedef _Complex unsigned long long THWord16 __attribute__((aligned(8)));
#endif

/*
** Copy n[0] by n[1] elements of width bytes (1, 2, 4, 8 or 16) from src, with steps s[0] and s[1]
** in bytes, to dst, with steps d[0] and d[1]. If src is contiguous along one dimension and dst
** along the other, elements are transposed in registers, unless one element fills a register.
*/
void th_moveTile(int width, char *dst, const ptrdiff_t *d, const char *src, const ptrdiff_t *s,
                 const int64_t *n);

/* Whether a result is best written past the caches, if that many bytes are read and written in
   all: more than the last-level cache has. (Rows: "add of a row, 2000x2000", of 32 MB, takes 0.65
   of the time; "outer product of 2000", of 16 MB, takes 1.3 times as long if streamed.) */
static inline int th_streams(int64_t bytes)
{
#ifdef __SSE2__
  return bytes > TH_caches()->last;
#else
  (void)bytes;
  return 0; /* th_stream is a plain copy */
#endif
}

/*
** As memcpy. That of glibc 2.36 copies more than 2 KB by one instruction of the processor, which
** on AMD EPYC 9004 is ten times slower where dst does not begin a cache line (row "copy into a
** shifted 300x300": 104 -> 7 us).
*/
void th_copy(void *dst, const void *src, size_t bytes);

/* Copy bytes from src to dst without bringing dst into the caches. Call th_streamed after the last
   copy, before other threads may read. */
void th_stream(char *dst, const char *src, size_t bytes);
void th_streamed(void);

/* Move n elements of width bytes, a number up to 32 that the compiler knows. Four are loaded before
   they are stored: a load waits for an earlier store whose address may be the same (row "every
   other of 1e6, written": 0.25 of the time). */
static inline __attribute__((always_inline)) void
th_moveStrided(char *to, ptrdiff_t to_step, const char *from, ptrdiff_t from_step, ptrdiff_t n,
               size_t width)
{
  char moved[4][32];
  ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4, to += 4 * to_step, from += 4 * from_step) {
    for (int k = 0; k < 4; k++) memcpy(moved[k], from + k * from_step, width);
    for (int k = 0; k < 4; k++) memcpy(to + k * to_step, moved[k], width);
  }
  for (; i < n; i++, to += to_step, from += from_step) memcpy(to, from, width);
}

#endif
