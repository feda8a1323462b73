/*
** Moves of memory that every point-wise operation shares: pieces of two dimensions between any
** strides, and stores that pass the caches by.
*/
#ifndef TH_MOVE_H
#define TH_MOVE_H

#include "TH/base/THBase.h"

/* Of 16 bytes. Elements of this width are numbers of 8 bytes, two each, and lie as these do. */
__extension__ typedef unsigned __int128 THWord16 __attribute__((aligned(8)));

/*
** n[0] by n[1] elements of width bytes (1, 2, 4, 8 or 16) from src, with steps s[0] and s[1] in
** bytes, to dst with steps d[0] and d[1]. What is contiguous along one dimension on one side and
** along the other on the other side is transposed in registers, but for elements that fill one.
*/
void th_moveTile(int width, char *dst, const ptrdiff_t *d, const char *src, const ptrdiff_t *s,
                 const int64_t *n);

/* Bytes of all operands from which a result is written past the caches: several times what the
   second one holds. The third would keep it for who reads it next, but has to be asked for each
   line before it is written, which costs single operations more than chains of them gain, unless
   they only write. */
#define TH_LEAST_STREAM ((int64_t)6 << 20)

/* bytes from src to dst without bringing dst's lines into the caches. th_streamed comes after the
   last, before other threads may read. */
void th_stream(char *dst, const char *src, size_t bytes);
void th_streamed(void);

#endif
