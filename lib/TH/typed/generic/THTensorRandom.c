/* The facade of random numbers for one dtype. */
#define DRAW(set, name, parameters, ...)                                                          \
TH_IF_##set(int THTensor_(name) parameters                                                        \
{                                                                                                 \
  return THTensor_draw(typed(&t->base, TH_DTYPE), gen, &TH_distributions[TH_DISTRIBUTION_##name], \
                       (const double[]){__VA_ARGS__});                                            \
})
#define TH_DISTRIBUTION1(set, name, x, p, ...) \
DRAW(set, name, (THTensorT *t, THGenerator *gen, double p), p)
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, ...) \
DRAW(set, name, (THTensorT *t, THGenerator *gen, double p, double q), p, q)
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2
#undef DRAW

int THTensor_(bernoulli_FloatTensor)(THTensorT *t, THGenerator *gen, const TH_TENSOR(Float) *p)
{
  return THTensor_bernoulli(typed(&t->base, TH_DTYPE), gen, &p->base);
}

int THTensor_(bernoulli_DoubleTensor)(THTensorT *t, THGenerator *gen, const TH_TENSOR(Double) *p)
{
  return THTensor_bernoulli(typed(&t->base, TH_DTYPE), gen, &p->base);
}

int THTensor_(random)(THTensorT *t, THGenerator *gen)
{
  return THTensor_random(typed(&t->base, TH_DTYPE), gen);
}

int THTensor_(clampedRandom)(THTensorT *t, THGenerator *gen, int64_t least, int64_t most)
{
  return THTensor_randomBetween(typed(&t->base, TH_DTYPE), gen, least, most);
}

int THTensor_(cappedRandom)(THTensorT *t, THGenerator *gen, int64_t most)
{
  return THTensor_randomBetween(typed(&t->base, TH_DTYPE), gen, 1, most);
}

int THTensor_(randperm)(THTensorT *r, THGenerator *gen, int64_t n)
{
  return THTensor_randperm(typed(&r->base, TH_DTYPE), gen, TH_DTYPE, n);
}

TH_IF_FLOATING(int THTensor_(multinomial)(TH_TENSOR(Long) *r, THGenerator *gen,
                                          const THTensorT *prob, int64_t count, int replacement)
{
  return THTensor_multinomial(typed(&r->base, TH_LONG), gen, &prob->base, count, replacement);
})

TH_IF_FLOATING(int THTensor_(multinomialAliasSetup)(const THTensorT *prob, TH_TENSOR(Long) *alias,
                                                    THTensorT *share)
{
  return THTensor_multinomialAliasSetup(typed(&alias->base, TH_LONG), typed(&share->base, TH_DTYPE),
                                        &prob->base);
})

TH_IF_FLOATING(int THTensor_(multinomialAliasDraw)(TH_TENSOR(Long) *self, THGenerator *gen,
                                                   const TH_TENSOR(Long) *alias,
                                                   const THTensorT *share)
{
  return THTensor_multinomialAlias(typed(&self->base, TH_LONG), gen, &alias->base, &share->base);
})
