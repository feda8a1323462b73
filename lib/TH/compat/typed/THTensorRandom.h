/* Random numbers in tensors of one element type. Read through TH.h. */
#define T7_IS(set, name, parameters, call)             \
TH_IF_##set(static inline void THTensor_(name) parameters \
{                                                      \
  TH_RAISE(call);                                      \
})
#define TH_DISTRIBUTION1(set, name, x, p, ...)                                             \
  T7_IS(set, name, (THTensor *t, THGenerator *gen, double p),                              \
        THTensor_draw(TH_ANY(t), gen, &TH_distributions[TH_DISTRIBUTION_##name],           \
                      (const double[]){p}))
#define TH_DISTRIBUTION2(set, name, x, p, rule_p, value_p, q, ...)                         \
  T7_IS(set, name, (THTensor *t, THGenerator *gen, double p, double q),                    \
        THTensor_draw(TH_ANY(t), gen, &TH_distributions[TH_DISTRIBUTION_##name],           \
                      (const double[]){p, q}))
#include "TH/rows/THDistribution.def"
#undef TH_DISTRIBUTION1
#undef TH_DISTRIBUTION2

T7_IS(ALL, bernoulli_FloatTensor, (THTensor *t, THGenerator *gen, THFloatTensor *p),
      THTensor_bernoulli(TH_ANY(t), gen, TH_ANY(p)))
T7_IS(ALL, bernoulli_DoubleTensor, (THTensor *t, THGenerator *gen, THDoubleTensor *p),
      THTensor_bernoulli(TH_ANY(t), gen, TH_ANY(p)))
T7_IS(ALL, random, (THTensor *t, THGenerator *gen), THTensor_random(TH_ANY(t), gen))
T7_IS(ALL, clampedRandom, (THTensor *t, THGenerator *gen, long least, long most),
      THTensor_randomBetween(TH_ANY(t), gen, least, most))
T7_IS(ALL, cappedRandom, (THTensor *t, THGenerator *gen, long most),
      THTensor_randomBetween(TH_ANY(t), gen, 1, most))
T7_IS(ALL, randperm, (THTensor *r, THGenerator *gen, long n),
      THTensor_randperm(TH_ANY(r), gen, TH_DTYPE, n))
T7_IS(FLOATING, multinomial, (THLongTensor *r, THGenerator *gen, THTensor *prob, int count,
                              int replacement),
      THTensor_multinomial(TH_ANY(r), gen, TH_ANY(prob), count, replacement))
T7_IS(FLOATING, multinomialAliasSetup, (THTensor *prob, THLongTensor *alias, THTensor *share),
      THTensor_multinomialAliasSetup(TH_ANY(alias), TH_ANY(share), TH_ANY(prob)))
T7_IS(FLOATING, multinomialAliasDraw, (THLongTensor *self, THGenerator *gen, THLongTensor *alias,
                                       THTensor *share),
      THTensor_multinomialAlias(TH_ANY(self), gen, TH_ANY(alias), TH_ANY(share)))

TH_IF_FLOATING(
static inline void THTensor_(rand)(THTensor *r, THGenerator *gen, THLongStorage *size)
{
  THTensor_(resize)(r, size, NULL);
  THTensor_(uniform)(r, gen, 0, 1);
}
static inline void THTensor_(randn)(THTensor *r, THGenerator *gen, THLongStorage *size)
{
  THTensor_(resize)(r, size, NULL);
  THTensor_(normal)(r, gen, 0, 1);
})
#undef T7_IS
