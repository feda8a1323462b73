/* Part of THButterfly.c: passes, one step of the transforms of all lines each, of one radix. */

#define AHEAD 3 /* rows to fetch */

/* A number with which the compiler computes in a loop: it would keep its multiples instead, which
   are more than there are registers. */
#define FRESH(number) __asm__ volatile("" : "+r"(number))

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

/* The factors of p: of j >= 1 the real part at (2 j - 2) * CHUNK, the imaginary part a CHUNK
   further. */
INLINE const real *F(factors)(const PASS *t, const int radix, int64_t p)
{
  const int64_t chunk = p / CHUNK, last = t->m - CHUNK;
  const int64_t first = last > 0 && chunk * CHUNK > last ? last : chunk * CHUNK;
  return t->w + 2 * (radix - 1) * CHUNK * chunk + p - first;
}

INLINE void F(load)(const int radix, const int pairs, const real *xr, const real *xi, int64_t xj,
                    real sign, VEC *r, VEC *i)
{
  EACH(j, 0, radix) {
    if (pairs) GET_PAIRS(xr + j * xj, &r[j], &i[j]), i[j] *= sign;
    else r[j] = GET(xr + j * xj), i[j] = GET(xi + j * xj);
  }
}

/* A pass that is not the last: with factors, to a block. Rows of a matrix are so far apart that the
   processor does not fetch the next ones. */
INLINE void F(middleOf)(const int radix, const int pairs, const int64_t s, const int64_t yj,
                        const PASS *t)
{
  const real *xr = t->xr, *xi = t->xi, sign = t->sign;
  real *yr = t->yr, *yi = t->yi;
  const int64_t xj = t->xj, xp = t->xp, yp = t->yp, m = t->m;
  for (int64_t p = 0; p < m; p++, xr += xp, xi += xp, yr += yp, yi += yp) {
    const real *w = F(factors)(t, radix, p);
    if (pairs && p + AHEAD < m)
      for (int64_t q = 0; q < 2 * s; q += 64 / (int)sizeof(real))
        EACH(j, 0, radix) __builtin_prefetch(xr + AHEAD * xp + j * xj + q);
    for (int64_t at = 0; at < s; at += LANES) {
      const int64_t q = at && at > s - LANES ? s - LANES : at;
      int64_t xstep = xj, ystep = yj;
      FRESH(xstep);
      if (!__builtin_constant_p(yj)) FRESH(ystep);
      VEC r[8], i[8];
      F(load)(radix, pairs, xr + (q << pairs), xi + q, xstep, sign, r, i);
      F(dft)(radix, r, i);
      PUT(yr + q, r[0]), PUT(yi + q, i[0]);
      EACH(j, 1, radix) {
        const real c = w[(2 * j - 2) * CHUNK], d = w[(2 * j - 1) * CHUNK];
        PUT(yr + q + j * ystep, r[j] * c - i[j] * d);
        PUT(yi + q + j * ystep, r[j] * d + i[j] * c);
      }
    }
  }
}

/* Pass 2 has radix 8 and s = 8, as a rule. */
INLINE void F(middle)(const int radix, const int pairs, const PASS *t)
{
  if (radix == 8 && t->s == 8 && t->yj == 8 && !pairs) F(middleOf)(radix, pairs, 8, 8, t);
  else F(middleOf)(radix, pairs, t->s, t->yj, t);
}

/* The last pass, without factors. */
INLINE void F(last)(const int radix, const int pairs, const PASS *t)
{
  const real *xr = t->xr, *xi = t->xi, scale = t->scale, side = scale * t->sign;
  real *yr = t->yr, *yi = t->yi;
  const int64_t s = t->s, xj = t->xj, yj = t->yj, xp = t->xp, yp = t->yp, m = t->m;
  const int64_t ahead = m > 1 ? AHEAD * yp : radix * yj;
  for (int64_t p = 0; p < m; p++, xr += xp, xi += xp, yr += yp, yi += yp)
    for (int64_t at = 0; at < s; at += LANES) {
      const int64_t q = at && at > s - LANES ? s - LANES : at;
      int64_t xstep = xj, ystep = yj;
      FRESH(xstep);
      FRESH(ystep);
      VEC r[16], i[16];
      if (pairs) EACH(j, 0, radix) __builtin_prefetch(yr + 2 * q + j * ystep + ahead, 1);
      F(load)(radix, 0, xr + q, xi + q, xstep, 1, r, i);
      F(dft)(radix, r, i);
      EACH(j, 0, radix) {
        if (pairs) PUT_PAIRS(yr + 2 * q + j * ystep, r[j] * scale, i[j] * side);
        else PUT(yr + q + j * ystep, r[j]), PUT(yi + q + j * ystep, i[j]);
      }
    }
}

