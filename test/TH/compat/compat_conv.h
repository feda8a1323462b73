/* Tests of convolutions for one element type; test_compat_conv.c includes this file once per
   type. */
#ifndef TH_GENERIC_FILE
#error "read through test_compat_conv.c"
#else

/* --- a tensor of packed numbers, with planes before the picture (2D) or volume (3D) --- */

static THTensor *THTensor_(made)(const double *from, int a, int b, int dims, const int *n)
{
  long size[5], ndim = 0;
  if (a) size[ndim++] = a;
  if (b) size[ndim++] = b;
  for (int d = 3 - dims; d < 3; d++) size[ndim++] = n[d];
  THTensor *t = THTensor_(new)();
  THTensor_(resizeNd)(t, (int)ndim, size, NULL);
  real *to = THTensor_(data)(t);
  for (long i = 0; i < THTensor_(nElement)(t); i++) to[i] = (real)(long)from[i];
  return t;
}

static int THTensor_(equals)(const real *got, const double *wanted, int n)
{
  for (int i = 0; i < n; i++)
    if (got[i] != (real)(long)wanted[i]) return 0;
  return 1;
}

static void THTensor_(testPointers)(const Case *c)
{
  double x[MOST], k[MOST], r[MOST];
  real xs[MOST], ks[MOST], rs[MOST];
  const int *n = c->x, *m = c->k, *s = c->step;
  fill(x, MOST), fill(k, MOST), fill(r, MOST);
  for (int i = 0; i < MOST; i++)
    xs[i] = (real)(long)x[i], ks[i] = (real)(long)k[i], rs[i] = (real)(long)r[i];
  reference(c->form, c->kind, 2, x, n, k, m, s, r);
  if (c->dims == 2) {
    void (*f)(real *, real, real *, long, long, real *, long, long, long, long) =
        c->form == 'R' ? THTensor_(validXCorr2DRevptr)
        : c->form == 'F' ? c->kind == 'X' ? THTensor_(fullXCorr2Dptr) : THTensor_(fullConv2Dptr)
        : c->kind == 'X' ? THTensor_(validXCorr2Dptr) : THTensor_(validConv2Dptr);
    f(rs, 2, xs, n[1], n[2], ks, m[1], m[2], s[1], s[2]);
  } else {
    void (*f)(real *, real, real *, long, long, long, real *, long, long, long, long, long, long) =
        c->form == 'R' ? THTensor_(validXCorr3DRevptr)
        : c->form == 'F' ? c->kind == 'X' ? THTensor_(fullXCorr3Dptr) : THTensor_(fullConv3Dptr)
        : c->kind == 'X' ? THTensor_(validXCorr3Dptr) : THTensor_(validConv3Dptr);
    f(rs, 2, xs, n[0], n[1], n[2], ks, m[0], m[1], m[2], s[0], s[1], s[2]);
  }
  CHECK(THTensor_(equals)(rs, r, MOST));
}

/* Call the function of some planes; the test's letters are those of the C API. */
static void THTensor_(call)(const Case *c, int planes, THTensor *r, real beta, THTensor *x,
                            THTensor *k)
{
  const char form[] = {c->form, 0}, kind[] = {c->kind, 0};
  const int *s = c->step;
  if (c->dims == 2 && c->form == 'R') {
    (planes == GER ? THTensor_(conv2DRevger) : THTensor_(conv2DRevgerm))(r, beta, 2, x, k, s[1],
                                                                         s[2]);
  } else if (c->dims == 2) {
    void (*const f[])(THTensor *, real, real, THTensor *, THTensor *, long, long, const char *,
                      const char *) = {
        [MUL] = THTensor_(conv2Dmul), [CMUL] = THTensor_(conv2Dcmul), [MV] = THTensor_(conv2Dmv),
        [MM] = THTensor_(conv2Dmm), [GER] = THTensor_(conv2Dger)};
    f[planes](r, beta, 2, x, k, s[1], s[2], form, kind);
  } else if (c->form == 'R') {
    THTensor_(conv3DRevger)(r, beta, 2, x, k, s[0], s[1], s[2]);
  } else {
    void (*const f[])(THTensor *, real, real, THTensor *, THTensor *, long, long, long,
                      const char *, const char *) = {
        [MUL] = THTensor_(conv3Dmul), [CMUL] = THTensor_(conv3Dcmul), [MV] = THTensor_(conv3Dmv),
        [GER] = THTensor_(conv3Dger)};
    f[planes](r, beta, 2, x, k, s[0], s[1], s[2], form, kind);
  }
}

