/*
** Butterflies of one dtype (THButterflyChapter.h). All is written in real numbers, part by part:
** the compiler fuses nothing, so every level has the same bits.
*/
#include "TH/cpu/parts/THVecPairs.h"

/* EACH is a loop of constant length that is written out, so that the numbers of a butterfly become
   variables. With the checks of sanitizers gcc would take two minutes to compile that. */
#if defined TH_SANITIZE || !defined __OPTIMIZE__
#define INLINE static inline
#define EACH(j, from, to) for (int j = from; j < (to); j++)
#else
#define INLINE static inline __attribute__((always_inline))
#define EACH(j, from, to) _Pragma("GCC unroll 16") for (int j = from; j < (to); j++)
#endif
#define F(name) TH_CONCAT_4(fft_, name, _, Real)

/* Iterations that do not depend on each other. */
#define APART _Pragma("GCC ivdep")

/* --- real signals as complex ones of half the length --- */

/*
** Rows a = k and b = n - k of the transform z of pairs: the even elements of the signal have the
** transform e = (a + b') / 2, the odd ones o = -i (a - b') / 2; the rows of the signal's are
** e + w o and (e - w o)'. Back: the rows of the signal's transform become (e + i o)' and e' + i o',
** where e = a + b' and o = w' (a - b'): conjugates, as a backward transform follows. Functions N of
** T: of numbers and of vectors.
*/
#define HALVES_OF(T, N)                                                                        \
INLINE void N(unfold)(T *ar, T *ai, T *br, T *bi, T c, T d)                                    \
{                                                                                              \
  const real half = (real)0.5;                                                                 \
  const T er = half * (*ar + *br), ei = half * (*ai - *bi);                                    \
  const T or = half * (*ai + *bi), oi = half * (*br - *ar);                                    \
  const T wr = or * c - oi * d, wi = or * d + oi * c;                                          \
  *ar = er + wr, *ai = ei + wi;                                                                \
  *br = er - wr, *bi = wi - ei;                                                                \
}                                                                                              \
INLINE void N(fold)(T *ar, T *ai, T *br, T *bi, T c, T d)                                      \
{                                                                                              \
  const T er = *ar + *br, ei = *ai - *bi, or = *ar - *br, oi = *ai + *bi;                      \
  const T wr = or * c + oi * d, wi = oi * c - or * d;                                          \
  *ar = er - wi, *ai = -(ei + wr);                                                             \
  *br = er + wi, *bi = ei - wr;                                                                \
}
HALVES_OF(real, F)

/* Row 0 is a pair of numbers that both are real; the last one is n. */
INLINE void F(unfoldEnds)(real *ar, real *ai, real *br, real *bi)
{
  const real a = *ar, b = *ai;
  *ar = a + b, *ai = 0;
  *br = a - b, *bi = 0;
}

INLINE void F(foldEnds)(real *ar, real *ai, real *br, real *bi)
{
  const real a = *ar, b = *br;
  *ar = a + b;
  *ai = b - a;
  (void)bi;
}

/* --- passes, of vectors of each width --- */

/*
** A pass: for p < m and q < s the rows x(p, j) of q are transformed to y(p, j), where element q of
** row (p, j) is at p * xp + j * xj + q, or of pairs at p * xp + j * xj + 2 q. What is between
** passes is multiplied by factors.
**
** All is done in whole vectors. The last one of s or m elements overlaps the one before; where s is
** shorter than one, what is written too much is written again by the rows that follow, and at last
** falls into the end of the block. So y is another block than x.
*/
#define PASS F(Pass)
typedef struct PASS {
  const real *xr, *xi, *w;
  real *yr, *yi;
  int64_t m, s, xp, xj, yp, yj;
  real sign, scale; /* of imaginary parts as they are read and written; of the result */
} PASS;

/* The ways of a pass, and those that read pairs. */
enum F(Way) { F(MIDDLE), F(LAST), F(LAST_TO_PAIRS), F(FIRST), F(FROM_PAIRS),
              F(FIRST_FROM_PAIRS), F(WAYS) };
#define RUN F(Run)
typedef void (*RUN)(const PASS *t);

#define OF_WIDTH(name) TH_CONCAT_3(name, WIDTH, Real)
#define AT(name, width) TH_CONCAT_4(F(name), _, width, )
#define W(name) AT(name, WIDTH)
#define VEC OF_WIDTH(THVec)
#define GET OF_WIDTH(th_get)
#define PUT OF_WIDTH(th_put)
#define GET_PAIRS OF_WIDTH(th_getPairs)
#define PUT_PAIRS OF_WIDTH(th_putPairs)
#define PUT_PAIRS_BACK OF_WIDTH(th_putPairsBack)
#define PICK(name, a, b) OF_WIDTH(th_pick##name)(a, b)
#define LANES ((int)(WIDTH / sizeof(real)))
#define INNER ((int)(16 / sizeof(real)))
#define UNITS (WIDTH / 16)
#define CHUNK ((int)(TH_FFT_CHUNK_BYTES / sizeof(real)))
#define ROW ((int)(TH_FFT_LANES_BYTES / sizeof(real)))

