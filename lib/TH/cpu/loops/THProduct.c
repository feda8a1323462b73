/*
** Products of a stack of matrices (THProductChapter.h), on levels with a fused multiply-add.
**
** C's columns are runs. Sums are made in runs of DEPTH along p, each by a chain of fma in order:
** the same bits on every such level, wherever m and n are cut. Integers wrap.
*/
#include "TH/cpu/parts/THVecProduct.h"
#include "TH/iteration/THMove.h"

#ifdef TH_NO_FMA
static const THProductEntry TH_ENTRIES[TH_PRODUCT_ROWS] = {0};
#else
#define Vector TH_CONCAT_3(TH, Real, Vector)
#define Mask TH_CONCAT_3(TH, Real, Mask)
#define Index TH_CONCAT_3(TH, Real, Index)
#define Product TH_CONCAT_3(TH, Real, Product)
#define Panels TH_CONCAT_3(TH, Real, Panels)
#define Strip TH_CONCAT_3(TH, Real, Strip)
#define VECTOR(name) TH_CONCAT_3(th_, name, Real)
#define PRODUCT(name) TH_CONCAT_4(product_, name, _, Real)
#define UNROLLED(i, n) _Pragma("GCC unroll 16") for (int i = 0; i < (n); i++)

/*
** A tile of C is ROWS x COLUMNS. A is packed into room, which stays in the second cache, as panels
** of ROWS, unless C has FEW columns; and each strip of COLUMNS of B, which stays in the first,
** unless there are few panels for it.
*/
enum {
  PRODUCT(LANES) = TH_FMA_BYTES / sizeof(real),
  PRODUCT(ROWS) = 2 * PRODUCT(LANES),
  PRODUCT(COLUMNS) = TH_FMA_COLUMNS,
  PRODUCT(DEPTH) = 256,
  PRODUCT(FEW) = 64
};

typedef struct Product {
  int64_t m, n, k;
  ptrdiff_t ai, ap, bp, bj, cj; /* in elements */
  const real *a, *b;
  real alpha, *c, *room;
  int64_t first; /* tiles whose first column is j and that end by row first + j are left out */
} Product;

/* Panels of A: element (i, p) of the first is at data[i + p * step]; the next panel is next
   elements further. */
typedef struct Panels { const real *data; ptrdiff_t step, next; } Panels;

/* A strip of B: element (p, j) is at data[p * down + at[j]]. */
typedef struct Strip { const real *data; ptrdiff_t down, at[PRODUCT(COLUMNS)]; } Strip;

/* Compute ni x nj elements of C at c. vectors: how many vectors a column has; columns: how many are
   computed, at least nj; whole: ni and nj fill the tile. */
static inline __attribute__((always_inline)) void
PRODUCT(tile)(const Product *g, const real *a, ptrdiff_t step, const Strip *strip, int64_t np,
              real beta, real *c, int64_t ni, int64_t nj, int vectors, int columns, int whole)
{
  const Mask some[2] = {VECTOR(mask)((int)ni), VECTOR(mask)((int)ni - PRODUCT(LANES))};
  Vector s[PRODUCT(COLUMNS)][2] = {{{0}}}, x[2];
  const real *b = strip->data;
  const ptrdiff_t down = strip->down;
  for (int64_t p = 0; p < np; p++, a += step, b += down) {
    UNROLLED(v, vectors) {
      const real *at = a + v * PRODUCT(LANES);
      x[v] = whole ? VECTOR(load)(at) : VECTOR(loadSome)(at, some[v]);
    }
    UNROLLED(j, columns) {
      const Vector y = VECTOR(repeat)(b[strip->at[j]]);
      UNROLLED(v, vectors) s[j][v] = VECTOR(fma)(x[v], y, s[j][v]);
    }
  }
  UNROLLED(j, columns) if (whole || j < nj) UNROLLED(v, vectors) {
    real *to = c + j * g->cj + v * PRODUCT(LANES);
    s[j][v] *= g->alpha;
    if (beta != 0) s[j][v] += beta * (whole ? VECTOR(load)(to) : VECTOR(loadSome)(to, some[v]));
    if (whole) VECTOR(store)(to, s[j][v]);
    else VECTOR(storeSome)(to, some[v], s[j][v]);
  }
}

/* Compute a part of C. Edges use masks; a last panel of one vector takes half the time, and so do
   few columns. */
