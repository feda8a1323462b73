/*
** Samplers: streams, the methods, and tensors of their values.
**
** A method may draw as often as it likes: an element's stream is a counter of its own, so no other
** element's values move.
*/
#include "TH/ops/random/THSampler.h"

#include <math.h>

#include "TH/base/THError.h"
#include "TH/cpu/parts/THDraws.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/iteration/THSlices.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/random/THRandomTensor.h"
#include "TH/platform/THPlatform.h"

/* --- streams --- */

/* left draws of the block before number block are not used yet. */
typedef struct THStream {
  uint64_t key, element;
  uint32_t block, draws[4];
  int left;
} THStream;

static uint32_t next_draw(THStream *s)
{
  if (!s->left) {
    uint32_t c[4] = {(uint32_t)s->element, (uint32_t)(s->element >> 32), s->block++, 1};
    uint32_t k[2] = {(uint32_t)s->key, (uint32_t)(s->key >> 32)};
    for (int round = 0; round < TH_PHILOX_ROUNDS; round++) {
      th_philoxRound(&c[0], &c[1], &c[2], &c[3], k[0], k[1]);
      th_philoxKey(k);
    }
    for (int i = 0; i < 4; i++) s->draws[i] = c[i];
    s->left = 4;
  }
  return s->draws[4 - s->left--];
}

/* Above 0 and below 1. */
static double next_uniform(THStream *s)
{
  const uint64_t high = next_draw(s) >> 6, low = next_draw(s) >> 6;
  return ((double)(high << 26 | low) + 0.5) * 0x1p-52;
}

static double next_normal(THStream *s)
{
  double x, y;
  const uint32_t first = next_draw(s), second = next_draw(s);
  th_normalPair(first, second, &x, &y);
  return x;
}

/* --- methods --- */

/* G. Marsaglia, W. W. Tsang, "A Simple Method for Generating Gamma Variables", ACM TOMS 26(3),
   2000; shape is at least 1. */
static double large_gamma(THStream *s, double shape)
{
  const double d = shape - 1 / 3.0, c = 1 / sqrt(9 * d);
  for (;;) {
    const double z = next_normal(s), root = 1 + c * z, u = next_uniform(s);
    if (root <= 0) continue;
    const double v = root * root * root;
    if (log(u) < 0.5 * z * z + d - d * v + d * log(v)) return d * v;
  }
}

/* The logarithm, since values of small shapes are too small for a double. */
static double log_gamma(THStream *s, double shape)
{
  if (shape >= 1) return log(large_gamma(s, shape));
  const double u = next_uniform(s);
  return log(large_gamma(s, shape + 1)) + log(u) / shape;
}

static double gamma_draw(THStream *s, const double *v)
{
  return exp(log_gamma(s, v[0])) * v[1];
}

static double beta_draw(THStream *s, const double *v)
{
  const double x = log_gamma(s, v[0]), y = log_gamma(s, v[1]);
  return 1 / (1 + exp(y - x));
}

static double log_factorial(double k)
{
  return th_logGamma(k + 1);
}

/* W. Hormann, "The transformed rejection method for generating Poisson random variables",
   Insurance: Mathematics and Economics 12, 1993: PTRS, for a rate of 10 or more. */
static double large_poisson(THStream *s, double rate)
{
  const double root = sqrt(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  const double inverse = 1.1239 + 1.1328 / (b - 3.4), most = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = next_uniform(s) - 0.5, v = next_uniform(s), us = 0.5 - fabs(u);
    const double k = floor((2 * a / us + b) * u + rate + 0.43);
    if (us >= 0.07 && v <= most) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (log(v * inverse / (a / (us * us) + b)) <= k * log(rate) - rate - log_factorial(k)) return k;
  }
}

static double poisson_draw(THStream *s, const double *v)
{
  if (v[0] >= 10) return large_poisson(s, v[0]);
  const double least = exp(-v[0]);
  double product = next_uniform(s), k = 0;
  for (; product > least; k++) product *= next_uniform(s);
  return k;
}

/* By adding up probabilities, for small n p. A sum so rounded that it does not reach u begins
   again. */
static double small_binomial(THStream *s, double n, double p)
{
  const double ratio = p / (1 - p), none = exp(n * log1p(-p));
  const double most = fmin(n, n * p + 10 * sqrt(n * p + 1));
  for (;;) {
    double u = next_uniform(s), chance = none, k = 0;
    for (; u > chance && k <= most; k++) {
      u -= chance;
      chance *= ratio * (n - k) / (k + 1);
    }
    if (k <= most) return k;
  }
}

/* W. Hormann, "The generation of binomial random variates", Journal of Statistical Computation and
   Simulation 46, 1993: BTRS, for n p of 10 or more and p of at most a half. */
