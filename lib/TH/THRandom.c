#define _DEFAULT_SOURCE /* getentropy */
#include "THRandom.h"

#include "THError.h"

#include <math.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define PI 3.14159265358979323846
#define TH_REQUIRED NAN

_Static_assert(sizeof(THGenerator) == 24 + 4 * TH_MT_WORDS, "THGenerator has padding");

/* ---- the generator ---- */

void THGenerator_manualSeed(THGenerator *gen, uint64_t seed)
{
  uint32_t *s = gen->state;
  s[0] = (uint32_t)seed;
  for (uint32_t i = 1; i < TH_MT_WORDS; i++) s[i] = 1812433253u * (s[i - 1] ^ s[i - 1] >> 30) + i;
  gen->seed = seed;
  gen->next = TH_MT_WORDS;
  gen->hasSpare = 0;
  gen->spare = 0;
}

void THGenerator_init(THGenerator *gen)
{
  THGenerator_manualSeed(gen, TH_DEFAULT_SEED);
}

uint64_t THGenerator_seed(THGenerator *gen)
{
  uint32_t seed;
  if (getentropy(&seed, sizeof seed)) {
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    seed = (uint32_t)now.tv_sec ^ (uint32_t)now.tv_nsec << 2 ^ (uint32_t)((uintptr_t)gen >> 4);
  }
  THGenerator_manualSeed(gen, seed);
  return seed;
}

uint64_t THGenerator_initialSeed(const THGenerator *gen)
{
  return gen->seed;
}

/* Of state[0] only the top bit matters; from all others 0 the recurrence never leaves 0. */
static int is_stuck(const THGenerator *gen)
{
  uint32_t any = gen->state[0] >> 31;
  for (int i = 1; i < TH_MT_WORDS; i++) any |= gen->state[i];
  return !any;
}

int THGenerator_restore(THGenerator *gen, const void *bytes, size_t size)
{
  THGenerator saved;
  if (size != sizeof saved)
    return th_fail(TH_EINVAL, "setRNGState: a state has %zu bytes, not %zu", sizeof saved, size);
  memcpy(&saved, bytes, sizeof saved);
  if (saved.next > TH_MT_WORDS || saved.hasSpare > 1 || !isfinite(saved.spare) || is_stuck(&saved))
    return th_fail(TH_EINVAL, "setRNGState: these bytes are not the state of a generator");
  *gen = saved;
  return TH_OK;
}

/* ---- draws ---- */

static inline uint32_t twist(uint32_t first, uint32_t next, uint32_t far)
{
  uint32_t y = (first & 0x80000000u) | (next & 0x7fffffffu);
  return far ^ y >> 1 ^ (-(next & 1u) & 0x9908b0dfu);
}

/* All words at once, in loops that a compiler turns into vectors. */
static void refill(THGenerator *gen)
{
  enum { N = TH_MT_WORDS, M = 397 };
  uint32_t *s = gen->state;
  for (int i = 0; i < N - M; i++) s[i] = twist(s[i], s[i + 1], s[i + M]);
  for (int i = N - M; i < N - 1; i++) s[i] = twist(s[i], s[i + 1], s[i + M - N]);
  s[N - 1] = twist(s[N - 1], s[0], s[M - 1]);
  gen->next = 0;
}