#if TH_PAIRS_WIDEST > TH_PAIRS_BYTES
#define WIDTH TH_PAIRS_WIDEST
#include "TH/cpu/loops/THTransforms.c"
#include "TH/cpu/loops/THTurns.c"
#include "TH/cpu/loops/THPasses.c"
#include "TH/cpu/loops/THHalves.c"
#undef WIDTH
#endif
#define WIDTH TH_PAIRS_BYTES
#include "TH/cpu/loops/THTransforms.c"
#include "TH/cpu/loops/THTurns.c"
#include "TH/cpu/loops/THPasses.c"
#include "TH/cpu/loops/THHalves.c"

/* Whether so many neighbours fill the widest vectors. */
INLINE int F(isWide)(int64_t neighbours)
{
  return neighbours * (int64_t)sizeof(real) >= TH_PAIRS_WIDEST;
}

/* --- transforms of many lines --- */

/* Lines on their way: n rows of lanes, from x to y, or without y to the block that the last pass
   writes. Passes write the block a, then b, in turn. */
#define LINES F(Lines)
typedef struct LINES {
  const THFftPass *pass;
  int passes, fromPairs;
  int64_t n, lanes;
  const THPlanes *x, *y, *a, *b;
  real sign, scale;
} LINES;

/* A pass over rows of some neighbours. */
INLINE void F(run)(int way, const PASS *t, int radix, int64_t neighbours)
{
  if (F(isWide)(neighbours)) AT(ways, TH_PAIRS_WIDEST)[way][radix](t);
  else W(ways)[way][radix](t);
}

/* Pass k of lines, from x to y, in the order of the result: s rows and lanes have been put
   together. */
static void F(step)(const LINES *l, int k, int64_t s, const THPlanes *x, const THPlanes *y)
{
  const THFftPass *pass = &l->pass[k];
  const int radix = pass->radix, isLast = k == l->passes - 1, pairs = k == 0 && l->fromPairs;
  const int64_t rows = s / l->lanes, xp = k ? s : x->step;
  PASS t = {.xr = x->re, .xi = x->im, .yr = y->re, .yi = y->im, .w = pass->w, .m = pass->m, .s = s,
            .xp = xp, .xj = pass->m * xp, .yp = radix * s, .yj = s, .sign = l->sign,
            .scale = l->scale};
  int way = isLast ? F(LAST) : pairs ? F(FROM_PAIRS) : F(MIDDLE);
  if (y == l->y) {
    way = F(LAST_TO_PAIRS);
    t.yj = rows * y->step;
    if (y->step != 2 * l->lanes) t.m = rows, t.s = t.xp = l->lanes, t.xj = s, t.yp = y->step;
  } else if (!isLast && s == 1 && radix % 4 == 0 && pass->m >= LANES) {
    way = pairs ? F(FIRST_FROM_PAIRS) : F(FIRST);
  }
  const int isFirst = way == F(FIRST) || way == F(FIRST_FROM_PAIRS);
  F(run)(way, &t, radix, isFirst ? t.m : t.s);
}

static void F(flat)(const LINES *l)
{
  const THPlanes *x = l->x, *a = l->a, *b = l->b;
  int64_t s = l->lanes;
  for (int k = 0; k < l->passes; k++) {
    F(step)(l, k, s, x, k == l->passes - 1 && l->y ? l->y : a);
    x = a, a = b, b = x;
    s *= l->pass[k].radix;
  }
}

static THPlanes F(rows)(const THPlanes *p, int64_t row, int64_t every)
{
  const int64_t by = row * p->step;
  return (THPlanes){(real *)p->re + by, (real *)p->im + by, every * p->step, p->lane};
}

/* Lines side by side that are too many for the first cache: the first pass leaves the rows of each
   j together, so that the others find them there. */
