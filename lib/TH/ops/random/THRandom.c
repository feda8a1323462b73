/*
** Generators, single draws and single values of the distributions.
**
** The Mersenne Twister and Philox share one state of TH_MT_WORDS words: next is the first word not
** yet drawn, and refill makes the next words when all are.
*/
#include "TH/ops/random/THRandom.h"

#include "TH/backend/THGeneratorChapter.h"
#include "TH/base/THError.h"
#include "TH/cpu/parts/THDraws.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/ops/random/THRandomFill.h"
#include "TH/platform/THPlatform.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define PI 3.14159265358979323846
#define TH_REQUIRED NAN

_Static_assert(sizeof(THGenerator) == 32 + 4 * TH_MT_WORDS, "THGenerator has padding");

/* ---- the generator ---- */

void THGenerator_manualSeed(THGenerator *gen, uint64_t seed)
{
  uint32_t *s = gen->state;
  s[0] = (uint32_t)seed;
  for (uint32_t i = 1; i < TH_MT_WORDS; i++) s[i] = 1812433253u * (s[i - 1] ^ s[i - 1] >> 30) + i;
  gen->seed = seed;
  gen->blocks = 0;
  gen->kind = TH_MERSENNE;
  gen->next = TH_MT_WORDS;
  gen->hasSpare = 0;
  gen->spare = 0;
}

int THGenerator_start(THGenerator *gen, int kind, uint64_t seed)
{
  if (kind != TH_MERSENNE && kind != TH_PHILOX)
    return th_fail(TH_EINVAL, "Generator: there is no kind %d", kind);
  THGenerator_manualSeed(gen, seed);
  gen->kind = (uint16_t)kind;
  if (kind == TH_PHILOX) memset(gen->state, 0, sizeof gen->state);
  return TH_OK;
}

void THGenerator_init(THGenerator *gen)
{
  THGenerator_manualSeed(gen, TH_DEFAULT_SEED);
}

uint64_t THGenerator_anySeed(void)
{
  static uint32_t calls;
  uint32_t seed;
  if (th_randomBytes(&seed, sizeof seed)) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    seed = (uint32_t)now.tv_sec ^ (uint32_t)now.tv_nsec << 2 ^ (uint32_t)((uintptr_t)&now >> 4) ^
           __atomic_fetch_add(&calls, 0x9e3779b9u, __ATOMIC_RELAXED);
  }
  return seed;
}

uint64_t THGenerator_seed(THGenerator *gen)
{
  THGenerator_manualSeed(gen, THGenerator_anySeed());
  return gen->seed;
}

uint64_t THGenerator_initialSeed(const THGenerator *gen)
{
  return gen->seed;
}

/* Whether the Mersenne Twister would only make zeros: of state[0] only the top bit counts, and if
   that and all other words are 0 the recurrence stays at 0. */
static int is_stuck(const THGenerator *gen)
{
  uint32_t any = gen->state[0] >> 31;
  for (int i = 1; i < TH_MT_WORDS; i++) any |= gen->state[i];
  return !any;
}

static int is_state(const THGenerator *gen)
{
  if (gen->next > TH_MT_WORDS || gen->hasSpare > 1 || !isfinite(gen->spare)) return 0;
  if (gen->kind == TH_MERSENNE) return !gen->blocks && !is_stuck(gen);
  return gen->kind == TH_PHILOX && gen->blocks % TH_PHILOX_BLOCKS == 0 &&
         (gen->blocks || gen->next == TH_MT_WORDS);
}

int THGenerator_restore(THGenerator *gen, const void *bytes, size_t size)
{
  THGenerator saved;
  if (size != sizeof saved)
    return th_fail(TH_EINVAL, "setRNGState: a state has %zu bytes, not %zu", sizeof saved, size);
  memcpy(&saved, bytes, sizeof saved);
  if (!is_state(&saved))
    return th_fail(TH_EINVAL, "setRNGState: these bytes are not the state of a generator");
  *gen = saved;
  return TH_OK;
}

/* ---- draws ---- */

/* Run a kernel of the chapter Generator, which has no dtype and cannot fail. */
static void compute(int row, THGeneratorCall call)
{
  const THGeneratorEntry *entries = TH_entries(TH_CHAPTER_GENERATOR, TH_UNDEFINED, 0);
  entries[row](&call);
}

void th_philoxBlocks(uint64_t key, uint64_t first, uint32_t *draws, int64_t blocks)
{
  compute(TH_GENERATOR_philox,
          (THGeneratorCall){.result = draws, .key = key, .first = first, .n = blocks});
}

void th_normalPairs(double *normals, const uint32_t *draws, int64_t pairs)
{
  compute(TH_GENERATOR_normals,
          (THGeneratorCall){.result = normals, .source = draws, .n = pairs});
}