static inline uint32_t temper(uint32_t y)
{
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

static inline uint32_t draw(THGenerator *gen)
{
  if (gen->next == TH_MT_WORDS) refill(gen);
  return temper(gen->state[gen->next++]);
}

static inline double draw_u(THGenerator *gen)
{
  return draw(gen) * 0x1p-32;
}

/* By runs of words that are there, again for the vectors' sake. */
static void fill_u(THGenerator *gen, double *out, size_t n)
{
  while (n) {
    if (gen->next == TH_MT_WORDS) refill(gen);
    size_t left = TH_MT_WORDS - gen->next, run = n < left ? n : left;
    for (size_t i = 0; i < run; i++) out[i] = temper(gen->state[gen->next + i]) * 0x1p-32;
    gen->next += (uint32_t)run;
    out += run;
    n -= run;
  }
}

/* Source: Box, Muller, "A note on the generation of random normal deviates", 1958. */
static double draw_z(THGenerator *gen)
{
  if (gen->hasSpare) {
    double spare = gen->spare;
    gen->hasSpare = 0;
    gen->spare = 0;
    return spare;
  }
  double angle = 2 * PI * draw_u(gen);
  double radius = sqrt(-2 * log(1 - draw_u(gen)));
  gen->hasSpare = 1;
  gen->spare = radius * sin(angle);
  return radius * cos(angle);
}

static void fill_z(THGenerator *gen, double *out, size_t n)
{
  for (size_t i = 0; i < n; i++) out[i] = draw_z(gen);
}

uint32_t THRandom_random(THGenerator *gen)
{
  return draw(gen);
}

uint64_t THRandom_modulo(THGenerator *gen, uint64_t n)
{
  uint32_t d = draw(gen);
  return n - 1 < UINT32_MAX ? d % (uint32_t)n : d; /* 0 - 1 is the largest */
}

int64_t THRandom_between(THGenerator *gen, int64_t a, int64_t b)
{
  uint64_t count = (uint64_t)b - (uint64_t)a + 1;
  return (int64_t)((uint64_t)a + THRandom_modulo(gen, count));
}

int THRandom_checkBetween(int64_t a, int64_t b)
{
  if (a <= b) return TH_OK;
  return th_fail(TH_EINVAL, "random: the upper bound %" PRId64 " is below the lower bound %" PRId64,
                 b, a);
}

/* ---- distributions ---- */

static int accepts_FINITE(double v) { return isfinite(v); }
static int accepts_SPAN(double v) { return fabs(v) < 0x1p1023; }
static int accepts_POSITIVE(double v) { return v > 0 && isfinite(v); }
static int accepts_INSIDE(double v) { return v > 0 && v < 1; }
static int accepts_PROBABILITY(double v) { return v >= 0 && v <= 1; }

#define NEED_FINITE "a finite number"
#define NEED_SPAN "a number between -2^1023 and 2^1023" /* so that b - a is finite */
#define NEED_POSITIVE "a finite number above 0"
#define NEED_INSIDE "a number above 0 and below 1"
#define NEED_PROBABILITY "a number from 0 to 1"

/* What is the same for any number of parameters, which one reads from v. */
#define TH_ENTRIES(name, x, arity, one)                                                       \
static double name##_draw(THGenerator *gen, const double *v)                                  \
{                                                                                             \
  double x = draw_##x(gen);                                                                   \
  return one;                                                                                 \
}                                                                                             \
static void name##_fill(THGenerator *gen, const double *parameters, double *out, size_t n)    \
{                                                                                             \
  double v[arity];                                                                            \
  memcpy(v, parameters, sizeof v);                                                            \
  fill_##x(gen, out, n);                                                                      \
  for (size_t i = 0; i < n; i++) {                                                            \
    double x = out[i];                                                                        \
    out[i] = one;                                                                             \
  }                                                                                           \
}
#define TH_DISTRIBUTION1(set, name, x, p, rule, value_p, value, doc)                          \
static inline double name##_of(double x, double p) { return value; }                          \
double THRandom_##name(THGenerator *gen, double p) { return name##_of(draw_##x(gen), p); }    \
TH_ENTRIES(name, x, 1, name##_of(x, v[0]))
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, rule_q, value_q, value, doc)    \
static inline double name##_of(double x, double p, double q) { return value; }                \
double THRandom_##name(THGenerator *gen, double p, double q)                                  \
{                                                                                             \
  return name##_of(draw_##x(gen), p, q);                                                      \
}                                                                                             \
TH_ENTRIES(name, x, 2, name##_of(x, v[0], v[1]))
#include "THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

#define ONLY_FLOATING 1
#define ONLY_ALL 0
#define PARAMETER(p, rule, value) {#p, value, accepts_##rule, NEED_##rule}

const THDistribution TH_distributions[] = {
#define TH_DISTRIBUTION1(set, name, x, p, rule, value_p, value, doc) \
  {#name, doc, ONLY_##set, 1, {PARAMETER(p, rule, value_p)}, name##_draw, name##_fill},
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, rule_q, value_q, value, doc) \
  {#name, doc, ONLY_##set, 2, {PARAMETER(p, rule_p, value_p), PARAMETER(q, rule_q, value_q)}, \
   name##_draw, name##_fill},
#include "THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
  {0}
};

int THDistribution_check(const THDistribution *distribution, const double *parameters)
{
  for (int i = 0; i < distribution->arity; i++) {
    const THParameter *p = &distribution->parameter[i];
    if (!p->accepts(parameters[i]))
      return th_fail(TH_EINVAL, "%s: %s is %.14g, must be %s", distribution->name, p->name,
                     parameters[i], p->need);
  }
  return TH_OK;
}