/* r = beta r + 2 product, with b batches of p planes of x, and kernels for q planes of r. */
static void THTensor_(testPlanes)(const Case *c, int planes, int b, int p, int q)
{
  double x[MOST], k[MOST], r[MOST];
  int n[3];
  sizes(c->form, c->x, c->k, c->step, n);
  const int nx = count(c->x), nk = count(c->k), nr = count(n);
  const int each = planes == GER || planes == GERM, one = planes == CMUL;
  const int maps = planes == MUL ? 1 : one ? p : planes == GERM ? q * p : each ? q * p : b * q;
  fill(x, MOST), fill(k, MOST), fill(r, MOST);
  THTensor *input = planes == MUL ? THTensor_(made)(x, 0, 0, c->dims, c->x)
                    : THTensor_(made)(x, planes == MM || planes == GERM ? b : 0, p, c->dims, c->x);
  THTensor *kernel = planes == MUL ? THTensor_(made)(k, 0, 0, c->dims, c->k)
                     : one ? THTensor_(made)(k, 0, p, c->dims, c->k)
                     : planes == GERM ? THTensor_(made)(k, b, q, c->dims, c->k)
                     : each ? THTensor_(made)(k, 0, q, c->dims, c->k)
                     : THTensor_(made)(k, q, p, c->dims, c->k);
  THTensor *out = THTensor_(made)(r, 0, maps, c->dims, n);
  for (int i = 0; i < maps * nr; i++) r[i] *= c->beta;
  for (int batch = 0; batch < b; batch++)
    for (int from = 0; from < p; from++)
      for (int to = 0; to < q; to++) {
        const int map = planes == MUL ? 0 : one ? from : each ? to * p + from : batch * q + to;
        const int weights = planes == MUL ? 0 : one ? from : planes == GERM ? batch * q + to
                            : each ? to : to * p + from;
        if (one && to != from) continue;
        reference(c->form, c->kind, 2, x + (batch * p + from) * nx, c->x, k + weights * nk, c->k,
                  c->step, r + map * nr);
      }
  THTensor_(call)(c, planes, out, (real)c->beta, input, kernel);
  CHECK(THTensor_(nElement)(out) == maps * nr && out->size[out->nDimension - 1] == n[2]);
  CHECK(THTensor_(equals)(THTensor_(data)(out), r, maps * nr));
  THTensor_(free)(input);
  THTensor_(free)(kernel);
  THTensor_(free)(out);
}

/* Row i of the map says from where kernel i goes to where. */
static void THTensor_(testMap)(const Case *c)
{
  static const int from[] = {0, 2, 2}, to[] = {1, 1, 0};
  const double rows[] = {1, 2, 3, 2, 3, 1};
  double x[MOST], k[MOST], r[MOST] = {0};
  const char form[] = {c->form, 0}, kind[] = {c->kind, 0};
  const int *s = c->step, table[3] = {1, 3, 2};
  int n[3];
  sizes(c->form, c->x, c->k, s, n);
  fill(x, MOST), fill(k, MOST);
  THTensor *input = THTensor_(made)(x, 0, 3, c->dims, c->x), *out = THTensor_(new)();
  THTensor *kernel = THTensor_(made)(k, 0, 3, c->dims, c->k);
  THTensor *map = THTensor_(made)(rows, 0, 0, 2, table);
  for (int i = 0; i < 3; i++)
    reference(c->form, c->kind, 3, x + from[i] * count(c->x), c->x, k + i * count(c->k), c->k, s,
              r + to[i] * count(n));
  if (c->dims == 2) THTensor_(conv2Dmap)(out, 1, 3, input, kernel, map, s[1], s[2], form, kind);
  else THTensor_(conv3Dmap)(out, 1, 3, input, kernel, map, s[0], s[1], s[2], form, kind);
  CHECK(THTensor_(nElement)(out) == 3 * count(n));
  CHECK(THTensor_(equals)(THTensor_(data)(out), r, 3 * count(n)));
  THTensor_(free)(input);
  THTensor_(free)(kernel);
  THTensor_(free)(map);
  THTensor_(free)(out);
}

static void THTensor_(testConv)(void)
{
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    THTensor_(testPointers)(c);
    THTensor_(testPlanes)(c, GER, 1, 2, 3);
    if (c->form == 'R' && c->dims == 2) THTensor_(testPlanes)(c, GERM, 2, 2, 3);
    if (c->form == 'R') continue;
    THTensor_(testPlanes)(c, MUL, 1, 1, 1);
    THTensor_(testPlanes)(c, CMUL, 1, 3, 3);
    THTensor_(testPlanes)(c, MV, 1, 2, 3);
    if (c->dims == 2) THTensor_(testPlanes)(c, MM, 2, 2, 3);
    THTensor_(testMap)(c);
  }
}

#endif