static void refill(THGenerator *gen)
{
  if (gen->kind == TH_MERSENNE) {
    compute(TH_GENERATOR_twister, (THGeneratorCall){.result = gen->state});
  } else {
    th_philoxBlocks(gen->seed, gen->blocks, gen->state, TH_PHILOX_BLOCKS);
    gen->blocks += TH_PHILOX_BLOCKS;
  }
  gen->next = 0;
}

static inline uint32_t draw(THGenerator *gen)
{
  if (gen->next == TH_MT_WORDS) refill(gen);
  const uint32_t word = gen->state[gen->next++];
  return gen->kind == TH_MERSENNE ? th_temper(word) : word;
}

/* Copies the words that the state holds, a run at a time. */
void THGenerator_draw(THGenerator *gen, uint32_t *draws, int64_t n)
{
  while (n > 0) {
    if (gen->next == TH_MT_WORDS) refill(gen);
    const int64_t left = TH_MT_WORDS - gen->next, run = n < left ? n : left;
    const uint32_t *words = gen->state + gen->next;
    if (gen->kind == TH_MERSENNE)
      compute(TH_GENERATOR_temper, (THGeneratorCall){.result = draws, .source = words, .n = run});
    else memcpy(draws, words, (size_t)run * sizeof *draws);
    gen->next += (uint32_t)run;
    draws += run;
    n -= run;
  }
}

uint64_t th_philoxPosition(const THGenerator *gen)
{
  return gen->blocks * 4 - TH_MT_WORDS + gen->next;
}

/* Leaves the state that drawing one by one would have left, which holds the words of the last
   draw. */
void th_philoxAdvance(THGenerator *gen, uint64_t draws)
{
  if (draws <= TH_MT_WORDS - gen->next) {
    gen->next += (uint32_t)draws;
    return;
  }
  const uint64_t position = th_philoxPosition(gen) + draws, turn = (position - 1) / TH_MT_WORDS;
  gen->blocks = turn * TH_PHILOX_BLOCKS;
  refill(gen);
  gen->next = (uint32_t)(position - turn * TH_MT_WORDS);
}

static inline double draw_u(THGenerator *gen)
{
  return draw(gen) * 0x1p-32;
}

static double draw_z(THGenerator *gen)
{
  uint32_t draws[2];
  double normals[2];
  if (gen->hasSpare) {
    double spare = gen->spare;
    gen->hasSpare = 0;
    gen->spare = 0;
    return spare;
  }
  for (int k = 0; k < 2; k++) draws[k] = draw(gen);
  th_normalPairs(normals, draws, 1);
  gen->spare = normals[1];
  gen->hasSpare = 1;
  return normals[0];
}

void th_philoxSkipNormals(THGenerator *gen, int64_t n)
{
  if (n > 0 && gen->hasSpare) {
    draw_z(gen);
    n--;
  }
  th_philoxAdvance(gen, (uint64_t)(n - n % 2));
  if (n % 2) draw_z(gen);
}

uint32_t THRandom_random(THGenerator *gen)
{
  return draw(gen);
}

uint64_t THRandom_modulo(THGenerator *gen, uint64_t n)
{
  uint32_t d = draw(gen);
  return n - 1 < UINT32_MAX ? d % (uint32_t)n : d; /* n 0 means 2^64 */
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

/* <name>_draw: one value, with the parameters in v. */
#define TH_ENTRIES(name, x, one)                                                       \
static double name##_draw(THGenerator *gen, const double *v)                                  \
{                                                                                             \
  double x = draw_##x(gen);                                                                   \
  return one;                                                                                 \
}
#define TH_DISTRIBUTION1(set, name, x, p, rule, value_p, value, doc)                          \
static inline double name##_of(double x, double p) { return value; }                          \
double THRandom_##name(THGenerator *gen, double p) { return name##_of(draw_##x(gen), p); }    \
TH_ENTRIES(name, x, name##_of(x, v[0]))
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, rule_q, value_q, value, doc)    \
static inline double name##_of(double x, double p, double q) { return value; }                \
double THRandom_##name(THGenerator *gen, double p, double q)                                  \
{                                                                                             \
  return name##_of(draw_##x(gen), p, q);                                                      \
}                                                                                             \
TH_ENTRIES(name, x, name##_of(x, v[0], v[1]))
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

#define OF_u 0
#define OF_z 1
#define ONLY_FLOATING 1
#define ONLY_ALL 0
#define PARAMETER(p, rule, value) {#p, value, accepts_##rule, NEED_##rule}

const THDistribution TH_distributions[] = {
#define TH_DISTRIBUTION1(set, name, x, p, rule, value_p, value, doc) \
  {#name, doc, ONLY_##set, 1, {PARAMETER(p, rule, value_p)}, name##_draw, OF_##x},
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, rule_q, value_q, value, doc) \
  {#name, doc, ONLY_##set, 2, {PARAMETER(p, rule_p, value_p), PARAMETER(q, rule_q, value_q)}, \
   name##_draw, OF_##x},
#include "TH/rows/THDistribution.def"
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
