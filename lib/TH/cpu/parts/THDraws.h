/*
** One step of each generator, and a pair of normals, for kernels and for single draws. They have no
** branches, so that loops over them are vectorised, and the same bits on every level.
*/
#ifndef TH_DRAWS_H
#define TH_DRAWS_H

#include "TH/cpu/math/THVecLog.h"
#include "TH/cpu/math/THVecTrig.h"

#include <stdint.h>

/* A word of the Mersenne Twister's state as it is drawn (Matsumoto, Nishimura 1998). */
static inline uint32_t th_temper(uint32_t y)
{
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

/*
** Philox4x32-10: four words of a counter become four draws. Source: J. Salmon et al., "Parallel
** Random Numbers: As Easy as 1, 2, 3", SC 2011.
*/
enum { TH_PHILOX_ROUNDS = 10 };

static inline void th_philoxRound(uint32_t *c0, uint32_t *c1, uint32_t *c2, uint32_t *c3,
                                  uint32_t k0, uint32_t k1)
{
  const uint64_t a = (uint64_t)0xd2511f53u * *c0, b = (uint64_t)0xcd9e8d57u * *c2;
  *c0 = (uint32_t)(b >> 32) ^ *c1 ^ k0;
  *c1 = (uint32_t)b;
  *c2 = (uint32_t)(a >> 32) ^ *c3 ^ k1;
  *c3 = (uint32_t)a;
}

static inline void th_philoxKey(uint32_t key[2])
{
  key[0] += 0x9e3779b9u;
  key[1] += 0xbb67ae85u;
}

/*
** Two standard normals from two draws, by Box and Muller, "A note on the generation of random
** normal deviates", 1958. As in Torch7 the angle is 2 pi times the first draw, rounded as there,
** and the square of the radius is -2 log(1 - the second).
*/
static inline void th_normalPair(uint32_t first, uint32_t second, double *x, double *y)
{
  const double angle = 0x1.921fb54442d18p-30 * first; /* 2 pi 2^-32 */
  double shifted, c;
  const double n = th_quarters_double(angle, &shifted), s = th_sinCos_double(angle, n, &c);
  const double radius = __builtin_sqrt(-2 * th_logInRange_double(1 - second * 0x1p-32));
  const uint64_t quarter = (uint64_t)th_bits_double(shifted);
  *x = radius * th_turned_double(quarter & 1 ? s : c, quarter + 1);
  *y = radius * th_turned_double(quarter & 1 ? c : s, quarter);
}

#endif
