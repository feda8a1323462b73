/*
** Distances between rows (THDistanceChapter.h): of short rows roots of sums of squares, of long
** ones roots of |a|^2 + |b|^2 - 2 a b, with the pairs that are near each other, where that cancels,
** computed from their differences. Sums have the same lanes at each level, and so the same bits.
*/
#include "TH/cpu/math/THVecMath.h"
#include "TH/cpu/parts/THMaskBits.h"

/* Pairs nearer than that part of the sum of their squares are computed from differences: up to
   there the products cost at most four bits. So are those whose squares are too small to have all
   their bits; squares of differences that small are taken of multiples. */
#define TH_CANCELS (real)0.0625
#define TH_TINY (sizeof(real) == 4 ? (real)0x1p-100f : (real)0x1p-960)

#define TH_SUM_LANES 16
#define TH_EACH_SUM TH_SIMD for (int l = 0; l < TH_SUM_LANES; l++)
#define TH_EACH_BESIDE TH_SIMD for (ptrdiff_t j = 0; j < n; j++)

/* The elements of b are step apart. */
static real KERNEL(tiny)(const real *a, const real *b, int64_t step, int64_t k)
{
  const real scale = 1 / TH_TINY;
  real sum = 0;
  for (int64_t e = 0; e < k; e++) {
    const real d = (a[e] - b[e * step]) * scale;
    sum += d * d;
  }
  return sqrt(sum) / scale;
}

/* The distance of two rows, from their differences. */
static real KERNEL(apart)(const real *a, const real *b, int64_t k)
{
  real sum[TH_SUM_LANES] = {0};
  int64_t e = 0;
  for (; e + TH_SUM_LANES <= k; e += TH_SUM_LANES)
    TH_EACH_SUM sum[l] += (a[e + l] - b[e + l]) * (a[e + l] - b[e + l]);
  for (int l = 0; e + l < k; l++) sum[l] += (a[e + l] - b[e + l]) * (a[e + l] - b[e + l]);
  _Pragma("GCC unroll 8") for (int half = TH_SUM_LANES / 2; half; half /= 2)
    TH_SIMD for (int l = 0; l < half; l++) sum[l] += sum[l + half];
  return sum[0] < TH_TINY ? KERNEL(tiny)(a, b, 1, k) : sqrt(sum[0]);
}

/* n <= TH_BITS_RUN distances of a row of a, where r has the products; those that are near get their
   distances afterwards. */
static void KERNEL(someOfProducts)(const THDistanceCall *c, real *r, const real *a, real of_a,
                                   int64_t first, ptrdiff_t n)
{
  const real *b = (const real *)c->b + first * c->k, *of_b = (const real *)c->of_b + first;
  _Alignas(64) uint8_t near[TH_BITS_RUN] = {0};
  TH_EACH_BESIDE {
    const real all = of_a + of_b[j], d = all - 2 * r[j];
    const int far = (d > TH_CANCELS * all) & (all > TH_TINY);
    near[j] = !far;
    r[j] = sqrt(far ? d : 0);
  }
  for (uint64_t bits = th_maskBits(near); bits; bits &= bits - 1) {
    const int j = __builtin_ctzll(bits);
    r[j] = KERNEL(apart)(a, b + j * c->k, c->k);
  }
}

/* Always inlined: n is a constant, but for few columns. */
static inline __attribute__((always_inline)) void
KERNEL(someOfShort)(const THDistanceCall *c, real *r, const real *a, const real *b, ptrdiff_t n)
{
  _Alignas(64) real sum[TH_BITS_RUN];
  int any = 0;
  TH_EACH_BESIDE sum[j] = 0;
  for (int64_t e = 0; e < c->k; e++)
    TH_EACH_BESIDE {
      const real d = a[e] - b[e * c->m + j];
      sum[j] += d * d;
    }
  _Pragma("omp simd reduction(|:any)")
  for (ptrdiff_t j = 0; j < n; j++) any |= sum[j] < TH_TINY, r[j] = sqrt(sum[j]);
  for (ptrdiff_t j = 0; any && j < n; j++)
    if (sum[j] < TH_TINY) r[j] = KERNEL(tiny)(a, b + j, c->m, c->k);
}

static void ENTRY(distanceOfProducts)(const THDistanceCall *c, int64_t begin, int64_t end)
{
  const int64_t m = c->m, most = TH_BITS_RUN;
  for (int64_t i = begin; i < end; i++)
    for (int64_t j = 0; j < m; j += most)
      KERNEL(someOfProducts)(c, (real *)c->r + i * m + j, (const real *)c->a + i * c->k,
                             ((const real *)c->of_a)[i], i / c->n * m + j,
                             m - j < most ? m - j : most);
}

/* Columns by many and by few vectors; the last few overlap those before. */
static void KERNEL(shortRow)(const THDistanceCall *c, real *r, const real *a, const real *b)
{
  enum { MANY = TH_BITS_RUN, FEW = TH_SUM_LANES };
  const int64_t m = c->m;
  int64_t j = 0;
  for (; j + MANY <= m; j += MANY) KERNEL(someOfShort)(c, r + j, a, b + j, MANY);
  for (; j + FEW <= m; j += FEW) KERNEL(someOfShort)(c, r + j, a, b + j, FEW);
  if (j < m && m >= FEW) KERNEL(someOfShort)(c, r + m - FEW, a, b + m - FEW, FEW);
  else if (j < m) KERNEL(someOfShort)(c, r + j, a, b + j, m - j);
}

static void ENTRY(distanceOfShort)(const THDistanceCall *c, int64_t begin, int64_t end)
{
  for (int64_t i = begin; i < end; i++)
    KERNEL(shortRow)(c, (real *)c->r + i * c->m, (const real *)c->a + i * c->k,
                     (const real *)c->b + i / c->n * c->m * c->k);
}

static const THDistanceEntry TH_ENTRIES[TH_DISTANCE_ROWS] = {
  [TH_OP_distanceOfProducts] = ENTRY(distanceOfProducts),
  [TH_OP_distanceOfShort] = ENTRY(distanceOfShort),
};
#undef TH_CANCELS
#undef TH_TINY
#undef TH_SUM_LANES
#undef TH_EACH_SUM
#undef TH_EACH_BESIDE
