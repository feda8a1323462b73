/* Generators and distributions, compared with answers of numpy and of Python's math. */
#include "TH/base/THDtype.h"
#include "TH/iteration/THParallel.h"
#include "TH/ops/random/THRandom.h"

#include <math.h>
#include <string.h>

#include "TH/base/THError.h"
#include "TH/cpu/parts/THDraws.h"
#include "check.h"

/*
** Draws 1 .. 4, 1000 and 10000 of numpy.random.RandomState(seed).randint(0, 2**32, 10000,
** dtype=numpy.uint32), which is seeded by init_genrand too. The C++ standard specifies the last
** value for seed 5489.
*/
static const struct {
  uint32_t seed, first[4], thousandth, last;
} streams[] = {
  {0u, {2357136044u, 2546248239u, 3071714933u, 3626093760u}, 3043451800u, 1543171712u},
  {1u, {1791095845u, 4282876139u, 3093770124u, 4005303368u}, 548926898u, 1237896635u},
  {123u, {2991312382u, 3062119789u, 1228959102u, 1840268610u}, 2423849465u, 3836376121u},
  {5489u, {3499211612u, 581869302u, 3890346734u, 3586334585u}, 1341017984u, 4123659995u},
  {4294967295u, {419326371u, 479346978u, 3918654476u, 2416749639u}, 2673539693u, 1117955853u},
};

/* Five values for seed 123: Torch7's formulas in Python (math), applied to numpy's draws *
   2**-32. */
static const struct {
  int distribution;
  double parameter[2], value[5];
} known[] = {
  {TH_DISTRIBUTION_uniform, {-1.5, 3.25},
   {1.8082286395365372, 1.8865377767360769, -0.14083814097102731, 0.53523689357098192,
    -0.42245558905415237}},
  {TH_DISTRIBUTION_normal, {2, 3},
   {0.43567081186267487, -2.4742583079446225, 1.2856114004955992, 5.0918550299818506,
    2.6662684067841411}},
  {TH_DISTRIBUTION_cauchy, {1, 2},
   {2.419459386051118, 2.5813169346855482, -0.59058227575451383, 0.54284862336563477,
    -1.3143047562945611}},
  {TH_DISTRIBUTION_logNormal, {1, 2},
   {0.95802047803062884, 0.13767783226140481, 1.6883317878863759, 21.35394898318658,
    4.2383707480222368}},
  {TH_DISTRIBUTION_exponential, {1.5},
   {0.79484809932857559, 0.83207826722480982, 0.22471165865885298, 0.372959948056516,
    0.1715227212608724}},
  {TH_DISTRIBUTION_geometric, {0.8}, {6, 6, 2, 3, 2}},
  {TH_DISTRIBUTION_bernoulli, {0.4}, {0, 0, 1, 0, 1}},
};

enum { NUM_KNOWN = sizeof known / sizeof *known };

static THGenerator seeded(uint64_t seed)
{
  THGenerator gen;
  memset(&gen, 0xff, sizeof gen);
  THGenerator_manualSeed(&gen, seed);
  return gen;
}

static int same(const THGenerator *a, const THGenerator *b)
{
  return !memcmp(a, b, sizeof *a);
}

static int near(double a, double b)
{
  return fabs(a - b) <= 2 * (nextafter(fabs(b), INFINITY) - fabs(b));
}

static void test_streams(void)
{
  for (size_t s = 0; s < sizeof streams / sizeof *streams; s++) {
    THGenerator gen = seeded(streams[s].seed);
    for (int i = 1; i <= 10000; i++) {
      uint32_t d = THRandom_random(&gen);
      if (i <= 4) CHECK(d == streams[s].first[i - 1]);
      if (i == 1000) CHECK(d == streams[s].thousandth);
      if (i == 10000) CHECK(d == streams[s].last);
    }
  }
}

