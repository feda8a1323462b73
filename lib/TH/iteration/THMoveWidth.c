/*
** Moves of elements of WIDTH bytes, held in the type Word, of which SIDE fill a vector of Lanes.
** THMove.c includes this file once for each width.
*/
typedef Lane OF_WIDTH(vector) __attribute__((vector_size(16)));

static void OF_WIDTH(each)(char *dst, ptrdiff_t d, const char *src, ptrdiff_t s, int64_t n)
{
  if (d == WIDTH && s == WIDTH) th_copy(dst, src, (size_t)n * WIDTH);
  else th_moveStrided(dst, d, src, s, n, WIDTH);
}

/*
** Transpose a square of SIDE by SIDE elements. Each round interleaves the first half of the rows
** with the second; after log2(SIDE) rounds each row is a column. With fewer rows the rest of a
** column is garbage; with fewer columns the other ones are not written.
*/
static inline __attribute__((always_inline)) void OF_WIDTH(tile)(char *dst, ptrdiff_t d,
                                                                 const char *src, ptrdiff_t s,
                                                                 int rows, int columns)
{
  OF_WIDTH(vector) a[SIDE], b[SIDE];
  UNROLLED(i, SIDE) memcpy(&a[i], src + (i < rows ? i : 0) * s, 16);
  UNROLLED(round, LOG2_SIDE) {
    UNROLLED(i, SIDE / 2) {
      b[2 * i] = PICK(OF_WIDTH(vector), a[i], a[i + SIDE / 2], LOWER_HALF);
      b[2 * i + 1] = PICK(OF_WIDTH(vector), a[i], a[i + SIDE / 2], UPPER_HALF);
    }
    UNROLLED(i, SIDE) a[i] = b[i];
  }
  UNROLLED(j, SIDE) if (j < columns) memcpy(dst + j * d, &a[j], 16);
}

/* The same for ni by nj elements, which are whole tiles, at most a square of whole lines. */
static void OF_WIDTH(square)(char *dst, ptrdiff_t d, const char *src, ptrdiff_t s, int64_t ni,
                            int64_t nj)
{
  for (int64_t j = 0; j < nj; j += SIDE)
    for (int64_t i = 0; i < ni; i += SIDE)
      OF_WIDTH(tile)(dst + j * d + i * WIDTH, d, src + i * s + j * WIDTH, s, SIDE, SIDE);
}

/*
** The same for any size: dst[j][i] = src[i][j], both contiguous along their last index. In squares
** of as many elements as a line of the cache has, each line is read once and written once: lines
** whose distance is a power of two push each other out of the first cache. dst is written in order,
** since it is more often new (rows "copy of a transposed 256x256" and "potrf 500"). The lines of
** the next square are asked for, since the processor does not foresee so many at once (the first of
** these rows, on an Intel Xeon: 0.75 of the time).
**
** Tiles of few rows write garbage past the end of a packed column, which the next column
** overwrites; tiles of few columns read past the end of a row. Neither goes past the last element.
*/
static void OF_WIDTH(turn)(char *dst, ptrdiff_t d, const char *src, ptrdiff_t s, int64_t ni,
                           int64_t nj)
{
  int64_t i = 0, j = 0;
  if (ni < SIDE && d == ni * WIDTH) {
    for (; (j + SIDE - 1) * d + 16 <= nj * d; j += SIDE)
      OF_WIDTH(tile)(dst + j * d, d, src + j * WIDTH, s, (int)ni, SIDE);
    for (; i < ni; i++)
      OF_WIDTH(each)(dst + j * d + i * WIDTH, d, src + i * s + j * WIDTH, WIDTH, nj - j);
  } else if (nj < SIDE) {
    for (; (i + SIDE - 1) * s + 16 <= (ni - 1) * s + nj * WIDTH; i += SIDE)
      OF_WIDTH(tile)(dst + i * WIDTH, d, src + i * s, s, SIDE, (int)nj);
    for (; j < nj; j++)
      OF_WIDTH(each)(dst + j * d + i * WIDTH, WIDTH, src + i * s + j * WIDTH, s, ni - i);
  } else {
    const int64_t line = LINE / WIDTH, wi = ni / SIDE * SIDE, wj = nj / SIDE * SIDE;
    for (j = 0; j < wj; j += line) {
      const int64_t columns = wj - j < line ? wj - j : line;
      char *below = dst + (j + line < wj ? j + line : j) * d;
      for (i = 0; i < wi; i += line) {
        char *to = dst + j * d + i * WIDTH, *next = i + line < wi ? to + LINE : below;
        for (int64_t k = 0; k < columns; k++) __builtin_prefetch(next + k * d, 1);
        OF_WIDTH(square)(to, d, src + i * s + j * WIDTH, s, wi - i < line ? wi - i : line, columns);
      }
    }
    for (j = wj; j < nj; j++) OF_WIDTH(each)(dst + j * d, WIDTH, src + j * WIDTH, s, wi);
    for (i = wi; i < ni; i++) OF_WIDTH(each)(dst + i * WIDTH, d, src + i * s, WIDTH, nj);
  }
}

/* Write the same row n times, one after the other, by doubling what is already there. */
static void OF_WIDTH(repeat)(char *dst, const char *src, ptrdiff_t s, int64_t length, int64_t n)
{
  const int64_t all = n * length * WIDTH;
  OF_WIDTH(each)(dst, WIDTH, src, s, length);
  for (int64_t done = length * WIDTH; done < all; done *= 2)
    memcpy(dst + done, dst, (size_t)(done < all - done ? done : all - done));
}

static void OF_WIDTH(move)(char *dst, const ptrdiff_t *d, const char *src, const ptrdiff_t *s,
                           const int64_t *n)
{
  const int plane = n[0] > 1 && n[1] > 1, tight = d[0] == WIDTH && s[0] == WIDTH && n[0] >= SIDE;
  const int along = n[1] > n[0] && !tight, across = !along;
  if (plane && d[0] == WIDTH && s[1] == WIDTH)
    OF_WIDTH(turn)(dst, d[1], src, s[0], n[0], n[1]);
  else if (plane && d[1] == WIDTH && s[0] == WIDTH)
    OF_WIDTH(turn)(dst, d[0], src, s[1], n[1], n[0]);
  else if (plane && s[1] == 0 && d[0] == WIDTH && d[1] == n[0] * WIDTH)
    OF_WIDTH(repeat)(dst, src, s[0], n[0], n[1]);
  else for (int64_t i = 0; i < n[across]; i++)
    OF_WIDTH(each)(dst + i * d[across], d[along], src + i * s[across], s[along], n[along]);
}

#undef WIDTH
#undef SIDE
#undef LOG2_SIDE
#undef Word
#undef Lane
#undef LOWER_HALF
#undef UPPER_HALF