static double large_binomial(THStream *s, double n, double p)
{
  const double spread = sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * spread;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p, most = 0.92 - 4.2 / b;
  const double alpha = (2.83 + 5.1 / b) * spread, mode = floor((n + 1) * p);
  const double of_mode = log_factorial(mode) + log_factorial(n - mode), odds = log(p / (1 - p));
  for (;;) {
    const double u = next_uniform(s) - 0.5, v = next_uniform(s), us = 0.5 - fabs(u);
    const double k = floor((2 * a / us + b) * u + n * p + 0.5);
    if (k < 0 || k > n) continue;
    if (us >= 0.07 && v <= most) return k;
    const double chance = of_mode - log_factorial(k) - log_factorial(n - k) + (k - mode) * odds;
    if (log(v * alpha / (a / (us * us) + b)) <= chance) return k;
  }
}

static double binomial_draw(THStream *s, const double *v)
{
  const double n = v[0], p = v[1] > 0.5 ? 1 - v[1] : v[1];
  const double k = p == 0 ? 0 : n * p < 10 ? small_binomial(s, n, p) : large_binomial(s, n, p);
  return v[1] > 0.5 ? n - k : k;
}

static int is_positive(double v) { return v > 0 && isfinite(v); }
static int is_rate(double v) { return v >= 0 && isfinite(v); }
static int is_count(double v) { return v >= 0 && v <= 0x1p53 && floor(v) == v; }
static int is_probability(double v) { return v >= 0 && v <= 1; }

#define POSITIVE is_positive, "a finite number above 0"
const THSampler TH_samplers[TH_NUM_SAMPLERS] = {
  [TH_SAMPLER_gamma] = {"gamma", "gamma with the given shape and scale, so with mean shape * scale",
    1, 2, {{"shape", NAN, POSITIVE}, {"scale", 1, POSITIVE}}, gamma_draw},
  [TH_SAMPLER_beta] = {"beta", "beta in (0, 1), with mean a / (a + b)",
    1, 2, {{"a", NAN, POSITIVE}, {"b", NAN, POSITIVE}}, beta_draw},
  [TH_SAMPLER_poisson] = {"poisson", "Poisson: whole numbers with mean rate",
    0, 1, {{"rate", NAN, is_rate, "a finite number from 0"}}, poisson_draw},
  [TH_SAMPLER_binomial] = {"binomial", "how many of n trials succeed, each with probability p",
    0, 2, {{"n", NAN, is_count, "a whole number from 0"},
           {"p", NAN, is_probability, "a number from 0 to 1"}}, binomial_draw},
};

/* --- tensors --- */

/* n values: parameter k of element i is parameter[k][i * step[k]]. */
typedef struct Sampling {
  const THSampler *sampler;
  uint64_t key;
  const double *parameter[TH_MAX_PARAMETERS];
  int64_t step[TH_MAX_PARAMETERS];
  double *values;
} Sampling;

static uint64_t draw_key(THGenerator *gen)
{
  const uint64_t high = THRandom_random(gen);
  return high << 32 | THRandom_random(gen);
}

static void sample(void *context, int64_t begin, int64_t end)
{
  const Sampling *s = context;
  double v[TH_MAX_PARAMETERS] = {0};
  for (int64_t i = begin; i < end; i++) {
    THStream stream = {.key = s->key, .element = (uint64_t)i};
    for (int k = 0; k < s->sampler->arity; k++) v[k] = s->parameter[k][i * s->step[k]];
    s->values[i] = s->sampler->draw(&stream, v);
  }
}

static int check(const Sampling *s, int64_t n)
{
  for (int k = 0; k < s->sampler->arity; k++) {
    const THParameter *p = &s->sampler->parameter[k];
    const int64_t count = s->step[k] ? n : 1;
    for (int64_t i = 0; i < count; i++)
      if (!p->accepts(s->parameter[k][i]))
        return th_fail(TH_EINVAL, "%s: %s is %.14g, must be %s", s->sampler->name, p->name,
                       th_withoutSign(s->parameter[k][i]), p->need);
  }
  return TH_OK;
}

/* made: doubles on the CPU with the sizes of the result, which become values. */
static int sample_all(const THSampler *sampler, THTensor *made, THGenerator *gen,
                      const THOperand *parameters)
{
  enum { GRAIN = 512 };
  THTensor held[TH_MAX_PARAMETERS] = {{.dtype = 0}, {.dtype = 0}};
  double number[TH_MAX_PARAMETERS];
  const int64_t n = THTensor_nElement(made);
  Sampling s = {.sampler = sampler, .values = THTensor_data(made)};
  int status = TH_OK;
  for (int k = 0; k < sampler->arity && !status; k++) {
    const THTensor *given = parameters[k].tensor;
    number[k] = TH_asReal(parameters[k].number);
    if (given) status = THTensor_new(&held[k], 0, TH_DOUBLE, made->nDimension, made->size);
    if (given && !status) status = THTensor_copy(&held[k], given);
    s.parameter[k] = given ? THTensor_data(&held[k]) : &number[k];
    s.step[k] = given != NULL;
  }
  if (!status) status = check(&s, n);
  if (!status) {
    s.key = draw_key(gen);
    status = th_inSlices(n, GRAIN, sample, &s);
  }
  for (int k = 0; k < TH_MAX_PARAMETERS; k++) THTensor_clear(&held[k]);
  return status;
}

