/* Part of THButterfly.c, of one width: vectors that become rows of their elements. */

/* Of INNER vectors: unit k of each (16 bytes) becomes the elements k of all. */
INLINE void W(turnInner)(VEC *r)
{
  _Pragma("GCC unroll 4") for (int half = 1; half < INNER; half *= 2) {
    VEC to[INNER];
    EACH(j, 0, INNER / 2) {
      to[2 * j] = PICK(InnerLow, r[j], r[j + INNER / 2]);
      to[2 * j + 1] = PICK(InnerHigh, r[j], r[j + INNER / 2]);
    }
    EACH(j, 0, INNER) r[j] = to[j];
  }
}

/* Of UNITS vectors: vector k becomes the units k of all. */
INLINE void W(turnUnits)(VEC *r)
{
  if (UNITS == 4) {
    const VEC a = r[0], b = r[1], c = r[2], d = r[3];
    r[0] = PICK(Firsts, a, b), r[2] = PICK(Seconds, a, b);
    r[1] = PICK(Firsts, c, d), r[3] = PICK(Seconds, c, d);
  }
  EACH(k, 0, UNITS / 2) {
    const VEC a = r[2 * k], b = r[2 * k + 1];
    r[2 * k] = PICK(EvenUnits, a, b), r[2 * k + 1] = PICK(OddUnits, a, b);
  }
}

/* The first elements of radix vectors, then the second ones, and so on. */
INLINE void W(weave)(const int radix, real *y, VEC *r)
{
  VEC t[16]; /* in the order of what comes first */
  EACH(g, 0, radix / INNER) {
    W(turnInner)(r + g * INNER);
    EACH(k, 0, INNER) t[k * (radix / INNER) + g] = r[g * INNER + k];
  }
  EACH(u, 0, radix / UNITS) {
    W(turnUnits)(t + u * UNITS);
    EACH(k, 0, UNITS) PUT(y + (k * radix + u * UNITS) * INNER, t[u * UNITS + k]);
  }
}

/* Rows of a block, ROW of ROW lanes, times u * v, become lanes: those of row k are at y + k. */
INLINE void W(twistTile)(const THButterflyCall *c, int64_t row, real *yr, real *yi)
{
  const real *wr = c->wr, *wi = c->wi, *vr = c->vr, *vi = c->vi, *xr = c->x->re, *xi = c->x->im;
  for (int l = 0; l < ROW; l += LANES) {
    VEC r[ROW], i[ROW];
    EACH(k, 0, ROW) {
      const int64_t at = (row + k) * ROW + l;
      const VEC a = GET(wr + at), b = GET(wi + at), x = GET(xr + at), z = GET(xi + at);
      const VEC u = a * vr[row + k] - b * vi[row + k], v = a * vi[row + k] + b * vr[row + k];
      r[k] = x * u - z * v, i[k] = x * v + z * u;
    }
    W(weave)(ROW, yr + l * ROW, r);
    W(weave)(ROW, yi + l * ROW, i);
  }
}