static void test_seeds(void)
{
  THGenerator gen, other = seeded(TH_DEFAULT_SEED);
  THGenerator_init(&gen);
  CHECK(same(&gen, &other));

  uint64_t high = (uint64_t)7 << 40 | 123;
  gen = seeded(high);
  CHECK(THGenerator_initialSeed(&gen) == high);
  CHECK(THRandom_random(&gen) == 2991312382u);
  CHECK(THGenerator_initialSeed(&gen) == high);

  uint64_t first = THGenerator_seed(&gen), differing = 0;
  CHECK(first == THGenerator_initialSeed(&gen));
  other = seeded(first);
  CHECK(same(&gen, &other));
  for (int i = 0; i < 4; i++) {
    uint64_t seed = THGenerator_seed(&gen);
    CHECK(seed <= UINT32_MAX);
    differing += seed != first;
  }
  CHECK(differing > 0);
}

static void test_integers(void)
{
  THGenerator gen = seeded(123);
  CHECK(THRandom_modulo(&gen, 10) == 2991312382u % 10);
  CHECK(THRandom_modulo(&gen, (uint64_t)1 << 63) == 3062119789u);
  CHECK(THRandom_modulo(&gen, 0) == 1228959102u);
  CHECK(THRandom_modulo(&gen, 1) == 0);

  gen = seeded(123);
  CHECK(THRandom_between(&gen, -3, 5) == (int)(2991312382u % 9) - 3);
  CHECK(THRandom_between(&gen, INT64_MIN, INT64_MAX) == INT64_MIN + 3062119789);
  CHECK(THRandom_between(&gen, INT64_MAX, INT64_MAX) == INT64_MAX);
  gen = seeded(123);
  CHECK(THRandom_modulo(&gen, UINT32_MAX) == 2991312382u);
  CHECK(THRandom_modulo(&gen, (uint64_t)UINT32_MAX + 1) == 3062119789u);

  CHECK(THRandom_checkBetween(4, 4) == TH_OK);
  CHECK(THRandom_checkBetween(INT64_MIN, INT64_MAX) == TH_OK);
  CHECK(THRandom_checkBetween(5, 4) == TH_EINVAL);
  CHECK(strstr(TH_error(), "upper bound 4"));
}

static void test_known_values(void)
{
  int covered[TH_NUM_DISTRIBUTIONS] = {0};
  for (int k = 0; k < NUM_KNOWN; k++) {
    const THDistribution *row = &TH_distributions[known[k].distribution];
    THGenerator gen = seeded(123);
    covered[known[k].distribution] = 1;
    for (int i = 0; i < 5; i++)
      if (!CHECK(near(row->draw(&gen, known[k].parameter), known[k].value[i])))
        fprintf(stderr, "  value %d of %s\n", i + 1, row->name);
  }
  for (int d = 0; d < TH_NUM_DISTRIBUTIONS; d++) CHECK(covered[d]);
}

/* The function of each distribution draws the same as its row. */
static void test_named(void)
{
  for (int k = 0; k < NUM_KNOWN; k++) {
    THGenerator gen = seeded(99), other = gen;
    const double *v = known[k].parameter;
    const double named[] = {
#define TH_DISTRIBUTION1(set, name, ...) \
      known[k].distribution == TH_DISTRIBUTION_##name ? THRandom_##name(&gen, v[0]) : 0,
#define TH_DISTRIBUTION2(set, name, ...) \
      known[k].distribution == TH_DISTRIBUTION_##name ? THRandom_##name(&gen, v[0], v[1]) : 0,
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
    };
    CHECK(named[known[k].distribution] == TH_distributions[known[k].distribution].draw(&other, v));
    CHECK(same(&gen, &other));
  }
}

/*
** Filling in pieces of any length gives the same values as drawing one by one, also when a piece
** ends at a refill of the state or between the two values of a normal pair.
*/
static void test_fill(int kind)
{
  enum { N = 3000 };
  static double out[N + 1];
  for (int k = 0; k < NUM_KNOWN; k++) {
    const THDistribution *row = &TH_distributions[known[k].distribution];
    THGenerator gen, other;
    CHECK(!THGenerator_start(&gen, kind, 7));
    other = gen;
    out[N] = -77;
    for (size_t at = 0, n = 0; at < N; at += n, n = n * 3 + 1) {
      if (n > N - at) n = N - at;
      CHECK(!THDistribution_fill(row, &gen, known[k].parameter, TH_DOUBLE, out + at, (int64_t)n));
    }
    int differing = 0;
    for (int i = 0; i < N; i++) differing += out[i] != row->draw(&other, known[k].parameter);
    CHECK(differing == 0);
    CHECK(out[N] == -77);
    CHECK(same(&gen, &other));
  }
}

