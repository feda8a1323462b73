/* Part of THButterfly.c, of one width: rows of a real signal that is transformed as a complex one
   of half the length. */

HALVES_OF(VEC, W)

/* A single line in whole vectors, from a block to pairs. The last vectors overlap those before. */
static void W(unfoldLine)(const THButterflyCall *call)
{
  const int64_t n = call->n, half = n / 2;
  const real *wr = call->wr, *wi = call->wi, *r = call->x->re, *i = call->x->im;
  const real scale = (real)call->scale, side = (real)(call->scale * call->sign);
  real *y = call->y->re, ar = r[0], ai = i[0], br, bi;
  F(unfoldEnds)(&ar, &ai, &br, &bi);
  y[0] = ar * scale, y[1] = ai * side;
  y[2 * n] = br * scale, y[2 * n + 1] = bi * side;
  for (int64_t at = 1; at <= half; at += LANES) {
    const int64_t a = at > half + 1 - LANES ? half + 1 - LANES : at, b = n + 1 - a - LANES;
    VEC ur = GET(r + a), ui = GET(i + a), vr = GET(r + b), vi = GET(i + b);
    FETCH(y + 2 * a + 2 * n + 2, 1);
    FETCH(y + 2 * b + 2 * n + 2, 1);
    vr = PICK(Back, vr, vr), vi = PICK(Back, vi, vi);
    W(unfold)(&ur, &ui, &vr, &vi, GET(wr + a), GET(wi + a));
    PUT_PAIRS(y + 2 * a, ur * scale, ui * side);
    PUT_PAIRS_BACK(y + 2 * b, vr * scale, vi * side);
  }
}

static void W(foldLine)(const THButterflyCall *call)
{
  const int64_t n = call->n, half = n / 2;
  const real *wr = call->wr, *wi = call->wi, *x = call->x->re;
  real *r = call->y->re, *i = call->y->im, end = x[2 * n];
  r[0] = x[0];
  F(foldEnds)(r, i, &end, NULL);
  for (int64_t at = 1; at <= half; at += LANES) {
    const int64_t a = at > half + 1 - LANES ? half + 1 - LANES : at, b = n + 1 - a - LANES;
    VEC ur, ui, vr, vi;
    GET_PAIRS(x + 2 * a, &ur, &ui), GET_PAIRS(x + 2 * b, &vr, &vi);
    vr = PICK(Back, vr, vr), vi = PICK(Back, vi, vi);
    W(fold)(&ur, &ui, &vr, &vi, GET(wr + a), GET(wi + a));
    PUT(r + a, ur), PUT(i + a, ui);
    PUT(r + b, PICK(Back, vr, vr)), PUT(i + b, PICK(Back, vi, vi));
  }
}

#undef FETCH
