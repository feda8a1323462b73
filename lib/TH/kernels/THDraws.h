/*
** One step of the generators, and a pair of normals: what kernels and single draws are made of.
** Without branches, so that loops over them become vectors; with the same bits at every level.
*/
#ifndef TH_DRAWS_H
#define TH_DRAWS_H

#include <math.h>
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

static inline uint64_t th_doubleBits(double x)
{
  uint64_t u;
  __builtin_memcpy(&u, &x, sizeof u);
  return u;
}

static inline double th_bitsDouble(uint64_t u)
{
  double x;
  __builtin_memcpy(&x, &u, sizeof x);
  return x;
}

/*
** The logarithm of v = m 2^-32, m in [1, 2^32], within 0.7 ulp: v = 2^k (1 + f) with sqrt(1/2) <
** 1 + f <= sqrt(2), and log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + r), s = f / (2 + f), where r has
** the coefficients of Sun's fdlibm (e_log.c, 1993). f has 32 bits: the square of its upper part is
** exact, and what the two large sums round away is added at the end. 2^52 turns k from bits to a
** number without an instruction that some level lacks.
*/
static inline double th_logOfDraw(double v)
{
  const uint64_t low = UINT64_C(0x3fe6a09e00000000), mantissa = UINT64_C(0x000fffffffffffff);
  const uint64_t u = th_doubleBits(v) + (UINT64_C(0x3ff0000000000000) - low);
  const double k = th_bitsDouble(UINT64_C(0x4330000000000000) | u >> 52) - (0x1p52 + 1023);
  const double f = th_bitsDouble((u & mantissa) + low) - 1, s = f / (2 + f), z = s * s, w = z * z;
  const double odd = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 +
                     w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  const double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 +
                      w * 1.531383769920937332e-01));
  const double upper = th_bitsDouble(th_doubleBits(f) & UINT64_C(0xfffffffff8000000));
  const double half = 0.5 * upper * upper, half_rest = 0.5 * (f - upper) * (f + upper);
  const double near = f - half, near_rest = (f - near) - half;
  const double far = k * 6.93147180369123816490e-01, sum = far + near, rest = (far - sum) + near;
  return sum + (rest + (near_rest + (s * (half + half_rest + (odd + even)) - half_rest +
                                     k * 1.90821492927058770002e-10)));
}

/*
** Two standard normals of two draws: Box, Muller, "A note on the generation of random normal
** deviates", 1958, in Torch7's order: the angle is 2 pi times the first draw, the square of the
** radius -2 log(1 - the second).
**
** The angle is rounded as there, then taken from its multiple of pi / 2, which stands in three
** parts of which two are exact; r + tail is what is left, at most pi / 4 away from 0. Sine and
** cosine of that have the coefficients of fdlibm (k_sin.c, k_cos.c).
*/
static inline void th_normalPair(uint32_t first, uint32_t second, double *x, double *y)
{
  const double angle = 6.28318530717958647692 * (first * 0x1p-32);
  const uint32_t quarter = (uint32_t)(((uint64_t)first + 0x20000000u) >> 30);
  const double q = quarter, t = angle - q * 1.57079632673412561417e+00;
  const double second_part = q * 6.07710050630396597660e-11, near = t - second_part;
  const double rest = ((t - near) - second_part) - q * 2.02226624879595063154e-21;
  const double r = near + rest, tail = (near - r) + rest, z = r * r, w = z * z, cube = z * r;
  const double s = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 +
                   z * 2.75573137070700676789e-06) +
                   z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
  const double sine = r - ((z * (0.5 * tail - cube * s) - tail) +
                           cube * 1.66666666666666324348e-01);
  const double c = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 +
                   z * 2.48015872894767294178e-05)) +
                   w * w * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 +
                   z * -1.13596475577881948265e-11));
  const double half = 0.5 * z, whole = 1 - half;
  const double cosine = whole + (((1 - whole) - half) + (z * c - r * tail));
  const double radius = sqrt(-2 * th_logOfDraw(1 - second * 0x1p-32));
  const double along = quarter & 1 ? sine : cosine, across = quarter & 1 ? cosine : sine;
  *x = radius * ((quarter + 1) & 2 ? -along : along);
  *y = radius * (quarter & 2 ? -across : across);
}

#endif