/* Known answers published with Random123 (Salmon and others; kat_vectors). */
static void test_philox(void)
{
  static const uint32_t known[3][10] = {
    {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
    {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
    {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0,
     0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
  for (int k = 0; k < 3; k++) {
    uint32_t c[4], key[2];
    memcpy(c, known[k], sizeof c), memcpy(key, known[k] + 4, sizeof key);
    for (int round = 0; round < TH_PHILOX_ROUNDS; round++, th_philoxKey(key))
      th_philoxRound(&c[0], &c[1], &c[2], &c[3], key[0], key[1]);
    CHECK(memcmp(c, known[k] + 6, sizeof c) == 0);
  }
  THGenerator gen;
  CHECK(THGenerator_start(&gen, 2, 0) == TH_EINVAL && strstr(TH_error(), "kind 2"));
  CHECK(!THGenerator_start(&gen, TH_PHILOX, 0));
  for (int i = 0; i < 4; i++) CHECK(THRandom_random(&gen) == known[0][6 + i]);
}

/* Draw i of a seed is word i mod 4 of block i / 4; so it is after restoring and reseeding. */
static void test_philox_stream(void)
{
  enum { N = 2000 };
  static uint32_t draws[N];
  const uint64_t seed = UINT64_C(0x123456789abcdef0);
  THGenerator gen, copy;
  CHECK(!THGenerator_start(&gen, TH_PHILOX, seed));
  THGenerator_draw(&gen, draws, 3);
  CHECK(!THGenerator_restore(&copy, &gen, sizeof gen));
  THGenerator_draw(&copy, draws + 3, N - 3);
  int differing = 0;
  for (uint32_t i = 0; i < N; i++) {
    uint32_t c[4] = {i / 4, 0, 0, 0}, key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < TH_PHILOX_ROUNDS; round++, th_philoxKey(key))
      th_philoxRound(&c[0], &c[1], &c[2], &c[3], key[0], key[1]);
    differing += draws[i] != c[i % 4];
    if (i > 2) differing += THRandom_random(&gen) != c[i % 4];
  }
  CHECK(differing == 0 && same(&gen, &copy));
  gen.kind = 7;
  CHECK(THGenerator_restore(&copy, &gen, sizeof gen) == TH_EINVAL);
  gen.kind = TH_PHILOX, gen.blocks = 5;
  CHECK(THGenerator_restore(&copy, &gen, sizeof gen) == TH_EINVAL);
}

/* Any number of threads gives the same values and state, for both kinds, from any position in the
   stream. */
static void test_fill_threads(void)
{
  enum { N = 300001 };
  static float one[N + 1], many[N + 1];
  const int before = TH_getNumThreads();
  for (int kind = TH_MERSENNE; kind <= TH_PHILOX; kind++)
    for (int k = 0; k < NUM_KNOWN; k++) {
      const THDistribution *row = &TH_distributions[known[k].distribution];
      for (int skip = 0; skip < 3; skip++) {
        THGenerator gen, other;
        CHECK(!THGenerator_start(&gen, kind, 5));
        for (int i = 0; i < skip; i++) THRandom_normal(&gen, 0, 1);
        if (skip) THRandom_random(&gen);
        other = gen;
        TH_setNumThreads(1);
        CHECK(!THDistribution_fill(row, &gen, known[k].parameter, TH_FLOAT, one, N));
        TH_setNumThreads(2 + skip);
        CHECK(!THDistribution_fill(row, &other, known[k].parameter, TH_FLOAT, many, N));
        CHECK(memcmp(one, many, N * sizeof *one) == 0 && same(&gen, &other));
        CHECK(row->draw(&gen, known[k].parameter) == row->draw(&other, known[k].parameter));
      }
    }
  TH_setNumThreads(before);
}

/* Computed by the same Python: normal(0, 1), uniform(0, 1), normal(10, 0.5), normal(0, 1) of seed
   123. */
static void test_kept_normal(void)
{
  THGenerator gen = seeded(123);
  CHECK(near(THRandom_normal(&gen, 0, 1), -0.52144306271244167));
  THGenerator copy = gen;
  for (int i = 0; i < 2; i++) {
    CHECK(near(THRandom_uniform(&gen, 0, 1), 0.28613933874294162));
    CHECK(near(THRandom_normal(&gen, 10, 0.5), 9.2542902820092294));
    CHECK(near(THRandom_normal(&gen, 0, 1), -0.64609899102324142));
    gen = copy;
  }
  THGenerator_manualSeed(&gen, 123);
  CHECK(near(THRandom_normal(&gen, 0, 1), -0.52144306271244167));
}

/* A generator whose next draws are all d; word is the state word that tempers to d. */
static THGenerator fixed(uint32_t word, uint32_t d)
{
  THGenerator gen = seeded(1);
  gen.next = 0;
  for (int i = 0; i < TH_MT_WORDS; i++) gen.state[i] = word;
  THGenerator copy = gen;
  CHECK(THRandom_random(&copy) == d);
  return gen;
}

/* The smallest and the largest draw give finite values in every distribution, and the ends of each
   range. */
static void test_ends(void)
{
  const THGenerator ends[2] = {fixed(0, 0), fixed(0x12dd9bb3u, UINT32_MAX)};
  for (int e = 0; e < 2; e++)
    for (int k = 0; k < NUM_KNOWN; k++) {
      THGenerator gen = ends[e];
      for (int i = 0; i < 2; i++)
        CHECK(isfinite(TH_distributions[known[k].distribution].draw(&gen, known[k].parameter)));
    }
  THGenerator low = ends[0], high = ends[1];
  CHECK(THRandom_uniform(&low, -2, 5) == -2);
  CHECK(THRandom_uniform(&high, 0, 1) == 1 - 0x1p-32);
  double least = THRandom_exponential(&low, 2);
  CHECK(least == 0 && !signbit(least));
  CHECK(near(THRandom_exponential(&high, 1), 22.180709777918249));
  CHECK(THRandom_geometric(&low, 0.5) == 1);
  CHECK(THRandom_geometric(&high, 0.5) == 33);
  CHECK(THRandom_bernoulli(&high, 1) == 1);
  CHECK(THRandom_bernoulli(&high, 0.9999) == 0);
  CHECK(THRandom_bernoulli(&low, 0) == 1); /* u <= p, as in Torch7 */
}

static void check_rejects(int distribution, double p, double q, const char *text)
{
  const THDistribution *row = &TH_distributions[distribution];
  if (!CHECK(THDistribution_check(row, (double[]){p, q}) == TH_EINVAL && strstr(TH_error(), text)))
    fprintf(stderr, "  %s(%g, %g): %s\n", row->name, p, q, TH_error());
}

static void test_parameters(void)
{
  check_rejects(TH_DISTRIBUTION_normal, 0, 0, "normal: stdv is 0, must be a finite number above 0");
  check_rejects(TH_DISTRIBUTION_normal, 0, -1, "normal: stdv is -1");
  check_rejects(TH_DISTRIBUTION_normal, INFINITY, 1, "normal: mean is inf");
  check_rejects(TH_DISTRIBUTION_logNormal, 1, INFINITY, "logNormal: stdv is inf");
  check_rejects(TH_DISTRIBUTION_cauchy, 0, -2, "cauchy: sigma is -2");
  check_rejects(TH_DISTRIBUTION_uniform, 0, INFINITY, "uniform: b is inf");
  check_rejects(TH_DISTRIBUTION_uniform, -0x1p1023, 0, "uniform: a is ");
  check_rejects(TH_DISTRIBUTION_exponential, 0, 0, "exponential: lambda is 0");
  check_rejects(TH_DISTRIBUTION_geometric, 0, 0, "geometric: p is 0");
  check_rejects(TH_DISTRIBUTION_geometric, 1, 0, "geometric: p is 1, must be a number above 0 and");
  check_rejects(TH_DISTRIBUTION_bernoulli, -0.1, 0, "bernoulli: p is -0.1, must be");
  check_rejects(TH_DISTRIBUTION_bernoulli, 1.5, 0, "p is 1.5, must be a number from 0 to 1");

  const THDistribution *bernoulli = &TH_distributions[TH_DISTRIBUTION_bernoulli];
  CHECK(THDistribution_check(bernoulli, (double[]){0}) == TH_OK);
  CHECK(THDistribution_check(bernoulli, (double[]){1}) == TH_OK);
  const THDistribution *uniform = &TH_distributions[TH_DISTRIBUTION_uniform];
  CHECK(THDistribution_check(uniform, (double[]){5, -5}) == TH_OK);
}

/* Each row is complete, accepts its defaults, and never accepts NaN. */
static void test_rows(void)
{
  int count = 0;
  for (const THDistribution *row = TH_distributions; row->name; row++, count++) {
    double v[TH_MAX_PARAMETERS] = {0};
    CHECK(row->doc && *row->doc && row->draw);
    CHECK(row->arity >= 1 && row->arity <= TH_MAX_PARAMETERS);
    for (int i = 0; i < row->arity; i++) {
      CHECK(row->parameter[i].name && row->parameter[i].need);
      CHECK(!isnan(row->parameter[i].value) != (count == TH_DISTRIBUTION_geometric));
      v[i] = isnan(row->parameter[i].value) ? 0.5 : row->parameter[i].value;
    }
    CHECK(THDistribution_check(row, v) == TH_OK);
    for (int i = 0; i < row->arity; i++) {
      double kept = v[i];
      v[i] = NAN;
      CHECK(THDistribution_check(row, v) == TH_EINVAL);
      CHECK(strstr(TH_error(), row->name) && strstr(TH_error(), row->parameter[i].name));
      v[i] = kept;
    }
    int whole = count == TH_DISTRIBUTION_geometric || count == TH_DISTRIBUTION_bernoulli;
    CHECK(row->floatingOnly == !whole);
  }
  CHECK(count == TH_NUM_DISTRIBUTIONS);
  CHECK(!strcmp(TH_distributions[TH_DISTRIBUTION_cauchy].name, "cauchy"));
}

static void check_refuses(THGenerator bad)
{
  THGenerator gen = seeded(3), before = gen;
  CHECK(THGenerator_restore(&gen, &bad, sizeof bad) == TH_EINVAL);
  CHECK(same(&gen, &before));
}

static void test_restore(void)
{
  THGenerator gen = seeded(11), other = seeded(3), before = other, bad = gen;
  for (int i = 0; i < 701; i++) THRandom_normal(&gen, 0, 1);
  char bytes[sizeof gen + 1];
  memcpy(bytes + 1, &gen, sizeof gen);
  CHECK(THGenerator_restore(&other, bytes, sizeof gen - 1) == TH_EINVAL);
  CHECK(same(&other, &before));
  CHECK(THGenerator_restore(&other, bytes + 1, sizeof gen) == TH_OK);
  for (int i = 0; i < 1000; i++)
    if (!CHECK(THRandom_normal(&gen, 0, 1) == THRandom_normal(&other, 0, 1))) break;

  bad.next = TH_MT_WORDS + 1;
  check_refuses(bad);
  bad = gen;
  bad.hasSpare = 2;
  check_refuses(bad);
  bad = gen;
  bad.spare = NAN;
  check_refuses(bad);
  memset(&bad, 0, sizeof bad);
  check_refuses(bad);
  bad.state[0] = 0x7fffffffu; /* the lower bits of this word are never used */
  check_refuses(bad);
  bad.state[0] = 0x80000000u;
  CHECK(THGenerator_restore(&other, &bad, sizeof bad) == TH_OK);
}

int main(void)
{
  test_streams();
  test_seeds();
  test_integers();
  test_known_values();
  test_named();
  test_fill(TH_MERSENNE);
  test_fill(TH_PHILOX);
  test_philox();
  test_philox_stream();
  test_fill_threads();
  test_kept_normal();
  test_ends();
  test_parameters();
  test_rows();
  test_restore();
  return CHECK_RESULT();
}
