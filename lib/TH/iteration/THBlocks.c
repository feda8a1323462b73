/*
** Point-wise loops over blocks.
**
** A block is a piece of the rows and of a second dimension. An operand that is not packed in the
** block (one element after another) is copied to or from a buffer that stays in the first cache, so
** that the loop sees the block as one run. So an operand that is contiguous along another dimension
** than the result, as b:t() in a + b:t(), is read by whole cache lines, and rows of a few elements
** become long.
**
** A large result that is not also read as an operand is written past the caches, each piece of it
** as soon as it has been computed, in order. A chain with several results keeps them in the caches.
*/
#include "TH/iteration/THBlocks.h"

#include <string.h>

#include "TH/iteration/THMove.h"
#include "TH/iteration/THSlices.h"
#include "TH/memory/THAllocator.h"

/*
** With half as many STREAMS row "copy of a transposed 4000x4000" takes 1.1 times as long; with
** twice as many "NCHW to NHWC" does. With half of LINES all rows of transposed operands take 1.1
** times as long, with a quarter 1.2 times; twice as much gains nothing. With a quarter of ELEMENTS
** the copy of row "picture HWC bytes to CHW floats" takes 1.2 times as long; more gains nothing.
**
** A move that needs no buffer writes long parts of few lines, since processors fetch ahead what is
** written in order: with STREAMS and LINES rows "potrf 500" and "qr 500" take 1.1 times as long.
*/
enum {
  BUFFER = 48 << 10,
  STREAMS = 64,           /* rows that the processor can prefetch side by side */
  LINES = 256,            /* bytes read at a time along each of these rows */
  MOVE_LENGTH = 512,      /* elements that a move without a buffer writes in order, */
  MOVE_LINES = 128,       /* and bytes that it reads at a time along each row */
  ELEMENTS = 2048,        /* elements of a block that is short along one dimension */
  SHORT_ROW = 128,        /* the longest row that is not worth a call of the loop */
  PIECE = 512,            /* bytes streamed at a time: few, so that reads and writes overlap */
  CHAIN_PIECE = 2048,     /* by a chain, each step of which is a call: row "tanh(2a + 1) b - a,
                             fused, 1e7", not streamed, takes 1.25 times as long */
  LEAST_COUNT = 256       /* fewer positions are not cut into blocks */
};

typedef struct Map {
  const THIter *it;
  THContextLoop loop;
  void *context;
  int results;        /* operands the loop writes */
  int moves;          /* whether the loop only moves elements, in blocks and not of a number, */
  int direct;         /* and none is written past the caches, so that blocks need no buffer */
  int copies;         /* whether the loop only copies runs */
  int across;         /* a block's second dimension, or 0 */
  int stream;         /* bytes of the result streamed at a time, or 0 */
  int turned;         /* operands whose smallest stride is not along the rows */
  int width[TH_MAX_OPERANDS];
  char packed[TH_MAX_OPERANDS];
  ptrdiff_t at[TH_MAX_OPERANDS];                /* where packed operands are in the buffer */
  int64_t step[TH_MAX_DIM], chunks[TH_MAX_DIM]; /* a block's extent; how many there are */
} Map;

