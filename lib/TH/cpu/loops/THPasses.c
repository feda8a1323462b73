/* Part of THButterfly.c, of one width: passes, one step of the transforms of all lines each, of one
   radix. */

#define AHEAD 3 /* rows to fetch */

/* A number with which the compiler computes in a loop: it would keep its multiples instead, which
   are more than there are registers. */
#define FRESH(number) __asm__ volatile("" : "+r"(number))

/* The factors of p: of j >= 1 the real part at (2 j - 2) * CHUNK, the imaginary part a CHUNK
   further. */
INLINE const real *W(factors)(const PASS *t, const int radix, int64_t p)
{
  const int64_t chunk = p / CHUNK, last = t->m - CHUNK;
  const int64_t first = last > 0 && chunk * CHUNK > last ? last : chunk * CHUNK;
  return t->w + 2 * (radix - 1) * CHUNK * chunk + p - first;
}

/* Fetch the lines of the cache with a vector of pairs, to read or to write them. */
#define FETCH(p, writes)                                                                       \
  for (int k = 0; k < 2 * LANES; k += 64 / (int)sizeof(real)) __builtin_prefetch((p) + k, writes)

INLINE void W(load)(const int radix, const int pairs, const real *xr, const real *xi, int64_t xj,
                    real sign, VEC *r, VEC *i)
{
  EACH(j, 0, radix) {
    if (pairs) GET_PAIRS(xr + j * xj, &r[j], &i[j]), i[j] *= sign;
    else r[j] = GET(xr + j * xj), i[j] = GET(xi + j * xj);
  }
}

/* A pass that is not the last: with factors, to a block. Rows of a matrix are so far apart that the
   processor does not fetch the next ones. */
INLINE void W(middle)(const int radix, const int pairs, const PASS *t)
{
  const real *xr = t->xr, *xi = t->xi, sign = t->sign;
  real *yr = t->yr, *yi = t->yi;
  const int64_t s = t->s, xj = t->xj, yj = t->yj, xp = t->xp, yp = t->yp, m = t->m;
  for (int64_t p = 0; p < m; p++, xr += xp, xi += xp, yr += yp, yi += yp) {
    const real *w = W(factors)(t, radix, p);
    if (pairs && p + AHEAD < m)
      for (int64_t q = 0; q < 2 * s; q += 64 / (int)sizeof(real))
        EACH(j, 0, radix) __builtin_prefetch(xr + AHEAD * xp + j * xj + q);
    for (int64_t at = 0; at < s; at += LANES) {
      const int64_t q = at && at > s - LANES ? s - LANES : at;
      int64_t xstep = xj, ystep = yj;
      FRESH(xstep);
      FRESH(ystep);
      VEC r[16], i[16];
      W(load)(radix, pairs, xr + (q << pairs), xi + q, xstep, sign, r, i);
      W(dft)(radix, r, i);
      PUT(yr + q, r[0]), PUT(yi + q, i[0]);
      EACH(j, 1, radix) {
        const real c = w[(2 * j - 2) * CHUNK], d = w[(2 * j - 1) * CHUNK];
        PUT(yr + q + j * ystep, r[j] * c - i[j] * d);
        PUT(yi + q + j * ystep, r[j] * d + i[j] * c);
      }
    }
  }
}

/* The last pass, without factors. */
INLINE void W(last)(const int radix, const int pairs, const PASS *t)
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
      if (pairs) EACH(j, 0, radix) FETCH(yr + 2 * q + j * ystep + ahead, 1);
      W(load)(radix, 0, xr + q, xi + q, xstep, 1, r, i);
      W(dft)(radix, r, i);
      EACH(j, 0, radix) {
        if (pairs) PUT_PAIRS(yr + 2 * q + j * ystep, r[j] * scale, i[j] * side);
        else PUT(yr + q + j * ystep, r[j]), PUT(yi + q + j * ystep, i[j]);
      }
    }
}

/* The first pass of a single line, for s = 1, of radix 4, 8 or 16: vectors run
   over p. */
INLINE void W(first)(const int radix, const int pairs, const PASS *t)
{
  const real *xr = t->xr, *xi = t->xi, *w = t->w, sign = t->sign;
  real *yr = t->yr, *yi = t->yi;
  const int64_t m = t->m, xj = t->xj, chunk = m < CHUNK ? m : CHUNK;
  for (int64_t at = 0; at < m; at += CHUNK, w += 2 * (radix - 1) * CHUNK)
    for (int64_t next = 0; next < chunk; next += LANES) {
      const int64_t h = next > chunk - LANES ? chunk - LANES : next;
      const int64_t p = (at > m - chunk ? m - chunk : at) + h;
      VEC r[16], i[16];
      if (pairs) EACH(j, 0, radix) FETCH(xr + 2 * p + (j + radix) * xj, 0);
      W(load)(radix, pairs, xr + (p << pairs), xi + p, xj, sign, r, i);
      W(dft)(radix, r, i);
      EACH(j, 1, radix) {
        const VEC c = GET(w + (2 * j - 2) * CHUNK + h), d = GET(w + (2 * j - 1) * CHUNK + h);
        const VEC a = r[j], b = i[j];
        r[j] = a * c - b * d, i[j] = a * d + b * c;
      }
      W(weave)(radix, yr + radix * p, r);
      W(weave)(radix, yi + radix * p, i);
    }
}

#define WAY(name, way, radix, pairs) \
static void W(name##radix)(const PASS *t) { W(way)(radix, pairs, t); }
#define WAYS_OF_ALL(radix) WAY(middle, middle, radix, 0) WAY(last, last, radix, 0)
#define WAYS_OF_ENDS(radix) \
  WAY(toPairs, last, radix, 1) WAY(first, first, radix, 0) \
  WAY(fromPairs, middle, radix, 1) WAY(firstFromPairs, first, radix, 1)
WAYS_OF_ALL(2) WAYS_OF_ALL(3) WAYS_OF_ALL(4) WAYS_OF_ALL(5) WAYS_OF_ALL(7) WAYS_OF_ALL(8)
WAYS_OF_ALL(16) WAYS_OF_ENDS(4) WAYS_OF_ENDS(8) WAYS_OF_ENDS(16)

#define ENDS(name) {[4] = W(name##4), [8] = W(name##8), [16] = W(name##16)}
static const RUN W(ways)[F(WAYS)][17] = {
  [F(MIDDLE)] = {[2] = W(middle2), W(middle3), W(middle4), W(middle5), [7] = W(middle7),
                 W(middle8), [16] = W(middle16)},
  [F(LAST)] = {[2] = W(last2), W(last3), W(last4), W(last5), [7] = W(last7), W(last8),
               [16] = W(last16)},
  [F(LAST_TO_PAIRS)] = ENDS(toPairs),
  [F(FIRST)] = ENDS(first),
  [F(FROM_PAIRS)] = ENDS(fromPairs),
  [F(FIRST_FROM_PAIRS)] = ENDS(firstFromPairs),
};

#undef ENDS
#undef AHEAD
#undef FRESH
#undef WAY
#undef WAYS_OF_ALL
#undef WAYS_OF_ENDS
