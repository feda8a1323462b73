/*
** Kernels of the generators: words of 32 bits, and standard normals made of them. Operands are
** runs.
*/

static inline uint32_t K(twist)(uint32_t first, uint32_t next, uint32_t far)
{
  const uint32_t y = (first & 0x80000000u) | (next & 0x7fffffffu);
  return far ^ y >> 1 ^ (-(next & 1u) & 0x9908b0dfu);
}

/* state: the next 624 words. */
static void K(twister)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  enum { N = 624, M = 397 };
  uint32_t *w = (uint32_t *)p[0];
  (void)s, (void)n;
  for (int i = 0; i < N - M; i++) w[i] = K(twist)(w[i], w[i + 1], w[i + M]);
  for (int i = N - M; i < N - 1; i++) w[i] = K(twist)(w[i], w[i + 1], w[i + M - N]);
  w[N - 1] = K(twist)(w[N - 1], w[0], w[M - 1]);
}
TH_ENTRY_IN_ORDER(twister)

/* result, words of the state: the draws. */
static void K(temper)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  uint32_t *r = (uint32_t *)p[0];
  const uint32_t *w = (const uint32_t *)p[1];
  (void)s;
  _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++) r[i] = th_temper(w[i]);
}
TH_ENTRY_IN_ORDER(temper)

/* result of 4 words a position, number of the first block, key. */
static void K(philox)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  enum { LANES = 16 };
  uint32_t *r = (uint32_t *)p[0], c[4][LANES], k[2];
  const uint64_t first = *(const uint64_t *)p[1], key = *(const uint64_t *)p[2];
  (void)s;
  for (ptrdiff_t b = 0; b < n; b += LANES, r += 4 * LANES) {
    const int lanes = n - b < LANES ? (int)(n - b) : LANES;
    _Pragma("omp simd") for (int l = 0; l < LANES; l++) {
      const uint64_t block = first + (uint64_t)b + (uint64_t)l;
      c[0][l] = (uint32_t)block;
      c[1][l] = (uint32_t)(block >> 32);
      c[2][l] = c[3][l] = 0;
    }
    k[0] = (uint32_t)key;
    k[1] = (uint32_t)(key >> 32);
    for (int round = 0; round < TH_PHILOX_ROUNDS; round++) {
      _Pragma("omp simd") for (int l = 0; l < LANES; l++)
        th_philoxRound(&c[0][l], &c[1][l], &c[2][l], &c[3][l], k[0], k[1]);
      th_philoxKey(k);
    }
    for (int l = 0; l < lanes; l++)
      for (int j = 0; j < 4; j++) r[4 * l + j] = c[j][l];
  }
}
TH_ENTRY_IN_ORDER(philox)

/* result of 2 doubles a position, draws: a pair of standard normals of each two draws. */
static void K(normals)(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  double *r = (double *)p[0];
  const uint32_t *w = (const uint32_t *)p[1];
  (void)s;
  _Pragma("omp simd") for (ptrdiff_t i = 0; i < n; i++)
    th_normalPair(w[2 * i], w[2 * i + 1], &r[2 * i], &r[2 * i + 1]);
}
TH_ENTRY_IN_ORDER(normals)

static const THIterEntry TH_ENTRIES[TH_GENERATOR_ROWS] = {
  [TH_GENERATOR_twister] = E(twister),
  [TH_GENERATOR_temper] = E(temper),
  [TH_GENERATOR_philox] = E(philox),
  [TH_GENERATOR_normals] = E(normals),
};