static void F(deep)(const LINES *l)
{
  enum { NEAR = 1 << 13 }; /* bytes of a plane; there are four */
  const int radix = l->pass->radix;
  const int64_t m = l->pass->m, lanes = l->lanes;
  if (lanes == 1 || !l->y || l->passes < 3 || l->n * lanes * (int64_t)sizeof(real) <= NEAR) {
    F(flat)(l);
    return;
  }
  const PASS t = {.xr = l->x->re, .xi = l->x->im, .yr = l->a->re, .yi = l->a->im,
                  .w = l->pass->w, .m = m, .s = lanes, .xp = l->x->step, .xj = m * l->x->step,
                  .yp = lanes, .yj = m * lanes, .sign = l->sign};
  F(run)(l->fromPairs ? F(FROM_PAIRS) : F(MIDDLE), &t, radix, lanes);
  for (int j = 0; j < radix; j++) {
    const THPlanes x = F(rows)(l->a, j * m, 1), y = F(rows)(l->y, j, radix);
    F(deep)(&(LINES){.pass = l->pass + 1, .passes = l->passes - 1, .n = m, .lanes = lanes, .x = &x,
                     .y = &y, .a = l->b, .b = &x, .sign = l->sign, .scale = l->scale});
  }
}

static void ENTRY(passes)(const THButterflyCall *c)
{
  const int reads = c->x != NULL;
  F(deep)(&(LINES){.pass = c->pass, .passes = c->passes, .fromPairs = reads, .n = c->n,
                   .lanes = c->lanes, .x = reads ? c->x : c->now, .y = c->y,
                   .a = reads ? c->now : c->other, .b = reads ? c->other : c->now,
                   .sign = (real)c->sign, .scale = (real)c->scale});
}

/* --- moves --- */

/* Inner loops run over the lanes, or over the rows of a single one. */
#define MOVE F(Move)
typedef struct MOVE {
  int64_t rows, count, nextX, nextY, from, to;
  real scale, side; /* of the two parts */
} MOVE;

INLINE void F(moveRow)(real *y, const real *x, int64_t count, int64_t to, int64_t from, real scale)
{
  TH_SIMD for (int64_t l = 0; l < count; l++) y[l * to] = x[l * from] * scale;
}

static void F(movePlane)(const MOVE *m, real *y, const real *x, real scale)
{
  for (int64_t k = 0; k < m->rows; k++, x += m->nextX, y += m->nextY)
    if (m->from == 1 && m->to == 1) F(moveRow)(y, x, m->count, 1, 1, scale);
    else if (m->from == 1) F(moveRow)(y, x, m->count, m->to, 1, scale);
    else if (m->to == 1) F(moveRow)(y, x, m->count, 1, m->from, scale);
    else F(moveRow)(y, x, m->count, m->to, m->from, scale);
}

/* Both parts at once: x has pairs, from of them apart. */
INLINE void F(splitBy)(const MOVE *m, real *re, real *im, const real *x, int64_t from)
{
  const real scale = m->scale, side = m->side;
  for (int64_t k = 0; k < m->rows; k++, x += m->nextX, re += m->nextY, im += m->nextY)
    TH_SIMD for (int64_t l = 0; l < m->count; l++) {
      re[l] = x[2 * l * from] * scale;
      im[l] = x[2 * l * from + 1] * side;
    }
}

INLINE void F(joinBy)(const MOVE *m, real *y, const real *re, const real *im, int64_t to)
{
  const real scale = m->scale, side = m->side;
  for (int64_t k = 0; k < m->rows; k++, y += m->nextY, re += m->nextX, im += m->nextX)
    TH_SIMD for (int64_t l = 0; l < m->count; l++) {
      y[2 * l * to] = re[l] * scale;
      y[2 * l * to + 1] = im[l] * side;
    }
}

static int F(isPairs)(const THPlanes *p, int64_t step)
{
  return (real *)p->re + 1 == p->im && step % 2 == 0;
}

static void ENTRY(move)(const THButterflyCall *c)
{
  const int isLine = c->lanes == 1;
  const MOVE m = {isLine ? 1 : c->n, isLine ? c->n : c->lanes, c->x->step, c->y->step,
                  isLine ? c->x->step : c->x->lane, isLine ? c->y->step : c->y->lane,
                  (real)c->scale, (real)(c->scale * c->sign)};
  const real *xr = c->x->re, *xi = c->x->im;
  real *yr = c->y->re, *yi = c->y->im;
  if (xi && yi && m.to == 1 && F(isPairs)(c->x, m.from)) {
    if (m.from == 2) F(splitBy)(&m, yr, yi, xr, 1);
    else F(splitBy)(&m, yr, yi, xr, m.from / 2);
  } else if (xi && yi && m.from == 1 && F(isPairs)(c->y, m.to)) {
    if (m.to == 2) F(joinBy)(&m, yr, xr, xi, 1);
    else F(joinBy)(&m, yr, xr, xi, m.to / 2);
  } else {
    if (xr && yr) F(movePlane)(&m, yr, xr, m.scale);
    if (xi && yi) F(movePlane)(&m, yi, xi, m.side);
  }
}

/* --- products with factors --- */

