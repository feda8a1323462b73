/*
** Kernels of the generators (THGeneratorChapter.h).
*/
#include "TH/cpu/parts/THDraws.h"

static inline uint32_t KERNEL(twist)(uint32_t first, uint32_t next, uint32_t far)
{
  const uint32_t y = (first & 0x80000000u) | (next & 0x7fffffffu);
  return far ^ y >> 1 ^ (-(next & 1u) & 0x9908b0dfu);
}

static void ENTRY(twister)(const THGeneratorCall *call)
{
  enum { N = 624, M = 397 };
  uint32_t *w = call->result;
  for (int i = 0; i < N - M; i++) w[i] = KERNEL(twist)(w[i], w[i + 1], w[i + M]);
  for (int i = N - M; i < N - 1; i++) w[i] = KERNEL(twist)(w[i], w[i + 1], w[i + M - N]);
  w[N - 1] = KERNEL(twist)(w[N - 1], w[0], w[M - 1]);
}

static void ENTRY(temper)(const THGeneratorCall *call)
{
  uint32_t *r = call->result;
  const uint32_t *w = call->source;
  const int64_t n = call->n;
  _Pragma("omp simd") for (int64_t i = 0; i < n; i++) r[i] = th_temper(w[i]);
}

static void ENTRY(philox)(const THGeneratorCall *call)
{
  enum { LANES = 16 };
  uint32_t *r = call->result, c[4][LANES], k[2];
  const uint64_t first = call->first, key = call->key;
  const int64_t n = call->n;
  for (int64_t b = 0; b < n; b += LANES, r += 4 * LANES) {
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

static void ENTRY(normals)(const THGeneratorCall *call)
{
  double *r = call->result;
  const uint32_t *w = call->source;
  const int64_t n = call->n;
  _Pragma("omp simd") for (int64_t i = 0; i < n; i++)
    th_normalPair(w[2 * i], w[2 * i + 1], &r[2 * i], &r[2 * i + 1]);
}

static const THGeneratorEntry TH_ENTRIES[TH_GENERATOR_ROWS] = {
  [TH_GENERATOR_twister] = ENTRY(twister),
  [TH_GENERATOR_temper] = ENTRY(temper),
  [TH_GENERATOR_philox] = ENTRY(philox),
  [TH_GENERATOR_normals] = ENTRY(normals),
};
