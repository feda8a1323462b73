/*
** Built-in products of one dtype (see THProductChapter.h, and THBlas.c for the block sizes).
**
** Sums of integers are kept unsigned: they wrap, and wrapping once more when stored gives what
** arithmetic in the element type would have given. Complex products are by the plain formula.
*/
#define Sum TH_CONCAT_3(TH, Real, BlasSum)
#define BLAS(name) TH_CONCAT_4(TH, Real, Blas_, name)

TH_IF_FLOATING(typedef double Sum;)
TH_IF_INTEGRAL(typedef uint64_t Sum;)
TH_IF_COMPLEX(typedef double _Complex Sum;)

/* An element, or its conjugate. */
static inline Sum BLAS(read)(const real *x, int conjugated)
{
  const Sum value = (Sum)TH_LOAD(*x);
  TH_IF_COMPLEX(if (conjugated) return conj(value);)
  (void)conjugated;
  return value;
}

static inline void BLAS(store)(real *c, Sum sum, Sum alpha, Sum beta)
{
  sum *= alpha;
  if (beta != 0) sum += beta * (Sum)TH_LOAD(*c);
  *c = TH_STORE_ACC(sum);
}

/*
** Pack the elements x[i * si + p * sp], i < ni and p < np, into groups of GROUP rows: group g
** holds, for each p, its GROUP values side by side. Missing rows of the last group are 0.
*/
static void BLAS(pack)(Sum *to, const real *x, int conjugated, int64_t si, int64_t sp, int64_t ni,
                       int64_t np)
{
  for (int64_t i0 = 0; i0 < ni; i0 += GROUP, to += GROUP * BLOCK_K)
    for (int64_t i = 0; i < GROUP; i++)
      for (int64_t p = 0; p < np; p++)
        to[p * GROUP + i] = i0 + i < ni ? BLAS(read)(&x[(i0 + i) * si + p * sp], conjugated) : 0;
}

/* sum(i, j) += the products of one group of each factor, over p, always in the same order. */
static void BLAS(multiply)(Sum sum[GROUP][GROUP], const Sum *a, const Sum *b, int64_t np)
{
  Sum s[GROUP][GROUP];
  memcpy(s, sum, sizeof s);
  for (int64_t p = 0; p < np; p++, a += GROUP, b += GROUP)
    for (int j = 0; j < GROUP; j++)
      for (int i = 0; i < GROUP; i++) s[j][i] += a[i] * b[j];
  memcpy(sum, s, sizeof s);
}

/* Compute the block of C that starts at (i0, j0), at most BLOCK x BLOCK. Sums are rounded when
   stored. */
static void BLAS(block)(const THProduct *g, int64_t i0, int64_t j0, int64_t k, Sum alpha, Sum beta)
{
  Sum sum[GROUPS][GROUPS][GROUP][GROUP], a[BLOCK * BLOCK_K], b[BLOCK * BLOCK_K];
  const int64_t ni = TH_BLAS_MIN(g->m - i0, BLOCK), nj = TH_BLAS_MIN(g->n - j0, BLOCK);
  memset(sum, 0, sizeof sum);
  for (int64_t p0 = 0; p0 < k; p0 += BLOCK_K) {
    const int64_t np = TH_BLAS_MIN(k - p0, BLOCK_K);
    BLAS(pack)(a, (const real *)g->a + i0 * g->ai + p0 * g->ap, g->conja, g->ai, g->ap, ni, np);
    BLAS(pack)(b, (const real *)g->b + j0 * g->bj + p0 * g->bp, g->conjb, g->bj, g->bp, nj, np);
    for (int64_t j = 0; j * GROUP < nj; j++)
      for (int64_t i = 0; i * GROUP < ni; i++)
        BLAS(multiply)(sum[j][i], a + i * GROUP * BLOCK_K, b + j * GROUP * BLOCK_K, np);
  }
  for (int64_t j = 0; j < nj; j++) {
    real *c = (real *)g->c + i0 * g->ci + (j0 + j) * g->cj;
    for (int64_t i = 0; i < ni; i++)
      BLAS(store)(c + i * g->ci, sum[j / GROUP][i / GROUP][j % GROUP][i % GROUP], alpha, beta);
  }
}