/* Some vectors of 16 bytes, or as many with two of them: each becomes one of elements of all. */
INLINE void F(turnInner)(VEC *r)
{
  for (int half = 1; half < INNER; half *= 2) {
    VEC to[INNER];
    EACH(j, 0, INNER / 2) {
      to[2 * j] = PICK(InnerLow, r[j], r[j + INNER / 2]);
      to[2 * j + 1] = PICK(InnerHigh, r[j], r[j + INNER / 2]);
    }
    EACH(j, 0, INNER) r[j] = to[j];
  }
}

/* The first elements of radix vectors, then the second ones, and so on. */
INLINE void F(weave)(const int radix, real *y, VEC *r)
{
  for (int j = 0; j < radix; j += INNER) F(turnInner)(r + j);
  if (LANES == INNER) {
    for (int j = 0; j < radix; j += INNER)
      EACH(k, 0, INNER) PUT(y + k * radix + j, r[j + k]);
  } else if (radix < LANES) {
    EACH(k, 0, 2) {
      PUT(y + k * LANES, PICK(Firsts, r[2 * k], r[2 * k + 1]));
      PUT(y + (k + 2) * LANES, PICK(Seconds, r[2 * k], r[2 * k + 1]));
    }
  } else {
    for (int j = 0; j < radix; j += LANES)
      EACH(k, 0, INNER) {
        PUT(y + k * radix + j, PICK(Firsts, r[j + k], r[j + k + INNER]));
        PUT(y + (k + INNER) * radix + j, PICK(Seconds, r[j + k], r[j + k + INNER]));
      }
  }
}

/* The first pass of a single line, for s = 1, of radix 4 or 8: vectors run over p. */
INLINE void F(first)(const int radix, const int pairs, const PASS *t)
{
  const real *xr = t->xr, *xi = t->xi, *w = t->w, sign = t->sign;
  real *yr = t->yr, *yi = t->yi;
  const int64_t m = t->m, xj = t->xj;
  for (int64_t at = 0; at < m; at += CHUNK, w += 2 * (radix - 1) * CHUNK)
    for (int h = 0; h < CHUNK; h += LANES) {
      const int64_t p = (at > m - CHUNK ? m - CHUNK : at) + h;
      VEC r[8], i[8];
      if (pairs) EACH(j, 0, radix) __builtin_prefetch(xr + (p << pairs) + (j + radix) * xj);
      F(load)(radix, pairs, xr + (p << pairs), xi + p, xj, sign, r, i);
      F(dft)(radix, r, i);
      EACH(j, 1, radix) {
        const VEC c = GET(w + (2 * j - 2) * CHUNK + h), d = GET(w + (2 * j - 1) * CHUNK + h);
        const VEC a = r[j], b = i[j];
        r[j] = a * c - b * d, i[j] = a * d + b * c;
      }
      F(weave)(radix, yr + radix * p, r);
      F(weave)(radix, yi + radix * p, i);
    }
}

/* The ways of a pass, and those that read pairs. */
enum F(Way) { F(MIDDLE), F(LAST), F(LAST_TO_PAIRS), F(FIRST), F(FROM_PAIRS),
              F(FIRST_FROM_PAIRS), F(WAYS) };

#define WAY(name, way, radix, pairs) \
static void F(name##radix)(const PASS *t) { F(way)(radix, pairs, t); }
#define WAYS_OF_ALL(radix) WAY(middle, middle, radix, 0) WAY(last, last, radix, 0)
#define WAYS_OF_ENDS(radix) \
  WAY(toPairs, last, radix, 1) WAY(first, first, radix, 0) \
  WAY(fromPairs, middle, radix, 1) WAY(firstFromPairs, first, radix, 1)
WAYS_OF_ALL(2) WAYS_OF_ALL(3) WAYS_OF_ALL(4) WAYS_OF_ALL(5) WAYS_OF_ALL(7) WAYS_OF_ALL(8)
WAYS_OF_ENDS(4) WAYS_OF_ENDS(8) WAY(last, last, 16, 0) WAY(toPairs, last, 16, 1)

static void (*const F(ways)[F(WAYS)][17])(const PASS *t) = {
  [F(MIDDLE)] = {[2] = F(middle2), F(middle3), F(middle4), F(middle5), [7] = F(middle7),
                 [8] = F(middle8)},
  [F(LAST)] = {[2] = F(last2), F(last3), F(last4), F(last5), [7] = F(last7), F(last8),
               [16] = F(last16)},
  [F(LAST_TO_PAIRS)] = {[4] = F(toPairs4), [8] = F(toPairs8), [16] = F(toPairs16)},
  [F(FIRST)] = {[4] = F(first4), [8] = F(first8)},
  [F(FROM_PAIRS)] = {[4] = F(fromPairs4), [8] = F(fromPairs8)},
  [F(FIRST_FROM_PAIRS)] = {[4] = F(firstFromPairs4), [8] = F(firstFromPairs8)},
};

#undef AHEAD
#undef FRESH
#undef WAY
#undef WAYS_OF_ALL
#undef WAYS_OF_ENDS
