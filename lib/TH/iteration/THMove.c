/*
** Memory moves of elements of 1, 2, 4, 8 and 16 bytes (THMoveWidth.c is read once for each), and
** stores past the caches where the processor has SSE2.
*/
#include "TH/iteration/THMove.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* A vector of those elements of a and b that the numbers choose. */
#ifdef __clang__
#define PICK(vector, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define PICK(vector, a, b, ...) __builtin_shuffle(a, b, (vector){__VA_ARGS__})
#endif

/* A loop of constant length that is unrolled, so that vectors stay in registers. */
#define UNROLLED(i, n) _Pragma("GCC unroll 16") for (int i = 0; i < (n); i++)

enum { LINE = 64 }; /* of the caches, in bytes */

#define OF_WIDTH(name) TH_CONCAT_3(name, _, WIDTH)

#define WIDTH 1
#define SIDE 16
#define LOG2_SIDE 4
#define Word uint8_t
#define Lane Word
#define LOWER_HALF 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define UPPER_HALF 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#include "TH/iteration/THMoveWidth.c"

#define WIDTH 2
#define SIDE 8
#define LOG2_SIDE 3
#define Word uint16_t
#define Lane Word
#define LOWER_HALF 0, 8, 1, 9, 2, 10, 3, 11
#define UPPER_HALF 4, 12, 5, 13, 6, 14, 7, 15
#include "TH/iteration/THMoveWidth.c"

#define WIDTH 4
#define SIDE 4
#define LOG2_SIDE 2
#define Word uint32_t
#define Lane Word
#define LOWER_HALF 0, 4, 1, 5
#define UPPER_HALF 2, 6, 3, 7
#include "TH/iteration/THMoveWidth.c"

#define WIDTH 8
#define SIDE 2
#define LOG2_SIDE 1
#define Word uint64_t
#define Lane Word
#define LOWER_HALF 0, 2
#define UPPER_HALF 1, 3
#include "TH/iteration/THMoveWidth.c"

#define WIDTH 16
#define SIDE 1
#define LOG2_SIDE 0
#define Word THWord16
#define Lane uint64_t
#define LOWER_HALF 0, 2
#define UPPER_HALF 1, 3
#include "TH/iteration/THMoveWidth.c"

void th_moveTile(int width, char *dst, const ptrdiff_t *d, const char *src, const ptrdiff_t *s,
                 const int64_t *n)
{
  switch (width) {
  case 1: move_1(dst, d, src, s, n); break;
  case 2: move_2(dst, d, src, s, n); break;
  case 4: move_4(dst, d, src, s, n); break;
  case 8: move_8(dst, d, src, s, n); break;
  case 16: move_16(dst, d, src, s, n); break;
  }
}

#ifdef __SSE2__

/*
** Copy whole lines, from byte at on, where a line of to begins. store is a plain store, or one past
** the caches. Four lines are loaded before they are stored: a load waits for an earlier store whose
** address has the same last twelve bits (row "roll of columns, 2000x2000": 0.7 of the time).
*/
#define COPY_LINES(store)                                                                          \
  for (; at + 4 * LINE <= bytes; at += 4 * LINE) {                                                 \
    __m128i v[16];                                                                                 \
    UNROLLED(i, 16) v[i] = _mm_loadu_si128((const __m128i *)(from + at) + i);                      \
    UNROLLED(i, 16) store((__m128i *)(to + at) + i, v[i]);                                         \
  }                                                                                                \
  for (; at + LINE <= bytes; at += LINE)                                                           \
    UNROLLED(i, 4) store((__m128i *)(to + at) + i,                                                 \
                         _mm_loadu_si128((const __m128i *)(from + at) + i));

void th_copy(void *dst, const void *src, size_t bytes)
{
  enum { LEAST = 1024 };
  char *to = dst;
  const char *from = src;
  size_t at = bytes < LEAST ? bytes : -(uintptr_t)to & (LINE - 1);
  memcpy(to, from, at);
  COPY_LINES(_mm_store_si128)
  memcpy(to + at, from + at, bytes - at);
}

void th_stream(char *to, const char *from, size_t bytes)
{
  size_t at = -(uintptr_t)to & (LINE - 1);
  if (at > bytes) at = bytes;
  memcpy(to, from, at);
  COPY_LINES(_mm_stream_si128)
  memcpy(to + at, from + at, bytes - at);
}

void th_streamed(void)
{
  _mm_sfence();
}

#else

void th_copy(void *dst, const void *src, size_t bytes)
{
  memcpy(dst, src, bytes);
}

void th_stream(char *dst, const char *src, size_t bytes)
{
  memcpy(dst, src, bytes);
}

void th_streamed(void)
{
}

#endif