static int check_parameters(const char *op, const THTensor *t, const THOperand *parameters, int n)
{
  for (int k = 0; k < n; k++) {
    const THTensor *p = parameters[k].tensor;
    if (!p) continue;
    TH_TRY(THTensor_operand(op, p));
    if (!THDtype_isReal(p->dtype)) return TH_missing(op, p->dtype, THTensor_device(p));
    if (THTensor_isUndefined(p) ||
        !THShape_broadcastsTo(p->nDimension, p->size, t->nDimension, t->size))
      return th_fail(TH_ESHAPE, "%s: a parameter of size %s does not broadcast to size %s", op,
                     THTensor_sizeText(p).text, THTensor_sizeText(t).text);
  }
  return TH_OK;
}

int THTensor_sample(THTensor *t, THGenerator *gen, const THSampler *sampler,
                    const THOperand *parameters)
{
  const char *op = sampler->name;
  THTensor made = {0};
  const THGenerator before = *gen;
  TH_TRY(THTensor_target(op, t));
  if (!THDtype_isReal(t->dtype) || t->dtype == TH_BOOL)
    return TH_missing(op, t->dtype, THTensor_device(t));
  if (sampler->floatingOnly && !THDtype_traits(t->dtype)->floating)
    return th_fail(TH_EDTYPE, "%s: not defined for %s, which holds whole numbers only", op,
                   THTensor_typeText(t->dtype).text);
  TH_TRY(check_parameters(op, t, parameters, sampler->arity));
  if (THTensor_isUndefined(t)) return TH_OK;
  int status = THTensor_new(&made, 0, TH_DOUBLE, t->nDimension, t->size);
  if (!status) status = sample_all(sampler, &made, gen, parameters);
  if (!status) status = THTensor_copy(t, &made);
  if (status) *gen = before;
  THTensor_clear(&made);
  return status;
}

int THRandom_sample(double *value, THGenerator *gen, const THSampler *sampler,
                    const double *parameters)
{
  Sampling s = {.sampler = sampler, .values = value};
  for (int k = 0; k < sampler->arity; k++) s.parameter[k] = &parameters[k];
  TH_TRY(check(&s, 1));
  s.key = draw_key(gen);
  sample(&s, 0, 1);
  return TH_OK;
}

/* --- Dirichlet --- */

static double log_gamma_draw(THStream *s, const double *v)
{
  return log_gamma(s, v[0]);
}

/* Gamma variables, divided by their sum. */
static void normalize(double *row, int64_t n)
{
  double most = -INFINITY, sum = 0;
  for (int64_t i = 0; i < n; i++) most = row[i] > most ? row[i] : most;
  for (int64_t i = 0; i < n; i++) sum += row[i] = exp(row[i] - most);
  for (int64_t i = 0; i < n; i++) row[i] /= sum;
}

int THTensor_dirichlet(THTensor *out, THGenerator *gen, const THTensor *alpha)
{
  static const THSampler logarithms = {"dirichlet", "", 1, 1, {{"alpha", NAN, POSITIVE}},
                                       log_gamma_draw};
  THTensor made = {0}, given = {0};
  const THGenerator before = *gen;
  const THOperand parameter = TH_tensorOperand(alpha);
  TH_TRY(THTensor_operand("dirichlet", alpha));
  if (!THDtype_traits(alpha->dtype)->floating)
    return th_fail(TH_EDTYPE, "dirichlet: not defined for %s; expected a floating type",
                   THTensor_typeText(alpha->dtype).text);
  if (alpha->nDimension < 1)
    return th_fail(TH_ESHAPE, "dirichlet: parameters of size %s; expected a vector or rows",
                   THTensor_sizeText(alpha).text);
  const int64_t n = alpha->size[alpha->nDimension - 1];
  int status = THTensor_new(&made, 0, TH_DOUBLE, alpha->nDimension, alpha->size);
  if (!status) status = sample_all(&logarithms, &made, gen, &parameter);
  double *row = THTensor_data(&made);
  for (int64_t k = 0; !status && k < THTensor_nElement(&made); k += n) normalize(row + k, n);
  if (!status) status = THTensor_to(&given, &made, THTensor_device(alpha), alpha->dtype);
  if (!status) status = THResult_replace("dirichlet", out, &given);
  if (status) *gen = before;
  THTensor_clear(&made);
  THTensor_clear(&given);
  return status;
}