static void PRODUCT(part)(const Product *g, const real *a, ptrdiff_t step, const Strip *strip,
                          int64_t np, real beta, real *c, int64_t ni, int64_t nj)
{
  enum { ALL = PRODUCT(COLUMNS), HALF = ALL / 2 };
  if (ni == PRODUCT(ROWS) && nj == ALL)
    PRODUCT(tile)(g, a, step, strip, np, beta, c, ni, nj, 2, ALL, 1);
  else if (nj <= HALF) PRODUCT(tile)(g, a, step, strip, np, beta, c, ni, nj, 2, HALF, 0);
  else if (ni > PRODUCT(LANES)) PRODUCT(tile)(g, a, step, strip, np, beta, c, ni, nj, 2, ALL, 0);
  else PRODUCT(tile)(g, a, step, strip, np, beta, c, ni, nj, 1, ALL, 0);
}

static Panels PRODUCT(pack)(const Product *g, int64_t i0, int64_t ni, int64_t p0, int64_t np)
{
  const ptrdiff_t w = sizeof(real), d[2] = {w, w * PRODUCT(ROWS)}, s[2] = {g->ai * w, g->ap * w};
  for (int64_t i = 0; i < ni; i += PRODUCT(ROWS)) {
    const int64_t n[2] = {ni - i < PRODUCT(ROWS) ? ni - i : PRODUCT(ROWS), np};
    const real *a = g->a + (i0 + i) * g->ai + p0 * g->ap;
    real *panel = g->room + i * np;
    th_moveTile((int)w, (char *)panel, d, (const char *)a, s, n);
  }
  return (Panels){g->room, PRODUCT(ROWS), PRODUCT(ROWS) * np};
}

/* Take nj columns of B, packed into to unless that is NULL. The last column stands for missing
   ones. */
static Strip PRODUCT(take)(const Product *g, real *to, int64_t j0, int64_t nj, int64_t p0,
                           int64_t np)
{
  const ptrdiff_t w = sizeof(real), d[2] = {w, w * PRODUCT(COLUMNS)}, s[2] = {g->bj * w, g->bp * w};
  const real *b = g->b + p0 * g->bp + j0 * g->bj;
  Strip strip = {to ? to : b, to ? PRODUCT(COLUMNS) : g->bp, {0}};
  for (int j = 0; j < PRODUCT(COLUMNS); j++) strip.at[j] = (j < nj ? j : nj - 1) * (to ? 1 : g->bj);
  if (to) th_moveTile((int)w, (char *)to, d, (const char *)b, s, (const int64_t[]){nj, np});
  return strip;
}

/* Add up [p0, p0 + np) of the sums for rows [i0, i0 + ni) of C, without those of tiles above the
   diagonal. */
static void PRODUCT(block)(const Product *g, int64_t i0, int64_t ni, int64_t p0, int64_t np,
                           real beta)
{
  enum { REUSED = 4, NEAR = 8192 }; /* bytes */
  real columns[PRODUCT(DEPTH) * PRODUCT(COLUMNS)];
  const int isNear = g->bp == 1 && g->bj <= NEAR / (int)(sizeof(real) * PRODUCT(COLUMNS));
  real *to = isNear || ni < REUSED * PRODUCT(ROWS) ? NULL : columns;
  Panels panels = {g->a + i0 + p0 * g->ap, g->ap, PRODUCT(ROWS)};
  if (g->ai != 1 || g->n > PRODUCT(FEW)) panels = PRODUCT(pack)(g, i0, ni, p0, np);
  for (int64_t j = 0; j < g->n; j += PRODUCT(COLUMNS)) {
    const int64_t nj = g->n - j < PRODUCT(COLUMNS) ? g->n - j : PRODUCT(COLUMNS);
    const Strip strip = PRODUCT(take)(g, to, j, nj, p0, np);
    const real *a = panels.data;
    for (int64_t i = 0; i < ni; i += PRODUCT(ROWS), a += panels.next)
      if (i0 + i + PRODUCT(ROWS) > g->first + j)
        PRODUCT(part)(g, a, panels.step, &strip, np, beta, g->c + i0 + i + j * g->cj,
                      ni - i < PRODUCT(ROWS) ? ni - i : PRODUCT(ROWS), nj);
  }
}

/* A column times a row: what tiles give, bit by bit, but written a column at a time, as memory is
   read ahead best (row "addr of 1000": 0.65 of the time). */
static void PRODUCT(outer)(const Product *g, real beta)
{
  for (int64_t j = 0; j < g->n; j++) {
    const real y = g->b[j * g->bj], alpha = g->alpha, *x = g->a;
    real *c = g->c + j * g->cj;
    if (beta == 0) TH_SIMD for (ptrdiff_t i = 0; i < g->m; i++) c[i] = (x[i] * y + 0) * alpha;
    else TH_SIMD for (ptrdiff_t i = 0; i < g->m; i++) c[i] = (x[i] * y + 0) * alpha + beta * c[i];
  }
}