/*
** The scalars, and how much of k to sum: nothing if alpha is 0, for then the factors are not read.
** The empty sum gets alpha 0, because an infinite one would make it NaN.
*/
static int64_t BLAS(scalars)(const THProduct *g, Sum *alpha, Sum *beta)
{
  *alpha = g->k ? (Sum)TH_LOAD(*(const real *)g->alpha) : 0;
  *beta = (Sum)TH_LOAD(*(const real *)g->beta);
  return *alpha != 0 ? g->k : 0;
}

static void BLAS(gemm)(const THProduct *g)
{
  Sum alpha, beta;
  const int64_t k = BLAS(scalars)(g, &alpha, &beta);
  for (int64_t j0 = 0; j0 < g->n; j0 += BLOCK)
    for (int64_t i0 = 0; i0 < g->m; i0 += BLOCK) BLAS(block)(g, i0, j0, k, alpha, beta);
}

/* A fixed number of partial sums, added pairwise, whatever the processor. */
static Sum BLAS(inner)(int64_t n, const real *x, int conjx, int64_t incx, const real *y,
                       int64_t incy)
{
  Sum lane[LANES] = {0};
  int64_t i = 0;
  if (incx == 1 && incy == 1)
    for (; i + LANES <= n; i += LANES)
      for (int l = 0; l < LANES; l++)
        lane[l] += BLAS(read)(&x[i + l], conjx) * (Sum)TH_LOAD(y[i + l]);
  for (; i < n; i++)
    lane[i % LANES] += BLAS(read)(&x[i * incx], conjx) * (Sum)TH_LOAD(y[i * incy]);
  for (int half = LANES / 2; half; half /= 2)
    for (int l = 0; l < half; l++) lane[l] += lane[l + half];
  return lane[0];
}

/* n is 1. Walks A in the order in which it lies: along k by inner products, along m by columns. */
static void BLAS(gemv)(const THProduct *g)
{
  const real *a = g->a, *x = g->b;
  real *y = g->c;
  Sum alpha, beta, sum[BLOCK];
  const int64_t k = BLAS(scalars)(g, &alpha, &beta);
  if (k == 0 || g->ap < g->ai) {
    for (int64_t i = 0; i < g->m; i++) {
      const Sum whole = k ? BLAS(inner)(k, a + i * g->ai, g->conja, g->ap, x, g->bp) : 0;
      BLAS(store)(y + i * g->ci, whole, alpha, beta);
    }
    return;
  }
  for (int64_t i0 = 0; i0 < g->m; i0 += BLOCK) {
    const int64_t ni = TH_BLAS_MIN(g->m - i0, BLOCK);
    memset(sum, 0, sizeof sum);
    for (int64_t p = 0; p < k; p++) {
      const real *column = a + i0 * g->ai + p * g->ap;
      const Sum xp = (Sum)TH_LOAD(x[p * g->bp]);
      for (int64_t i = 0; i < ni; i++) sum[i] += BLAS(read)(&column[i * g->ai], g->conja) * xp;
    }
    for (int64_t i = 0; i < ni; i++) BLAS(store)(y + (i0 + i) * g->ci, sum[i], alpha, beta);
  }
}

/* k is 1: each element takes one product and is rounded once. */
static void BLAS(ger)(const THProduct *g)
{
  const real *x = g->a, *y = g->b;
  const Sum alpha = (Sum)TH_LOAD(*(const real *)g->alpha);
  if (alpha == 0) return;
  for (int64_t j = 0; j < g->n; j++) {
    real *c = (real *)g->c + j * g->cj;
    const Sum yj = (Sum)TH_LOAD(y[j * g->bj]);
    for (int64_t i = 0; i < g->m; i++)
      BLAS(store)(c + i, (Sum)TH_LOAD(x[i * g->ai]) * yj, alpha, 1);
  }
}

static THNumber BLAS(dot)(const THDot *d)
{
  const Sum sum = BLAS(inner)(d->n, d->x, d->conjx, d->incx, d->y, d->incy);
  TH_IF_FLOATING(return TH_real(sum);)
  TH_IF_INTEGRAL(return TH_integer((int64_t)sum);)
  TH_IF_COMPLEX(return TH_complex(creal(sum), cimag(sum));)
}

#undef Sum
#undef BLAS
