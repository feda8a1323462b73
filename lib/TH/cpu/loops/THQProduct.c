/*
** Products of 8-bit integers (THQProductChapter.h). A tile of sums stays in registers along the
** whole depth; then its sums are rounded, a row at a time.
*/
#include "TH/cpu/parts/THRounding.h"
#include "TH/cpu/parts/THVecBytes.h"

#define UNROLLED(i, n) _Pragma("GCC unroll 16") for (int i = 0; i < (n); i++)

enum { TILE = TH_SUMS_LANES * TH_SUMS_VECTORS, STRIP = TH_QPRODUCT_STRIP };
_Static_assert(STRIP % TILE == 0, "a strip is of whole tiles");

/* The sums of rows x[0], x[1], .. and of the columns of a tile, which begin at w. */
static inline __attribute__((always_inline)) void
add_up(const uint8_t *const *x, const int8_t *w, int64_t depth, int vectors,
       int32_t (*sums)[STRIP])
{
  THSums s[TH_SUMS_ROWS][TH_SUMS_VECTORS], column[TH_SUMS_VECTORS];
  UNROLLED(i, TH_SUMS_ROWS) UNROLLED(v, vectors) s[i][v] = th_noSums();
  for (int64_t p = 0; p < depth; p++, w += 4 * STRIP) {
    UNROLLED(v, vectors) column[v] = th_loadSums(w + 4 * TH_SUMS_LANES * v);
    UNROLLED(i, TH_SUMS_ROWS) {
      const THSums row = th_repeatWord(x[i] + 4 * p);
      UNROLLED(v, vectors) s[i][v] = th_addBytes(s[i][v], row, column[v]);
    }
  }
  UNROLLED(i, TH_SUMS_ROWS) UNROLLED(v, vectors)
    th_storeSums(sums[i] + TH_SUMS_LANES * v, s[i][v]);
}

/* The value of a sum before it is rounded. */
#define VALUE(j) ((float)(sum[j] + shift[j]) * scale[j] + bias[j])

/* Values are not NaN, so each of these is one instruction. */
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define LESSER(a, b) ((a) < (b) ? (a) : (b))

/* The bounds less zero are small, so that adding 1.5 * 2^23 leaves the rounded value in the low
   bits of a float. */
static void give_bytes(const THQProduct *g, const int32_t *sum, uint8_t *r)
{
  const int32_t *shift = g->shift;
  const float *scale = g->scale, *bias = g->bias;
  const int64_t n = g->n;
  const float low = (float)(g->low - g->zero), high = (float)(g->high - g->zero);
  const uint8_t zero = (uint8_t)g->zero;
  TH_SIMD for (int64_t j = 0; j < n; j++) {
    const float value = VALUE(j);
    const float above = GREATER(value, low), within = LESSER(above, high);
    const union { float real; uint32_t bits; } rounded = {within + 0x1.8p23f};
    r[j] = (uint8_t)((uint8_t)rounded.bits + zero);
  }
}

/* As doubles, the bounds less zero and what lies between are exact. */
static void give_words(const THQProduct *g, const int32_t *sum, int32_t *r)
{
  const int32_t *shift = g->shift;
  const float *scale = g->scale, *bias = g->bias;
  const int64_t n = g->n;
  const double zero = g->zero, low = g->low - zero, high = g->high - zero;
  TH_SIMD for (int64_t j = 0; j < n; j++) {
    const double value = VALUE(j), above = GREATER(value, low);
    r[j] = (int32_t)(th_evenDouble(LESSER(above, high)) + zero);
  }
}

static void give_row(const THQProduct *g, int64_t i, int32_t *sum)
{
  const int64_t n = g->n;
  char *to = (char *)g->r + i * g->rNext;
  if (g->left) TH_SIMD for (int64_t j = 0; j < n; j++) sum[j] -= g->left[i] * g->right[j];
  if (g->width == 1) give_bytes(g, sum, (uint8_t *)to);
  else give_words(g, sum, (int32_t *)to);
}

static void ENTRY(qproduct)(const THQProduct *g)
{
  int32_t sums[TH_SUMS_ROWS][STRIP];
  const uint8_t *x[TH_SUMS_ROWS];
  for (int64_t i = 0; i < g->m; i += TH_SUMS_ROWS) {
    for (int k = 0; k < TH_SUMS_ROWS; k++) /* the last row stands for missing ones */
      x[k] = g->x + (i + k < g->m ? i + k : g->m - 1) * g->xNext;
    for (int64_t j = 0; j < g->n; j += TILE)
      add_up(x, g->w + 4 * j, g->depth, TH_SUMS_VECTORS, (int32_t(*)[STRIP])(sums[0] + j));
    for (int k = 0; k < TH_SUMS_ROWS && i + k < g->m; k++) give_row(g, i + k, sums[k]);
  }
}

/* Words [first, end) of one row become those of column j. */
static void pack_column(const THQProduct *g, int64_t j, int64_t first, int64_t end)
{
  const uint8_t *row = g->x + j * g->xNext;
  char *to = (char *)g->r + 4 * j;
  for (int64_t p = first; p < end; p++) {
    const int64_t left = g->n - 4 * p;
    uint8_t word[4] = {0};
    memcpy(word, row + 4 * p, left < 4 ? (size_t)left : 4);
    memcpy(to + 4 * STRIP * p, word, 4);
  }
}

static void ENTRY(qpack)(const THQProduct *g)
{
  int64_t turned = 0, columns = 0;
#ifdef __AVX2__
  turned = g->n / 32 * 8;
  columns = g->m / 8 * 8;
  for (int64_t p = 0; p < turned; p += 8)
    for (int64_t j = 0; j < columns; j += 8)
      th_turnWords((char *)g->r + 4 * (STRIP * p + j), 4 * STRIP, g->x + j * g->xNext + 4 * p,
                   g->xNext);
#endif
  for (int64_t j = 0; j < g->m; j++) pack_column(g, j, j < columns ? turned : 0, g->depth);
}

static void ENTRY(columnSums)(const THQProduct *g)
{
  static const uint8_t ones[4] = {1, 1, 1, 1};
  const THSums row = th_repeatWord(ones);
  for (int64_t j = 0; j < STRIP; j += TH_SUMS_LANES) {
    THSums s = th_noSums();
    const int8_t *w = g->w + 4 * j;
    for (int64_t p = 0; p < g->depth; p++, w += 4 * STRIP) s = th_addBytes(s, row, th_loadSums(w));
    th_storeSums((int32_t *)g->r + j, s);
  }
}

static const THQProductEntry TH_ENTRIES[TH_QPRODUCT_ROWS] = {
  [TH_OP_qproduct] = ENTRY(qproduct), [TH_OP_qpack] = ENTRY(qpack),
  [TH_OP_columnSums] = ENTRY(columnSums)};

#undef VALUE
#undef GREATER
#undef LESSER
#undef UNROLLED