/*
** Products by a small square, or of a matrix whose rows are as short by a vector: what tiles give,
** bit by bit, in registers. Rows: "bmm of 1000 4x4", a third of the time; "1e5 points turned", two
** fifths; "1e5 points times a vector", a quarter.
**
** any: columns of A are runs. apart and together: and B and C have no gaps. narrow: B and C are
** columns, and A is row-major without gaps.
*/
#define STORED(sum, c) beta != 0 ? (sum) * g->alpha + beta * (c) : (sum) * g->alpha
#define SMALL(SIZE)                                                                                \
static void PRODUCT(any##SIZE)(const Product *g, real beta)                                        \
{                                                                                                  \
  for (int64_t j = 0; j < g->n; j++) {                                                             \
    real sum[SIZE] = {0}, *c = g->c + j * g->cj;                                                   \
    UNROLLED(p, SIZE) UNROLLED(i, SIZE)                                                            \
      sum[i] = VECTOR(scalarFma)(g->a[i + p * g->ap], g->b[p * g->bp + j * g->bj], sum[i]);        \
    UNROLLED(i, SIZE) c[i] = STORED(sum[i], c[i]);                                                 \
  }                                                                                                \
}                                                                                                  \
static void PRODUCT(apart##SIZE)(const Product *g, real beta)                                      \
{                                                                                                  \
  real a[SIZE][SIZE];                                                                              \
  UNROLLED(p, SIZE) UNROLLED(i, SIZE) a[p][i] = g->a[i + p * g->ap];                               \
  TH_SIMD for (ptrdiff_t j = 0; j < g->n; j++) {                                                   \
    real sum[SIZE], *c = g->c + j * SIZE;                                                          \
    UNROLLED(i, SIZE) sum[i] = 0;                                                                  \
    UNROLLED(p, SIZE) UNROLLED(i, SIZE)                                                            \
      sum[i] = VECTOR(scalarFma)(a[p][i], g->b[p + j * SIZE], sum[i]);                             \
    UNROLLED(i, SIZE) c[i] = STORED(sum[i], c[i]);                                                 \
  }                                                                                                \
}                                                                                                  \
TOGETHER(SIZE)                                                                                     \
static void PRODUCT(narrow##SIZE)(const Product *g, real beta)                                     \
{                                                                                                  \
  real b[SIZE];                                                                                    \
  UNROLLED(p, SIZE) b[p] = g->b[p * g->bp];                                                        \
  TH_SIMD for (ptrdiff_t i = 0; i < g->m; i++) {                                                   \
    real sum = 0;                                                                                  \
    UNROLLED(p, SIZE) sum = VECTOR(scalarFma)(g->a[p + i * SIZE], b[p], sum);                      \
    g->c[i] = STORED(sum, g->c[i]);                                                                \
  }                                                                                                \
}

/* NEON takes columns apart while it loads them; a vector that holds one column gains nothing. */
#ifdef TH_FMA
#define BEST(SIZE) PRODUCT(LANES) >= 2 * SIZE ? PRODUCT(together##SIZE) : PRODUCT(apart##SIZE)

/* The first lanes of a vector, as far as memory has left elements. */
static inline Vector PRODUCT(upTo)(const real *p, int64_t left)
{
  if (left >= PRODUCT(LANES)) return VECTOR(load)(p);
  return VECTOR(loadSome)(p, VECTOR(mask)((int)left));
}

/*
** A vector holds as many whole columns as fit, USED lanes: lane l of from[p] says where element p
** of its column is, and lane l of a[p] is what that is multiplied by. The lanes beyond USED are
** stored too, and overwritten by the next vector; so what is added to that is loaded before.
*/
#define TOGETHER(SIZE)                                                                             \
static void PRODUCT(together##SIZE)(const Product *g, real beta)                                   \
{                                                                                                  \
  enum { LANES = PRODUCT(LANES), USED = LANES / SIZE * SIZE };                                     \
  const int64_t end = g->n * SIZE;                                                                 \
  Index row, from[SIZE];                                                                           \
  Vector a[SIZE], before = {0};                                                                    \
  UNROLLED(l, LANES) row[l] = l % SIZE;                                                            \
  UNROLLED(p, SIZE) {                                                                              \
    UNROLLED(l, LANES) from[p][l] = l < USED ? l - l % SIZE + p : 0;                               \
    a[p] = VECTOR(pick)(PRODUCT(upTo)(g->a + p * g->ap, SIZE), row);                               \
  }                                                                                                \
  if (beta != 0) before = PRODUCT(upTo)(g->c, end);                                                \
  for (int64_t at = 0, left = end; at < end; at += USED, left -= USED) {                           \
    const Vector columns = PRODUCT(upTo)(g->b + at, left);                                         \
    Vector sum = {0};                                                                              \
    UNROLLED(p, SIZE) sum = VECTOR(fma)(a[p], VECTOR(pick)(columns, from[p]), sum);                \
    sum *= g->alpha;                                                                               \
    if (beta != 0) {                                                                               \
      sum += beta * before;                                                                        \
      before = PRODUCT(upTo)(g->c + at + USED, left - USED);                                       \
    }                                                                                              \
    if (left >= LANES) VECTOR(store)(g->c + at, sum);                                              \
    else VECTOR(storeSome)(g->c + at, VECTOR(mask)(left < USED ? (int)left : USED), sum);          \
  }                                                                                                \
}
#else
#define BEST(SIZE) PRODUCT(apart##SIZE)
#define TOGETHER(SIZE)
#endif
SMALL(2)
SMALL(3)
SMALL(4)
#undef SMALL
#undef STORED
#undef TOGETHER

typedef void (*PRODUCT(Small))(const Product *g, real beta);

/* NULL if there is none for the sizes and strides. */
static PRODUCT(Small) PRODUCT(small)(const Product *g)
{
  enum { MANY = 16, VERY_MANY = 64 }; /* columns that are worth a vector, and its preparation */
  static const PRODUCT(Small) any[] = {[2] = PRODUCT(any2), PRODUCT(any3), PRODUCT(any4)},
    apart[] = {[2] = PRODUCT(apart2), PRODUCT(apart3), PRODUCT(apart4)},
    best[] = {[2] = BEST(2), BEST(3), BEST(4)},
    narrow[] = {[2] = PRODUCT(narrow2), PRODUCT(narrow3), PRODUCT(narrow4)};
  const int64_t k = g->k;
  if (k > 4) return NULL;
  if (g->n == 1 && g->ap == 1 && g->ai == k) return narrow[k];
  if (g->m != k || g->ai != 1) return NULL;
  if (g->n < MANY || g->bp != 1 || g->bj != k || g->cj != k) return any[k];
  return g->n < VERY_MANY ? apart[k] : best[k];
}
#undef BEST

/* block: how many rows of A the room holds. */
static void PRODUCT(matrix)(const Product *g, int64_t block, real beta)
{
  if (g->k == 1 && g->ai == 1) PRODUCT(outer)(g, beta);
  else for (int64_t p = 0; p < g->k; p += PRODUCT(DEPTH), beta = 1)
    for (int64_t i = 0; i < g->m; i += block)
      PRODUCT(block)(g, i, g->m - i < block ? g->m - i : block, p,
                     g->k - p < PRODUCT(DEPTH) ? g->k - p : PRODUCT(DEPTH), beta);
}

static void ENTRY(product)(const THProduct *asked)
{
  Product g = {
    .m = asked->m, .n = asked->n, .k = asked->k, .ai = asked->ai, .ap = asked->ap,
    .bp = asked->bp, .bj = asked->bj, .cj = asked->cj, .a = asked->a, .b = asked->b,
    .c = asked->c, .alpha = *(const real *)asked->alpha, .room = asked->room,
    .first = asked->lower ? asked->first : -asked->n};
  const int64_t depth = g.k < PRODUCT(DEPTH) ? g.k : PRODUCT(DEPTH);
  const int64_t rows = asked->roomBytes / (int64_t)sizeof(real) / depth;
  const int64_t block = rows / PRODUCT(ROWS) * PRODUCT(ROWS);
  const real beta = *(const real *)asked->beta;
  const PRODUCT(Small) small = PRODUCT(small)(&g);
  for (int64_t s = 0; s < asked->stack; s++) {
    if (small) small(&g, beta);
    else PRODUCT(matrix)(&g, block, beta);
    g.a += asked->an, g.b += asked->bn, g.c += asked->cn;
  }
}

static const THProductEntry TH_ENTRIES[TH_PRODUCT_ROWS] = {[TH_OP_product] = ENTRY(product)};

#undef Vector
#undef Mask
#undef Index
#undef Product
#undef Panels
#undef Strip
#undef VECTOR
#undef PRODUCT
#undef UNROLLED
#endif
