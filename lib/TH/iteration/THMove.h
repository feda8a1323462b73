/*
** Memory moves that all point-wise operations share: pieces of two dimensions between any strides,
** and stores that bypass the caches.
*/
#ifndef TH_MOVE_H
#define TH_MOVE_H

#include "TH/base/THBase.h"

/* An element of 16 bytes. Such elements are pairs of numbers of 8 bytes, so they are aligned to
   8. */
__extension__ typedef unsigned __int128 THWord16 __attribute__((aligned(8)));

/*
** Copy n[0] by n[1] elements of width bytes (1, 2, 4, 8 or 16) from src, with steps s[0] and s[1]
** in bytes, to dst, with steps d[0] and d[1]. If src is contiguous along one dimension and dst
** along the other, elements are transposed in registers, unless one element fills a register.
*/
void th_moveTile(int width, char *dst, const ptrdiff_t *d, const char *src, const ptrdiff_t *s,
                 const int64_t *n);

/* From this many bytes of all operands on, a result is written past the caches: several times the
   size of the second-level cache. The third-level cache would keep the result for the next reader,
   but would first read each line that is written. That costs single operations more than chains of
   them gain, except operations that only write. */
#define TH_LEAST_STREAM ((int64_t)6 << 20)

/* Copy bytes from src to dst without bringing dst into the caches. Call th_streamed after the last
   copy, before other threads may read. */
void th_stream(char *dst, const char *src, size_t bytes);
void th_streamed(void);

#endif