INLINE void F(times)(real *r, real *i, real c, real d)
{
  const real a = *r, b = *i;
  *r = a * c - b * d;
  *i = a * d + b * c;
}

static void ENTRY(factors)(const THButterflyCall *c)
{
  const real *wr = c->wr, *wi = c->wi;
  real *r = c->x->re, *i = c->x->im;
  const int64_t n = c->n, lanes = c->lanes;
  if (lanes == 1)
    TH_SIMD for (int64_t k = 0; k < n; k++) F(times)(&r[k], &i[k], wr[k], wi[k]);
  else
    for (int64_t k = 0; k < n; k++, r += lanes, i += lanes)
      TH_SIMD for (int64_t l = 0; l < lanes; l++) F(times)(&r[l], &i[l], wr[k], wi[k]);
}

/* Some rows of some lanes, of a block at its end. */
static void F(twistRest)(const THButterflyCall *c, int64_t row, int64_t rows, real *yr, real *yi)
{
  const real *wr = c->wr, *wi = c->wi, *vr = c->vr, *vi = c->vi, *xr = c->x->re, *xi = c->x->im;
  for (int64_t k = row; k < row + rows; k++, yr++, yi++)
    for (int64_t l = 0; l < c->lanes; l++) {
      const int64_t at = k * c->lanes + l;
      real u = wr[k * ROW + l], v = wi[k * ROW + l], r = xr[at], i = xi[at];
      F(times)(&u, &v, vr[k], vi[k]);
      F(times)(&r, &i, u, v);
      yr[l * ROW] = r, yi[l * ROW] = i;
    }
}

static void ENTRY(twist)(const THButterflyCall *c)
{
  real *yr = c->y->re, *yi = c->y->im;
  for (int64_t row = 0; row < c->n; row += ROW, yr += c->y->step, yi += c->y->step) {
    const int64_t rows = c->n - row < ROW ? c->n - row : ROW;
    if (c->lanes < ROW || rows < ROW) F(twistRest)(c, row, rows, yr, yi);
    else AT(twistTile, TH_PAIRS_WIDEST)(c, row, yr, yi);
  }
}

/* --- real signals as complex ones of half the length --- */

/* Rows in pairs from both ends, in place. The factors are exp(-pi i k / n). */
#define PAIR_ROWS(name)                                                                        \
static void F(name##Rows)(const THButterflyCall *call)                                         \
{                                                                                              \
  const int64_t n = call->n, lanes = call->lanes, step = call->x->step, end = n * step;         \
  const real *wr = call->wr, *wi = call->wi;                                                   \
  real *r = call->x->re, *i = call->x->im;                                                     \
  for (int64_t l = 0; l < lanes; l++)                                                          \
    F(name##Ends)(r + l, i + l, r + end + l, i + end + l);                                     \
  for (int64_t k = 1; k <= n / 2; k++) {                                                       \
    const int64_t a = k * step, b = end - a;                                                   \
    APART for (int64_t l = 0; l < lanes; l++)                                                  \
      F(name)(&r[a + l], &i[a + l], &r[b + l], &i[b + l], wr[k], wi[k]);                  \
  }                                                                                            \
}
PAIR_ROWS(unfold)
PAIR_ROWS(fold)

static void ENTRY(unfold)(const THButterflyCall *c)
{
  if (c->y && F(isWide)(c->n / 2)) AT(unfoldLine, TH_PAIRS_WIDEST)(c);
  else if (c->y) W(unfoldLine)(c);
  else F(unfoldRows)(c);
}

static void ENTRY(fold)(const THButterflyCall *c)
{
  if (c->y && F(isWide)(c->n / 2)) AT(foldLine, TH_PAIRS_WIDEST)(c);
  else if (c->y) W(foldLine)(c);
  else F(foldRows)(c);
}

static const THButterflyEntry TH_ENTRIES[TH_BUTTERFLY_ROWS] = {
  [TH_OP_passes] = ENTRY(passes), [TH_OP_move] = ENTRY(move), [TH_OP_factors] = ENTRY(factors),
  [TH_OP_twist] = ENTRY(twist), [TH_OP_unfold] = ENTRY(unfold), [TH_OP_fold] = ENTRY(fold),
};

#undef INLINE
#undef F
#undef APART
#undef EACH
#undef HALVES_OF
#undef PASS
#undef RUN
#undef OF_WIDTH
#undef AT
#undef W
#undef VEC
#undef GET
#undef PUT
#undef GET_PAIRS
#undef PUT_PAIRS
#undef PUT_PAIRS_BACK
#undef PICK
#undef LANES
#undef INNER
#undef UNITS
#undef CHUNK
#undef ROW
#undef WIDTH
#undef LINES
#undef MOVE
#undef PAIR_ROWS