static int64_t least(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

static int own_dim(const THIter *it, int k)
{
  int own = 0;
  for (int d = 1; d < it->ndim && it->stride[0][k]; d++)
    if (it->stride[d][k] && it->stride[d][k] < it->stride[own][k]) own = d;
  return own;
}

static int longest_dim(const THIter *it)
{
  int longest = 1;
  for (int d = 2; d < it->ndim; d++)
    if (it->size[d] > it->size[longest]) longest = d;
  return longest;
}

/* Choose the second dimension of blocks: the one along which the first turned operand is
   contiguous. Without such an operand, and if rows are short, the next dimension, or the longest if
   that is too short; none if that is also too short. */
static void choose_dims(Map *map)
{
  const THIter *it = map->it;
  for (int k = 1; k < it->nop && it->count >= LEAST_COUNT; k++) {
    int own = own_dim(it, k);
    if (own && !map->across) map->across = own;
    map->turned += own > 0;
  }
  if (it->ndim == 1 || it->size[0] > SHORT_ROW || it->count < LEAST_COUNT) return;
  if (!map->across) map->across = 1;
  if (it->size[0] * it->size[map->across] < SHORT_ROW) map->across = longest_dim(it);
  if (it->size[0] * it->size[map->across] < SHORT_ROW) map->across = 0;
}

static void choose_extent(Map *map)
{
  const THIter *it = map->it;
  int64_t length = it->size[0], rows = 1, all = 0, line = LINES;
  for (int k = 0; k < it->nop; k++) {
    all += map->width[k];
    if (own_dim(it, k)) line = least(line, LINES / map->width[k]);
  }
  int64_t room = BUFFER / all & -16; /* elements for which the buffer can pack all operands */
  if (map->direct) room = MOVE_LENGTH * MOVE_LINES;
  if (!map->across) length = least(length, 16 * ELEMENTS);
  else if (length <= (map->turned ? STREAMS : SHORT_ROW)) rows = most(line, ELEMENTS / length);
  else if (map->direct) {
    length = least(length, MOVE_LENGTH);
    rows = most(1, MOVE_LINES / map->width[0]);
  } else {
    rows = least(it->size[map->across], line);
    int64_t streams = most(STREAMS / most(map->turned, 1), TH_ALIGN / map->width[0]);
    if (rows < line) streams = most(streams, ELEMENTS / rows);
    length = least(length, least((streams + 15) & -16, room));
  }
  if (map->across) rows = least(it->size[map->across], least(rows, room / length));
  for (int d = 0; d < it->ndim; d++) {
    map->step[d] = d == 0 ? length : d == map->across ? rows : 1;
    map->chunks[d] = (it->size[d] + map->step[d] - 1) / map->step[d];
  }
}

static void choose_packed(Map *map)
{
  const THIter *it = map->it;
  int64_t length = map->step[0], rows = map->step[map->across];
  ptrdiff_t at = 0;
  for (int k = 0; k < it->nop && map->across; k++) {
    ptrdiff_t width = map->width[k], along = it->stride[0][k], across = it->stride[map->across][k];
    int dense = along == width && across == width * length && length == it->size[0];
    if (dense || (along == 0 && across == 0)) continue;
    map->packed[k] = 1;
    map->at[k] = at;
    at += (length * rows * width + TH_ALIGN - 1) & -TH_ALIGN;
  }
}

/* Whether no two rows of the result share a cache line. */
static int whole_lines(const THIter *it)
{
  ptrdiff_t odd = (ptrdiff_t)((uintptr_t)it->data[0] % TH_ALIGN);
  for (int d = 1; d < it->ndim; d++) odd |= it->stride[d][0] % TH_ALIGN;
  return odd == 0;
}

/* Whether to write the result past the caches. Not if nothing is read, as by fill: processors then
   write whole lines without reading them first (row "fill, 1e7": streamed, 1.6 times as long). Nor
   if the loop computes much, which overlaps with plain stores, but not with those of whole pieces
   (rows "tanh, 1e7" and "sigmoid, 1e7": streamed, 1.2 and 1.3 times as long). */
static int streams(const Map *map)
{
  const THIter *it = map->it;
  if (it->computes) return 0;
  int64_t read = 0, written = it->count * map->width[0], row = it->size[0] * map->width[0];
  for (int k = 1; k < it->nop; k++) read += it->stride[0][k] ? it->count * map->width[k] : 0;
  if (read == 0 || !th_streams(read + written)) return 0;
  if (it->stride[0][0] != map->width[0]) return 0;
  if (row < PIECE && (!map->across || (map->packed[0] && !whole_lines(it)))) return 0;
  for (int k = 1; k < it->nop; k++)
    if (it->data[k] == it->data[0]) return 0;
  return 1;
}

static void plan(Map *map)
{
  for (int k = 0; k < map->it->nop; k++)
    map->width[k] = THDtype_traits(map->it->dtype[k])->size;
  map->direct = map->moves && !th_streams(2 * map->it->count * map->width[0]);
  choose_dims(map);
  choose_extent(map);
  choose_packed(map);
}

/* Run the loop on count elements of a line from element i on, and write the result past the
   caches. */
static void run_piece(const Map *map, char *const *first, const ptrdiff_t *s, int64_t i,
                      int64_t count)
{
  _Alignas(TH_ALIGN) char piece[CHAIN_PIECE];
  char *p[TH_MAX_OPERANDS] = {piece};
  for (int k = 1; k < map->it->nop; k++) p[k] = first[k] + i * s[k];
  map->loop(map->context, p, s, count);
  th_stream(first[0] + i * s[0], piece, (size_t)(count * s[0]));
}

/* Run the loop on the n elements of a line. A copy past the caches needs no piece between (row
   "copy, 1e7": 2.9 -> 2.5 ms). */
static void run_line(const Map *map, char *const *first, const ptrdiff_t *s, int64_t n)
{
  const ptrdiff_t w = map->width[0];
  if (!map->stream || map->packed[0]) {
    map->loop(map->context, first, s, n);
    return;
  }
  int64_t done = least(n, (ptrdiff_t)(-(uintptr_t)first[0] % TH_ALIGN) / w); /* to a cache line */
  __builtin_prefetch(first[0] + n * w - 1, 1); /* the last line, which may be the next row's too */
  if (map->copies) {
    th_stream(first[0], first[1], (size_t)(n * w));
    return;
  }
  if (done) run_piece(map, first, s, 0, done);
  for (; done < n; done += map->stream / w)
    run_piece(map, first, s, done, least(map->stream / w, n - done));
}

/* Copy a packed result from the buffer to its place. */
static void put(const Map *map, int k, char *r, const char *packed, const int64_t *n)
{
  const ptrdiff_t width = map->width[k], tight[2] = {width, width * n[0]};
  const ptrdiff_t s[2] = {map->it->stride[0][k], map->it->stride[map->across][k]};
  const size_t run = s[0] == width && s[1] == tight[1] ? (size_t)(tight[1] * n[1]) : 0;
  if (!map->stream && run) th_copy(r, packed, run);
  else if (!map->stream) th_moveTile((int)width, r, s, packed, tight, n);
  else if (run) th_stream(r, packed, run);
  else for (int64_t j = 0; j < n[1]; j++)
    th_stream(r + j * s[1], packed + j * tight[1], (size_t)tight[1]);
}

/* What the buffer holds. An operand that is the same in the next block is not packed again. */
typedef struct Held { const char *from[TH_MAX_OPERANDS]; int64_t n[2]; } Held;

static void run_block(const Map *map, char *const *first, const int64_t *n, char *buffer,
                      Held *held)
{
  const THIter *it = map->it;
  char *p[TH_MAX_OPERANDS];
  ptrdiff_t step[TH_MAX_OPERANDS];
  int same = held->n[0] == n[0] && held->n[1] == n[1];
  held->n[0] = n[0], held->n[1] = n[1];
  for (int k = 0; k < it->nop; k++) {
    const ptrdiff_t width = map->width[k], tight[2] = {width, width * n[0]};
    const ptrdiff_t s[2] = {it->stride[0][k], it->stride[map->across][k]};
    p[k] = map->packed[k] ? buffer + map->at[k] : first[k];
    step[k] = map->packed[k] ? width : s[0];
    if (!map->packed[k] || k < map->results || (same && held->from[k] == first[k])) continue;
    held->from[k] = first[k];
    th_moveTile((int)width, p[k], tight, first[k], s, n);
  }
  run_line(map, p, step, n[0] * n[1]);
  for (int k = 0; k < map->results; k++)
    if (map->packed[k]) put(map, k, first[k], p[k], n);
}

/* A plain move needs the buffer only to stream the result. It is worth using, where the block has
   room in it, if the block is one run of a result that the second cache does not hold, and rows are
   turned: the processor fetches lines ahead where they are written one after the other. (Row "NCHW
   to NHWC": 10 -> 4.7 ms. Copied rows are written so anyway: "permute of 8x16x128x64" takes 0.6 of
   the time without the buffer.) */
static void move_block(const Map *map, char *const *first, const int64_t *n, char *buffer)
{
  const THIter *it = map->it;
  const ptrdiff_t width = map->width[0], tight[2] = {width, width * n[0]};
  const ptrdiff_t d[2] = {it->stride[0][0], it->stride[map->across][0]};
  const ptrdiff_t s[2] = {it->stride[0][1], it->stride[map->across][1]};
  const int is_run = d[0] == width && d[1] == tight[1] && tight[1] * n[1] <= BUFFER;
  const int is_turned = is_run && s[0] != width && it->count * width > TH_caches()->second;
  const int direct = !map->stream && !is_turned;
  th_moveTile((int)width, direct ? first[0] : buffer, direct ? d : tight, first[1], s, n);
  if (!direct) put(map, 0, first[0], buffer, n);
}

/* Blocks are numbered along the second dimension first, so that rows read side by side continue
   from block to block. */
static void run_blocks(void *context, int64_t begin, int64_t end)
{
  const Map *map = context;
  const THIter *it = map->it;
  _Alignas(TH_ALIGN) char buffer[BUFFER + TH_MAX_OPERANDS * TH_ALIGN];
  Held held = {.n = {0}};
  char *p[TH_MAX_OPERANDS];
  for (int64_t number = begin; number < end; number++) {
    int64_t n[2] = {1, 1}, rest = number;
    memcpy(p, it->data, sizeof *p * (size_t)it->nop);
    for (int i = 0; i < it->ndim; i++) {
      int d = i == 0 ? map->across : i <= map->across ? i - 1 : i;
      int64_t at = rest % map->chunks[d] * map->step[d];
      rest /= map->chunks[d];
      if (d == 0 || d == map->across) n[d > 0] = least(map->step[d], it->size[d] - at);
      for (int k = 0; k < it->nop; k++) p[k] += at * it->stride[d][k];
    }
    if (map->moves) move_block(map, p, n, buffer);
    else run_block(map, p, n, buffer, &held);
  }
  if (map->stream) th_streamed();
}

static int run(const Map *map, int64_t bytes)
{
  int64_t blocks = 1;
  for (int d = 0; d < map->it->ndim; d++) {
    bytes *= map->step[d];
    blocks *= map->chunks[d];
  }
  return th_inSlices(blocks, most(1, TH_GRAIN_BYTES / bytes), run_blocks, (void *)map);
}

int th_blocks(const THIter *it, int results, int64_t bytes, THContextLoop loop, void *context)
{
  Map map = {.it = it, .loop = loop, .context = context, .results = results};
  if (it->count == 0) return TH_OK;
  plan(&map);
  map.stream = results == 1 && streams(&map) ? CHAIN_PIECE : 0;
  return run(&map, bytes);
}

static void run_loop(void *loop, char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  (*(THLoop *)loop)(p, s, n);
}

static int map_rows(const THIter *it, THLoop loop, int moves)
{
  Map map = {.it = it, .loop = run_loop, .context = &loop, .results = 1};
  int64_t bytes = 0;
  if (it->count == 0) return TH_OK;
  map.moves = moves && it->stride[0][1];
  if (it->ndim == 1 && it->count < 4096) {
    loop(it->data, it->stride[0], it->count);
    return TH_OK;
  }
  plan(&map);
  map.copies = moves && it->stride[0][1] == map.width[1];
  map.moves = map.moves && map.across;
  map.stream = !map.direct && streams(&map) ? PIECE : 0;
  if (!map.across && !map.stream) return THIter_run(it, loop); /* plain rows are best */
  for (int k = 0; k < it->nop; k++) bytes += map.width[k];
  return run(&map, bytes);
}

int THIter_map(const THIter *it, THLoop loop)
{
  return map_rows(it, loop, 0);
}

int THIter_move(const THIter *it, THLoop loop)
{
  return map_rows(it, loop, 1);
}
